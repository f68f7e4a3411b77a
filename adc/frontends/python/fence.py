"""The fence: everything of Python that adc does not support, with a way out.

Each entry is a kind of node in the parse tree of Lark's grammar.
"""

from __future__ import annotations

from dataclasses import dataclass

from lark import Token, Tree

from adc.diagnostics import AdcError
from adc.frontends.python.source import Node, ParseTree, Source


@dataclass(frozen=True)
class Rejection:
    """`keyword`: the diagnostic points at this first word of the node, not at all of it."""

    code: str
    message: str
    help: str
    keyword: str = ""


_EXCEPTIONS = "exceptions are not supported"
_NO_EXCEPTIONS = "test for what would raise the exception, by `if`, before it is raised"
_NO_HANDLERS = (
    "if nothing that is tried raises what is handled, say `--no-handlers`; else test for it, by"
    " `if`, before it is raised"
)
_COMPREHENSION = Rejection(
    "ADC0107",
    "this comprehension is not supported",
    "fill an array in a `for` loop, or use a NumPy expression",
)

_CLASS = Rejection(
    "ADC0105",
    "a class inside a function is not supported",
    "pass the arrays that it would hold as arguments",
    "class",
)

REJECTIONS: dict[str, Rejection] = {
    "try_stmt": Rejection("ADC0103", _EXCEPTIONS, _NO_EXCEPTIONS, "try"),
    "try_finally": Rejection("ADC0103", _EXCEPTIONS, _NO_EXCEPTIONS, "try"),
    "with_stmt": Rejection(
        "ADC0104", "`with` is not supported", "move the statements out of the `with` block", "with"
    ),
    "classdef": _CLASS,
    "decorated": _CLASS,
    "list_comprehension": _COMPREHENSION,
    "tuple_comprehension": _COMPREHENSION,
    "set_comprehension": _COMPREHENSION,
    "dict_comprehension": _COMPREHENSION,
    "comprehension": _COMPREHENSION,
    "yield_stmt": Rejection(
        "ADC0108", "generators are not supported", "return arrays instead", "yield"
    ),
    "yield_expr": Rejection(
        "ADC0108", "generators are not supported", "return arrays instead", "yield"
    ),
    "yield_from": Rejection(
        "ADC0108", "generators are not supported", "return arrays instead", "yield"
    ),
    "async_stmt": Rejection(
        "ADC0109", "`async` is not supported", "write an ordinary function", "async"
    ),
    "async_funcdef": Rejection(
        "ADC0109", "`async` is not supported", "write an ordinary function", "async"
    ),
    "await_expr": Rejection(
        "ADC0109", "`await` is not supported", "call an ordinary function", "await"
    ),
    "del_stmt": Rejection(
        "ADC0110", "`del` is not supported", "remove it: adc frees memory itself", "del"
    ),
    "global_stmt": Rejection(
        "ADC0111",
        "`global` is not supported",
        "pass the value as an argument and return what changes",
        "global",
    ),
    "set": Rejection(
        "ADC0114", "sets are not supported", "use a variable or an argument for each item"
    ),
    "assign_expr": Rejection(
        "ADC0115",
        "an assignment inside an expression is not supported",
        "assign in a statement of its own, before this one",
    ),
    "match_stmt": Rejection(
        "ADC0116", "`match` with these patterns is not supported", "use `if` and `elif`", "match"
    ),
    "import_stmt": Rejection(
        "ADC0121",
        "an import inside a function is not supported",
        "move it to the top of the file",
    ),
}  # fmt: skip


def rejection(node: Node, source: Source) -> AdcError | None:
    """The diagnostic for `node` where its kind is behind the fence."""
    found = REJECTIONS.get(node.data) if isinstance(node, Tree) else None
    if found is None or not isinstance(node, Tree):
        return None
    span = source.keyword(node, found.keyword) if found.keyword else source.span(node)
    left_out = node.data == "try_stmt" and node.children[3] is None and not source.no_handlers
    return AdcError.of(
        found.code, found.message, span, help=_NO_HANDLERS if left_out else found.help
    )


def called_name(node: Node) -> str:
    """`f` for the calls `f(…)` and `a.f(…)`, "" for anything else."""
    if not isinstance(node, Tree) or node.data != "funccall":
        return ""
    function = node.children[0]
    if isinstance(function, Tree) and function.data in ("var", "getattr"):
        return _name_text(function.children[-1])
    return ""


def _name_text(node: Node) -> str:
    return str(node.children[0]) if isinstance(node, Tree) else str(node)


def string_rejection(token: Token, source: Source) -> AdcError | None:
    """The diagnostic for a string with a prefix that makes it more than text."""
    prefix = token[: min(token.find(q) for q in "\"'" if q in token)].lower()
    if "f" in prefix:
        message = "f-strings are not supported"
        way_out = "write the text itself; texts that are made of data can only be printed or raised"
    elif "b" in prefix:
        message, way_out = "byte strings are not supported", "use an integer array argument"
    else:
        return None
    return AdcError.of("ADC0113", message, source.span(token), help=way_out)


def declares_sizes(node: ParseTree) -> bool:
    """Whether the value is `dc.symbol(…)`, or a tuple or generator of them."""
    return any(called_name(tree) in ("symbol", "symbols") for tree in node.iter_subtrees())
