"""Functions that keep what they gave: `functools.cache` and the like.

Python runs such a function once for the same arguments, adc at each call. So it is taken where
running it again does the same: it changes nothing outside, reads nothing that changes behind it,
and nothing is set in what it gave. All of that is asked of names, and what they do not tell is
refused.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from adc.diagnostics import Span
from adc.frontends.python.source import Source
from adc.frontends.python.tree_parts import CHANGING

_Function = ast.FunctionDef | ast.AsyncFunctionDef
#: What of functools keeps no results.
_OTHERS = ("wraps", "partial", "total_ordering")
_SAYING = frozenset({"print", "warn", "debug", "info", "warning"})
_CHANGING = CHANGING | {
    "send", "next", "copyto", "fill_diagonal", "setattr", "shuffle", "write",
}  # fmt: skip
_MAKING = frozenset({
    "zeros", "ones", "empty", "full", "arange", "linspace", "eye", "identity", "array", "asarray",
    "copy", "diag", "outer", "roll", "zeros_like", "ones_like", "empty_like", "full_like", "list",
    "dict", "meshgrid", "tile", "repeat", "concatenate", "stack", "vstack", "hstack", "reshape",
})  # fmt: skip


def keeps_results(decorator: str) -> bool:
    """Whether what a package of caches has under the words `decorator` keeps results."""
    return not any(word in decorator for word in _OTHERS)


def stale(source: Source, decorator: Span) -> str:
    """What tells that running the function behind this decorator once is something else than
    running it at each call; "" where it is the same."""
    tree = source.python
    for one in ast.walk(tree) if tree is not None else ():
        if isinstance(one, _Function) and any(
            (d.lineno, d.col_offset + 1) == (decorator.line, decorator.column)
            for d in one.decorator_list
        ):
            return _Cached(tree or ast.Module([], []), one).stale()
    return ""


@dataclass(frozen=True)
class _Cached:
    tree: ast.Module
    function: _Function

    def stale(self) -> str:
        run = self._run()
        for one in run:
            changed = _changed_outside(one, helper=one is not self.function)
            if changed:
                return f"changes `{changed}`"
        read = {n.attr for one in run for n in ast.walk(one) if isinstance(n, ast.Attribute)}
        attribute = next(iter(sorted(read & self._set_attributes())), "")
        if attribute:
            return f"reads the attribute `{attribute}`, which changes"
        names = {n.id for one in run for n in ast.walk(one) if isinstance(n, ast.Name)}
        for outer in self._around():
            for name in sorted(names & _bound(outer) - _bound(self.function)):
                if self._changes_behind(outer, name):
                    return f"reads `{name}`, which changes"
        given = self._given()
        return f"gives `{given}`, which is changed" if given else ""

    def _run(self) -> list[_Function]:
        """The function, and all of the file that may be run by it, by their names."""
        defined: dict[str, list[_Function]] = {}
        for node in ast.walk(self.tree):
            if isinstance(node, _Function):
                defined.setdefault(node.name, []).append(node)
            elif isinstance(node, ast.ClassDef):
                own = [s for s in node.body if isinstance(s, _Function)]
                special = [s for s in own if s.name in ("__init__", "__post_init__")]
                defined.setdefault(node.name, []).extend(special)
        found, asked = [self.function], [self.function]
        while asked:
            for node in ast.walk(asked.pop()):
                name = _last(node) if isinstance(node, (ast.Name, ast.Attribute)) else ""
                new = [f for f in defined.get(name, ()) if f not in found]
                found += new
                asked += new
        return found

    def _around(self) -> list[_Function]:
        return [
            n for n in ast.walk(self.tree)
            if isinstance(n, _Function) and n is not self.function
            and any(m is self.function for m in ast.walk(n))
        ]  # fmt: skip

    def _set_attributes(self) -> set[str]:
        """The attributes that something sets, or sets a part of, but where objects are made."""
        made = {
            id(n)
            for f in ast.walk(self.tree)
            if isinstance(f, _Function) and f.name in ("__init__", "__post_init__")
            for n in ast.walk(f)
        }
        return {
            part.attr
            for node in ast.walk(self.tree)
            if id(node) not in made
            for changed in _changes(node)
            for part in ast.walk(changed)
            if isinstance(part, ast.Attribute)
        }

    def _changes_behind(self, outer: _Function, name: str) -> bool:
        """Whether `name` of the function around may change once the cached one is defined."""
        end = self.function.end_lineno or 0
        nested = {
            id(n)
            for f in ast.walk(outer)
            if isinstance(f, (*_Function.__args__, ast.Lambda)) and f is not outer
            for n in ast.walk(f)
        }
        loops = [n for n in ast.walk(outer) if isinstance(n, (ast.For, ast.While))]
        again = {id(n) for loop in loops if loop.lineno > end for n in ast.walk(loop)}
        bindings = 0 if name not in _parameters(outer) else 1
        behind = False
        for node in ast.walk(outer):
            later = getattr(node, "lineno", 0) > end or id(node) in nested
            if isinstance(node, ast.Name) and node.id == name and isinstance(node.ctx, ast.Store):
                if id(node) in nested and id(node) not in again:
                    continue  # another function's own
                bindings += 1
                behind = behind or later
                if id(node) in again:
                    return True
            if later and any(_root(c) == name for c in (*_changes(node), *_handed(node))):
                return True
        return behind and bindings > 1

    def _given(self) -> str:
        """A name of what the function gave that is changed in place."""
        name = self.function.name
        makes = any(
            isinstance(n, (ast.List, ast.ListComp, ast.Dict, ast.DictComp)) or _last(n) in _MAKING
            for n in ast.walk(self.function)
        )

        def is_given(value: ast.AST) -> bool:
            """Whether `value` may be, or hold, or see what the function gave."""
            if isinstance(value, ast.Call) and _last(value.func) == name:
                return True
            new = isinstance(value, (ast.BinOp, ast.UnaryOp, ast.Compare))
            return not new and any(map(is_given, ast.iter_child_nodes(value)))

        for scope in ast.walk(self.tree):
            if not isinstance(scope, _Function):
                continue
            names = {
                t.id
                for node in ast.walk(scope)
                for target, value in _assigned(node)
                if is_given(value)
                for t in ast.walk(target)
                if isinstance(t, ast.Name)
            }
            for node in ast.walk(scope):
                if isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name):
                    if makes and node.target.id in names:
                        return node.target.id
                    continue
                for changed in (*_changes(node), *_handed(node)):
                    if _root(changed) in names or is_given(changed):
                        return ast.unparse(changed)
        return ""


def _assigned(node: ast.AST) -> Iterator[tuple[ast.expr, ast.expr]]:
    if isinstance(node, ast.Assign):
        yield from ((t, node.value) for t in node.targets)
    elif isinstance(node, (ast.AnnAssign, ast.NamedExpr)) and node.value is not None:
        yield node.target, node.value
    elif isinstance(node, (ast.For, ast.comprehension)):
        yield node.target, node.iter


def _changes(node: ast.AST) -> Iterator[ast.expr]:
    """What `node` changes in place, or may change: targets but names, and owners of methods."""
    targets: list[ast.expr] = []
    if isinstance(node, (ast.Assign, ast.Delete)):
        targets = node.targets
    elif isinstance(node, (ast.AugAssign, ast.AnnAssign, ast.For)):
        targets = [node.target]
    for target in targets:
        for part in target.elts if isinstance(target, (ast.Tuple, ast.List)) else [target]:
            if not isinstance(part, ast.Name):
                yield part
    if isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name):
        yield node.target
    call = node.value if isinstance(node, ast.Expr) else node
    if isinstance(call, ast.Call) and (isinstance(node, ast.Expr) or _last(call.func) in _CHANGING):
        if isinstance(call.func, ast.Attribute) and _last(call.func) not in _SAYING:
            yield call.func.value
        yield from (k.value for k in call.keywords if k.arg == "out")
    elif isinstance(call, ast.Call):
        yield from (k.value for k in call.keywords if k.arg == "out")


def _handed(node: ast.AST) -> Iterator[ast.expr]:
    """What a call alone gets, or a function that changes its argument."""
    call = node.value if isinstance(node, ast.Expr) else node
    if not isinstance(call, ast.Call) or _last(call.func) in _SAYING:
        return
    if isinstance(node, ast.Expr) or _last(call.func) in _CHANGING:
        yield from call.args


def _changed_outside(function: _Function, helper: bool) -> str:
    """What a function changes that is not its own."""
    own = _made_here(function)
    if function.name in ("__init__", "__post_init__"):
        own |= {a.arg for a in function.args.args[:1]}
    for node in ast.walk(function):
        if isinstance(node, (ast.Global, ast.Nonlocal)):
            return node.names[0]
        target = node.target if isinstance(node, ast.AugAssign) else None
        known = own if helper else own | _parameters(function)  # its arguments are no arrays
        if isinstance(target, ast.Name) and target.id in known:
            continue
        for changed in (*_changes(node), *_handed(node)):
            if _root(changed) not in own and not isinstance(changed, ast.Constant):
                return ast.unparse(changed)
    return ""


def _made_here(function: _Function) -> set[str]:
    """The names of values that the function makes: no parameters, no others' under new names."""
    found: set[str] = set()
    others: set[str] = _parameters(function)
    for node in ast.walk(function):
        for target, value in _assigned(node):
            alias = isinstance(value, (ast.Name, ast.Attribute, ast.Subscript))
            names = {t.id for t in ast.walk(target) if isinstance(t, ast.Name)}
            found |= names
            if alias and not isinstance(node, ast.For):
                others |= names
    return found - others


def _parameters(function: _Function) -> set[str]:
    listed = function.args
    several = (*listed.posonlyargs, *listed.args, *listed.kwonlyargs, listed.vararg, listed.kwarg)
    return {a.arg for a in several if a is not None}


def _bound(function: _Function) -> set[str]:
    stored = {
        n.id for n in ast.walk(function) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)
    }
    return stored | _parameters(function)


def _last(node: ast.AST) -> str:
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""


def _root(node: ast.expr) -> str:
    while isinstance(node, (ast.Attribute, ast.Subscript, ast.Starred)):
        node = node.value
    return node.id if isinstance(node, ast.Name) else ""
