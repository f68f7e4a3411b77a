"""`raise` and the texts of exceptions, as far as they are fixed: `"x is {x}"` is `x is …`."""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping

from lark import Tree

from adc.diagnostics import AdcError
from adc.frontends import surface
from adc.frontends.python.expressions import name_of
from adc.frontends.python.lost_effects import refuse_effects
from adc.frontends.python.made_texts import is_plain_text
from adc.frontends.python.source import Node, ParseTree, Source

_VARYING = "…"
#: A field of `%` and one of `format`.
_PERCENT = re.compile(r"%(?:\(\w*\))?[-+ #0]*[\d*]*(?:\.[\d*]+)?[a-zA-Z]")
_BRACES = re.compile(r"\{[^{}]*\}")
#: What every expression has that makes a text by its look.
_TEXTUAL = re.compile(r"""["']|\b(?:str|repr)\(""")


def raise_statement(
    node: ParseTree, source: Source, messages: Mapping[str, str], errors: Mapping[str, ast.Call]
) -> surface.Raise:
    """The surface tree of a `raise_stmt`; what is raised again is refused. `messages` are texts
    that have names, `errors` exceptions that do."""
    raised = next((c for c in node.children if c is not None), None)
    name, text = _exception(raised, source, messages)
    if not name and isinstance(raised, Tree) and raised.data == "var":
        name, text = _named(errors.get(name_of(raised.children[0])))
    if not name:
        raise AdcError.of(
            "ADC0103", "adc cannot tell which exception this raises", source.keyword(node, "raise"),
            help='raise an exception that is named here, as in `raise ValueError("…")`',
        )  # fmt: skip
    return surface.Raise(name, text, source.span(node))


def _exception(raised: Node | None, source: Source, messages: Mapping[str, str]) -> tuple[str, str]:
    """The exception's name, "" where there is none, and its text."""
    if not isinstance(raised, Tree):
        return "", ""
    if raised.data == "funccall":
        name, _ = _exception(raised.children[0], source, messages)
        arguments = [a for a in _arguments(raised.children[1]) if a is not None]
        return name, message_text(arguments[0], source, messages) if arguments else ""
    if raised.data in ("var", "getattr"):
        name = name_of(raised.children[-1])
        return (name if name[:1].isupper() else ""), ""
    return "", ""


def _named(made: ast.Call | None) -> tuple[str, str]:
    """The same of an exception that was made before."""
    if made is None:
        return "", ""
    return ast.unparse(made.func), _said(made.args[0]) if made.args else ""


def _arguments(node: Node | None) -> list[Node]:
    return list(node.children) if isinstance(node, Tree) else []


def message_text(node: Node, source: Source, messages: Mapping[str, str]) -> str:
    """The same of a text that may have a name."""
    if isinstance(node, Tree) and node.data == "var":
        return messages.get(name_of(node.children[0]), "")
    return fixed_text(node, source)


def varying_text(node: Node, source: Source) -> tuple[str, bool] | None:
    """The text that `node` makes of data, and whether it may be evaluated, for what goes in may be
    known; None where it is no text, or is the same always."""
    span = source.between(node, node)
    written = source.text_of(span)
    if not _TEXTUAL.search(written):
        return None
    try:
        parsed = ast.parse(f"({written}\n)", mode="eval").body
    except SyntaxError:
        return None
    if isinstance(parsed, ast.Constant) or not _is_text(parsed):
        return None
    refuse_effects(written, "a text", span, source.library)
    return fixed_text(node, source), is_plain_text(parsed)


def _is_text(node: ast.expr) -> bool:
    match node:
        case ast.Constant(value=str()) | ast.JoinedStr():
            return True
        case ast.Call(func=ast.Name(id="str" | "repr"), args=[_]):
            return True
        case ast.BinOp(left=left, op=ast.Add(), right=right):
            return _is_text(left) or _is_text(right)
        case ast.BinOp(left=left, op=ast.Mod()):
            return _is_text(left)
        case ast.Call(func=ast.Attribute(value=value, attr="format")):
            return _is_text(value)
    return False


def fixed_text(node: Node, source: Source) -> str:
    """What the text that `node` makes says whatever the data; "" where nothing is known of it."""
    text = source.text_of(source.between(node, node))
    try:
        parsed = ast.parse(f"({text}\n)", mode="eval").body
    except SyntaxError:
        return ""
    return _said(parsed)


def _said(parsed: ast.expr) -> str:
    found = " ".join(_text(parsed).split())
    return "" if found.strip(f"{_VARYING} ") == "" else found


def _text(node: ast.expr) -> str:
    match node:
        case ast.Constant(value=str() as value):
            return value
        case ast.Constant(value=value):
            return str(value)
        case ast.JoinedStr(values=values):
            return "".join(map(_text, values))
        case ast.BinOp(left=left, op=ast.Add(), right=right):
            return _text(left) + _text(right)
        case ast.BinOp(left=left, op=ast.Mod()):
            return _PERCENT.sub(_VARYING, _text(left)).replace("%%", "%")
        case ast.Call(func=ast.Attribute(value=value, attr="format")):
            return _BRACES.sub(_VARYING, _text(value))
    return _VARYING
