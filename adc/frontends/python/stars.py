"""Which names `from module import *` binds, of modules of the source's own."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol

from adc.diagnostics import AdcError
from adc.frontends import surface
from adc.frontends.places import file_of
from adc.frontends.python.shared_parts import SharedParts


class Linker(Protocol):
    """What knows the files of the source."""

    @property
    def sharing(self) -> SharedParts: ...

    def file(self, path: str) -> Any: ...


@dataclass
class Stars:
    linker: Linker

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
        part = self.linker.file(path).parts.get("__all__")
        if not isinstance(part, surface.Assign) or len(part.targets) != 1:
            return None
        value = part.value
        items = value.items if isinstance(value, surface.Sequence) else None
        if items is None or not isinstance(part.targets[0], surface.Name):
            return None
        try:
            changed = self.linker.sharing.changed(path, "__all__", part)
        except AdcError:
            return None
        if changed or not all(isinstance(i, surface.String) for i in items):
            return None
        return frozenset(i.value for i in items if isinstance(i, surface.String))
