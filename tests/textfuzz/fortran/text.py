"""Fortran program text as a tree of lines and blocks, and its two source forms.

A label stands in front of a line's text, as in `10 continue`. The tree is what the reducer works
on; nothing but the rendering knows about columns and continuation.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from dataclasses import dataclass

_LABELLED = re.compile(r"(\d+) +(.*)", re.DOTALL)
_STRING = re.compile(r"'[^']*'|\"[^\"]*\"")
FIXED_WIDTH = 66  # columns 7 to 72
FREE_WIDTH = 90


@dataclass(frozen=True)
class Node:
    """A line, or a block: each arm is a heading line and what stands under it; then a last line.

    A block may lack its last line (`DO 10` that ends at a labelled line of its own body).
    """

    arms: tuple[tuple[str, tuple[Node, ...]], ...]
    tail: str = ""
    #: Whether a reducer may take the line away (a dummy argument's declaration may not go).
    fixed: bool = False

    @property
    def is_line(self) -> bool:
        return not self.tail and len(self.arms) == 1 and not self.arms[0][1]


Body = tuple[Node, ...]


def line(text: str, fixed: bool = False) -> Node:
    return Node(((text, ()),), fixed=fixed)


def block(head: str, body: Body, tail: str, fixed: bool = False) -> Node:
    return Node(((head, body),), tail, fixed)


def lines_of(body: Body, depth: int = 0) -> Iterator[tuple[int, str]]:
    """All lines with their depth of nesting."""
    for node in body:
        for head, inner in node.arms:
            yield depth, head
            yield from lines_of(inner, depth + 1)
        if node.tail:
            yield depth, node.tail


@dataclass(frozen=True)
class Form:
    """How a tree is written: fixed or free form, the case of letters, where lines are broken."""

    fixed: bool
    case: str = "lower"  # "upper", "lower" or "mixed"
    seed: int = 0

    def render(self, body: Body) -> str:
        rng = random.Random(self.seed)
        write = _fixed if self.fixed else _free
        return "".join(write(d, _cased(t, self.case, rng), rng) for d, t in lines_of(body))


def _cased(text: str, case: str, rng: random.Random) -> str:
    """Letters outside of strings in the form's case."""
    if case == "lower":
        return text
    change = str.upper if case == "upper" else lambda s: _mixed(s, rng)
    pieces, at = [], 0
    for match in _STRING.finditer(text):
        pieces += [change(text[at : match.start()]), match[0]]
        at = match.end()
    return "".join([*pieces, change(text[at:])])


def _mixed(text: str, rng: random.Random) -> str:
    return re.sub(r"\w+", lambda m: m[0].upper() if rng.random() < 0.3 else m[0], text)


def _fixed(depth: int, text: str, rng: random.Random) -> str:
    """Columns 1 to 5 for the label, 6 for continuation, 7 to 72 for the statement."""
    match = _LABELLED.fullmatch(text)
    label, text = (match[1], match[2]) if match else ("", text)
    text = " " * min(2 * depth, 10) + text if rng.random() < 0.8 else text
    width = rng.choice((FIXED_WIDTH, FIXED_WIDTH, 40))
    pieces = [text[at : at + width] for at in range(0, len(text), width)]
    comment = "C     a comment\n" if rng.random() < 0.03 else ""
    first = f"{label:<5} {pieces[0]}\n"
    return comment + first + "".join(f"     {rng.choice('&1+')}{p}\n" for p in pieces[1:])


def _free(depth: int, text: str, rng: random.Random) -> str:
    """Lines are broken at blanks, with `&` at the end and sometimes at the beginning."""
    match = _LABELLED.fullmatch(text)
    label, text = (match[1] + " ", match[2]) if match else ("", text)
    indent = " " * (2 * depth)
    width = rng.choice((FREE_WIDTH, FREE_WIDTH, 50))
    pieces: list[str] = []
    for word in text.split(" "):
        if pieces and len(pieces[-1]) + len(word) < width:
            pieces[-1] += " " + word
        else:
            pieces.append(word)
    lead = "& " if rng.random() < 0.5 else ""
    joint = f" &\n{indent}    {lead}"
    comment = " ! a comment" if rng.random() < 0.03 else ""
    return f"{indent}{label}{joint.join(pieces)}{comment}\n"
