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
from typing import Any

from adc.diagnostics import AdcError, Note, Span
from adc.frontends import surface
from adc.frontends.own_modules import file_of, own_files

#: What sets parts of things by their names.
_BY_NAME = re.compile(r"\b(?:setattr|delattr|vars|__dict__|reload)\b")


@dataclass
class SharedParts:
    """`file` reads a file, `origin` tells where an import leads to in the end, `main` is the file
    that was named."""

    main: str
    file: Callable[[str], Any]
    origin: Callable[[str, surface.Import], tuple[str, str] | None]
    texts: dict[str, str] = field(default_factory=dict)

    def changed(self, where: str, name: str, part: Any) -> bool:
        """Whether the elements of the part `name` of `where` may be changed by a file, were it an
        array or a list; ADC0123 where one may bind it anew."""
        found = False
        for path in (self.main, *self._files()):
            if path == where or not self._mentions(path, name):
                continue
            if self._sets_parts(path, where, name):
                raise unknown(name, part.span, path)
            found |= isinstance(part, surface.Assign) and self._may_change(path, where, name)
        return found

    def _files(self) -> tuple[str, ...]:
        if not self.texts:
            for path in own_files(self.main):
                try:
                    with open(path, encoding="utf-8") as opened:
                        self.texts[path] = opened.read()
                except (OSError, UnicodeDecodeError):
                    self.texts[path] = ""
        return tuple(self.texts)

    def _mentions(self, path: str, name: str) -> bool:
        text = self.texts.get(path)
        if text is None:
            return True
        return bool(re.search(rf"\b{name}\b", text) or _BY_NAME.search(text))

    def _sets_parts(self, path: str, where: str, name: str) -> bool:
        file = self.file(path)
        if file.broken is not None:
            return True
        watch = file.module.watch
        if any(re.search(rf"\b{name}\b", unread) for unread in watch.unread):
            return True
        if self._imports_inside(file, where) and re.search(
            rf"\.\s*{name}\s*(?:[-+*/@%&|^]|<<|>>|\*\*|//)?=(?!=)|{_BY_NAME.pattern}",
            file.module.text,
        ):
            return True
        modules = frozenset(self._modules(path, file, where))
        return bool(modules and watch.sets_parts(modules))

    def _may_change(self, path: str, where: str, name: str) -> bool:
        file = self.file(path)
        watch = file.module.watch
        if self._imports_inside(file, where):
            return True
        modules = frozenset(self._modules(path, file, where))
        if modules and watch.touches(modules, name):
            return True
        return bool(watch.changes(frozenset(self._names(path, file, where, name))))

    def _imports_inside(self, file: Any, where: str) -> bool:
        """Whether a function of the file may import the module of `where`, or a part of it."""
        stem = os.path.basename(where).removesuffix(".py")
        if stem == "__init__":
            stem = os.path.basename(os.path.dirname(where))
        return bool(
            re.search(rf"^[ \t]+(?:from|import)\b.*\b{stem}\b", file.module.text, re.MULTILINE)
        )

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


def unknown(name: str, span: Span, path: str) -> AdcError:
    """What to say of a part that the file at `path` may change."""
    return AdcError.of(
        "ADC0123", f"adc cannot tell the value of `{name}`: another file may change it", span,
        help=f"leave `{name}` as it is there, and change a copy",
        notes=(Note("this file may", Span(path, 1)),),
    )  # fmt: skip
