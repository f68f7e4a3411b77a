"""Independents whose first values may be arrays that other variables have, too: what is set in one
of these is seen in the other, which the caller's array is not."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from adc.diagnostics import AdcError
from adc.frontends.python.library_names import Library
from adc.frontends.python.program.body import Body, parts_of, targets_of
from adc.frontends.python.program.effects import (
    DRAWING,
    called_name,
    effects_of,
    fresh_in,
    root_of,
)
from adc.frontends.python.program.names import (
    FUNCTIONS,
    is_loaded,
    names_in,
    parameters,
    variables_of,
)

#: What an assignment sets, and the variables that it may share something with.
_Binding = tuple[set[str], set[str]]
#: Functions of NumPy and methods of arrays that give something new.
_NEW = frozenset({
    "zeros", "ones", "empty", "full", "zeros_like", "ones_like", "empty_like", "full_like",
    "array", "copy", "linspace", "arange", "logspace", "geomspace", "eye", "identity", "sum",
    "mean", "std", "var", "max", "min", "sort", "concatenate", "stack", "hstack", "vstack",
    "column_stack", "where", "clip", "dot", "matmul", "outer", "cross", "tile", "repeat",
    "roll", "cumsum", "cumprod", "diff", "gradient", "interp", "meshgrid", "loadtxt",
    "genfromtxt", "load", "append", "insert", "delete", "fromfunction", "astype", "prod",
    "round", "flatten", "tolist", "item", "kron", "einsum",
})  # fmt: skip
#: Python's own functions that give no array of another variable.
_NUMBERS = frozenset({"len", "float", "int", "abs", "sum", "max", "min", "range", "round", "list"})


def refuse_shared(body: Body, given: Iterable[str], ranks: Mapping[str, int]) -> None:
    """Raises ADC0127 for those of `given` that are arrays, by their `ranks`, where the program
    would see in another variable what is set in one of them, or the other way round."""
    statements, library = body.statements(), effects_of(body.text, body.file).library
    sharing = _sharing(body.tree, library)
    bindings = list(_bindings(body.tree, sharing))
    for name in given:
        first = next(k for k, s in enumerate(statements) if name in variables_of(s))
        roots = sharing.roots(statements[first], name)
        if not roots or not ranks.get(name):
            continue
        own = _forward(name, bindings)
        others = _others(roots - {name}, bindings, name)
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


@dataclass(frozen=True)
class _Sharing:
    """What expressions may share with variables: `returned` are the functions of the file, with
    the variables of it that they may give back, and whether that may be what they are given."""

    library: Library
    returned: Mapping[str, tuple[set[str], bool]] = field(default_factory=dict)

    def roots(self, statement: ast.stmt, name: str) -> set[str]:
        """The variables that may be, or have, what the statement binds `name` to."""
        bound = {t.id for t in targets_of(statement) if isinstance(t, ast.Name)} - {name}
        value = getattr(statement, "value", None)
        return bound | (self.of(value) if value is not None else set())

    def of(self, value: ast.expr) -> set[str]:
        """The variables that may have what the value is."""
        return set(self._of(value)) - self.library.modules.keys()

    def _of(self, value: ast.expr) -> Iterator[str]:
        parts: Sequence[ast.expr] = ()
        match value:
            case ast.Name() | ast.Attribute() | ast.Subscript() if root_of(value):
                yield root_of(value)
            case ast.Attribute(value=inner) | ast.Subscript(value=inner):
                parts = [inner]
            case ast.Starred(value=inner):
                parts = [inner]
            case ast.IfExp(body=body, orelse=orelse):
                parts = [body, orelse]
            case ast.Tuple(elts=parts) | ast.List(elts=parts) | ast.BoolOp(values=parts):
                pass
            case ast.Dict(values=parts):
                pass
            case ast.Call():
                parts = self._handed(value)
                if isinstance(value.func, ast.Name):
                    yield from self.returned.get(value.func.id, (set(), False))[0]
        for part in parts:
            yield from self._of(part)

    def _handed(self, call: ast.Call) -> list[ast.expr]:
        """What a call may give back, or a part of it."""
        name = called_name(call)
        given = [*call.args, *(k.value for k in call.keywords)]
        if isinstance(call.func, ast.Name):
            known = name in _NUMBERS - self.library.bound
            return given if not known and self.returned.get(name, (set(), True))[1] else []
        if isinstance(call.func, ast.Attribute):
            module = self.library.modules.get(root_of(call.func), "").split(".")
            ufunc = isinstance(getattr(np, name, None), np.ufunc)
            new = (ufunc or name in _NEW | DRAWING) and name not in self.library.methods
            inner = isinstance(call.func.value, ast.Attribute) and module[0] == "numpy"
            told = {k.arg for k in call.keywords} & {"copy", "out"}
            if (new or inner or module[0] == "scipy") and not told:
                return []
        return [*given, *(n for n in ast.walk(call.func) if isinstance(n, ast.Name))]


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


def _bindings(tree: ast.Module, sharing: _Sharing) -> Iterator[_Binding]:
    for node in ast.walk(tree):
        if isinstance(node, (ast.Assign, ast.AnnAssign)) and node.value is not None:
            targets = {root_of(p) for t in targets_of(node) for p in parts_of(t)} - {""}
            yield targets, sharing.of(node.value)


def _sharing(tree: ast.Module, library: Library) -> _Sharing:
    """With what the functions of the file may return that they do not make themselves."""
    returned: dict[str, tuple[set[str], bool]] = {}
    for function in _functions(tree):
        own = set(fresh_in(function, library))
        inside = {n for s in function.body for n in variables_of(s)} | parameters(function)
        values = [n.value for n in ast.walk(function) if isinstance(n, ast.Return) and n.value]
        shared = {n for v in values for n in _Sharing(library).of(v)} - own
        before, handed = returned.get(function.name, (set(), False))
        returned[function.name] = before | (shared - inside), handed or bool(shared & inside)
    return _Sharing(library, returned)


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
