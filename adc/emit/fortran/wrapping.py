"""Long Fortran statements continued with `&`."""

from __future__ import annotations

from adc.emit.c.wrapping import WIDTH


def statement(text: str, indent: int = 0, hang: int = 4) -> list[str]:
    """`text` as lines of at most WIDTH columns.

    It breaks at blanks outside strings and declarations' heads, at the shallowest depth of
    parentheses that has a place for it.
    """
    lines: list[str] = []
    margin = indent
    while margin + len(text) > WIDTH:
        at = _best_break(text, WIDTH - 2 - margin)
        if at is None:
            break
        lines.append(" " * margin + text[:at].rstrip() + " &")
        text = text[at:].lstrip()
        margin = indent + hang
    return [*lines, " " * margin + text]


def _best_break(text: str, room: int) -> int | None:
    """The last of the shallowest places within `room` columns."""
    places = [(at, depth) for at, depth in _places(text) if at <= room]
    least = min((depth for _, depth in places), default=0)
    return next((at for at, depth in reversed(places) if depth == least), None)


def _places(text: str) -> list[tuple[int, int]]:
    """Behind each blank outside strings: where, and how deep in parentheses.

    Not in what stands before a list of arguments or of declared names, such as `subroutine f(`.
    """
    found: list[tuple[int, int]] = []
    first, inside, depth = text.find("(") + 1, False, 0
    for at, char in enumerate(text):
        if char == '"':
            inside = not inside
        if inside:
            continue
        depth += (char in "([") - (char in ")]")
        if depth == 0 and text.startswith(":: ", at):
            first, found = at + 3, []
        elif char == " " and at >= first:
            found.append((at + 1, depth))
    return found


def literal(text: str) -> str:
    return '"' + text.replace('"', '""') + '"'
