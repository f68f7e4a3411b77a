"""Activity: which values depend on the independents and reach the dependents.

A container is *varied* at a point if what it holds may depend on an independent, *useful* if what
it holds may reach a dependent (Griewank & Walther, "Evaluating Derivatives", 2nd ed., section 6.2;
Hascoet, Naumann & Pascual, "To be recorded" analysis, 2005). Both are sets of containers at each
statement, found by fixpoint through loops and united over branches. They only prune: a container
too many costs work, never a wrong derivative.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from adc.ir.enums import Update
from adc.ir.expressions import Apply, Expr, Read
from adc.ir.node import Body, Dim, Statement, Write
from adc.ir.nodes import Branch, Compute, Loop, While
from adc.ir.program import Program
from adc.ir.shapes import same, symbol
from adc.ir.walking import computes, is_silent, statements, unknown
from adc.ops import ALL_OPS


@dataclass
class Activity:
    """Per statement label: the containers varied before it and useful after it."""

    program: Program
    varied_before: dict[str, frozenset[str]] = field(default_factory=dict)
    useful_after: dict[str, frozenset[str]] = field(default_factory=dict)
    varied_at_end: frozenset[str] = frozenset()
    useful_at_start: frozenset[str] = frozenset()

    def active_reads(self, statement: Statement) -> list[Read]:
        """The distinct reads through which `statement` carries derivatives, in source order."""
        if not self.reversed_here(statement):
            return []
        varied = self.varied_before[statement.label]
        return list(dict.fromkeys(r for r in carriers(statement) if r.container in varied))

    def reversed_here(self, statement: Statement) -> bool:
        """Whether the adjoint of `statement` does anything: propagates, or clears its target."""
        useful = self.useful_after[statement.label]
        return any(w.container in useful for w in statement.writes)

    def active_containers(self) -> frozenset[str]:
        """Containers that are read or written by some statement that carries a derivative."""
        found: set[str] = set()
        for statement in statements(self.program.body):
            active = self.active_reads(statement)
            if active:
                written = {w.container for w in statement.writes}
                found |= {r.container for r in active}
                found |= {name for name in written if self.program[name].dtype.is_float}
        return frozenset(found)


def carriers(statement: Statement) -> list[Read]:
    """The reads that `statement` can have a non-zero derivative by."""
    return [r for expr, _ in statement.differentiated for r in carrying_reads(expr)]


def carrying_reads(expr: Expr) -> list[Read]:
    """The reads that `expr` can have a non-zero derivative by (flows through connected paths)."""
    if isinstance(expr, Read):
        return [expr] if expr.dtype.is_float else []
    if not isinstance(expr, Apply) or not expr.dtype.is_float:
        return []
    if expr.op == "where":
        args = expr.args[1:]
    else:
        args = tuple(a for k, a in enumerate(expr.args) if ALL_OPS[expr.op].partials[k])
    return [r for a in args for r in carrying_reads(a)]


def activity(program: Program, wrt: Iterable[str], of: Iterable[str]) -> Activity:
    """Activity of `program` with independents `wrt` (on entry) and dependents `of` (on exit)."""
    result = Activity(program)
    result.varied_at_end = _varied(program, program.body, frozenset(wrt), result)
    result.useful_at_start = _useful(program, program.body, frozenset(of), result)
    return result


def disconnected_steps(program: Program, found: Activity) -> list[Compute]:
    """Statements where a varied value meets a disconnected operation on the way to a dependent."""
    steps = []
    for statement in computes(program.body):
        varied = found.varied_before[statement.label]
        touched = any(u.container in varied for u in statement.uses)
        if touched and found.reversed_here(statement) and not found.active_reads(statement):
            steps.append(statement)
    return steps


def _varied(
    program: Program, body: Body, state: frozenset[str], result: Activity
) -> frozenset[str]:
    for node in body:
        if isinstance(node, Statement):
            before = result.varied_before.get(node.label, frozenset())
            result.varied_before[node.label] = before | state
            if any(r.container in state for r in carriers(node)):
                state |= {w.container for w in node.writes}
            else:
                state -= {w.container for w in node.writes if overwrites_wholly(program, w)}
        elif isinstance(node, (Loop, While)):
            state = _fixpoint(lambda s, b=node.body: _varied(program, b, s, result), state)
        elif isinstance(node, Branch):
            state = _varied(program, node.then, state, result) | _varied(
                program, node.orelse, state, result
            )
        elif not is_silent(node):
            raise unknown(node, "be looked at for activity")
    return state


def _useful(
    program: Program, body: Body, state: frozenset[str], result: Activity
) -> frozenset[str]:
    for node in reversed(body):
        if isinstance(node, Statement):
            after = result.useful_after.get(node.label, frozenset())
            result.useful_after[node.label] = after | state
            if any(w.container in state for w in node.writes):
                state -= {w.container for w in node.writes if overwrites_wholly(program, w)}
                state |= {r.container for r in carriers(node)}
        elif isinstance(node, (Loop, While)):
            state = _fixpoint(lambda s, b=node.body: _useful(program, b, s, result), state)
        elif isinstance(node, Branch):
            state = _useful(program, node.then, state, result) | _useful(
                program, node.orelse, state, result
            )
        elif not is_silent(node):
            raise unknown(node, "be looked at for activity")
    return state


def _fixpoint(step, state: frozenset[str]) -> frozenset[str]:  # type: ignore[no-untyped-def]
    """The least set that holds `state` and is closed under one more iteration (or none)."""
    while True:
        following = state | step(state)
        if following == state:
            return state
        state = following


def overwrites_wholly(program: Program, write: Write) -> bool:
    """Whether `write` is one of every element of its target, whatever it held (no `+=`)."""
    if write.op == Update.ADD:
        return False
    return covers(write.target.index, write.domain, program[write.container].shape)


def covers(index: tuple, domain: tuple[Dim, ...], shape: tuple) -> bool:  # type: ignore[type-arg]
    """Whether `index` over `domain` takes on every element of `shape`, each by one variable."""
    dims = {d.var: d for d in domain}
    used: set[str] = set()
    for expr, extent in zip(index, shape, strict=True):
        if expr == 0 and same(extent, 1):
            continue
        name = expr.name if expr.is_Symbol else None
        dim = dims.get(name or "")
        if dim is None or dim.var in used or expr != symbol(dim.var):
            return False
        if dim.start != 0 or not same(dim.stop, extent):
            return False
        used.add(dim.var)
    return True
