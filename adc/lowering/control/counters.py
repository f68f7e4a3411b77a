"""Integers that a `while` advances by the same amount in every iteration: expressions of its count.

`while i < n: …; i += 1` keeps `i` an expression, i0 + t in iteration t, so that it may be a
subscript (Aho, Lam, Sethi & Ullman, "Compilers", 2nd edition, 9.1.8). What `i` is when the loop
has ended is data, kept beside.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from adc.diagnostics import Span
from adc.frontends import surface
from adc.frontends.names import walk
from adc.ir.names import NameSource
from adc.lowering.control.bodies import Body, fresh_names, rewritten
from adc.lowering.liveness import assigned, used


def with_counters(function: surface.Function, taken: Iterable[str]) -> surface.Function:
    """`function` with the counters of its `while` loops written as expressions."""
    if not any(isinstance(n, surface.While) for n in walk(function.body)):
        return function
    fresh = fresh_names(function, taken)

    def change(statement: surface.Statement, before: Body) -> Body:
        return (
            counted(statement, before, fresh)
            if isinstance(statement, surface.While)
            else (statement,)
        )

    return replace(function, body=rewritten(function.body, change))


@dataclass(frozen=True)
class Step:
    """`name = name + size` (or minus) at the top level of a loop's body."""

    name: str
    op: str
    size: surface.Expr
    surely_integer: bool


def step_of(statement: surface.Statement) -> Step | None:
    if isinstance(statement, surface.AugmentedAssign):
        target, op, size = statement.target, statement.op, statement.value
        if isinstance(target, surface.Name) and op in "+-":
            return Step(target.name, op, size, False)
    if not isinstance(statement, surface.Assign) or len(statement.targets) != 1:
        return None
    target, value, integer = statement.targets[0], statement.value, False
    if isinstance(value, surface.Call) and isinstance(value.function, surface.Intrinsic):
        integer = value.function.name == "int"
        value = value.arguments[0] if integer else value
    if not isinstance(target, surface.Name) or not isinstance(value, surface.Binary):
        return None
    left = value.left
    if value.op not in "+-" or not isinstance(left, surface.Name) or left.name != target.name:
        return None
    return Step(target.name, value.op, value.right, integer)


def counted(loop: surface.While, before: Body, fresh: NameSource) -> Body:
    """The loop with its counters as expressions, and what comes before and after it."""
    steps = [s for s in map(step_of, loop.body) if s and counts(s, loop, before)]
    if not steps:
        return (loop,)
    span, count = loop.span, fresh.fresh("iteration")
    first: list[surface.Statement] = []
    start: list[surface.Statement] = []
    last: list[surface.Statement] = []
    body = list(loop.body)
    for step in steps:
        begin, kept = fresh.fresh(f"{step.name}_start"), fresh.fresh(f"{step.name}_kept")
        first += [bind(begin, name(step.name, span), span), bind(kept, name(begin, span), span)]
        moved = surface.Binary("*", step.size, name(count, span), span)
        value = surface.Binary(step.op, name(begin, span), moved, span)
        start.append(bind(step.name, value, span))
        position = next(k for k, s in enumerate(body) if step_of(s) == step)
        body.insert(position + 1, bind(kept, name(step.name, span), span))
        last.append(bind(step.name, name(kept, span), span))
    return (*first, replace(loop, body=(*start, *body), counter=count), *last)


def counts(step: Step, loop: surface.While, before: Body) -> bool:
    """Whether every iteration that another one follows takes this step once, and it alone."""
    changed = [k for k, s in enumerate(loop.body) if step.name in assigned((s,))]
    if loop.counted is not None or len(changed) != 1 or continues(loop.body[: changed[0]]):
        return False
    if used(step.size) & assigned(loop.body):
        return False
    if step.surely_integer:
        return True
    return is_integer(step.size) and begins_as_integer(step.name, before)


def continues(body: Body) -> bool:
    """Whether `continue` of this loop may pass over a step that stands behind `body`."""
    for statement in body:
        if isinstance(statement, surface.Continue):
            return True
        if isinstance(statement, surface.If) and (
            continues(statement.then) or continues(statement.orelse)
        ):
            return True
    return False


def is_integer(expr: surface.Expr) -> bool:
    return isinstance(expr, surface.Number) and expr.kind == "int"


def begins_as_integer(target: str, before: Body) -> bool:
    """Whether the last statement that assigns `target` gives it a literal integer."""
    for statement in reversed(before):
        if target in assigned((statement,)):
            simple = isinstance(statement, surface.Assign) and len(statement.targets) == 1
            return simple and is_integer(statement.value)  # type: ignore[union-attr]
    return False


def name(text: str, span: Span) -> surface.Name:
    return surface.Name(text, span)


def bind(target: str, value: surface.Expr, span: Span) -> surface.Assign:
    return surface.Assign((surface.Name(target, span),), value, span)
