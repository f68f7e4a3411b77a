"""Integers in work arrays of reals: where a part of such an array is passed for an integer dummy
argument, which shares its storage (Fortran 2018, 19.6.4), as FFTPACK has its factors in WSAVE.

A program that conforms reads as integers what it has set as integers: setting one makes the reals
in its storage undefined, and the other way round (19.6.6). So the integers are in an array of their
own, of as many elements as the reals have room for, which begins where the reals begin. Which
variables are passed for integers is learned (`IntegersError`). Copies of the reals, which in
practice take the integers along, are refused.
"""

from __future__ import annotations

import sympy

from adc.diagnostics import AdcError, Span
from adc.frontends import surface
from adc.ir.blank_notes import note_of_integers
from adc.ir.call import Call
from adc.ir.dtypes import DType
from adc.ir.expressions import Index, Read
from adc.ir.nodes import Compute
from adc.ir.walking import walk_nodes
from adc.lowering.context import Context
from adc.lowering.learned import VariableKey, key_of
from adc.lowering.scopes import Storage
from adc.lowering.store import without_value
from adc.lowering.values import Array, View, of_view, place


class IntegersError(Exception):
    """A variable of reals has to have an array of integers, too: it is passed for such."""

    def __init__(self, key: VariableKey, dtype: DType) -> None:
        super().__init__(key)
        self.key, self.dtype = key, dtype


def declare_integers(cx: Context, statement: surface.Declare, reals: View, dtype: DType) -> None:
    """Notes whose storage `reals` is, and makes the array of the integers in it, where the variable
    is passed for integers."""
    key = key_of(cx.scope.function, statement.name)
    cx.storage[reals.container] = Storage(key)
    kind = dict(cx.learned.integers_in).get(key)
    if kind is None:
        return
    name = cx.user_name(f"{statement.name}_integers")
    shape = (*reals.shape, sympy.Integer(dtype.itemsize // kind.itemsize))
    note = note_of_integers(statement.saved, statement.name)
    integers = of_view(without_value(cx, name, kind, shape, note), kind)
    cx.storage[reals.container] = Storage(key, integers)


def as_integers(
    cx: Context, reals: Array, start: Index | None, statement: surface.Associate
) -> tuple[Array, Index | None]:
    """The integers in the storage of an array of reals from an element on.

    Raises AdcError (ADC0229) where it is no variable of the source's own, or holds others.
    """
    view, wanted = reals.view, DType(statement.dtype)
    found = cx.storage.get(view.container) if view is not None else None
    if view is None or found is None or reals.dtype.itemsize % wanted.itemsize:
        raise _not_its_own(statement, reals.dtype)
    if found.integers is None:
        raise IntegersError(found.variable, wanted)
    held = found.integers.view
    if found.integers.dtype is not wanted or held is None:
        raise _not_its_own(statement, reals.dtype)
    count = held.shape[-1]
    whole = View(
        held.container, (*view.shape, count), (*view.index, place(len(view.shape))),
        lacks=view.lacks * count,
    )  # fmt: skip
    begin = (*start, sympy.Integer(0)) if start is not None else None
    return of_view(whole, wanted), begin


def _not_its_own(statement: surface.Associate, passed: DType) -> AdcError:
    return AdcError.of(
        "ADC0229", f"`{statement.name}` is an array of {statement.dtype}, and one of {passed} is "
        "passed", statement.span,
        help="pass integers, or differentiate a routine that has the work array as a variable of "
        "its own",
    )  # fmt: skip


def check_copies(cx: Context) -> None:
    """Raises AdcError (ADC0229) where elements of an array with integers in it are copied to such
    an array, through others or not: what is read as integers there may have come along."""
    held = {name: s.variable[2] for name, s in cx.storage.items() if s.integers is not None}
    nodes = list(walk_nodes(tuple(cx.body))) if held else []
    carried = dict(held)
    for node in (*nodes, *nodes):
        if isinstance(node, Compute) and isinstance(node.expr, Read):
            if node.expr.container in carried and node.container in held:
                raise _copied(carried[node.expr.container], node.span)
            if node.expr.container in carried:
                carried.setdefault(node.container, carried[node.expr.container])
        elif isinstance(node, Call):
            both = {use.container for use in (*node.reads, *(w.use for w in node.writes))}
            if len(both & carried.keys()) > 1 and both & held.keys():
                raise _copied(held[min(both & held.keys())], node.span)


def _copied(name: str, span: Span | None) -> AdcError:
    return AdcError.of(
        "ADC0229", f"elements of `{name}` are copied, which is an array of reals and has integers "
        "in its storage", span,
        help="copy reals and integers by routines that take them as such, or keep the integers in "
        "an array of their own",
    )  # fmt: skip
