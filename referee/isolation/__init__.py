"""How far a bot's process is kept apart from everything else: levels behind one port."""
