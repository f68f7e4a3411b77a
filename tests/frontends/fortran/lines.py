"""Lines made from a statement's text, as the reader of the source form would hand them over."""

from __future__ import annotations

from collections.abc import Callable

from adc.frontends.fortran.line import Line


def free(text: str, label: int = 0) -> Line:
    """`text` in free form: a blank between words stays, once."""
    return _line(text, label, False)


def fixed(text: str, label: int = 0) -> Line:
    """`text` in fixed form, compact."""
    return _line(text, label, True)


FORMS: tuple[Callable[[str], Line], ...] = (free, fixed)


def _line(text: str, label: int, is_fixed: bool) -> Line:
    kept: list[int] = []
    quote = ""
    for at, character in enumerate(text):
        if quote or character in "'\"":
            quote = "" if character == quote else quote or character
            kept.append(at)
        elif character != " " or (not is_fixed and _between_words(text, at)):
            kept.append(at)
    lowered = _lower(text)
    places = tuple((1, at + 1) for at in [*kept, len(text)])
    return Line("k.f90", "".join(lowered[at] for at in kept), places, label, is_fixed)


def _between_words(text: str, at: int) -> bool:
    """Whether the blank at `at` is the last of a run between two words."""
    before, behind = text[:at].rstrip()[-1:], text[at + 1 : at + 2]
    return _is_word(before) and _is_word(behind)


def _is_word(character: str) -> bool:
    return character.isalnum() or character == "_"


def _lower(text: str) -> str:
    parts = text.replace('"', "'").split("'")
    found = list(text)
    at = 0
    for number, part in enumerate(parts):
        if number % 2 == 0:
            found[at : at + len(part)] = part.lower()
        at += len(part) + 1
    return "".join(found)
