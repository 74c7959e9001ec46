"""Training configs of Evolution: Climate."""
