"""Arrays that sizes tell: `np.arange(n)`, `np.array([n, 2 * n])`, `(np.array(x.shape) - 1) / 2.0`.

What an element of one is, is an expression of sizes and of its position. Where something has to be
such an expression, a length say, an attempt takes the elements, or what floating ones are rounded
to, for what they are (`Learned.formulas`), as long as nothing but the statements that made the
array writes to it, which is looked at when all is lowered.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import sympy

from adc.ir.dtypes import DType
from adc.ir.expressions import Apply, Const, Expr, Index, IntValue, Read
from adc.ir.shapes import entries, floordiv, floormod, names
from adc.ir.walking import walk_nodes
from adc.lowering.context import Context, TableChangedError
from adc.lowering.integers.dyadic import ROUNDING, Ratio, combined, of_literal, rounded
from adc.lowering.values import Array, View, place

#: What keeps an integer of 64 bits one.
_OPERATIONS: dict[str, Callable[..., sympy.Expr]] = {
    "add": lambda a, b: a + b, "sub": lambda a, b: a - b, "mul": lambda a, b: a * b,
    "neg": lambda a: -a,
}  # fmt: skip
#: Of a vector of so many elements each one is looked at.
MOST_ITEMS = 16
_DIVISIONS = {"floordiv": floordiv, "mod": floormod}


@dataclass(frozen=True)
class Formula:
    """What the element at a position is, or those of a vector, one by one. So many statements have
    made the array, `of` others of which a formula was known."""

    whole: Ratio | None
    items: tuple[Ratio, ...]
    writes: int
    of: frozenset[str]

    def at(self, index: Index) -> Ratio | None:
        if self.whole is not None:
            top, bottom = self.whole
            table = {place(axis): position for axis, position in enumerate(index)}
            return sympy.expand(top.subs(table, simultaneous=True)), bottom
        known = index[0].is_Integer and 0 <= index[0] < len(self.items)
        return self.items[int(index[0])] if known else None


def note_formula(cx: Context, view: View, value: Array) -> None:
    """Notes that the container of `view`, all of which has just been set, holds `value`."""
    if not _may_be_noted(cx, view):
        return
    used: set[str] = set()
    position = tuple(map(place, range(value.rank)))
    found = ratio_in(cx, value.at(position), used)
    if found is not None and _is_of_sizes(cx, found, {str(p) for p in position}):
        _note(cx, view, found, (), used)
    elif value.rank == 1 and value.shape[0].is_Integer and value.shape[0] <= MOST_ITEMS:
        items = map(sympy.Integer, range(int(value.shape[0])))
        note_items(cx, view, [value.at((k,)) for k in items])


def note_items(cx: Context, view: View, items: Sequence[Expr]) -> None:
    """The same for a vector that was made of `items`."""
    if not _may_be_noted(cx, view):
        return
    used: set[str] = set()
    found = [ratio_in(cx, item, used) for item in items]
    known = tuple(v for v in found if v is not None and _is_of_sizes(cx, v, set()))
    if known and len(known) == len(found):
        _note(cx, view, known[0] if len(set(known)) == 1 else None, known, used)


def _may_be_noted(cx: Context, view: View) -> bool:
    container = cx.containers[view.container]
    whole = container.dtype in (DType.INT64, DType.FLOAT64) and bool(container.shape)
    return whole and not cx.fortran and view.container not in cx.learned.changed


def _is_of_sizes(cx: Context, found: Ratio, positions: set[str]) -> bool:
    return names(found[0]) - positions <= cx.symbols and not entries(found[0])


def _note(
    cx: Context, view: View, whole: Ratio | None, items: tuple[Ratio, ...], used: set[str]
) -> None:  # fmt: skip
    writes = sum(w.container == view.container for node in cx.body for w in node.writes)
    made = Formula(whole, items, writes, frozenset(used))
    cx.told.formulas[view.container] = made


def rename_formula(cx: Context, old: str, new: str) -> None:
    """The container `old` is called `new` from here on."""
    if old not in cx.told.formulas:
        return
    if new in cx.learned.changed:
        if old in cx.told.relied:
            raise TableChangedError(old)
        del cx.told.formulas[old]
    renamed = {old: new}
    cx.told.formulas = {
        renamed.get(name, name): replace(f, of=frozenset(renamed.get(c, c) for c in f.of))
        for name, f in cx.told.formulas.items()
    }
    cx.told.relied = {renamed.get(c, c) for c in cx.told.relied}


def ratio_in(cx: Context, expr: Expr, used: set[str]) -> Ratio | None:
    """The number that `expr` is by sizes and positions; None where nothing tells. `used` gets the
    arrays of which that is asked."""
    if expr.dtype not in (DType.INT64, DType.FLOAT64):
        return None
    if isinstance(expr, IntValue):
        return expr.value, 1
    if isinstance(expr, Const):
        return of_literal(expr)
    if isinstance(expr, Read):
        formula = cx.told.formulas.get(expr.container)
        if formula is None:
            return None
        used |= {expr.container, *formula.of}
        found: Ratio | None = formula.at(expr.index)
        return found
    if not isinstance(expr, Apply):
        return None
    parts = [ratio_in(cx, a, used) for a in expr.args]
    known = [p for p in parts if p is not None]
    return _applied(cx, expr, known) if len(known) == len(parts) else None


def _applied(cx: Context, expr: Apply, parts: list[Ratio]) -> Ratio | None:
    whole = expr.dtype is DType.INT64
    if expr.op in ROUNDING or (expr.op == "cast" and whole):
        found = rounded(cx, parts[0], "trunc" if expr.op == "cast" else expr.op)
        return None if found is None else (found, 1)
    if expr.op == "cast":
        return parts[0]
    if not whole:
        return combined(expr.op, parts)
    operands = [top for top, _ in parts]
    if expr.op in _DIVISIONS and operands[1].is_Integer and operands[1] > 0:
        return _DIVISIONS[expr.op](*operands), 1
    made = _OPERATIONS.get(expr.op)
    return None if made is None else (sympy.expand(made(*operands)), 1)


def as_formula(cx: Context, value: Array) -> Array:
    """An element of an integer array, as what it is where that is asked for; but not one whose
    position a loop tells, which other ways follow."""
    if value.shape or value.dtype is not DType.INT64 or cx.fortran:
        return value
    used: set[str] = set()
    found = ratio_in(cx, value.at(()), used)
    if found is None or not used or not cx.of_sizes(found[0]):
        return value
    cx.told.asked_formula = True
    if not cx.learned.formulas:
        return value
    cx.told.relied |= used
    return replace(value, at=lambda _: IntValue(found[0]), view=None, stable=True)


def check_formulas(cx: Context) -> None:
    """TableChangedError where something writes to an array that was taken for what made it."""
    if not cx.learned.formulas:
        return
    writes = dict.fromkeys(cx.told.relied, 0)
    for node in walk_nodes(tuple(cx.body)):
        for write in node.writes:
            if write.container in writes:
                writes[write.container] += 1
    for container, number in sorted(writes.items()):
        formula = cx.told.formulas.get(container)
        if formula is None or number != formula.writes:
            raise TableChangedError(container)
