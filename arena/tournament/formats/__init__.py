"""Who meets whom: formats behind one port."""
