"""The bots that come with the arena, one folder each. They are started, never imported."""
