"""The arena: which buffers a call needs, when each is in use, and which may share memory."""

from __future__ import annotations

from dataclasses import dataclass

import sympy

from adc.ir.dtypes import DType
from adc.ir.nodes import Container
from adc.ir.shapes import floordiv, maximum, same
from adc.schedule.accesses import used_containers
from adc.schedule.tree import Slot, Tree

#: Per container the first and the last top-level node that touches it.
Lifetimes = dict[str, tuple[int, int]]

#: Every buffer begins at a multiple of this many bytes: a cache line, and any vector register.
ALIGNMENT = 64


def lifetimes(tree: Tree) -> Lifetimes:
    """The first and the last top-level node that touches each container, in order of first use."""
    found: Lifetimes = {}
    for position, node in enumerate(tree):
        for name in used_containers((node,)):
            first, _ = found.get(name, (position, position))
            found[name] = (first, position)
    return found


def byte_size(container: Container, known: frozenset[str]) -> sympy.Expr:
    """Bytes of `container`; an extent that could be negative counts as none.

    `known` are the names that are never negative.
    """
    size = sympy.Integer(container.dtype.itemsize)
    for extent in container.shape:
        size = size * (extent if non_negative(extent, known) else maximum(extent, 0))
    return size


def non_negative(expr: sympy.Expr, known: frozenset[str]) -> bool:
    """Whether `expr` shows no minus sign: a polynomial of `known` names, all coefficients >= 0."""
    if expr.is_Integer:
        return bool(expr >= 0)
    if expr.is_Symbol:
        return expr.name in known
    if expr.is_Add or expr.is_Mul or isinstance(expr, sympy.Min):
        return all(non_negative(a, known) for a in expr.args)
    if isinstance(expr, sympy.Max):
        return any(non_negative(a, known) for a in expr.args)
    if isinstance(expr, sympy.floor):
        numerator, denominator = sympy.fraction(sympy.together(expr.args[0]))
        return non_negative(numerator, known) and bool(denominator.is_Integer)
    return bool(expr.is_Pow and expr.exp.is_Integer and non_negative(expr.base, known))


@dataclass
class _Open:
    """A slot while it is being filled."""

    dtype: DType
    bytes: sympy.Expr
    tenants: list[Container]

    def fits(self, container: Container, size: sympy.Expr, lives: Lifetimes) -> bool:
        """Equal sizes and types, and no tenant in use at the same time."""
        if self.dtype is not container.dtype or not same(self.bytes, size):
            return False
        first, last = lives[container.name]
        return all(last < lives[t.name][0] or lives[t.name][1] < first for t in self.tenants)


def allocate(buffers: list[Container], lives: Lifetimes, known: frozenset[str]) -> tuple[Slot, ...]:
    """A slot for every one of `buffers`: first fit, in order of first use.

    Only buffers of one element type share: memory that changes its type under a compiler's eyes
    is not worth the bytes.
    """
    order = {name: k for k, name in enumerate(lives)}
    open_slots: list[_Open] = []
    for container in sorted(buffers, key=lambda c: order[c.name]):
        size = byte_size(container, known)
        slot = next((s for s in open_slots if s.fits(container, size, lives)), None)
        if slot is None:
            open_slots.append(_Open(container.dtype, size, [container]))
        else:
            slot.tenants.append(container)
    return tuple(Slot(tuple(t.name for t in s.tenants), s.bytes) for s in open_slots)


def rounded(size: sympy.Expr) -> sympy.Expr:
    """`size` rounded up to the alignment."""
    if size.is_Integer:
        return sympy.Integer(-(-int(size) // ALIGNMENT) * ALIGNMENT)
    return ALIGNMENT * floordiv(size + ALIGNMENT - 1, ALIGNMENT)


def total(slots: tuple[Slot, ...]) -> sympy.Expr:
    return sum((rounded(s.bytes) for s in slots), sympy.Integer(0))
