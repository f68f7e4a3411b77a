"""Numbers that a loop makes complex: `s = 0` before it, `s += x[k]*np.exp(1j*w*k)` inside.

In Python `s` is an integer until the first iteration has added to it. It may count as complex from
the start where nobody can tell.
"""

from __future__ import annotations

from adc.diagnostics import AdcError
from adc.frontends import surface
from adc.frontends.names import walk
from adc.lowering.liveness import operands
from adc.lowering.promotion import literal_number
from adc.lowering.values import Array, Integer, Value

#: Operations of which a real number and the same complex number give the same.
_LINEAR = ("+", "-", "*")
#: What is real, and the same, of a real number and of the same complex number.
_REAL = frozenset({"abs", "absolute", "real", "imag", "angle"})


class BecomesComplexError(Exception):
    """The number `name` becomes complex in the loop, and may be so before it."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name


class MixedError(AdcError):
    """ADC0212: the number `name` is complex on one of two paths that meet."""

    def __init__(self, name: str, error: AdcError) -> None:
        super().__init__(error.diagnostics, error.exit_status)
        self.name = name


def may_begin_complex(entry: Value, loop: surface.For | surface.While, name: str) -> bool:
    """Whether nobody can tell that the number `name` is a real one before the loop's first
    iteration: it is literal and not negative, and all that the body does with it is the same for
    the complex number. (A square root is not: that of -1.0 is NaN.)"""
    number = literal_number(entry) if isinstance(entry, Array) else None
    if isinstance(entry, Integer) and entry.value.is_Integer:
        number = float(entry.value)
    if number is None or not number >= 0.0:
        return False
    uses = sum(_is(node, name) for node in walk(loop.body))
    return uses == sum(_harmless_in(node, name) for node in walk(loop.body))


def _is(node: object, name: str) -> bool:
    return isinstance(node, surface.Name) and node.name == name


def _harmless_in(statement: object, name: str) -> int:
    """How many uses of `name` in an assignment, or a condition, tell nothing of its type."""
    if isinstance(statement, surface.AugmentedAssign):
        own = int(_is(statement.target, name) and statement.op in _LINEAR)
        return own + _harmless(statement.value, name, False)
    if isinstance(statement, surface.Assign):
        own = sum(_is(target, name) for target in statement.targets)
        alone = own == len(statement.targets)
        return own + _harmless(statement.value, name, alone)
    return _harmless(statement.condition, name, False) if isinstance(statement, surface.If) else 0


def _harmless(expr: surface.Expr, name: str, summed: bool) -> int:
    """The same of an expression; `summed`: what it is goes into `name` itself, or into a function
    to which it is the same."""
    if isinstance(expr, surface.Name):
        return int(summed and expr.name == name)
    if isinstance(expr, surface.Attribute):
        return _harmless(expr.value, name, expr.name in _REAL)
    if isinstance(expr, surface.Call):
        called = expr.function
        own = called.name if isinstance(called, (surface.Name, surface.Attribute)) else ""
        known = own in _REAL and len(expr.arguments) == 1
        return sum(_harmless(part, name, known) for part in operands(expr))
    kept = isinstance(expr, surface.Unary) and expr.op == "-"
    kept = kept or (isinstance(expr, surface.Binary) and expr.op in _LINEAR)
    return sum(_harmless(part, name, summed and kept) for part in operands(expr))
