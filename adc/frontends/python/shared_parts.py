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

from adc.diagnostics import AdcError, Note, Span
from adc.frontends import surface
from adc.frontends.names import names_of, walk
from adc.frontends.own_modules import file_of, own_texts
from adc.frontends.python.arrays import run_by
from adc.frontends.python.class_changes import sets_own

#: What sets parts of things by their names.
_BY_NAME = re.compile(r"\b(?:setattr|delattr|vars|__dict__|reload|sys\s*\.\s*modules)\b")
#: The name that what sets parts by their names is given.
_GIVEN = re.compile(
    r"\b(?:setattr|delattr|vars|reload)\s*\(\s*(\w+)(\s*\.)?"
    r"|\b(\w+)((?:\s*\.\s*\w+)*?)\s*\.\s*__dict__\b"
)
#: What hands out modules otherwise than an import that binds a name.
_MODULES = re.compile(r"\b(?:sys\s*\.\s*modules|import_module|__import__)\b")
_LIBRARIES = ("numpy", "scipy", "math", "builtins", "functools", "itertools", "operator")
#: An import that is indented.
_INSIDE = re.compile(
    r"(?:^[ \t]+|[;:][ \t]*)(?:from|import)\b(?:[^\n(]*\([^)]*\)|[^\n]*)", re.MULTILINE
)
#: An assignment, after its target.
_SET = r"\s*(?:[-+*/@%&|^]|<<|>>|\*\*|//)?=(?!=)"
#: What stands before a part that is none of an object's own method.
_OF_ANY = r"(?<!\bself)(?<!\bcls)\s*\.\s*"


@dataclass
class SharedParts:
    """`file` reads a file, `origin` tells where an import leads to in the end, `main` is the file
    that was named."""

    main: str
    file: Callable[[str], Any]
    origin: Callable[[str, surface.Import], tuple[str, str] | None]
    asked: set[tuple[str, str]] = field(default_factory=set)

    def check_libraries(self) -> None:
        """ADC0123 where a file sets a part of a library that adc knows."""
        for path in self.texts:
            file = self.file(path)
            known = [] if file.broken is not None else file.module.watch.imports
            for part in known:
                if (
                    part.name is None
                    and part.module.split(".")[0] in _LIBRARIES
                    and re.search(rf"\b{part.alias}(?:\s*\.\s*\w+)+{_SET}", self.texts[path])
                ):
                    raise unknown(part.alias, part.span, path)

    def changed(self, where: str, name: str, part: Any) -> bool:
        """Whether the elements of the part `name` of `where` may be changed by a file, were it an
        array or a list; ADC0123 where one may bind it anew."""
        found, names = False, self._aliases(name)
        for path in (self.main, *self.texts):
            if path == where or not self._mentions(path, names):
                continue
            if self._sets_parts(path, where, name) or self._sets_fields(path, where, name, part):
                raise unknown(name, part.span, path)
            found |= isinstance(part, surface.Assign) and self._may_change(path, where, name)
        if found or not isinstance(part, surface.Assign):
            return found
        module = self.file(where).module
        watch = module.watch
        return (watch is not None and name in watch.changed_by(module.constants, self.run)) or (
            self._changed_by_other_names(where, name, names)
        )

    def _changed_by_other_names(self, where: str, name: str, names: frozenset[str]) -> bool:
        """Whether it may be changed as another constant of a file, which may be a part of it."""
        self.asked.add((where, name))
        for path in (self.main, *self.texts):
            if not self._mentions(path, names) or self.file(path).broken is not None:
                continue
            file = self.file(path)
            own = {name} if path == where else {*self._names(path, file, where, name)}
            for constant in file.module.constants if own else ():
                for each in names_of(constant) if own & {*_kept(constant.value)} else ():
                    if (path, each) not in self.asked and self.changed(path, each, constant):
                        return True
        return False

    def _aliases(self, name: str) -> frozenset[str]:
        """The names that files may give to what is called `name`, as far as imports do it."""
        texts, found, pending = [*self._texts()], {name}, [name]
        while pending:
            each = pending.pop()
            for text in texts:
                new = {*re.findall(rf"\b{each}\s+as\s+(\w+)", text)} - found
                found |= new
                pending += new
        return frozenset(found)

    def _texts(self) -> Iterator[str]:
        yield from self.texts.values()
        yield self.file(self.main).module.text

    @cached_property
    def texts(self) -> dict[str, str]:
        """The other files that may be imported, each with its text."""
        return own_texts(self.main)

    @cached_property
    def run(self) -> frozenset[str]:
        """The names of functions that some file may run while it is imported."""
        files = map(self.file, dict.fromkeys((self.main, *self.texts)))
        known = (f.module.watch for f in files)
        return run_by([tree for watch in known if watch is not None for tree in watch.trees])

    def _mentions(self, path: str, names: frozenset[str]) -> bool:
        text = self.texts.get(path)
        if text is None:
            return True
        found = re.search(rf"\b(?:{'|'.join(sorted(names))})\b", text)
        return bool(found or _BY_NAME.search(text))

    def _sets_parts(self, path: str, where: str, name: str) -> bool:
        file = self.file(path)
        if file.broken is not None:
            return True
        watch, text = file.module.watch, file.module.text
        if any(re.search(rf"\b{name}\b", unread) for unread in watch.unread):
            return True
        if re.search(_OF_ANY + name + _SET, text) or self._sets_by_name(path, where, name):
            return True
        modules = frozenset(self._modules(path, file, where))
        return bool(modules and watch.sets_parts(modules))

    def _sets_fields(self, path: str, where: str, name: str, part: Any) -> bool:
        """Whether the file may set fields of the object, or what the class has."""
        text = self.file(path).module.text
        if isinstance(part, surface.Assign):
            found = {name, *self._names(path, self.file(path), where, name)}
            return any(re.search(rf"\b{n}\s*\.[^=\n(]*{_SET}", text) for n in found)
        if not isinstance(part, surface.Class):
            return False
        watch = self.file(path).module.watch
        return sets_own(part, watch.trees)

    def _sets_by_name(self, path: str, where: str, name: str) -> bool:
        """Whether the file may set a part of a module that it, or its caller, gives by a text."""
        file = self.file(path)
        text = file.module.text
        if not _BY_NAME.search(text):
            return False
        if re.search(rf"[\"']{name}[\"']", text) or _MODULES.search(text):
            return True
        direct = {*self._modules(path, file, where), *self._names(path, file, where, name)}
        for match in _GIVEN.finditer(text):
            root, inner = match[1] or match[3], match[2] or match[4]
            if root in direct or (inner and self._is_own(path, file, root)):
                return True
        return self._imports_inside(file, where)

    def _is_own(self, path: str, file: Any, name: str) -> bool:
        """Whether the file imports `name` from another one of the source."""
        named = (i for i in file.module.watch.imports if i.alias == name)
        return any(self.origin(path, part) is not None for part in named)

    def _may_change(self, path: str, where: str, name: str) -> bool:
        file = self.file(path)
        watch = file.module.watch
        if self._imports_inside(file, where):
            return True
        if re.search(rf"{_OF_ANY}{name}\b", file.module.text):
            return True
        return bool(watch.changes(frozenset(self._names(path, file, where, name))))

    def _imports_inside(self, file: Any, where: str = "") -> bool:
        """Whether a function of the file may import the module of `where`, or a part of it; any at
        all, without one."""
        stem = os.path.basename(where).removesuffix(".py")
        if stem == "__init__":
            stem = os.path.basename(os.path.dirname(where))
        found = _INSIDE.findall(file.module.text)
        return any(re.search(rf"\b{stem}\b", each) if stem else True for each in found)

    def _modules(self, path: str, file: Any, where: str) -> Iterator[str]:
        """The names that the file has for the module of `where`, or a package that it is in."""
        for part in file.module.watch.imports:
            if part.name == "*":
                continue
            found = self.origin(path, part)
            if found is None or found[1]:
                continue
            folder = found[0].removesuffix("__init__.py")
            if found[0] == where or (folder != found[0] and where.startswith(folder)):
                yield part.alias

    def _names(self, path: str, file: Any, where: str, name: str) -> Iterator[str]:
        """The names that the file has for the part itself."""
        for part in file.module.watch.imports:
            if part.name == "*":
                if file_of(path, part.module):
                    yield name
            elif self.origin(path, part) == (where, name):
                yield part.alias


def _kept(value: surface.Expr) -> Iterator[str]:
    """The names of what a value may be, or be a part of."""
    if isinstance(value, (surface.Binary, surface.Unary, surface.Compare, surface.Number)):
        return
    yield from (n.name for n in walk(value, inside=True) if isinstance(n, surface.Name))


def unknown(name: str, span: Span, path: str) -> AdcError:
    """What to say of a part that the file at `path` may change."""
    return AdcError.of(
        "ADC0123", f"adc cannot tell the value of `{name}`: another file may change it", span,
        help=f"leave `{name}` as it is there, and change a copy",
        notes=(Note("this file may", Span(path, 1)),),
    )  # fmt: skip
