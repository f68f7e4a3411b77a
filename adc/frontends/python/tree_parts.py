"""What a node of Python's own tree is, or what its surroundings make of it."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping

#: Methods of a dictionary that only read it.
READING = ("items", "keys", "values", "get", "copy")
#: Methods of lists, dictionaries, sets, queues and arrays that change these.
CHANGING = frozenset({
    "append", "extend", "insert", "pop", "remove", "clear", "update", "setdefault", "sort", "add",
    "reverse", "popitem", "discard", "fill", "put", "resize", "itemset", "partition", "setflags",
    "setfield", "byteswap", "appendleft", "popleft", "extendleft", "rotate", "move_to_end",
    "intersection_update", "difference_update", "symmetric_difference_update", "__setitem__",
    "__delitem__",
})  # fmt: skip
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
_CHANGING = ("update", "setdefault", "pop", "popitem", "clear", "__setitem__", "__delitem__")


def is_reloaded(node: ast.expr, above: ast.AST) -> bool:
    """Whether it is what the call `reload(…)` is given, which stands by itself."""
    if not isinstance(above, ast.Call) or node not in above.args:
        return False
    called = above.func
    return (called.attr if isinstance(called, ast.Attribute) else root_of(called)) == "reload"


def of_function(node: ast.expr) -> str:
    """`__kwdefaults__` of `g.__kwdefaults__[…]`; "" for what no function has."""
    while isinstance(node, ast.Subscript):
        node = node.value
    name = node.attr if isinstance(node, ast.Attribute) else ""
    return name if name == "__kwdefaults__" else ""


def changes_entries(above: ast.AST) -> bool:
    """Whether a dictionary is asked for a method that may change it."""
    return isinstance(above, ast.Attribute) and above.attr in _CHANGING


def only_names(above: ast.AST | None) -> bool:
    """Whether nothing but the names in a dictionary is asked for."""
    return isinstance(above, ast.Compare) or (
        isinstance(above, ast.Attribute) and above.attr == "keys"
    )


def says_nothing(node: ast.AST) -> bool:
    """Whether it is a number, or a text that stands by itself."""
    if isinstance(node, ast.Constant):
        return not isinstance(node.value, str)
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def text_of(node: ast.AST) -> str:
    """The text that `node` is; "" for anything else."""
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""


def parents_of(node: ast.AST, above: Mapping[int, ast.AST]) -> tuple[ast.AST, ...]:
    """What is around a node, the nearest first; `above` has it of each one by its identity."""
    found: list[ast.AST] = []
    while (around := above.get(id(node))) is not None:
        found.append(around)
        node = around
    return tuple(found)


def function_around(node: ast.AST, parents: tuple[ast.AST, ...]) -> str:
    """The name of the function whose body a node stands in, the innermost of `parents`, of which
    the first is around it; "" for none."""
    for above in parents:
        if isinstance(above, _FUNCTIONS) and any(node is each for each in above.body):
            return above.name
        node = above
    return ""


def uses_of(within: ast.AST, name: str) -> Iterator[str]:
    """What a function does with a variable: "part", "return" or "other" for each of its uses."""
    for node in ast.walk(within):
        for child in ast.iter_child_nodes(node):
            if not isinstance(child, ast.Name) or child.id != name:
                continue
            if isinstance(node, ast.Return):
                yield "return"
            elif isinstance(child.ctx, ast.Load):
                function = node.func if isinstance(node, ast.Call) else None
                asked = isinstance(function, ast.Name) and function.id in ("getattr", "hasattr")
                yield "part" if asked or isinstance(node, (ast.Attribute, ast.Compare)) else "other"


def root_of(node: ast.AST) -> str:
    """The variable that `x`, `x.a` or `x.a[i]` begins with; "" where it begins otherwise."""
    while isinstance(node, (ast.Attribute, ast.Subscript, ast.Starred)):
        node = node.value
    return node.id if isinstance(node, ast.Name) else ""


def has_part(node: ast.AST) -> bool:
    while isinstance(node, ast.Subscript):
        node = node.value
    return isinstance(node, ast.Attribute)


def only_reads(node: ast.Attribute, parents: tuple[ast.AST, ...]) -> bool:
    """Whether the dictionary that `node` is, is only looked at there."""
    above = parents[0]
    if isinstance(above, ast.Attribute):
        return above.attr in READING
    if isinstance(above, ast.Subscript):
        return above.value is node and isinstance(above.ctx, ast.Load)
    return isinstance(above, ast.Compare)


def words_of(node: ast.Import | ast.ImportFrom) -> Iterator[str]:
    if isinstance(node, ast.ImportFrom):
        yield from (node.module or "").split(".")
    for part in node.names:
        yield from part.name.split(".")
        yield part.asname or ""


#: Parts of nodes that say nothing here.
_APART = ("ctx", "op", "ops", "kind", "type_comment", "type_ignores")
_PARTS: dict[type[ast.AST], tuple[str, ...]] = {}


def parts_of(kind: type[ast.AST]) -> tuple[str, ...]:
    """The fields of a kind of nodes that may hold others which are of interest."""
    found = _PARTS.get(kind)
    if found is None:
        found = _PARTS[kind] = tuple(name for name in kind._fields if name not in _APART)
    return found
