"""Names for loops, so that EXIT and CYCLE still mean them inside of the loops that GOTOs make."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from adc.frontends.fortran import tree
from adc.frontends.fortran.nested import bodies, targets, with_bodies, within

#: What begins the names; no Fortran source can spell them.
_NAME = "loop%"


def with_named_loops(body: tree.Body) -> tree.Body:
    """`body` where each loop without a name that has a label to jump to, and an EXIT or CYCLE of
    its own, is named, and these by it."""
    return _Naming().visit(body)


class _Naming:
    """Numbers names from 1."""

    def __init__(self) -> None:
        self.highest = 0

    def visit(self, body: tree.Body) -> tree.Body:
        return tuple(with_bodies(self.named(s), self.visit) for s in body)

    def named(self, loop: tree.Statement) -> tree.Statement:
        if not isinstance(loop, (tree.Do, tree.DoWhile)) or not _may_repeat(loop.body):
            return loop
        if not any(True for _ in _own_jumps(loop.body)):
            return loop
        name = loop.name
        if not name:
            self.highest += 1
            name = f"{_NAME}{self.highest}"
        return replace(loop, name=name, body=_spelled(loop.body, name))


def _may_repeat(body: tree.Body) -> bool:
    """Whether there is a label in `body` that a GOTO in it leads to."""
    own = {s.label for s in within(body) if s.label}
    return any(own & targets(s) for s in body)


def _own_jumps(body: tree.Body) -> Iterator[tree.Statement]:
    """The EXITs and CYCLEs without a name that mean the loop whose body `body` is."""
    for statement in body:
        if isinstance(statement, (tree.Exit, tree.Cycle)) and not statement.loop:
            yield statement
        if not isinstance(statement, (tree.Do, tree.DoWhile, tree.Forall)):
            for inner in bodies(statement):
                yield from _own_jumps(inner)


def _spelled(body: tree.Body, name: str) -> tree.Body:
    """`body` with the loop's name in those of its jumps that mean it."""

    def spelled(statement: tree.Statement) -> tree.Statement:
        if isinstance(statement, (tree.Exit, tree.Cycle)) and not statement.loop:
            return replace(statement, loop=name)
        if isinstance(statement, (tree.Do, tree.DoWhile, tree.Forall)):
            return statement
        return with_bodies(statement, lambda b: _spelled(b, name))

    return tuple(spelled(s) for s in body)
