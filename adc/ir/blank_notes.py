"""What the note of a blank tells (`nodes.Compute`): where the variable's values come from, and
whose part it is."""

from __future__ import annotations

_SAVED, _BY_TARGET = "saved", "saved by the target"
_PART = "part of "


def note_of(saved: bool, by_target: bool, whole: str | None) -> str:
    """The note of a variable that is `saved` from the last call, of the routine itself that is
    differentiated or of one that it calls; of a part of the complex `whole`."""
    kept = [_BY_TARGET if by_target else _SAVED] if saved else []
    return ", ".join(kept + ([_PART + whole] if whole else []))


def is_saved(note: str) -> bool:
    return note.split(", ")[0] in (_SAVED, _BY_TARGET)


def is_saved_by_target(note: str) -> bool:
    """Whether the variable is saved by the routine itself that is differentiated."""
    return note.split(", ")[0] == _BY_TARGET


def source_name(note: str, container: str) -> str:
    """What the source calls the variable of `container`."""
    return note.partition(_PART)[2] or container
