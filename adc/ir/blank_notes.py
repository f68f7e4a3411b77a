"""What the note of a blank tells (`nodes.Compute`): where the variable's values come from, and
whose part it is."""

from __future__ import annotations

#: A variable has what the last call left: of a routine that is called, of the one itself that is
#: differentiated.
SAVED, SAVED_BY_TARGET = "saved", "saved by the target"
_PART = "part of "


def note_of(saved: str, whole: str | None) -> str:
    """The note of a variable that is `saved` ("" for one that is not), of a part of the complex
    `whole`."""
    return ", ".join(([saved] if saved else []) + ([_PART + whole] if whole else []))


def is_saved(note: str) -> bool:
    return note.split(", ")[0] in (SAVED, SAVED_BY_TARGET)


def is_saved_by_target(note: str) -> bool:
    """Whether the variable is saved by the routine itself that is differentiated."""
    return note.split(", ")[0] == SAVED_BY_TARGET


def source_name(note: str, container: str) -> str:
    """What the source calls the variable of `container`."""
    return note.partition(_PART)[2] or container
