"""Whether any file of a source may change what a class has, and which classes something may have
as values."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Protocol

from adc.frontends import surface
from adc.frontends.names import methods_of, walk
from adc.frontends.places import file_of
from adc.frontends.python.bindings import is_dunder, unknown
from adc.frontends.python.class_sets import lent_line, line_in, methods_lent
from adc.frontends.python.class_values import ANNOTATED, ANY_OBJECT, above_of, below_of
from adc.frontends.python.set_by_name import SetByName
from adc.frontends.python.settings import ByName
from adc.frontends.python.source_files import SourceFiles


class Source(SourceFiles, Protocol):
    """The same, with which of them are run and what they hand on."""

    @property
    def run(self) -> frozenset[str]: ...

    @property
    def by_name(self) -> SetByName: ...

    def is_run(self, within: str) -> bool: ...

    def handing_on(self, where: str, called: frozenset[str]) -> tuple[str, ...]: ...


#: Functions of Python's own that make no objects of a class of the source.
_PLAIN = ("dict", "list", "tuple", "set", "frozenset", "range", "float", "int", "bool", "complex",
          "str", "len", "abs", "zip", "enumerate")  # fmt: skip


@dataclass
class SharedClasses:
    """`strict`: anything may have each class."""

    parts: Source
    strict: bool = False
    ran: dict[str, frozenset[str]] = field(default_factory=dict)
    values: dict[tuple[str, str], bool] = field(default_factory=dict)

    def is_value(self, where: str, name: str) -> bool:
        """Whether something may have the class `name` of the file `where` as a value while files
        are imported."""
        if (where, name) not in self.values:
            known = self.strict or self._is_value(where, name)
            self.values[where, name] = known
        return self.values[where, name]

    def names(self, name: str) -> frozenset[str]:
        """The names of the class, and of those that are derived from it."""
        return frozenset().union(*map(self.parts.aliases, below_of(name, self._bases())))

    def _bases(self) -> list[dict[str, set[str]]]:
        every = (self.parts.main, *self.parts.texts)
        return [self.parts.settings(path).class_values.bases for path in every]

    def leaves_objects(self, module: surface.Module) -> bool:
        """Whether files make objects while they are imported, which the function may have: of these
        parts may be set in place of those of their classes, whoever has the classes."""
        if self.strict or all(self.values.values()):
            return False
        libraries = {i.alias for i in module.imports}
        methods = [f for made in module.classes for f in methods_of(made)]
        values: list[object] = [c.value for c in module.constants]
        values += [p.default for made in module.classes for p in made.constants]
        values += [p.default for f in (*module.functions, *methods) for p in f.parameters]
        calls = (n for v in values for n in walk(v, inside=True) if isinstance(n, surface.Call))
        return any(
            not libraries & {n.name for n in walk(c.function) if isinstance(n, surface.Name)}
            and not (isinstance(c.function, surface.Intrinsic) and c.function.name in _PLAIN)
            for c in calls
        )  # fmt: skip

    def _is_value(self, where: str, name: str) -> bool:
        called, bases = self.names(name), self._bases()
        every = [self.parts.settings(path) for path in (self.parts.main, *self.parts.texts)]
        values = self.parts.module_values.values
        below = below_of(name, bases)
        given = {
            path for path in (self.parts.main, *self.parts.texts)
            if below & self.parts.settings(path).class_values.bases.keys()
        }  # fmt: skip
        given.update(self.parts.handing_on(where, called))
        if values is None or not all(f.clear for f in every):
            return True
        if not values.isdisjoint(map(os.path.normpath, given)):
            return True
        if any(f.words & ANY_OBJECT for f in every):
            return True
        noted = any(f.words & ANNOTATED for f in every)
        around = above_of(name, bases) | below
        for found in (f.class_values for f in every):
            stand = (names for f, names in found.names.items() if self.parts.is_run(f))
            if not called.isdisjoint(found.noted.union(*stand) if noted else set().union(*stand)):
                return True
            made = (a.made for a in found.asked if self.parts.is_run(a.within))
            if any(not m or not around.isdisjoint(self.parts.aliases(m)) for m in made):
                return True
        return False

    @cached_property
    def _lent(self) -> frozenset[tuple[str, int]]:
        every = {path: self.parts.settings(path) for path in (self.parts.main, *self.parts.texts)}
        asks = self.parts.by_name.only_python_names("__getattr__")
        asks &= not any("__getattribute__" in found.words for found in every.values())
        return methods_lent(every, self._runs, self._is_library, self._is_module, asks)

    def is_of_module(self, path: str, found: ByName) -> bool:
        """Whether parts of a module are set by their names, which is no class."""
        return bool(found.root) and not found.inner and self._is_module(path, (found.root,))

    def _is_module(self, path: str, names: tuple[str, ...]) -> bool:
        """Whether `a.b` of the file is surely a module of the source's own: no file has another
        thing of one of these names."""
        if not names or names[0] not in self.parts.settings(path).lending.modules:
            return False
        return not self._not_modules.intersection(names) and self.parts.module_values.surely(
            path, names
        )

    @cached_property
    def _not_modules(self) -> frozenset[str]:
        """The names that files give to something that is no module: at their tops, and as parts."""
        every = [self.parts.settings(path) for path in (self.parts.main, *self.parts.texts)]
        stored = (s.part for f in every for s in f.stored)
        return frozenset(stored).union(*(f.tops for f in every))

    def _is_library(self, path: str, name: str) -> bool:
        """Whether a name that an import binds in the file is not of the source's own."""
        module, *_ = self.parts.settings(path).libraries.get(name, ("",))
        return bool(module) and not file_of(path, module)

    def lent_in(self, path: str) -> frozenset[int]:
        """The lines of the methods in the file that may be given any object."""
        return frozenset(line for file, line in self._lent if file == path)

    def line(self, path: str, where: str, part: surface.Class) -> int:
        """The line where the file may set what the class has, or make an object of it anew."""
        known = not self.is_value(where, part.name)
        called, lent = self.names(part.name), self.lent_in(path)
        names = called if known else None
        runs = self._runs if names is None or self._is_made(part.name) else lambda _: False
        line = line_in(self.parts.settings(path), part, runs, lent, names, called)
        methods = {f.name for f in methods_of(part)}
        early = self.parts.file(where).module.watch.seen.making & {
            m for m in methods if not is_dunder(m)
        }
        return line or int(bool(early and early & self._called(path)))

    def _is_made(self, name: str) -> bool:
        """Whether files may make objects of the class while they are imported, which nothing has
        otherwise than by a name."""
        called = self.names(name)
        return any(called & self._called(p) for p in (self.parts.main, *self.parts.texts))

    def check_lent(self, where: str, part: surface.Class) -> None:
        """ADC0123 where a method of the class's own file sets what the class has, were that its
        own object, and a file may have it so."""
        line = lent_line(self.parts.settings(where), part, self.lent_in(where))
        if line and self.is_value(where, part.name):
            raise unknown(part.name, part.span, where, line)

    def _called(self, path: str) -> frozenset[str]:
        """What the file may mention while it is imported."""
        if path not in self.ran:
            found = self.parts.settings(path)
            inside = (found.mentions[f] for f in self.parts.run & found.mentions.keys())
            self.ran[path] = frozenset(found.run.union(*inside))
        return self.ran[path]

    def sets_module(self, path: str, where: str, name: str) -> int:
        """The line where a method of the file sets the part `name` of its own object, which may be
        the module of `where`. Names that are composed are doubted: a module that nothing is
        given by its name is no method's object while files are imported."""
        found, lent = self.parts.settings(path), self.lent_in(path)
        lines = [s.line for s in found.stored if s.part == name and s.method in lent]
        named = [e for e in found.own_by_name if e.part in ("", name) and e.method in lent]
        modules, module = self.parts.module_values, os.path.normpath(where)
        known = modules.values if lines or named else frozenset()
        if known is not None and module not in known:
            return 0
        early = bool(named) and module in modules.by_names
        return lines[0] if lines else self.parts.by_name.doubted(path, named, where, name, early)

    def _runs(self, found: Any) -> bool:
        return self.parts.is_run(found.within)
