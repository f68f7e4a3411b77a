"""What wrappers, generated or made in memory, say of arguments in the same words."""

from __future__ import annotations


def shared_words(name: str) -> str:
    """Of a tuple or list `name` with one array as two items, whose arrays a function changes."""
    return f"{name} has one array twice, and its arrays are changed: pass copies"
