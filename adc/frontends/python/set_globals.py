"""Variables of a file that its functions set by `global`.

What such a variable is when a function reads it depends on what was called before, so that adc does
not tell it. With `--first-call` each call is as the first one after the file has run: the variable
is what the file's own text binds it to, where running that text calls none of its setters, or what
these surely set (`first_calls.py`).
"""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping
from dataclasses import dataclass

from adc.diagnostics import Note, Span
from adc.frontends.python.source import Source
from adc.frontends.python.top_names import bound_by, mentions, set_globally, tree_of

_GLOBAL = re.compile(r"\bglobal\b((?:[ \t,\w]|\\\n)+)")
#: What may call or bind by a text.
_HIDDEN = frozenset({
    "globals", "locals", "vars", "getattr", "exec", "eval", "__dict__", "modules", "__getattr__",
})  # fmt: skip
#: What helps where such a variable is used.
FIRST_CALL = (
    "take each call as the first one after the file has run, `--first-call`, or make it an argument"
)
#: The same where that is taken already.
RUNNING = "running the file may call what sets it: make it an argument"
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
_Function = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True)
class SetByFunctions:
    """The variables that functions may have set before a call, each with where; `kept` are those
    that are not what the file's own statements bind them to, `running` those that functions may set
    while the file runs."""

    notes: Mapping[str, Note]
    kept: Mapping[str, Note]
    running: frozenset[str]

    @classmethod
    def of(cls, source: Source, first_call: bool) -> SetByFunctions:
        notes = _notes(source)
        if not (first_call and notes):
            return cls(notes, notes, frozenset())
        running = _set_while_running(source.text, frozenset(notes)) & notes.keys()
        return cls(notes, {n: note for n, note in notes.items() if n in running}, running)


def _notes(source: Source) -> dict[str, Note]:
    if "global" not in source.text:
        return {}
    tree = tree_of(source.text)
    spans = _by_words(source) if tree is None else _bound_by_functions(tree, source.file)
    return {name: Note("a function assigns to it here", span) for name, span in spans.items()}


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


def _mentioned(text: str) -> frozenset[str]:
    """What the code mentions that running a file runs."""
    tree = tree_of(text)
    run, functions = _parts(tree) if tree is not None else ([], {})
    nodes = [*run, *(functions[f] for f in _reached(run, functions))]
    return frozenset(m for node in nodes for m in mentions(node))


def may_be_hidden(text: str) -> bool:
    """Whether running the file may call or bind something by a text."""
    return bool(_HIDDEN & _mentioned(text))


def _set_while_running(text: str, names: frozenset[str]) -> frozenset[str]:
    """Which of the variables running the file may set by calls of its functions."""
    tree = tree_of(text)
    if tree is None or may_be_hidden(text):
        return names
    run, functions = _parts(tree)
    nodes = (*run, *(functions[f] for f in _reached(run, functions)))
    return frozenset(name for node in nodes for name in set_globally(node))


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
    waiting = [m for node in run for m in mentions(node)]
    while waiting:
        name = waiting.pop()
        if name in functions and name not in reached:
            reached.add(name)
            waiting += mentions(functions[name])
    return reached


__all__ = ["FIRST_CALL", "RUNNING", "SetByFunctions", "may_be_hidden"]
