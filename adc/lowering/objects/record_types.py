"""Classes as values: what is known of their objects."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from adc.diagnostics import Span
from adc.frontends import surface


@dataclass(frozen=True)
class RecordType:
    """A class. `kind` is that of `surface.Class`; its objects hold values by name, `parameters`,
    which are given where one is made, and `attributes`, which methods set. `classes` are those of
    which it has the rest, itself first, in the order in which Python looks at them. `changed`: the
    file sets a field of such a name in an object that is made already; `frozen`: Python refuses to.
    `home` is the scope in which methods look up names, where that is not the file's; `defaults` are
    values of fields of `namedtuple`.
    """

    name: str
    parameters: tuple[surface.Parameter, ...]
    kind: str
    attributes: tuple[str, ...] = ()
    classes: tuple[surface.Class, ...] = ()
    changed: bool = False
    frozen: bool = False
    home: Any = field(default=None, compare=False, repr=False)
    defaults: tuple[tuple[str, Any], ...] = field(default=(), compare=False, repr=False)

    @property
    def names(self) -> tuple[str, ...]:
        return (*(p.name for p in self.parameters), *self.attributes)

    def flagged(self, fields: Collection[str]) -> RecordType:
        """The class whose objects have a flag for each of `fields` that may be None."""
        own = tuple(flag_of(name) for name in self.names if name in fields)
        if self.kind not in ("plain", "data") or not own:
            return self
        return replace(self, attributes=(*self.attributes, *own))

    @property
    def exposed(self) -> frozenset[tuple[str, int]]:
        """The fields and constants of which something may change the items: see
        `surface.Class`."""
        return frozenset(found for made in self.classes for found in made.exposed)


def flag_of(field: str) -> str:
    """The field that says whether another one is None."""
    return f"{field}_is_none"


def named_type(name: str, names: Sequence[str], span: Span) -> RecordType:
    """The class of named tuples without defaults."""
    fields = tuple(surface.Parameter(n, None, None, span) for n in names)
    return RecordType(name, fields, "tuple")
