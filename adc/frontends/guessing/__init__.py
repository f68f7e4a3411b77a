"""Guesses of the types of arguments that have none, to fill in the options that a refusal suggests:
from how the body uses them, from what its operations ask of their axes, and from words."""
