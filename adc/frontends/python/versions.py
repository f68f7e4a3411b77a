"""Branches at the top of a file that the version of Python decides (`sys.version_info >= (3, 9)`).

The version is the one that adc runs by, which is also the one that checks run the source by.
"""

from __future__ import annotations

import ast
import operator
import sys
from collections.abc import Callable, Container, Mapping
from typing import Any

from lark import Tree

from adc.frontends import surface
from adc.frontends.library_stars import may_export
from adc.frontends.names import names_of
from adc.frontends.python.source import ParseTree
from adc.frontends.python.top_names import tree_of

_PLAIN = ("import_stmt", "funcdef", "decorated", "assign_stmt", "expr_stmt", "pass_stmt")
_COMPARED: dict[type, Callable[[Any, Any], bool]] = {
    ast.Eq: operator.eq, ast.NotEq: operator.ne, ast.Lt: operator.lt, ast.LtE: operator.le,
    ast.Gt: operator.gt, ast.GtE: operator.ge,
}  # fmt: skip
_PARTS = ("major", "minor", "micro")


class _OtherError(Exception):
    """What is not known of the version alone."""


def version_names(
    bound: Mapping[str, tuple[str, Any]], constants: list[surface.Assign],
    texts: Mapping[int, str], unsettled: Container[str], imports: list[surface.Import],
) -> dict[str, str]:  # fmt: skip
    """Names that may stand for the version of Python, each with what it is `bound` to: `texts` of
    constants, by their identity. What a later star import may bind anew, stands for nothing."""
    found = {n: "sys" for n, (what, _) in bound.items() if what == "import sys None"}
    for constant in constants:
        target, *rest = constant.targets
        if isinstance(target, surface.Name) and id(constant) in texts and not rest:
            found[target.name] = texts[id(constant)]
    anew = {
        name for constant in constants for name in names_of(constant) for star in imports
        if star.name == "*" and star.span.line > constant.span.line
        and may_export(star.module, name.lstrip("_"))
    }  # fmt: skip
    return {n: v for n, v in found.items() if n not in unsettled and n not in anew}


def taken(node: ParseTree, text: str, names: Mapping[str, str]) -> list[ParseTree] | None:
    """The statements of the branch that the `if_stmt` at `node`, which is the `text`, takes by the
    version of Python; None where something else decides, or they are no plain ones. `names` are
    variables that stand for expressions, "sys" for the module."""
    if node.data != "if_stmt":
        return None
    tree = tree_of(text)
    found = tree.body[0] if tree is not None and len(tree.body) == 1 else None
    suites = [node.children[1], *(e.children[1] for e in _parts(node.children[2]))]
    try:
        while isinstance(found, ast.If) and suites:
            suite = suites.pop(0)
            if _value(found.test, names):
                return _plain(suite)
            last = found.orelse
            found = last[0] if len(last) == 1 and suites else None
    except (_OtherError, SyntaxError, ValueError, TypeError, IndexError, RecursionError):
        return None
    return _plain(node.children[3]) if not suites else None


def _parts(node: object) -> list[ParseTree]:
    return [c for c in node.children if isinstance(c, Tree)] if isinstance(node, Tree) else []


def _plain(suite: object) -> list[ParseTree] | None:
    """The statements of a suite, one by one; none where there is no suite."""
    found: list[ParseTree] = []
    for each in _parts(suite):
        found += _parts(each) if each.data == "simple_stmt" else [each]
    return found if all(s.data in _PLAIN for s in found) else None


def _value(node: ast.expr, names: Mapping[str, str]) -> Any:
    if isinstance(node, ast.Constant) and isinstance(node.value, int):
        return node.value
    if isinstance(node, ast.Tuple):
        return tuple(_value(item, names) for item in node.elts)
    if isinstance(node, ast.Name) and names.get(node.id, "sys") != "sys":
        known = ast.parse(f"({names[node.id].strip()})", mode="eval").body
        return _value(known, {n: v for n, v in names.items() if n != node.id})
    root = node.value if isinstance(node, ast.Attribute) else None
    if isinstance(root, ast.Name) and names.get(root.id) == "sys" and node.attr == "version_info":  # type: ignore[attr-defined]
        return sys.version_info
    if isinstance(node, ast.Attribute) and node.attr in _PARTS:
        of = _value(node.value, names)
        if isinstance(of, type(sys.version_info)):
            return getattr(of, node.attr)
    if isinstance(node, ast.Subscript):
        of, at = _value(node.value, names), node.slice
        if isinstance(of, tuple) and isinstance(at, ast.Slice) and at.step is None:
            ends = [None if e is None else _value(e, names) for e in (at.lower, at.upper)]
            return tuple(of)[slice(*ends)]
        if isinstance(of, tuple) and not isinstance(at, ast.Slice):
            return of[_value(at, names)]
    if isinstance(node, ast.Compare) and len(node.ops) == 1 and type(node.ops[0]) in _COMPARED:
        left, right = (_value(n, names) for n in (node.left, node.comparators[0]))
        return _COMPARED[type(node.ops[0])](left, right)
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        return not _value(node.operand, names)
    if isinstance(node, ast.BoolOp):
        decided = [_value(part, names) for part in node.values]
        return all(decided) if isinstance(node.op, ast.And) else any(decided)
    raise _OtherError
