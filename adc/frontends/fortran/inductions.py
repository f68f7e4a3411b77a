"""Counters that a loop advances by the same amount in every iteration (`k = k + 1`).

Their values are expressions of the DO variable, so that they may be subscripts: k = k0 + c*t in
iteration t (Aho, Lam, Sethi & Ullman, "Compilers", 2nd edition, 9.1.8).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
import sympy

from adc.diagnostics import Span
from adc.frontends import surface
from adc.frontends.fortran import tree
from adc.frontends.fortran.constants import constant, integer_constant
from adc.frontends.fortran.effects import changes, seen_by_called
from adc.frontends.fortran.nested import bodies
from adc.frontends.fortran.routine import Routine, names_in, walk
from adc.frontends.fortran.to_expressions import expression
from adc.frontends.terms import intrinsic, minus, number, plus
from adc.ir.shapes import symbol

_JUMPS = (tree.Cycle, tree.Exit, tree.Leave)
#: Intrinsics whose result is an integer, whatever they are given.
_WHOLE = ("int", "nint", "floor", "ceiling", "size", "ifix", "idint", "idnint")
#: Intrinsics whose result is of the type of what they are given.
_ALIKE = ("abs", "iabs", "max", "min", "max0", "min0", "mod", "modulo", "sign", "isign", "dim")


@dataclass(frozen=True)
class Advance:
    """By how much the first iteration of a loop advances a counter, and by how much more every
    next one does than the one before; None where all do the same (`k = k + 1` in a triangle of
    loops grows by one more in every row)."""

    first: surface.Expr
    growth: surface.Expr | None = None

    def after(self, times: surface.Expr, span: Span) -> surface.Expr:
        """What `times` iterations add: t*first + growth*t*(t - 1)/2."""
        total: surface.Expr = surface.Binary("*", self.first, times, span)
        if self.growth is None:
            return total
        triangle = intrinsic("pairs", (times,), span)
        return surface.Binary("+", total, surface.Binary("*", self.growth, triangle, span), span)


def advances(r: Routine, loop: tree.Do, start: surface.Expr) -> dict[str, Advance]:
    """Per counter of the loop, how its iterations, the first at `start`, advance it."""
    changed = {loop.var} | changed_in(r, loop.body)
    found = {}
    for name in sorted({n.target.name for n in walk(loop.body) if is_step(n)}):
        if counts(r, name, loop.body) and always_taken(name, loop):
            net = advance(r, name, loop.body, changed)
            grown = growing(r, name, loop, start, changed) if net is None else Advance(net)
            if grown is not None:
                found[name] = grown
    return found


def always_taken(name: str, loop: tree.Do) -> bool:
    """Whether every iteration that another one follows takes the steps of `name`: none is in a
    loop that something leaves, and none comes behind a CYCLE."""
    steps = [any(is_step(n, name) for n in walk(s)) for s in loop.body]
    last = max(k for k, taken in enumerate(steps) if taken)
    for statement, taken in zip(loop.body[: last + 1], steps, strict=False):
        if taken and any(isinstance(n, _JUMPS) for n in walk(statement)):
            return False
        if cycles(statement, loop.name):
            return False
    return True


def cycles(statement: tree.Statement, name: str) -> bool:
    """Whether a CYCLE in `statement` ends an iteration of the loop around it, called `name`."""
    if isinstance(statement, tree.Cycle):
        return statement.loop in ("", name)
    inner = [s for b in bodies(statement) for s in b]
    if isinstance(statement, (tree.Do, tree.DoWhile, tree.Forall)):
        cycling = (n for n in walk(tuple(inner)) if isinstance(n, tree.Cycle))
        return any(n.loop == name for n in cycling if n.loop)
    return any(cycles(s, name) for s in inner)


def growing(
    r: Routine, name: str, loop: tree.Do, start: surface.Expr, changed: set[str]
) -> Advance | None:
    """The advance of loops that add the outer variable, or whose inner loops run longer or
    shorter with it."""
    step = 1 if loop.step is None else integer_constant(loop.step, r.scope)
    if not step:
        return None
    nets = []
    for value in (start, plus(start, step, loop.span)):
        with r.meaning_of({loop.var: value}):
            nets.append(advance(r, name, loop.body, changed - {loop.var}, loop))
    first, second = nets
    if first is None or second is None:
        return None
    return Advance(first, surface.Binary("-", second, first, loop.span))


def never_short(r: Routine, inner: tree.Do, outer: tree.Do) -> bool:
    """Whether `inner` has at least no iterations, by its bounds, for all values of the outer
    variable: then the number of its iterations is linear in it."""
    if outer.once:  # its first value may be beyond its last one
        return False
    bounds = [polynomial(r, b) for b in (inner.start, inner.stop, outer.start, outer.stop)]
    if None in bounds:
        return False
    start, stop, low, high = (sympy.expand(b) for b in bounds)
    step = 1 if outer.step is None else integer_constant(outer.step, r.scope)
    if step is not None and step < 0:
        low, high = high, low
    var = symbol(outer.var)
    count = sympy.expand(stop - start + 1)
    slope = count.coeff(var, 1)
    if not slope.is_number or var in sympy.expand(count - slope * var).free_symbols:
        return False
    least = sympy.expand(count.subs(var, low if slope > 0 else high))
    return bool(least.is_number and least >= 0)


def polynomial(r: Routine, expr: tree.Expr) -> sympy.Expr | None:
    """An integer expression of names as SymPy has it; None where it is more than sums and
    products."""
    known = integer_constant(expr, r.scope)
    if known is not None:
        return sympy.Integer(known)
    if isinstance(expr, tree.Name):
        return symbol(expr.name)
    if isinstance(expr, tree.Binary) and expr.op in "+-*":
        left, right = polynomial(r, expr.left), polynomial(r, expr.right)
        if left is None or right is None:
            return None
        return {"+": left + right, "-": left - right, "*": left * right}[expr.op]
    if isinstance(expr, tree.Unary) and expr.op in ("()", "+", "-"):
        value = polynomial(r, expr.operand)
        return -value if value is not None and expr.op == "-" else value
    return None


def is_linear(r: Routine, expr: tree.Expr, var: str) -> bool:
    """Whether `expr` is a constant times `var` and something without it."""
    value = polynomial(r, expr)
    if value is None:
        return False
    value = sympy.expand(value)
    rest = sympy.expand(value - value.coeff(symbol(var), 1) * symbol(var))
    return symbol(var) not in rest.free_symbols


def is_integer(r: Routine, expr: tree.Argument) -> bool:
    """Whether `expr` is surely an integer: a real added to a counter is cut off every time."""
    match expr:
        case tree.Number():
            return expr.kind == "integer"
        case tree.Name():
            found = r.symbol(expr.name, expr.span)
            return found.base == "integer" and found.storage != "procedure"
        case tree.Unary():
            return is_integer(r, expr.operand)
        case tree.Binary():
            return is_integer(r, expr.left) and is_integer(r, expr.right)
        case tree.Apply():
            found = r.symbol(expr.name, expr.name_span)
            if found.storage == "intrinsic" and expr.name in _ALIKE:
                return all(is_integer(r, a) for a in expr.arguments)
            if found.storage == "intrinsic":
                return expr.name in _WHOLE
            return found.base == "integer" and found.bounds is not None
    return False


def may_count(loop: tree.Do) -> bool:
    """Whether the loop has a statement that looks like a counter's."""
    return any(is_step(n) for n in walk(loop.body))


def is_step(node: object, name: str = "") -> bool:
    """Whether a statement is `k = k + e` or `k = k - e`, where `k` is `name` if that is given."""
    if not isinstance(node, tree.Assign) or not isinstance(node.target, tree.Name):
        return False
    if name and node.target.name != name:
        return False
    value = node.value
    return (
        isinstance(value, tree.Binary)
        and value.op in "+-"
        and isinstance(value.left, tree.Name)
        and value.left.name == node.target.name
        and node.target.name not in names_in(value.right)
    )


def changed_in(r: Routine, body: tree.Body) -> set[str]:
    """The names of what `body` may change, parts of it among them."""
    found: set[str] = set()
    for node in walk(body):
        found.update(changes(r, r.scope, node))
        if isinstance(node, tree.Assign):
            found.add(whole_of(node.target))
        elif isinstance(node, (tree.Do, tree.Triplet)):
            found.add(node.var)
        elif isinstance(node, tree.Call):
            found |= names_in(node.arguments)
    return found | seen_by_called(r, body)


def whole_of(target: tree.Expr) -> str:
    """The name of the variable that `target` is, or is a part of."""
    while isinstance(target, tree.Component):
        target = target.owner
    return target.name if isinstance(target, (tree.Name, tree.Apply)) else ""


def counts(r: Routine, name: str, body: tree.Body) -> bool:
    """Whether `name` is a local integer that nothing but steps changes."""
    for node in walk(body):
        if isinstance(node, tree.Assign) and isinstance(node.target, tree.Name):
            if node.target.name == name and not (is_step(node) and is_integer(r, node.value)):
                return False
        elif isinstance(node, (tree.Do, tree.Triplet)):
            if node.var == name:
                return False
        elif isinstance(node, tree.Call) and name in names_in(node.arguments):
            return False
    symbol = r.scope.symbols.get(name) or r.symbol(name, r.unit.span)
    plain = symbol.storage in ("local", "result", "dummy")
    return symbol.base == "integer" and symbol.bounds is None and plain


def advance(
    r: Routine, name: str, body: tree.Body, changed: Iterable[str], outer: tree.Do | None = None
) -> surface.Expr | None:
    """How much `body` adds to `name`; None where that is not the same every time.

    With `outer`, whose variable then stands for one value, it may depend on that variable.
    """
    total: surface.Expr | None = None
    for statement in body:
        if not any(is_step(n, name) for n in walk(statement)):
            continue
        part = one_advance(r, name, statement, set(changed), outer)
        if part is None:
            return None
        total = part if total is None else surface.Binary("+", total, part, statement.span)
    return total


def one_advance(
    r: Routine, name: str, statement: tree.Statement, changed: set[str],
    outer: tree.Do | None = None,
) -> surface.Expr | None:  # fmt: skip
    span = statement.span
    if isinstance(statement, tree.Assign):
        value = statement.value
        assert isinstance(value, tree.Binary)
        if names_in(value.right) & changed:
            return None
        inside = outer is not None and outer.var in names_in(value.right)
        if outer and inside and not is_linear(r, value.right, outer.var):
            return None
        step = expression(r, value.right)
        return step if value.op == "+" else surface.Unary("-", step, span)
    if not isinstance(statement, tree.Do) or statement.once:
        return None
    bounds_names = names_in((statement.start, statement.stop))
    if bounds_names & changed:
        return None
    if outer is not None and outer.var in bounds_names:
        inner = advance(r, name, statement.body, changed | {outer.var})
    else:
        inner = advance(r, name, statement.body, changed, outer)
    step_size = 1 if statement.step is None else integer_constant(statement.step, r.scope)
    if inner is None or not step_size:
        return None
    bounds = whole_bound(r, statement.start), whole_bound(r, statement.stop)
    if outer is not None and outer.var in names_in((statement.start, statement.stop)):
        if step_size != 1 or not never_short(r, statement, outer):
            return None
        count = plus(minus(bounds[1], bounds[0], span), 1, span)
        return surface.Binary("*", inner, count, span)
    return surface.Binary("*", inner, trips(*bounds, step_size, span), span)


def whole_bound(r: Routine, bound: tree.Expr) -> surface.Expr:
    """A bound or step, which is converted where it is a real (Fortran 77, 11.10.3)."""
    known = constant(bound, r.scope)
    if known is not None and not isinstance(known, (int, str)) and np.isfinite(known):
        return number(int(known), bound.span)
    with r.at_place():
        value = expression(r, bound)
    return value if is_integer(r, bound) else intrinsic("int", (value,), bound.span)


def trips(start: surface.Expr, stop: surface.Expr, step: int, span: Span) -> surface.Expr:
    """The number of iterations (Fortran 2018, 11.1.7.4.1)."""
    distance = minus(stop, start, span) if step > 0 else minus(start, stop, span)
    count: surface.Expr = plus(distance, abs(step), span)
    if abs(step) > 1:
        count = surface.Binary("/", count, number(abs(step), span), span)
    return intrinsic("max", (count, number(0, span)), span)
