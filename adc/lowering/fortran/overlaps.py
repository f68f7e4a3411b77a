"""Array statements whose dummy arguments share storage although one of them is written.

A program may not do that (Fortran 2018, 15.5.2.13), so that compilers write the elements of
`b = b + a` at once, where `b = cshift(b, 1)` takes all values first: what two names stand for has
to be apart, or the same element for element.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

import sympy

from adc.diagnostics import AdcError
from adc.frontends import surface
from adc.frontends.names import walk
from adc.ir.shapes import same
from adc.lowering.context import Context
from adc.lowering.control.where_run import ask
from adc.lowering.integers.prover import Prover
from adc.lowering.store import clashes
from adc.lowering.values import Array, View, of_view, places
from adc.ops import intrinsics

#: Functions of elements.
_FUNCTIONS = frozenset(intrinsics())


def check_overlaps(cx: Context, statement: surface.Assign) -> None:
    """AdcError ADC0223 where an array statement reads what it writes by the name of another dummy
    argument, at other elements; a check at run time where sizes decide it."""
    for target in statement.targets:
        name = target.value if isinstance(target, surface.Subscript) else None
        if not isinstance(name, surface.Name) or _is_element(target):
            continue
        whole = _storage(cx, name)
        others = [] if whole is None else list(_others(cx, statement.value, name.name, whole))
        if whole is None or not others:
            continue
        part = _storage(cx, target) or whole
        by_element = [n for n in _elementwise(statement.value) if _named(n) in others]
        free = [n for n in by_element if _fits(cx, part, n)]
        held = {id(_named(n)) for n in free}
        sections = _sections(statement.value)
        for other in others:
            section = sections.get(id(other))
            read = (_storage(cx, section) if section else None) or _storage(cx, other)
            if id(other) in held or read is None or _apart(cx, part, read, other):
                continue
            raise AdcError.of(
                "ADC0223", f"the arguments `{other.name}` and `{name.name}` overlap here, and this"
                f" statement writes `{name.name}`", other.span,
                help="pass a copy of one of them",
            )  # fmt: skip


def _elementwise(value: surface.Expr) -> Iterator[surface.Expr]:
    """The operands of which `value` takes element by element."""
    match value:
        case surface.Name() | surface.Subscript():
            yield value
        case surface.Unary(_, operand):
            yield from _elementwise(operand)
        case surface.Binary(_, left, right):
            yield from _elementwise(left)
            yield from _elementwise(right)
        case surface.Call(surface.Intrinsic(name), arguments) if name in _FUNCTIONS:
            for argument in arguments:
                yield from _elementwise(argument)


def _sections(value: surface.Expr) -> dict[int, surface.Subscript]:
    """The sections in `value`, by the identity of the name of each; none where a loop in it has
    variables that are not known here."""
    nodes = list(walk(value))
    if any(isinstance(n, surface.Implied | surface.Lambda) for n in nodes):
        return {}
    found = [n for n in nodes if isinstance(n, surface.Subscript)]
    return {id(n.value): n for n in found if not _is_element(n)}


def _named(node: surface.Expr) -> surface.Name | None:
    owner = node.value if isinstance(node, surface.Subscript) else node
    return owner if isinstance(owner, surface.Name) else None


def _fits(cx: Context, part: View, node: surface.Expr) -> bool:
    """Whether `node` is a number, or the elements `part` in the same places, or others."""
    read = _storage(cx, node)
    if read is None or not read.shape:
        return True
    if len(read.shape) != len(part.shape):
        return False
    equal = all(same(a, b) for a, b in zip(part.index, read.index, strict=True))
    return equal or not clashes(cx, part, of_view(read, cx.containers[read.container].dtype))


def _storage(cx: Context, node: surface.Expr) -> View | None:
    """The elements that a name or a section stands for."""
    value = cx.scope.names.get(node.name) if isinstance(node, surface.Name) else cx.evaluate(node)
    return value.view if isinstance(value, Array) else None


def _is_element(target: surface.Expr) -> bool:
    """Whether all subscripts are numbers, as far as the text tells."""
    kinds = (surface.Slice, surface.Ellipsis)
    return isinstance(target, surface.Subscript) and not any(
        isinstance(item, kinds) for item in target.items
    )


def _others(cx: Context, value: surface.Expr, name: str, written: View) -> Iterator[surface.Name]:
    """The names in `value` of dummy arguments with storage of the target `name`, which is one or
    shares its storage with one."""
    dummies = {p.name for p in cx.scope.function.parameters}
    for node in walk(value):
        if not isinstance(node, surface.Name) or node.name == name:
            continue
        read = _storage(cx, node)
        if read is None or read.container != written.container or not read.shape:
            continue
        if {name, node.name} & dummies:
            yield node


def _apart(cx: Context, written: View, read: View, other: surface.Name) -> bool:
    """Whether two arrays share no element; where sizes may tell that they lie apart along an axis
    of their storage, they are asked. Where one of them is empty, they do."""
    extents = tuple(_of_some(cx, e) for view in (written, read) for e in view.shape)
    prover = cx.prover.copy()
    for extent in extents:
        prover.assume(extent - 1)
    ranges = [_ranges(cx, v, prover) for v in (written, read)]
    if _interleaved(written, read):
        return True
    clause: tuple[sympy.Expr, ...] = ()
    for one, two in zip(*ranges, strict=True):
        if one is not None and two is not None:
            clause += (two[0] - one[1] - 1, one[0] - two[1] - 1)
    if None in (e for ends in ranges for e in ends):
        clause += _along_memory(cx, written, read)
    clause = tuple(sympy.expand(slack) for slack in clause)
    if any(prover.nonneg(slack) for slack in clause):
        return True
    if all(cx.prover.nonneg(-1 - slack) for slack in clause):
        return False
    clause += tuple(-e for e in extents if not cx.prover.nonneg(e - 1))
    return ask(cx, clause, "arguments that a statement reads and writes do not overlap", other.span)


def _along_memory(cx: Context, written: View, read: View) -> tuple[sympy.Expr, ...]:
    """What is not negative where one of two vectors ends in memory before the other one begins;
    none where their elements are not told to be one behind the other."""
    ends = []
    for view in (written, read):
        first = _address(cx, view, sympy.Integer(0))
        last = _address(cx, view, _of_some(cx, view.shape[0]) - 1) if len(view.shape) == 1 else None
        if first is None or last is None:
            return ()
        ends.append((first, last))
    (low, high), (start, stop) = ends
    return (start - high - 1, low - stop - 1)


def _address(cx: Context, view: View, place: sympy.Expr) -> sympy.Expr | None:
    """Where in its storage an element of a vector is, by how many elements are in front of it;
    None where that is not linear in `place`."""
    shape = cx.containers[view.container].shape
    total, (unit,) = sympy.Integer(0), places(1)
    for index, extent in zip(view.index, shape, strict=True):
        total = total * extent + index
    total = total.replace(sympy.Mod, lambda a, b: a - b * sympy.floor(a / b))
    total = sympy.expand(total.replace(sympy.floor, lambda a: sympy.floor(sympy.expand(a))))
    step = sympy.expand(total.coeff(unit, 1))
    rest = sympy.expand(total - step * unit)
    if rest.has(unit, sympy.floor) or not cx.prover.nonneg(step):
        return None
    return rest + step * place


def _steps(view: View) -> tuple[tuple[sympy.Expr, ...], list[list[sympy.Expr] | None]]:
    """The place of the first element, and for each axis of the storage how far the next element
    along each axis of the view lies; None where that changes."""
    rank = len(view.shape)
    start = view.at((sympy.Integer(0),) * rank)
    units = [view.at(tuple(sympy.Integer(i == k) for i in range(rank))) for k in range(rank)]
    found: list[list[sympy.Expr] | None] = []
    for axis, first in enumerate(start):
        steps = [sympy.expand(unit[axis] - first) for unit in units]
        line = sum((s * p for s, p in zip(steps, places(rank), strict=True)), first)
        found.append(steps if sympy.expand(view.index[axis] - line) == 0 else None)
    return start, found


def _ranges(cx: Context, view: View, prover: Prover) -> list[tuple[sympy.Expr, sympy.Expr] | None]:
    """The least and the greatest subscript along each axis of the storage; None if not known."""
    start, steps = _steps(view)
    found: list[tuple[sympy.Expr, sympy.Expr] | None] = []
    for first, along in zip(start, steps, strict=True):
        if along is None or not all(prover.nonneg(s) or prover.nonneg(-s) for s in along):
            found.append(None)
            continue
        spans = [(s, s * (_of_some(cx, e) - 1)) for s, e in zip(along, view.shape, strict=True)]
        low = first + sum(by for s, by in spans if not prover.nonneg(s))
        found.append((low, first + sum(by for s, by in spans if prover.nonneg(s))))
    return found


def _of_some(cx: Context, extent: sympy.Expr) -> sympy.Expr:
    """An extent as it is where there are elements: k of max(0, k)."""
    extent = cx.extent(extent)
    if isinstance(extent, sympy.Max):
        rest = [e for e in extent.args if e != 0]
        return rest[0] if len(rest) == 1 else extent
    return extent


def _leaves(away: int, steps: list[sympy.Expr]) -> bool:
    by = math.gcd(*map(int, steps))
    return away % by != 0 if by else away != 0


def _interleaved(one: View, two: View) -> bool:
    """Whether the elements of two arrays differ by what no number of their steps amounts to."""
    (first, left), (second, right) = _steps(one), _steps(two)
    for a, b, along, beside in zip(first, second, left, right, strict=True):
        away = sympy.expand(a - b)
        if along is None or beside is None or not away.is_Integer:
            continue
        steps = [*along, *beside]
        if all(s.is_Integer for s in steps) and _leaves(int(away), steps):
            return True
    return False


__all__ = ["check_overlaps"]
