"""What the note of a blank tells (`nodes.Compute`): where the variable's values come from, and
whose part it is."""

from __future__ import annotations

_SAVED = "saved"
_PART = "part of "


def note_of(saved: bool, whole: str | None) -> str:
    """The note of a variable that is `saved` from the last call, of a part of the complex
    `whole`."""
    return ", ".join(([_SAVED] if saved else []) + ([_PART + whole] if whole else []))


def is_saved(note: str) -> bool:
    return note.split(", ")[0] == _SAVED


def source_name(note: str, container: str) -> str:
    """What the source calls the variable of `container`."""
    return note.partition(_PART)[2] or container
