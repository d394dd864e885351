"""What `arena new` writes: a bot that plays, in a language, to be made one's own."""
