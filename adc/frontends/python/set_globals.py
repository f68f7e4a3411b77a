"""Variables of a file that its functions set by `global`.

What such a variable is when a function reads it depends on what was called before, so that adc does
not tell it. With `--first-call` each call is as the first one after the file has run: the variable
is what the file's own text binds it to, where running that text calls none of its setters.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping

from adc.diagnostics import AdcError, Note, Span
from adc.frontends.python.source import Source
from adc.frontends.python.top_names import bound_by, tree_of

_GLOBAL = re.compile(r"\bglobal\b((?:[ \t,\w]|\\\n)+)")
#: What may call or bind by a text.
_HIDDEN = frozenset({
    "globals", "locals", "vars", "getattr", "exec", "eval", "__dict__", "modules", "__getattr__",
})  # fmt: skip
#: What helps where such a variable is used.
FIRST_CALL = (
    "take each call as the first one after the file has run, `--first-call`, or make it an argument"
)
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
_Function = ast.FunctionDef | ast.AsyncFunctionDef


def set_by_functions(source: Source, first_call: bool) -> dict[str, Note]:
    """The variables that functions may have set before a call, each with where."""
    if "global" not in source.text:
        return {}
    tree = tree_of(source.text)
    spans = _by_words(source) if tree is None else _bound_by_functions(tree, source.file)
    found = {name: Note("a function assigns to it here", span) for name, span in spans.items()}
    if not first_call or not found:
        return found
    kept = _set_while_running(source.text, frozenset(found))
    return {name: note for name, note in found.items() if name in kept}


def _by_words(source: Source) -> dict[str, Span]:
    """All names behind the word `global` in a text that Python cannot read as a whole."""
    return {
        name: source.span_at(*match.span(1))
        for match in _GLOBAL.finditer(source.text)
        for name in re.findall(r"\w+", match.group(1))
    }


def _bound_by_functions(tree: ast.Module, file: str) -> dict[str, Span]:
    """The names that a function, or a class, declares `global` and binds."""
    found: dict[str, Span] = {}
    for node in ast.walk(tree):
        inside = [*ast.walk(node)] if isinstance(node, (*_FUNCTIONS, ast.ClassDef)) else []
        bound = bound_by(n for n in inside if not isinstance(n, (ast.Global, ast.Nonlocal)))
        for declared in inside:
            if isinstance(declared, ast.Global):
                place = declared.col_offset + len("global ")
                ends = declared.end_lineno or 0, (declared.end_col_offset or 0) + 1
                span = Span(file, declared.lineno, place + 1, *ends)
                found |= dict.fromkeys(bound & {*declared.names} - found.keys(), span)
    return found


def refuse_set_by_others(texts: Mapping[str, str]) -> None:
    """ADC0123 where running one of the files that are read calls what may set variables of another
    one: these are not what their own file binds them to, then."""
    for path, text in texts.items():
        setters = _setters(text)
        for other, beside in texts.items() if setters else ():
            called = setters & _mentioned(beside) if other != path else frozenset()
            if called:
                name = min(called)
                raise AdcError.of(
                    "ADC0123", f"`{name}`, which sets variables of its file, is used while this "
                    "file runs", Span(other, 1), help="make the variables arguments",
                )  # fmt: skip


def _setters(text: str) -> frozenset[str]:
    """The functions of a file that may set its variables: themselves, or by calls of others."""
    tree = tree_of(text) if "global" in text else None
    functions = [n for n in ast.walk(tree) if isinstance(n, _Function)] if tree is not None else []
    found = {f.name for f in functions if any(isinstance(n, ast.Global) for n in ast.walk(f))}
    while more := {f.name for f in functions if found & {*_mentions(f)}} - found:
        found |= more
    return frozenset(found)


def _mentioned(text: str) -> frozenset[str]:
    """What the code mentions that running a file runs."""
    tree = tree_of(text)
    run, functions = _parts(tree) if tree is not None else ([], {})
    nodes = [*run, *(functions[f] for f in _reached(run, functions))]
    return frozenset(m for node in nodes for m in _mentions(node))


def _set_while_running(text: str, names: frozenset[str]) -> frozenset[str]:
    """Which of the variables running the file may set by calls of its functions."""
    tree = tree_of(text)
    if tree is None or _HIDDEN & _mentioned(text):
        return names
    run, functions = _parts(tree)
    return frozenset(
        name
        for node in (*run, *(functions[f] for f in _reached(run, functions)))
        for declared in ast.walk(node) if isinstance(declared, ast.Global)
        for name in declared.names
    )  # fmt: skip


def _parts(tree: ast.Module) -> tuple[list[ast.AST], dict[str, _Function]]:
    """What runs where a file does, and its functions, which run where something calls them: those
    that are bound once, without decorators."""
    functions: dict[str, _Function] = {}
    run: list[ast.AST] = []
    for node in tree.body:
        if isinstance(node, _Function) and not node.decorator_list and node.name not in functions:
            functions[node.name] = node
            run += [node.args, *([node.returns] if node.returns else [])]
        else:
            run.append(node)
    return run, functions


def _reached(run: list[ast.AST], functions: Mapping[str, _Function]) -> set[str]:
    """The functions that what is `run` mentions, and those that these do."""
    reached: set[str] = set()
    waiting = [m for node in run for m in _mentions(node)]
    while waiting:
        name = waiting.pop()
        if name in functions and name not in reached:
            reached.add(name)
            waiting += _mentions(functions[name])
    return reached


def _mentions(node: ast.AST) -> Iterator[str]:
    for part in ast.walk(node):
        if isinstance(part, ast.Name):
            yield part.id
        elif isinstance(part, ast.Attribute):
            yield part.attr


__all__ = ["FIRST_CALL", "refuse_set_by_others", "set_by_functions"]
