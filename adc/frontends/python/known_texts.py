"""Which names something in a text stands for: those over which a loop goes, and whether nothing but
the names in a dictionary is asked for."""

from __future__ import annotations

import ast

from adc.frontends.python.top_names import times_bound
from adc.frontends.python.tree_parts import text_of

_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
_SCOPES = (*_FUNCTIONS, ast.ClassDef, ast.Lambda, ast.Module)
#: Functions that make of a dictionary nothing but its names, or their number.
_OF_NAMES = ("len", "list", "sorted", "set", "tuple", "frozenset")
#: What may bind a variable by a text.
_BY_TEXT = ("exec", "eval", "globals", "locals", "vars", "_getframe", "currentframe")


def asks_names(node: ast.expr, parents: tuple[ast.AST, ...], hidden: set[str]) -> bool:
    """Whether nothing but the names in the dictionary that `node` is, is asked for: it is what a
    loop goes over, or `sorted` is given. `hidden` are the names that the file binds."""
    above = parents[0] if parents else None
    if isinstance(above, (ast.comprehension, ast.For)):
        return above.iter is node
    if not isinstance(above, ast.Call) or not isinstance(above.func, ast.Name):
        return False
    name = above.func.id
    if {name, "*"} & hidden or len(above.args) != 1 or above.args[0] is not node:
        return False
    outer = parents[1] if len(parents) > 1 else None
    copied = name == "dict" and isinstance(outer, ast.Attribute) and outer.attr == "keys"
    return copied or name in _OF_NAMES


def asks_functions(parents: tuple[ast.AST, ...]) -> bool:
    """Whether nothing but functions is taken out of the dictionary in `parents[0].items()`: a
    comprehension goes over it, and asks of each value whether `isfunction` is true of it."""
    above = parents[:3]
    if len(above) < 3 or not isinstance(above[0], ast.Attribute) or above[0].attr != "items":
        return False
    call, over = above[1:]
    if not isinstance(call, ast.Call) or not isinstance(over, ast.comprehension):
        return False
    own = over.target.elts if isinstance(over.target, ast.Tuple) else []
    if over.iter is not call or len(own) != 2 or not isinstance(own[1], ast.Name):
        return False
    value = own[1].id
    tests = [t for test in over.ifs for t in _conjuncts(test)]
    return bool(tests) and _is_asked(tests[0], value) and _has_isfunction(parents[-1])


def _conjuncts(test: ast.expr) -> list[ast.expr]:
    both = isinstance(test, ast.BoolOp) and isinstance(test.op, ast.And)
    return test.values if both else [test]  # type: ignore[attr-defined]


def _is_asked(test: ast.expr, value: str) -> bool:
    return ast.unparse(test) == f"isfunction({value})"


def _has_isfunction(module: ast.AST) -> bool:
    """Whether a file binds `isfunction` by imports from `inspect` and nothing else."""
    every = list(ast.walk(module))
    known = [
        n for n in every if isinstance(n, ast.ImportFrom) and n.module == "inspect" and not n.level
        and any(a.name == "isfunction" and not a.asname for a in n.names)
    ]  # fmt: skip
    stars = any(isinstance(n, ast.alias) and n.name == "*" for n in every)
    return bool(known) and not stars and times_bound(every, "isfunction") == len(known)


def texts_of(
    node: ast.expr, parents: tuple[ast.AST, ...], hidden: set[str]
) -> frozenset[str] | None:
    """The texts that `node` may be: its own one, or those of the loop that alone binds the
    variable; None where that is not known."""
    if text_of(node):
        return frozenset({text_of(node)})
    scope = next((p for p in parents if isinstance(p, _SCOPES)), None)
    if not isinstance(node, ast.Name) or not isinstance(scope, (*_FUNCTIONS, ast.Module)):
        return None
    inside = list(ast.walk(scope))
    if times_bound(inside, node.id) != 1 or any(map(_runs_text, inside)):
        return None
    for each in inside:
        if isinstance(each, (ast.For, ast.comprehension)):
            own = each.target.elts if isinstance(each.target, ast.Tuple) else [each.target]
            for place, target in enumerate(own):
                if isinstance(target, ast.Name) and target.id == node.id:
                    at = place if isinstance(each.target, ast.Tuple) else None
                    items = _items(each.iter, at, scope, inside, hidden)
                    return _texts(items)
    return None


def key_of(node: ast.AST, parents: tuple[ast.AST, ...]) -> str:
    """The name of a module that `node` is: a text, a variable that the file alone binds to one, or
    `__name__ + ".part"`, of which it is ".part"; "" for anything else."""
    if isinstance(node, ast.BinOp) and getattr(node.left, "id", "") == "__name__":
        inner = text_of(node.right) if isinstance(node.op, ast.Add) else ""
        return inner if inner.startswith(".") else ""
    if not isinstance(node, ast.Name) or not parents or not isinstance(parents[-1], ast.Module):
        return text_of(node)
    made = [
        n.value for n in parents[-1].body if isinstance(n, ast.Assign) and len(n.targets) == 1
        and isinstance(n.targets[0], ast.Name) and n.targets[0].id == node.id
    ]  # fmt: skip
    every = list(ast.walk(parents[-1]))
    known = len(made) == 1 and times_bound(every, node.id) == 1 and not any(map(_runs_text, every))
    return text_of(made[0]) if known else ""


def _texts(items: list[ast.expr] | None) -> frozenset[str] | None:
    found = [text_of(item) for item in items or ()]
    return frozenset(found) if found and all(found) else None


def _items(
    over: ast.expr, at: int | None, scope: ast.AST, inside: list[ast.AST], hidden: set[str]
) -> list[ast.expr] | None:
    """What a loop over `over` gives its variable, the one that is `at` that place of several."""
    if isinstance(over, ast.Name) and isinstance(scope, (*_FUNCTIONS, ast.Module)):
        value = _display(over.id, inside)
        if isinstance(scope, ast.Module) and not _follows(over, value, scope):
            return None
        return _items(value, at, ast.Module([], []), inside, hidden) if value is not None else None
    if isinstance(over, ast.Call):
        return _of_call(over, at, hidden)
    if isinstance(over, ast.Dict):
        return (
            [k for k in over.keys if k is not None]
            if at is None and None not in over.keys
            else None
        )
    if not isinstance(over, (ast.Tuple, ast.List, ast.Set)):
        return None
    if at is None:
        return over.elts
    rows = [row.elts for row in over.elts if isinstance(row, (ast.Tuple, ast.List))]
    whole = len(rows) == len(over.elts)
    plain = not any(isinstance(e, ast.Starred) for row in rows for e in row)
    return [row[at] for row in rows] if whole and plain and all(len(r) > at for r in rows) else None


def _of_call(call: ast.Call, at: int | None, hidden: set[str]) -> list[ast.expr] | None:
    """The same of `{…}.items()`, `zip(…)` and `enumerate(…)`."""
    function = call.func
    if isinstance(function, ast.Attribute) and isinstance(function.value, ast.Dict):
        asked = (function.attr, at) in (("items", 0), ("keys", None))
        return _keys(function.value) if asked and not call.args else None
    name = function.id if isinstance(function, ast.Name) else ""
    if at is None or name not in ("zip", "enumerate") or {name, "*"} & hidden:
        return None
    given = call.args if name == "zip" else [None, *call.args[:1]]
    if any(isinstance(a, ast.Starred) for a in call.args) or at >= len(given):
        return None
    value = given[at]
    return value.elts if isinstance(value, (ast.Tuple, ast.List)) else None


def _keys(node: ast.Dict) -> list[ast.expr] | None:
    keys = [key for key in node.keys if key is not None]
    return keys if len(keys) == len(node.keys) else None


def _display(name: str, inside: list[ast.AST]) -> ast.expr | None:
    """The tuple or list that a function binds once to a variable, over which it only goes."""
    made = [
        n.value for n in inside if isinstance(n, ast.Assign) and len(n.targets) == 1
        and isinstance(n.targets[0], ast.Name) and n.targets[0].id == name
    ]  # fmt: skip
    if len(made) != 1 or times_bound(inside, name) != 1:
        return None
    if not isinstance(made[0], (ast.Tuple, ast.List)):
        return None
    loops = [n.iter for n in inside if isinstance(n, (ast.For, ast.comprehension))]
    only = sum(isinstance(over, ast.Name) and over.id == name for over in loops)
    return made[0] if only == sum(_is_read(n, name) for n in inside) else None


def _follows(over: ast.Name, value: ast.expr | None, module: ast.Module) -> bool:
    """Whether the loop over the variable of the module stands at its top, and nothing is called or
    imported between that and the statement that binds the variable to `value`: else another file
    may change the list."""
    made = [n for n, s in enumerate(module.body) if getattr(s, "value", None) is value]
    loops = [n for n, s in enumerate(module.body) if getattr(s, "iter", None) is over]
    if value is None or len(made) != 1 or len(loops) != 1:
        return False
    between = (n for s in module.body[made[0] : loops[0]] for n in ast.walk(s))
    return not any(isinstance(n, (ast.Call, ast.Import, ast.ImportFrom)) for n in between)


def keys_of(
    node: ast.AST, parents: tuple[ast.AST, ...], hidden: set[str]
) -> frozenset[str]:  # fmt: skip
    """The texts that an f-string may be, of names whose texts are known, and what `key_of` tells of
    anything else; none where that is not known."""
    if not isinstance(node, ast.JoinedStr):
        key = key_of(node, parents)
        return frozenset({key}) if key else frozenset()
    found = {""}
    for part in node.values:
        given: frozenset[str] | None = frozenset({text_of(part)})
        if isinstance(part, ast.FormattedValue):
            plain = part.conversion in (-1, ord("s")) and part.format_spec is None
            given = texts_of(part.value, parents, hidden) if plain else None
        if given is None:
            return frozenset()
        found = {before + each for before in found for each in given}
    return frozenset(found)


def ends_of(node: ast.expr) -> tuple[str, str]:
    """What the text that `node` is surely begins and ends with."""
    if isinstance(node, ast.JoinedStr) and node.values:
        return text_of(node.values[0]), text_of(node.values[-1])
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        if not (_is_text(node.left) or _is_text(node.right)):
            return "", ""
        return ends_of(node.left)[0], ends_of(node.right)[1]
    return text_of(node), text_of(node)


def _is_text(node: ast.expr) -> bool:
    added = isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add)
    inside = added and (_is_text(node.left) or _is_text(node.right))  # type: ignore[attr-defined]
    return inside or isinstance(node, ast.JoinedStr) or bool(text_of(node))


def _is_read(node: ast.AST, name: str) -> bool:
    return isinstance(node, ast.Name) and node.id == name and isinstance(node.ctx, ast.Load)


def _runs_text(node: ast.AST) -> bool:
    name = node.attr if isinstance(node, ast.Attribute) else getattr(node, "id", "")
    return name in _BY_TEXT


__all__ = ["asks_functions", "asks_names", "ends_of", "key_of", "keys_of", "texts_of"]
