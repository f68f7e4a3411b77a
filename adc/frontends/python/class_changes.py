"""What a file does to its classes, and to objects that are made already."""

from __future__ import annotations

import builtins
from collections.abc import Callable, Container, Iterable
from dataclasses import replace

from adc.frontends import surface
from adc.frontends.names import methods_of
from adc.frontends.places import file_of
from adc.frontends.python.class_effects import Seen


def with_methods(
    made: surface.Class, f: Callable[[surface.Function], surface.Function]
) -> surface.Class:
    """The class with `f` applied to each method."""
    return replace(
        made, functions=tuple(map(f, made.functions)), properties=tuple(map(f, made.properties)),
        makers=tuple(map(f, made.makers)), statics=tuple(map(f, made.statics)),
        setters=tuple(map(f, made.setters)),
    )  # fmt: skip


def sets_own(made: surface.Class, seen: Seen, is_value: bool = True) -> bool:
    """Whether a file sets what the class itself has, which it may have as a value, or fields of
    objects outside of functions."""
    fields = {p.name for p in made.parameters} | set(made.attributes)
    own = {p.name for p in made.constants}
    own |= {f.name for f in methods_of(made)} - seen.properties
    return any(
        (s.name in own and s.within is None and is_value) or (s.name in fields and not s.plain)
        for s in seen.settings
    )


def fields_set(made: surface.Class, seen: Seen) -> bool:
    """Whether the file sets a field of a name that objects of the class have, in an object that is
    made already."""
    own = {p.name for p in made.parameters} | set(made.attributes)
    early = seen.making
    return any(
        s.name in own and (s.within is None or s.within[1] not in early) for s in seen.settings
    )


def with_effects(made: surface.Class, seen: Seen, known: frozenset[str]) -> surface.Class:
    """The class with what the file does to its objects; `known` are names of functions that are
    none of the source's."""
    own = {p.name for p in (*made.parameters, *made.constants)} | set(made.attributes)
    exposed = seen.exposed(known)
    more = frozenset((n, depth) for name, depth in exposed for n in own if name in (n, ""))
    changed = made.changed or fields_set(made, seen)
    return replace(made, changed=changed, exposed=made.exposed | more)


def others_names(
    file: str, imports: Iterable[surface.Import], bound: Container[str]
) -> frozenset[str]:
    """The names of Python's own functions, and of what comes from libraries."""
    libraries = {i.alias for i in imports if not file_of(file, i.module)}
    return frozenset(n for n in dir(builtins) if n not in bound) | libraries


def seen_by_all(
    parts: Iterable[object], modules: Iterable[surface.Module]
) -> tuple[surface.Class, ...]:
    """The classes among `parts`, each with what all the files do to its objects."""
    found = [p for p in parts if isinstance(p, surface.Class)]
    for module in modules:
        watch = module.watch
        if watch is not None and found:
            known = others_names(module.file, watch.imports, {f.name for f in module.functions})
            found = [with_effects(made, watch.seen, known) for made in found]
    return tuple(found)
