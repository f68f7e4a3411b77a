"""What the tangent and the adjoint of an external routine are passed.

Names of the routine's own arguments stand for the values that these had: on entry, of those that
it only writes on exit. `x_dot` is the tangent of `x`, `x_bar` its adjoint. How each is passed has
to fit the argument that it belongs to:

| argument | its tangent | its adjoint |
| --- | --- | --- |
| `in` | is read | `add`: is added to; `out`: is set |
| `out` | `out` | is read |
| `inout` | `inout` | `inout`: that of the exit becomes that of the entry |
"""

from __future__ import annotations

from dataclasses import dataclass

from lark import Token, Tree

from adc.diagnostics import AdcError, Span
from adc.frontends.typetext import Node, Origin
from adc.ir.declarations import Container, Parameter
from adc.ir.enums import SYMBOLS, ParameterKind, Role
from adc.ir.external import External
from adc.ir.program import Program
from adc.ir.shapes import names

#: The words that an argument's derivative may have, by kind and the argument's role: the role
#: that it has in the derivative; "" for none.
_WORDS: dict[str, dict[Role, dict[str, Role]]] = {
    "tangent": {
        Role.INPUT: {"": Role.TANGENT_IN, "in": Role.TANGENT_IN},
        Role.OUTPUT: {"out": Role.TANGENT_OUT},
        Role.INOUT: {"inout": Role.INOUT},
    },
    "adjoint": {
        Role.INPUT: {"add": Role.GRADIENT, "out": Role.OUTPUT},
        Role.OUTPUT: {"": Role.SEED, "in": Role.SEED},
        Role.INOUT: {"inout": Role.INOUT},
    },
}
SUFFIXES = {"tangent": "_dot", "adjoint": "_bar"}
_INTENTS = {Role.INPUT: "in", Role.OUTPUT: "out", Role.INOUT: "inout"}


@dataclass(frozen=True)
class Derived:
    """A derivative as its line has it: its symbol, and what it is passed, in order."""

    symbol: str
    parameters: tuple[Parameter, ...]
    containers: tuple[Container, ...]
    narrow: tuple[str, ...]
    span: Span


def read_derived(primal: Program, narrow: tuple[str, ...], tree: Node, origin: Origin) -> Derived:
    """The tangent or adjoint of `primal`; raises ADC0621 for arguments that do not fit it."""
    kind, name, *rest = tree.children
    parameters: list[Parameter] = []
    containers: list[Container] = []
    for node in rest:
        if not isinstance(node, Tree):
            continue
        own, word = (str(c) if c is not None else "" for c in node.children)
        token = node.children[0]
        assert isinstance(token, Token)
        span = origin.span(token)
        if any(p.name == own for p in parameters):
            raise AdcError.of(
                "ADC0621", f"`{own}` is passed twice", span, help="remove one of the two"
            )
        parameter, container = _passed(primal, str(kind), own, word, span)
        parameters.append(parameter)
        containers += [container] if container is not None else []
    place = origin.span(name)
    _check_sizes(str(name), parameters, containers, place)
    if kind == "tangent":
        check_moment(primal, str(name), containers, place)
    taken = tuple(n for n in narrow if any(p.name == n for p in parameters))
    return Derived(str(name), tuple(parameters), tuple(containers), taken, place)


def _passed(
    primal: Program, kind: str, own: str, word: str, span: Span
) -> tuple[Parameter, Container | None]:
    """What `own: word` stands for."""
    symbols = {p.name: p.kind for p in primal.parameters if p.kind in SYMBOLS}
    if own in symbols or own in primal.by_name:
        if word not in ("", "in"):
            raise _misfit(own, word, "a value of the routine's, which a derivative only reads",
                          f"write `{own}` alone", span)  # fmt: skip
        if own in symbols:
            return Parameter(own, symbols[own], span), None
        formal = primal[own]
        return parameter_of(formal, own, span), value_container(formal, span)
    suffix = SUFFIXES[kind]
    stem = own.removesuffix(suffix)
    known = primal.by_name.get(stem) if own.endswith(suffix) else None
    if known is None or not known.dtype.is_float:
        raise _unknown(primal, kind, own, span)
    words = _WORDS[kind][known.role]
    if word not in words:
        ways = " or ".join(f"`{own}: {w}`" if w else f"`{own}`" for w in words if w != "in")
        raise _misfit(own, word, f"the {kind} of `{stem}`, which is {_INTENTS[known.role]}",
                      f"write {ways}", span)  # fmt: skip
    made = Container(own, known.dtype, known.shape, words[word], of=stem, span=span)
    return parameter_of(known, own, span), made


def value_container(formal: Container, span: Span) -> Container:
    """The value of an argument, as a derivative is passed it."""
    return Container(formal.name, formal.dtype, formal.shape, Role.INPUT, span=span)


def derivative_container(formal: Container, kind: str, span: Span) -> Container:
    """The derivative of an argument, as a text has it: the first way of those that there are."""
    role = next(iter(_WORDS[kind][formal.role].values()))
    name = formal.name + SUFFIXES[kind]
    return Container(name, formal.dtype, formal.shape, role, of=formal.name, span=span)


def parameter_of(formal: Container, name: str, span: Span) -> Parameter:
    return Parameter(name, ParameterKind.ARRAY if formal.shape else ParameterKind.SCALAR, span)


def _misfit(own: str, word: str, what: str, way_out: str, span: Span) -> AdcError:
    said = f"`{word}` does not fit `{own}`" if word else f"nothing says how `{own}` is passed"
    return AdcError.of("ADC0621", f"{said}: it is {what}", span, help=way_out)


def _unknown(primal: Program, kind: str, own: str, span: Span) -> AdcError:
    suffix = SUFFIXES[kind]
    known = [p.name for p in primal.parameters]
    known += [f"{c.name}{suffix}" for c in primal.containers if c.dtype.is_float]
    listed = ", ".join(f"`{n}`" for n in known)
    return AdcError.of(
        "ADC0621", f"`{own}` is no argument of `{primal.name}` and no {kind} of one", span,
        help=f"name one of {listed}" if listed else "leave it out",
    )  # fmt: skip


def _check_sizes(
    name: str, parameters: list[Parameter], containers: list[Container], place: Span
) -> None:
    """The derivative is passed what shapes of its arguments are made of."""
    given = {p.name for p in parameters}
    for container in containers:
        for missing in sorted({n for e in container.shape for n in names(e)} - given):
            raise AdcError.of(
                "ADC0621", f"`{name}` is not passed `{missing}`, the size of `{container.name}`",
                container.span or place, help=f"pass `{missing}`, too",
            )  # fmt: skip


def check_moment(primal: Program, name: str, containers: list[Container], place: Span) -> None:
    """A tangent needs values of one moment: of the entry, or of the exit."""
    values = {c.name for c in containers if not c.of}
    before = [c.name for c in primal.containers if c.role == Role.INOUT and c.name in values]
    after = [c.name for c in primal.containers if c.role == Role.OUTPUT and c.name in values]
    if before and after:
        raise AdcError.of(
            "ADC0621", f"`{name}` needs `{before[0]}` as it was before the routine, and"
            f" `{after[0]}` as it is after it", place,
            help=f"leave `{after[0]}` out: have the tangent work it out",
        )  # fmt: skip


def derived_program(primal: Program, derived: Derived, by_value: bool, link: str) -> Program:
    """The derivative as a program without a body."""
    kept = tuple(a for a in primal.assumptions if str(a.left) in derived.narrow)
    external = External(derived.symbol, by_value, derived.narrow, link)
    return Program(
        derived.symbol, derived.parameters, derived.containers, (), (), kept, "", derived.span,
        external=external,
    )  # fmt: skip
