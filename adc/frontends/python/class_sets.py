"""What a file may set of a class of another one: parts by assignments, or by their names."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable

from adc.frontends import surface
from adc.frontends.names import methods_of
from adc.frontends.python.settings import ByName, Settings, Stored

#: What in a class may be told by Python which class that is.
_TOLD = (surface.Call, surface.Name, surface.Attribute)
Runs = Callable[[ByName | Stored], bool]


def methods_lent(files: Iterable[Settings], runs: Runs) -> frozenset[str]:
    """The methods that may be called of any object while files are imported, `A.put(b, …)`; "" for
    those of any name."""
    return frozenset(e.part for found in files for e in found.lending if runs(e))


def line_in(found: Settings, part: surface.Class, runs: Runs, lent: Collection[str]) -> int:
    """The line where the file may set what the class has, or make an object of it anew; 0 for none.
    What a method sets of its own object counts where that may be any object, for it is `lent`."""
    own = {"__bases__", "__class__", *(f.name for f in methods_of(part))}
    own -= {f.name for f in part.setters}
    own |= {p.name for p in part.constants}
    sets = (s.line for s in found.stored if s.part in own and (
        s.owner not in {"self", *found.classes} or (s.owner == "self" and _is_in(s, lent))
    ))  # fmt: skip
    unseen = (e.line for e in found.own_by_name if _is_in(e, lent))
    told = any(isinstance(p.default, _TOLD) for p in part.constants)
    given = (e for e in found.by_name if told and e.within == "__set_name__")
    named = (e.line for e in given if e.part in ("", *own))
    made = (e.line for e in found.remade if runs(e))
    return next(iter((*sets, *unseen, *named, *made)), 0)


def _is_in(found: ByName | Stored, methods: Collection[str]) -> bool:
    return bool({"", found.within}.intersection(methods))


__all__ = ["line_in", "methods_lent"]
