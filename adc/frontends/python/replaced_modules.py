"""Modules in whose place a file may put something else while files are imported:
`sys.modules["a.b"] = …`.

What a file binds is its own whatever stands there under the name of its package: Python takes the
modules of a package by their whole names. Only what is asked of the package itself is another
thing then, and where its modules are looked for, should it say so.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol

from adc.frontends import surface
from adc.frontends.places import file_of, packages_of
from adc.frontends.python.bindings import unknown
from adc.frontends.python.source_files import SourceFiles

#: What asks for the paths of something's modules, but for `package.__path__[0]`, or sets them.
_PATHS = re.compile(r"__path__(?!\[\w+\](?!\s*=[^=]))")


class Source(SourceFiles, Protocol):
    """The files of a source, and which of them run."""

    @property
    def as_written(self) -> bool: ...

    def is_run(self, within: str) -> bool: ...


@dataclass
class ReplacedModules:
    """Those of the source `parts`."""

    parts: Source

    def line(self, path: str, where: str) -> int:
        """The line where the file may put something else in the place of the module of `where`, or
        of a package that tells where its modules are; 0 for none."""
        modules = {where, *(packages_of(where) if self._has_paths else ())}
        return next((line for file, line in self._found(modules) if file == path), 0)

    def _found(self, modules: Container[str]) -> Iterator[tuple[str, int]]:
        """Where something is put in the place of one of them."""
        for path, line, key in self._places:
            if not key or file_of(path, key) in modules:
                yield path, line

    @cached_property
    def _places(self) -> tuple[tuple[str, int, str], ...]:
        """The file, the line and the name, "" for any, of each while files are imported; no file is
        a module within a module that is no package."""
        return tuple(
            (path, line, key) for path in (self.parts.main, *self.parts.texts)
            for within, line, key in self.parts.settings(path).replacing
            if self.parts.is_run(within)
            and not (key.startswith(".") and not path.endswith("__init__.py"))
        )  # fmt: skip

    @cached_property
    def _has_paths(self) -> bool:
        """Whether a file may say where the modules of something are looked for."""
        own = self.parts.file(self.parts.main).module.text
        return any(map(_PATHS.search, (own, *self.parts.texts.values())))

    def check(self, path: str, part: surface.Import) -> None:
        """ADC0123 where a file may put something else in the place of what a name is taken out of
        by an import in the file at `path`: the module that is named, or a package of which a module
        is asked for."""
        module = file_of(path, part.module)
        if self.parts.as_written or not module:
            return
        # `import a.b as m` gives what `a` has as `b`
        asked = (module, *(packages_of(module) if part.name is None else ()))
        for other, line in self._found(asked):
            raise unknown(part.module.strip(".") or part.alias, part.span, other, line)


__all__ = ["ReplacedModules"]
