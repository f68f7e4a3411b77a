"""Runs a program on NumPy arrays: the reference semantics of the IR."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Any

import numpy as np

from adc.interpret.domains import Points, points_of, projection, spread
from adc.interpret.errors import InterpreterError, PositionsError, SizesError
from adc.interpret.memory import GIVEN, Memory
from adc.interpret.operations import operation, put, taken
from adc.interpret.snapshots import Snapshots
from adc.interpret.values import Frame, evaluate
from adc.ir.call import Call, gained_formals, given_formals, symbols_given
from adc.ir.declarations import Assumption
from adc.ir.enums import EXTREMA, Role, Update
from adc.ir.evaluation import Table, compiled, table
from adc.ir.expressions import Expr, reads
from adc.ir.node import Access, Body, Dim, Node
from adc.ir.nodes import Branch, Compute, Loop, Replay, ReverseWhile, Snapshot, While
from adc.ir.operation import Operation
from adc.ir.picked import picked_by
from adc.ir.program import Program
from adc.ir.shapes import names, symbol
from adc.ir.walking import is_silent, unknown

_RELATIONS = {
    "==": int.__eq__,
    "<=": int.__le__,
    "<": int.__lt__,
    ">=": int.__ge__,
    ">": int.__gt__,
}
#: Routines of a library by their symbols: each works on its arguments, by name, in place.
Library = Mapping[str, Callable[[dict[str, Any]], None]]


def run(
    program: Program,
    sizes: Mapping[str, int],
    inputs: Mapping[str, Any],
    *,
    fill: float | None = None,
    steps_again: dict[str, int] | None = None,
    library: Library = MappingProxyType({}),
) -> dict[str, np.ndarray]:
    """The contents of every container that is not local after one call, as fresh arrays.

    `sizes` gives all sizes and integer arguments, `inputs` every container that holds something
    on entry (outputs may be given too). What is not given is filled with NaN (a poison number
    where it is integer), or with `fill`. ValueError says what is missing, SizesError what does not
    fit; a program that breaks the IR's rules raises InterpreterError. `steps_again` takes the
    number of steps that replays ran, by loop. `library` has the external routines, by symbol.
    """
    if program.external is not None:
        integers = {name: int(n) for name, n in sizes.items()}
        _check_call(program, integers, inputs)
        return _external(program, integers, inputs, library)
    memory, integers = prepared(program, sizes, inputs, fill=fill)
    machine = Machine(memory, integers, library)
    machine.body(program.body)
    if program.misfit and bool(memory.arrays[program.misfit]):
        raise SizesError(f"{program.name}: the sizes do not fit a statement that is run")
    if steps_again is not None:
        steps_again.update(machine.steps_again)
    kept = {c.name for c in program.containers if c.role != Role.LOCAL} | set(program.returns)
    return {c.name: memory.arrays[c.name] for c in program.containers if c.name in kept}


def prepared(
    program: Program, sizes: Mapping[str, int], inputs: Mapping[str, Any], *,
    fill: float | None = None,
) -> tuple[Memory, dict[str, int]]:  # fmt: skip
    """The containers as a call of `program` finds them, and its integers; arguments as for `run`,
    and what they have to be is checked."""
    integers = {name: int(n) for name, n in sizes.items()}
    _check_call(program, integers, inputs)
    memory = Memory(program, integers)
    for container in program.containers:
        if container.name in inputs:
            memory.load(container, inputs[container.name])
        else:
            memory.allocate(container, fill)
    _check_positions(memory, integers)
    return memory, integers


def _external(
    program: Program, sizes: Mapping[str, int], inputs: Mapping[str, Any], library: Library
) -> dict[str, np.ndarray]:
    """What the routine of a library leaves in its arguments."""
    assert program.external is not None
    symbol = program.external.symbol
    if symbol not in library:
        raise InterpreterError(f"{program.name}: the interpreter has no routine {symbol}")
    memory = Memory(program, dict(sizes))
    for container in program.containers:
        if container.name in inputs:
            memory.load(container, inputs[container.name])
        else:
            memory.allocate(container, None)
    held = {c.name: memory.arrays[c.name] for c in program.containers}
    library[symbol]({**sizes, **held})
    return held


def _check_call(program: Program, sizes: dict[str, int], inputs: Mapping[str, Any]) -> None:
    missing = [name for name in program.symbols if name not in sizes]
    missing += [c.name for c in program.containers if c.role in GIVEN and c.name not in inputs]
    if missing:
        raise ValueError(f"{program.name}: no value for {', '.join(missing)}")
    unknown = [name for name in inputs if name not in program.by_name]
    if unknown:
        raise ValueError(f"{program.name}: has no container {', '.join(unknown)}")
    broken = tuple(a for a in program.assumptions if not holds(a, sizes))
    if broken:
        a = broken[0]
        message = f"{program.name}: {a.left} {a.relation} {a.right} does not hold"
        raise SizesError(message, broken)


def _check_positions(memory: Memory, sizes: dict[str, int]) -> None:
    """Arrays that subscripts are read from hold what their `within` says."""
    for container in memory.program.containers:
        for row in container.within if container.name in memory.arrays else ():
            low, stop, first, end = (e if e is None else compiled(e)(sizes) for e in row)
            held = memory.arrays[container.name][first:end]
            if np.any((held < low) | (held >= stop)):
                told = f"{container.name} holds what is not in {low}:{stop}"
                raise PositionsError(f"{memory.program.name}: {told}")
            if container.unique and len(np.unique(held)) < held.size:
                raise PositionsError(f"{memory.program.name}: {container.name} has equal elements")


def holds(assumption: Assumption, sizes: dict[str, int]) -> bool:
    left, right = compiled(assumption.left)(sizes), compiled(assumption.right)(sizes)
    return _RELATIONS[assumption.relation](left, right)


def tables(memory: Memory) -> dict[str, Table]:
    """The integer arrays of the caller's, under the names by which subscripts read them."""
    return {
        table(c.name): Table(memory.arrays[c.name])
        for c in memory.program.containers
        if c.role == Role.INPUT and c.dtype.is_integer and c.shape
    }


class Machine:
    """Walks the statements; `scope` holds sizes and the current values of the loops' variables."""

    def __init__(self, memory: Memory, sizes: dict[str, int], library: Library) -> None:
        self.memory = memory
        self.library = library
        self.scope: dict[str, Any] = {**sizes, **tables(memory)}
        self.snapshots: dict[str, Snapshots] = {}
        #: Forward steps run again by replays, by loop.
        self.steps_again: dict[str, int] = {}

    def body(self, body: Body) -> None:
        for node in body:
            try:
                self.node(node)
            except InterpreterError as error:
                error.span = error.span or getattr(node, "span", None)
                raise

    def node(self, node: Node) -> None:
        if isinstance(node, Compute):
            self.compute(node)
        elif isinstance(node, Loop):
            self.loop(node)
        elif isinstance(node, Branch):
            self.branch(node)
        elif isinstance(node, While):
            self.run_while(node)
        elif isinstance(node, ReverseWhile):
            self.reverse_while(node)
        elif isinstance(node, Snapshot):
            self.snapshot(node)
        elif isinstance(node, Replay):
            self.replay(node)
        elif isinstance(node, Call):
            self.call(node)
        elif isinstance(node, Operation):
            operation(node, self.memory, self.scope)
        elif not is_silent(node):
            raise unknown(node, "be run")

    def call(self, node: Call) -> None:
        """Run the routine on copies of what it is given; what it gains is written back."""
        routine = self.memory.program.routine(node.routine)
        sizes = {n: compiled(e)(self.scope) for n, e in symbols_given(node, routine).items()}
        operands = taken(node, self.memory, self.scope)
        given = dict(zip((c.name for c in given_formals(routine)), operands, strict=True))
        found = run(routine, sizes, given, library=self.library)
        gained = [found[c.name] for c in gained_formals(routine)]
        put(node, gained, self.memory, self.scope)

    def loop(self, node: Loop) -> None:
        start, stop = compiled(node.start)(self.scope), compiled(node.stop)(self.scope)
        trips = range(start, stop, node.step)
        if len(trips) > 1 and (position := picked_by(node)) is not None:
            chosen = int(evaluate(position, Points(self.scope, ()), Frame(self.memory, node.label)))
            trips = range(chosen, chosen + 1) if chosen in trips else range(0)
        for value in reversed(trips) if node.backwards else trips:
            self.scope[node.var] = value
            self.body(node.body)
        self.scope.pop(node.var, None)

    def run_while(self, node: While) -> None:
        limit = None if node.limit is None else compiled(node.limit)(self.scope)
        trips = 0
        while limit is None or trips < limit:
            self.scope[node.var] = trips
            if not self.holds(node.condition, node.label):
                break
            self.body(node.body)
            trips += 1
        self.scope.pop(node.var, None)
        self.memory.flat(node.trips)[...] = trips

    def reverse_while(self, node: ReverseWhile) -> None:
        for value in reversed(range(int(self.memory.flat(node.trips)[0]))):
            self.scope[node.var] = value
            self.body(node.body)
        self.scope.pop(node.var, None)

    def snapshot(self, node: Snapshot) -> None:
        step = compiled(node.step)(self.scope)
        held = self.snapshots.setdefault(node.loop, Snapshots(node.slots))
        if node.steps is None:
            due = held.due_online(step)
        else:
            due = held.due(step, compiled(node.steps)(self.scope))
        if due:
            self.in_slot(node.slot, held.push(step), node.body)

    def in_slot(self, variable: str, slot: int, body: Body) -> None:
        self.scope[variable] = slot
        self.body(body)
        self.scope.pop(variable, None)

    def replay(self, node: Replay) -> None:
        step = compiled(node.step)(self.scope)
        held = self.snapshots[node.loop]
        now, slot = held.nearest()
        self.in_slot(node.slot, slot, node.load)
        held.release(step)
        while now < step:
            stop = held.next_stop(now, step)
            for value in range(now, stop):
                self.scope[node.var] = value
                self.body(node.body)
                self.steps_again[node.loop] = self.steps_again.get(node.loop, 0) + 1
            self.scope.pop(node.var, None)
            now = stop
            if now < step:
                self.in_slot(node.slot, held.push(now), node.save)

    def holds(self, condition: Expr, label: str) -> bool:
        return bool(evaluate(condition, Points(self.scope, ()), Frame(self.memory, label)))

    def branch(self, node: Branch) -> None:
        holds = self.holds(node.condition, node.label or "branch")
        self.body(node.then if holds else node.orelse)

    def compute(self, node: Compute) -> None:
        container = self.memory.program.by_name.get(node.container)
        if container is None:
            raise InterpreterError(f"{node.label}: writes {node.container}, which is not declared")
        if container.role == Role.INPUT:
            raise InterpreterError(f"{node.label}: writes the input {container.name}")
        if node.op in EXTREMA:
            self.reset(node)
        points = points_of(node.domain, self.scope)
        if not node.domain and node.op not in EXTREMA:
            self.write_one(node, points)
        elif points.count:
            self.write(node, points)

    def reset(self, node: Compute) -> None:
        """Set the elements of a whole reduction to its neutral element."""
        used = frozenset().union(*(names(i) for i in node.target.index), frozenset())
        points = points_of(projection(node.domain, used), self.scope)
        flat = self.memory.flat(node.container)
        positions = self.positions(node, points)
        flat[positions] = _lowest(flat.dtype) if node.op == Update.MAX else _highest(flat.dtype)

    def positions(self, node: Compute, points: Points) -> np.ndarray:
        target = self.memory.positions(node.container, node.target.index, points, node.label)
        return spread(target, points.shape)

    def write_one(self, node: Compute, points: Points) -> None:
        """`write` for a statement without a domain, which is what most loops hold."""
        position = self.memory.positions(node.container, node.target.index, points, node.label)
        value = evaluate(node.expr, points, Frame(self.memory, node.label, node))
        flat = self.memory.flat(node.container)
        _check_type(node, value, flat)
        update = _UFUNCS.get(node.op)  # none where the value is set
        flat[position] = value if update is None else update(flat[position], value)

    def write(self, node: Compute, points: Points) -> None:
        positions = self.positions(node, points)
        distinct = _is_plainly_distinct(node.target, node.domain) or (
            np.unique(positions).size == positions.size
        )
        if node.op == Update.ASSIGN and not distinct:
            raise InterpreterError(f"{node.label}: several points write one element")
        alone = points.count == 1 and node.op not in EXTREMA
        reads_target = not alone and _reads_its_target(node)
        written = np.unique(positions) if reads_target else None
        frame = Frame(self.memory, node.label, node, written, not distinct)
        value = evaluate(node.expr, points, frame)
        flat = self.memory.flat(node.container)
        _check_type(node, value, flat)
        _store(node.op, flat, positions, spread(value, points.shape))


def _check_type(node: Compute, value: Any, flat: np.ndarray) -> None:
    if value.dtype != flat.dtype:
        raise InterpreterError(f"{node.label}: writes {value.dtype} to {flat.dtype}")


def _store(op: Update, flat: np.ndarray, positions: np.ndarray, value: np.ndarray) -> None:
    if op == Update.ASSIGN:
        flat[positions] = value
    else:
        _UFUNCS[op].at(flat, positions, value)


_UFUNCS = {Update.ADD: np.add, Update.MAX: np.maximum, Update.MIN: np.minimum}


def _lowest(dtype: np.dtype[Any]) -> float | int:
    return -np.inf if dtype.kind == "f" else int(np.iinfo(dtype).min)


def _highest(dtype: np.dtype[Any]) -> float | int:
    return np.inf if dtype.kind == "f" else int(np.iinfo(dtype).max)


@lru_cache(maxsize=None)
def _is_plainly_distinct(target: Access, domain: tuple[Dim, ...]) -> bool:
    """Whether each variable of the domain has an axis to itself, so that no element recurs."""
    variables = {d.var for d in domain}
    alone = set()
    for i in target.index:
        present = names(i) & variables
        if len(present) == 1:
            (name,) = present
            rest = (i - symbol(name), i + symbol(name))
            alone |= {name for r in rest if name not in names(r)}
    return alone == variables


def _reads_its_target(node: Compute) -> bool:
    return any(
        r.container == node.container and (r.index != node.target.index or node.op != Update.ASSIGN)
        for r in reads(node.expr)
    )
