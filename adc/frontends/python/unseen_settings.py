"""Attributes that are set in a way that is not seen, such as `setattr(self, name, value)`: of which
classes, where each of them is set in a method's own object."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import takewhile
from tokenize import COMMENT, DEDENT, INDENT, NEWLINE, NL, STRING, TokenError, generate_tokens

from lark import Tree

from adc.frontends import surface
from adc.frontends.python.class_effects import object_of, statements_of, takes_no_object
from adc.frontends.python.expressions import name_of
from adc.frontends.python.source import Node, ParseTree, Source

#: What may change an attribute without an assignment to it.
_SETTERS = re.compile(r"\b(?:setattr|vars|delattr)\s*\(|__dict__|__setattr__")
#: What only reads what attributes there are, or compares them.
_READING = re.compile(
    r"\b\w+\.__dict__[ \t]*[=!]=[ \t]*\w+\.__dict__(?![ \t]*[.\[(])|\.__dict__\.keys\(\)"
)
_OWN = (
    r"\b(?:setattr|delattr)\s*\(\s*{0}\s*,|\bvars\s*\(\s*{0}\s*\)|(?<![\w.]){0}\.__dict__"
    r"|\bobject\.__setattr__\s*\(\s*{0}\s*,|(?<![\w.]){0}\.__setattr__\s*\("
)


@dataclass(frozen=True)
class UnseenSettings:
    """Those of a file with these statements."""

    trees: Sequence[ParseTree]
    source: Source

    def marked(self, made: surface.Class) -> surface.Class:
        """The class with whether its objects may have attributes set so."""
        by_name = self.classes is None or made.name in self.classes
        return replace(made, by_name=by_name, changed=made.changed or by_name)

    @cached_property
    def classes(self) -> frozenset[str] | None:
        """The classes whose objects have attributes set so, by their own methods alone, or by such
        that are found by names which are not seen; None where those of any class may, or a class's
        own."""
        if not _SETTERS.search(self.source.text):
            return frozenset()
        lines = _READING.sub("", _uncommented(self.source.text)).splitlines(keepends=True)
        count = len(_SETTERS.findall("".join(lines)))
        found: set[str] = set()
        setting: dict[str, tuple[str, ...]] = {}
        for name, first, function in self._methods():
            text = _text(function, self.source, lines)
            own = len(re.findall(_OWN.format(re.escape(first)), text))
            count -= own
            if own:
                found.add(name)
                method, needed = name_of(function.children[0]), _needed(function)
                setting[method] = min(needed, setting.get(method, needed), key=len)
        if count != 0 or self._lent(setting):
            return None
        if setting and any(map(self._may_find, self.trees)):
            return frozenset(name_of(made.children[0]) for made in self._classes())
        return _with_below(found, self._bases(lines))

    def _lent(self, methods: Mapping[str, Collection[str]]) -> bool:
        """Whether one of these methods, each with the arguments that it needs, its object among
        them, may be called of an object that is not of its class: `A.put(b)`. A method's own object
        has them as they are, and so has `super()`; so does what is called with too few arguments
        for a function of a class."""
        own = {
            id(node)
            for _, first, function in self._methods()
            for node in function.find_data("getattr")
            if _is_name(node.children[0], first) or _is_call(node.children[0], "super")
        }
        for tree in self.trees:
            for call in tree.find_data("funccall"):
                method = call.children[0]
                if isinstance(method, Tree) and method.data == "getattr":
                    needed = methods.get(name_of(method.children[1]), ())
                    own |= {id(method)} if _has_too_few(call, needed) else set()
            for node in tree.find_data("getattr"):
                if name_of(node.children[1]) in methods and id(node) not in own:
                    return True
        return False

    def _may_find(self, tree: ParseTree) -> bool:
        """Whether something in the tree may take a method by a name that is not seen."""
        return any(
            _is_name(node, "getattr") or _is_name(node, "attrgetter")
            for node in tree.find_data("var")
        ) or any(name_of(node.children[1]) == "attrgetter" for node in tree.find_data("getattr"))

    def _classes(self) -> Iterator[ParseTree]:
        for tree in self.trees:
            made = tree.children[-1] if tree.data == "decorated" else tree
            if isinstance(made, Tree) and made.data == "classdef":
                yield made

    def _methods(self) -> Iterator[tuple[str, str, ParseTree]]:
        """The class, the name of its own object, and the definition of each method that has one."""
        for made in self._classes():
            for child in statements_of(made.children[2]):
                function = child.children[-1] if child.data == "decorated" else child
                is_method = isinstance(function, Tree) and function.data == "funcdef"
                first = object_of(function) if is_method and not takes_no_object(child) else ""
                if first:
                    yield name_of(made.children[0]), first, function

    def _bases(self, lines: Sequence[str]) -> dict[str, set[str]]:
        """The names that stand in the header of each class."""
        return {
            name_of(made.children[0]): set(re.findall(r"\w+", _text(made.children[1], self.source,
                                                                    lines)))
            for made in self._classes() if isinstance(made.children[1], Tree)
        }  # fmt: skip


def _needed(function: ParseTree) -> tuple[str, ...]:
    """The arguments that a function has to be given, those first that may go in order."""
    parameters = function.children[1]
    given = parameters.children if isinstance(parameters, Tree) else []
    plain = takewhile(lambda p: isinstance(p, Tree) and p.data in ("name", "typedparam"), given)
    return tuple(name_of(next(iter(p.find_pred(_is_bare)))) for p in plain)  # type: ignore[union-attr]


def _is_bare(node: ParseTree) -> bool:
    return node.data == "name"


def _has_too_few(call: ParseTree, needed: Collection[str]) -> bool:
    """Whether a call gives nothing in order, or not all that is `needed`."""
    arguments = call.children[1]
    given = [p for p in arguments.children if p is not None] if isinstance(arguments, Tree) else []
    kinds = [p.data if isinstance(p, Tree) else "" for p in given]
    if "starargs" in kinds:
        return False
    in_order = sum(kind not in ("argvalue", "kwargs") for kind in kinds)
    names = {name_of(p.children[0].children[0]) for p in given
             if isinstance(p, Tree) and p.data == "argvalue"}  # fmt: skip
    named = len(names.intersection(needed))
    return in_order == 0 or ("kwargs" not in kinds and in_order + named < len(needed))


def _is_name(node: Node | None, name: str) -> bool:
    return isinstance(node, Tree) and node.data == "var" and name_of(node.children[0]) == name


def _is_call(node: Node | None, name: str) -> bool:
    return isinstance(node, Tree) and node.data == "funccall" and _is_name(node.children[0], name)


def _text(node: ParseTree, source: Source, lines: Sequence[str]) -> str:
    """The lines that a node is in."""
    span = source.span(node)
    return "".join(lines[span.line - 1 : span.end_line])


def _with_below(found: set[str], bases: Mapping[str, set[str]]) -> frozenset[str]:
    """The classes with those that are derived from them, in the file."""
    names = set(found)
    while more := {n for n, above in bases.items() if above & names} - names:
        names |= more
    return frozenset(names)


def _uncommented(text: str) -> str:
    """The text without its comments and docstrings; as it is where Python does not read it."""
    lines = text.splitlines(keepends=True)
    before = NEWLINE
    try:
        for token in generate_tokens(iter([*lines]).__next__):
            alone = token.type == STRING and before in (NEWLINE, INDENT, DEDENT)
            if token.type == COMMENT or alone:
                _blank(lines, token.start, token.end)
            if token.type not in (COMMENT, NL):
                before = token.type
    except (TokenError, SyntaxError):
        return text
    return "".join(lines)


def _blank(lines: list[str], start: tuple[int, int], end: tuple[int, int]) -> None:
    """Leaves out what is between two places, but the ends of lines."""
    for row in range(start[0], end[0] + 1):
        line = lines[row - 1]
        first = start[1] if row == start[0] else 0
        last = end[1] if row == end[0] else len(line.rstrip("\r\n"))
        lines[row - 1] = line[:first] + " " * (last - first) + line[last:]
