"""Training configs for Cardline: Animals."""
