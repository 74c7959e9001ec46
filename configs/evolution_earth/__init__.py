"""Training configs for Evolution Earth: Cataclysm."""
