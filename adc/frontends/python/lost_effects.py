"""What is left out must have had no effect but to say something."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Mapping
from types import MappingProxyType

import numpy as np

from adc.diagnostics import AdcError, Span

#: Functions that change what they are given, and methods that change nothing.
_CHANGING = frozenset({
    "copyto", "put", "put_along_axis", "place", "putmask", "fill_diagonal", "at", "shuffle",
    "setattr", "exec", "eval", "next", "input", "open",
})  # fmt: skip
_HARMLESS = frozenset({
    "format", "join", "sum", "min", "max", "mean", "std", "var", "any", "all", "item", "tolist",
    "copy", "astype", "ravel", "flatten", "reshape", "strip", "ljust", "rjust", "center", "upper",
    "lower", "round", "dot", "transpose", "prod", "norm", "trace", "argmin", "argmax", "zfill",
})  # fmt: skip
#: Where functions without a signature take the array that they fill.
_OF_UFUNCS = frozenset({"reduce", "accumulate", "reduceat", "outer"})
_OUT_THIRD = {"dot": 2, "concatenate": 2, "vdot": 2, "inner": 2}
#: Methods of texts that other things have, which change them.
_OF_TEXTS = frozenset({"replace", "split", "rsplit", "lstrip", "rstrip", "title", "count"})
_BUILTIN = frozenset({
    "str", "repr", "len", "float", "int", "bool", "abs", "min", "max", "sum", "round", "range",
    "format", "type", "list", "tuple", "any", "all", "isinstance", "zip", "enumerate", "sorted",
})  # fmt: skip


NO_NAMES: Mapping[str, str] = MappingProxyType({})


def refuse_effects(
    text: str, called: str, span: Span, library: Mapping[str, str] = NO_NAMES
) -> None:
    """Raises where leaving `text`, a call of `called`, out would change what is computed; `library`
    has the names of functions of NumPy (`library_names`)."""
    try:
        tree = ast.parse(f"({text}\n)", mode="eval").body  # which may stand in several lines
    except SyntaxError:
        raise lost(called, "cannot be read", span) from None
    for node in ast.walk(tree):
        if isinstance(node, (ast.NamedExpr, ast.Yield, ast.YieldFrom, ast.Await, ast.Lambda)):
            raise lost(called, "does more than say something", span)
        if isinstance(node, ast.Call) and node is not tree and not is_harmless(node, library):
            raise lost(called, f"calls `{ast.unparse(node.func)}`, which may do more", span)
        if (
            isinstance(node, ast.Constant)
            and node.value in ("raise", "call", "error")
            and (called.rpartition(".")[2] != "print")
        ):
            raise lost(called, "makes exceptions of warnings", span)


def is_harmless(call: ast.Call, library: Mapping[str, str] = NO_NAMES) -> bool:
    """Whether it changes nothing that it is given, as far as its name tells."""
    if isinstance(call.func, ast.Name) and call.func.id in library:
        function = ast.Attribute(ast.Name("np"), library[call.func.id])
        return is_harmless(ast.Call(function, call.args, call.keywords))
    if any(k.arg == "out" for k in call.keywords):
        return False
    if isinstance(call.func, ast.Name):
        return call.func.id in _BUILTIN
    if not isinstance(call.func, ast.Attribute) or call.func.attr in _CHANGING:
        return False
    root: ast.expr = call.func.value
    while isinstance(root, ast.Attribute):
        root = root.value
    of_text = call.func.attr in _OF_TEXTS and _is_text(call.func.value)
    of_module = isinstance(root, ast.Name) and root.id in ("np", "numpy", "math", "time")
    if _fills(call, of_module) or "random" in ast.unparse(call.func).split("."):
        return False
    return of_module or of_text or call.func.attr in _HARMLESS


def _fills(call: ast.Call, of_module: bool) -> bool:
    """Whether it may be given the array that it fills by position: `np.add(x, y, x)`."""
    assert isinstance(call.func, ast.Attribute)
    known = getattr(np, call.func.attr, None)
    if call.func.attr in _OF_UFUNCS:
        return len(call.args) > 2 or _has_stars(call)
    if isinstance(known, np.ufunc):
        most = known.nin
    else:
        try:
            most = list(inspect.signature(known).parameters).index("out")  # type: ignore[arg-type]
        except (TypeError, ValueError):
            most = _OUT_THIRD.get(call.func.attr, len(call.args) + 1)
    given = len(call.args) + (not of_module)
    return given > most or (known is not None and _has_stars(call))


def _has_stars(call: ast.Call) -> bool:
    return any(isinstance(a, ast.Starred) for a in call.args)


def _is_text(node: ast.expr) -> bool:
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        return node.func.id in ("str", "repr")
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def lost(called: str, what: str, span: Span) -> AdcError:
    """The error for `called`, which `what` keeps from being left out."""
    return AdcError.of(
        "ADC0126", f"this call of `{called}` cannot be left out: it {what}", span,
        help="compute what it says in a statement before it, or remove it",
    )  # fmt: skip
