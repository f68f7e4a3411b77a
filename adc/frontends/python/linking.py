"""Modules of the source's own that it imports, joined with it: one module, as if all of their
functions stood in one file.

A module is the source's own where its file lies where Python would look for it: beside the file
that imports it, in the package that this file is in, or in a folder that is named for that. The
files are read, never run. Of each only what the function reaches is taken, under names that no
other file has; what is renamed in a function are the names that it takes from its module, so that
two files may use one name for two things. What a file does to the modules that it imports is seen
where it does it by name: a module that is used otherwise than by its parts (`setattr(m, …)`), or
whose parts are set, is left alone, and what comes from it is unknown.
"""

from __future__ import annotations

import builtins
import os
import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cached_property

from adc.diagnostics import AdcError, Diagnostic, Note, Span
from adc.frontends import surface
from adc.frontends.library_stars import may_export, shadowed
from adc.frontends.names import names_of, walk
from adc.frontends.own_modules import member
from adc.frontends.places import file_of, package_of
from adc.frontends.python.bindings import File, Part, bound_by, unknown
from adc.frontends.python.class_changes import seen_by_all
from adc.frontends.python.inner_modules import with_modules_outside
from adc.frontends.python.lists import list_names
from adc.frontends.python.renaming import Renaming, is_import
from adc.frontends.python.settled_imports import (
    check_alone,
    check_decorators,
    check_paths,
    check_shadowed,
    check_submodule,
    unbound,
)
from adc.frontends.python.shared_parts import SharedParts
from adc.frontends.python.stars import Stars

#: Reads a file: the module that it is.
Read = Callable[[str], surface.Module]


def with_own_modules(
    module: surface.Module, function: surface.Function, read: Read, apart: frozenset[str],
    as_written: bool = False, warnings: list[Diagnostic] | None = None,
) -> surface.Module:  # fmt: skip
    """`module` with what `function` reaches in modules of the source's own, which `read` reads.
    Names that are `apart` are nobody's: rules say what they mean. Where files are taken
    `as_written`, nothing but their own statements binds their names; what is taken so all the same
    is told in `warnings`. Where the function takes something from a package of another folder, or
    objects that files make, all is looked at once more, with who may change that."""
    packages, strict = frozenset[str](), False
    module, (function,) = with_modules_outside(module, function)
    while True:
        linker = _Linker(module, read, apart, packages, as_written, strict)
        joined = linker.joined(function)
        more = frozenset(filter(None, map(package_of, linker.files))) - packages
        again = linker.sharing.classes.leaves_objects(joined)
        if not more and not again:
            if warnings is not None:
                warnings += linker.sharing.by_name.warnings()
            return joined
        packages, strict = packages | more, strict or again


@dataclass
class _Linker:
    """`names` are those under which parts of files are in the joined module; of other folders the
    `packages` are looked at as a whole; `strict` as in `SharedClasses`."""

    main: surface.Module
    read: Read
    apart: frozenset[str]
    packages: frozenset[str]
    as_written: bool
    strict: bool
    files: dict[str, File] = field(default_factory=dict)
    names: dict[tuple[str, str], str] = field(default_factory=dict)
    taken: set[str] = field(default_factory=set)
    rejected: dict[str, AdcError] = field(default_factory=dict)
    written: set[str] = field(default_factory=set)
    made: dict[tuple[str, str], Part] = field(default_factory=dict)
    used: set[tuple[str, str]] = field(default_factory=set)
    checked: set[str] = field(default_factory=set)
    looked_at: set[tuple[str, str]] = field(default_factory=set)

    @cached_property
    def sharing(self) -> SharedParts:
        words = self.packages, self.as_written, self.strict
        return SharedParts(self.main.file, self.file, self.origin, *words)

    @cached_property
    def stars(self) -> Stars:
        return Stars(self)

    def joined(self, function: surface.Function) -> surface.Module:
        main, path = self.main, self.main.file
        self.files[path] = File.of(main)
        self.sharing.check_libraries()
        if not self._imports_own(path):
            return main
        self.taken = set(re.findall(r"\w+", main.text))
        for name in self.files[path].parts:
            self.names[path, name] = name
        reached = self.files[path].reached(function) - self.apart
        for alias, part in self.files[path].parts.items():
            if isinstance(part, surface.Import) and alias in reached:
                self._named_as_imported(part)
        self.take(path, function.name)
        return self._module()

    def _named_as_imported(self, part: surface.Import) -> None:
        """What the source imports by name keeps the name that it has there."""
        found = None
        with suppress(AdcError):  # raised again where the name is used
            found = self.target(self.main.file, part)
        if found is not None and found[1] and found not in self.names:
            self.names[found] = part.alias

    def _module(self) -> surface.Module:
        """What is taken of all files, and what else the first one has."""
        own = self.main.file
        rest = [
            p for name, p in self.files[own].parts.items()
            if (own, name) not in self.made
            and not (isinstance(p, surface.Import) and self._is_own(own, p))
            and not bound_by(p) & self.rejected.keys()
        ]  # fmt: skip
        parts = list({id(p): p for p in (*self.made.values(), *rest)}.values())
        stars = [s for s in self.main.imports if s.name == "*" and not self.stars.is_open(own, s)]
        taken = {file for file, _ in self.made}
        return replace(
            self.main,
            functions=tuple(p for p in parts if isinstance(p, surface.Function)),
            constants=tuple(p for p in parts if isinstance(p, surface.Assign)),
            classes=seen_by_all(parts, [f.module for f in self.files.values()]),
            imports=(*(p for p in parts if isinstance(p, surface.Import)), *stars),
            rejected=(*self.main.rejected, *self.rejected.items()),
            written=self.main.written | self.written,
            others=tuple(f for f in self._in_order(own, {own}) if f in taken),
        )

    def _in_order(self, path: str, seen: set[str]) -> Iterator[str]:
        """The files that are read, each before those that import it."""
        for part in self.files[path].module.imports if path in self.files else ():
            names = [part.module, *([member(part.module, part.name)] if part.name else [])]
            for other in filter(None, (file_of(path, name) for name in names)):
                if other not in seen:
                    seen.add(other)
                    yield from self._in_order(other, seen)
                    yield other

    # -- files -------------------------------------------------------------------------------------

    def file(self, path: str) -> File:
        if path not in self.files:
            try:
                self.files[path] = File.of(with_modules_outside(self.read(path))[0])
                self.taken |= set(re.findall(r"\w+", self.files[path].module.text))
            except AdcError as error:
                empty = surface.Module(path, "", "python", (), (), ())
                self.files[path] = File(empty, broken=error)
        return self.files[path]

    def _imports_own(self, path: str) -> bool:
        module = self.files[path].module
        if any(self._is_own(path, i) for i in module.imports):
            return True
        inside = (n for n in walk(module.functions, inside=True) if is_import(n))
        return any(file_of(path, n.name.partition(":")[0]) for n in inside)

    def _is_own(self, path: str, part: surface.Import) -> bool:
        name = part.module if part.name in (None, "*") else member(part.module, part.name)
        return bool(file_of(path, part.module) or file_of(path, name))

    def target(self, path: str, part: surface.Import) -> tuple[str, str] | None:
        """The file that an import leads to, and the name there, "" for the module itself."""
        check_alone(path, part)
        check_paths(self, path, part)
        found = file_of(path, part.module)
        outer, _, last = part.module.rpartition(".")
        if part.name is None and outer and not outer.endswith("."):
            check_shadowed(self, file_of(path, outer), last, part.span)
        self.sharing.replaced.check(path, part)
        if part.name is None:
            return (found, "") if found else None
        itself = found == path  # `from . import numeric` of a package: not what that binds
        if found and not itself and self.file(found).binds(part.name):
            bound = self.file(found).parts.get(part.name)
            known = self.origin(found, bound) if isinstance(bound, surface.Import) else None
            if known is not None and not known[1]:
                check_shadowed(self, found, part.name, part.span)
                return known  # a module that the package has under this name
            check_submodule(self, found, part.name, part.span)
            return found, part.name
        inner = file_of(path, member(part.module, part.name))
        if inner:
            return inner, ""
        return (found, part.name) if found and not itself else None

    def origin(self, path: str, part: surface.Import) -> tuple[str, str] | None:
        """The same through files that hand it on."""
        found = self.target(path, part)
        seen: set[tuple[str, str]] = set()
        while found is not None and found[1] and found not in seen:
            seen.add(found)
            file = self.file(found[0])
            inner = file.parts.get(found[1])
            if isinstance(inner, surface.Import):
                found = self.target(found[0], inner)
                continue
            if inner is not None or file.binds(found[1]):
                break
            stars = [file_of(found[0], s.module) for s in file.stars]
            other = next((s for s in stars if s and self.stars.exports(s, found[1])), None)
            if other is None:
                break
            found = (other, found[1])
        return found

    # -- what is reached ---------------------------------------------------------------------------

    def take(self, path: str, name: str) -> str:
        """The name in the joined module of what the file binds as `name`, which is taken along."""
        file = self.file(path)
        part = file.parts.get(name)
        if part is not None and file.stars:
            self._by_star(path, name, part.span)
            self._check_libraries(path, name, part.span)
        if isinstance(part, surface.Import) and path != self.main.file:
            found = self.target(path, part)
            if found is not None:
                return self.through(path, part, found)
        if not file.binds(name) and (handed_on := self._by_star(path, name, Span(path, 1))):
            return handed_on
        new = self.names.setdefault((path, name), "") or self._fresh(path, name)
        self.names[path, name] = new
        if (path, name) in self.used:
            return new
        self.used.add((path, name))
        if isinstance(part, surface.Function):
            check_decorators(self, path, part)
        if part is None:
            known = file.broken or file.rejected.get(name)
            self.rejected[new] = known or unbound(file.unsettled.get(name), path, name)
            return new
        if isinstance(part, surface.Assign):
            for each in names_of(part):
                self.names[path, each] = self.names.get((path, each)) or self._fresh(path, each)
                self.used.add((path, each))
                if each in file.module.written:
                    self.written.add(self.names[path, each])
        try:
            self.sharing.check_around(path, name, part, file.module)
            if self.sharing.changed(path, name, part):
                if isinstance(part, surface.Assign) and list_names((part,)):
                    raise unknown(name, part.span, path, 1, self.as_written)
                self.written.add(new)
            self.made[path, name] = self._renamed(path, part)
            if name in file.decorated:  # what calls of the function are calls of
                self.made[path, f"{name}%"] = self._renamed(path, file.decorated[name])
        except AdcError as error:
            self.rejected[new] = error
        return new

    def through(self, path: str, part: surface.Import, found: tuple[str, str]) -> str:
        """What another file imports by name; the module itself is no value."""
        if not found[1]:
            name = part.alias.partition("%")[0]  # as the source has it
            raise AdcError.of(
                "ADC0123", f"a module is no value here: `{name}`", part.span,
                help="import the functions that are used by their names",
            )  # fmt: skip
        self.sharing.changed(path, part.alias, part)  # what is handed on is bound there, too
        return self.take(*found)

    def _fresh(self, path: str, name: str) -> str:
        stem = os.path.basename(path).removesuffix(".py")
        if stem == "__init__":
            stem = os.path.basename(os.path.dirname(path)) or "package"
        base = found = re.sub(r"\W", "_", f"{stem}__{name}")
        number = 1
        while found in self.taken:
            number += 1
            found = f"{base}_{number}"
        self.taken.add(found)
        return found

    # -- renaming ----------------------------------------------------------------------------------

    def _renamed(self, path: str, part: Part) -> Part:
        renaming = Renaming(frozenset(), self, path)
        if isinstance(part, surface.Import):
            return replace(part, alias=self.names[path, part.alias])
        if isinstance(part, surface.Function):
            new = renaming.function(part)
            return replace(new, name=self.names[path, part.name])
        if isinstance(part, surface.Class):
            return replace(renaming.class_(part), name=self.names[path, part.name])
        value = renaming.node(part.value)
        return replace(part, targets=tuple(map(renaming.node, part.targets)), value=value)

    def name_in(self, path: str, name: surface.Name) -> str:
        """What `name`, which a function of the file takes from its module, is in the joined one."""
        file = self.file(path)
        if name.name in self.apart:
            return name.name
        if path == self.main.file:
            return self._name_in_main(file, name)
        found = self._by_star(path, name.name, name.span)
        if file.binds(name.name):
            return self.take(path, name.name)
        if found:
            return found
        main = self.files[self.main.file]
        hidden = any(
            name.name in shadowed(s.module)
            for s in main.stars if not self.stars.is_open(self.main.file, s)
        )  # fmt: skip
        if main.binds(name.name) or hidden:
            raise AdcError.of(
                "ADC0123", f"`{name.name}` is Python's own here, and something else in"
                f" {os.path.basename(self.main.file)}", name.span,
                help=f"give what hides `{name.name}` there another name",
            )  # fmt: skip
        return name.name

    def _name_in_main(self, file: File, name: surface.Name) -> str:
        path, part = self.main.file, file.parts.get(name.name)
        star = self._by_star(path, name.name, name.span)
        if star and not file.binds(name.name):
            return star
        if isinstance(part, surface.Import):
            found = self.target(path, part)
            if found is not None:
                return self.through(path, part, found)
        if part is not None:
            return self.take(path, name.name)
        return name.name

    def _by_star(self, path: str, name: str, span: Span) -> str:
        """The name in the joined module of what a star import of the file binds; "" for none, or
        where such imports lead back to it."""
        if (path, name) in self.looked_at:
            return ""
        self.looked_at.add((path, name))
        try:
            return self._by_stars(path, name, span)
        finally:
            self.looked_at.remove((path, name))

    def _by_stars(self, path: str, name: str, span: Span) -> str:
        file, found, before = self.file(path), "", ""
        for star in file.stars:
            where = file_of(path, star.module)
            if not self.stars.is_open(path, star):
                if not file.binds(name) and path != self.main.file:
                    found = self._from_star(path, star, name, span) or found
            elif self.stars.exports(where, name):
                part = self.file(where).parts.get(name)
                if isinstance(part, surface.Import) and self.target(where, part) == (path, name):
                    continue  # what it has imported from this very file
                new = self.take(where, name)
                other = found not in ("", new) and not self._one_import(before, where, name)
                if other or not self._same(path, name, star):
                    raise AdcError.of(
                        "ADC0123", f"`from {star.module} import *` binds `{name}` anew",
                        span, help=f"import what is used from {star.module} by name",
                        notes=(Note("imported here", star.span),),
                    )  # fmt: skip
                self._check_libraries(path, name, star.span)
                found, before = new, where
        return found

    def _one_import(self, path: str, other: str, name: str) -> bool:
        """Whether two files import the same for `name`, by the same words."""
        one, two = (self.file(p).parts.get(name) if p else None for p in (path, other))
        if not isinstance(one, surface.Import) or not isinstance(two, surface.Import):
            return False
        return (one.module, one.name) == (two.module, two.name) and one.module[:1] != "."

    def _check_libraries(self, path: str, name: str, bound: Span) -> None:
        """ADC0123 where a star import that is not followed may bind anew what is `bound` there."""
        for star in self.file(path).stars:
            if (
                star.span.line > bound.line
                and not self.stars.is_open(path, star)
                and (file_of(path, star.module) or may_export(star.module, name, self.as_written))
            ):
                raise AdcError.of(
                    "ADC0123", f"`from {star.module} import *` may bind `{name}` anew", star.span,
                    help=f"import what is used from {star.module} by name",
                )  # fmt: skip

    def _same(self, path: str, name: str, star: surface.Import) -> bool:
        """Whether the file does not bind `name` itself, or imports for it what the other does."""
        file, there = self.file(path), replace(star, name=name, alias=name)
        here = file.parts.get(name)
        if not file.binds(name):
            return True
        if not isinstance(here, surface.Import):
            return False
        if self._one_import(path, file_of(path, star.module), name):
            return True
        return self.origin(path, here) == self.origin(path, there) is not None

    def _from_star(self, path: str, star: surface.Import, name: str, span: Span) -> str:
        """A name in a file with `from numpy import *`: NumPy's, or Python's own."""
        alone = len(self.file(path).stars) == 1 and star.certain
        if hasattr(builtins, name) and alone and name not in shadowed(star.module):
            return ""
        if not alone or hasattr(builtins, name):
            raise AdcError.of(
                "ADC0123", f"`from {star.module} import *` may bind `{name}`", span,
                help=f"import what is used from {star.module} by name",
                notes=(Note("imported here", star.span),),
            )  # fmt: skip
        key = (path, name)
        self.names[key] = self.names.get(key) or self._fresh(path, name)
        made = surface.Import(star.module, name, self.names[key], star.span)
        self.made.setdefault(key, made)
        return self.names[key]

    def attribute(self, path: str, node: surface.Attribute) -> surface.Name | None:
        """The part of a module of the source's own that `helpers.square` is; None for others."""
        found = self.module_of(path, node.value)
        if found is None:
            return None
        self._check_unreplaced(found, node.value.span)
        file = self.file(found)
        inner = file_of(found, f".{node.name}") if found.endswith("__init__.py") else ""
        if inner and not file.binds(node.name):
            return None  # a module in a package, by itself
        check_submodule(self, found, node.name, node.span)
        part = file.parts.get(node.name)
        if isinstance(part, surface.Import) and (target := self.target(found, part)):
            new = self.through(found, part, target)
        else:
            new = self.take(found, node.name)
        return surface.Name(new, node.span)

    def _check_unreplaced(self, module: str, span: Span) -> None:
        """ADC0123 where a file may set what a package has for the module, as `pkg.helpers = other`
        does."""
        within = module.removesuffix("__init__.py").rstrip(os.sep)
        package = os.path.join(os.path.dirname(within), "__init__.py")
        if module not in self.checked and os.path.exists(package):
            name = os.path.basename(within).removesuffix(".py")
            self.sharing.changed(package, name, surface.Name(name, span))
        self.checked.add(module)

    def local(self, path: str, node: surface.Intrinsic) -> surface.Expr:
        """What an import inside a function binds: a part that another file has under a name."""
        module, _, name = node.name.partition(":")
        part = surface.Import(module, name or None, name, node.span)
        found = self.origin(path, part) if name else None
        if found is None or not found[1]:
            return node
        defined = (surface.Function, surface.Class, surface.Assign)
        bound = self.file(found[0]).parts.get(found[1])
        if isinstance(bound, surface.Assign) and isinstance(bound.value, surface.Name):
            meant = self.file(found[0]).parts.get(bound.value.name)
            self.sharing.changed(found[0], found[1], bound)  # another name of a function
        else:
            meant = bound
        return surface.Name(self.take(*found), node.span) if isinstance(meant, defined) else node

    def module_of(self, path: str, node: surface.Expr) -> str | None:
        """The file of the module that an expression in the file names."""
        if isinstance(node, surface.Name):
            part = self.file(path).parts.get(node.name)
            if isinstance(part, surface.Import) and node.name not in self.apart:
                found = self.target(path, part)
                return found[0] if found is not None and not found[1] else None
            return None
        if isinstance(node, surface.Attribute):
            outer = self.module_of(path, node.value)
            return self._module_in(outer, node) if outer else None
        return None

    def _module_in(self, outer: str, node: surface.Attribute) -> str | None:
        """The file of the module that the one of the file `outer` has under a name."""
        if not self.file(outer).binds(node.name):
            inner = file_of(outer, f".{node.name}") if outer.endswith("__init__.py") else ""
            return inner or None
        part = self.file(outer).parts.get(node.name)
        found = self.origin(outer, part) if isinstance(part, surface.Import) else None
        if part is None or found is None or found[1]:
            return None
        check_shadowed(self, outer, node.name, node.span)
        self._by_star(outer, node.name, part.span)
        self._check_libraries(outer, node.name, part.span)
        self.sharing.changed(outer, node.name, part)
        return found[0]
