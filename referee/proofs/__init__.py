"""What is proved about the referee, and what no match imports: the leak check, the attacks."""
