"""Loops that halve an interval by comparing: `m = (a + b)/2`, then `a = m` or `b = m`.

What such a loop finds is a midpoint of midpoints, and depends on its ends alone, by less with each
step. That it is where a function passes a value is known to the comparisons only, of which nothing
has a derivative: so the derivative that one looks for, that of the equation, is not the program's.
Where the loop looks for a root, `adc.differentiate.bisection` gives it that one, and takes the
warning away.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator
from typing import Any

from adc.diagnostics import Diagnostic, Severity, Span
from adc.frontends import surface
from adc.frontends.names import walk
from adc.lowering.context import Context


def warn_of_halving(cx: Context, loop: surface.For | surface.While) -> None:
    """ADC0258 for a loop of the source that halves an interval."""
    if any(scope.function.written_out for scope in cx.scopes) or not halves(loop.body):
        return
    new = halving_warning(loop.span)
    cx.warn(new.code, new.message, loop.span, help=new.help)


def halving_warning(span: Span | None) -> Diagnostic:
    newton = "take one step of Newton's behind the loop: `x = x - f(x)/fprime(x)`"
    solver = "have `scipy.optimize.brentq` find a root, `minimize_scalar` a minimum, or "
    python = span is not None and span.file.endswith(".py")
    return Diagnostic(
        "ADC0258",
        "this loop halves an interval by what it compares: what it finds has the derivatives of "
        "the interval's ends, not those of the equation that it solves",
        span, help=solver + newton if python else newton, severity=Severity.WARNING,
    )  # fmt: skip


def halves(body: tuple[surface.Statement, ...]) -> bool:
    """Whether points between two variables take the places of both, inner loops left out."""
    nodes = list(_own(body))
    assigned = [n for n in nodes if isinstance(n, surface.Assign)]
    changing = {_root(t) for a in assigned for t in _targets(a.targets)}
    taken = {(name, given) for a in assigned for name, given in _taken(a)}
    moved: dict[tuple[str, str], set[str]] = {}
    for assign in assigned:
        ends = _between(assign.value, changing)
        points = [_root(t) for t in assign.targets]
        if ends is not None:
            found = {end for end in ends for m in points if (end, m) in taken}
            moved.setdefault(ends, set()).update(found)
    if any(len(found) == 2 for found in moved.values()):
        return True
    return _shortens(nodes, assigned)


def _own(body: tuple[surface.Statement, ...]) -> Iterator[Any]:
    """What is in `body` and in no loop there."""
    loops = [n for n in walk(body) if isinstance(n, (surface.For, surface.While))]
    inside = {id(n) for loop in loops for n in walk(loop.body)}
    yield from (n for n in walk(body) if id(n) not in inside)


def _shortens(nodes: list[Any], assigned: list[surface.Assign]) -> bool:
    """Whether `d = d/2` and `m = x + d`, of which `x` becomes `m` on a branch."""
    halved = {_root(a.targets[0]) for a in assigned if _is_half(a.targets[0], a.value)}
    halved |= {
        _root(n.target)
        for n in nodes if isinstance(n, surface.AugmentedAssign)
        if _is_half(n.target, surface.Binary(n.op, n.target, n.value, n.span))
    }  # fmt: skip
    choices = [n for n in nodes if isinstance(n, surface.If)]
    inside = [n for n in walk(tuple(choices)) if isinstance(n, surface.Assign)]
    taken = {pair for a in inside for pair in _taken(a)}
    for assign in assigned:
        value = assign.value
        if isinstance(value, surface.Binary) and value.op in "+-":
            start, step = _root(value.left), _root(value.right)
            if step in halved and any((start, _root(t)) in taken for t in assign.targets):
                return True
    return False


def _is_half(target: surface.Expr, value: surface.Expr) -> bool:
    name = _root(target)
    if not name or not isinstance(value, surface.Binary):
        return False
    worth = [_worth(value, {name: at}, 0.0) for at in (0.0, 1.0)]
    return worth == [0.0, 0.5]


def _targets(targets: tuple[surface.Expr, ...]) -> Iterator[surface.Expr]:
    for target in targets:
        yield from _targets(target.items) if isinstance(target, surface.Sequence) else (target,)


def _taken(assign: surface.Assign) -> Iterator[tuple[str, str]]:
    """The variables to which an assignment gives, on some path, the value of another, with that."""
    for target in assign.targets:
        yield from _given(target, assign.value)


def _given(target: Any, value: Any) -> Iterator[tuple[str, str]]:
    if isinstance(value, surface.Conditional):
        yield from _given(target, value.then)
        yield from _given(target, value.orelse)
    elif isinstance(target, surface.Sequence):
        if isinstance(value, surface.Sequence) and len(value.items) == len(target.items):
            for one, other in zip(target.items, value.items, strict=True):
                yield from _given(one, other)
    elif isinstance(value, surface.Call):  # of `where`, or of `merge`
        function = value.function
        if getattr(function, "name", "") in ("where", "merge"):
            for argument in value.arguments:
                yield from _given(target, argument)
    elif _root(value):
        yield _root(target), _root(value)


def _root(node: Any) -> str:
    """The variable that `node` is, or is an element of; the field, or what stands at a subscript
    that is written as one; "" for anything else."""
    if isinstance(node, surface.Subscript):
        root = _root(node.value)
        fixed = [i for i in node.items if isinstance(i, (surface.Number, surface.String))]
        return f"{root}[{_fixed(fixed)}]" if root and len(fixed) == len(node.items) else root
    if isinstance(node, surface.Attribute):
        root = _root(node.value)
        return f"{root}.{node.name}" if root else ""
    return node.name if isinstance(node, surface.Name) else ""


def _fixed(items: list[Any]) -> str:
    return ", ".join(i.text if isinstance(i, surface.Number) else repr(i.value) for i in items)


def _roots(value: Any) -> set[str]:
    """All of those that arithmetic is made of."""
    if isinstance(value, surface.Binary):
        return _roots(value.left) | _roots(value.right)
    return _roots(value.operand) if isinstance(value, surface.Unary) else {_root(value)}


def _between(value: Any, changing: set[str]) -> tuple[str, str] | None:
    """The variables between which `value` is, by numbers alone: `0.5*(a + b)`, `a + (b - a)/2`.
    What is not among those that are `changing` is taken for a half, or for two."""
    if not isinstance(value, surface.Binary):
        return None
    names = sorted(_roots(value) & changing)
    if len(names) != 2:
        return None
    one, other = names
    for constant in (0.5, 2.0):
        corners = [_worth(value, {one: x, other: y}, constant) for x, y in _CORNERS]
        if all(c is not None for c in corners):
            origin, first, second, both = (c or 0.0 for c in corners)
            if origin == 0.0 and abs(both - 1.0) < 1e-9 and min(first, second) > 0.0:
                return one, other
    return None


_CORNERS = ((0.0, 0.0), (1.0, 0.0), (0.0, 1.0), (1.0, 1.0))
_OPERATIONS: dict[str, Callable[[float, float], float]] = {
    "+": operator.add, "-": operator.sub, "*": operator.mul, "/": operator.truediv,
}  # fmt: skip


def _worth(node: Any, at: dict[str, float], constant: float) -> float | None:
    """The value of arithmetic; None for anything else."""
    match node:
        case surface.Number():
            return _number(node.text)
        case surface.Name() | surface.Subscript() | surface.Attribute():
            return at.get(_root(node), constant)
        case surface.Unary("-" | "+" as sign, operand):
            inner = _worth(operand, at, constant)
            return -inner if inner is not None and sign == "-" else inner
        case surface.Binary(op, left, right) if op in _OPERATIONS:
            first, second = _worth(left, at, constant), _worth(right, at, constant)
            if first is None or second is None or (op == "/" and second == 0.0):
                return None
            return _OPERATIONS[op](first, second)
    return None


def _number(text: str) -> float | None:
    """The value of a literal of Python's or Fortran's."""
    try:
        return float(text.lower().partition("_")[0].replace("d", "e"))
    except ValueError:
        return None
