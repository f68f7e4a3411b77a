"""Input and output statements: passed over in differentiated code, but what they change counts."""

from __future__ import annotations

from collections.abc import Iterable

from lark import Token, Tree

from adc.frontends.fortran.expressions import expression
from adc.frontends.fortran.grammar import Node, Part
from adc.frontends.fortran.line import Line
from adc.frontends.fortran.tree import Apply, Component, Expr, ImpliedDo, InputOutput, Name

KEYWORDS = (
    "print", "write", "read", "open", "close", "inquire", "rewind", "backspace", "flush",
    "end file", "wait", "pause",
)  # fmt: skip
#: Options whose variable is set, whatever the statement; INQUIRE sets nearly all of its own.
_SET = frozenset({"iostat", "iomsg", "size", "newunit", "id", "iolength"})
_INQUIRED_BY = frozenset({"unit", "file", "err"})


def transfer(line: Line, what: str, at: int) -> InputOutput:
    """The statement `what`, whose text behind the keyword begins at `at`."""
    part = Part(line, at)
    if what == "pause" or (
        what in ("rewind", "backspace", "end file", "flush") and _bare(line, at)
    ):
        if at < len(line.text):
            expression(part.parse("expr"), part)
        return InputOutput(what, (), line.whole, line.label)
    if what in ("print", "read") and _bare(line, at):
        return _formatted(line, what, part)
    control, listed = _control(part.parse("transfer"))
    assigned: list[Expr] = []
    for word, value in control:
        found = None if _is_star(value) else expression(value, part)
        set_here = word in _SET or (what == "inquire" and word and word not in _INQUIRED_BY)
        if set_here and found is not None:
            assigned.append(found)
    items = [expression(child, part) for child in listed]
    if what == "read":
        assigned += _variables(items) or _namelist(control, part)
    unit, looped = _unit(what, control, part), () if what == "read" else _looped(items)
    return InputOutput(what, tuple(assigned), line.whole, line.label, unit, looped)


def _namelist(control: list[tuple[str, Node]], part: Part) -> list[Expr]:
    """The name of the namelist whose variables a READ without items changes, or of what may be one:
    `read (5, nml=state)`, `read (5, state)`."""
    for position, (word, value) in enumerate(control):
        if (word == "nml" or (not word and position == 1)) and not _is_star(value):
            found = expression(value, part)
            return [found] if isinstance(found, Name) else []
    return []


def _bare(line: Line, at: int) -> bool:
    return not line.text.startswith("(", at)


def _formatted(line: Line, what: str, part: Part) -> InputOutput:
    """`print fmt, items` and `read fmt, items`."""
    tree = part.parse("formatted")
    assert isinstance(tree, Tree)
    layout, listed = tree.children
    if not _is_star(layout):
        expression(layout, part)
    items = [expression(child, part) for child in listed.children] if listed is not None else []
    assigned = _variables(items) if what == "read" else []
    looped = () if what == "read" else _looped(items)
    return InputOutput(what, tuple(assigned), line.whole, line.label, None, looped)


def _control(node: Node) -> tuple[list[tuple[str, Node]], list[Node]]:
    """The options in parentheses with their keywords ("" for those without), and the items."""
    assert isinstance(node, Tree)
    *options, listed = node.children
    control: list[tuple[str, Node]] = []
    for option in options:
        if isinstance(option, Tree) and option.data == "setting":
            control.append((str(option.children[0]), option.children[1]))
        else:
            control.append(("", option))
    return control, list(listed.children) if listed is not None else []


def _is_star(node: Node) -> bool:
    return isinstance(node, Token) and node.type == "STAR"


def _unit(what: str, control: list[tuple[str, Node]], part: Part) -> Expr | None:
    """The variable that a WRITE has for its unit."""
    for position, (word, value) in enumerate(control):
        if what == "write" and (word == "unit" or (not word and position == 0)):
            found = None if _is_star(value) else expression(value, part)
            return found if isinstance(found, (Name, Apply, Component)) else None
    return None


def _looped(items: Iterable[Expr]) -> tuple[str, ...]:
    """The DO variables of the implied DO loops that output has, which leave them as loops do
    (Fortran 2018, 12.6.3)."""
    loops = [item for item in items if isinstance(item, ImpliedDo)]
    return tuple(n for loop in loops for n in (loop.var, *_looped(loop.items)))


def _variables(items: list[Expr]) -> list[Expr]:
    """The variables that a READ changes; those of an implied DO with its variable."""
    found: list[Expr] = []
    for item in items:
        if isinstance(item, ImpliedDo):
            found += [*_variables(list(item.items)), Name(item.var, item.span)]
        else:
            found.append(item)
    return found
