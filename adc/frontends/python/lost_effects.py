"""What is left out must have had no effect but to say something."""

from __future__ import annotations

import ast
import builtins
import inspect
from dataclasses import replace

import numpy as np

from adc.diagnostics import AdcError, Span
from adc.frontends.python.library_names import Library

#: Functions that change what they are given, and methods that change nothing.
_CHANGING = frozenset({
    "copyto", "put", "put_along_axis", "place", "putmask", "fill_diagonal", "at", "shuffle",
    "setattr", "exec", "eval", "next", "input", "open", "apply_along_axis", "apply_over_axes",
    "vectorize", "frompyfunc", "fromfunction", "piecewise", "fromiter", "mask_indices", "seterr",
    "seterrcall",
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


#: Arguments by which a function changes one, or calls another function.
_ARGUMENTS = frozenset(
    {"out", "overwrite_input", "key", "file", "overwrite_a", "overwrite_b", "formatter"}
)
_BY_PLACE = ("out", "overwrite_input", "overwrite_a", "overwrite_x", "overwrite_b")
#: Modules in NumPy and the like.
_INNER = frozenset({"linalg", "fft", "char", "emath", "polynomial"})
_MODULES = ("numpy", "math", "time")
NO_NAMES = Library()


def refuse_effects(text: str, called: str, span: Span, library: Library = NO_NAMES) -> None:
    """Raises where leaving `text`, a call of `called`, out would change what is computed; `library`
    has what is known of the names in it."""
    try:
        tree = ast.parse(f"({text}\n)", mode="eval").body  # which may stand in several lines
    except SyntaxError:
        raise lost(called, "cannot be read", span) from None
    library = library.at(span.line)
    for node in ast.walk(tree):
        if isinstance(node, (ast.NamedExpr, ast.Yield, ast.YieldFrom, ast.Await, ast.Lambda)):
            raise lost(called, "does more than say something", span)
        if isinstance(node, ast.Call) and node is not tree and not is_harmless(node, library):
            raise lost(called, f"calls `{ast.unparse(node.func)}`, which may do more", span)
        if node is tree and isinstance(node, ast.Call) and not all(map(_is_stream, node.keywords)):
            raise lost(called, "writes to something of its own", span)
        if node is not tree and does_more(node, library) and not _is_called(node, tree):
            raise lost(called, "shows an object that stores something when it is shown", span)
        if (
            isinstance(node, ast.Constant)
            and node.value in ("raise", "call", "error")
            and (called.rpartition(".")[2] != "print")
        ):
            raise lost(called, "makes exceptions of warnings", span)


def _is_stream(given: ast.keyword) -> bool:
    return given.arg != "file" or ast.unparse(given.value) in (
        "sys.stderr", "sys.stdout", "stderr", "stdout", "None",
    )  # fmt: skip


def _is_called(node: ast.AST, tree: ast.expr) -> bool:
    """Whether it is what `tree` calls, as a part of it."""
    return isinstance(tree, ast.Call) and any(node is part for part in ast.walk(tree.func))


def does_more(node: ast.AST, library: Library) -> bool:
    """Whether a method of the file's that stores something may be behind what is written."""
    if isinstance(node, ast.Attribute) and node.attr in library.asked:
        return True
    if library.shows and isinstance(node, (ast.Name, ast.Attribute)):
        return not _is_known(node, library)
    return library.acts and isinstance(node, _BY_METHODS)


def _is_known(node: ast.Name | ast.Attribute, library: Library) -> bool:
    """Whether it is a module, or Python's own (`RuntimeWarning`): no object of the file's."""
    if not isinstance(node, ast.Name) or node.id in library.bound:
        return False
    return node.id in library.modules or hasattr(builtins, node.id)


#: What calls special methods of objects.
_BY_METHODS = (
    ast.Subscript, ast.BinOp, ast.UnaryOp, ast.Compare, ast.Call, ast.Starred, ast.comprehension,
)  # fmt: skip


def is_harmless(call: ast.Call, library: Library = NO_NAMES) -> bool:
    """Whether it changes nothing that it is given, as far as its name tells."""
    if isinstance(call.func, ast.Name) and call.func.id in library.names:
        function = ast.Attribute(ast.Name("numpy"), library.names[call.func.id])
        plain = replace(library, modules={"numpy": "numpy"}, bound=frozenset())
        return is_harmless(ast.Call(function, call.args, call.keywords), plain)
    if any(k.arg in _ARGUMENTS for k in call.keywords):
        return False
    if isinstance(call.func, ast.Name):
        own = call.func.id in library.bound or library.unknown
        return call.func.id in _BUILTIN and not own
    if not isinstance(call.func, ast.Attribute) or call.func.attr in _CHANGING:
        return False
    root, parts = _path(call.func)
    of_text = call.func.attr in _OF_TEXTS and _is_text(call.func.value)
    of_module = _is_module(root, library)
    if _fills(call, of_module, parts) or {"random", "ndarray"} & {*parts, ast.unparse(root)}:
        return False
    if call.func.attr in library.stored:
        return False
    if of_module:
        if any(k.arg is None for k in call.keywords):  # one of which may be `out`
            return False
        inner = parts[:-1]
        of_ufunc = bool(inner) and isinstance(getattr(np, inner[-1], None), np.ufunc)
        ufuncs = parts[-1] in _OF_UFUNCS and of_ufunc
        return set(inner[:-1] if ufuncs else inner) <= _INNER and parts[-1][:2] != "__"
    if isinstance(root, ast.Name) and root.id in library.foreign | {"ndarray"}:
        return False
    if isinstance(root, ast.Name) and library.names.get(root.id) in ("ndarray", "random", "ma"):
        return False
    return of_text or (call.func.attr in _HARMLESS and call.func.attr not in library.methods)


def _path(node: ast.expr) -> tuple[ast.expr, list[str]]:
    """What `node` is an attribute of, and the names of those that lead there."""
    parts: list[str] = []
    while isinstance(node, ast.Attribute):
        parts.insert(0, node.attr)
        node = node.value
    return node, parts


def _is_module(root: ast.expr, library: Library) -> bool:
    """Whether it is NumPy or another module of which each function does what its name says."""
    if not isinstance(root, ast.Name) or root.id in library.foreign:
        return False
    module = library.modules.get(root.id, "")
    if module:
        return module.split(".")[0] in _MODULES and set(module.split(".")[1:]) <= _INNER
    free = root.id not in library.bound and root.id not in library.modules
    return free and root.id in ("np", "numpy", "math")


def _fills(call: ast.Call, of_module: bool, parts: list[str]) -> bool:
    """Whether it may be given the array that it fills by position: `np.add(x, y, x)`."""
    assert isinstance(call.func, ast.Attribute)
    known = getattr(np, call.func.attr, None)
    for part in parts if of_module and len(parts) > 1 else ():
        known = getattr(np if part == parts[0] else known, part, None)
    if call.func.attr in _OF_UFUNCS:
        return len(call.args) > 2 or _has_stars(call)
    if call.func.attr == "nan_to_num" and (
        len(call.args) > 1 or any(k.arg in ("copy", None) for k in call.keywords)
    ):
        return True
    if isinstance(known, np.ufunc):
        most = known.nin
    else:
        try:
            names = list(inspect.signature(known).parameters)  # type: ignore[arg-type]
            most = min(names.index(n) for n in _BY_PLACE if n in names)
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
