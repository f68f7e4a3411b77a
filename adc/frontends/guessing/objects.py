"""Values of the flow that have parts of their own: objects, lists of these, and functions."""

from __future__ import annotations

from dataclasses import dataclass, field

from adc.frontends import surface
from adc.frontends.guessing.axes import Cell

Names = dict[str, Cell]


@dataclass
class Object(Cell):
    """A class of the file, an object that is `made` of it with its `parts`, a list of objects, or a
    function with the variables `around` it: of a method, the object is that of no name."""

    kind: surface.Class | None = None
    made: bool = False
    parts: dict[str, Cell] = field(default_factory=dict)
    items: list[Cell] = field(default_factory=list)
    function: surface.Function | None = None
    around: dict[str, Cell] = field(default_factory=dict)

    def __hash__(self) -> int:
        return id(self)

    def part(self, name: str) -> Cell | None:
        """The attribute `name`, None for a property, which is to be computed."""
        if name in self.parts or self.kind is None:
            return self.parts.get(name, Cell(unknown=True))
        for method in self.kind.functions:
            if method.name == name:
                return Object(function=method, around={"": self})
        for method in self.kind.statics:
            if method.name == name:
                return Object(function=method)
        return None

    def property(self, name: str) -> surface.Function | None:
        """The function of the property `name`."""
        properties = self.kind.properties if self.kind is not None else ()
        return next((f for f in properties if f.name == name), None)

    def item(self, position: int | None) -> Cell:
        """An item of a list of objects."""
        known = position is not None and -len(self.items) <= position < len(self.items)
        return self.items[position] if known and position is not None else Cell(unknown=True)
