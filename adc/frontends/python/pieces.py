"""What the parse tree has of statements and parameters, taken out of it."""

from __future__ import annotations

from collections.abc import Iterable

from lark import Tree

from adc.diagnostics import InternalError, Span
from adc.frontends import surface
from adc.frontends.python.expressions import expression
from adc.frontends.python.source import Node, ParseTree, Source


def parameter_nodes(node: ParseTree, named: bool = False) -> Iterable[tuple[ParseTree, bool]]:
    """The parameters in order, and whether each has to be named. How `/` has them passed adc
    ignores."""
    for child in node.children:
        if isinstance(child, Tree) and child.data in ("starparams", "poststarparams"):
            yield from parameter_nodes(child, True)
        elif isinstance(child, Tree) and child.data != "starguard":
            yield child, named


def annotation_text(node: Node, source: Source) -> tuple[str, Span]:
    """An annotation's text and span, without the quotes of a string."""
    span = source.span(node)
    text = source.text_of(span)
    if isinstance(node, Tree) and node.data == "string" and span.line == span.end_line:
        quoted = expression(node, source)
        assert isinstance(quoted, surface.String)
        start = text.find(quoted.value) if quoted.value else -1
        if start >= 0:
            column = span.column + start
            span = Span(span.file, span.line, column, span.line, column + len(quoted.value))
        text = quoted.value
    return text, span


def is_target(target: surface.Expr, augmented: bool) -> bool:
    if isinstance(target, surface.Sequence) and not augmented:
        starred = [i for i in target.items if isinstance(i, surface.Starred)]
        if len(starred) == 1 and isinstance(starred[0].value, surface.Name):
            return all(i is starred[0] or is_target(i, False) for i in target.items)
        return bool(target.items) and all(is_target(item, augmented) for item in target.items)
    return isinstance(target, (surface.Name, surface.Subscript, surface.Attribute))


def flat(nodes: Iterable[Node]) -> Iterable[Node]:
    """Statements, those between semicolons one by one."""
    for node in nodes:
        if isinstance(node, Tree) and node.data == "simple_stmt":
            yield from node.children
        else:
            yield node


def is_text(statement: surface.Statement) -> bool:
    """Whether it is a string that stands alone: a docstring or a comment."""
    return isinstance(statement, surface.Evaluate) and isinstance(statement.value, surface.String)


def docstring_of(suite: ParseTree, source: Source) -> str | None:
    first = next(iter(flat(suite.children)), None)
    if not isinstance(first, Tree) or first.data != "expr_stmt":
        return None
    text = first.children[0]
    if not isinstance(text, Tree) or text.data not in ("string", "string_concat"):
        return None
    value = expression(text, source)
    return value.value if isinstance(value, surface.String) else None


def tree_of(node: Node) -> ParseTree:
    """`node`, which is no token."""
    if not isinstance(node, Tree):
        raise InternalError(f"the parser left {node!r} where a subtree stands")
    return node
