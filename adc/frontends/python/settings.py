"""What the text of a file may set as parts of things, as `setting_finder.py` lists it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from adc.frontends.python.class_values import ClassValues
from adc.frontends.python.lending import Lending

#: The names of an object that its own methods have, or of its class.
OWN = ("self", "cls")


@dataclass(frozen=True)
class Setting:
    """Parts of `root`, or of something in it, are set; "": of anything at all."""

    root: str
    line: int


@dataclass(frozen=True)
class Stored(Setting):
    """`root.….owner.part = value`: `owner` is the variable that `part` is directly of, "" where
    that is no variable, and `inner` the last attribute before `part`, "" for none; of `x.a[i] = v`
    the part is "", but for what functions have of Python's own; `within` the function, or "".
    `method`: the line of the method whose own object or class `owner` is, 0 for anything else.
    `hides`: the value is a property, which hides a field of that name in objects of a class."""

    owner: str
    part: str
    within: str = ""
    inner: str = ""
    method: int = 0
    hides: bool = False


@dataclass(frozen=True)
class ByName(Setting):
    """They are set by their names; `inner`: those of something in `root`. `within` is the function
    that does, "" outside of any, `part` the name in `vars(root)["name"] = …` and in `setattr(root,
    "name", …)`, "" where no text that stands there is known to be it. `kind`: "copy" or "class",
    where it is one and no module; `method` as in `Stored`."""

    inner: bool
    within: str = ""
    part: str = ""
    kind: str = ""
    method: int = 0


@dataclass
class Settings:
    """`clear`: the text is Python. `words`: the names in it, also those in texts that it has.
    `said`: texts, but for those in an `__all__` and names of loggers, and keywords of calls.
    `tops`: the names that it binds at its top, but for imports. `parts`: attributes, but for those
    of an object's own methods. `bare`: the variables that stand by themselves and are not called,
    `read` those that are not bound there, `bare_parts` attributes that do, `classes` the variables
    that are its own classes and nothing else. `remade`: calls of `__init__` of what may be made
    already. `lending`: methods called as `a.part(b)`, of another class's object perhaps,
    `own_by_name`: those that set parts of their object by names. `modules`: those that it gets
    otherwise than by an import that binds a name, "" where it may be any. `givers`: its functions
    that return such a module, `calls`: what functions are given as their first argument. `inside`:
    names in imports that are not at the top. `replacing`: where other modules are put into
    `sys.modules`, each with the function around, the line and the module's name, "" for any,
    `reloaded`: modules that are run once more. `run`: the names that the file mentions while it is
    imported, attributes among them, `mentions`: those that functions mention, by their names.
    `taken`: what is taken by names out of something, with the variable that this begins with, and
    the name, "" for any. `loose`: of `self` and `cls` those that may be anything."""

    clear: bool = True
    words: set[str] = field(default_factory=set)
    texts: set[str] = field(default_factory=set)
    said: set[str] = field(default_factory=set)
    tops: set[str] = field(default_factory=set)
    taken: list[tuple[str, str]] = field(default_factory=list)
    parts: set[str] = field(default_factory=set)
    stored: list[Stored] = field(default_factory=list)
    by_name: list[ByName] = field(default_factory=list)
    bare: set[str] = field(default_factory=set)
    read: set[str] = field(default_factory=set)
    remade: list[ByName] = field(default_factory=list)
    lending: Lending = field(default_factory=Lending)
    own_by_name: list[ByName] = field(default_factory=list)
    class_values: ClassValues = field(default_factory=ClassValues)
    bare_parts: set[str] = field(default_factory=set)
    classes: set[str] = field(default_factory=set)
    loose: set[str] = field(default_factory=set)
    modules: list[str] = field(default_factory=list)
    givers: set[str] = field(default_factory=set)
    calls: dict[str, set[str]] = field(default_factory=dict)
    imported: dict[str, set[str]] = field(default_factory=dict)
    libraries: dict[str, tuple[str, int, int]] = field(default_factory=dict)
    inside: set[str] = field(default_factory=set)
    replacing: list[tuple[str, int, str]] = field(default_factory=list)
    reloaded: dict[str, int] = field(default_factory=dict)
    run: set[str] = field(default_factory=set)
    mentions: dict[str, set[str]] = field(default_factory=dict)

    def sets(self, name: str) -> int:
        """The line that may set the part `name` of a module; 0 for none."""
        for each in self.stored:
            if each.part == name and each.owner not in self.objects:
                return each.line
        return 0

    @property
    def objects(self) -> tuple[str, ...]:
        """The variables that are objects or classes, and never modules."""
        return (*(name for name in OWN if name not in self.loose), *self.classes)


def run_by_settings(files: Iterable[Settings]) -> frozenset[str] | None:
    """The names of functions that files may run while they are imported, by what their statements
    mention and what these functions mention again; None where a text is no Python."""
    mentions: dict[str, set[str]] = {}
    pending: set[str] = set()
    for file in files:
        if not file.clear:
            return None
        pending |= file.run
        for name, names in file.mentions.items():
            mentions.setdefault(name, set()).update(names)
    found: set[str] = set()
    while pending:
        name = pending.pop()
        if name not in found:
            found.add(name)
            pending |= mentions.get(name, set())
    return frozenset(found)
