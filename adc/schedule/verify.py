"""The verifier of the loop tree: what must hold after scheduling, whatever the program.

Small checks, each raising InternalError with the span of the node concerned. Whether iterations
of a parallel loop are apart was decided by index sets; here it is seen to that such a loop has the
form that a back end can spell.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import pairwise

import sympy

from adc.diagnostics import InternalError, Span
from adc.ir.declarations import Container
from adc.ir.enums import READ_ONLY, Role, Update
from adc.ir.expressions import Alternatives, Expr, Index, Need, Read, index_names, reads, walked
from adc.ir.node import Access
from adc.ir.nodes import Compute
from adc.ir.shapes import names, symbol
from adc.schedule.accesses import AccessKind, touches, used_containers
from adc.schedule.arena import Slot
from adc.schedule.beside import check_copies
from adc.schedule.scheduled import Scheduled
from adc.schedule.scratch import Scratch
from adc.schedule.sums import extremum
from adc.schedule.tree import (
    Copy,
    Declare,
    Fill,
    For,
    If,
    Keep,
    Launch,
    LibraryCall,
    Node,
    Parallel,
    Parallelism,
    Place,
    Refuse,
    Rewind,
    RoutineCall,
    Spread,
    Statement,
    Tree,
    part_variables,
    parts,
    walk,
)
from adc.schedule.verify_swaps import check_swaps


@dataclass(frozen=True)
class Scope:
    """What names mean at a place in the tree: integer symbols, the rank of every container, the
    scalars that a Declare begins, and those of them that have begun here."""

    symbols: frozenset[str]
    ranks: dict[str, int]
    declared: frozenset[str]
    begun: frozenset[str] = frozenset()
    constant: frozenset[str] = frozenset()

    def within(self, variables: tuple[str, ...]) -> Scope:
        return replace(self, symbols=self.symbols.union(variables))

    def after(self, node: Declare) -> Scope:
        constant = self.constant | ({node.name} if node.constant else frozenset())
        return replace(self, begun=self.begun | {node.name}, constant=constant)


def verify_scheduled(scheduled: Scheduled) -> None:
    """Raise InternalError at the first rule of loop trees that `scheduled` breaks."""
    routines = {r.program.name: r for r in scheduled.routines}
    for function in (*scheduled.routines, scheduled):
        verify_function(function, routines)


def verify_function(scheduled: Scheduled, routines: Mapping[str, Scheduled]) -> None:
    """The rules for one function, which may call `routines`."""
    program = scheduled.program
    ranks = {c.name: len(c.shape) for c in scheduled.containers}
    begins = frozenset(n.name for n in walk(scheduled.tree) if isinstance(n, Declare))
    check_hiding(scheduled.tree, frozenset(ranks) | frozenset(program.symbols))
    check_tree(scheduled.tree, Scope(frozenset(program.symbols), ranks, begins))
    check_steps(scheduled.tree)
    check_swaps(scheduled)
    check_routine_calls(scheduled, routines)
    check_arena(scheduled)
    check_host(scheduled)


# -- names -----------------------------------------------------------------------------------------


def check_hiding(tree: Tree, taken: frozenset[str]) -> None:
    """No loop variable hides another, a size or a container: a hidden one would be misread."""
    for node in tree:
        for variables, part in zip(part_variables(node), parts(node), strict=True):
            for name in variables:
                if name in taken:
                    raise fault(node, f"the loop variable {name} hides another")
            check_hiding(part, taken.union(variables))


def check_tree(tree: Tree, scope: Scope) -> None:
    """Every node of `tree` in its scope; what one declares holds for those after it."""
    for node in tree:
        check_node(node, scope)
        for variables, part in zip(part_variables(node), parts(node), strict=True):
            check_tree(part, scope.within(variables))
        if isinstance(node, Declare):
            scope = scope.after(node)


def check_node(node: Node, scope: Scope) -> None:
    if isinstance(node, For):
        check_loop(node, scope)
    elif isinstance(node, If):
        check_value(node, node.condition, scope)
    elif isinstance(node, Statement):
        check_statement(node, scope)
    elif isinstance(node, Declare):
        check_value(node, node.expr, scope)
        if node.name in scope.begun:
            raise fault(node, f"{node.name} is declared again")
        if scope.ranks.get(node.name) != 0:
            raise fault(node, f"{node.name} is declared and no scalar")
    elif isinstance(node, (Keep, Rewind)):
        check_integer(node, node.step, scope)
        if isinstance(node, Keep) and node.steps is not None:
            check_integer(node, node.steps, scope)
    elif isinstance(node, (Fill, Copy, LibraryCall)):
        check_call(node, scope)
    elif isinstance(node, RoutineCall):
        check_routine_call(node, scope)
    elif isinstance(node, Refuse) and node.container not in scope.ranks:
        raise fault(node, f"{node.container} is not declared")
    elif isinstance(node, Launch) and node.tiles:
        check_tiles(node)


def check_tiles(node: Launch) -> None:
    """Blocks go over two axes that stand in each other, and what they read by tiles stays as it is
    and has conditions that no data decide."""
    axes = [n for n in walk(node.body) if isinstance(n, For) and n.parallel is not None]
    own = {a.var for a in axes}
    if node.spread is not Spread.THREADS or len(axes) < 2:
        raise fault(node, "tiles of less than two axes")
    for outer, inner in pairwise(axes):
        if outer.body != (inner,):
            raise fault(outer, "tiles of axes that do not stand in each other")
    if any(a.step != 1 or (names(a.start) | names(a.stop)) & own for a in axes):
        raise fault(node, "tiles of axes that are not those of a box")
    written = {t.container for t in touches(node.body) if t.kind != AccessKind.READ}
    for tile in node.tiles:
        if tile.container in written or any(reads(c) for c in tile.conditions):
            raise fault(node, f"a tile of {tile.container}, which is written, or read by data")


def check_statement(node: Statement, scope: Scope) -> None:
    check_value(node, node.expr, scope)
    check_access(node, node.target.container, node.target.index, scope)
    if node.op not in set(Update):
        raise fault(node, f"unknown operator {node.op!r}")
    if node.target.container in scope.constant:
        raise fault(node, f"{node.target.container} is constant and written")


def check_value(node: Node, expr: Expr, scope: Scope) -> None:
    """Nothing is undecided, and all that `expr` names is known at its place."""
    for name in index_names(expr) - scope.symbols:
        raise fault(node, f"{name} is not in scope")
    for e in walked(expr):
        if isinstance(e, (Need, Alternatives)):
            raise fault(node, "a need is left undecided")
        if isinstance(e, Read):
            check_access(node, e.container, e.index, scope)


def check_access(node: Node, name: str, index: Index, scope: Scope) -> None:
    """`name` is there, has as many axes as subscripts, and has begun if it is a local scalar."""
    if name not in scope.ranks:
        raise fault(node, f"{name} is not declared")
    if scope.ranks[name] != len(index):
        raise fault(node, f"{name} has {scope.ranks[name]} axes, not {len(index)}")
    if name in scope.declared - scope.begun:
        raise fault(node, f"{name} is used outside of its scope")
    for position in index:
        check_integer(node, position, scope)


def check_integer(node: Node, expr: sympy.Expr, scope: Scope) -> None:
    for name in names(expr) - scope.symbols:
        raise fault(node, f"{name} is not in scope")


# -- loops -----------------------------------------------------------------------------------------


def check_loop(node: For, scope: Scope) -> None:
    """Bounds and tests; the form of loops that are counted, tested, parallel, or that sum."""
    check_integer(node, node.start, scope)
    if node.step == 0:
        raise fault(node, f"the loop over {node.var} has the step 0")
    if node.count is not None:
        check_value(node, node.count, scope)
        if not isinstance(node.count, Read) or node.stop != symbol(node.count.container):
            raise fault(node, f"the loop over {node.var} stops at another value than its count")
    else:
        check_integer(node, node.stop, scope)
    if node.test is not None:
        check_value(node, node.test, scope.within((node.var,)))
    if node.parallel is not None:
        check_parallel(node, node.parallel, scope)


def check_parallel(node: For, parallel: Parallel, scope: Scope) -> None:
    """What each iteration has for itself begins in it; then the rules of threads, or of vectors."""
    check_integer(node, parallel.work, scope)
    begun = {n.name for n in walk(node.body) if isinstance(n, Declare)}
    if begun != set(parallel.private):
        raise fault(node, f"the loop over {node.var} is wrong about what iterations have alone")
    if parallel.kind is Parallelism.VECTOR:
        check_reduced(node, parallel, scope)
    elif parallel.kind is Parallelism.LANES:
        check_lanes(node, parallel)
    elif parallel.kind in (Parallelism.GRID, Parallelism.BLOCK):
        pass
    else:
        check_threads(node, parallel)


def check_threads(node: For, parallel: Parallel) -> None:
    """Its iterations are counted before it starts, it holds no library's call and no snapshot, and
    what all of them may write is written atomically."""
    if parallel.sums or parallel.largest or parallel.smallest:
        raise fault(node, f"threads of the loop over {node.var} add to one scalar")
    if node.test is not None or node.count is not None:
        raise fault(node, f"the loop over {node.var} is parallel, and only data ends it")
    for inner in walk(node.body):
        if isinstance(inner, RoutineCall):
            check_threaded_call(inner)
        if isinstance(inner, (Keep, Rewind, LibraryCall)):
            kind = type(inner).__name__
            raise fault(node, f"the loop over {node.var} is parallel around a {kind}")
        if isinstance(inner, Statement):
            shared = not inner.target.index and inner.target.container not in parallel.private
            if shared != inner.atomic:
                raise fault(inner, f"{inner.target.container} is not as atomic as it must be")


def check_threaded_call(node: RoutineCall) -> None:
    """A routine that is called on several threads has no memory that all of them write."""
    if node.workspace or node.library:
        raise fault(node, f"{node.routine} cannot be called on several threads")
    for place in node.places:
        if place.written and not place.origin:
            raise fault(node, f"{node.routine} is called on several threads to write a scalar")


def check_lanes(node: For, parallel: Parallel) -> None:
    """Its iterations are counted and hold statements, and no scalar goes from one to the next."""
    reduced = parallel.sums or parallel.largest or parallel.smallest
    if reduced or node.test is not None or node.count is not None:
        raise fault(node, f"the loop over {node.var} adds to scalars, or only data ends it")
    for inner in walk(node.body):
        if not isinstance(inner, (Statement, Declare, If)):
            raise fault(node, f"the loop over {node.var} is lanes around a {type(inner).__name__}")
        if isinstance(inner, Statement) and not inner.target.index:
            name = inner.target.container
            if inner.atomic or name not in parallel.private:
                raise fault(inner, f"all lanes of the loop over {node.var} write {name}")


def check_reduced(node: For, parallel: Parallel, scope: Scope) -> None:
    """Each is a local scalar from outside that every statement on it only adds to, or makes the
    larger (smaller) one of itself and a value."""
    body = list(walk(node.body))
    for name in (*parallel.sums, *parallel.largest, *parallel.smallest):
        if scope.ranks.get(name) != 0 or any(
            isinstance(n, Declare) and n.name == name for n in body
        ):
            raise fault(node, f"{name} is no scalar from outside the loop over {node.var}")
        added = [n for n in body if isinstance(n, Statement) and n.target.container == name]
        if name in parallel.sums and (not added or any(n.op != Update.ADD for n in added)):
            raise fault(node, f"the loop over {node.var} does not only add to {name}")
    kinds = dict.fromkeys(parallel.largest, "maximum")
    kinds |= dict.fromkeys(parallel.smallest, "minimum")
    for name, kind in kinds.items():
        if extremum(node, Access(name, ())) != kind:
            raise fault(node, f"the loop over {node.var} does not find the {kind} {name}")


def check_steps(tree: Tree) -> None:
    """A loop's steps are kept at one place, and rewound from as many slots."""
    kept = {n.loop: n for n in walk(tree) if isinstance(n, Keep)}
    for loop, number in Counter(n.loop for n in walk(tree) if isinstance(n, Keep)).items():
        if number > 1:
            raise fault(kept[loop], f"the steps of {loop} are kept at {number} places")
    for node in walk(tree):
        if isinstance(node, (Keep, Rewind)) and node.slots < 1:
            raise fault(node, f"{node.slots} snapshots of {node.loop}")
        pair = kept.get(node.loop) if isinstance(node, Rewind) else None
        if isinstance(node, Rewind) and (pair is None or pair.slots != node.slots):
            raise fault(node, f"no snapshots of {node.loop} to rewind it from")


# -- calls -----------------------------------------------------------------------------------------


def check_call(node: Fill | Copy | LibraryCall, scope: Scope) -> None:
    """What a call works on is there, and its places have no more subscripts than axes."""
    for name, place, whole in places(node):
        if name not in scope.ranks:
            raise fault(node, f"{name} is not declared")
        if len(place) > scope.ranks[name] or (whole and len(place) != scope.ranks[name]):
            raise fault(node, f"{name} has {scope.ranks[name]} axes, not {len(place)}")
        if name in scope.declared:
            raise fault(node, f"{name} is a local scalar")
        for position in place:
            check_integer(node, position, scope)
    for amount in amounts(node):
        check_integer(node, amount, scope)
    if isinstance(node, LibraryCall):
        check_value(node, node.scale, scope)
        if any(len(o.steps) != sum(node.groups) for o in node.operands):
            raise fault(node, "an operand has no step for each axis")
        if node.groups and len(node.extents) != sum(node.groups):
            raise fault(node, "an axis has no extent")
    compute: Compute = node.compute
    inner = scope.within(tuple(d.var for d in compute.domain))
    check_value(node, compute.expr, inner)
    check_access(node, compute.container, compute.target.index, inner)


def check_routine_call(node: RoutineCall, scope: Scope) -> None:
    """What is passed is there; what is written shares no container with anything else passed."""
    for value in node.given:
        check_integer(node, value, scope)
    for value in node.values:
        check_value(node, value, scope)
    for place in node.places:
        check_access(node, place.container, place.origin, scope)
        for extent in place.extents:
            check_integer(node, extent, scope)
        if place.container in scope.declared:
            raise fault(node, f"{place.container} is a local scalar")
    passed = Counter(p.container for p in node.places)
    for place in node.places:
        if place.written and passed[place.container] > 1:
            raise fault(node, f"{place.container} is passed twice and written")


def check_routine_calls(scheduled: Scheduled, routines: Mapping[str, Scheduled]) -> None:
    """Calls fit their routines: arguments by value and by their address, types, workspaces."""
    known = scheduled.by_name
    for node in walk(scheduled.tree):
        if not isinstance(node, RoutineCall):
            continue
        if node.routine not in routines:
            raise fault(node, f"there is no routine {node.routine}")
        callee = routines[node.routine]
        counts = (len(node.given), len(node.arguments))
        if counts != (len(callee.program.symbols), len(callee.program.passed)):
            raise fault(node, f"it does not fit {node.routine}")
        for name, argument in zip(callee.program.passed, node.arguments, strict=True):
            check_argument(node, argument, callee.program[name], known)
        if bool(node.workspace) != (callee.arena_bytes != 0):
            raise fault(node, f"{node.routine} has the workspace {node.workspace or 'of nobody'}")


def check_argument(
    node: RoutineCall, argument: Place | Expr | None, formal: Container, known: dict[str, Container]
) -> None:
    """A formal that is written, and any array, is a place of its rank and type."""
    if argument is None:
        return
    if isinstance(argument, Place):
        dtype, rank = known[argument.container].dtype, len(argument.extents)
    else:
        dtype, rank = argument.dtype, 0
    if (dtype, rank) != (formal.dtype, len(formal.shape)):
        raise fault(node, f"{formal.name} gets {dtype} over {rank} axes")
    if isinstance(argument, Place) != bool(formal.shape or formal.role not in READ_ONLY):
        raise fault(node, f"{formal.name} is not passed as it must be")


def places(node: Fill | Copy | LibraryCall) -> Iterator[tuple[str, Index, bool]]:
    """The containers of a call, where in each it begins, and whether that is an element."""
    if isinstance(node, LibraryCall):
        for operand in node.operands:
            yield operand.container, operand.origin, True
        return
    yield node.compute.container, node.prefix, False
    if isinstance(node, Copy):
        yield node.source, node.source_prefix, False


def amounts(node: Fill | Copy | LibraryCall) -> tuple[sympy.Expr, ...]:
    if isinstance(node, LibraryCall):
        return (*(e for o in node.operands for e in (o.leading, *o.steps)), *node.extents)
    return (node.count,)


# -- the arena -------------------------------------------------------------------------------------


def check_arena(scheduled: Scheduled) -> None:
    """Every local array that is used has one place, in the arena or in a gradient, and nothing else
    has one."""
    known = scheduled.by_name
    passed = set(scheduled.program.passed)
    passed |= {c.name for c in scheduled.containers if c.role is Role.PARTIAL}
    passed |= {each.container.name for each in scheduled.constants}
    slots = (*scheduled.arena, *scheduled.host_arena)
    places = [slot.containers for slot in slots]
    places += [each.containers for each in scheduled.scratch]
    allocated = Counter(name for names in places for name in names)
    for each in scheduled.scratch:
        check_scratch(each, scheduled)
    for name, number in allocated.items():
        if name not in known or not known[name].shape:
            raise InternalError(f"the arena has room for {name}, which is no array")
        if number > 1 or name in passed:
            raise InternalError(f"{name} has {number} places in the arena", known[name].span)
        if name not in scheduled.lifetimes:
            raise InternalError(f"nothing is known of the lifetime of {name}", known[name].span)
    for name in used_containers(scheduled.tree):
        if known[name].shape and name not in allocated and name not in passed:
            raise InternalError(f"{name} has no place in the arena", known[name].span)
    for slot in slots:
        check_slot(slot, frozenset(scheduled.program.symbols))


def check_host(scheduled: Scheduled) -> None:
    """What is in the host's memory has that role, and copies alone touch it."""
    for name in (name for slot in scheduled.host_arena for name in slot.containers):
        if scheduled.by_name[name].role is not Role.HOST or not scheduled.host_snapshots:
            raise InternalError(f"{name} is in the host's memory", scheduled.by_name[name].span)
    check_copies(scheduled.tree, scheduled.by_name)


def check_scratch(scratch: Scratch, scheduled: Scheduled) -> None:
    """Only gradients hold other arrays, of their type, which are over when they begin."""
    known = scheduled.by_name
    target = known[scratch.array]
    if target.role is not Role.GRADIENT or scratch.array not in scheduled.program.passed:
        raise InternalError(f"{scratch.array}, which is no gradient, holds other arrays")
    for name in scratch.containers:
        if name in known and known[name].dtype != target.dtype:
            raise InternalError(f"{name} is of another type than {scratch.array}, which holds it")


def check_slot(slot: Slot, symbols: frozenset[str]) -> None:
    """Sizes and offsets are formulas of sizes; a buffer lies behind others of its slot."""
    for amount in (slot.bytes, *slot.offsets):
        for name in names(amount) - symbols:
            raise InternalError(f"the slot of {slot.containers[0]}: {name} is not in scope")
    if slot.offsets and len(slot.offsets) != len(slot.containers):
        raise InternalError(f"the slot of {slot.containers[0]} has {len(slot.offsets)} offsets")
    for name in (*slot.last, *(n for group in slot.behind for n in group)):
        if name not in slot.containers:
            raise InternalError(f"the slot of {slot.containers[0]} does not hold {name}")


def fault(node: Node, text: str) -> InternalError:
    label = getattr(node, "label", "") or getattr(getattr(node, "compute", None), "label", "")
    span: Span | None = getattr(node, "span", None)
    return InternalError(f"{label}: {text}" if label else text, span)
