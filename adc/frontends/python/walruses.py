"""Assignments inside expressions, `if (w := f(x)) > 0`, as statements before.

That is the same where the assignment is surely evaluated, and where nothing that stands before it
in its statement would see the difference. All others are refused.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from adc.diagnostics import AdcError, Span
from adc.frontends import surface
from adc.frontends.names import root_name, walk, with_parts
from adc.frontends.python.iteration import Body

#: What stands for `name := value` until it is a statement: a call of this.
MARK = "adc.bound"
_LIBRARIES = frozenset({"np", "numpy", "math", "scipy", "special"})
_PURE = frozenset({"len", "abs", "float", "int", "min", "max", "sum", "range", "round", "bool"})
#: What is evaluated from left to right, all of it.
_IN_ORDER = (
    surface.Unary, surface.Binary, surface.Call, surface.Keyword, surface.Attribute,
    surface.Subscript, surface.Slice, surface.Sequence, surface.Starred,
)  # fmt: skip


def marked(name: surface.Name, value: surface.Expr, span: Span) -> surface.Call:
    """`name := value` as an expression."""
    function = surface.Intrinsic(MARK, span, "python")
    return surface.Call(function, (name, value), (), span)


def is_marked(node: object) -> bool:
    function = node.function if isinstance(node, surface.Call) else None
    return isinstance(function, surface.Intrinsic) and function.name == MARK


def has_bindings(part: surface.Statement | surface.Expr) -> bool:
    """Whether something in `part` is assigned inside an expression."""
    return any(map(is_marked, walk(part, inside=True)))


def with_bindings(statement: surface.Statement) -> Body:
    """The statement behind the assignments in it; ADC0115 for those that cannot go before it."""
    if not has_bindings(statement):
        return (statement,)
    lifting = _Lifting()
    made: Body
    match statement:
        case surface.Assign(value=value):
            made = (replace(statement, value=lifting.of(value)),)
        case surface.Return(values=values) if values is not None:
            made = (replace(statement, values=tuple(map(lifting.of, values))),)
        case surface.Evaluate(value=value):
            made = (replace(statement, value=lifting.of(value)),)
        case surface.Assert(condition=condition):
            made = (replace(statement, condition=lifting.of(condition)),)
        case surface.If(condition=condition):
            made = (replace(statement, condition=lifting.of(condition)),)
        case surface.While(condition=condition, body=body):
            test = surface.Unary("not", lifting.of(condition), condition.span)
            ends = surface.If(test, (surface.Break(test.span),), (), test.span)
            always = surface.Boolean(True, condition.span)
            made = (replace(statement, condition=always, body=(*lifting.before, ends, *body)),)
            lifting.before = []
        case _:
            made = (statement,)
    found = (*lifting.before, *made)
    left = next(filter(is_marked, walk(found, inside=True)), None)
    if left is not None:
        raise refused(left)
    return found


def refused(mark: surface.Call) -> AdcError:
    return AdcError.of(
        "ADC0115", "an assignment inside an expression is not supported here", mark.span,
        help="assign in a statement of its own, before this one",
    )  # fmt: skip


class _Lifting:
    """Takes assignments out of an expression, in the order of evaluation."""

    def __init__(self) -> None:
        self.before: list[surface.Statement] = []
        self.earlier: list[Any] = []

    def of(self, expr: Any) -> Any:
        made = self._taken(expr)
        self.earlier.append(made)
        return made

    def _taken(self, expr: Any) -> Any:
        if not any(map(is_marked, walk(expr, inside=True))):
            return expr
        if is_marked(expr):
            return self._bound(expr)
        if isinstance(expr, surface.Logical):
            first, *others = expr.operands
            return replace(expr, operands=(self.of(first), *others))
        if isinstance(expr, surface.Compare):
            first, second, *others = expr.operands
            return replace(expr, operands=(self._kept(first, second), self.of(second), *others))
        if isinstance(expr, surface.Conditional):
            return replace(expr, condition=self.of(expr.condition))
        if isinstance(expr, _IN_ORDER):
            return with_parts(expr, self._part)
        return expr

    def _kept(self, first: Any, second: Any) -> Any:
        """The first operand; of `n == (n := int(n))` a name for what `n` is before."""
        anew = is_marked(second) and isinstance(first, surface.Name)
        if not anew or second.arguments[0].name != first.name:
            return self.of(first)
        before = surface.Name(f"{first.name}%before", first.span)
        self.before.append(surface.Assign((before,), first, first.span))
        return self.of(before)

    def _part(self, part: Any) -> Any:
        if isinstance(part, tuple):
            return tuple(map(self._part, part))
        known = isinstance(part, (*_IN_ORDER, surface.Logical, surface.Compare, surface.Name,
                                  surface.Conditional, surface.Number, surface.Lambda,
                                  surface.Lifted, surface.Intrinsic))  # fmt: skip
        return self.of(part) if known else part

    def _bound(self, mark: surface.Call) -> surface.Expr:
        name, value = mark.arguments
        assert isinstance(name, surface.Name)
        value = self._taken(value)
        seen = list(walk(tuple(self.earlier), inside=True))
        reads = any(isinstance(n, surface.Name) and n.name == name.name for n in seen)
        does = _may_change(walk(value, inside=True))
        fixed = (surface.Name, surface.Number, surface.Intrinsic)
        if reads or _may_change(seen) or (does and not all(isinstance(n, fixed) for n in seen)):
            raise refused(mark)
        self.before.append(surface.Assign((name,), value, mark.span))
        return name


def _may_change(nodes: Any) -> bool:
    """Whether a call among `nodes` may change something, as those of NumPy's functions do not."""
    return any(isinstance(n, surface.Call) and not _is_pure(n) for n in nodes)


def _is_pure(call: surface.Call) -> bool:
    function = call.function
    if any(k.name == "out" for k in call.keywords):
        return False
    if isinstance(function, surface.Name):
        return function.name in _PURE
    return root_name(function) in _LIBRARIES
