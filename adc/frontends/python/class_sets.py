"""What a file may set of a class of another one: parts by assignments, or by their names."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping

from adc.frontends import surface
from adc.frontends.names import methods_of
from adc.frontends.python.class_values import ANNOTATED, GIVING, above_of, below_of
from adc.frontends.python.lending import Lent, Method
from adc.frontends.python.module_values import Uses
from adc.frontends.python.settings import ByName, Settings, Stored

#: What in a class may be told by Python which class that is.
_TOLD = (surface.Call, surface.Name, surface.Attribute)
Runs = Callable[[ByName | Stored | Lent], bool]
IsLibrary = Callable[[str, str], bool]
#: The file and the line of a method.
Place = tuple[str, int]


def methods_lent(
    files: Mapping[str, Settings], runs: Runs, is_library: IsLibrary
) -> frozenset[Place]:
    """The methods that may be given any object while files are imported, `A.put(b, …)`: `runs`
    tells whether something is run then, `is_library` whether a file has a name from a library."""
    every = [(path, m) for path, found in files.items() for m in found.lending.methods]
    sites = [
        (path, each) for path, found in files.items() for each in found.lending.lent
        if runs(each) and not any(
            root in found.lending.modules and is_library(path, root) for root in each.roots
        )
    ]  # fmt: skip
    by_name: dict[str, list[tuple[str, Method]]] = {}
    for path, method in every:
        by_name.setdefault(method.name, []).append((path, method))
    lent: set[Place] = set()
    while True:
        more = {
            place for path, each in sites if not each.by or (path, each.by) in lent
            for place in _given(path, each, by_name.get(each.part, []) if each.part else every)
        }  # fmt: skip
        if more <= lent:
            return frozenset(lent)
        lent |= more


def _given(path: str, lent: Lent, methods: list[tuple[str, Method]]) -> Iterator[Place]:
    if lent.only:
        yield path, lent.only
        return
    yield from ((file, m.line) for file, m in methods if m.takes(lent))


def line_in(
    found: Settings, part: surface.Class, runs: Runs, lent: Collection[int],
    names: Collection[str] | None,
) -> int:  # fmt: skip
    """The line where the file may set what the class has, or make an object of it anew; 0 for none.
    What a method sets of its own object counts where that may be any object: the method at that
    line is `lent`. `names` are those of the class, if nothing has it otherwise than by them."""
    own = _own(part)
    sets = (s.line for s in found.stored if s.part in own and (
        s.owner not in {"self", *found.classes} and (names is None or _may_be(s, names))
    ))  # fmt: skip
    unseen = [lent_line(found, part, lent)] if names is None else []
    told = any(isinstance(p.default, _TOLD) for p in part.constants)
    given = (e for e in found.by_name if told and e.within == "__set_name__")
    named = (e.line for e in given if e.part in ("", *own))
    made = (e.line for e in found.remade if runs(e))
    return next(iter(filter(None, (*sets, *unseen, *named, *made))), 0)


def lent_line(found: Settings, part: surface.Class, lent: Collection[int]) -> int:
    """The line where a method of the file that is `lent` sets what the class has, were that its
    own object; 0 for none."""
    own = _own(part)
    every: list[Stored | ByName] = [s for s in found.stored if s.part in own]
    every += found.own_by_name
    return next((each.line for each in every if each.method in lent), 0)


def lent_alone(found: Settings, part: surface.Class, uses: Uses, is_library: IsLibrary) -> int:
    """The same of a class of the file by what stands in the file itself."""
    values, name = found.class_values, part.name
    above = above_of(name, [values.bases])
    below = below_of(name, [values.bases])
    valued = uses.itself or uses.open or any(below & n for n in values.names.values())
    valued |= any(not a.made or a.made in above | below for a in values.asked)
    valued |= bool(below & values.noted and found.words & ANNOTATED)
    if not valued:
        return 0
    lent = methods_lent({"": found}, lambda _: True, is_library)
    return lent_line(found, part, {line for _, line in lent})


def _own(part: surface.Class) -> set[str]:
    """What the class has, and what says so."""
    own = {"__bases__", "__class__", *(f.name for f in methods_of(part))}
    own -= {f.name for f in part.setters}
    return own | {p.name for p in part.constants}


def _may_be(found: Stored, names: Collection[str]) -> bool:
    """Whether a class is set a part of that nothing has otherwise than by one of its `names`."""
    if found.owner:
        return found.owner == "cls" or found.owner in names
    return not found.inner or found.inner in names or found.inner in GIVING


__all__ = ["lent_alone", "lent_line", "line_in", "methods_lent"]
