"""What wrappers, generated or made in memory, say of arguments in the same words."""

from __future__ import annotations


def shared_words(name: str) -> str:
    """Of a tuple or list `name` whose arrays a function changes, where two are one, or views of one
    with elements in common."""
    return f"{name} has arrays that share memory, and they are changed: pass copies"
