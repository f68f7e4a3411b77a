"""Function references that change what stands behind them in the same expression.

A program may not do that (Fortran 2018, 10.1.4, paragraph 2), but compilers agree about the usual
ones, two numbers drawn from one seed, `ran(seed) * ran(seed)`: operands that are plain are
evaluated from left to right. All that needs storage of its own, the arguments of MAX, values that
are handed on by reference, sections that are copied, gfortran evaluates before the whole
expression, and the arguments of functions of its library from right to left.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from adc.diagnostics import AdcError
from adc.frontends import surface
from adc.frontends.names import walk
from adc.ir.node import Body
from adc.ir.walking import walk_nodes, written_in
from adc.lowering.context import Context, containers_read
from adc.lowering.elements_apart import are_apart
from adc.lowering.fortran.passed_sections import first_element
from adc.lowering.values import Array, Builtin, Value

#: Functions of one number that stand as calls, or as operations, where they are written.
_IN_PLACE = frozenset((
    "abs", "acos", "acosh", "asin", "asinh", "atan", "atanh", "cos", "cosh", "dble", "erf", "erfc",
    "exp", "float", "int", "log", "log10", "real", "sin", "sinh", "sngl", "sqrt", "tan", "tanh",
))  # fmt: skip

#: Functions of the language whose arguments are made one by one.
_ONE_BY_ONE = frozenset(("fortran.max", "fortran.min"))


def is_of_library(function: Value) -> bool:
    """Whether `function` may take its arguments from the last one to the first."""
    return isinstance(function, Builtin) and function.name not in _ONE_BY_ONE


def check_order(
    cx: Context,
    exprs: Sequence[surface.Expr],
    values: Sequence[Value],
    starts: Sequence[int],
    library: bool = False,
) -> None:
    """AdcError ADC0223 where the last of `values`, which is that of the last of `exprs`, reads what
    those before it have changed, or changes what they have read, and compilers need not evaluate it
    behind them. The statements of each begin at `starts`; `library`: they are arguments of a
    function of Fortran's library."""
    if len(values) < 2 or starts[0] == starts[-1]:
        return
    before, own = tuple(cx.body[starts[0] : starts[-1]]), tuple(cx.body[starts[-1] :])
    changed, changing = written_in(before), written_in(own)
    if not (changed or changing) or (not library and _are_plain(exprs, values)):
        return
    read = _reads(own)
    if isinstance(values[-1], Array) and not are_apart(values[-1], list(before)):
        read |= containers_read(values[-1])
    both = {*changed} & read | {*changing} & _reads(before)
    if both & cx.written.keys():
        raise AdcError.of(
            "ADC0223", "a call here changes what another operand reads, and compilers differ in"
            " what they evaluate first", exprs[-1].span,
            help="put the call on a line of its own",
        )  # fmt: skip


def check_target(cx: Context, statement: surface.Assign, start: int) -> None:
    """AdcError ADC0223 where a call in the value of an assignment, whose statements begin at
    `start`, writes to a copy of a section of the array that an element of is set: gfortran copies
    it back behind the assignment."""
    copied = [node for node in walk(statement.value) if _may_be_copied(node)]
    owners = [t.value for t in statement.targets if isinstance(t, surface.Subscript)]
    if not copied or not owners:
        return
    changed = {*written_in(tuple(cx.body[start:]))}
    for owner in owners:
        whole = cx.evaluate(owner)
        if isinstance(whole, Array) and changed & containers_read(whole):
            raise AdcError.of(
                "ADC0223", "a call in this assignment changes a section of the array that is set",
                copied[0].span, help="put the call on a line of its own",
            )  # fmt: skip


def _reads(body: Body) -> set[str]:
    return {use.container for node in walk_nodes(body) for use in node.reads}


def _are_plain(exprs: Sequence[surface.Expr], values: Sequence[Value]) -> bool:
    """Whether all of `exprs` are evaluated where they stand, from left to right."""
    numbers = all(not isinstance(v, Array) or not v.shape for v in values)
    copied = any(_may_be_copied(node) for node in walk(tuple(exprs)))
    return numbers and not copied and _is_in_place(exprs[-1])


def _may_be_copied(node: Any) -> bool:
    """Whether `node` is a section of elements that may not lie one behind the other: what is
    written to a copy of it is seen behind the statement."""
    if not isinstance(node, surface.Subscript):
        return False
    sections = any(isinstance(i, surface.Slice) for i in node.items)
    return sections and first_element(node) is None


def _is_in_place(expr: surface.Expr) -> bool:
    match expr:
        case surface.Name() | surface.Number() | surface.Boolean():
            return True
        case surface.Unary(_, operand):
            return _is_in_place(operand)
        case surface.Binary(op, left, right):
            return op in "+-*/" and _is_in_place(left) and _is_in_place(right)
        case surface.Compare(_, operands) | surface.Logical(_, operands):
            return all(map(_is_in_place, operands))
        case surface.Attribute(value):
            return _is_in_place(value)
        case surface.Subscript(value, items):
            return _is_in_place(value) and all(map(_is_in_place, items))
        case surface.Call(surface.Intrinsic(name), arguments):
            return name in _IN_PLACE and len(arguments) == 1 and _is_in_place(arguments[0])
        case surface.Call(_, arguments, keywords):
            return all(map(_is_variable, (*arguments, *(k.value for k in keywords))))
    return False


def _is_variable(expr: surface.Expr) -> bool:
    """Whether `expr` is handed on by reference as it is: a variable, or a constant."""
    match expr:
        case surface.Name() | surface.Number():
            return True
        case surface.Attribute(value):
            return _is_variable(value)
        case surface.Subscript(value, items):
            return _is_variable(value) and all(map(_is_in_place, items))
    return False
