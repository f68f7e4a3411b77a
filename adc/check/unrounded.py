"""Rounding to decimals left out where the original runs; nothing of adc is imported."""

from __future__ import annotations

import ast
import builtins
import functools
from collections.abc import Callable
from typing import Any

import numpy as np

#: Under which a file finds what its calls of `x.round(…)` are replaced by.
_METHOD = "adc_rounded"


class _State:
    """Whether rounding is left out."""

    left_out = False


def leave_rounding_out() -> None:
    """Has `round`, `np.round` and `np.around` give numbers as they are if these are rounded to
    decimals."""
    _State.left_out = True
    setattr(builtins, _METHOD, _method)
    builtins.round = _as_it_is(builtins.round)
    for name in ("round", "around", "round_"):
        if hasattr(np, name):
            setattr(np, name, _as_it_is(getattr(np, name)))


def with_methods(text: Any, source: str) -> Any:
    """The `text` of a file, or its tree, with calls of the methods that round arrays replaced where
    rounding is left out."""
    if not _State.left_out:
        return text
    tree = text if isinstance(text, ast.AST) else ast.parse(text, source)
    return ast.fix_missing_locations(_Methods().visit(tree))


class _Methods(ast.NodeTransformer):
    """`x.round(2)` as `adc_rounded(x, 2)`."""

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        if not isinstance(node.func, ast.Attribute) or node.func.attr != "round":
            return node
        name = ast.copy_location(ast.Name(_METHOD, ast.Load()), node)
        return ast.copy_location(ast.Call(name, [node.func.value, *node.args], node.keywords), node)


def _method(owner: Any, *given: Any, **named: Any) -> Any:
    own = isinstance(owner, np.ndarray | np.generic)
    if own and not named.get("out") and _to_decimals(given or tuple(named.values())):
        return np.array(owner)[()]
    return owner.round(*given, **named)


def _as_it_is(function: Callable[..., Any]) -> Callable[..., Any]:
    @functools.wraps(function)
    def called(number: Any, *given: Any, **named: Any) -> Any:
        known = isinstance(number, bool | int | float | list | tuple | np.ndarray | np.generic)
        if known and not named.get("out") and _to_decimals(given or tuple(named.values())):
            plain = isinstance(number, int | float) and function.__module__ == "builtins"
            return number if plain else np.array(number)[()]
        return function(number, *given, **named)

    return called


def _to_decimals(given: tuple[Any, ...]) -> bool:
    """Whether the first of the arguments `given` besides the number is a number of decimals."""
    return bool(given) and given[0] is not None and int(given[0]) > 0
