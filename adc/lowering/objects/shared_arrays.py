"""Arrays that all calls of the source share: defaults of parameters, and those of the module; and
tables of which the source knows nothing."""

from __future__ import annotations

from dataclasses import dataclass, field

import sympy

from adc.diagnostics import AdcError, Note, Span
from adc.ir.declarations import Container
from adc.ir.dtypes import DType
from adc.ir.node import Node
from adc.lowering.filled import Fillings
from adc.lowering.path_types import Origin
from adc.lowering.values import Array, Value, View


@dataclass
class Prologue:
    """The arrays of the module that the program uses, by name and place, and what fills them at its
    beginning. Nothing takes them back: they are there whatever is lowered again."""

    views: dict[tuple[str, Span], View] = field(default_factory=dict)
    containers: dict[str, Container] = field(default_factory=dict)
    names: dict[str, tuple[str, Span | None]] = field(default_factory=dict)
    taken: set[str] = field(default_factory=set)
    body: list[Node] = field(default_factory=list)
    #: What the module binds to objects, and classes to values, by name and place.
    values: dict[tuple[str, Span], Value] = field(default_factory=dict)
    #: Tables of the numbers in lists and tuples of literals, by how these are written.
    tables: dict[tuple[str, ...], Array] = field(default_factory=dict)
    #: Tables of cosines and sines of whole fractions of a turn, by their number and type.
    turns: dict[tuple[sympy.Expr, DType], View] = field(default_factory=dict)

    #: Those of these that are being worked out.
    begun: set[tuple[str, Span]] = field(default_factory=set)
    #: What the types of the containers, and the numbers that fill them, depend on.
    loose: dict[str, Origin] = field(default_factory=dict)
    stretched: Fillings = field(default_factory=dict)

    def copy(self) -> Prologue:
        """The same, to which something may be added without a trace."""
        return Prologue(
            dict(self.views), dict(self.containers), dict(self.names), set(self.taken),
            list(self.body), dict(self.values), dict(self.tables), dict(self.turns),
            set(self.begun), dict(self.loose), dict(self.stretched),
        )  # fmt: skip

    def refuse_write(self, container: str, span: Span | None) -> None:
        """Refuses the write at `span` where it is to one of these arrays."""
        if container not in self.names:
            return
        name, where = self.names[container]
        raise AdcError.of(
            "ADC0239", f"this changes the array `{name}` of the module for later calls", span,
            label="written here", help=f"copy it first: `{name.lower()} = {name}.copy()`",
            notes=(Note("the module makes it once, not in each call", where),),
        )  # fmt: skip
