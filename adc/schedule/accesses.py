"""What nodes of the loop tree read and write, and which loops keep their iterations apart."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

import sympy

from adc.ir.enums import Update
from adc.ir.expressions import Expr, Index, reads
from adc.ir.shapes import MEMORY, names, symbol
from adc.schedule.tree import (
    Call,
    Comment,
    Declare,
    For,
    If,
    Keep,
    Node,
    Rewind,
    Statement,
    Tree,
    part_variables,
    parts,
)


class AccessKind(StrEnum):
    """What an access does; those of a call stand for accesses that are out of reach in it."""

    READ = "read"
    WRITE = "write"
    ADD = "add"
    CALL_READ = "call read"
    CALL_WRITE = "call write"

    @staticmethod
    def of(op: Update) -> AccessKind:
        """That of a statement's target."""
        return AccessKind.WRITE if op == Update.ASSIGN else AccessKind.ADD


@dataclass(frozen=True)
class Touch:
    """One access.

    `inner` are the loop variables between the node that was asked and the access.
    """

    container: str
    index: Index
    kind: AccessKind
    inner: frozenset[str]


def touches(nodes: Iterable[Node], inner: frozenset[str] = frozenset()) -> Iterator[Touch]:
    """Every access below `nodes`, in program order; a statement's reads before its write."""
    for node in nodes:
        if isinstance(node, For):
            for expr in (node.count, node.test):
                if expr is not None:
                    yield from _reads(expr, inner | {node.var})
            yield from touches(node.body, inner | {node.var})
        elif isinstance(node, (Keep, Rewind)):
            for variables, part in zip(part_variables(node), parts(node), strict=True):
                yield from touches(part, inner.union(variables))
        elif isinstance(node, If):
            yield from _reads(node.condition, inner)
            yield from touches(node.then, inner)
            yield from touches(node.orelse, inner)
        elif isinstance(node, Statement):
            yield from _reads(node.expr, inner)
            kind = AccessKind.of(node.op)
            yield Touch(node.target.container, node.target.index, kind, inner)
        elif isinstance(node, Declare):
            yield from _reads(node.expr, inner)
            yield Touch(node.name, (), AccessKind.WRITE, inner)
        elif isinstance(node, Call):
            yield from _call_touches(node, inner)
        else:
            assert isinstance(node, Comment)


def touched(node: Node) -> frozenset[str]:
    """The containers that `node` reads or writes; a node remembers them."""
    known: frozenset[str] | None = node.__dict__.get("_touched")
    if known is None:
        known = frozenset(t.container for t in touches((node,)))
        node.__dict__["_touched"] = known
    return known


def written(node: Node) -> frozenset[str]:
    """The containers that `node` writes; a node remembers them."""
    known: frozenset[str] | None = node.__dict__.get("_written")
    if known is None:
        known = frozenset(t.container for t in touches((node,)) if t.kind != AccessKind.READ)
        node.__dict__["_written"] = known
    return known


def _reads(expr: Expr, inner: frozenset[str]) -> Iterator[Touch]:
    for read in reads(expr):
        yield Touch(read.container, read.index, AccessKind.READ, inner)


def _call_touches(node: Call, inner: frozenset[str]) -> Iterator[Touch]:
    """A call stands for its Compute, whose domain is inside it."""
    compute = node.compute
    inner = inner | {d.var for d in compute.domain}
    yield from _reads(compute.expr, inner)
    kind = AccessKind.of(compute.op)
    yield Touch(compute.target.container, compute.target.index, kind, inner)


@dataclass(frozen=True)
class SliceKey:
    """Position `axis` of an index is `factor*var + offset`, and `offset` does not vary inside."""

    axis: int
    factor: sympy.Expr
    offset: sympy.Expr


@lru_cache(maxsize=MEMORY)
def slice_keys(touch: Touch, var: str) -> frozenset[SliceKey]:
    """The ways in which different values of `var` lead `touch` to different elements."""
    v = symbol(var)
    found: set[SliceKey] = set()
    for axis, position in enumerate(touch.index):
        if var not in names(position) or not position.is_polynomial(v):
            continue
        factor = position.coeff(v, 1)
        offset = sympy.expand(position - factor * v)
        if factor.is_Integer and factor != 0 and not names(offset) & (touch.inner | {var}):
            found.add(SliceKey(axis, factor, offset))
    return frozenset(found)


def apart(group: Iterable[Touch], var: str) -> bool:
    """Whether different values of `var` never meet in one element: one key fits all accesses."""
    common: frozenset[SliceKey] | None = None
    for touch in group:
        keys = slice_keys(touch, var)
        common = keys if common is None else common & keys
        if not common:
            return False
    return True


def by_container(found: Iterable[Touch]) -> dict[str, list[Touch]]:
    groups: dict[str, list[Touch]] = {}
    for touch in found:
        groups.setdefault(touch.container, []).append(touch)
    return groups


def used_containers(tree: Tree) -> list[str]:
    """The containers that `tree` touches, in order of first use."""
    return list(dict.fromkeys(t.container for t in touches(tree)))
