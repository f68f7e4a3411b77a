"""What a body costs at given sizes: points, flops, bytes moved, bytes in use at a time.

Nothing here knows a machine; `checkpoint/estimates/pricing.py` makes seconds of it. Sequential
loops and bodies become `Level`s with the distinct bytes that one pass through them touches, which
tells what can stay in a cache from one iteration to the next.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

import sympy

from adc.analysis.counting import Counter, Range, range_of
from adc.analysis.external_cost import external_cost
from adc.analysis.footprints import Footprints, Touch
from adc.analysis.levels import OWN, Level, StatementCost, Traffic, condensed, hidden, repeated
from adc.analysis.products import product_of
from adc.interpret.snapshots import advances
from adc.ir.call import Call, bindings
from adc.ir.declarations import Container
from adc.ir.enums import COPIED, Role, Update
from adc.ir.expressions import Apply, Const, Expr, IntValue, Need, Read, children, reads, walk
from adc.ir.node import Body, Node
from adc.ir.nodes import Branch, Compute, Loop, Replay, ReverseWhile, Snapshot, While
from adc.ir.operation import Operation, Section, in_loops
from adc.ir.program import Program
from adc.ir.shapes import evaluate, names
from adc.ir.walking import is_silent, walk_nodes
from adc.ops import ALL_OPS, flops

#: Iterations of a loop that data ends, where its source sets no limit.
REFERENCE_TRIPS = 100
#: An operation at least this dear (in flops) is a call of the mathematical library; its cost is
#: that many times `CALL_FLOPS`.
CALL_FLOPS = 20


def cost(body: Body, program: Program, sizes: Mapping[str, int]) -> Level:
    """The cost of `body`, whose containers are those of `program`.

    `sizes` has a value for each size and integer argument, and for the variables of loops around
    `body` where it is taken out of them. KeyError names one that is missing.
    """
    return Meter(program, sizes).body(body)


@dataclass
class Meter:
    """Measures bodies over the containers of `program` at `sizes`; it remembers what it counted."""

    program: Program
    sizes: Mapping[str, int]
    #: What one run of a routine costs, by its name and the numbers that its symbols have.
    routines: dict[tuple[str, tuple[int, ...]], Level] = field(default_factory=dict)
    #: Whether the program is a routine itself: what it calls is taken together.
    nested: bool = False
    counter: Counter = field(init=False)
    footprints: Footprints = field(init=False)

    def __post_init__(self) -> None:
        self.counter = Counter(self.sizes)
        self.containers = dict(self.program.by_name)
        self.footprints = Footprints(self.containers, self.counter)
        self._expanded: dict[int, tuple[Operation, Body]] = {}
        self._copied: dict[int, tuple[Call, tuple[Compute, ...]]] = {}
        self._limits = {
            n.trips: n.limit for n in walk_nodes(self.program.body) if isinstance(n, While)
        }
        self._statements: dict[tuple[int, tuple[Range, ...]], tuple[Compute, StatementCost]] = {}

    def body(self, body: Body) -> Level:
        self._limits |= {n.trips: n.limit for n in walk_nodes(body) if isinstance(n, While)}
        return self._level(body, (), once=True)

    def _level(
        self, body: Body, ranges: tuple[Range, ...], *, once: bool, exclusive: bool = False
    ) -> Level:
        """`body` inside `ranges`, the last of which is its own unless it is run `once`."""
        nodes = [n for n in self._plain(body) if not is_silent(n)]
        measured = tuple(joined(nodes, [self._node(n, ranges) for n in nodes]))
        outer = ranges if once else ranges[:-1]
        touches = [t for n in nodes for t in self._touches(n, ranges)]
        one = self.footprints.bytes(touches, len(ranges))
        every = one if once else self.footprints.bytes(touches, len(outer))
        own = hidden(measured)
        one, every = {**one, **own}, {**every, **own}
        executions, passes = self.counter.count(outer), self.counter.count(ranges)
        return Level(executions, passes, measured, one, every, exclusive)

    def _plain(self, body: Body) -> Iterator[Node]:
        """The nodes of `body`, operations but for calls as the statements that they equal."""
        for node in body:
            if not isinstance(node, Operation) or isinstance(node, Call):
                yield node
                continue
            if id(node) not in self._expanded:  # kept with it: its id is not given anew
                alone = replace(self.program, body=(node,))
                loops = in_loops(alone.with_containers(*self._new_containers()))
                self.containers |= loops.by_name
                self._expanded[id(node)] = (node, loops.body)
            yield from self._expanded[id(node)][1]

    def _new_containers(self) -> list[Container]:
        return [c for name, c in self.containers.items() if name not in self.program.by_name]

    def _node(self, node: Node, ranges: tuple[Range, ...]) -> Level | StatementCost:
        if isinstance(node, Compute):
            return self._statement(node, ranges)
        if isinstance(node, Call):
            return self._call(node, ranges)
        inner = [
            self._level(part, (*ranges, *own), once=not own)
            for part, own in self._scopes(node, ranges)
        ]
        if len(inner) == 1:
            return inner[0]
        touches = [*self._touches(node, ranges)]
        one = {**self.footprints.bytes(touches, len(ranges)), **hidden(inner)}
        runs = self.counter.count(ranges)
        return Level(runs, runs, tuple(inner), one, one, exclusive=isinstance(node, Branch))

    def _touches(self, node: Node, ranges: tuple[Range, ...]) -> Iterator[Touch]:
        """Every access below `node`, with the ranges around it."""
        if isinstance(node, Compute):
            domain = tuple(range_of(d) for d in node.domain)
            found = self.footprints.touches(node, (*ranges, *domain))
            yield from (t for t in found if not self.on_host(t.container))
            return
        if isinstance(node, Call):
            for use, write in (
                *((u, False) for u in node.uses),
                *((w.use, True) for w in node.writes),
            ):
                domain = tuple(range_of(d) for d in use.domain)
                yield Touch(use.container, use.index, (*ranges, *domain), write)
            return
        for part, own in self._scopes(node, ranges):
            for inner in self._plain(part):
                yield from self._touches(inner, (*ranges, *own))

    def is_beside(self, node: Compute) -> bool:
        """Whether `node` is a copy between what is staged and the host's memory."""
        sides = {node.container, *(r.container for r in reads(node.expr))}
        return {self.containers[name].role for name in sides} == COPIED

    def on_host(self, container: str) -> bool:
        return self.containers[container].role is Role.HOST

    def _scopes(
        self, node: Node, ranges: tuple[Range, ...]
    ) -> Iterator[tuple[Body, tuple[Range, ...]]]:
        """The bodies of `node`, each with the loop that it puts around them."""
        if isinstance(node, Loop):
            yield node.body, (range_of(node),)
        elif isinstance(node, (While, ReverseWhile)):
            limit = self._limits.get(node.trips)
            count = sympy.Integer(REFERENCE_TRIPS) if limit is None else limit
            yield node.body, (Range(node.var, sympy.Integer(0), count),)
        elif isinstance(node, Snapshot):
            steps = max(self._steps(node, ranges), 1)
            yield node.body, (_slots(node, min(node.slots, steps) / steps),)
        elif isinstance(node, Replay):
            yield from self._replay(node, ranges)
        else:
            yield from ((part, ()) for part in node.parts)

    def _replay(
        self, node: Replay, ranges: tuple[Range, ...]
    ) -> Iterator[tuple[Body, tuple[Range, ...]]]:
        """Each step is loaded for; what the first sweep ran already is not replayed.

        A state is saved at most once on the way: an upper bound. Positions chosen online are taken
        to be as good as binomial ones.
        """
        steps = max(self._steps(node, ranges), 1)
        replayed = advances(steps, node.slots) - (steps - 1)
        saved = min(steps, replayed)
        yield node.load, (_slots(node, 1.0),)
        again = Range(node.var, sympy.Integer(0), sympy.Integer(steps), 1, replayed / steps)
        yield node.body, (again,)
        yield node.save, (_slots(node, saved / steps),)

    def _steps(self, node: Snapshot | Replay, ranges: tuple[Range, ...]) -> int:
        """The steps of the loop that `node` stands in."""
        spans = self.footprints.spans(ranges, len(ranges))
        if isinstance(node, Snapshot) and node.steps is not None:
            return self.counter.span(node.steps, spans)[1]
        return self.counter.span(ranges[-1].count, spans)[1] if ranges else REFERENCE_TRIPS

    def _call(self, node: Call, ranges: tuple[Range, ...]) -> Level:
        """What the routine costs at the numbers that this call gives it, as often as it is run."""
        routine = self.program.routine(node.routine)
        spans = self.footprints.spans(ranges, len(ranges))
        numbers = tuple(
            evaluate(value, dict(self.sizes))
            if names(value) <= self.sizes.keys()
            else sum(self.counter.span(value, spans)) // 2
            for value in node.given
        )
        if (routine.name, numbers) not in self.routines:
            sizes = dict(zip(routine.symbols, numbers, strict=True))
            own = Meter(routine, sizes, self.routines, nested=True)
            once = external_cost(routine, sizes) if routine.external else own.body(routine.body)
            self.routines[routine.name, numbers] = once
        passed = {
            formal.name: result.container if result else _container(operand)
            for formal, operand, result in bindings(node, routine)
        }

        def actual(name: str) -> str:
            """What a container of the routine's is to the caller."""
            own = name if OWN in name else f"{routine.name}{OWN}{name}"
            return passed.get(name) or own

        once, runs = self.routines[routine.name, numbers], self.counter.count(ranges)
        once = condensed(once) if self.nested else once
        called = repeated(once, runs, actual, node.label)
        copies = tuple(self._statement(c, ranges) for c in self._copies(node, routine))
        one = self.footprints.bytes(self._touches(node, ranges), len(ranges))
        one |= hidden([called])
        return Level(runs, runs, (*copies, called), one, one)

    def _copies(self, node: Call, routine: Program) -> tuple[Compute, ...]:
        """The copies of what the call gives elsewhere than it takes it back."""
        if id(node) not in self._copied:  # kept with it: its id is not given anew
            found = [b.copied for b in bindings(node, routine)]
            copies = tuple(
                Compute(node.label, target, Update.ASSIGN, value, domain, node.span)
                for target, value, domain in filter(None, found)
            )
            self._copied[id(node)] = (node, copies)
        return self._copied[id(node)][1]

    def _statement(self, node: Compute, ranges: tuple[Range, ...]) -> StatementCost:
        key = (id(node), ranges)
        if key not in self._statements:  # the node is kept with it: its id is not given anew
            self._statements[key] = (node, self._measured(node, ranges))
        return self._statements[key][1]

    def _measured(self, node: Compute, ranges: tuple[Range, ...]) -> StatementCost:
        domain = tuple(range_of(d) for d in node.domain)
        nest = (*ranges, *domain)
        counts = [self.counter.count(nest[: len(ranges) + d]) for d in range(len(domain) + 1)]
        work, calls = _operations(node, counts)
        return StatementCost(
            node.label,
            counts[-1],
            counts[0],
            work,
            calls,
            tuple(self._traffic(node, nest, len(ranges), counts)),
            self._contiguous(node),
            bool(domain),
            is_product(node),
            self.is_beside(node),
        )

    def _traffic(
        self, node: Compute, nest: tuple[Range, ...], depth: int, counts: list[int]
    ) -> Iterator[Traffic]:
        by_container: dict[str, list[Touch]] = {}
        for touch in self.footprints.touches(node, nest):
            by_container.setdefault(touch.container, []).append(touch)
        for name, touches in by_container.items():
            if not self.containers[name].shape:
                continue
            reads = [t for t in touches if not t.write]
            writes = [t for t in touches if t.write]
            elements = [
                self.footprints.elements(group, depth, counts) for group in (reads, writes, touches)
            ]
            size = self.containers[name].dtype.itemsize
            lines = self.footprints.in_lines(touches, depth, elements[2] * size, counts[0])
            read, written = elements[0] * size, elements[1] * size
            yield Traffic(name, read, written, lines, self.on_host(name))

    def _contiguous(self, node: Compute) -> bool:
        if not node.domain:
            return False
        var = node.domain[-1].var
        indices = [node.target.index]
        indices += [e.index for e in walk(node.expr) if isinstance(e, Read)]
        for index in indices:
            for position, i in enumerate(index):
                if var not in names(i):
                    continue
                form = self.counter.linear(i)
                if position < len(index) - 1 or form is None or abs(form.get(var, 0)) != 1:
                    return False
        return True


def joined(
    nodes: Sequence[Node], measured: Sequence[Level | StatementCost]
) -> Iterator[Level | StatementCost]:
    """`measured` where neighbours of one source line over one domain are run in one loop: what one
    of them has read or written, the next ones have at hand."""
    last: tuple[object, ...] = ()
    at_hand: set[str] = set()
    for node, cost in zip(nodes, measured, strict=True):
        nest = nest_of(node)
        if not nest or nest != last or not isinstance(cost, StatementCost):
            last, at_hand = nest, set()
        if isinstance(cost, StatementCost):
            traffic = tuple(
                replace(t, read=0) if t.container in at_hand else t for t in cost.traffic
            )
            at_hand |= {t.container for t in traffic}
            cost = replace(cost, traffic=tuple(t for t in traffic if t.read + t.written))
        yield cost


def nest_of(node: Node) -> tuple[object, ...]:
    """The source line and the extents of a statement's domain; () for anything else."""
    if not isinstance(node, Compute) or not node.domain or node.span is None:
        return ()
    bounds = tuple((d.start, d.stop) for d in node.domain)
    return (node.span.file, node.span.line, bounds)


def _container(operand: Section | None) -> str:
    """The container that an operand is a section of; "" where it is a value."""
    expr = operand.expr if operand else None
    return expr.container if isinstance(expr, (Read, Need)) else ""


def _slots(node: Snapshot | Replay, weight: float) -> Range:
    return Range(node.slot, sympy.Integer(0), sympy.Integer(node.slots), 1, weight)


def _operations(node: Compute, counts: list[int]) -> tuple[int, int]:
    """Flops and calls in all, where each operation is done once per point of the domain variables
    up to the innermost that it depends on; `counts` are the points by number of variables.
    """
    order = {d.var: i + 1 for i, d in enumerate(node.domain)}
    work = calls = 0
    seen: set[Expr] = set()

    def visit(e: Expr) -> int:
        """Counts what `e` takes and returns the number of variables that it needs."""
        nonlocal work, calls
        if isinstance(e, (Read, IntValue)):
            indices = e.index if isinstance(e, Read) else (e.value,)
            return max((order.get(n, 0) for i in indices for n in names(i)), default=0)
        if isinstance(e, Const):
            return 0
        depth = max((visit(c) for c in children(e)), default=0)
        if isinstance(e, Apply) and e not in seen:
            seen.add(e)  # equal operations are done once by any compiler
            own = flops(e) - sum(flops(c) for c in e.args) if e.op != "where" else 1
            if own >= CALL_FLOPS and ALL_OPS[e.op].cost >= CALL_FLOPS:
                calls += counts[depth] * own // CALL_FLOPS
            else:
                work += counts[depth] * own
        return depth

    visit(node.expr)
    if node.op != Update.ASSIGN:
        work += counts[-1]
    return work, calls


def is_product(node: Compute) -> bool:
    """Whether `node` multiplies two matrices, each variable in two of the three arrays: the
    scheduler makes such products calls. Batched ones, or with vectors, are loops or limited by
    memory, and take the time of any other statement."""
    product = product_of(node) if len(node.domain) == 3 else None
    return product is not None and bool(product.rows and product.columns and product.inner)
