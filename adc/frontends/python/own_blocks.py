"""Context managers of the source's own that only set how NumPy warns, and set it back:

@contextmanager
def quiet():
    old = np.seterr(invalid="ignore")
    try:
        yield
    finally:
        np.seterr(**old)
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from functools import lru_cache

from adc.frontends.places import files_of, text_of
from adc.frontends.python.source import Source
from adc.frontends.python.top_names import bound_at_top, tree_of

_MANAGER = "contextlib.contextmanager"
_SETTINGS = ("numpy.seterr", "numpy.geterr")
_BLOCKS = ("numpy.errstate", "warnings.catch_warnings")
#: What a setting may be: others raise exceptions, or call something.
_KINDS = ("ignore", "warn")


def is_quiet_block(path: Sequence[str], source: Source) -> bool:
    """Whether `with name():` does nothing to what its block computes: the file, or the one that it
    imports the name from, defines such a context manager, once."""
    name, *rest = path
    if rest or _is_quiet(source.text, name):
        return not rest
    module, part = _imports(source.text).get(name, ("", ""))
    files = files_of(source.file, module) if part else ()
    return len(files) == 1 and _is_quiet(text_of(files[0]), part)


@lru_cache(maxsize=64)
def _imports(text: str) -> dict[str, tuple[str, str]]:
    """What imports at the top of a file bind to names that nothing else binds: the module and the
    name there, "" for the module itself."""
    tree, bound = tree_of(text), bound_at_top(text) or {}
    found: dict[str, tuple[str, str]] = {}
    for node in tree.body if tree is not None else ():
        if isinstance(node, ast.ImportFrom):
            for each in node.names:
                module = "." * node.level + (node.module or "")
                found[each.asname or each.name] = module, each.name
        elif isinstance(node, ast.Import):
            for each in node.names:
                if each.asname or "." not in each.name:
                    found[each.asname or each.name] = each.name, ""
    return {name: parts for name, parts in found.items() if len(bound.get(name, ())) == 1}


@lru_cache(maxsize=64)
def _is_quiet(text: str, name: str) -> bool:
    tree = tree_of(text) if name in text else None
    made = (
        [n for n in tree.body if isinstance(n, ast.FunctionDef) and n.name == name] if tree else []
    )
    if len(made) != 1 or ("global" in text and _set_by_functions(text, name)):
        return False
    (function,), imports = made, _imports(text)
    lines = (bound_at_top(text) or {}).get(name, set())
    if not lines <= {*range(function.lineno, function.body[0].lineno + 1)}:
        return False
    if [_full_name(d, imports) for d in function.decorator_list] != [_MANAGER]:
        return False
    given = function.args
    if any((given.posonlyargs, given.args, given.kwonlyargs, given.vararg, given.kwarg)):
        return False
    yields = [n for n in ast.walk(function) if isinstance(n, (ast.Yield, ast.YieldFrom))]
    return len(yields) == 1 and all(_only_sets(s, imports) for s in function.body)


def _set_by_functions(text: str, name: str) -> bool:
    tree = tree_of(text)
    every = ast.walk(tree) if tree is not None else ()
    return any(isinstance(n, ast.Global) and name in n.names for n in every)


def _only_sets(node: ast.stmt, imports: dict[str, tuple[str, str]]) -> bool:
    """Whether a statement sets how NumPy warns, or yields nothing."""
    if isinstance(node, ast.Try):
        plain = not (node.handlers or node.orelse)
        return plain and all(_only_sets(s, imports) for s in (*node.body, *node.finalbody))
    if isinstance(node, ast.With):
        calls = (i.context_expr for i in node.items if i.optional_vars is None)
        known = [_is_setting(call, _BLOCKS, imports) for call in calls]
        whole = len(known) == len(node.items) and all(known)
        return whole and all(_only_sets(s, imports) for s in node.body)
    if isinstance(node, ast.Assign):
        local = all(isinstance(t, ast.Name) for t in node.targets)
        return local and _is_setting(node.value, _SETTINGS, imports)
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Yield):
        return node.value.value is None
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        return True
    return isinstance(node, ast.Expr) and _is_setting(node.value, _SETTINGS, imports)


def _is_setting(node: ast.expr, names: Sequence[str], imports: dict[str, tuple[str, str]]) -> bool:
    if not isinstance(node, ast.Call) or _full_name(node.func, imports) not in names:
        return False
    return not node.args and all(
        (k.arg is None and isinstance(k.value, ast.Name))
        or (isinstance(k.value, ast.Constant) and k.value.value in _KINDS)
        for k in node.keywords
    )


def _full_name(node: ast.expr, imports: dict[str, tuple[str, str]]) -> str:
    """`numpy.seterr` for `np.seterr`, by the imports of the file; "" for anything else."""
    names = list(_dotted(node))
    known = imports.get(names[-1], ()) if names else ()
    return ".".join(filter(None, (*known, *reversed(names[:-1])))) if known else ""


def _dotted(node: ast.expr) -> Iterator[str]:
    """The names of `a.b.c` from the last one on; none for anything else."""
    parts: list[str] = []
    while isinstance(node, ast.Attribute):
        parts.append(node.attr)
        node = node.value
    if isinstance(node, ast.Name):
        yield from (*parts, node.id)


__all__ = ["is_quiet_block"]
