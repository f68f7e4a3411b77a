"""How a Python source declares its parameters: names, kinds and defaults, read off its text."""

from __future__ import annotations

import ast
import json
from typing import Any

#: In a parameter's place: it has no default, or one that only running the source would tell.
NONE, UNKNOWN = "none", "unknown"


def declared(text: str, name: str, line: int) -> list[dict[str, Any]]:
    """The parameters of the function `name` whose `def` stands in `line` of `text`, as JSON values:
    name, kind (inspect's) and default (one of a literal as `{"value": …}`, or `{"complex": [re,
    im]}`); empty where Python's own parser does not find it."""
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError):
        return []
    functions = [n for n in ast.walk(tree) if isinstance(n, ast.FunctionDef) and n.name == name]
    found = [f for f in functions if f.lineno == line]
    return _parameters(found[0].args) if len(found) == 1 else []


def _parameters(arguments: ast.arguments) -> list[dict[str, Any]]:
    first = [(a, "POSITIONAL_ONLY") for a in arguments.posonlyargs]
    first += [(a, "POSITIONAL_OR_KEYWORD") for a in arguments.args]
    defaults = [None] * (len(first) - len(arguments.defaults)) + list(arguments.defaults)
    rows = [_row(a.arg, kind, default) for (a, kind), default in zip(first, defaults)]
    rows += [
        _row(a.arg, "KEYWORD_ONLY", default)
        for a, default in zip(arguments.kwonlyargs, arguments.kw_defaults)
    ]
    return rows


def _row(name: str, kind: str, default: ast.expr | None) -> dict[str, Any]:
    return {"name": name, "kind": kind, "default": NONE if default is None else _value(default)}


def _value(default: ast.expr) -> Any:
    """A literal number, truth value, or sequence of these; None says that there is no argument,
    which a generated function does not take."""
    try:
        value = ast.literal_eval(default)
        if isinstance(value, complex):
            return {"complex": [value.real, value.imag]}
        json.dumps(value, allow_nan=False)
    except (ValueError, TypeError, MemoryError, RecursionError):
        return UNKNOWN
    plain = isinstance(value, (bool, int, float, list, tuple))
    return {"value": value} if plain else UNKNOWN
