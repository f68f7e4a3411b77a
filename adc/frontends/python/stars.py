"""Which names `from module import *` binds, of modules of the source's own."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Protocol

from adc.diagnostics import AdcError, Span
from adc.frontends import surface
from adc.frontends.places import file_of
from adc.frontends.python.exported import OfModule, exported_names, only_read
from adc.frontends.python.shared_parts import SharedParts


class Linker(Protocol):
    """What knows the files of the source."""

    @property
    def sharing(self) -> SharedParts: ...

    def file(self, path: str) -> Any: ...


@dataclass
class Stars:
    linker: Linker
    listed: dict[str, frozenset[str] | None] = field(default_factory=dict)

    def is_open(self, path: str, star: surface.Import, seen: frozenset[str] = frozenset()) -> bool:
        """Whether it is known which names `from module import *` binds."""
        found = file_of(path, star.module)
        if not found or not star.certain or found in seen:
            return False
        file = self.linker.file(found)
        if file.broken:
            return False
        if file.binds("__all__"):
            listed = self._listed(found)
            if listed is None or (not file.stars and not all(map(file.binds, listed))):
                return False
        return all(self.is_open(found, s, seen | {path}) for s in file.stars)

    def exports(self, path: str, name: str) -> bool:
        """Whether `from module import *`, of the file at `path`, may bind the name."""
        file = self.linker.file(path)
        listed = self._listed(path) if file.binds("__all__") else None
        if name.startswith("_") if listed is None else name not in listed:
            return False
        return file.binds(name) or any(
            self.exports(found, name)
            for star in file.stars
            if (found := file_of(path, star.module)) and found != path
        )

    def _listed(self, path: str) -> frozenset[str] | None:
        """The names in the `__all__` of a file; None where they are not known."""
        if path not in self.listed:
            self.listed[path] = None  # where it leads back to this file
            self.listed[path] = self._names(path)
        return self.listed[path]

    def _names(self, path: str) -> frozenset[str] | None:
        text, span = self.linker.file(path).module.text, Span(path, 1)
        found = exported_names(text, lambda names: self._of_module(path, names))
        try:
            self.linker.sharing.changed(path, "__all__", surface.Name("__all__", span))
        except AdcError:
            return None
        return None if found is None or self._may_grow(path, found) else found

    def _may_grow(self, path: str, names: frozenset[str]) -> bool:
        """Whether another file may put more into the `__all__` of the file at `path`, which has
        `names`: by another name for it, to which it adds what that file binds, or in any way that
        is not followed."""
        sharing, file = self.linker.sharing, self.linker.file(path)
        texts = {sharing.main: self.linker.file(sharing.main).module.text, **sharing.texts}
        for other, text in texts.items():
            if other == path or "__all__" not in text:
                continue
            named = only_read(text)
            if named is None:
                return True
            modules = {each: file_of(other, "." + ".".join(each)) for each in named}
            if path in modules.values() or "" in modules.values():
                added = exported_names(text, self._told(other, path, names))
                if added is None or any(map(file.binds, added - names)):
                    return True
        return False

    def _told(self, other: str, path: str, names: frozenset[str]) -> OfModule:
        def of_module(dotted: tuple[str, ...]) -> frozenset[str] | None:
            same = file_of(other, "." + ".".join(dotted)) == path
            return names if same else self._of_module(other, dotted)

        return of_module

    def _of_module(self, path: str, names: tuple[str, ...]) -> frozenset[str] | None:
        """The `__all__` of the module of a package that a dotted name means in its file."""
        package = path.endswith("__init__.py")
        found = file_of(path, "." + ".".join(names)) if package else ""
        if not found or self.linker.file(path).binds(names[0]):
            return None
        others = (file_of(path, s.module) for s in self.linker.file(path).stars)
        if any(o and o != found and self.exports(o, names[0]) for o in others):
            return None
        return self._listed(found)
