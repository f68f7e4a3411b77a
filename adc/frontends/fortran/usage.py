"""How a unit's text uses names: which it applies to arguments, calls, or mentions at all."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, fields
from typing import Any

from adc.frontends.fortran import tree


@dataclass
class Usage:
    mentioned: set[str] = field(default_factory=set)
    applied: set[str] = field(default_factory=set)  # `f(…)` in an expression, or as a target
    called: set[str] = field(default_factory=set)
    cut: set[str] = field(default_factory=set)  # `c(2:3)`: at least one argument is a section
    kept: set[str] = field(default_factory=set)  # assigned, allocated: not a function


def usage(unit: tree.Unit) -> Usage:
    """What the declarations and the body of `unit` do with names; not what it contains."""
    found = Usage()
    told = tuple(d for d in unit.declarations if not isinstance(d, tree.Equivalence))
    for node in walk((unit.type, told, unit.body)):
        _note(node, found)
    return found


def walk(node: Any) -> Iterator[Any]:
    """Every node of `tree` below `node` (a node or tuples of them), parents first."""
    pending = [node]
    while pending:
        node = pending.pop()
        if isinstance(node, tuple):
            pending += reversed(node)
        elif tree.is_node(node):
            yield node
            pending += [getattr(node, f.name) for f in reversed(fields(node))]


def names_in(node: Any) -> set[str]:
    """The names that occur below `node`, as variables, functions or loop variables."""
    found: set[str] = set()
    for part in walk(node):
        if isinstance(part, (tree.Name, tree.Apply, tree.Call)):
            found.add(part.name)
        elif isinstance(part, (tree.Do, tree.Triplet, tree.ImpliedDo)):
            found.add(part.var)
        elif isinstance(part, tree.Allocate):
            found |= {name for name, _, _ in part.items}
    return found


def _note(node: Any, found: Usage) -> None:
    if isinstance(node, tree.Name):
        found.mentioned.add(node.name)
    elif isinstance(node, tree.Apply):
        found.applied.add(node.name)
        found.mentioned.add(node.name)
        if any(isinstance(a, tree.Section) for a in node.arguments):
            found.cut.add(node.name)
    elif isinstance(node, tree.Call):
        found.called.add(node.name)
    elif isinstance(node, (tree.Do, tree.Triplet, tree.ImpliedDo)):
        found.mentioned.add(node.var)
        found.kept.add(node.var)
    elif isinstance(node, tree.InputOutput):
        found.mentioned.update(node.looped)
        found.kept.update(node.looped)
    elif isinstance(node, tree.Assign):
        if isinstance(node.target, (tree.Name, tree.Apply)):
            found.kept.add(node.target.name)
    elif isinstance(node, tree.Allocate):
        found.kept.update(name for name, _, _ in node.items)
