"""Rules files: routines of libraries, each with its arguments, its tangent and its adjoint.

    external eos(n: int64, t: in float64[n], s: in float64[n], rho: out float64[n])
        symbol  eos_
        tangent eos_d(n, t, t_dot, s, s_dot, rho_dot: out)
        adjoint eos_b(n, t, s, rho_bar, t_bar: add, s_bar: add)
        link    -leos
        check   t=0:30, s=30:40
    inactive log_message

A line is read by the grammar of signatures; `rules_derived.py` has what derivatives are passed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from lark import Token, Tree

from adc.diagnostics import AdcError, Note, Span
from adc.frontends.rules_derived import Derived, derived_program, read_derived
from adc.frontends.rules_lines import TEXTS, Line, fault, lines
from adc.frontends.rules_text import DerivativeText, read_text
from adc.frontends.source import read_source
from adc.frontends.types import ArgumentType
from adc.frontends.typetext import Node, Origin, read_type
from adc.ir.call import routines_used
from adc.ir.declarations import Assumption, Container, Parameter
from adc.ir.dtypes import COMPLEX, DType
from adc.ir.enums import READ_ONLY, SYMBOLS, ParameterKind, Role
from adc.ir.external import External
from adc.ir.program import Program
from adc.ir.shapes import integer, names, symbol

FORM = "external f(n: int64, x: in float64[n], y: out float64[n])"

_ROLES = {"in": Role.INPUT, "out": Role.OUTPUT, "inout": Role.INOUT}
_TYPES = (DType.FLOAT64, DType.INT64, DType.INT32)
_FLAG = re.compile(r"[\w./+=:,@%-]+", re.ASCII)
_SYMBOL = re.compile(r"[A-Za-z_]\w*", re.ASCII)
#: Integers that are passed in 32 bits are at most this.
LARGEST_NARROW = 2**31 - 1


@dataclass(frozen=True)
class Rule:
    """One external routine: itself, and its derivatives where the file has them, as programs
    without bodies. Of a derivative in NumPy `texts` have the text, by its kind ("tangent",
    "adjoint"), and `bodies` the program with its body, once it is lowered. `ranges` are those that
    `check` gives its arguments."""

    primal: Program
    tangent: Program | None
    adjoint: Program | None
    ranges: Mapping[str, tuple[float, float]]
    span: Span
    texts: Mapping[str, DerivativeText] = field(default_factory=dict)
    bodies: Mapping[str, Program] = field(default_factory=dict)

    @property
    def name(self) -> str:
        return self.primal.name

    @property
    def symbol(self) -> str:
        assert self.primal.external is not None
        return self.primal.external.symbol

    def place_of(self, size: str) -> tuple[Container, int] | None:
        """The first array that has `size` for an extent, and its axis; None where none has."""
        for container in self.primal.containers:
            if symbol(size) in container.shape:
                return container, container.shape.index(symbol(size))
        return None


@dataclass(frozen=True)
class Rules:
    """What rules files say, and the texts of these by path."""

    externals: tuple[Rule, ...] = ()
    inactive: tuple[tuple[str, Span], ...] = ()
    texts: Mapping[str, str] = field(default_factory=dict)

    def called(self, program: Program) -> tuple[Rule, ...]:
        """The rules of the routines that `program` leads to."""
        symbols = {r.external.symbol for r in routines_used(program) if r.external is not None}
        return tuple(r for r in self.externals if r.symbol in symbols)

    def lower_case(self) -> Rules:
        """The same with the routines' names as Fortran sees them."""
        externals = tuple(
            replace(r, primal=replace(r.primal, name=r.name.lower())) for r in self.externals
        )
        inactive = tuple((name.lower(), span) for name, span in self.inactive)
        return replace(self, externals=externals, inactive=inactive)


def read_rules(paths: Mapping[str, Span | None]) -> Rules:
    """The rules of all files at `paths`, each with the place that names it.

    Raises ADC0602 where one cannot be read, ADC0620 and ADC0621 for what is wrong in it.
    """
    externals: dict[str, Rule] = {}
    inactive: dict[str, Span] = {}
    texts: dict[str, str] = {}
    for path, named in paths.items():
        texts[path] = _text(path, named)
        for rule in _blocks(path, texts[path]):
            if isinstance(rule, Rule):
                if rule.name in externals:
                    raise _twice(rule, externals[rule.name])
                externals[rule.name] = rule
            else:
                inactive |= rule
    _check_symbols(externals.values())
    return Rules(tuple(externals.values()), tuple(inactive.items()), texts)


def _check_symbols(rules: Iterable[Rule]) -> None:
    """A routine of the library takes the same arguments wherever it is named."""
    known: dict[str, tuple[object, Span]] = {}
    for rule in rules:
        for program in (rule.primal, rule.tangent, rule.adjoint):
            if program is None or program.external is None:
                continue
            symbol, place = program.external.symbol, program.span or rule.span
            form, first = known.setdefault(symbol, (_form(program), place))
            if form != _form(program):
                raise AdcError.of(
                    "ADC0620", f"`{symbol}` takes other arguments in another place", place,
                    help="give the routine one form, or two routines two names",
                    notes=(Note("the other one is here", first),),
                )  # fmt: skip


def _form(program: Program) -> object:
    """What tells the types of two routines apart in C."""
    assert program.external is not None
    found: list[object] = [program.external.by_value]
    for p in program.parameters:
        if p.kind in SYMBOLS:
            found.append(p.name in program.external.narrow)
        else:
            c = program[p.name]
            found.append((c.dtype, bool(c.shape), c.role in READ_ONLY))
    return found


def _text(path: str, named: Span | None) -> str:
    try:
        return read_source(path)
    except AdcError as error:
        first = error.diagnostics[0]
        raise AdcError([replace(first, span=named or first.span)]) from None


def _twice(rule: Rule, other: Rule) -> AdcError:
    return AdcError.of(
        "ADC0620", f"there are two rules for `{rule.name}`", rule.span, help="remove one of them",
        notes=(Note("the first one is here", other.span),),
    )  # fmt: skip


# -- blocks ----------------------------------------------------------------------------------------


def _blocks(path: str, text: str) -> Iterator[Rule | dict[str, Span]]:
    """Rules, and names of what is inactive with their places."""
    open_: list[Line] = []
    for line in lines(path, text):
        if line.indented and open_:
            open_.append(line)
            continue
        if open_:
            yield _rule(open_)
        open_ = []
        if line.word == "external":
            open_ = [line]
        elif line.word == "inactive":
            tree = line.parsed("inactive", "inactive log_message")
            yield {str(name): line.origin.span(name) for name in _tokens(tree)}
        else:
            raise fault(f"a rule does not begin with `{line.word}`", line.span, FORM)
    if open_:
        yield _rule(open_)


def _tokens(tree: Node) -> list[Token]:
    return [c for c in tree.children if isinstance(c, Token)]


# -- a rule ----------------------------------------------------------------------------------------


@dataclass
class _Reading:
    """What the lines of a rule have said so far."""

    primal: Program
    narrow: tuple[str, ...]
    span: Span
    symbol: str = ""
    by_value: bool = False
    link: str = ""
    ranges: dict[str, tuple[float, float]] = field(default_factory=dict)
    derived: dict[str, Derived] = field(default_factory=dict)
    texts: dict[str, DerivativeText] = field(default_factory=dict)
    seen: dict[str, Span] = field(default_factory=dict)


def _rule(lines: list[Line]) -> Rule:
    head, *rest = lines
    reading = _head(head)
    for line in rest:
        read = _READERS.get(line.word)
        if read is None:
            listed = ", ".join(f"`{w}`" for w in _READERS if w not in TEXTS)
            raise AdcError.of(
                "ADC0620", f"a rule has no line `{line.word}`", line.span,
                help=f"write one of {listed}, or begin at the margin",
            )  # fmt: skip
        word = line.word.rstrip(":")
        if word in reading.seen:
            raise AdcError.of(
                "ADC0620", f"`{word}` stands twice in the rule of `{reading.primal.name}`",
                line.span, help="remove one of the lines",
                notes=(Note("the first one is here", reading.seen[word]),),
            )  # fmt: skip
        reading.seen[word] = line.span
        read(reading, line)
    if not reading.symbol:
        raise AdcError.of(
            "ADC0620", f"the rule of `{reading.primal.name}` has no symbol", reading.span,
            help=f"add the line `symbol {reading.primal.name}_`, what its library calls it",
        )  # fmt: skip
    return _made(reading)


def _made(reading: _Reading) -> Rule:
    found = {
        kind: derived_program(reading.primal, derived, reading.by_value, reading.link)
        for kind, derived in reading.derived.items()
    }
    for kind, text in reading.texts.items():
        found[kind] = replace(found[kind], name=text.name, external=None, assumptions=())
    tangent, adjoint = found.get("tangent"), found.get("adjoint")
    external = External(
        reading.symbol, reading.by_value, reading.narrow, reading.link,
        tangent.name if tangent else "", adjoint.name if adjoint else "",
    )  # fmt: skip
    primal = replace(reading.primal, external=external)
    return Rule(primal, tangent, adjoint, reading.ranges, reading.span, reading.texts)


def _head(line: Line) -> _Reading:
    tree = line.parsed("external", FORM)
    name, *rest = tree.children
    place = line.origin.span(name)
    formals = [_formal(f, line.origin) for f in rest if isinstance(f, Tree)]
    known: dict[str, Span] = {}
    for own, _, kind in formals:
        assert kind.span is not None
        if own in known:
            raise AdcError.of(
                "ADC0621", f"the argument `{own}` stands twice", kind.span,
                help="give each argument a name of its own",
            )  # fmt: skip
        known[own] = kind.span
    integers = {own for own, _, kind in formals if _is_symbol(kind)}
    used = {n for _, _, kind in formals for e in kind.shape for n in names(e)}
    parameters, containers = [], []
    for own, intent, kind in formals:
        _check_extents(own, kind, integers)
        if own in integers:
            size = ParameterKind.SIZE if own in used else ParameterKind.INTEGER
            parameters.append(Parameter(own, size, kind.span))
            continue
        what = ParameterKind.ARRAY if kind.shape else ParameterKind.SCALAR
        parameters.append(Parameter(own, what, kind.span))
        containers.append(Container(own, kind.dtype, kind.shape, _ROLES[intent], span=kind.span))
    narrow = tuple(own for own, _, kind in formals if own in integers and kind.dtype is DType.INT32)
    assumptions = tuple(
        Assumption(symbol(own), relation, integer(bound), f"{name} takes {own} in 32 bits")
        for own in narrow
        for relation, bound in ((">=", -LARGEST_NARROW - 1), ("<=", LARGEST_NARROW))
        if relation == "<=" or own not in used
    )
    primal = Program(
        str(name), tuple(parameters), tuple(containers), (), (), assumptions, "", place
    )  # fmt: skip
    return _Reading(primal, narrow, place)


def _is_symbol(kind: ArgumentType) -> bool:
    return not kind.shape and kind.dtype.is_integer


def _formal(node: Node, origin: Origin) -> tuple[str, str, ArgumentType]:
    """Name, intent and type of an argument; the type's span is the name's."""
    name, word, written = node.children
    assert isinstance(written, Tree) and isinstance(name, Token)
    span = origin.span(name)
    kind = read_type(written, origin)
    if not _SYMBOL.fullmatch(str(name)) or str(name).startswith("_"):
        raise fault(f"`{name}` is no name for an argument of a library's", span, FORM)
    if kind.dtype not in _TYPES or kind.pairs:
        own = COMPLEX[kind.dtype] if kind.pairs else kind.dtype
        raise AdcError.of(
            "ADC0620", f"`{name}` is of {own}, which rules do not pass", span,
            help="use float64, int64 or int32",
        )  # fmt: skip
    if kind.unique:
        raise AdcError.of(
            "ADC0620", f"nothing in a rule looks at the elements of `{name}`", span,
            help="leave `unique` out",
        )  # fmt: skip
    intent = str(word) if word is not None else ""
    if kind.shape and not intent:
        raise AdcError.of(
            "ADC0621", f"nothing says whether `{name}` is read or written", span,
            help=f"write `{name}: in …`, `out` or `inout`",
        )  # fmt: skip
    if _is_symbol(kind) and intent not in ("", "in"):
        raise AdcError.of(
            "ADC0621", f"the integer `{name}` is written", span,
            help=f"declare an array of one element: `{name}: {intent} {kind.dtype}[1]`",
        )  # fmt: skip
    return str(name), intent or "in", replace(kind, span=span)


def _check_extents(own: str, kind: ArgumentType, integers: set[str]) -> None:
    assert kind.span is not None
    if not all(e.is_polynomial(*map(symbol, names(e))) for e in kind.shape):
        raise AdcError.of(
            "ADC0621", f"the shape of `{own}` is no polynomial of integers", kind.span,
            help="use `+`, `-` and `*`, or pass the extent as an integer of its own",
        )  # fmt: skip
    for unknown in sorted({n for e in kind.shape for n in names(e)} - integers):
        raise AdcError.of(
            "ADC0621", f"the shape of `{own}` uses `{unknown}`, which is no integer argument",
            kind.span, help=f"add the argument `{unknown}: int64`, or use a number",
        )  # fmt: skip


def _symbol(reading: _Reading, line: Line) -> None:
    form = f"symbol {reading.primal.name}_"
    name, convention = line.parsed("symbol", form).children
    assert isinstance(name, Token)
    reading.symbol = c_name(name, line.origin.span(name), reading.primal)
    if convention is not None:
        assert isinstance(convention, Token)
        if str(convention) not in ("c", "fortran"):
            raise fault(
                f"`{convention}` is no way to call a routine", line.origin.span(convention),
                f"{form} c",
            )  # fmt: skip
        reading.by_value = str(convention) == "c"


def c_name(name: Token, span: Span, primal: Program) -> str:
    """The name of a routine of the library; raises ADC0620 for what is none."""
    if not _SYMBOL.fullmatch(str(name)):
        raise fault(f"`{name}` is no name of C's", span, f"symbol {primal.name}_")
    if any(p.name == str(name) for p in primal.parameters):
        raise AdcError.of(
            "ADC0621", f"`{name}` is an argument of the routine, too", span,
            help="give the argument another name in the rule",
        )  # fmt: skip
    return str(name)


def _text_of(reading: _Reading, line: Line) -> None:
    kind = line.word.rstrip(":")
    if line.rest:
        raise fault(
            f"the text of `{line.word}` stands on lines of its own", line.span,
            f"{line.word}` and, further in on the next line, `{line.rest}",
        )  # fmt: skip
    reading.texts[kind], reading.derived[kind] = read_text(reading.primal, line)


def _derivative(reading: _Reading, line: Line) -> None:
    form = f"{line.word} {reading.primal.name}_{line.word[0]}(…)"
    tree = line.parsed("derivative", form)
    _, name, *_ = tree.children
    assert isinstance(name, Token)
    c_name(name, line.origin.span(name), reading.primal)
    reading.derived[line.word] = read_derived(reading.primal, reading.narrow, tree, line.origin)


def _link(reading: _Reading, line: Line) -> None:
    words = line.rest.split()
    wrong = next((w for w in words if not _FLAG.fullmatch(w)), "")
    if not words or wrong:
        told = f"`{wrong}` is no flag for a linker" if wrong else "there is no flag"
        raise fault(told, line.span, f"link -l{reading.primal.name}")
    reading.link = " ".join(words)


def _check(reading: _Reading, line: Line) -> None:
    tree = line.parsed("check", "check x=0:30")
    known = {p.name for p in reading.primal.parameters}
    for node in tree.children:
        assert isinstance(node, Tree)
        name, *bounds = node.children
        assert isinstance(name, Token)
        span = line.origin.span(name)
        if str(name) not in known:
            raise unknown(str(name), span, reading.primal)
        low, high = (_number(b) for b in bounds if isinstance(b, Tree))
        if low > high:
            raise fault(f"the range of `{name}` is empty", span, f"check {name}=0:30")
        reading.ranges[str(name)] = (low, high)


def _number(node: Node) -> float:
    sign, digits = node.children
    return float(f"{sign or ''}{digits}")


def unknown(name: str, span: Span, primal: Program) -> AdcError:
    listed = ", ".join(f"`{p.name}`" for p in primal.parameters)
    return AdcError.of(
        "ADC0621", f"`{primal.name}` has no argument `{name}`", span,
        help=f"name one of {listed}" if listed else "leave it out",
    )  # fmt: skip


_READERS = {
    "symbol": _symbol, "tangent": _derivative, "adjoint": _derivative, "link": _link,
    "check": _check, "tangent:": _text_of, "adjoint:": _text_of,
}  # fmt: skip
