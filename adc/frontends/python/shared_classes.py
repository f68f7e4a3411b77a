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

    def hands_on(self, path: str, where: str, inner: bool = False) -> bool: ...


#: Functions that give all parts of what they are given.
MEMBERS = frozenset({"getmembers", "getmembers_static", "vars"})
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
    named: dict[str, bool] = field(default_factory=dict)
    listed: dict[str, bool] = field(default_factory=dict)
    lent: dict[frozenset[str] | None, frozenset[tuple[str, int]]] = field(default_factory=dict)

    def is_seen_value(self, where: str, name: str, path: str) -> bool:
        """Whether that is seen of the file at `path`: the class is named somewhere, or the file
        asks an object for it, has its module, or an annotation of it. Else it would have to take
        the class out of a module by a name that no text of the source has, or be given it by
        another file that does so."""
        if not self.is_value(where, name):
            return False
        found = self.parts.settings(path)
        noted = found.words & ANNOTATED and self.names(name) & found.class_values.noted
        seen = self.strict or self._is_named(name) or self._asks(name, path) or bool(noted)
        return seen or self.parts.hands_on(path, where) or self._is_listed(where)

    def _is_listed(self, where: str) -> bool:
        """Whether a file goes through what the module of `where` has; another may set parts of what
        that finds."""
        if where not in self.listed:
            self.listed[where] = any(self._lists(path, where) for path in self._files())
        return self.listed[where]

    def _lists(self, path: str, where: str) -> bool:
        """Whether the file goes through what a module has, which that of `where` may be: by the
        module's name (`m.__dict__`), or through the members of what it is given, where that module
        is given to something."""
        found, modules = self.parts.settings(path), self.parts.module_values
        module = os.path.normpath(where)
        if any(module in modules.modules(os.path.normpath(path), root) for root, _ in found.taken):
            return True
        return bool(found.taken or found.words & MEMBERS) and module in modules.by_names

    def _files(self) -> tuple[str, ...]:
        return (self.parts.main, *self.parts.texts)

    def is_value(self, where: str, name: str) -> bool:
        """Whether something may have the class `name` of the file `where` as a value while files
        are imported."""
        if (where, name) not in self.values:
            known = self.strict or self._is_named(name) or self._is_in_value(where, name)
            known |= any(self._asks(name, path) for path in self._files())
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

    def _is_in_value(self, where: str, name: str) -> bool:
        """Whether something may have a module that the class, or one below it, is a part of, or an
        annotation that names it."""
        files = self._files()
        every = [self.parts.settings(path) for path in files]
        noted = set().union(*(f.class_values.noted for f in every))
        if self.names(name) & noted and any(f.words & ANNOTATED for f in every):
            return True
        values = self.parts.module_values.values
        if values is None:
            return True
        below = below_of(name, self._bases())
        given = {
            path for path, settings in zip(files, every, strict=True)
            if below & settings.class_values.bases.keys()
        }  # fmt: skip
        given.update(self.parts.handing_on(where, self.names(name)))
        return not values.isdisjoint(map(os.path.normpath, given))

    def _is_named(self, name: str) -> bool:
        if name not in self.named:
            self.named[name] = self._is_said(name)
        return self.named[name]

    def _is_said(self, name: str) -> bool:
        called = self.names(name)
        every = [self.parts.settings(path) for path in self._files()]
        if not all(f.clear for f in every) or any(f.words & ANY_OBJECT for f in every):
            return True
        if any(f.said & called for f in every):
            return True
        return bool(self._naming(name))

    def _asks(self, name: str, path: str) -> bool:
        """Whether the file asks objects that may be of the class for what that is."""
        around = above_of(name, self._bases()) | below_of(name, self._bases())
        return any(
            not a.made or around & self.parts.aliases(a.made)
            for a in self.parts.settings(path).class_values.asked
            if self.parts.is_run(a.within)
        )

    def _lending(self, seen_in: frozenset[str] | None) -> frozenset[tuple[str, int]]:
        if seen_in not in self.lent:
            self.lent[seen_in] = self._lent(seen_in)
        return self.lent[seen_in]

    def _lent(self, seen_in: frozenset[str] | None) -> frozenset[tuple[str, int]]:
        every = {path: self.parts.settings(path) for path in (self.parts.main, *self.parts.texts)}
        asks = self.parts.by_name.only_python_names("__getattr__")
        asks &= not any("__getattribute__" in found.words for found in every.values())
        known = self._runs, self._is_library, self._is_module
        return methods_lent(every, *known, asks, seen_in)

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

    def lent_in(self, path: str, name: str | None = None) -> frozenset[int]:
        """The lines of the methods in the file that may be given any object; those that may be
        given the class `name`, without those that nothing finds but by names that are not seen, in
        files that do not name the class."""
        lent = self._lending(None if name is None else self._naming(name))
        return frozenset(line for file, line in lent if file == path)

    def _naming(self, name: str) -> frozenset[str]:
        """The files in which the class stands as a value."""
        called = self.names(name)
        return frozenset(
            path for path in self._files()
            for within, names in self.parts.settings(path).class_values.names.items()
            if called & names and self.parts.is_run(within)
        )  # fmt: skip

    def line(self, path: str, where: str, part: surface.Class) -> int:
        """The line where the file may set what the class has, or make an object of it anew; a
        method that would have to be found by a name that is not seen is doubted."""
        known = not self.is_value(where, part.name)
        seen = self.is_seen_value(where, part.name, path)
        called, found = self.names(part.name), self.parts.settings(path)
        runs = self._runs if not known or self._is_made(part.name) else lambda _: False
        lent = self.lent_in(path, part.name)
        line = line_in(found, part, runs, lent, None if seen else called, called, known)
        if not (known or line):
            line = line_in(found, part, runs, self.lent_in(path), None, called)
            self.doubt(part.name, path, line)
            line = 0
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

    def doubt(self, name: str, path: str, line: int) -> None:
        """What has the name is taken as its file has it, although parts of something are set there,
        if that is a `line`: who has it has it by a name that is not seen."""
        if line:
            self.parts.by_name.unseen.setdefault(name, (path, line))

    def check_lent(self, where: str, part: surface.Class) -> None:
        """ADC0123 where a method of the class's own file sets what the class has, were that its
        own object, and a file may have it so; a doubt where it would have to be found by a name
        that is not seen."""
        found = self.parts.settings(where)
        doubt = lent_line(found, part, self.lent_in(where))
        if not doubt or not self.is_value(where, part.name):
            return
        line = lent_line(found, part, self.lent_in(where, part.name))
        if line and self.is_seen_value(where, part.name, where):
            raise unknown(part.name, part.span, where, line)
        self.doubt(part.name, where, doubt)

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
        lent = self.lent_in(path)
        stored, named = self._set_by(path, name, lent)
        modules, module = self.parts.module_values, os.path.normpath(where)
        known = modules.values if stored or named else frozenset()
        if known is not None and module not in known:
            return 0
        seen, named_so = self._set_by(path, name, self.lent_in(path, ""))
        if seen or not (stored or named):
            return seen[0] if seen else 0
        if not named_so:
            self.doubt(name, path, [*stored, *(e.line for e in named)][0])
            return 0
        early = module in modules.by_names
        return self.parts.by_name.doubted(path, named_so, where, name, early)

    def _set_by(self, path: str, name: str, lent: frozenset[int]) -> tuple[list[int], list[ByName]]:
        """Where methods of the file at these lines set the part `name` of their own objects: by an
        assignment, or by its name or any."""
        found = self.parts.settings(path)
        lines = [s.line for s in found.stored if s.part == name and s.method in lent]
        named = [e for e in found.own_by_name if e.part in ("", name) and e.method in lent]
        return lines, named

    def _runs(self, found: Any) -> bool:
        return self.parts.is_run(found.within)
