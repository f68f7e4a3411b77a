"""`try`: the statements that it tries, where nothing that adc computes can get to its handlers.

What Python raises because of a type, a name or a key, adc finds while compiling and refuses; where
it raises because of a size, the generated function returns an error. So a handler of these may be
left out if the statements that are tried do nothing else that raises it, and so may one that raises
in its turn: either way there is an error.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Sequence

from adc.frontends.python.imports import is_lacking
from adc.frontends.python.none_errors import CATCHING, Body, with_handler
from adc.frontends.python.source import ParseTree, Source
from adc.frontends.surface import Import

#: Functions and methods that raise for types and shapes alone.
_OF_SHAPES = frozenset({
    "asarray", "array", "asanyarray", "asfarray", "atleast_1d", "atleast_2d", "atleast_3d",
    "reshape", "ravel", "flatten", "astype", "copy", "squeeze", "transpose", "broadcast_to",
    "zeros", "ones", "empty", "full", "zeros_like", "ones_like", "empty_like", "full_like", "where",
    "logical_and", "logical_or", "isscalar", "isnan", "any", "all", "float64",
})  # fmt: skip
#: More of those, where they are NumPy's.
_OF_NUMPY = frozenset({
    "sum", "mean", "prod", "dot", "abs", "sqrt", "exp", "log", "sin", "cos", "tan", "arcsin",
    "arccos", "arctan", "arctan2", "sinh", "cosh", "tanh", "power", "square", "maximum", "minimum",
    "floor", "ceil", "sign", "max", "min", "radians", "degrees", "deg2rad", "rad2deg", "eye",
    "identity", "diag", "outer", "matmul", "trace",
})  # fmt: skip
#: Functions of SciPy that raise for types, shapes and options alone.
_OF_SCIPY = frozenset({
    "welch", "periodogram", "convolve", "fftconvolve", "gaussian_filter", "gaussian_filter1d",
    "uniform_filter1d", "erf", "erfc", "gamma", "gammaln", "logsumexp", "softmax",
    "trapezoid",
})  # fmt: skip
#: Those of them that raise for a rate that is not above 0, and for NaN where they take off lines.
_OF_SPECTRA = frozenset({"welch", "periodogram"})
#: Functions of Python that raise for types alone, of two arguments and more where there are few.
_OF_NUMBERS = {"len": 1, "abs": 1, "min": 2, "max": 2}
_LIBRARIES = frozenset({"numpy", "scipy", "math"})
#: What is raised for names that are missing, which adc refuses.
_OF_NAMES = frozenset({"NameError", "UnboundLocalError", "ImportError", "ModuleNotFoundError"})
_EVERYTHING = frozenset({"Exception", "BaseException"})
#: What is raised for types, keys and shapes, too.
_OF_TYPES = frozenset({"TypeError", "KeyError", "ValueError"})


def handlers_idle(node: ParseTree, source: Source) -> bool:
    """Whether the `try_stmt` at `node` is the statements that it tries, and those of its `else` and
    its `finally`."""
    found = _parsed(node, source)
    return found is not None and all(
        _raises(h) or _never_reached(h, found, source) for h in found.handlers
    )


def untested(
    node: ParseTree, tried: Body, handlers: Sequence[Body], after: Body, source: Source
) -> Body | None:
    """What a `try_stmt` is where nothing but None gets to its handlers; None where something else
    may, or where no test tells of None."""
    if not handlers_idle(node, source):
        return None
    number = _of_types(node, source)
    if number is None:
        return (*tried, *after)
    return with_handler(tried, handlers[number], after, source)


def _of_types(node: ParseTree, source: Source) -> int | None:
    """Which handler of a `try_stmt` handles a TypeError and does not just raise in its turn."""
    found = _parsed(node, source)
    for number, handler in enumerate(found.handlers if found else ()):
        if _names(handler.type) & CATCHING:
            return None if _raises(handler) else number
    return None


def imports_missing(node: ParseTree, source: Source) -> bool:
    """Whether a `try_stmt` tries `import a.b` where the package `a` has no `b`."""
    found = _parsed(node, source)
    imported = (n for n in _nodes(found) if isinstance(n, ast.Import)) if found else ()
    return any(
        "." in alias.name and is_lacking(Import(alias.name, None, alias.name, source.span(node)))
        for statement in imported for alias in statement.names
    )  # fmt: skip


def handled_kinds(node: ParseTree, source: Source) -> frozenset[str] | None:
    """The exceptions that the one handler of a `try_stmt` handles, the last names of them, "" for
    all; None where there are several handlers, or where a `finally` inside what is tried would be
    run before the handler."""
    found = _parsed(node, source)
    if found is None or len(found.handlers) != 1:
        return None
    if any(isinstance(n, ast.Try) and n.finalbody for s in found.body for n in ast.walk(s)):
        return None
    kinds = found.handlers[0].type
    listed = kinds.elts if isinstance(kinds, ast.Tuple) else [kinds] if kinds else []
    names = [k.attr if isinstance(k, ast.Attribute) else getattr(k, "id", None) for k in listed]
    return frozenset(n or "?" for n in names) or frozenset({""})


def _parsed(node: ParseTree, source: Source) -> ast.Try | None:
    found = source.by_python(node)
    return found if isinstance(found, ast.Try) else None


def _raises(handler: ast.ExceptHandler) -> bool:
    """Whether a handler does nothing that lasts, and ends by raising."""
    *before, last = handler.body
    plain = all(isinstance(s, (ast.Assign, ast.Expr)) for s in before)
    return plain and isinstance(last, ast.Raise)


def _never_reached(handler: ast.ExceptHandler, tried: ast.Try, source: Source) -> bool:
    kinds = _names(handler.type)
    if kinds & {"", "ValueError", *_EVERYTHING} and any(map(_is_open_power, _nodes(tried))):
        return False
    if kinds <= {"", *_EVERYTHING} and (handler.type is None or kinds & _EVERYTHING):
        return all(_of_sizes_alone(s, source) for s in tried.body)
    if not kinds <= _OF_NAMES | _OF_TYPES | {"IndexError"} or not kinds:
        return False
    nodes = _nodes(tried)
    if any(isinstance(n, (ast.Raise, ast.Assert)) for n in nodes):
        return False
    if "IndexError" in kinds and any(isinstance(n, ast.Subscript) for n in nodes):
        return False
    calls = [n.func for n in nodes if isinstance(n, ast.Call)]
    return kinds <= _OF_NAMES or all(_of_shapes(f, source) for f in calls)


def _nodes(tried: ast.Try) -> list[ast.AST]:
    return [n for s in tried.body for n in ast.walk(s)]


def _is_open_power(node: ast.AST) -> bool:
    """Whether a power's exponent is no constant: NumPy raises ValueError for integers to what the
    data make negative."""
    exponent: ast.expr | None = None
    match node:
        case ast.BinOp(op=ast.Pow(), right=right):
            exponent = right
        case ast.AugAssign(op=ast.Pow(), value=value):
            exponent = value
        case ast.Call(func=ast.Attribute(attr="power") | ast.Name(id="power"), args=args):
            exponent = args[1] if len(args) > 1 else node
        case _:
            return False
    if isinstance(exponent, ast.UnaryOp):
        exponent = exponent.operand
    return not isinstance(exponent, ast.Constant)


#: Parts of statements that raise for types, names and sizes alone; `/` and `**` do for numbers, but
#: not for NumPy's.
_CALM = (
    ast.Assign, ast.Name, ast.Constant, ast.keyword, ast.BinOp, ast.Tuple, ast.ListComp,
    ast.comprehension, ast.Slice, ast.UnaryOp, ast.USub, ast.UAdd, ast.Add, ast.Sub, ast.Mult,
    ast.MatMult, ast.expr_context,
)  # fmt: skip


def _of_sizes_alone(statement: ast.stmt, source: Source) -> bool:
    """Whether arrays are combined into what gets a name or is returned, and nothing else."""
    if isinstance(statement, (ast.Import, ast.ImportFrom)):
        modules = [a.name for a in statement.names]
        if isinstance(statement, ast.ImportFrom):
            modules = [statement.module or ""] if not statement.level else [""]
        return all(m.partition(".")[0] in _LIBRARIES for m in modules)
    if isinstance(statement, ast.Return):
        return statement.value is None or _is_calm(statement.value, source)
    if not isinstance(statement, ast.Assign):
        return False
    return all(map(_is_names, statement.targets)) and _is_calm(statement, source)


def _is_names(target: ast.expr) -> bool:
    """Of several names each takes one of as many values, by types alone."""
    items = target.elts if isinstance(target, ast.Tuple) else [target]
    return all(isinstance(item, ast.Name) for item in items)


def _is_calm(node: ast.AST, source: Source) -> bool:
    """Attributes are NumPy's own alone, and shapes: numbers of Python have none of an array's."""
    if isinstance(node, ast.Subscript):
        return _is_calm_part(node, source)
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div):
        sides = node.left, node.right
        calls = [n.func for n in sides if isinstance(n, ast.Call)]
        numpy = any(_is_of_numpy(f, source) for f in calls)
        return numpy and all(_is_calm(n, source) for n in sides)
    if isinstance(node, ast.BinOp) and isinstance(node.op, (ast.FloorDiv, ast.Mod)):
        divided = isinstance(node.right, ast.Constant) and node.right.value != 0
        return divided and _is_calm(node.left, source)
    if isinstance(node, ast.Call):
        given = (*node.args, *node.keywords)
        known = _is_of_numpy(node.func, source) or _is_of_library(node, source)
        return known and all(_is_calm(n, source) for n in given)
    return isinstance(node, _CALM) and all(_is_calm(n, source) for n in ast.iter_child_nodes(node))


def _is_calm_part(node: ast.Subscript, source: Source) -> bool:
    """`x.shape[0]`, and parts of an array by slices and ranges, which lie in it or are errors of
    the generated function."""
    value = node.value
    if isinstance(value, ast.Attribute) and isinstance(value.value, ast.Name):
        return isinstance(node.slice, ast.Constant) and value.attr == "shape"
    items = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
    return isinstance(value, ast.Name) and all(
        _is_calm(item, source) if isinstance(item, ast.Slice) else _is_range(item, source)
        for item in items
    )


def _is_range(node: ast.expr, source: Source) -> bool:
    if not isinstance(node, ast.Call) or getattr(node.func, "id", "") != "range":
        return False
    hidden = re.search(r"\brange\s*=[^=]|\bdef\s+range\b", source.text)
    return not (hidden or node.keywords) and all(_is_calm(n, source) for n in node.args)


def _is_of_library(call: ast.Call, source: Source) -> bool:
    """Whether a function of SciPy's is called, that the source imports by its name, or one of
    Python's, and the source has the name for nothing else."""
    name = call.func.id if isinstance(call.func, ast.Name) else ""
    if any(isinstance(a, ast.Starred) for a in call.args):
        return False
    if name in _OF_NUMBERS:
        enough = not call.keywords and len(call.args) >= _OF_NUMBERS[name]
        return enough and not _bound_to(name, source)
    if name in _OF_SPECTRA and not _is_calm_spectrum(call):
        return False
    return name in _OF_SCIPY and _bound_to(name, source) == {"scipy"}


def _is_calm_spectrum(call: ast.Call) -> bool:
    """Whether the rate is above 0 for sure, and what is taken off, a constant or nothing."""
    named = {k.arg: k.value for k in call.keywords}
    if len(call.args) > 4 or None in named:
        return False
    rate = call.args[1] if len(call.args) > 1 else named.get("fs")
    trend = named.get("detrend")
    known = isinstance(trend, ast.Constant) and trend.value in ("constant", False)
    return (trend is None or known) and (rate is None or _is_above_zero(rate))


def _is_above_zero(value: ast.expr) -> bool:
    if isinstance(value, ast.Call):  # of `max`, which is Python's wherever it is calm
        return getattr(value.func, "id", "") == "max" and any(map(_is_above_zero, value.args))
    number = value.value if isinstance(value, ast.Constant) else None
    return isinstance(number, (int, float)) and number > 0


def _bound_to(name: str, source: Source) -> set[str]:
    """The libraries out of which the source takes `name` as it is called there, "" for anything
    else that it binds by the name, or may."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(source.text)):
        if isinstance(node, ast.ImportFrom):
            library = (node.module or "").partition(".")[0] if not node.level else ""
            for alias in node.names:
                if (alias.asname or alias.name) == name:
                    found.add(library if alias.name == name else "")
                elif alias.name == "*" and library not in _LIBRARIES:
                    found.add("")
        elif isinstance(node, ast.Import):
            found |= {"" for a in node.names if (a.asname or a.name) == name}
        elif name == _made_here(node):
            found.add("")
    return found


def _made_here(node: ast.AST) -> str | None:
    """The name that a definition, a parameter, a handler or an assignment binds."""
    if isinstance(node, ast.Name):
        return None if isinstance(node.ctx, ast.Load) else node.id
    if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.ExceptHandler)):
        return node.name
    return node.arg if isinstance(node, ast.arg) else None


def _is_of_numpy(function: ast.expr, source: Source) -> bool:
    root = function.value if isinstance(function, ast.Attribute) else None
    named = isinstance(root, ast.Name) and root.id in ("np", "numpy")
    return named and _of_shapes(function, source)


def _names(kinds: ast.expr | None) -> set[str]:
    """The names of the exceptions; "" for what is no name."""
    if isinstance(kinds, ast.Tuple):
        return set().union(*map(_names, kinds.elts))
    return {kinds.id if isinstance(kinds, ast.Name) else ""}


def _of_shapes(function: ast.expr, source: Source) -> bool:
    if isinstance(function, ast.Attribute):
        root = function.value.id if isinstance(function.value, ast.Name) else ""
        numpy = root in ("np", "numpy") and function.attr in _OF_NUMPY
        return numpy or function.attr in _OF_SHAPES
    if not isinstance(function, ast.Name) or function.id not in _OF_SHAPES:
        return False
    return re.search(rf"\bdef\s+{function.id}\b", source.text) is None
