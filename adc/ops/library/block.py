"""Sections of arrays by position: what the rules of operations are written with."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TypeAlias

import sympy

from adc.diagnostics import InternalError
from adc.ir.build import zero
from adc.ir.dtypes import DType
from adc.ir.enums import Update
from adc.ir.expressions import Expr, Need, Read
from adc.ir.node import Access, Dim, Domain, Write
from adc.ir.nodes import Compute
from adc.ir.operation import Making, Section, extents
from adc.ir.shapes import Shape, integer, maximum, names, substitute, symbol

#: A position along an axis, from 0.
Position: TypeAlias = sympy.Expr


@dataclass(frozen=True)
class Block:
    """The elements of a box, `element` over `domain`; positions count from 0 along each axis."""

    element: Read | Need
    domain: Domain

    @staticmethod
    def of(section: Section) -> Block:
        if not isinstance(section.expr, (Read, Need)):
            raise InternalError("an operand that is no section")
        return Block(section.expr, section.domain)

    @staticmethod
    def written(write: Write, dtype: DType) -> Block:
        return Block(Read(write.container, write.target.index, dtype), write.domain)

    @staticmethod
    def like(make: Making, name: str, of: Block, *chosen: int) -> Block:
        """A new local array of the shape of the axes `chosen` of `of`, whose container the program
        of the operation has. Where an extent changes with a loop it is made for the largest."""
        shape = tuple(of.shape[axis] for axis in chosen)
        room = tuple(of.room(axis, make) for axis in chosen)
        made = make.local(name, of.dtype, room)
        domain = axes(make, shape)
        return Block(Read(made.name, positions(domain), of.dtype), domain)

    def room(self, axis: int, make: Making) -> sympy.Expr:
        """The most positions that there are along an axis."""
        extent, var = self.shape[axis], self.domain[axis].var
        held = make.program[self.element.container].shape
        of_axes = [e for e, i in zip(held, self.element.index, strict=True) if var in names(i)]
        if extent in of_axes or extent.is_Integer:
            return extent
        if names(extent) <= set(make.program.symbols):
            return maximum(0, extent)
        if len(of_axes) != 1:
            raise InternalError(f"nothing tells how long axis {axis} of a section is at most")
        return of_axes[0]

    @property
    def shape(self) -> Shape:
        return extents(self.domain)

    @property
    def dtype(self) -> DType:
        return self.element.dtype

    def at(self, *position: Position) -> Read | Need:
        """The element at `position`."""
        table = {d.var: d.start + p for d, p in zip(self.domain, position, strict=True)}
        index = tuple(substitute(i, table) for i in self.element.index)
        return replace(self.element, index=index)

    def access(self, *position: Position) -> Access:
        return Access(self.element.container, self.at(*position).index)

    @property
    def section(self) -> Section:
        return Section(self.element, self.domain)

    @property
    def transposed(self) -> Block:
        """The same elements with the last two axes exchanged."""
        *lead, row, column = self.domain
        return Block(self.element, (*lead, column, row))

    def write(self, op: Update = Update.ASSIGN) -> Write:
        return Write(Access(self.element.container, self.element.index), self.domain, op)

    def set(
        self, make: Making, position: tuple[Position, ...], value: Expr, domain: Domain,
        op: Update = Update.ASSIGN,
    ) -> Compute:  # fmt: skip
        """`self[position] op value` over `domain`."""
        return make.compute(self.access(*position), op, value, domain)

    def clear(self, make: Making) -> Compute:
        """Zeros everywhere."""
        at = axes(make, self.shape)
        return self.set(make, positions(at), zero(self.dtype), at)

    def take(self, make: Making, other: Block, op: Update = Update.ASSIGN) -> Compute:
        """`self op other`, element by element."""
        at = axes(make, self.shape)
        return self.set(make, positions(at), other.at(*positions(at)), at, op)


def axes(make: Making, shape: Shape) -> Domain:
    """New variables over all positions of `shape`."""
    variables = make.variables(len(shape))
    return tuple(Dim(v, integer(0), e) for v, e in zip(variables, shape, strict=True))


def axis(make: Making, start: Position, stop: Position) -> Dim:
    """A new variable over the positions from `start` until `stop`."""
    return Dim(make.variables(1)[0], start, stop)


def positions(domain: Domain) -> tuple[Position, ...]:
    return tuple(symbol(d.var) for d in domain)
