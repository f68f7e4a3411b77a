"""Texts that an expression puts together: f-strings, `%`, `+`, `format` and `str`.

What goes in may be known while compiling, as in the keys `f"k{i}"` of a dictionary: then the text
is, too. `adc.text` asks for that; where it is not, there is a text that is made of data, which
nothing but `raise`, `print` and the like may use.
"""

from __future__ import annotations

import ast

from lark import Token

from adc.diagnostics import Span
from adc.frontends import surface
from adc.frontends.python.lost_effects import refuse_effects
from adc.frontends.python.source import ParseTree, Source

_FUNCTIONS = frozenset({"str", "repr"})
_METHODS = frozenset({"format", "lower", "upper", "strip", "replace", "join"})
_OPERATORS: dict[type, str] = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.FloorDiv: "//"}


def is_made(node: object) -> bool:
    """Whether `node` of the surface tree puts a text together."""
    return isinstance(node, surface.Call) and (
        isinstance(node.function, surface.Intrinsic) and node.function.name == "adc.text"
    )


def made_of(parts: tuple[surface.Expr, ...], span: Span) -> surface.Call:
    """The text that `parts` are: texts, and values with a conversion and a format."""
    return surface.Call(surface.Intrinsic("adc.text", span, "python"), parts, (), span)


def f_string(node: ParseTree, source: Source) -> surface.Call | None:
    """The text of a `string` or `string_concat` with an f-string in it; None for any other."""
    tokens = list(node.scan_values(lambda value: isinstance(value, Token)))
    prefixes = [t[: min(t.find(q) for q in "\"'" if q in t)].lower() for t in tokens]
    if not any("f" in prefix for prefix in prefixes) or any("b" in p for p in prefixes):
        return None
    span = source.span(node)
    text = source.text_of(span)
    try:
        parsed = ast.parse(f"({text}\n)", mode="eval").body
    except SyntaxError:
        return None
    if not isinstance(parsed, ast.JoinedStr):
        return None
    refuse_effects(text, "a text", span, source.library)
    parts = tuple(_part(value, node, source) for value in parsed.values)
    known = all(part is not None for part in parts)
    unknown: tuple[surface.Expr, ...] = (surface.NoneValue(span),)
    return made_of(tuple(p for p in parts if p is not None) if known else unknown, span)


def _part(value: ast.expr, node: ParseTree, source: Source) -> surface.Expr | None:
    """A piece of an f-string: a text, or an expression with its conversion and its format; None
    where adc does not look at it."""
    span = source.span(node)
    if isinstance(value, ast.Constant):
        return surface.String(str(value.value), span)
    if not isinstance(value, ast.FormattedValue):
        return None
    shown = _plain(value.value, node, source)
    spec = value.format_spec
    values = getattr(spec, "values", ())
    written = "".join(str(v.value) for v in values if isinstance(v, ast.Constant))
    nested = any(not isinstance(v, ast.Constant) for v in values)
    if shown is None or nested:
        return None
    conversion = chr(value.conversion) if value.conversion > 0 else ""
    told = (surface.String(conversion, span), surface.String(written, span))
    return surface.Sequence((shown, *told), False, span)


def _plain(value: ast.expr, node: ParseTree, source: Source) -> surface.Expr | None:
    """Names, attributes, literals and sums of them: nothing that does anything."""
    span = source.span(node)
    match value:
        case ast.Name(id=name):
            return surface.Name(name, span)
        case ast.Constant(value=str() as text):
            return surface.String(text, span)
        case ast.Constant(value=bool()):
            return None
        case ast.Constant(value=int() as number):
            return surface.Number(str(number), "int", span)
        case ast.Attribute(value=owner, attr=name):
            found = _plain(owner, node, source)
            return None if found is None else surface.Attribute(found, name, span)
        case ast.BinOp(left=left, op=op, right=right) if type(op) in _OPERATORS:
            both = _plain(left, node, source), _plain(right, node, source)
            if both[0] is None or both[1] is None:
                return None
            return surface.Binary(_OPERATORS[type(op)], both[0], both[1], span)
    return None


def is_plain_text(node: ast.expr) -> bool:
    """Whether `node` may be evaluated to see whether the text that it makes is known."""
    match node:
        case ast.Constant() | ast.Name() | ast.Load():
            return True
        case ast.Attribute(value=value) | ast.FormattedValue(value=value):
            return is_plain_text(value)
        case ast.JoinedStr(values=parts) | ast.Tuple(elts=parts):
            return all(map(is_plain_text, parts))
        case ast.BinOp(left=left, right=right):
            return is_plain_text(left) and is_plain_text(right)
        case ast.Call(func=ast.Name(id=name), args=given, keywords=[]):
            return name in _FUNCTIONS and all(map(is_plain_text, given))
        case ast.Call(func=ast.Attribute(value=owner, attr=name), args=given):
            own = name in _METHODS and is_plain_text(owner)
            named = (k.value for k in node.keywords)
            return own and all(map(is_plain_text, (*given, *named)))
    return False
