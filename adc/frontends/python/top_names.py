"""What Python's own parser tells of a text: its tree, and the names that it binds at its top."""

from __future__ import annotations

import ast
import re
import warnings
from collections import Counter
from collections.abc import Iterable, Iterator

#: Where a file binds `__name__` itself.
_OWN_NAME = re.compile(
    r"(?<![\w.])__name__\s*:?=(?!=)|^[ \t]*__name__\s*,|\b(?:as|for|def|class|global)\s+__name__\b|"
    r"[\"']__name__[\"']\s*\]\s*=(?!=)", re.MULTILINE,
)  # fmt: skip
_DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


def tree_of(text: str) -> ast.Module | None:
    """Python's tree of a file, as far as an import of the file runs it; None where it has none."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    if not names_itself(text):
        tree.body = [node for node in tree.body if not is_main_guard(node)]
    return tree


def names_itself(text: str) -> bool:
    """Whether a file may bind `__name__`."""
    return "__name__" in text and _OWN_NAME.search(text) is not None


def bound_at_top(text: str) -> dict[str, set[int]] | None:
    """The names that statements of a module bind there, each with the lines where; None where they
    are no Python."""
    tree = tree_of(text)
    if tree is None:
        return None
    found: dict[str, set[int]] = {}
    pending: list[ast.AST] = list(tree.body)
    while pending:
        node = pending.pop()
        if isinstance(node, (*_DEFINITIONS, ast.ClassDef)):
            first = max((d.end_lineno or 1 for d in node.decorator_list), default=0)
            lines = range(first + 1, node.body[0].lineno + 1) or (node.lineno,)
            found.setdefault(node.name, set()).update(lines)
            pending += node.decorator_list
            pending += node.bases if isinstance(node, ast.ClassDef) else [node.args]
            continue
        if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
            found.setdefault(node.id, set()).add(node.lineno)
        elif isinstance(node, ast.alias):
            name = node.asname or node.name.split(".")[0]
            found.setdefault(name, set()).update(range(node.lineno, (node.end_lineno or 0) + 1))
        elif isinstance(node, (ast.ExceptHandler, ast.MatchAs, ast.MatchStar)) and node.name:
            found.setdefault(node.name, set()).add(node.lineno)
        elif isinstance(node, ast.MatchMapping) and node.rest:
            found.setdefault(node.rest, set()).add(node.lineno)
        pending += ast.iter_child_nodes(node)
    return found


def first_places(names: dict[str, set[int]], text: str) -> Iterator[tuple[str, tuple[int, int]]]:
    """Each of `names`, which stand in these lines of a text, with its first place there."""
    starts = [0, *(m.end() for m in re.finditer("\n", text))]
    for name, lines in names.items():
        match = re.compile(rf"\b{re.escape(name)}\b").search(text, starts[min(lines) - 1])
        yield name, match.span() if match else (0, 0)


def bound_by(nodes: Iterable[ast.AST]) -> set[str]:
    """The names that these nodes bind, as variables or otherwise."""
    found: set[str] = set()
    for node in nodes:
        if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
            found.add(node.id)
        elif type(node) in _BINDING:
            found |= {name for name in bound_otherwise(node) if name}
    return found


#: The kinds of nodes that bind names otherwise.
_BINDING = (
    ast.arg, ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.alias, ast.ExceptHandler,
    ast.MatchAs, ast.MatchStar, ast.Global, ast.Nonlocal,
)  # fmt: skip


def bound_otherwise(node: ast.AST) -> Iterator[str | None]:
    """The names that a node binds which is no variable by itself."""
    if isinstance(node, ast.arg):
        yield node.arg
    elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
        yield node.name
    elif isinstance(node, ast.alias):
        yield node.asname or node.name.partition(".")[0]
    elif isinstance(node, (ast.ExceptHandler, ast.MatchAs, ast.MatchStar)):
        yield node.name
    elif isinstance(node, (ast.Global, ast.Nonlocal)):
        yield from node.names


def times_bound(inside: Iterable[ast.AST], name: str) -> int:
    """How often one of the nodes binds the variable, or says whose it is."""
    return sum(found == name for node in inside for found in _names_bound(node))


def times_each(inside: Iterable[ast.AST]) -> Counter[str | None]:
    """The same of all variables."""
    return Counter(found for node in inside for found in _names_bound(node))


def _names_bound(node: ast.AST) -> Iterator[str | None]:
    if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
        yield node.id
    elif isinstance(node, ast.MatchMapping):
        yield node.rest
    yield from bound_otherwise(node)


def mentions(node: ast.AST) -> Iterator[str]:
    """The names of the variables and attributes in a node."""
    for part in ast.walk(node):
        if isinstance(part, ast.Name):
            yield part.id
        elif isinstance(part, ast.Attribute):
            yield part.attr


def run_at_once(node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) -> Iterator[ast.AST]:
    """What defining a function or a class evaluates."""
    yield from node.decorator_list
    if isinstance(node, ast.ClassDef):
        yield from (*node.bases, *node.keywords)
        for inner in node.body:
            if isinstance(inner, (*_DEFINITIONS, ast.ClassDef)):
                yield from run_at_once(inner)
            else:
                yield inner
    else:
        yield node.args
        yield from [node.returns] if node.returns is not None else []


def set_globally(node: ast.AST) -> set[str]:
    """The variables of the file that a function or a class declares `global` and binds."""
    inside = list(ast.walk(node))
    declared = {name for n in inside if isinstance(n, ast.Global) for name in n.names}
    if not declared:
        return declared
    return declared & bound_by(n for n in inside if not isinstance(n, (ast.Global, ast.Nonlocal)))


def only_raises(body: list[ast.stmt]) -> bool:
    """Whether an exception is all that a branch leads to."""
    inside = [n for node in body for n in ast.walk(node)]
    return bool(body) and isinstance(body[-1], ast.Raise) and not any(
        isinstance(n, ast.Return) for n in inside
    )  # fmt: skip


def is_main_guard(node: ast.stmt) -> bool:
    """Whether it is `if __name__ == "__main__":`, which nothing runs that imports the file."""
    test = node.test if isinstance(node, ast.If) and not node.orelse else None
    if not isinstance(test, ast.Compare) or not isinstance(test.ops[0], ast.Eq):
        return False
    sides = sorted(ast.unparse(side) for side in (test.left, *test.comparators))
    return sides == ["'__main__'", "__name__"]
