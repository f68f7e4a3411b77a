"""Names for components and for what elaboration adds, which nothing in the sources has."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property


class NewNames:
    """Gives `state%u` the name `state_u`, the same one in all units, or `state_u_1` where the
    sources have a `state_u`. `read` gives their text: the whole of it, since a name in fixed form
    may be glued to what stands before it."""

    def __init__(self, read: Callable[[], str]) -> None:
        self._read = read
        self._of: dict[str, str] = {}
        #: What each name stands for, as the source would write it.
        self.origins: dict[str, str] = {}

    @cached_property
    def _text(self) -> str:
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
        while name in self.origins or name in self._text:
            number += 1
            name = f"{stem}_{number}"
        self.origins[name] = stem
        return name
