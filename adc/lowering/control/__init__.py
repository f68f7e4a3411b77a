"""Jumps, loops that data ends, exceptions, and where a statement is run."""
