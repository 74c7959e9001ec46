"""Training agents and measuring them, and the command line."""
