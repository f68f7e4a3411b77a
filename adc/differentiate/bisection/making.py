"""What statements are made with that are new in a program."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from adc.diagnostics import Span
from adc.differentiate.bisection.elements import axes
from adc.differentiate.names import copy, whole
from adc.ir.copying import copied
from adc.ir.declarations import Container
from adc.ir.dtypes import DType
from adc.ir.enums import Role, Update
from adc.ir.expressions import Expr, map_index
from adc.ir.names import NameSource
from adc.ir.node import Access, Body, Node
from adc.ir.nodes import Compute, Loop, While
from adc.ir.program import Program
from adc.ir.shapes import IntLike, substitute
from adc.ir.walking import labels_in, names_in, rename_in_body, walk_nodes


class _Names(NameSource):
    """Names that are new, those of variables too: loops may stand around what is made."""

    def variables(self, count: int) -> list[str]:
        return [self.fresh("i") for _ in range(count)]


@dataclass
class Making:
    """Makes containers and statements for what stands at `span` in `program`, which gains the
    containers. `routines` are tangents that are new."""

    program: Program
    span: Span | None
    routines: tuple[Program, ...] = field(default=())

    def __post_init__(self) -> None:
        self.labels = NameSource(labels_in(self.program.body))
        self.names = _Names(names_in(self.program))

    def local(self, stem: str, dtype: DType, like: Container | None = None) -> Container:
        """A number, or what has the shape of another container."""
        shape = () if like is None else like.shape
        new = Container(self.names.fresh(stem), dtype, shape, Role.LOCAL, span=self.span)
        self.program = self.program.with_containers(new)
        return new

    def another(self, name: str, stem: str = "") -> Container:
        """A container of the type and shape of the one called `name`."""
        known = self.program[name]
        return self.local(stem or name, known.dtype, known)

    def sets(self, target: Container, value: Expr, note: str = "") -> Compute:
        """`target = value` of numbers, or of each element of an array, at `axes`."""
        dims, index = whole(target.shape, self.names)
        here: dict[str, IntLike] = {a.name: i for a, i in zip(axes(len(dims)), index, strict=True)}
        value = map_index(value, lambda e: substitute(e, here)) if here else value
        return Compute(
            self.labels.fresh("S"), Access(target.name, index), Update.ASSIGN, value, dims,
            self.span, note,
        )  # fmt: skip

    def copies(self, target: Container, source: Container) -> Compute:
        made = copy(self.labels.fresh("S"), target, source, self.names)
        return replace(made, span=self.span)

    def copied(self, body: Body) -> Body:
        """`body` with labels, variables and counts of iterations of its own."""
        counts = [n.trips for n in walk_nodes(body) if isinstance(n, While)]
        table = {name: self.another(name).name for name in counts}
        return rename_in_body(copied(body, self.labels.fresh, self.names.fresh), table)


def key_of(node: Node) -> str:
    """What is a loop's alone in its program; "" for other nodes."""
    if isinstance(node, While):
        return node.label
    return f"over {node.var}" if isinstance(node, Loop) else ""
