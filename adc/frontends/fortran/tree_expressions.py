"""Expressions of Fortran text, and the types that they may name; see `tree`."""

from __future__ import annotations

from dataclasses import dataclass

from adc.diagnostics import Span


@dataclass(frozen=True)
class Name:
    name: str
    span: Span


@dataclass(frozen=True)
class Number:
    """A literal without sign: `text` is its lower-case spelling without the kind suffix (`1.5d0`
    keeps its `d0`), `kind` is "integer", "real" or "double", `suffix` what stands behind `_`."""

    text: str
    kind: str
    span: Span
    suffix: Name | Number | None = None


@dataclass(frozen=True)
class Logical:
    value: bool
    span: Span


@dataclass(frozen=True)
class String:
    value: str
    span: Span


@dataclass(frozen=True)
class Unary:
    """`op` is one of `-`, `+`, `.not.`, or `()`: a variable in parentheses that is a whole
    argument (or subscript), which makes a value of it that cannot be written to."""

    op: str
    operand: Expr
    span: Span


@dataclass(frozen=True)
class Binary:
    """`op` is one of `+ - * / ** // == /= < <= > >= .and. .or. .eqv. .neqv.` (`.eq.` is `==`), or
    `,`: the complex constant of these two parts."""

    op: str
    left: Expr
    right: Expr
    span: Span


@dataclass(frozen=True)
class Section:
    """`start:stop:step`, each part optional; only among an Apply's arguments."""

    start: Expr | None
    stop: Expr | None
    step: Expr | None
    span: Span


@dataclass(frozen=True)
class Keyword:
    """`name = value` among the arguments of a call or reference."""

    name: str
    value: Expr
    span: Span


@dataclass(frozen=True)
class Apply:
    """`name(arguments…)`; `span` covers all of it, `name_span` the name."""

    name: str
    arguments: tuple[Argument, ...]
    span: Span
    name_span: Span


@dataclass(frozen=True)
class Component:
    """`owner%name` or `owner%name(arguments…)`: parsed, so that a message can point at it."""

    owner: Expr
    name: str
    arguments: tuple[Argument, ...] | None
    span: Span


@dataclass(frozen=True)
class ImpliedDo:
    """`(items…, var = start, stop[, step])` in a constructor or a DATA list."""

    items: tuple[Expr, ...]
    var: str
    start: Expr
    stop: Expr
    step: Expr | None
    span: Span


@dataclass(frozen=True)
class Constructor:
    """`(/ items… /)` or `[items…]`; `type` is the `real ::` in front of the items, if any."""

    items: tuple[Expr, ...]
    span: Span
    type: TypeSpec | None = None


@dataclass(frozen=True)
class TypeSpec:
    """`base` is "real", "double precision", "integer", "logical", "character", "complex",
    "double complex", "type" or "class". `kind` is `(kind=…)`, `(8)` or the 8 of `real*8` (then
    `star`: bytes and not a kind number). `length` is a character's: an Expr, or None where it is
    not given or is `*` or `:` (then `star`). `name` is a derived type's. `exact`: the kind is this
    one, also where others of its number are promoted."""

    base: str
    span: Span
    kind: Expr | None = None
    star: bool = False
    length: Expr | None = None
    name: str = ""
    exact: bool = False


Expr = (
    Name | Number | Logical | String | Unary | Binary | Apply | Component | Constructor | ImpliedDo
)  # fmt: skip
#: What stands among the arguments of an Apply or a Call.
Argument = Expr | Section | Keyword
