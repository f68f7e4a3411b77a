"""Whether any file of a source may change what another one binds.

A number or a function is set as a part of its module (`consts.G = 2.0`); an array or a list may be
changed by whoever has it, too. All files are looked at that may be imported, whether or not the
function uses them: those that run before it may have changed what it uses.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from adc.diagnostics import AdcError, Span
from adc.frontends import surface
from adc.frontends.names import names_of
from adc.frontends.own_modules import own_texts
from adc.frontends.places import file_of, package_of, package_root
from adc.frontends.python.arrays import run_by
from adc.frontends.python.bindings import is_dunder, kept_names, unknown
from adc.frontends.python.class_changes import sets_own
from adc.frontends.python.executed import may_bind
from adc.frontends.python.imported import Harmless, Watch
from adc.frontends.python.imported_names import aliases_of, imported_as, renamings_in
from adc.frontends.python.lending import Lent
from adc.frontends.python.library_changes import LIBRARIES, known_by, lent_by, setting
from adc.frontends.python.made_once import may_set
from adc.frontends.python.module_values import ModuleValues
from adc.frontends.python.replaced_modules import ReplacedModules
from adc.frontends.python.search_paths import changed_paths
from adc.frontends.python.set_by_name import OF_FUNCTIONS, SetByName
from adc.frontends.python.setters import Setters
from adc.frontends.python.setting_finder import settings_of
from adc.frontends.python.settings import ByName, Settings, Stored, run_by_settings
from adc.frontends.python.shared_classes import SharedClasses
from adc.frontends.python.strangers import strangers_in

#: What may give a module by a text.
_BY_TEXT = frozenset({"globals", "locals", "vars", "eval", "exec"})
#: Names of what sets parts of the modules that it is given, in libraries, or may do so unseen.
_PATCHING = {
    "patch", "monkeypatch", "update_wrapper", "jit_module", "builtins", "exec", "eval", "ctypes"
}  # fmt: skip


@dataclass
class SharedParts:
    """`file` reads a file, `origin` tells where an import leads to in the end, `main` is the file
    that was named; of folders that are named `packages` are read. Where files are taken
    `as_written`, none sets a part of another one."""

    main: str
    file: Callable[[str], Any]
    origin: Callable[[str, surface.Import], tuple[str, str] | None]
    packages: frozenset[str]
    as_written: bool
    strict: bool
    asked: set[tuple[str, str]] = field(default_factory=set)
    known: dict[str, Settings] = field(default_factory=dict)
    renamed: dict[str, frozenset[str]] = field(default_factory=dict)
    values: dict[str, bool] = field(default_factory=dict)
    modules: dict[str, frozenset[str]] = field(default_factory=dict)

    def check_libraries(self) -> None:
        """ADC0123 where a file sets a part of a library that adc knows."""
        if self.as_written:
            return
        texts = {self.main: self.file(self.main).module.text, **self.texts}
        known = dict[str, dict[str, str]]()
        for path, text in texts.items():
            found = self.settings(path)
            if not found.clear:
                if path != self.main and re.search(rf"\b(?:{'|'.join(LIBRARIES)})\b", text):
                    raise unknown(LIBRARIES[0], Span(path, 1), path)
                continue
            known[path] = known_by(found)
            for within, line, key in found.replacing:
                if key.split(".")[0] in LIBRARIES and self.is_run(within):
                    raise unknown(key, Span(path, line), path, line)
        handed = lent_by({p: (self.settings(p), texts[p], names) for p, names in known.items()})
        for path, names in known.items():
            found = self.settings(path)
            each = setting(found, names, handed, not self._is_near(path), texts[path])
            if each is not None:
                _, line, column = found.libraries.get(each.root, ("", each.line, 1))
                span = Span(path, line, column, line, column + len(each.root))
                raise unknown(each.root, span, path, each.line)

    def _is_near(self, path: str) -> bool:
        """Whether a file is of the package that the one that was named is in, or stands beside."""
        if package_of(path):
            return False
        root = package_root(self.main)
        own = os.path.relpath(self.main, root).split(os.sep)
        return len(own) == 1 or os.path.relpath(path, root).split(os.sep)[0] == own[0]

    @cached_property
    def search_paths(self) -> list[tuple[str, int, str | None]]:
        """What the source's own files do to `sys.path`: the file, the line and the folder."""
        texts = {self.main: self.file(self.main).module.text, **self.texts}
        return [
            (path, line, folder) for path, text in texts.items() if self._is_near(path)
            for line, folder in changed_paths(path, text)
        ]  # fmt: skip

    def settings(self, path: str) -> Settings:
        """What the file may set."""
        if path not in self.known:
            text = self.texts.get(path)
            self.known[path] = settings_of(self.file(path).module.text if text is None else text)
        return self.known[path]

    def changed(self, where: str, name: str, part: Any) -> bool:
        """Whether the elements of the part `name` of `where` may be changed by a file, were it an
        array or a list; ADC0123 where one may bind it anew."""
        found, names = False, self.aliases(name)
        if not self.as_written and self._runs_text(where, name, None):
            raise unknown(name, part.span, where, part.span.line)
        if isinstance(part, surface.Class) and not self.as_written:
            self.classes.check_lent(where, part)
        for path in (self.main, *self.texts):
            if self.as_written or path == where:
                continue
            line = self._sets_objects(path, where, name, part) or self._runs_text(path, name, part)
            if line:
                raise unknown(name, part.span, path, line)
            if "." in name or not self._mentions(path, names):  # no module has such a name
                continue
            line = self._sets_parts(path, where, name) or self._sets_fields(path, where, name, part)
            if line:
                raise unknown(name, part.span, path, line)
            found |= isinstance(part, surface.Assign) and self._may_change(path, where, name)
        if found or not isinstance(part, surface.Assign):
            return found
        module = self.file(where).module
        watch = module.watch
        if watch is not None and name in watch.changed_by(module.constants, self.run):
            return True
        return not self.as_written and self._changed_by_other_names(where, name, names)

    def _changed_by_other_names(self, where: str, name: str, names: frozenset[str]) -> bool:
        """Whether it may be changed as another constant of a file, which may be a part of it."""
        self.asked.add((where, name))
        for path in (self.main, *self.texts):
            if not self._mentions(path, names) or self.file(path).broken is not None:
                continue
            file = self.file(path)
            own = {name} if path == where else {*self.names_of_part(path, file, where, name)}
            for constant in file.module.constants if own else ():
                for each in names_of(constant) if own & {*kept_names(constant.value)} else ():
                    if (path, each) not in self.asked and self.changed(path, each, constant):
                        return True
        return False

    def aliases(self, name: str) -> frozenset[str]:
        """The names that files may give to what is called `name`, as far as imports do it."""
        if name not in self.renamed:
            self.renamed[name] = aliases_of(name, self._renamings)
        return self.renamed[name]

    @cached_property
    def _renamings(self) -> dict[str, set[str]]:
        return renamings_in(self._texts())

    def _texts(self) -> Iterator[str]:
        yield from self.texts.values()
        yield self.file(self.main).module.text

    @cached_property
    def texts(self) -> dict[str, str]:
        """The other files that may be imported, each with its text."""
        return own_texts(self.main, self.packages)

    @cached_property
    def _setters(self) -> Setters:
        return Setters({self.main: self.file(self.main).module.text, **self.texts})

    def check_around(self, path: str, name: str, part: Any, module: surface.Module) -> None:
        """ADC0123 where other files may set what functions of the file set by `global`, or bind
        classes anew that `part` asks for."""
        if name in module.first:
            self._setters.check(path, name)
        for each in sorted(strangers_in(part)):
            self.changed(path, each, part)

    @cached_property
    def classes(self) -> SharedClasses:
        return SharedClasses(self, self.strict)

    @cached_property
    def replaced(self) -> ReplacedModules:
        return ReplacedModules(self)

    @cached_property
    def by_name(self) -> SetByName:
        return SetByName(self)

    @cached_property
    def module_values(self) -> ModuleValues:
        own = {self.main: self.file(self.main).module.text}
        return ModuleValues({**own, **self.texts}, self.by_name.fetched)

    @cached_property
    def run(self) -> frozenset[str]:
        """The names of functions that some file may run while it is imported."""
        found = run_by_settings(map(self.settings, dict.fromkeys((self.main, *self.texts))))
        if found is not None:
            return found
        files = map(self.file, dict.fromkeys((self.main, *self.texts)))
        known = (f.module.watch for f in files)
        return run_by([tree for watch in known if watch is not None for tree in watch.trees])

    def _mentions(self, path: str, names: frozenset[str]) -> bool:
        if path not in self.texts:
            return True
        found = self.settings(path)
        named = found.by_name or found.own_by_name
        return bool(
            names & found.words or named or found.taken or found.replacing or found.reloaded
        )

    def _sets_parts(self, path: str, where: str, name: str) -> int:
        """The line where the file may bind the part `name` of the module of `where`; 0 for none."""
        found = self.settings(path)
        if not found.clear:
            return 1
        line = found.sets(name)
        if line:
            line = self.module_values.sets(path, where, name, frozenset(found.objects))
        line = line or self.classes.sets_module(path, where, name)
        again = (at for m, at in found.reloaded.items() if file_of(path, m) == where)
        line = line or self.replaced.line(path, where) or next(again, 0)
        if line or not (found.by_name or self.hands_on(path, where)):
            return line
        file = self.file(path)
        if file.broken is not None:
            return 1
        watch = file.module.watch
        line = self.by_name.line(path, where, name)
        modules = frozenset(self.modules_named(path, file, where)) if not line else frozenset()
        if any(re.search(rf"\b{name}\b", unread) for unread in watch.unread):
            used = modules & (found.bare | {s.root for s in found.stored})
            inside = self.imports_inside(path, where) and self.hands_on(path, where, inner=True)
            line = line or int(bool(used) or inside)
        harmless = self._harmless(path, where, name) if modules and not line else None
        handed_on = harmless is not None and watch.sets_parts(modules, harmless)
        return line or (self.by_name.handed(path, where, name) if handed_on else 0)

    def _harmless(self, path: str, where: str, name: str) -> Harmless:
        """What the file may do to the module of `where`, or a package that it is in, so that the
        part `name` stays as it is. Functions of the source's own set no parts of what they are
        given but by the names that stand there, if nothing in it sets any by a text."""
        leading, parts = self._module_names(where), self._set_by_texts
        if parts is None or name in parts:
            return Harmless(leading)
        made = {*self.settings(path).mentions}
        for part in self.file(path).module.watch.imports:
            own = part.name in self._defined and file_of(path, part.module)
            made |= {part.alias} if own else set()
        return Harmless(leading, frozenset(made) - self._of_themselves, self._defined)

    @cached_property
    def _set_by_texts(self) -> frozenset[str] | None:
        """The parts of something that files set by their names; None where that may be any."""
        found = [self.settings(path) for path in (self.main, *self.texts)]
        if any(not each.clear or each.words & _PATCHING for each in found):
            return None
        if any(s.part == "__class__" for each in found for s in each.stored):
            return None
        parts = frozenset(e.part for each in found for e in each.by_name if e.kind != "class")
        return None if any(not part or part.startswith("__") for part in parts) else parts

    @cached_property
    def _of_themselves(self) -> frozenset[str]:
        """The functions and methods that are given something as `self`, whose parts they set."""
        given = re.compile(r"\bdef\s+(\w+)\s*\([^)]*\b(?:self|cls)\b")
        return frozenset(name for t in self._texts() for name in given.findall(t))

    @cached_property
    def _defined(self) -> frozenset[str]:
        """The names of all functions and methods of the source."""
        files = (self.main, *self.texts)
        return frozenset(name for path in files for name in self.settings(path).mentions)

    def hands_on(self, path: str, where: str, inner: bool = False) -> bool:
        """Whether the file may have the module of `where`, or a package that it is in, under a name
        that stands by itself or of which something is set; also under the name of an attribute that
        does, where that is asked for."""
        found = self.settings(path)
        if "*" in found.imported:
            return True
        known = self._module_names(where)
        if inner and found.bare_parts & known:
            return True
        return bool(imported_as(found, {*known}) & (found.bare | {s.root for s in found.stored}))

    def _module_names(self, where: str) -> frozenset[str]:
        """What files may call the module of `where`, or a package that it is in: an import that
        leads to one of them names one of these."""
        if where not in self.modules:
            names = where.replace(os.sep, ".").removesuffix(".py").split(".")
            self.modules[where] = frozenset(a for n in names if n for a in self.aliases(n))
        return self.modules[where]

    def is_value(self, where: str) -> bool:
        """Whether some file may have the module of `where`, or a package that it is in, as a value,
        which others may be given."""
        if where not in self.values:
            inside = os.path.relpath(where, package_root(where)).removesuffix(".py").split(os.sep)
            known = {a for n in inside for a in self.aliases(n)}
            self.values[where] = any(
                not (found := self.settings(path)).clear
                or found.bare_parts & known
                or any(not m or file_of(path, m) for m in self.by_name.fetched(path))
                or found.bare & (known if "*" in found.imported else imported_as(found, known))
                for path in (self.main, *self.texts)
            )
        return self.values[where]

    def _sets_fields(self, path: str, where: str, name: str, part: Any) -> int:
        """The line where the file may set fields of the object, or what the class has."""
        if isinstance(part, surface.Assign):
            found = self.settings(path)
            known = {name} | imported_as(found, {*self.aliases(name)})
            if not any(s.root in known for s in found.stored):
                return 0
            names = {name, *self.names_of_part(path, self.file(path), where, name)}
            return next((s.line for s in found.stored if s.root in names), 0)
        if not isinstance(part, surface.Class):
            return 0
        seen, of_class = self.file(path).module.watch.seen, self.classes
        is_seen = of_class.is_seen_value(where, part.name, path)
        if not is_seen and of_class.is_value(where, part.name):
            of_class.doubt(part.name, path, int(sets_own(part, seen)))
        return int(sets_own(part, seen, is_seen))

    def _sets_objects(self, path: str, where: str, name: str, part: Any) -> int:
        """The line where the file may set what objects have, whatever names it has for them: a
        part of their class by an assignment, or any part by its name as it is imported."""
        found = self.settings(path)
        if isinstance(part, surface.Function):
            of = [
                s for s in found.stored if s.part in OF_FUNCTIONS
                if s.inner != "__new__" or self._gives_new
            ]  # fmt: skip
            named = bool(of and self.aliases(name) & found.words)
            line = of[0].line if named else self.by_name.doubted(path, of, where, name)
            return line or self.by_name.of_functions(path, where, name)
        if not isinstance(part, surface.Class | surface.Assign):
            return 0
        if isinstance(part, surface.Class):
            line = self.classes.line(path, where, part)
            if line:
                return line
        elif not isinstance(part.value, surface.Call):
            return 0
        line = next((
            e.line for e in found.by_name if self._sets_field(e, where, part)
            and not self.classes.is_of_module(path, e)
        ), 0)  # fmt: skip
        is_class = isinstance(part, surface.Class)
        handed_on = self.classes.is_value if is_class else self._is_handed_on
        if not line or not handed_on(where, name):
            return 0
        if is_class and not self.classes.is_seen_value(where, name, path):
            self.classes.doubt(name, path, line)
            return 0
        return line

    def _sets_field(self, found: ByName, where: str, part: Any) -> bool:
        """Whether it may set, while its file is imported, what the class or the object has."""
        if isinstance(part, surface.Class) or not self.runs(found):
            return self.runs(found) and not self.by_name.is_of_object(found)
        name = found.part if found.kind != "class" else "class"
        known = may_set(name, part.value, self.file(where).parts)
        return known and not self.by_name.is_copy(found)

    @cached_property
    def _gives_new(self) -> bool:
        """Whether a file may bind `__new__` otherwise than by `def`."""
        bound = re.compile(r"(?<!def )\b__new__\b(?!\s*[.(])")
        return any(map(bound.search, self._texts()))

    def _runs_text(self, path: str, name: str, part: Any) -> int:
        """1 where a text that the file may run may bind the name of `part`; else 0."""
        found = self.settings(path)
        run = found.calls.get("exec", set())
        return int(may_bind(run if "" not in run else found.texts, name, part))

    def runs(self, found: ByName | Stored | Lent) -> bool:
        """Whether it may happen while files are imported."""
        return self.is_run(found.within)

    def is_run(self, within: str) -> bool:
        """Whether the function is run while files are imported; "" for what stands in none."""
        return not within or is_dunder(within) or within in self.run

    def _is_handed_on(self, where: str, name: str) -> bool:
        """Whether a file gives to something what is called `name` in the file `where`."""
        known = self.aliases(name)
        return name in self.settings(where).read or any(
            bool(found.bare_parts & known)
            or bool(found.bare & (known if "*" in found.imported else imported_as(found, {*known})))
            for found in (self.settings(p) for p in (self.main, *self.texts) if p != where)
        )

    def is_own(self, path: str, file: Any, name: str) -> bool:
        """Whether the file imports `name` from another one of the source."""
        named = (i for i in file.module.watch.imports if i.alias == name)
        return any(self.origin(path, part) is not None for part in named)

    def _may_change(self, path: str, where: str, name: str) -> bool:
        found, called = self.settings(path), self.aliases(name)
        given = self.handing_on(where, called)
        if any(self.imports_inside(path, each) for each in given):
            return True
        taken = [(root, part) for root, part in found.taken if part in ("", *called)]
        if taken and any(self.module_values.takes(path, taken, each) for each in given):
            return True
        stars = "*" in found.imported and name != "__all__"
        if found.clear and not (stars or called & found.parts or imported_as(found, {*called})):
            return False
        file = self.file(path)
        watch = file.module.watch
        if watch is None:
            return True
        pattern = "|".join(map(re.escape, called))
        if any(re.search(rf"\b(?:{pattern})\b", unread) for unread in watch.unread):
            return True
        parts, modules = called & found.parts, frozenset[str]()
        if parts:
            stars = any(i.name == "*" and file_of(path, i.module) for i in watch.imports)
            by_text = _BY_TEXT & found.calls.keys()
            if stars or by_text or any(map(self.is_value, given)):
                return True
            modules = frozenset(self._own_modules(path, watch))
        names = frozenset(self.names_of_part(path, file, where, name))
        return bool(watch.changes(names, modules, parts))

    def handing_on(self, where: str, called: frozenset[str]) -> tuple[str, ...]:
        """The file that a part is of, and those that may have it from there."""
        others = (
            path for path in (self.main, *self.texts)
            if self.settings(path).imported.keys() & {"*", *called} and path != where
        )  # fmt: skip
        return (where, *others)

    def _own_modules(self, path: str, watch: Watch) -> Iterator[str]:
        """The names that the file has for modules of the source's own."""
        for part in watch.imports:
            try:
                found = self.origin(path, part) if part.name != "*" else None
            except AdcError:  # it may be one
                found = (path, "")
            if found is None and part.name is None:  # a package may have no file
                found = (path, "") if self.module_values.modules(path, part.alias) else None
            if found is not None and not found[1]:
                yield part.alias

    def imports_inside(self, path: str, where: str) -> bool:
        """Whether a function of the file may import the module of `where`, or a part of it."""
        stem = os.path.basename(where).removesuffix(".py")
        if stem == "__init__":
            stem = os.path.basename(os.path.dirname(where))
        return stem in self.settings(path).inside

    def modules_named(self, path: str, file: Any, where: str) -> Iterator[str]:
        """The names that the file has for the module of `where`, or a package that it is in."""
        known = self._module_names(where)
        for part in file.module.watch.imports:
            if part.name == "*" or (part.name is not None and part.name not in known):
                continue
            try:
                found = self.origin(path, part)
            except AdcError:  # it may be the module
                found = (where, "")
            if found is None or found[1]:
                continue
            folder = found[0].removesuffix("__init__.py")
            if found[0] == where or (folder != found[0] and where.startswith(folder)):
                yield part.alias

    def names_of_part(self, path: str, file: Any, where: str, name: str) -> Iterator[str]:
        """The names that the file has for the part itself."""
        for part in file.module.watch.imports:
            if part.name == "*":
                if file_of(path, part.module) and name != "__all__":
                    yield name
                continue
            if part.name is not None and part.name not in self.aliases(name):
                continue
            try:
                if self.origin(path, part) == (where, name):
                    yield part.alias
            except AdcError:
                yield part.alias
