"""Which loops may run their iterations at the same time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

import sympy

from adc.ir.enums import Update
from adc.ir.expressions import Const
from adc.ir.shapes import MEMORY, names, symbol
from adc.schedule.accesses import AccessKind, Touch, apart, by_container, by_slot, touches
from adc.schedule.tree import (
    Declare,
    For,
    Keep,
    LibraryCall,
    Node,
    Parallel,
    Parallelism,
    Rewind,
    RoutineCall,
    Statement,
    Tree,
    part_variables,
    parts,
    walk,
    with_parts,
)
from adc.schedule.work import (
    few_trips,
    open_ended,
    read_bounds,
    strips_of,
    weight_of,
    work_of,
)


def parallel(tree: Tree, around: int = 0, outer: frozenset[str] = frozenset()) -> Tree:
    """`tree` with the outermost loops marked that may run their iterations on several threads.

    Starting threads is not for the inside of deep loops: a nest is marked if it is at least as
    deep as the number of loops `around` it, whose variables are `outer`. A loop over segments and
    the loop over the steps of one count as one. What a few iterations do beside a loop with more
    work in every size, as at the edges of a stencil, is not worth another start of threads.
    """
    few = [node for node in tree if isinstance(node, For) and few_trips(node)]
    many = [n for n in tree if few and isinstance(n, For) and not few_trips(n)]
    works = [work_of(node) for node in many]
    slight = {id(node) for node in few if any(_outgrown(work_of(node), work) for work in works)}
    return tuple(node if id(node) in slight else _marked(node, around, outer) for node in tree)


def weighed(tree: Tree) -> Tree:
    """`tree` with the work of loops on threads told in flops, about, instead of statements: threads
    are worth starting for fewer elements where each takes more."""
    return tuple(_weighed(node) for node in tree)


def _weighed(node: Node) -> Node:
    node = with_parts(node, tuple(weighed(part) for part in parts(node)))
    if isinstance(node, For) and node.parallel and node.parallel.kind is Parallelism.THREADS:
        work = weight_of(node) * node.parallel.work
        return replace(node, parallel=replace(node.parallel, work=work))
    return node


@lru_cache(maxsize=MEMORY)
def _outgrown(work: sympy.Expr, other: sympy.Expr) -> bool:
    """Whether `other` is `work` times something that grows with sizes."""
    times = sympy.cancel(other / work)
    return bool(times.free_symbols) and bool(times.is_polynomial())


def _marked(node: Node, around: int, outer: frozenset[str]) -> Node:
    if isinstance(node, For):
        if node.threaded:
            return node
        if depth(node) >= around and is_parallel(node):
            return over_threads(node)
        around += not _in_segment(node, outer)
    inside = zip(part_variables(node), parts(node), strict=True)
    return with_parts(node, tuple(parallel(part, around, outer.union(own)) for own, part in inside))


def over_threads(loop: For, work: sympy.Expr | None = None) -> For:
    """`loop` with its iterations on several threads; `work` is what it has to do, where that is
    known."""
    private = tuple(dict.fromkeys(n.name for n in walk(loop.body) if isinstance(n, Declare)))
    work = work_of(loop) if work is None else work
    parallel = Parallel(Parallelism.THREADS, work, private)
    body = tuple(_atomic(node, frozenset(private)) for node in loop.body)
    return replace(loop, parallel=parallel, body=body)


def _atomic(node: Node, private: frozenset[str]) -> Node:
    """`node` with what it writes to scalars that all iterations share made atomic."""
    if isinstance(node, Statement):
        shared = not node.target.index and node.target.container not in private
        return replace(node, atomic=True) if shared else node
    inner = tuple(tuple(_atomic(n, private) for n in part) for part in parts(node))
    return with_parts(node, inner)


def _in_segment(loop: For, outer: frozenset[str]) -> bool:
    """Whether `loop` begins at a multiple of a variable around it: the steps of one segment."""
    counted = names(loop.start) & outer
    return any(loop.start.coeff(symbol(v), 1) not in (0, 1, -1) for v in counted)


def depth(node: Node) -> int:
    """How many loops stand inside each other in `node`."""
    inner = max((depth(n) for part in parts(node) for n in part), default=0)
    return inner + isinstance(node, For)


def is_parallel(loop: For) -> bool:
    """Whether no iteration of `loop` touches an element that another one writes, and there can be
    more than a few.

    Scalars declared in the loop belong to one iteration. Others may be given one and the same
    number by all, as a flag is. A matrix product inside is left alone: it is parallel itself. A
    routine with buffers of its own has them in one workspace, which all iterations write.
    """
    return not _together(loop)


def sums_apart(loop: For) -> tuple[str, ...]:
    """The scalars that all iterations add to, if nothing else keeps them from running at the same
    time."""
    found = _together(loop)
    groups = by_container(touches(loop.body))
    adding = all(
        name in groups and all(t.kind == AccessKind.ADD and not t.index for t in groups[name])
        for name in found
    )
    return found if adding else ()


def _together(loop: For) -> tuple[str, ...]:
    """The containers of which an iteration touches what another one writes; "" stands for all
    that may not run on threads at all. A loop remembers them."""
    known: tuple[str, ...] | None = loop.__dict__.get("_together")
    if known is None:
        known = _found_together(loop)
        loop.__dict__["_together"] = known
    return known


def _found_together(loop: For) -> tuple[str, ...]:
    if open_ended(loop) or read_bounds(loop) or few_trips(loop):
        return ("",)
    if any(isinstance(n, (Keep, LibraryCall, Rewind)) for n in walk(loop.body)):
        return ("",)
    if any(isinstance(n, RoutineCall) and n.library for n in walk(loop.body)):
        return ("",)
    private = {n.name for n in walk(loop.body) if isinstance(n, Declare)}
    variables = (loop.var, *strips_of(loop))
    groups = by_slot(touches(loop.body), frozenset(variables))
    found = (
        name
        for (name, _), group in groups.items()
        if name not in private
        and any(_writes(t) for t in group)
        and not all(t.kind == AccessKind.ATOMIC for t in group)
        and not any(apart(group, var) for var in variables)
        and not _is_flag(loop, name, group)
    )
    return tuple(dict.fromkeys(found))


def _is_flag(loop: For, name: str, group: Sequence[Touch]) -> bool:
    """Whether the scalar `name` is only ever given one literal in `loop`."""
    given = [n for n in walk(loop.body) if isinstance(n, Statement) and n.target.container == name]
    literals = {n.expr for n in given if n.op == Update.ASSIGN and isinstance(n.expr, Const)}
    alike = len(literals) == 1 and all(n.op == Update.ASSIGN and n.expr in literals for n in given)
    return alike and all(t.kind == AccessKind.WRITE and not t.index for t in group)


def _writes(touch: Touch) -> bool:
    return touch.kind != AccessKind.READ
