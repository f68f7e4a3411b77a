"""Program units: delimited by their first and last lines, and read when they are asked for.

A file of a hundred routines is split quickly, and what is wrong inside one routine harms no other.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path, PurePath

from adc.diagnostics import AdcError, Note, Span
from adc.frontends.fortran import classify, form, headings, openings, statements, tree
from adc.frontends.fortran.alternates import without_alternates
from adc.frontends.fortran.answered import Answer
from adc.frontends.fortran.blocks import DECLARATIONS
from adc.frontends.fortran.definitions import definition
from adc.frontends.fortran.entries import begun_at
from adc.frontends.fortran.fixed_variables import as_constants
from adc.frontends.fortran.line import Line
from adc.frontends.fortran.moving import Moving
from adc.frontends.fortran.physical import WIDTH, Text
from adc.frontends.fortran.pointers import without_pointers
from adc.frontends.fortran.recast import declared_as
from adc.frontends.source import read_source

#: Lines that may open or close a unit, or hide what looks so (interfaces, derived types).
_CANDIDATE = re.compile(
    r"end|subroutine|function|module|submodule|program|block ?data|contains|interface|abstract|"
    r"type|enum|recursive|pure|impure|elemental|non_recursive|integer|real|double|logical|"
    r"character|complex|class|byte"
)
_UNIT_ENDS = ("", "subroutine", "function", "module", "submodule", "program", "block data",
              "procedure")  # fmt: skip
_HIDING = ("interface", "type", "enum")
#: Opens a procedure whose heading is in an interface.
_MODULE_PROCEDURE = re.compile(
    r"module procedure ([a-z][a-z0-9_]*)|moduleprocedure([a-z][a-z0-9_]*)"
)
_INTERFACE = re.compile(r"(abstract ?)?interface\b")
#: A branch of SELECT TYPE, which defines no type.
_TYPE_IS = re.compile(r"type ?is ?\(")
#: Files may include files so deep; a file that includes itself is deeper.
_DEEPEST = 20

Reader = Callable[[str], str]


@dataclass(frozen=True)
class Inclusion:
    """How INCLUDE lines are followed: the form of the files, what gives their texts, and the
    folders to look in."""

    fixed: bool
    read: Reader
    folders: tuple[str, ...]
    width: int


@dataclass
class Extent:
    """The lines of one unit: those of its own, and the units that it contains."""

    heading: headings.UnitHeading
    lines: list[Line] = field(default_factory=list)
    inner: list[Extent] = field(default_factory=list)
    #: The line of its CONTAINS, once that has come.
    contains: Line | None = None
    #: Its END.
    end: headings.End | None = None


class LazyUnit(tree.Unit):
    """A unit whose inside is read when it is first asked for; equal to itself alone."""

    _heading: headings.UnitHeading
    _lines: list[Line]
    _end: headings.End | None
    #: The result of a function that has become a subroutine.
    answers: Answer | None = None
    #: What begins at an ENTRY; None for what begins at the first statement.
    _entry: headings.Entry | None = None
    #: What a submodule is said to be a part of, and the unit that is, once it is known.
    within: str = ""
    parent: LazyUnit | None = None
    #: Where among its dummies the `*` of alternate returns stand.
    stars: tuple[int, ...] = ()
    #: Why its heading cannot be had.
    fault: AdcError | None = None
    #: The values of variables that are constants while compiling (`fixed_outside`).
    fixed: Mapping[str, str] = {}
    #: The types of dummies that the unit stands for in the place of those it declares.
    recast: Mapping[str, str] = {}
    #: Makes what the text says what names mean (`elaboration`); None leaves it as it is.
    elaborate: Callable[[tree.Unit], tree.Unit] | None = None
    #: Tells which procedures of the sources may move arrays (`moving`).
    moving: Callable[[], Moving] = Moving

    def __init__(self, extent: Extent) -> None:
        heading = extent.heading
        values = {
            "kind": heading.kind, "name": heading.name, "span": heading.span,
            "result": heading.result, "type": heading.type, "prefixes": heading.prefixes,
            "contains": tuple(u for e in extent.inner for u in family(e)), "_heading": heading,
            "_lines": extent.lines, "_end": extent.end, "within": heading.within,
            "stars": heading.stars,
        }  # fmt: skip
        self.__dict__.update(values)

    def entered(self, entry: headings.Entry) -> LazyUnit:
        """The unit of the same lines that begins at `entry`."""
        twin = object.__new__(LazyUnit)
        own = replace(entry.heading, kind=self.kind, prefixes=self.prefixes)
        twin.__dict__.update(
            self.__dict__, name=own.name, span=entry.span, result=own.result, type=None,
            _heading=own, _entry=entry, stars=own.stars,
        )  # fmt: skip
        return twin

    def as_subroutine(self, handed: bool) -> LazyUnit:
        """The function as a subroutine that has the result as its last argument; `handed`: an array
        is allocated there."""
        result = self._heading.result or self.name
        twin = object.__new__(LazyUnit)
        twin.__dict__.update(self.__dict__)
        for made in ("stated", "_inside"):
            twin.__dict__.pop(made, None)
        arguments = (*self._heading.arguments, tree.Name(result, self.span))
        prefixes = (*(p for p in self.prefixes if p != "elemental"), tree.ANSWERS)
        heading = replace(
            self._heading, kind="subroutine", result="", type=None, arguments=arguments,
            prefixes=prefixes,
        )  # fmt: skip
        twin.__dict__.update(
            kind="subroutine", result="", type=None, prefixes=prefixes, _heading=heading,
            answers=Answer(result, self._heading.type, handed),
        )  # fmt: skip
        return twin

    def fix(self, texts: Mapping[str, str]) -> None:
        """Makes constants of the variables of a module or COMMON that `texts` name, before anything
        else of the unit is asked for."""
        self.__dict__.pop("stated", None)
        self.__dict__["fixed"] = texts

    def __eq__(self, other: object) -> bool:
        return self is other

    def __hash__(self) -> int:
        return id(self)

    @property
    def dummies(self) -> frozenset[str]:
        return frozenset(a.name for a in self._heading.arguments)

    def lines(self) -> Iterator[str]:
        """The texts of the unit's own lines, without blanks around `%`."""
        yield from (re.sub(r" *% *| +(?=\()", _tight, line.text) for line in self._lines)

    def texts(self) -> Iterator[tuple[str, bool]]:
        """The text of the unit and of what it contains, line by line; whether in fixed form."""
        yield " ".join((self.name, *(a.name for a in self._heading.arguments))), False
        yield from ((line.text, line.fixed) for line in self._lines)
        for inner in self.contains:
            if isinstance(inner, LazyUnit):
                yield from inner.texts()

    @cached_property
    def stated(self) -> tree.Unit:  # type: ignore[override]
        declarations, body, leading, error = self._read()
        heading = self._heading
        if self.answers is not None:
            declarations, body = self.answers.declared(declarations, body, leading, self.span)
        return tree.Unit(
            heading.kind, heading.name, heading.arguments, declarations, body, self.contains,
            heading.span, heading.result, heading.type, heading.prefixes, error, leading=leading,
        )  # fmt: skip

    @cached_property
    def _inside(self) -> tree.Unit:
        if self.elaborate is None or self.stated.error is not None:
            return self.stated
        return self.elaborate(self)

    def _read(self) -> tuple[tuple[tree.Declaration, ...], tree.Body, int, AdcError | None]:
        if self.kind == "submodule":
            return (), (), 0, AdcError.of(
                "ADC0164", f"the module `{self.within}`, of which this is a submodule, is in no"
                " given file", self.span, help="give the file of the module as well",
            )  # fmt: skip
        if self.fault is not None:
            return (), (), 0, self.fault
        try:
            declarations, body, leading = split(self._lines, self._entry)
            declarations = declared_as(as_constants(declarations, self.fixed), self.recast)
            if self.kind != "module":
                inner = (t for u in self.contains if isinstance(u, LazyUnit) for t, _ in u.texts())
                dummies = {a.name for a in self._heading.arguments}
                declarations, body = without_alternates(
                    declarations, body, leading, dummies, self.span
                )
                declarations, body = without_pointers(
                    declarations, body, inner, dummies, self.moving
                )
        except AdcError as error:
            return (), (), 0, error
        except RecursionError:
            return (), (), 0, AdcError.of(
                "ADC0124", "this is nested too deeply", self.span,
                help="split it into several routines or statements",
            )  # fmt: skip
        if self._end is not None and self._end.label:  # `200 end`: GOTO 200 returns
            body = (*body, tree.Continue(self._end.span, self._end.label))
        return declarations, body, leading, None

    @property
    def arguments(self) -> tuple[tree.Name, ...]:  # type: ignore[override]
        return self._inside.arguments

    @property
    def declarations(self) -> tuple[tree.Declaration, ...]:  # type: ignore[override]
        return self._inside.declarations

    @property
    def body(self) -> tree.Body:  # type: ignore[override]
        return self._inside.body

    @property
    def leading(self) -> int:  # type: ignore[override]
        return self._inside.leading

    @property
    def error(self) -> AdcError | None:  # type: ignore[override]
        return self._inside.error

    @property
    def aliases(self) -> Mapping[str, tree.Unit]:  # type: ignore[override]
        return self._inside.aliases


def _tight(found: re.Match[str]) -> str:
    return found.group().strip()


def family(extent: Extent) -> tuple[LazyUnit, ...]:
    """The unit of some lines, and those that begin at its ENTRYs."""
    unit = LazyUnit(extent)
    lines = [line for line in extent.lines if line.text.startswith("entry")]
    if not lines or extent.inner:
        return (unit,)
    try:
        items = [statements.read(line) for line in lines]
    except AdcError:
        return (unit,)  # which raises it where it is needed
    found = [unit, *(unit.entered(i) for i in items if isinstance(i, headings.Entry))]
    for one in found:
        one.__dict__["family"] = tuple(u for u in found if u is not one)
    return tuple(found)


def split(
    lines: list[Line], entry: headings.Entry | None = None
) -> tuple[tuple[tree.Declaration, ...], tree.Body, int]:
    """The declarations and the statements of a unit, of those that begin at `entry`; how many of
    these are at their head for what they may define alone."""
    items = list(visible(lines))
    declarations: list[tree.Declaration] = []
    rest: list[headings.Item] = []
    begun = False
    depth = 0  # of BLOCK constructs, whose declarations are their own
    for item in items:
        depth += _opens_block(item)
        late = begun and not isinstance(item, tree.Data)
        if isinstance(item, DECLARATIONS) and not late and not depth:
            declarations.append(item)
        elif not isinstance(item, headings.Format) or begun:
            rest.append(item)
            begun |= not isinstance(item, headings.Entry)
    return tuple(declarations), *begun_at(rest, entry)


def _opens_block(item: headings.Item) -> int:
    """1 where a BLOCK construct opens, -1 where one ends."""
    if isinstance(item, headings.BlockHeading):
        return item.what == "block"
    return -(isinstance(item, headings.End) and item.what == "block")


def visible(lines: list[Line]) -> Iterator[headings.Item]:
    """The items of `lines`; an interface or a derived type is one declaration."""
    hidden: headings.DefinitionHeading | None = None
    inside: list[Line] = []
    depth = 0
    for line in lines:
        if hidden is not None:
            depth += _deeper(line, hidden.what)
            if depth < 0:
                yield definition(hidden, inside[0], inside[1:])
                hidden, depth = None, 0
            inside.append(line)
            continue
        item = statements.read(line)
        if isinstance(item, headings.DefinitionHeading):
            hidden, inside = item, [line]
        elif isinstance(item, headings.CommonBlocks):
            yield from item.blocks
        else:
            yield item
    if hidden is not None:
        yield definition(hidden, inside[0], inside[1:])


def _deeper(line: Line, what: str) -> int:
    """-1 where the line ends an interface or a type, whichever `what` says; 1 where it opens an
    interface for an argument of a procedure in such a one."""
    end = openings.end(line)
    if end is not None:
        return -(end.what == what)
    if what != "interface" or not _INTERFACE.match(line.text) or classify.assigns(line):
        return 0
    return int(isinstance(other_opening(line), headings.DefinitionHeading))


def parse(
    file: str,
    text: Text,
    fixed: bool,
    read: Reader = read_source,
    folders: tuple[str, ...] = (),
    width: int = WIDTH,
) -> tree.File:
    """The units of a file; `read` gives the text of an included file, which is looked for beside
    the one that names it and in `folders`. `width`: see `form.lines`."""
    found, directives = form.lines(file, text, fixed, width)
    more = Inclusion(fixed, read, folders, width)
    lines = list(included(found, more, 0))
    whole = text if isinstance(text, str) else "\n".join(p.text for p in text)
    units = tuple(u for e in extents(lines) for u in family(e))
    return tree.File(file, whole, units, tuple(directives))


def included(lines: list[Line], how: Inclusion, depth: int) -> Iterator[Line]:
    """`lines` with Fortran's own INCLUDE lines replaced by what they name."""
    for line in lines:
        if not line.text.startswith("include") or line.text[7:].lstrip()[:1] not in ("'", '"'):
            yield line
            continue
        try:
            more = lines_of(line, how, depth)
        except AdcError as error:
            yield replace(line, fault=line.fault or error)  # harms only the unit that it is in
            continue
        yield from included(more, how, depth + 1)


def lines_of(line: Line, how: Inclusion, depth: int) -> list[Line]:
    """What an INCLUDE line stands for; raises ADC0166 where that cannot be had."""
    item = statements.read(line)
    if not isinstance(item, headings.Include):
        return [line]
    if depth > _DEEPEST:
        raise AdcError.of(
            "ADC0166", f"{item.path} includes itself", item.span, help="remove the INCLUDE"
        )
    path = _found(item.path, (str(PurePath(line.file).parent), *how.folders))
    try:
        text = how.read(path)
    except AdcError as error:
        raise AdcError.of(
            "ADC0166", f"cannot include {item.path}: {error.diagnostics[0].message}", item.span,
            help="check the path: it is relative to this file or to a folder given by `-I`",
        ) from None  # fmt: skip
    return form.lines(path, text, how.fixed, how.width)[0]


def _found(name: str, folders: tuple[str, ...]) -> str:
    """The first of the folders that has the file; its path in the very first where none has."""
    paths = [PurePath(folder) / name for folder in folders]
    return str(next((p for p in paths if Path(p).is_file()), paths[0]))


def extents(lines: list[Line]) -> list[Extent]:
    """Which lines belong to which unit; raises ADC0163 where a unit is not closed, or something
    else is, and what is wrong with lines outside of units."""
    found: list[Extent] = []
    open_units: list[Extent] = []
    hiding, depth = "", 0
    for line in lines:
        opened, end = unit_line(line, hiding)
        if hiding:
            depth += _deeper(line, hiding)
            hiding, depth = ("", 0) if depth < 0 else (hiding, depth)
        elif opened in _HIDING:
            hiding = str(opened)
        inside = bool(open_units) and open_units[-1].contains is not None and not hiding
        if inside and (found_ := _MODULE_PROCEDURE.fullmatch(line.text)):
            opened = headings.UnitHeading("procedure", found_[1] or found_[2], (), line.whole)
        if isinstance(opened, headings.UnitHeading):
            open_units.append(Extent(opened))
        elif end is not None and end.what in _UNIT_ENDS and not hiding:
            finish(open_units, found, end)
        elif opened == "contains" and open_units and not hiding:
            open_units[-1].contains = line
        elif open_units:
            open_units[-1].lines.append(line)
        else:
            statements.read(line)  # what cannot be read begins no program
            open_units.append(Extent(headings.UnitHeading("program", "", (), line.whole), [line]))
    if open_units:
        # What is wrong with a line in its source form may be why no END is found.
        for fault in (line.fault for line in lines if line.fault is not None):
            raise fault
        raise unclosed(open_units[-1].heading)
    return found


def finish(open_units: list[Extent], found: list[Extent], end: headings.End) -> None:
    """Closes the innermost unit; an END of nothing is a program without statements."""
    if not open_units and not end.what:
        found.append(Extent(headings.UnitHeading("program", "", (), end.span), end=end))
        return
    if not open_units:
        word = f"END {end.what.upper()}"
        raise AdcError.of(
            "ADC0163", f"{word} closes no program unit", end.span,
            help="remove it, or add the line that opens the unit",
        )  # fmt: skip
    done = open_units.pop()
    check_end(done.heading, end)
    done.end = end
    if open_units and open_units[-1].contains is not None:
        open_units[-1].inner.append(done)
    elif open_units:
        raise unclosed(open_units[-1].heading, done.heading.span)
    else:
        found.append(done)


def check_end(heading: headings.UnitHeading, end: headings.End) -> None:
    """Raises ADC0163 where END speaks of another unit than the innermost open one."""
    kind = end.what in ("", heading.kind) or end.what == "procedure"
    if kind and end.name in ("", heading.name):
        return
    what = f"{heading.kind.upper()} {heading.name}".strip()
    closing = f"END {end.what.upper()} {end.name}".strip()
    raise AdcError.of(
        "ADC0163", f"{closing} does not close {what}", heading.span,
        help=f"write `{f'end {heading.kind} {heading.name}'.strip()}`",
        notes=(Note("this is its END", end.span),),
    )  # fmt: skip


def unclosed(heading: headings.UnitHeading, inner: Span | None = None) -> AdcError:
    what = f"{heading.kind.upper()} {heading.name}".strip()
    notes = (Note("another unit begins here", inner),) if inner else ()
    return AdcError.of(
        "ADC0163", f"{what} is never closed", heading.span, help="add its END", notes=notes
    )


def unit_line(line: Line, hiding: str) -> tuple[headings.UnitHeading | str, headings.End | None]:
    """What the line opens (a unit, "contains", "interface", "type"…), and the END that it is."""
    if not _CANDIDATE.match(line.text) or line.fault is not None or classify.assigns(line):
        return "", None
    end = openings.end(line)
    if end is not None:
        return "", end
    if hiding:
        return "", None
    if line.text == "contains":
        return "contains", None
    try:
        item = openings.procedure(line) or other_opening(line)
    except AdcError:
        return "", None
    if isinstance(item, headings.UnitHeading):
        return item, None
    return (item.what, None) if isinstance(item, headings.DefinitionHeading) else ("", None)


def other_opening(line: Line) -> headings.Item | None:
    """MODULE, PROGRAM, BLOCK DATA, INTERFACE, TYPE: what `statements` makes of the line."""
    word, _ = classify.keyword(line)
    if _TYPE_IS.match(line.text):
        return None
    if word.split(" ")[0] in ("module", "submodule", "program", "block", "interface", "abstract",
                              "type", "enum"):  # fmt: skip
        return statements.read(line)
    return None


__all__ = ["LazyUnit", "Span", "parse"]
