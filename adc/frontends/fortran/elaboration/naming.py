"""Names for components and for what elaboration adds, which nothing in the sources has."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property


@dataclass(frozen=True)
class Texts:
    """What sources call things: the words of free form, and the text of fixed form, where a name
    may be glued to what stands before it."""

    words: frozenset[str]
    glued: str

    def have(self, name: str) -> bool:
        return name in self.words or name in self.glued


class NewNames:
    """Gives `state%u` the name `state_u`, the same one in all units, or `state_u_1` where the
    sources, which `read` gives, have a `state_u`."""

    def __init__(self, read: Callable[[], Texts]) -> None:
        self._read = read
        self._of: dict[str, str] = {}
        #: What each name stands for, as the source would write it.
        self.origins: dict[str, str] = {}

    @cached_property
    def _texts(self) -> Texts:
        return self._read()

    def of(self, path: tuple[str, ...]) -> str:
        """The variable for a component, as in `("state", "u")`."""
        key = "%".join(path)
        if key not in self._of:
            self._of[key] = self.fresh("_".join(path))
            self.origins[self._of[key]] = key
        return self._of[key]

    def fresh(self, stem: str) -> str:
        """A name like `stem` that nothing has."""
        name, number = stem, 0
        while name in self.origins or self._texts.have(name):
            number += 1
            name = f"{stem}_{number}"
        self.origins[name] = stem
        return name
