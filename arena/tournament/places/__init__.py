"""Where matches are played: places behind one port."""
