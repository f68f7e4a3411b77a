"""Names that Python 2 had and Python 3 has not: `try: basestring … except NameError: …`."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from adc.frontends.python.top_names import bound_otherwise, tree_of

#: What was built in. Nothing binds these but files that are meant for both.
FORMER = frozenset({
    "basestring", "unicode", "unichr", "long", "xrange", "raw_input", "execfile", "cmp", "coerce",
    "intern", "apply", "buffer", "file",
})  # fmt: skip
_HANDLING = frozenset({"NameError", "Exception", "BaseException"})


def handler_of_former(tried: ast.Try, text: str) -> int | None:
    """Which handler of a `try` runs because the first thing that is evaluated is a name which
    Python 3 lacks, and which nothing else in the `text` binds; None where that is not so."""
    name = _first(tried.body[0])
    tree = tree_of(text) if name else None
    if tree is None or tried.finalbody:
        return None
    bound, here = list(_bound(tree)), list(_bound(tried))
    if bound.count(name) != here.count(name) or "*" in bound or _is_told(tree, name):
        return None
    for number, handler in enumerate(tried.handlers):
        kinds = handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type]
        names = {k.id if isinstance(k, ast.Name) else "" for k in kinds if k is not None}
        if handler.name is None and (handler.type is None or names & _HANDLING):
            return number
        if "" in names:
            return None
    return None


def _first(statement: ast.stmt) -> str:
    """The first name of Python 2's that a statement evaluates, "" where anything but names and
    constants may come before."""
    value: ast.expr | None = None
    if isinstance(statement, (ast.Expr, ast.Assign, ast.Return)):
        value = statement.value
    elif isinstance(statement, (ast.If, ast.While)):
        value = statement.test
    for name in _evaluated(value) if value is not None else ():
        if name in FORMER or not name:
            return name
    return ""


def _evaluated(node: ast.expr) -> Iterator[str]:
    """The names that an expression evaluates, in order; "" for what does more than that."""
    match node:
        case ast.Name():
            yield node.id
        case ast.Constant():
            pass
        case ast.Tuple() | ast.List():
            for item in node.elts:
                yield from _evaluated(item)
        case ast.Call():
            for part in (node.func, *node.args):
                yield from _evaluated(part)
            yield ""
        case ast.Compare():
            yield from _evaluated(node.left)
            yield from _evaluated(node.comparators[0])
            yield ""
        case ast.Attribute():
            yield from _evaluated(node.value)
            yield ""
        case _:
            yield ""


def _is_told(tree: ast.Module, name: str) -> bool:
    """Whether a text, an attribute or a keyword of the file has the name: `globals()["long"] = int`
    and the like bind it."""
    documents = {id(s.value) for s in ast.walk(tree) if isinstance(s, ast.Expr)}
    word = re.compile(rf"\b{name}\b")
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, (str, bytes)):
            text = node.value if isinstance(node.value, str) else node.value.decode("latin-1")
            if id(node) not in documents and word.search(text):
                return True
        elif name in (getattr(node, "attr", ""), getattr(node, "arg", "")):
            return True
    return False


def _bound(tree: ast.AST) -> Iterator[str | None]:
    """Each name as often as something below binds it."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
            yield node.id
        yield from bound_otherwise(node)
