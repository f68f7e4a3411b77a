"""Long Fortran statements continued with `&`."""

from __future__ import annotations

from adc.emit.wrapping import WIDTH


def statement(text: str, indent: int = 0, hang: int = 4) -> list[str]:
    """`text` as lines of at most WIDTH columns.

    It breaks at blanks outside strings and declarations' heads, at the shallowest depth of
    parentheses that has a place for it.
    """
    lines: list[str] = []
    places, start, margin = _places(text), 0, indent
    while margin + len(text) - start > WIDTH:
        room = start + WIDTH - 2 - margin
        at = _best_break([place for place in places if place[0] > start], room)
        if at is None:
            break
        lines.append(" " * margin + text[start:at].rstrip() + " &")
        start, margin = at, indent + hang
    return [*lines, " " * margin + text[start:]]


def _best_break(places: list[tuple[int, int]], end: int) -> int | None:
    """The last of the shallowest places up to `end`; else the first that there is."""
    fitting = [place for place in places if place[0] <= end]
    least = min((depth for _, depth in fitting), default=0)
    chosen = [at for at, depth in fitting if depth == least] or [at for at, _ in places[:1]]
    return chosen[-1] if chosen else None


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
