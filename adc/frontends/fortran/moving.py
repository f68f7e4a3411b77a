"""Procedures that may give an array's storage to another by MOVE_ALLOC, as the texts say it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from adc.frontends.fortran import tree
from adc.frontends.fortran.asked_pointers import refused, root_of
from adc.frontends.fortran.usage import names_in, walk

_WORD = re.compile(r"[a-z][a-z0-9_]*")
_ROUTINES = ("subroutine", "function", "program")


@dataclass(frozen=True)
class Moving:
    """`movers` are the names of procedures, and of what may mean them; `known` those of others."""

    movers: frozenset[str] = frozenset()
    known: frozenset[str] = frozenset()

    def may_move(self, node: object) -> bool:
        """Whether `node` is a reference of a procedure that may."""
        match node:
            case tree.Call(name=name):
                return (
                    name != "move_alloc"
                    and bool(self.movers)
                    and (name in self.movers or name not in self.known)
                )
            case tree.Apply(name=name):
                return name in self.movers
            case tree.Component(name=name, arguments=arguments):
                return arguments is not None and name in self.movers
        return False

    def moved(
        self, body: tree.Body, roots: set[str], own: set[str]
    ) -> tree.Call | tree.Apply | tree.Component | None:
        """The first reference in `body` that may move one of the variables `roots`: it is passed,
        or none of those that the unit has for its `own`."""
        for node in walk(body):
            if self.may_move(node) and (not roots <= own or roots & names_in(node)):
                return node
        return None


def moving(units: Iterable[tuple[str, str, list[str]]]) -> Moving:
    """`units`: the kinds, names and lines of all units."""
    texts = list(units)
    routines = [(name, lines) for kind, name, lines in texts if kind in _ROUTINES]
    found = {n for n, lines in routines if any("move_alloc" in line for line in lines)}
    if not found:
        return Moving()
    words = [(name, set(_WORD.findall(" ".join(lines)))) for name, lines in routines]
    meant = [pair for _, _, lines in texts for pair in _meant(lines)]
    before: set[str] = set()
    while before != found:
        before = set(found)
        found |= {name for name, used in words if used & found}
        found |= {name for name, other in meant if other in found}
    return Moving(frozenset(found), frozenset({name for name, _ in routines} - found))


def _meant(lines: list[str]) -> Iterable[tuple[str, str]]:
    """Names, each with one that it may mean: of interfaces, of USE and of bound procedures."""
    interface = ""
    for line in lines:
        opened = re.match(r"(?:abstract +)?interface\b *(\w*)", line)
        if opened:
            interface = opened.group(1)
        elif re.match(r"end *interface\b", line):
            interface = ""
        elif interface:
            yield from ((interface, word) for word in _WORD.findall(line))
        found = re.search(r"(\w+) *=> *(\w.*)", line)
        if found:
            yield from ((found.group(1), word) for word in _WORD.findall(found.group(2)))
            yield from re.findall(r"(\w+) *=> *(\w+)", line)


@dataclass(frozen=True)
class Moves:
    """What may move the target of a pointer: `declared` are the names of variables of the unit's
    own, `pointers` those of its pointers."""

    moving: Moving
    declared: set[str]
    pointers: set[str]

    def check(self, body: tree.Body, name: str, selector: tree.Expr, roots: set[str]) -> None:
        """Raises ADC0157 where a procedure that `body` calls may move the array of `roots`, to
        which `name` is bound there."""
        array = isinstance(selector, tree.Name | tree.Apply) or any(
            isinstance(node, tree.Apply) and node.name == name for node in walk(body)
        )
        if name in self.pointers or array:
            node = self.moving.moved(body, roots, self.declared)
            if node is not None:
                raise refused(node.span)

    def check_counted(self, body: tree.Body, pointed: Iterable[tree.PointTo]) -> None:
        """The same for pointers with bounds of their own, anywhere in the unit's `body`."""
        for statement in pointed:
            if isinstance(statement.target, tree.Apply):
                roots = {root_of(statement.value)}
                node = self.moving.moved(body, roots, self.declared)
                moved = [n for n in walk(body) if isinstance(n, tree.Call)
                         and n.name == "move_alloc" and roots & names_in(n)]  # fmt: skip
                if node is not None or moved:
                    raise refused(node.span if node is not None else moved[0].span)
