"""Lines that open and close program units and definitions: SUBROUTINE, MODULE, INTERFACE, END."""

from __future__ import annotations

import re

from lark import Tree

from adc.diagnostics import AdcError
from adc.frontends.fortran.alternates import DUMMY
from adc.frontends.fortran.classify import matching
from adc.frontends.fortran.expressions import expression
from adc.frontends.fortran.grammar import ParseTree, Part
from adc.frontends.fortran.headings import DefinitionHeading, End, Entry, UnitHeading
from adc.frontends.fortran.line import Line
from adc.frontends.fortran.tree import Name, TypeSpec
from adc.frontends.fortran.typespecs import read_type

_PREFIX = re.compile(r"(pure|impure|elemental|recursive|non_recursive|module)(?=[a-z ]) ?")
_TYPE = re.compile(
    r"(double ?precision|double ?complex|real|integer|logical|character|complex|type(?=\()|class)"
    r"(?P<size>\*\d+|\*?(?=\())? ?"
)
_PROCEDURE_FREE = re.compile(r"(subroutine|function) (?=[a-z])")
# glued to its name, FUNCTION is told from a variable's name by the dummies: `realfunctionf(x)`
_PROCEDURE_FIXED = re.compile(
    r"subroutine(?=[a-z])|function(?=[a-z][a-z0-9_]*\(([a-z][a-z0-9_]*|[,*])*\)(result|bind|$))"
)
_END = re.compile(
    r"end ?(?P<what>block ?data|subroutine|function|procedure|submodule|module|program|interface"
    r"|type|enum|associate|critical|select|where|forall|block|team|if|do)?(?P<behind>.*)"
)
_TYPE_NAME = re.compile(r"(,.*::|::)?[a-z][a-z0-9_]*(\([a-z0-9_,]*\))?")
_NAME = re.compile(r"[a-z][a-z0-9_]*")


def procedure(line: Line) -> UnitHeading | None:
    """The SUBROUTINE or FUNCTION that the line opens; None where it opens none."""
    at = 0
    prefixes: list[str] = []
    stretch: tuple[int, int] | None = None
    pattern = _PROCEDURE_FIXED if line.fixed else _PROCEDURE_FREE
    while not (found := pattern.match(line.text, at)):
        prefix = _PREFIX.match(line.text, at)
        if prefix:
            prefixes.append(prefix.group(1))
            at = prefix.end()
            continue
        end = None if stretch else _type_end(line.text, at)
        if end is None:
            return None
        stretch, at = (at, end), end + line.text.startswith(" ", end)
    spec = read_type(line, *stretch, expression) if stretch else None
    return _procedure(line, found.group().strip(), found.end(), spec, tuple(prefixes))


def _type_end(text: str, at: int) -> int | None:
    """Where the type ends that begins at `at`; None where none begins there."""
    found = _TYPE.match(text, at)
    if found is None:
        return None
    if text.startswith("(", found.end()):
        closed = matching(text, found.end())
        return None if closed is None else closed + 1
    return found.end() - found.group().endswith(" ")


def _procedure(
    line: Line, kind: str, at: int, spec: TypeSpec | None, prefixes: tuple[str, ...]
) -> UnitHeading:
    part = Part(line, at)
    tree = part.parse("procedure")
    assert isinstance(tree, Tree)
    head, dummies, *suffixes = tree.children
    if kind == "function" and dummies is None:
        message = "`(` is missing behind a function's name"
        raise AdcError.of("ADC0155", message, part.span(head), help=f"write `{head}()`")
    if kind == "subroutine" and spec is not None:
        message = "a subroutine has no type"
        raise AdcError.of("ADC0155", message, spec.span, help="remove the type")
    arguments = _arguments(dummies, part) if dummies is not None else ()
    results = [str(s.children[1]) for s in suffixes if s.children[0].type == "RESULT"]
    result = results[0] if results else ""
    stars = _stars(dummies) if dummies is not None else ()
    return UnitHeading(kind, str(head), arguments, line.whole, result, spec, prefixes, stars=stars)


def _arguments(node: ParseTree, part: Part) -> tuple[Name, ...]:
    """The dummy arguments; for the `*` of alternate returns there is one, behind all others."""
    given = [child for child in node.children if child is not None]
    found = [Name(str(child), part.span(child)) for child in given if child.type == "NAME"]
    stars = [Name(DUMMY, part.span(child)) for child in given if child.type != "NAME"]
    return (*found, *stars[:1])


def _stars(node: ParseTree) -> tuple[int, ...]:
    given = [child for child in node.children if child is not None]
    return tuple(k for k, child in enumerate(given) if child.type != "NAME")


def plain_procedure(line: Line, kind: str, at: int) -> UnitHeading:
    """SUBROUTINE or FUNCTION with something else than a name and its dummies behind it."""
    return _procedure(line, kind, at, None, ())


def container(line: Line, kind: str, at: int) -> UnitHeading:
    """MODULE, SUBMODULE, PROGRAM or BLOCK DATA."""
    text = line.text[at:]
    within = ""
    if kind == "submodule" and (found := re.match(r"\(([a-z0-9_:]*)\) ?", text)):
        within, text = found.group(1), text[found.end() :]
    if not _NAME.fullmatch(text) and not (kind == "block data" and not text):
        span = line.span(at, len(line.text)) if text else line.whole
        message = f"`{kind}` needs a name" if not text else f"unexpected `{text}`"
        raise AdcError.of("ADC0155", message, span, help=f"write `{kind} name`")
    return UnitHeading(kind, text, (), line.whole, within=within)


def entry(line: Line, at: int) -> Entry:
    """ENTRY, as the heading of a subroutine: what its unit is, it is too."""
    return Entry(_procedure(line, "subroutine", at, None, ()), line.whole)


def definition(line: Line, what: str, at: int) -> DefinitionHeading:
    """INTERFACE, ABSTRACT INTERFACE, TYPE or ENUM: what follows up to its END is not read."""
    text = line.text[at:]
    if what == "type" and not _TYPE_NAME.fullmatch(text):
        message = "this is neither a derived type nor a declaration"
        raise AdcError.of("ADC0155", message, line.whole, help="write `type :: name`")
    if what == "type":
        names = _NAME.findall(text.rsplit("::", 1)[-1])[:1]
    elif what == "enum" or text.startswith(("operator", "assignment")):
        names = []
    else:
        names = _NAME.findall(text)[:1]
    return DefinitionHeading(what, tuple(names), line.whole)


def end(line: Line) -> End | None:
    """The END statement; None where the line only begins like one."""
    found = _END.fullmatch(line.text) if line.text.startswith("end") else None
    if found is None:
        return None
    what, behind = (found.group("what") or "").replace(" ", ""), found.group("behind")
    if what == "blockdata":
        what = "block data"
    glued = not line.fixed and behind[:1] not in ("", " ", "(") and not behind.startswith("=")
    name = behind.strip()
    if glued or (not what and name):
        return None
    if what != "interface" and name and not _NAME.fullmatch(name):
        return None
    return End(what, name, line.whole, line.label)
