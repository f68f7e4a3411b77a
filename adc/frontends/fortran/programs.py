"""A main program as a routine: its text, with a SUBROUTINE statement in place of PROGRAM.

What is named as independent or dependent becomes an argument, if it is a variable of the program
itself. Independents have the values that the caller gives: what the program assigns to one before
it uses it, reads into it, or has in its declaration or in DATA is left out. All else stays as it
is, on the line where it was, so that the text serves adc and a Fortran compiler alike.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from adc.diagnostics import AdcError, Diagnostic, Severity, Span
from adc.frontends.fortran import tree
from adc.frontends.fortran.routine import names_in, unsupported, walk
from adc.frontends.fortran.selections import jumps_to
from adc.frontends.fortran.sources import Sources
from adc.frontends.fortran.units import LazyUnit

#: The last column of a statement in fixed form.
_WIDTH = 72


@dataclass(frozen=True)
class Written:
    """The text of the file at `path` with the program as the routine `name`."""

    path: str
    name: str
    text: str


def as_routine(
    sources: Sources, texts: Mapping[str, str], wrt: Sequence[str], of: Sequence[str],
    warnings: list[Diagnostic],
) -> Written:  # fmt: skip
    """The one main program of the files as a routine; `texts` are those of the files.

    Raises ADC0208 where there is no program, or none with a name, ADC0169 for what stands in the
    way of a routine.
    """
    file, program = program_of(sources.files)
    if program.error is not None:
        raise program.error
    if file.text != texts[file.file]:
        raise unsupported(
            "a program in a file with lines for the preprocessor", program.span,
            "preprocess the file first, as by `gfortran -cpp -E -P`",
        )  # fmt: skip
    scope = sources.scope(program)
    names = [n for n in dict.fromkeys((*wrt, *of)) if is_own(scope.lookup(n, program.span))]
    rewriting = Rewriting(file.text.split("\n"), program, frozenset(names), warnings)
    return Written(file.file, program.name, rewriting.text(names, [n for n in names if n in wrt]))


def program_of(files: Sequence[tree.File]) -> tuple[tree.File, LazyUnit]:
    found = [(f, u) for f in files for u in f.units if u.kind == "program"]
    if len(found) != 1:
        place = found[1][1].span if found else Span(files[0].file, 1)
        raise AdcError.of(
            "ADC0208", f"the given files have {'several' if found else 'no'} main programs", place,
            help="give only one of them" if found else "leave `--program` out",
        )  # fmt: skip
    file, program = found[0]
    if not program.name:
        raise AdcError.of(
            "ADC0208", "the main program has no name", program.span,
            help="begin it with PROGRAM and a name",
        )  # fmt: skip
    assert isinstance(program, LazyUnit)
    return file, program


def is_own(symbol: object) -> bool:
    storage = getattr(symbol, "storage", "")
    if storage == "constant":
        raise unsupported(
            f"`{getattr(symbol, 'name', '')}`, a constant, as an argument",
            getattr(symbol, "span", Span("", 1)), "leave PARAMETER out of its declaration",
        )  # fmt: skip
    return storage == "local"


def as_module(sources: Sources, texts: Mapping[str, str], name: str | None) -> Written | None:
    """The main program as a module, for the procedure `name` inside of it: the program's variables
    are the module's, and its statements are left out. None where no program has it, or where its
    text does not show which lines these are."""
    found = [
        (file, unit, inner)
        for file in sources.files
        for unit in file.units
        if unit.kind == "program" and unit.name and isinstance(unit, LazyUnit)
        for inner in unit.contains
        if inner.name == (name or "").lower() and file.text == texts[file.file]
    ]
    if len(found) != 1 or any(u.name == found[0][2].name for u in sources.routines()):
        return None
    ((file, program, _),) = found
    lines = file.text.split("\n")
    head, end = program.span, program._end
    stop = program.contains[0].span.line - 1
    while stop > head.line and lines[stop - 1].strip().lower() != "contains":
        stop -= 1
    stated = [head, *(d.span for d in program.stated.declarations)]
    start = min((s.span.line for s in program.stated.body), default=stop)
    own = {program.span.file} == {s.file for s in (head, *(s.span for s in program.stated.body))}
    last = max(max(s.line, s.end_line) for s in stated)
    if end is None or not own or stop <= head.line or start <= last:
        return None
    if ";" in lines[head.line - 1] + lines[end.span.line - 1]:
        return None
    lines[head.line - 1] = f"      module {program.name}"
    lines[start - 1 : stop - 1] = [""] * (stop - start)
    lines[end.span.line - 1] = "      end"
    return Written(file.file, found[0][2].name, "\n".join(lines))


@dataclass
class Rewriting:
    """Changes `lines`, those of the whole file, in which `program` is."""

    lines: list[str]
    program: LazyUnit
    names: frozenset[str]
    warnings: list[Diagnostic]

    def text(self, names: Sequence[str], given: Sequence[str]) -> str:
        """The text with a routine of the arguments `names`; the caller gives those of `given`."""
        for statement, name in self.first_values(given):
            self.once(statement)
            self.warn(f"`{name}` is an argument: this value is left out", statement.span)
            self.blank(statement.span, continued(statement.label))
        self.undo_initial_values()
        self.head(names)
        self.end()
        return "\n".join(self.lines)

    def head(self, names: Sequence[str]) -> None:
        span = self.program.span
        line = f"subroutine {self.program.name}({', '.join(names)})"
        indent = len(self.lines[span.line - 1]) - len(self.lines[span.line - 1].lstrip())
        if self.is_fixed and indent + len(line) > _WIDTH:
            raise unsupported("so many arguments of a program", span, "name fewer variables")
        self.blank(span, " " * indent + line)

    def end(self) -> None:
        """`end program` becomes `end`, and a STOP in front of it is none."""
        last = self.program.stated.body[-1:]
        if last and isinstance(last[0], tree.Stop) and not last[0].error:
            self.blank(last[0].span, continued(last[0].label))
        end = self.program._end
        if end is not None and end.what:
            self.blank(end.span, "      end")

    @property
    def is_fixed(self) -> bool:
        return any(line.fixed for line in self.program._lines)

    def first_values(self, given: Sequence[str]) -> Iterator[tuple[tree.Statement, str]]:
        """The statements that give those of `given` their first values."""
        for name in given:
            first = next((s for s in self.program.stated.body if name in mentioned(s)), None)
            match first:
                case tree.Assign(tree.Name(target), value) if target == name:
                    if name not in names_in(value):
                        yield first, name
                case tree.InputOutput("read", assigned):
                    read = [v.name for v in assigned if isinstance(v, tree.Name)]
                    if len(read) < len(assigned) or not set(read) <= set(given):
                        raise unsupported(
                            "READ into other variables than independents", first.span,
                            "assign to those that are none of `--wrt`",
                        )  # fmt: skip
                    yield first, name
                case None:
                    pass
                case _ if set_alone(first, name):
                    raise unsupported(
                        f"`{name}` as an independent, which gets its values here,", first.span,
                        "name what the values are made of, or assign them as a whole",
                    )  # fmt: skip

    def once(self, statement: tree.Statement) -> None:
        """Raises ADC0169 where a GOTO may lead to a statement that is left out a second time."""
        body = self.program.stated.body
        labels = {s.label for s in body[: body.index(statement) + 1] if s.label}
        if labels & set(jumps_to(body)):
            raise unsupported(
                "a value that a GOTO gives an independent anew", statement.span,
                "assign it before the loop",
            )  # fmt: skip

    def undo_initial_values(self) -> None:
        """Arguments have no initial values in their declarations, and no DATA."""
        for declaration in self.program.stated.declarations:
            match declaration:
                case tree.TypeDeclaration(_, _, entities):
                    for entity in entities:
                        if entity.name in self.names and entity.init is not None:
                            self.undo(entity)
                case tree.Data(sets) if self.names & names_in(tuple(s.targets for s in sets)):
                    if not names_in(tuple(s.targets for s in sets)) <= self.names:
                        raise unsupported(
                            "DATA for arguments and others", declaration.span,
                            "write a DATA statement for each variable",
                        )  # fmt: skip
                    self.warn("arguments have no DATA: it is left out", declaration.span)
                    self.blank(declaration.span)

    def undo(self, entity: tree.Entity) -> None:
        """Blanks instead of `= value`, on one line."""
        assert entity.init is not None
        span, name = entity.init.span, entity.span
        line = self.lines[name.line - 1]
        if span.line != name.line or span.end_line not in (0, span.line):
            raise unsupported("this initial value of an argument", span, "write it on one line")
        start = line.find("=", name.column - 1)
        stop = span.end_column - 1
        self.lines[name.line - 1] = line[:start] + " " * (stop - start) + line[stop:]
        self.warn(f"`{entity.name}` is an argument: this value is left out", span)

    def blank(self, span: Span, instead: str = "") -> None:
        """Nothing on the lines of a statement, and `instead` on the first."""
        own = range(span.line - 1, max(span.end_line, span.line))
        if span.file != self.program.span.file or any(";" in self.lines[n] for n in own):
            raise unsupported("this line of a program", span, "write one statement a line")
        for number in own:
            self.lines[number] = instead if number == own[0] else ""

    def warn(self, message: str, span: Span) -> None:
        way_out = "pass it to the generated function"
        new = Diagnostic("ADC0170", message, span, help=way_out, severity=Severity.WARNING)
        self.warnings.append(new)


def continued(label: int) -> str:
    """What a label stands before, where that is left out; in either form."""
    return f"{label:<5} continue" if label else ""


def mentioned(statement: tree.Statement) -> set[str]:
    """The names in a statement; those that a READ changes, of input and output."""
    if isinstance(statement, tree.InputOutput):
        return names_in(statement.assigned)
    return names_in(statement)


def set_alone(statement: tree.Statement, name: str) -> bool:
    """Whether a statement, with those inside of it, assigns to `name` and never asks for it."""
    places = [n for n in walk(statement) if getattr(n, "name", "") == name]
    targets = [
        n.target for n in walk(statement)
        if isinstance(n, tree.Assign) and getattr(n.target, "name", "") == name
    ]  # fmt: skip
    return bool(targets) and len(places) == len(targets)
