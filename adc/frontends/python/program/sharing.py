"""Independents whose first values may be arrays that other variables have, too: what is set in one
of these is seen in the other, which the caller's array is not."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from adc.diagnostics import AdcError
from adc.frontends.python.library_names import Library
from adc.frontends.python.program.body import Body, parts_of, targets_of
from adc.frontends.python.program.effects import called_name, effects_of, fresh_in, root_of
from adc.frontends.python.program.names import FUNCTIONS, is_loaded, names_in, variables_of

#: What an assignment sets, and the variables that it may share something with.
_Binding = tuple[set[str], set[str]]
#: Functions and methods that may give a view of what they are given, or that itself.
_VIEWS = frozenset({
    "reshape", "view", "ravel", "transpose", "squeeze", "swapaxes", "diagonal", "asarray",
    "asanyarray", "ascontiguousarray", "atleast_1d", "atleast_2d", "atleast_3d", "broadcast_to",
    "moveaxis", "expand_dims", "real", "imag", "flip", "rot90", "split", "get", "values", "items",
    "require", "diag", "rollaxis", "flipud", "fliplr",
})  # fmt: skip


def refuse_shared(body: Body, given: Iterable[str], ranks: Mapping[str, int]) -> None:
    """Raises ADC0127 for those of `given` that are arrays, by their `ranks`, where the program
    would see in another variable what is set in one of them, or the other way round."""
    statements, library = body.statements(), effects_of(body.text, body.file).library
    making = _making(body.tree, library)
    bindings = list(_bindings(body.tree, making))
    for name in given:
        first = next(k for k, s in enumerate(statements) if name in variables_of(s))
        roots = set(_roots(statements[first], name, making)) - library.modules.keys()
        if not roots or not ranks.get(name):
            continue
        own = _forward(name, bindings)
        others = _others(roots - {name}, bindings, name) - library.modules.keys()
        later = [*statements[first + 1 :], *_functions(body.tree)]
        read = sorted(n for s in later for n in others & _loaded(s))
        if read and any(_sets(s, own | others, body) for s in later):
            raise AdcError.of(
                "ADC0127", f"`{name}` as an independent, which may share its elements with"
                f" `{read[0]}`", body.span(statements[first]),
                help=f"bind `{name}` to a copy, or name what `{read[0]}` is made of",
            )  # fmt: skip


def _functions(tree: ast.Module) -> list[ast.FunctionDef | ast.AsyncFunctionDef]:
    return [n for n in ast.walk(tree) if isinstance(n, FUNCTIONS)]


def _roots(statement: ast.stmt, name: str, making: Collection[str]) -> Iterator[str]:
    """The variables that may be, or have, what the statement binds `name` to."""
    value = getattr(statement, "value", None)
    if value is not None:
        yield from _shared_by(value, making)
    bound = [t for t in targets_of(statement) if isinstance(t, ast.Name)]
    yield from (t.id for t in bound if t.id != name)


def _shared_by(value: ast.expr, making: Collection[str]) -> Iterator[str]:
    """The variables that may have what the value is; calls of `making` give something new."""
    match value:
        case ast.Name() | ast.Attribute() | ast.Subscript() if root_of(value):
            yield root_of(value)
        case ast.Attribute(value=inner) | ast.Subscript(value=inner) | ast.Starred(value=inner):
            yield from _shared_by(inner, making)
        case ast.IfExp(body=body, orelse=orelse):
            yield from (*_shared_by(body, making), *_shared_by(orelse, making))
        case ast.Tuple(elts=parts) | ast.List(elts=parts) | ast.BoolOp(values=parts):
            yield from (n for part in parts for n in _shared_by(part, making))
        case ast.Dict(values=parts):
            yield from (n for part in parts for n in _shared_by(part, making))
        case ast.Call(func=function, args=args, keywords=keywords):
            by_name = isinstance(function, ast.Name) and called_name(value) not in making
            shared = any(k.arg == "copy" for k in keywords)
            if called_name(value) in _VIEWS or by_name or shared:
                given = [*args, *(k.value for k in keywords)]
                given += [function.value] if isinstance(function, ast.Attribute) else []
                yield from (n for part in given for n in _shared_by(part, making))


def _forward(name: str, bindings: Sequence[_Binding]) -> set[str]:
    """`name`, and the variables that may have what it has."""
    found = {name}
    while more := {
        n for targets, shared in bindings if shared & found for n in targets
    } - found:  # fmt: skip
        found |= more
    return found


def _others(roots: Collection[str], bindings: Sequence[_Binding], but: str) -> set[str]:
    """`roots`, and the variables that may share something with them otherwise than by `but`."""
    found = set(roots)
    while True:
        more: set[str] = set()
        for targets, shared in bindings:
            if but not in targets and (targets | shared - {but}) & found:
                more |= targets | shared - {but}
        if more <= found:
            return found
        found |= more


def _bindings(tree: ast.Module, making: Collection[str]) -> Iterator[_Binding]:
    for node in ast.walk(tree):
        if isinstance(node, (ast.Assign, ast.AnnAssign)) and node.value is not None:
            targets = {root_of(p) for t in targets_of(node) for p in parts_of(t)} - {""}
            yield targets, set(_shared_by(node.value, making))


def _making(tree: ast.Module, library: Library) -> set[str]:
    """The functions of the file that return nothing but what they make themselves, and Python's
    own that give no array."""
    found = {"len", "float", "int", "abs", "sum", "max", "min", "range", "round"} - library.bound
    for function in _functions(tree):
        own = set(fresh_in(function, library))
        given = [n.value for n in ast.walk(function) if isinstance(n, ast.Return)]
        shared = {n for v in given if v is not None for n in _shared_by(v, ())}
        if shared <= own:
            found.add(function.name)
    return found - {f.name for f in _functions(tree) if f.name not in found}


def _loaded(statement: ast.stmt) -> set[str]:
    return {n.id for n in ast.walk(statement) if isinstance(n, ast.Name) and is_loaded(n)}


def _sets(statement: ast.stmt, names: Collection[str], body: Body) -> bool:
    """Whether it may set elements of one of these variables."""
    for node in ast.walk(statement):
        stored = isinstance(node, (ast.Subscript, ast.Attribute))
        if stored and not isinstance(node.ctx, ast.Load) and root_of(node) in names:  # type: ignore[attr-defined]
            return True
        if isinstance(node, ast.AugAssign) and root_of(node.target) in names:
            return True
        if isinstance(node, ast.Call) and _changes(node, names, body):
            return True
    return False


def _changes(call: ast.Call, names: Collection[str], body: Body) -> bool:
    """Whether a call may set elements of a variable of `names` that it is asked of, or given."""
    if isinstance(call.func, ast.Attribute) and call.func.attr in ("append", "extend", "insert"):
        return any(_changes(c, names, body) for a in call.args for c in _calls(a))  # of a list
    asked = not set(names).isdisjoint(names_in(call))
    return asked and effects_of(body.text, body.file).in_any(call)


def _calls(node: ast.AST) -> Iterator[ast.Call]:
    return (n for n in ast.walk(node) if isinstance(n, ast.Call))
