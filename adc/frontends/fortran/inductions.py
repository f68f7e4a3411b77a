"""Counters that a loop advances by the same amount in every iteration (`k = k + 1`).

Their values are expressions of the DO variable, so that they may be subscripts: k = k0 + c*t in
iteration t (Aho, Lam, Sethi & Ullman, "Compilers", 2nd edition, 9.1.8).
"""

from __future__ import annotations

from collections.abc import Iterable

from adc.diagnostics import Span
from adc.frontends import surface
from adc.frontends.fortran import tree
from adc.frontends.fortran.constants import integer_constant
from adc.frontends.fortran.routine import Routine, names_in, walk
from adc.frontends.fortran.to_expressions import expression, intrinsic, minus, number, plus

_JUMPS = (tree.Cycle, tree.Exit, tree.Leave, tree.Return, tree.Stop, tree.DoWhile)


def advances(r: Routine, loop: tree.Do) -> dict[str, surface.Expr]:
    """Per counter of the loop, by how much one iteration advances it."""
    if any(isinstance(n, _JUMPS) for n in walk(loop.body)):
        return {}
    changed = {loop.var} | changed_in(loop.body)
    found = {}
    for name in sorted({n.target.name for n in walk(loop.body) if is_step(n)}):
        if counts(r, name, loop.body):
            net = advance(r, name, loop.body, changed)
            if net is not None:
                found[name] = net
    return found


def is_step(node: object) -> bool:
    """Whether a statement is `k = k + e` or `k = k - e`."""
    if not isinstance(node, tree.Assign) or not isinstance(node.target, tree.Name):
        return False
    value = node.value
    return (
        isinstance(value, tree.Binary)
        and value.op in "+-"
        and isinstance(value.left, tree.Name)
        and value.left.name == node.target.name
        and node.target.name not in names_in(value.right)
    )


def changed_in(body: tree.Body) -> set[str]:
    found: set[str] = set()
    for node in walk(body):
        if isinstance(node, tree.Assign) and isinstance(node.target, tree.Name):
            found.add(node.target.name)
        elif isinstance(node, (tree.Do, tree.Triplet)):
            found.add(node.var)
        elif isinstance(node, tree.Call):
            found |= names_in(node.arguments)
    return found


def counts(r: Routine, name: str, body: tree.Body) -> bool:
    """Whether `name` is a local integer that nothing but steps changes."""
    for node in walk(body):
        if isinstance(node, tree.Assign) and isinstance(node.target, tree.Name):
            if node.target.name == name and not is_step(node):
                return False
        elif isinstance(node, (tree.Do, tree.Triplet)):
            if node.var == name:
                return False
        elif isinstance(node, tree.Call) and name in names_in(node.arguments):
            return False
    symbol = r.scope.symbols.get(name) or r.symbol(name, r.unit.span)
    plain = symbol.storage in ("local", "result", "dummy")
    return symbol.base == "integer" and symbol.bounds is None and plain


def advance(r: Routine, name: str, body: tree.Body, changed: Iterable[str]) -> surface.Expr | None:
    """How much `body` adds to `name`; None where that is not the same every time."""
    total: surface.Expr | None = None
    for statement in body:
        if not any(is_step(n) and n.target.name == name for n in walk(statement)):
            continue
        part = one_advance(r, name, statement, set(changed))
        if part is None:
            return None
        total = part if total is None else surface.Binary("+", total, part, statement.span)
    return total


def one_advance(
    r: Routine, name: str, statement: tree.Statement, changed: set[str]
) -> surface.Expr | None:
    span = statement.span
    if isinstance(statement, tree.Assign):
        value = statement.value
        assert isinstance(value, tree.Binary)
        if names_in(value.right) & changed:
            return None
        step = expression(r, value.right)
        return step if value.op == "+" else surface.Unary("-", step, span)
    if not isinstance(statement, tree.Do):
        return None
    if names_in((statement.start, statement.stop)) & changed:
        return None
    inner = advance(r, name, statement.body, changed)
    step_size = 1 if statement.step is None else integer_constant(statement.step, r.scope)
    if inner is None or not step_size:
        return None
    bounds = expression(r, statement.start), expression(r, statement.stop)
    return surface.Binary("*", inner, trips(*bounds, step_size, span), span)


def trips(start: surface.Expr, stop: surface.Expr, step: int, span: Span) -> surface.Expr:
    """The number of iterations (Fortran 2018, 11.1.7.4.1)."""
    distance = minus(stop, start, span) if step > 0 else minus(start, stop, span)
    count: surface.Expr = plus(distance, abs(step), span)
    if abs(step) > 1:
        count = surface.Binary("/", count, number(abs(step), span), span)
    return intrinsic("max", (count, number(0, span)), span)
