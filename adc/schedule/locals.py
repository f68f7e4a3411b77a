"""Temporaries that need no memory: local scalars, declared where they get their first value."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from adc.ir.declarations import Container
from adc.ir.expressions import Expr, Index, Read, reads, transform
from adc.ir.node import Access
from adc.ir.shapes import names
from adc.schedule.accesses import AccessKind
from adc.schedule.tree import (
    Call,
    Declare,
    For,
    If,
    Keep,
    Node,
    Rewind,
    RoutineCall,
    Statement,
    Tree,
    part_variables,
    parts,
    walk,
    with_parts,
)

#: Where a node stands: its position in the tree, then (part, position) of each enclosed tree.
Path = tuple[int, ...]


@dataclass(frozen=True)
class Use:
    """One access: the tree it stands in (as the path of its owner), its position there."""

    path: Path
    variables: tuple[str, ...]
    index: Index
    kind: AccessKind
    node: Node


def localized(
    tree: Tree, containers: tuple[Container, ...], local: frozenset[str]
) -> tuple[Tree, tuple[Container, ...]]:
    """`tree` with scalars declared where they begin, and arrays shrunk to scalars where each
    element lives only within one run of one loop body.

    `local` names the containers that the caller does not see. A container that only ever is
    written goes away.
    """
    tree = without_unread(tree, local)
    chosen = births(tree, local - {c.name for c in containers if c.whole})
    tree = _rewritten(tree, chosen, _uses(tree))
    kept = tuple(replace(c, shape=()) if c.name in chosen else c for c in containers)
    return tree, kept


def births(tree: Tree, local: frozenset[str]) -> dict[str, Path]:
    """Those of `local` that can be scalars, and the assignment that each begins with."""
    table = _uses(tree)
    return {name: first for name in table if name in local and (first := _birth(table[name]))}


# -- uses ------------------------------------------------------------------------------------------


def _uses(tree: Tree) -> dict[str, list[Use]]:
    table: dict[str, list[Use]] = {}
    for name, use in _walk_uses(tree, (), ()):
        table.setdefault(name, []).append(use)
    return table


def _walk_uses(tree: Tree, owner: Path, inside: tuple[str, ...]) -> Iterator[tuple[str, Use]]:
    for position, node in enumerate(tree):
        path = (*owner, position)
        yield from _node_uses(node, path, inside)
        for number, part in enumerate(parts(node)):
            deeper = (*inside, *part_variables(node)[number])
            yield from _walk_uses(part, (*path, number), deeper)


def _node_uses(node: Node, path: Path, inside: tuple[str, ...]) -> Iterator[tuple[str, Use]]:
    """A statement's own accesses, reads first; the inside of a call counts as out of reach."""
    if isinstance(node, If):
        for read in reads(node.condition):
            yield read.container, Use(path, inside, read.index, AccessKind.READ, node)
    elif isinstance(node, For):
        for expr in (node.count, node.test):
            for read in reads(expr) if expr is not None else ():
                # A test is evaluated again and again: its reads count as inside the loop.
                yield (
                    read.container,
                    Use((*path, 0, -1), (*inside, node.var), read.index, AccessKind.READ, node),
                )
    elif isinstance(node, Statement):
        for read in reads(node.expr):
            yield read.container, Use(path, inside, read.index, AccessKind.READ, node)
        kind = AccessKind.of(node.op)
        yield node.target.container, Use(path, inside, node.target.index, kind, node)
    elif isinstance(node, Declare):
        for read in reads(node.expr):
            yield read.container, Use(path, inside, read.index, AccessKind.READ, node)
    elif isinstance(node, RoutineCall):
        yield from _routine_uses(node, path, inside)
    elif isinstance(node, Call):
        for read in reads(node.compute.expr):
            yield read.container, Use(path, inside, (), AccessKind.CALL_READ, node)
        yield node.compute.container, Use(path, inside, (), AccessKind.CALL_WRITE, node)


def _routine_uses(
    node: RoutineCall, path: Path, inside: tuple[str, ...]
) -> Iterator[tuple[str, Use]]:
    """What is passed by value is read like an operand of a statement; what is passed by its
    address stays in memory. The one thing that a routine changes is not read by that alone."""
    written = [place for place in node.places if place.written]
    for value in node.values:
        for read in reads(value):
            yield read.container, Use(path, inside, read.index, AccessKind.READ, node)
    for place in node.places:
        if place.read and written != [place]:
            yield place.container, Use(path, inside, (), AccessKind.CALL_READ, node)
        if place.written:
            yield place.container, Use(path, inside, (), AccessKind.CALL_WRITE, node)


def _birth(uses: list[Use]) -> Path | None:
    """The statement at which the container may be declared as a scalar, None if nowhere.

    That is the first access, an assignment, if every other access has the same index, comes later
    within the same tree, and no loop between them changes what the index means.
    """
    first = uses[0]
    if first.kind != AccessKind.WRITE or not isinstance(first.node, Statement):
        return None
    home = first.path[:-1]
    changing = {v for use in uses for v in use.variables[len(first.variables) :]}
    for use in uses[1:]:
        if use.path[: len(home)] != home or use.index != first.index or use.kind.startswith("call"):
            return None
    if any(names(position) & changing for position in first.index):
        return None
    return first.path


# -- rewriting -------------------------------------------------------------------------------------


def _rewritten(tree: Tree, births: dict[str, Path], table: dict[str, list[Use]]) -> Tree:
    begins = {path: name for name, path in births.items()}
    constant = {n for n in births if sum(u.kind != AccessKind.READ for u in table[n]) == 1}

    def visit(node: Node, path: Path) -> Node:
        node = with_expressions(node, lambda e: _scalar_reads(e, births))
        if not isinstance(node, Statement) or node.target.container not in births:
            return node
        name = node.target.container
        if begins.get(path) == name:
            constant_here = name in constant
            return Declare(name, node.expr, constant_here, node.span, node.note, node.label)
        return replace(node, target=Access(name, ()))

    return _mapped(tree, (), visit)


def _mapped(tree: Tree, owner: Path, visit: Callable[[Node, Path], Node]) -> Tree:
    found = []
    for position, node in enumerate(tree):
        path = (*owner, position)
        inner = tuple(_mapped(part, (*path, k), visit) for k, part in enumerate(parts(node)))
        found.append(visit(with_parts(node, inner), path))
    return tuple(found)


def with_expressions(node: Node, f: Callable[[Expr], Expr]) -> Node:
    """`node` with `f` of the expressions that it evaluates itself."""
    if isinstance(node, (Statement, Declare)):
        return replace(node, expr=f(node.expr))
    if isinstance(node, If):
        return replace(node, condition=f(node.condition))
    if isinstance(node, RoutineCall):
        return node.mapped(lambda e: e, f)
    if isinstance(node, For) and node.test is not None:
        return replace(node, test=f(node.test))
    return node


def _scalar_reads(expr: Expr, births: dict[str, Path]) -> Expr:
    def visit(e: Expr) -> Expr:
        return replace(e, index=()) if isinstance(e, Read) and e.container in births else e

    return transform(expr, visit)


# -- what nobody reads -----------------------------------------------------------------------------


def without_unread(tree: Tree, local: frozenset[str]) -> Tree:
    """`tree` without writes to local scalars and buffers that nothing reads, until none is left."""
    while True:
        read = {name for name, uses in _uses(tree).items() if any(_reading(u) for u in uses)}
        rewound = frozenset(n.loop for n in walk(tree) if isinstance(n, Rewind))
        smaller = _without_writes(tree, local - read, rewound)
        if smaller == tree:
            return tree
        tree = smaller


def _reading(use: Use) -> bool:
    return use.kind in (AccessKind.READ, AccessKind.CALL_READ)


def _without_writes(tree: Tree, unread: frozenset[str], rewound: frozenset[str]) -> Tree:
    """`tree` without writes to `unread` and what they leave empty, but for the book that is kept
    of the steps of loops that are `rewound`."""
    found: list[Node] = []
    for node in tree:
        if isinstance(node, Statement) and node.target.container in unread:
            continue
        if isinstance(node, Call) and node.compute.container in unread:
            continue
        if isinstance(node, RoutineCall) and _useless(node, unread):
            continue
        inner = tuple(_without_writes(part, unread, rewound) for part in parts(node))
        asked = isinstance(node, Keep) and node.loop in rewound
        if inner and not any(inner) and not asked:
            continue
        found.append(with_parts(node, inner))
    return tuple(found)


def _useless(node: RoutineCall, unread: frozenset[str]) -> bool:
    """Whether nothing reads what the routine gives back: it has no other effect."""
    return unread.issuperset(p.container for p in node.places if p.written)
