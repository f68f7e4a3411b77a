"""Which files may set variables of another one by its functions, while they are imported: what such
a variable is at the first call is then not what its own file leaves in it."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from adc.diagnostics import AdcError, Span
from adc.frontends.python.top_names import mentions, run_at_once, set_globally, tree_of

_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
_DEFINITIONS = (*_FUNCTIONS, ast.ClassDef)
_Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


@dataclass
class _File:
    """A file as far as it tells who calls what: `defined` are its functions, methods and classes,
    each with what it mentions, `sets` the variables that each one sets by `global`, `run` what
    importing the file mentions."""

    defined: dict[str, set[str]]
    sets: dict[str, set[str]]
    run: set[str]

    @classmethod
    def of(cls, tree: ast.Module) -> _File:
        found, named = cls({}, {}, set()), _imported(tree)

        def said(nodes: Iterator[ast.AST] | list[ast.AST]) -> set[str]:
            names = {name for node in nodes for name in mentions(node)}
            return names.union(*(named.get(name, ()) for name in names))

        for node in ast.walk(tree):
            if isinstance(node, _DEFINITIONS):
                found.sets.setdefault(node.name, set()).update(set_globally(node))
                found.defined.setdefault(node.name, set()).update(said([node]))
        for node in tree.body:
            if isinstance(node, _DEFINITIONS):
                found.run |= said(run_at_once(node))
                found.run |= {node.name} if node.decorator_list else set()
            else:
                found.run |= said([node])
        return found


def _imported(tree: ast.Module) -> dict[str, set[str]]:
    """What imports of a file give another name."""
    found: dict[str, set[str]] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.alias) and node.asname:
            found.setdefault(node.asname, set()).add(node.name.rpartition(".")[2])
    return found


@dataclass
class Setters:
    """`texts` are those of all files that may be imported."""

    texts: Mapping[str, str]

    def check(self, path: str, name: str) -> None:
        """ADC0123 where another file may set the variable of the file at `path`, or that file
        itself by functions of others."""
        setting = self._setting(path, name)
        own = self._files[path].defined.keys() if path in self._files else ()
        for other, file in self._files.items():
            called = setting & file.run - (set(own) if other == path else set())
            if called:
                raise AdcError.of(
                    "ADC0123", f"`{min(called)}`, which sets `{name}`, is used while this file "
                    "runs", Span(other, 1), help="make the variable an argument",
                )  # fmt: skip

    def _setting(self, path: str, name: str) -> set[str]:
        """The functions, methods and classes that may set the variable, by calls of others, too."""
        sets = self._files[path].sets if path in self._files else {}
        found = {function for function, names in sets.items() if name in names}
        while more := {
            each for file in self._files.values() for each, said in file.defined.items()
            if each not in found and said & found
        }:  # fmt: skip
            found |= more
        return found

    @cached_property
    def _files(self) -> dict[str, _File]:
        trees = {path: tree_of(text) for path, text in self.texts.items()}
        return {path: _File.of(tree) for path, tree in trees.items() if tree is not None}
