"""Integers in work arrays of reals: where a part of such an array is passed for an integer dummy
argument, which shares its storage (Fortran 2018, 19.6.4), as FFTPACK has its factors in WSAVE.

A program that conforms reads as integers what it has set as integers: setting one makes the reals
in its storage undefined, and the other way round (19.6.6). So the integers are in an array of their
own, of as many elements as the reals have room for, which begins where the reals begin. Which
variables are passed for integers is learned (`IntegersError`). Copies of the reals take the
integers along, as they do in practice.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import sympy

from adc.diagnostics import AdcError, Span
from adc.frontends import surface
from adc.ir.blank_notes import COPIED, note_of_integers
from adc.ir.build import is_op, where, zero
from adc.ir.call import Call
from adc.ir.dtypes import DType
from adc.ir.enums import Update
from adc.ir.expressions import Apply, Expr, Index, Read, reads, substitute_expr
from adc.ir.node import Access, Body, Dim, Node
from adc.ir.nodes import Compute
from adc.ir.shapes import IntLike, substitute, symbol
from adc.ir.walking import map_body, walk_nodes
from adc.lowering.context import Context
from adc.lowering.learned import VariableKey, key_of
from adc.lowering.scopes import Storage
from adc.lowering.store import without_value
from adc.lowering.values import Array, View, of_view, place

#: Which of the integers in the storage of a real.
_PART = symbol("?part")


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


def carry_integers(cx: Context) -> None:
    """Has copies from one array with integers in it to such an array, or to other elements of it,
    take these along, also through other variables: what is copied may be an integer.

    Raises AdcError (ADC0229) where a routine that is called by itself may copy them.
    """
    held = {name: s for name, s in cx.storage.items() if s.integers is not None}
    if not held:
        return
    nodes = list(walk_nodes(tuple(cx.body)))
    copies = {
        (source, n.container)
        for n in nodes
        if isinstance(n, Compute) and n.op == Update.ASSIGN
        for source in _copied_from(n.expr)
    }
    passing = _reached(copies, set(held)) & _reached({(b, a) for a, b in copies}, set(held))
    for node in nodes:
        if isinstance(node, Call):
            _check_call(node, held, passing)
    integers = {name: _view_of(storage) for name, storage in held.items()}
    kinds = {(s.integers.dtype, integers[n].shape[-1]) for n, s in held.items() if s.integers}
    through = sorted(passing - held.keys())
    if len(kinds) > 1 and (through or any(a != b for a, b in copies if {a, b} <= passing)):
        raise _copied(next(iter(held.values())), cx.span)
    kind, count = kinds.pop()
    for name in through:
        shape = (*cx.containers[name].shape, count)
        note = note_of_integers("", name)
        integers[name] = without_value(cx, cx.new_name(f"{name}_integers"), kind, shape, note)
        cx.body.insert(0, cx.body.pop())

    def with_integers(node: Node) -> Body:
        if not isinstance(node, Compute) or node.op != Update.ASSIGN:
            return (node,)
        value = _integers_in(node.expr, integers, kind) if node.container in integers else None
        if value is None:
            return (node,)
        if node.container in {r.container for r in reads(value)}:  # a choice by what is overwritten
            raise _copied(next(iter(held.values())), node.span)
        return node, _along(cx, node, integers[node.container].container, value, count)

    cx.body[:] = map_body(tuple(cx.body), with_integers)


def _check_call(call: Call, held: Mapping[str, Storage], passing: set[str]) -> None:
    """Raises AdcError (ADC0229) where the routine may copy elements of arrays with integers in
    them, one of them or several."""
    read = {use.container for use in call.reads}
    written = {write.container for write in call.writes}
    if (written & passing and len((read | written) & passing) > 1) or read & written & held.keys():
        used = (read | written) & held.keys()
        raise _copied(held[min(used)] if used else next(iter(held.values())), call.span)


def _view_of(storage: Storage) -> View:
    assert storage.integers is not None and storage.integers.view is not None
    return storage.integers.view


def _copied_from(expr: Expr) -> Iterator[str]:
    """The containers of which `expr` may be an element as it is."""
    if isinstance(expr, Read):
        yield expr.container
    elif is_op(expr, "where"):
        assert isinstance(expr, Apply)
        for arm in expr.args[1:]:
            yield from _copied_from(arm)


def _reached(copies: set[tuple[str, str]], start: set[str]) -> set[str]:
    """The containers that elements of those at the `start` may be copied to, and these."""
    found = set(start)
    while more := {b for a, b in copies if a in found} - found:
        found |= more
    return found


def _integers_in(expr: Expr, integers: Mapping[str, View], kind: DType) -> Expr | None:
    """The integer (with the last subscript `_PART`) in the storage of what `expr` copies; None
    where it copies none."""
    if isinstance(expr, Read) and expr.container in integers:
        return Read(integers[expr.container].container, (*expr.index, _PART), kind)
    if not is_op(expr, "where"):
        return None
    assert isinstance(expr, Apply)
    condition, *arms = expr.args
    found = [_integers_in(arm, integers, kind) for arm in arms]
    if not any(found):
        return None
    one, other = (zero(kind) if arm is None else arm for arm in found)
    return where(condition, one, other)


def _along(cx: Context, copy: Compute, target: str, value: Expr, count: sympy.Expr) -> Compute:
    """The assignment of the integers `value` that goes with `copy`, over variables of its own."""
    names = {d.var: symbol(cx.new_name("e")) for d in copy.domain}
    each = cx.new_name("e")
    renamed: dict[str, IntLike] = {**names, _PART.name: symbol(each)}
    domain = tuple(
        Dim(names[d.var].name, substitute(d.start, renamed), substitute(d.stop, renamed))
        for d in copy.domain
    )
    index = tuple(substitute(e, renamed) for e in (*copy.target.index, _PART))
    return Compute(
        "", Access(target, index), copy.op, substitute_expr(value, renamed),
        (*domain, Dim(each, sympy.Integer(0), count)), copy.span, COPIED,
    )  # fmt: skip


def _copied(storage: Storage, span: Span | None) -> AdcError:
    return AdcError.of(
        "ADC0229", f"elements of `{storage.variable[2]}`, an array of reals that has integers in "
        "its storage, may be copied to another such array", span,
        help="copy reals and integers by routines that take them as such, or keep the integers in "
        "an array of their own",
    )  # fmt: skip
