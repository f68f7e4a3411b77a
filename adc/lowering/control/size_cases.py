"""Branches that sizes decide and whose arms do not fit together, for arrays have other shapes:
one case is compiled, in place of the other one stands an exception. So it is where an arm is
refused that usual sizes do not take.

Which case: that of the sizes of `--size`, or of sizes that are large and equal, with which most of
what follows fits together. An attempt that is refused where the arms meet notes the branch; a later
one has an exception in place of the rare arm, with a warning.
"""

from __future__ import annotations

import operator
from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from contextlib import contextmanager
from dataclasses import replace
from pathlib import PurePath
from typing import Any

import numpy as np

from adc.diagnostics import AdcError, Span
from adc.frontends import surface
from adc.ir import build, shapes
from adc.ir.declarations import Assumption
from adc.ir.expressions import Apply, Const, Expr, IntValue, walked
from adc.lowering.context import Context
from adc.lowering.values import Array, Integer, Items, Value
from adc.ops import ALL_OPS

#: What is refused where values of two arms do not fit together.
_CODES = ("ADC0212", "ADC0230")
_RELATIONS = {"==": operator.eq, "<=": operator.le, "<": operator.lt, ">=": operator.ge,
              ">": operator.gt}  # fmt: skip
#: A size for which a condition is asked.
_LARGE = 24


@contextmanager
def noted(
    cx: Context, statement: surface.If, truth: Array, arms: Sequence[Mapping[str, Value]]
) -> Iterator[None]:
    """Notes the branch where its arms turn out not to fit together and sizes alone decide it; what
    is a number in one arm and an array in the other may be refused later on, and so may what uses
    a size that is one of two."""
    before, assumed = set(cx.stretched), len(cx.assumptions)
    try:
        yield
        _check_order(cx, statement, truth, cx.assumptions[assumed:])
        may_not_fit = not before.issuperset(cx.stretched) or _are_of_two_sizes(*arms)
        if may_not_fit and _usually(cx, truth.at(())) is not None:
            cx.told.size_cases.add(str(statement.span))
    except AdcError as error:
        diagnostic = error.diagnostics[0]
        of_branch = diagnostic.code in _CODES and diagnostic.span == statement.span
        if of_branch and _usually(cx, truth.at(())) is not None:
            cx.told.size_cases.add(str(statement.span))
        raise


@contextmanager
def rare_arm(cx: Context, statement: surface.If, truth: Array, holds: bool) -> Iterator[None]:
    """Notes the branch where one of its arms is refused which sizes alone decide on, and usual ones
    do not take."""
    try:
        yield
    except AdcError:
        if _usually(cx, truth.at(())) is (not holds):
            cx.told.size_cases.add(str(statement.span))
        raise


def _are_of_two_sizes(then: Mapping[str, Value], orelse: Mapping[str, Value]) -> bool:
    """Whether some name stands for two integers, or for two shapes."""
    pairs = ((value, orelse.get(name)) for name, value in then.items())
    return any(one != other and _is_size(one) and _is_size(other) for one, other in pairs)


def _is_size(value: Value | None) -> bool:
    if isinstance(value, Items):
        return all(isinstance(item, Integer) for item in value.items)
    return isinstance(value, Integer)


def _check_order(
    cx: Context, statement: surface.If, truth: Array, assumed: list[Assumption]
) -> None:
    """ADC0212 where the arms fit together for equal sizes alone, and the branch asks which one is
    the larger: `if m < n: a = a.T`; or where they do not for those that are usual: `if n > 5:
    a = a[:5]`. In a loop such a name would have to keep its shape."""
    for new in assumed if not cx.regions else ():
        if new.raised is None and _is_rare(cx, truth.at(()), new):
            raise _fitting(statement, f"{new.left} {new.relation} {new.right}")
        pair = [str(e) for e in (new.left, new.right) if e.is_Symbol]
        if new.relation != "==" or new.raised is not None or len(pair) != 2:
            continue
        one, other = (_usually(cx, truth.at(()), order) for order in (pair, pair[::-1]))
        if one is not None and other is not None and one != other:
            raise _fitting(statement, f"{pair[0]} and {pair[1]} are equal")


def _fitting(statement: surface.If, where: str) -> AdcError:
    return AdcError.of(
        "ADC0212", f"arrays fit together where {where} alone", statement.span,
        help="use different names for arrays of different shapes",
    )  # fmt: skip


def _is_rare(cx: Context, condition: Expr, new: Assumption) -> bool:
    """Whether sizes alone decide the condition, and those that are usual are not as is assumed."""
    names = shapes.names(new.left) | shapes.names(new.right)
    if not _are_extents(cx, names) or _usually(cx, condition) is None:
        return False
    sizes = _usual(cx, names)
    left, right = (shapes.evaluate(e, sizes) for e in (new.left, new.right))
    return not _RELATIONS[new.relation](left, right)


def one_case(cx: Context, statement: surface.If, truth: Array) -> surface.If:
    """`statement`, with an exception in place of the arm that is left out, if one is: which one, is
    asked of each call."""
    noted = str(statement.span) in cx.learned.size_cases
    found = _usually(cx, truth.at(())) if noted else None
    if found is None:
        return statement
    span = statement.condition.span
    if span == statement.span:  # that of a loop, whose first iteration is lowered before it
        if not found:
            return statement
        case, other = "this loop is run", "values are of other kinds where it is not"
        way_out = "raise an exception before the loop where there is nothing to loop over"
    else:
        case = f"{'' if found else 'not '}`{_text(cx, span)}`"
        other = "the other case has other shapes, or is not supported"
        way_out = "write the case that is meant without the `if`, or say by `--size` which it is"
    cx.warn("ADC0254", f"this is compiled for calls in which {case}: {other}", span, help=way_out)
    left = surface.Raise("ValueError", f"compiled for calls in which {case}", statement.span)
    return replace(statement, orelse=(left,)) if found else replace(statement, then=(left,))


def _usually(cx: Context, condition: Expr, rising: Sequence[str] = ()) -> bool | None:
    """Whether the condition holds where sizes are those that are planned for, or large and equal,
    of which some are `rising`; None where something else than sizes of arrays decides."""
    if cx.fortran or cx.above:
        return None
    parts = list(walked(condition))
    asked = {name for e in parts if isinstance(e, IntValue) for name in shapes.names(e.value)}
    if not asked or not _are_extents(cx, asked):
        return None
    if not all(isinstance(e, (Apply, Const, IntValue)) for e in parts):
        return None
    ordered = {name: _LARGE + k for k, name in enumerate(rising)}
    sizes = dict.fromkeys(asked, _LARGE) | ordered if rising else _usual(cx, asked)
    return bool(_value(condition, sizes))


def _are_extents(cx: Context, names: AbstractSet[str]) -> bool:
    """Whether these are sizes that arrays alone tell, or integer arguments that are planned for."""
    return names <= cx.symbols and not any(
        p.name in names for p in cx.scopes[0].function.parameters if p.name not in cx.told.sizes
    )


def _usual(cx: Context, names: AbstractSet[str]) -> dict[str, int]:
    """The sizes that are planned for, or large and equal ones."""
    planned = {name: n for name, n in cx.told.sizes.items() if name in names}
    return dict.fromkeys(names, _LARGE) | planned


def _value(expr: Expr, sizes: dict[str, int]) -> Any:
    if isinstance(expr, IntValue):
        return np.asarray(shapes.evaluate(expr.value, sizes), expr.dtype.value)[()]
    if isinstance(expr, Const):
        return np.dtype(expr.dtype.value).type(build.const_value(expr))
    assert isinstance(expr, Apply)
    values = [_value(e, sizes) for e in expr.args]
    if expr.op == "cast":
        return values[0].astype(expr.dtype.value)
    return ALL_OPS[expr.op].numpy(*values)


def _text(cx: Context, span: Span) -> str:
    """What stands in the source at `span`, on one line; its place where that is in another file."""
    lines = cx.module.text.splitlines()[span.line - 1 : span.end_line]
    if span.file != cx.module.file or not lines:
        return f"{PurePath(span.file).name}:{span.line}"
    lines[-1] = lines[-1][: span.end_column - 1]
    lines[0] = lines[0][span.column - 1 :]
    return " ".join(" ".join(lines).split())
