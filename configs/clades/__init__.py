"""Training configs for Clades."""
