"""The scheduler: the ordered list of what happens between a planned Program and its loop tree."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

import sympy

from adc.diagnostics import InternalError
from adc.ir.call import Call, calls_in, routines_used, symbols_given
from adc.ir.declarations import Container
from adc.ir.dtypes import DType
from adc.ir.enums import Role, Update
from adc.ir.expressions import Alternatives, IntValue, Need, Read, walked
from adc.ir.node import Access, Body, Node
from adc.ir.nodes import Branch, Compute, Heading, Loop, Mark, Replay, ReverseWhile, Snapshot, While
from adc.ir.operation import in_loops
from adc.ir.program import Program
from adc.ir.shapes import evaluate, names, symbol
from adc.ir.walking import data_decides, expressions_in, unknown, walk_nodes
from adc.ops.library import BlockCopy, Fourier, MatrixProduct
from adc.schedule.allocation import allocated
from adc.schedule.arena import never_negative, reference_sizes
from adc.schedule.begun import with_beginnings
from adc.schedule.beside import with_streams
from adc.schedule.blas import Products
from adc.schedule.blocks import block, with_blocks
from adc.schedule.calls import routine_call, with_blocks_for_calls, with_workspaces
from adc.schedule.constants import with_constants
from adc.schedule.contractions import Contractions
from adc.schedule.device import with_launches
from adc.schedule.factor_calls import with_factor_calls
from adc.schedule.fusion import Joining, fused
from adc.schedule.interchange import with_interchange
from adc.schedule.invariants import with_invariants
from adc.schedule.lanes import with_lanes
from adc.schedule.locals import localized, without_unread
from adc.schedule.memory import APART, Sharing
from adc.schedule.nests import nest
from adc.schedule.parallel import parallel, weighed
from adc.schedule.points import with_points
from adc.schedule.reciprocals import with_reciprocals
from adc.schedule.recurrences import with_recurrences
from adc.schedule.renaming import short_names, variables
from adc.schedule.row_blocks import has_products, with_row_blocks
from adc.schedule.rows import with_rows
from adc.schedule.scheduled import Scheduled
from adc.schedule.selections import with_selections
from adc.schedule.shared import with_shared
from adc.schedule.stretches import with_stretches
from adc.schedule.sums import with_sums
from adc.schedule.swaps import swappable, with_swaps
from adc.schedule.symmetric import with_symmetric
from adc.schedule.tiles import with_tiles
from adc.schedule.tree import (
    UNBOUNDED,
    Comment,
    Copy,
    For,
    If,
    Keep,
    Operation,
    Rewind,
    RoutineCall,
    Statement,
    Tree,
    walk,
)
from adc.simplify.raising import raise_products

#: The steps that the source's order goes without, and that `--tuned` may leave out singly.
OPTIONAL = (
    "joined_lines", "symmetric", "interchange", "invariants", "shared", "selections", "reciprocals",
    "recurrences", "row_blocks", "sums_beside", "extrema", "stretches", "weighed", "contractions",
    "rows", "lanes", "in_place", "scratch", "tiles", "atomics", "swaps", "constants",
)  # fmt: skip

#: Products by blocks of rows may make arrays live longer: by this part of the peak, at most.
MORE_BYTES = 64
#: How many pairs of arrays are tried one by one, each with an arena of its own, where not all of
#: them may change places.
MOST_SWAPS = 8


def schedule(
    program: Program,
    *,
    openmp: bool,
    blas: bool,
    sizes: Mapping[str, int] | None = None,
    library: Collection[Operation] = tuple(Operation),
    source_order: bool = True,
    without: Collection[str] = (),
    device: bool = False,
    host_snapshots: bool = False,
) -> Scheduled:
    """The loop tree of `program`, which must hold no Needs; its arena and its peak.

    `openmp` marks loops that may run in parallel; `blas` makes matrix products calls, of which the
    back end spells those in `library`; `source_order` leaves loops, and what is computed in them,
    as the statements have it; `without` names steps of `OPTIONAL` to leave out. `sizes` are the
    numbers that the arena is made small for, where they are known; it holds for all. The function
    takes memory of the host's beside a `device`'s where `host_snapshots` may be in it.
    """
    left_out = frozenset(without) & frozenset(OPTIONAL)
    called = frozenset(library if blas else set(library) & {Operation.FOURIER})
    alone = not routines_used(program)
    if not device:
        program = with_factor_calls(program, needed_alone=Operation.MATRIX_MATRIX not in called)
    used = routines_used(program)
    options = Options(openmp, called, source_order, left_out, alone=alone, device=device)
    known = sizes_given(program, used, sizes or {})
    routines: dict[str, Scheduled] = {}
    # Kernels call no functions of the user's: their calls are written out.
    for routine in () if device else used:
        given = known[routine.name]
        key = (options, tuple(given.items()))
        if key not in routine.memo:
            routine.memo[key] = scheduled_alone(routine, options, given, routines, called=True)
        routines[routine.name] = routine.memo[key]
    found = scheduled_alone(program, options, sizes or {}, routines)
    own = reached(found, routines)
    return replace(found, routines=own, host_snapshots=host_snapshots)


def reached(scheduled: Scheduled, routines: Mapping[str, Scheduled]) -> tuple[Scheduled, ...]:
    """Those of `routines` that are still called from `scheduled`, in their order."""
    wanted: set[str] = set()
    for function in (scheduled, *reversed(tuple(routines.values()))):
        if function is scheduled or function.program.name in wanted:
            wanted |= {n.routine for n in walk(function.tree) if isinstance(n, RoutineCall)}
    return tuple(r for name, r in routines.items() if name in wanted)


@dataclass(frozen=True)
class Options:
    """What `schedule` was asked for: threads, the operations that are a library's calls, the order
    of the source, and else the steps of `OPTIONAL` that are left out; whether it is of a
    function `alone`, without routines; and whether kernels on a `device` do its work."""

    openmp: bool
    library: frozenset[Operation]
    source_order: bool
    without: frozenset[str] = frozenset()
    alone: bool = True
    device: bool = False

    def has(self, step: str) -> bool:
        return not self.source_order and step not in self.without

    @property
    def contractions(self) -> bool:
        """Whether products over several axes are calls."""
        return Operation.CONTRACTION in self.library and self.has("contractions")


def sizes_given(
    program: Program, routines: Sequence[Program], sizes: Mapping[str, int]
) -> dict[str, dict[str, int]]:
    """For each routine the numbers that its first call gives its sizes and integers, as far as no
    loop's variable is in them; `routines` stand after those that they call."""
    found: dict[str, dict[str, int]] = {}
    callers = [(program, dict(sizes)), *((r, None) for r in reversed(routines))]
    for caller, own in callers:
        numbers = reference_sizes(caller, found.get(caller.name, {}) if own is None else own)
        for call in calls_in(caller.body):
            given = symbols_given(call, caller.routine(call.routine))
            fixed = {n: e for n, e in given.items() if names(e) <= numbers.keys()}
            found.setdefault(call.routine, {n: evaluate(e, numbers) for n, e in fixed.items()})
    return found


def scheduled_alone(
    program: Program,
    options: Options,
    sizes: Mapping[str, int],
    routines: Mapping[str, Scheduled],
    called: bool = False,
) -> Scheduled:
    """The loop tree of one function; `routines` are those that it may call. `called`: it is one
    itself, whose arguments are its caller's own memory."""
    products = Products(program.by_name, options.library)
    kept = BlockCopy if options.device else Call
    program = in_loops(program, lambda n: products.has(n) or isinstance(n, kept))
    products = Products(program.by_name, options.library)
    program = with_blocks_for_calls(program)
    check_planned(program)
    arguments = frozenset(program.passed)
    local = frozenset(c.name for c in program.containers) - arguments - program.flags
    raised = raise_products(program, products.has) if products.library else program
    copies = swappable(raised) if options.has("swaps") else {}
    ordering = Ordering(program, options, sizes, routines, local, called, tuple(copies))
    making = Making(products, routines, copies)
    plain = build(raised.body, making)
    if not options.contractions or any(data_decides(n) for n in walk_nodes(program.body)):
        return ordering.shared(ordering.best(without_unread(plain, local)))
    contractions = Contractions(program.by_name, reference_sizes(program, sizes))
    tree = build(raised.body, replace(making, contractions=contractions))
    found = ordering.best(without_unread(tree, local))
    if tree == plain:
        return ordering.shared(found)
    other = ordering.best(without_unread(plain, local))
    least = found if ordering.arena_bytes(found) <= ordering.arena_bytes(other) else other
    return ordering.shared(least)


@dataclass(frozen=True)
class Ordering:
    """What becomes of a tree: joined loops, scalars, parallel loops, arena.

    `local` are the containers that no caller sees. `called`: it is a routine of another function's.
    `swaps` are the labels of copies instead of which arrays may change places.
    """

    program: Program
    options: Options
    sizes: Mapping[str, int]
    routines: Mapping[str, Scheduled]
    local: frozenset[str]
    called: bool = False
    swaps: tuple[str, ...] = ()

    def best(self, tree: Tree) -> Scheduled:
        """The schedule with most loops joined that holds no more than where only loops of one
        source line are."""
        plain = fused(tree, self.local)
        found = self.finished(plain)
        if not self.options.has("joined_lines"):
            return found
        limit = self.arena_bytes(found)
        for joining in (Joining.FOR_ARRAYS, Joining.FOR_SCALARS):
            joined = fused(tree, self.local, joining)
            other = found if joined == plain else self.finished(joined)
            if self.arena_bytes(other) <= limit:
                return other
        return found

    def shared(self, found: Scheduled) -> Scheduled:
        """`found` with arrays in the place of others, and in gradients, and with arrays that change
        places instead of being copied, where that holds no more. This comes last: loops are joined
        by what they hold without it."""
        plain = best = self.sharing(found, found.tree)
        kept: set[str] = set()
        for more in (self.swaps, *((label,) for label in self.swaps[:MOST_SWAPS])):
            tree = with_swaps(found.tree, kept.union(more), found.containers, self.local)
            if tree == best.tree:
                continue
            other = self.sharing(found, tree)
            if self.arena_bytes(other) <= self.arena_bytes(plain):
                best = other
                kept.update(more)
        return best

    def sharing(self, found: Scheduled, tree: Tree) -> Scheduled:
        """`found` with its `tree` or another one, and arrays in the place of others, and in
        gradients."""
        has = self.options.has
        sharing = Sharing(has("in_place"), has("scratch") and not self.called)
        if sharing == APART or not found.arena or self.options.device:
            return found if tree is found.tree else self.placed(found, tree)
        return self.placed(found, tree, sharing)

    def placed(self, found: Scheduled, tree: Tree, sharing: Sharing = APART) -> Scheduled:
        """`found` with another `tree`, or arrays in the place of others."""
        known, made = found.constants, found.containers
        return allocated(self.program, made, tree, self.sizes, sharing, constants=known)

    def arena_bytes(self, found: Scheduled) -> int:
        return evaluate(found.arena_bytes, reference_sizes(self.program, self.sizes))

    def finished(self, tree: Tree) -> Scheduled:
        """The schedule of a tree whose loops are joined; with products by blocks of rows where it
        holds hardly more by that."""
        if self.options.device:
            return self.on_device(tree)
        plain = self.with_passes(tree)
        if not self.options.has("row_blocks") or not has_products(tree):
            return plain
        found = self.with_passes(tree, blocks=True)
        known = reference_sizes(self.program, self.sizes)
        least, peak = (evaluate(s.peak_bytes, known) for s in (plain, found))
        return found if MORE_BYTES * (peak - least) <= least else plain

    def with_passes(self, tree: Tree, blocks: bool = False) -> Scheduled:
        """The schedule of a tree whose loops are joined, with `blocks` of rows or without."""
        program, local = self.program, self.local
        tree, containers = localized(tree, program.containers, local)
        taken = {*program.by_name, *program.passed, *program.symbols}
        if self.options.has("interchange"):
            tree = with_interchange(tree, named(tree, containers, taken))
        tree = with_blocks(tree, {c.name: c for c in containers})
        tree, containers = with_workspaces(
            tree, containers, program, self.routines, frozenset(taken)
        )
        given, has = frozenset(program.passed), self.options.has
        if has("symmetric"):
            tree = with_symmetric(tree)
        if has("invariants"):
            all_names = named(tree, containers, taken)
            tree, containers = with_invariants(tree, containers, given, all_names)
        if has("shared"):
            tree, containers = with_shared(tree, containers, named(tree, containers, taken))
        if has("selections"):
            tree = with_selections(tree, containers, given, never_negative(program))
        if has("reciprocals"):
            all_names = named(tree, containers, taken)
            tree, containers = with_reciprocals(tree, containers, all_names, self.options.alone)
        if has("recurrences"):
            all_names = named(tree, containers, taken)
            tree, containers = with_recurrences(tree, containers, all_names)
        if blocks:
            tree = with_row_blocks(tree, self.sizes, named(tree, containers, taken))
        if self.options.openmp:
            all_names = named(tree, containers, taken)
            tree, containers = with_sums(
                tree, containers, local, all_names, has("sums_beside"), has("extrema")
            )
            if has("stretches"):
                seen = frozenset(c.name for c in program.containers) - local
                all_names = named(tree, containers, taken)
                tree, containers = with_stretches(tree, containers, seen, all_names)
            tree = parallel(tree)
            if has("weighed"):
                tree = weighed(tree)
        if has("rows"):
            tree, containers = with_rows(tree, containers, local, never_negative(program))
        if not self.options.source_order:
            tree = with_points(tree)
        if self.options.openmp and has("lanes"):
            tree = with_lanes(tree)
        tree = short_names(tree, frozenset(taken).union(c.name for c in containers))
        tree, constants = with_constants(tree, containers) if has("constants") else (tree, ())
        return allocated(program, containers, tree, self.sizes, constants=constants)

    def on_device(self, tree: Tree) -> Scheduled:
        """The same for kernels: what is computed is made simpler as for the host, what runs when
        and on what is the device's."""
        program, local = self.program, self.local
        tree, containers = localized(tree, program.containers, local)
        taken = {*program.by_name, *program.passed, *program.symbols}
        given, has = frozenset(program.passed), self.options.has
        if has("invariants"):
            all_names = named(tree, containers, taken)
            tree, containers = with_invariants(tree, containers, given, all_names)
        if has("shared"):
            tree, containers = with_shared(tree, containers, named(tree, containers, taken))
        if has("reciprocals"):
            all_names = named(tree, containers, taken)
            tree, containers = with_reciprocals(tree, containers, all_names, self.options.alone)
        seen = frozenset(c.name for c in program.containers) - local - program.flags
        tree, containers = with_launches(
            tree, containers, seen, named(tree, containers, taken), self.sizes,
            never_negative(program), has("atomics"),
        )  # fmt: skip
        tree = short_names(tree, frozenset(taken).union(c.name for c in containers))
        if has("tiles"):
            tree = with_tiles(tree)
        tree = with_beginnings(tree, containers, seen | frozenset(given), never_negative(program))
        tree = with_streams(tree, containers)
        host = frozenset(c.name for c in containers if c.role is Role.HOST)
        return allocated(program, containers, tree, self.sizes, host=host)


def named(tree: Tree, containers: Sequence[Container], taken: Collection[str]) -> frozenset[str]:
    """All names that a new one must differ from."""
    return variables(tree).union(taken, (c.name for c in containers))


def check_planned(program: Program) -> None:
    for _, expr, _ in expressions_in(program.body):
        if any(isinstance(e, (Need, Alternatives)) for e in walked(expr)):
            raise InternalError("a program with open Needs cannot be scheduled")


@dataclass(frozen=True)
class Making:
    """What a tree is made with: a library's products, the routines that may be called, and the
    `copies` that stay calls, by their labels, whatever stands beside them."""

    products: Products
    routines: Mapping[str, Scheduled]
    copies: Mapping[str, Copy]
    contractions: Contractions | None = None


def build(body: Body, make: Making) -> Tree:
    """The tree of `body`, statement by statement, nothing joined yet.

    Products that are left as operations become a library's calls.
    """
    return tuple(new for node in body for new in _build_node(node, make))


def _build_node(node: Node, make: Making) -> Tree:
    if isinstance(node, Heading):
        return (Comment(node.text, node.level),)
    if isinstance(node, Mark):
        return ()
    if isinstance(node, Loop):
        body = build(node.body, make)
        loop = For(node.var, node.start, node.stop, body, node.step, node.backwards)
        return (replace(loop, sequential=True, span=node.span),)
    if isinstance(node, Branch):
        then, orelse = build(node.then, make), build(node.orelse, make)
        return (If(node.condition, then, orelse, node.span, node.label),)
    if isinstance(node, While):
        return _build_while(node, make)
    if isinstance(node, ReverseWhile):
        count = Read(node.trips, (), DType.INT64)
        stop, body = symbol(node.trips), build(node.body, make)
        down = For(node.var, sympy.Integer(0), stop, body, 1, True, True, node.span, count=count)
        return (down,)
    if isinstance(node, Snapshot):
        kept = build(node.body, make)
        return (Keep(node.loop, node.step, node.steps, node.slots, node.slot, kept, node.span),)
    if isinstance(node, Replay):
        load, body, save = (build(part, make) for part in (node.load, node.body, node.save))
        slot = node.slot
        return (
            Rewind(node.loop, node.step, node.slots, slot, load, node.var, body, save, node.span),
        )
    if isinstance(node, (MatrixProduct, Fourier)):
        return make.products.tree(node)
    if isinstance(node, Call):
        return (routine_call(node, make.routines[node.routine]),)
    if isinstance(node, BlockCopy):
        return (block_copy(node, make.products.containers),)
    if not isinstance(node, Compute):
        raise unknown(node, "be scheduled")
    if node.label in make.copies:
        return (make.copies[node.label],)
    called = None if make.contractions is None else make.contractions.tree(node)
    return nest(node) if called is None else called


def block_copy(node: BlockCopy, containers: Mapping[str, Container]) -> Copy:
    found = block(node.assignment(node.label), dict(containers))
    if not isinstance(found, Copy):
        raise InternalError(f"{node.title}: it copies no block", node.span)
    return found


def _build_while(node: While, make: Making) -> Tree:
    """A loop with a test, which counts its iterations as it goes."""
    trips = Access(node.trips, ())
    label = node.label
    zero = Statement(trips, Update.ASSIGN, IntValue(sympy.Integer(0)), node.span, label=label)
    count = Statement(trips, Update.ASSIGN, IntValue(symbol(node.var) + 1), node.span, label=label)
    stop = UNBOUNDED if node.limit is None else node.limit
    body = (*build(node.body, make), count)
    loop = For(node.var, sympy.Integer(0), stop, body, 1, False, True, node.span)
    return (zero, replace(loop, test=node.condition))
