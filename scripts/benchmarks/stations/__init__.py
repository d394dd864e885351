"""What runs in the processes that are measured; each module is a program."""
