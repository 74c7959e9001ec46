"""The environments: the core, the games, the adapters, and the registry of what exists."""
