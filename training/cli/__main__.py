"""`python -m phylarium.training.cli` is the command `phylarium`."""

from . import main

main()
