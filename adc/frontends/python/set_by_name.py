"""What files may set as parts of modules by names that are texts: `setattr(m, name, value)`.

Who sets a part by a name has that name from somewhere. Where the module itself stands there, or a
text of the source has the name, or where it may be done while files are imported, the part is
refused. Else names that are composed or read from elsewhere would have to be meant, and a call that
comes before that of the function: the part is taken as its file has it, which a warning says, and a
run of the original tells.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Protocol

from adc.diagnostics import Diagnostic, Severity, Span
from adc.frontends.places import file_of, packages_of
from adc.frontends.python.settings import ByName, Stored
from adc.frontends.python.source_files import SourceFiles

_CODE = "ADC0123"
#: Attributes that change what a function does.
OF_FUNCTIONS = ("__defaults__", "__kwdefaults__", "__code__")
#: What decides what a copy of something is.
_COPYING = {"__copy__", "__deepcopy__", "__reduce__", "__reduce_ex__", "copyreg"}


class Source(SourceFiles, Protocol):
    """The files of a source: what each may set, and under which names it has parts of others
    (`adc.frontends.python.shared_parts`)."""

    def modules_named(self, path: str, file: Any, where: str) -> Iterator[str]: ...

    def names_of_part(self, path: str, file: Any, where: str, name: str) -> Iterator[str]: ...

    def runs(self, found: ByName | Stored) -> bool: ...

    def is_own(self, path: str, file: Any, name: str) -> bool: ...

    def is_value(self, where: str) -> bool: ...

    def imports_inside(self, path: str, where: str) -> bool: ...

    @property
    def classes(self) -> Any: ...


#: The head of a class whose objects are classes.
_METACLASS = re.compile(r"\bclass\s+\w+\s*\((?:[^)]*[\s,(.])?(?:type|EnumType|\w*Meta\w*)\s*[,)]")


@dataclass
class SetByName:
    """`doubts` are the names that are taken as their files have them, each with the file and the
    line that may set it all the same; `unseen` those of which parts are set by what would have to
    have them by a name that is not seen: a class taken out of a module, or a method called of
    another class's object."""

    parts: Source
    doubts: dict[str, tuple[str, int]] = field(default_factory=dict)
    unseen: dict[str, tuple[str, int]] = field(default_factory=dict)

    def line(self, path: str, where: str, name: str) -> int:
        """The line where the file may set the part `name` of the module of `where`, or of one that
        its caller gives; 0 where there is none, or a doubt."""
        parts = self.parts
        file, found = parts.file(path), parts.settings(path)
        by_name = [
            e for e in found.by_name if (e.part in ("", name) or e.part.startswith("__"))
            and not (self.is_no_module(e) or self.is_other_module(path, e, where))
        ]  # fmt: skip
        if not by_name:
            return 0
        direct = {
            *parts.modules_named(path, file, where),
            *parts.names_of_part(path, file, where, name),
        }
        for each in by_name:
            if each.root in direct or (each.inner and parts.is_own(path, file, each.root)):
                return each.line
        fetched = any(not m or file_of(path, m) for m in self.fetched(path))
        if fetched or (name in found.texts and parts.is_value(where)):
            return self.doubted(path, by_name, where, name)
        if not parts.imports_inside(path, where):
            return 0
        may_be = parts.module_values.may_be
        doubtful = [e for e in by_name if e.inner or may_be(path, e.root, where)]
        return self.doubted(path, doubtful, where, name)

    def doubted(
        self, path: str, found: Sequence[ByName | Stored], where: str, name: str,
        early: bool = True,
    ) -> int:  # fmt: skip
        """The line where the file may set what the file `where` has under the name by it, in one of
        the ways `found`: if that is done while files are imported, if a text of the source says the
        name, or if another file has it, too, and a module that it is handed; 0 where that is not
        so, which is noted. Not `early`: nothing is done so while files are imported."""
        if not found:
            return 0
        run = next((each.line for each in found if early and self.parts.runs(each)), 0)
        return self._told(path, run or found[0].line, where, name, bool(run))

    def of_functions(self, path: str, where: str, name: str) -> int:
        """The line where the file may set by its name what decides what a function does, whatever
        variable has that: a text that stands there says it, or any other text of the source."""
        every = self.parts.settings(path).by_name
        said = any(
            part.startswith(text) or part.endswith(text)
            for text in self.said if len(text) > len("__") for part in OF_FUNCTIONS
        )  # fmt: skip
        every = [e for e in every if e.kind != "class"]
        found = [e for e in every if e.part in OF_FUNCTIONS or (said and not e.part)]
        return self.doubted(path, found, where, name)

    def is_no_module(self, found: ByName) -> bool:
        """Whether that of which parts are set is none."""
        owner = found.within != "__set_name__" or self.only_python_names("__set_name__")
        return (found.kind == "class" and owner) or self.is_copy(found)

    def is_other_module(self, path: str, found: ByName, where: str) -> bool:
        """Whether parts are set of a module that is not that of `where`, nor a package with it."""
        if not self.parts.classes.is_of_module(path, found):
            return False
        around = {os.path.normpath(p) for p in (where, *packages_of(where))}
        return around.isdisjoint(
            self.parts.module_values.modules(os.path.normpath(path), found.root)
        )

    def only_python_names(self, method: str) -> bool:
        """Whether nothing calls a special method by itself, which Python calls."""
        every = [self.parts.settings(p) for p in (self.parts.main, *self.parts.texts)]
        return not any(
            method in names
            for f in every for names in (f.run, f.texts, *f.mentions.values())
        )  # fmt: skip

    def is_of_object(self, found: ByName) -> bool:
        """Whether parts of an object are set, which is no class."""
        asked = self.only_python_names(found.within) if found.kind == "object" else False
        return asked and not self._has_metaclasses

    @cached_property
    def _has_metaclasses(self) -> bool:
        """Whether a file may define classes whose objects are classes."""
        own = self.parts.file(self.parts.main).module.text
        return any(map(_METACLASS.search, (own, *self.parts.texts.values())))

    def is_copy(self, found: ByName) -> bool:
        """Whether it is a new object, or a function or a class."""
        return found.kind == "copy" and self._copies_plainly

    @cached_property
    def _copies_plainly(self) -> bool:
        """Whether no file tells what a copy of something is: then it is no module."""
        parts = self.parts
        return not any(_COPYING & parts.settings(p).words for p in (parts.main, *parts.texts))

    def handed(self, path: str, where: str, name: str) -> int:
        """1 where the file hands on the module of `where` and another one may set the part by its
        name; 0 where that is not so, which is noted."""
        return self._told(path, 1, where, name, self._runs_any(name))

    def _told(self, path: str, line: int, where: str, name: str, runs: bool) -> int:
        """The `line` of a file that may set the part; 0 where it does not run at once, and nothing
        says the name, which is noted."""
        if runs or name in self.said or self._is_copied(where, name):
            return line
        self.doubts.setdefault(name, (path, line))
        return 0

    def _runs_any(self, name: str) -> bool:
        """Whether some file may set the part by its name while it is imported: not where the names
        that it sets stand there, and are others."""
        parts = self.parts
        every = (e for p in (parts.main, *parts.texts) for e in parts.settings(p).by_name)
        return any(e.part in ("", name) and parts.runs(e) for e in every)

    def _is_copied(self, where: str, name: str) -> bool:
        """Whether the names of another file may be set in the module: `for name in dir(fast):
        setattr(module, name, getattr(fast, name))`; not of the one that it has the name from, which
        would set the same."""
        parts = self.parts
        if os.path.normpath(where) not in parts.module_values.handed_on:
            return False
        imports = parts.file(where).module.watch.imports
        same = {file_of(where, i.module) for i in imports if i.alias == name == i.name}
        others = (p for p in (parts.main, *parts.texts) if p != where and p not in same)
        return any(name in parts.settings(p).tops for p in others)

    @cached_property
    def said(self) -> frozenset[str]:
        """What texts of the source say, and keywords."""
        parts = self.parts
        return frozenset(s for p in (parts.main, *parts.texts) for s in parts.settings(p).said)

    def fetched(self, path: str) -> set[str]:
        """The names of modules that the file gets otherwise than by imports that bind names; ""
        for any one."""
        found = self.parts.settings(path)
        named = self.givers & (found.bare | found.calls.keys())
        given = ({""} if g in found.bare else found.calls[g] for g in named)
        return set(found.modules).union(*given)

    @cached_property
    def givers(self) -> frozenset[str]:
        """The names of functions that return a module by the name that they are given."""
        parts = self.parts
        names = {g for p in (parts.main, *parts.texts) for g in parts.settings(p).givers}
        return frozenset(alias for name in names for alias in parts.aliases(name))

    def warnings(self) -> list[Diagnostic]:
        """What to say of the doubts: one warning for all of a kind."""
        kinds = {
            "this sets parts by names that no text of the source has": self.doubts,
            "this sets parts of something else, as far as names in the source tell": self.unseen,
        }  # fmt: skip
        return [_warning(doubts, why) for why, doubts in kinds.items() if doubts]


def _warning(doubts: dict[str, tuple[str, int]], why: str) -> Diagnostic:
    first, (path, line) = next(iter(doubts.items()))
    others = len(doubts) - 1
    names = f"`{first}`" + (f" and {others} other names" if others > 1 else "")
    names += " and another name" if others == 1 else ""
    verb = "are taken as their files have them" if others else "is taken as its file has it"
    help = "say `--as-written` if it sets none of these; `adc check` runs the original beside"
    span = Span(path, line)
    return Diagnostic(_CODE, f"{names} {verb}: {why}", span, help=help, severity=Severity.WARNING)
