"""How a bot is handed in: a folder, a file or an archive, from somebody nobody knows."""
