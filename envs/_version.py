"""The package's version; setup.cfg reads it as a literal."""

__version__ = "0.3.0"
