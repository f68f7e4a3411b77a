"""Types in declarations and in front of constructors: `real(8)`, `character(len=3)`, `type(t)`."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from lark import Token, Tree

from adc.diagnostics import AdcError
from adc.frontends.fortran.grammar import Node, ParseTree, Part
from adc.frontends.fortran.line import Line
from adc.frontends.fortran.tree import Expr, Number, TypeSpec

#: Makes an expression of what Lark read (`expressions.expression`).
Read = Callable[[Node, Part], Expr]
_WORD = re.compile(r"[a-z][a-z0-9_]*")


def read_type(line: Line, begin: int, end: int, read: Read) -> TypeSpec:
    """The type that fills the stretch `begin` to `end` of the line's text; `read` is given the
    expressions in it."""
    part = Part(line, begin, end)
    node = part.parse("type_spec")
    assert isinstance(node, Tree)
    return type_spec(node, part, read)


def type_spec(node: ParseTree, part: Part, read: Read) -> TypeSpec:
    word, selector = node.children
    base = re.sub(r"double ?", "double ", str(word))
    plain = TypeSpec(base, part.span(node))
    if base in ("type", "class"):
        return _derived(plain, selector, part)
    if selector is None:
        return plain
    if base.startswith("double"):
        message = f"`{base}` has no kind"
        raise AdcError.of("ADC0160", message, part.span(selector), help="remove the kind")
    if base == "character":
        return _character(plain, selector, part, read)
    if selector.data != "type_parameters":
        return replace(plain, kind=_bytes(selector, part), star=True)
    return replace(plain, kind=_kind(selector, part, read))


def _derived(plain: TypeSpec, selector: ParseTree | None, part: Part) -> TypeSpec:
    """`type(t)`, `class(t)`, `class(*)`: without the parameters of `t`, which adc refuses later."""
    if selector is None or selector.data != "type_parameters":
        message = f"`{plain.base}` needs the name of a derived type"
        raise AdcError.of("ADC0155", message, plain.span, help=f"write `{plain.base}(name)`")
    inside = part.line.text[part.begin : part.end][selector.meta.start_pos + 1 :]
    found = _WORD.match(inside)
    return replace(plain, name=found.group() if found else "*")


def _bytes(selector: ParseTree, part: Part) -> Expr:
    """The 8 of `real*8`."""
    number = selector.children[-1]
    if selector.data == "star_number":
        return Number(str(number), "integer", part.span(number))
    message = "a size in parentheses is a character's length"
    raise AdcError.of("ADC0160", message, part.span(selector), help="write the kind as `(kind=…)`")


def _kind(selector: ParseTree, part: Part, read: Read) -> Expr:
    parameters = selector.children
    if len(parameters) != 1 or parameters[0].children[0] not in (None, "kind"):
        message = "a number's type has one parameter, its kind"
        raise AdcError.of("ADC0155", message, part.span(selector), help="write `(kind=…)`")
    return read(parameters[0].children[1], part)


def _character(plain: TypeSpec, selector: ParseTree, part: Part, read: Read) -> TypeSpec:
    if selector.data != "type_parameters":
        length, star = length_of(selector, part, read)
        return replace(plain, length=length, star=star)
    found: dict[str, Node] = {}
    for position, parameter in enumerate(selector.children):
        word, value = parameter.children
        key = ("len", "kind")[min(position, 1)] if word is None else str(word)
        if key not in ("len", "kind") or key in found:
            message = "a character's type has a length and a kind"
            span = part.span(parameter)
            raise AdcError.of("ADC0155", message, span, help="write `(len=…)`")
        found[key] = value
    spec = plain
    if "len" in found:
        length, star = _length_value(found["len"], part, read)
        spec = replace(spec, length=length, star=star)
    return replace(spec, kind=read(found["kind"], part)) if "kind" in found else spec


def length_of(node: ParseTree, part: Part, read: Read) -> tuple[Expr | None, bool]:
    """The length in `*10`, `*(n)` or `*(*)`: the expression, or None and True where assumed."""
    if node.data == "star_number":
        return _bytes(node, part), False
    return _length_value(node.children[-1], part, read)


def _length_value(node: Node, part: Part, read: Read) -> tuple[Expr | None, bool]:
    if isinstance(node, Token) and node.type in ("STAR", "COLON"):
        return None, True
    return read(node, part), False
