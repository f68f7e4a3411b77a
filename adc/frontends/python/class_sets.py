"""What a file may set of a class of another one: parts by assignments, or by their names."""

from __future__ import annotations

from collections.abc import Callable, Collection, Container, Iterator, Mapping
from dataclasses import replace

from adc.frontends import surface
from adc.frontends.names import methods_of
from adc.frontends.python.bindings import is_dunder
from adc.frontends.python.class_values import ANNOTATED, GIVING, above_of, below_of
from adc.frontends.python.lending import Lent, Method
from adc.frontends.python.module_values import Uses
from adc.frontends.python.settings import ByName, Settings, Stored

#: What in a class may be told by Python which class that is.
_TOLD = (surface.Call, surface.Name, surface.Attribute)
#: Special parts that tell people something, or nothing that is ever asked of an object.
_SAYING = frozenset({
    "__doc__", "__name__", "__qualname__", "__module__", "__annotations__", "__wrapped__",
    "__signature__", "__text_signature__", "__all__", "__version__", "__author__", "__file__",
    "__defaults__", "__kwdefaults__", "__code__", "__test__", "__dict__", "__repr__", "__str__",
    "__path__", "__spec__", "__loader__", "__package__", "__abstractmethods__",
})  # fmt: skip
Runs = Callable[[ByName | Stored | Lent], bool]
IsLibrary = Callable[[str, str], bool]
IsModule = Callable[[str, tuple[str, ...]], bool]
#: What all objects have.
_HAD = frozenset(dir(object))
#: The file and the line of a method.
Place = tuple[str, int]


def methods_lent(
    files: Mapping[str, Settings], runs: Runs, is_library: IsLibrary, is_module: IsModule,
    only_missing: bool, seen_in: Container[str] | None = None,
) -> frozenset[Place]:  # fmt: skip
    """The methods that may be given any object while files are imported, `A.put(b, …)`: `runs`
    tells whether something is run then, `is_library` whether a file has a name from a library,
    `is_module` whether a path is a module of the source's own, which has no methods.
    `only_missing`: nothing but Python asks a `__getattr__` for anything. What something only finds
    by names that are not seen, and is not seen to call, counts in the files `seen_in`, in all for
    None."""
    every = [(path, m) for path, found in files.items() for m in found.lending.methods]
    sites = [
        (path, each if only_missing else replace(each, missing=False))
        for path, found in files.items() for each in found.lending.lent
        if (each.is_seen or seen_in is None or path in seen_in)
        and runs(each) and not is_module(path, each.path) and not any(
            root in found.lending.modules and is_library(path, root) for root in each.roots
        )
    ]  # fmt: skip
    asked = frozenset(each.part for _, each in sites if each.by and each.given < 0)
    by_name: dict[str, list[tuple[str, Method]]] = {}
    for path, method in every:
        by_name.setdefault(method.name, []).append((path, method))
    lent: set[Place] = set()
    while True:
        more = {
            place for path, each in sites if not each.by or (path, each.by) in lent
            for named in (by_name.get(each.part, []) if each.part else every,)
            for place in _given(path, each, named, asked)
        }  # fmt: skip
        if more <= lent:
            return frozenset(lent)
        lent |= more


def _given(
    path: str, lent: Lent, methods: list[tuple[str, Method]], asked: frozenset[str]
) -> Iterator[Place]:
    """The methods that something lends; `asked` are the parts that methods ask their own objects
    for, "" for any: those of other objects are seen where they are asked for."""
    if lent.only:
        yield path, lent.only
        return
    for file, method in methods:
        name = method.name
        found = name not in _HAD and not asked.isdisjoint((name, ""))
        if method.takes(lent) and lent.gives(name) and (found or not lent.missing):
            yield file, method.line


def line_in(
    found: Settings, part: surface.Class, runs: Runs, lent: Collection[int],
    names: Collection[str] | None, called: Collection[str] = (), unnamed: bool = True,
) -> int:  # fmt: skip
    """The line where the file may set what the class has, or make an object of it anew; 0 for none.
    What a method sets of its own object counts where that may be any object: the method at that
    line is `lent`. `called` are the names of the class and of those below it: whatever is set by
    these counts, for a property hides a field. `names` are the same, if nothing has the class
    otherwise than by them."""
    own, called = _own(part), called or names or frozenset()
    sets = (s.line for s in found.stored if s.owner not in {"self", *found.classes} and (
        names is None or _may_be(s, names, unnamed) if s.hides or _changes(s.part, own)
        else _is_meant(s, called)
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
    every: list[Stored | ByName] = [s for s in found.stored if s.hides or _changes(s.part, own)]
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
    lent = methods_lent({"": found}, lambda _: True, is_library, lambda *_: False, False)
    return lent_line(found, part, {line for _, line in lent})


def _own(part: surface.Class) -> set[str]:
    """What the class has, and what says so."""
    own = {"__bases__", "__class__", *(f.name for f in methods_of(part))}
    own -= {f.name for f in part.setters}
    return own | {p.name for p in part.constants}


def _changes(name: str, own: Collection[str]) -> bool:
    """Whether a class is another one with a part of this name: one that it has, or a special one,
    which Python asks for."""
    return name in own or (is_dunder(name) and name not in _SAYING)


def _is_meant(found: Stored, names: Collection[str]) -> bool:
    """Whether a part that says something is set by one of the class's names."""
    meant = found.owner in names if found.owner else found.inner in names
    return meant and bool(found.part) and found.part not in _SAYING


def _may_be(found: Stored, names: Collection[str], unnamed: bool) -> bool:
    """Whether a class is set a part of that nothing has otherwise than by one of its `names`, or as
    something `unnamed`."""
    if found.owner:
        return found.owner == "cls" or found.owner in names
    return found.inner in names or found.inner in GIVING if found.inner else unnamed


__all__ = ["lent_alone", "lent_line", "line_in", "methods_lent"]
