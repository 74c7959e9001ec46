"""Training configs that ship with the package, a folder for each game; data, no code."""
