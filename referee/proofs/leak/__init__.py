"""The leak check: what a seat is sent depends only on what that seat may know."""
