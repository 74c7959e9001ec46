"""One folder for each game, with the same file names in all of them."""
