"""How a bot is spoken to: links, the messages on them, and the doors by which bots come in."""
