"""What the note of a blank tells (`nodes.Compute`): where the variable's values come from, and
whose part it is."""

from __future__ import annotations

#: A variable has what the last call left; one that could begin anew in each call.
SAVED, SAVED_ANEW = "saved", "saved or anew"
_PART, _INTEGERS = "part of ", "integers in "

#: The note of a statement that copies integers in the storage of reals, as far as there are any.
COPIED = "integers along with reals"


def note_of(saved: str, whole: str | None) -> str:
    """The note of a variable that is `saved` ("" for one that is not), of a part of the complex
    `whole`."""
    return ", ".join(([saved] if saved else []) + ([_PART + whole] if whole else []))


def note_of_integers(saved: str, reals: str) -> str:
    """The note of the integers in the storage of the variable `reals`."""
    return ", ".join(([saved] if saved else []) + [_INTEGERS + reals])


def whose_integers(note: str) -> str:
    """The variable in whose storage these integers are; "" where they are none such."""
    return note.partition(_INTEGERS)[2]


def is_saved(note: str) -> bool:
    return note.split(", ")[0] in (SAVED, SAVED_ANEW)


def may_begin_anew(note: str) -> bool:
    """Whether the variable is saved, and begins anew where each call is as the first one."""
    return note.split(", ")[0] == SAVED_ANEW


def source_name(note: str, container: str) -> str:
    """What the source calls the variable of `container`."""
    return note.partition(_PART)[2] or whose_integers(note) or container
