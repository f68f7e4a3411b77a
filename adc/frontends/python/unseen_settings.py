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
from adc.frontends.places import file_of
from adc.frontends.python.class_effects import (
    mangled,
    object_of,
    statements_of,
    takes_no_object,
)
from adc.frontends.python.class_sets import lent_alone
from adc.frontends.python.expressions import name_of
from adc.frontends.python.module_values import Uses
from adc.frontends.python.setting_finder import settings_of
from adc.frontends.python.settings import Settings
from adc.frontends.python.source import Node, ParseTree, Source

#: What may change an attribute without an assignment to it.
_SETTERS = re.compile(r"\b(?:setattr|vars|delattr)\s*\(|__dict__|__setattr__")
#: What only reads what attributes there are, or compares them.
_READING = re.compile(
    r"\b\w+\.__dict__[ \t]*[=!]=[ \t]*\w+\.__dict__(?![ \t]*[.\[(])|\.__dict__\.keys\(\)"
)
#: What a file calls a module.
_IMPORTED = re.compile(r"^\s*import\s+(?:[\w.]+\s+as\s+)?(\w+)\s*$", re.MULTILINE)
#: The head of a text that has expressions in it, which are evaluated.
_FORMATTED = re.compile(r"[rR]?[fF]")
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

    def sets(self, made: surface.Class) -> bool:
        """Whether the file may set what the class has so, or by giving it to a method, of its own
        or of another one, that sets this in its own object."""
        if self.classes is None:
            return True
        return lent_alone(self._settings, made, self._uses, self._is_library) > 0

    @cached_property
    def _settings(self) -> Settings:
        return settings_of(self.source.text)

    @cached_property
    def _uses(self) -> Uses:
        return Uses.of(self.source.text)

    def _is_library(self, _: str, name: str) -> bool:
        module, *_place = self._settings.libraries.get(name, ("",))
        return bool(module) and not file_of(self.source.file, module)

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
        setting: dict[str, set[tuple[str, ...]]] = {}
        for name, first, function in self._methods():
            text = _text(function, self.source, lines)
            own = len(re.findall(_OWN.format(re.escape(first)), text))
            count -= own
            if own:
                found.add(name)
                method = name_of(function.children[0])
                for known in (method, mangled(method, name)):
                    setting.setdefault(known, set()).add(_needed(function))
        if count != 0 or self._lent(setting):
            return None
        if setting and any(map(self._may_find, self.trees)):
            return frozenset(name_of(made.children[0]) for made in self._classes())
        return _with_below(found, self._bases(lines))

    def _lent(self, methods: Mapping[str, Collection[tuple[str, ...]]]) -> bool:
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
                    own |= {id(method)} if all(_has_too_few(call, n) for n in needed) else set()
            for node in tree.find_data("getattr"):
                if name_of(node.children[1]) in methods and id(node) not in own:
                    return True
        used = (name for made in self._classes() for name in _used_in_body(made))
        return any(name in methods for name in used) or self._lent_by_name(methods)

    def _lent_by_name(self, methods: Mapping[str, Collection[tuple[str, ...]]]) -> bool:
        """Whether one of these is taken so by its name, `getattr(A, "put")`, and is not seen to be
        called with too few arguments."""
        every = [n for needed in methods.values() for n in needed]
        own = {
            id(call)
            for _, first, function in self._methods()
            for call in function.find_data("funccall")
            if _calls(call, "getattr") and _is_name(_first_argument(call), first)
        }
        modules = set(_IMPORTED.findall(self.source.text))
        calls = [c for tree in self.trees for c in tree.find_data("funccall")] if methods else []
        for call in calls:
            found = _finding(call.children[0])
            if found is None or id(found) in own:
                continue
            if any(_is_name(_first_argument(found), name) for name in modules):
                own.add(id(found))
                continue
            own.add(id(found))
            names = self._texts(found)
            needed = [n for name in names for n in methods.get(name, ())] if names else every
            if not all(_has_too_few(call, n) for n in needed):
                return True
        return any(
            not methods.keys().isdisjoint(self._texts(call))
            for call in calls
            if id(call) not in own and (_calls(call, "getattr") or _calls(call, "attrgetter"))
        )

    def _texts(self, call: ParseTree) -> list[str]:
        """The names that `getattr` or `attrgetter` is asked for; [] where one is not plain."""
        parts = call.children[1].children if isinstance(call.children[1], Tree) else []
        found = list[str]()
        for part in parts[1:2] if _calls(call, "getattr") else parts:
            text = self.source.text_of(self.source.span(part)) if part is not None else ""
            plain = re.fullmatch(r"""(["'])([\w.]+)\1""", text)
            if plain is None:
                return []
            found += plain[2].split(".")
        return found

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


def _has_too_few(call: ParseTree, needed: Sequence[str]) -> bool:
    """Whether a call does not give all that is `needed`, or not the first of it, an object: in
    order or by its name."""
    arguments = call.children[1]
    given = [p for p in arguments.children if p is not None] if isinstance(arguments, Tree) else []
    kinds = [p.data if isinstance(p, Tree) else "" for p in given]
    if "starargs" in kinds or "kwargs" in kinds or not needed:
        return False
    names = {name_of(p.children[0].children[0]) for p in given
             if isinstance(p, Tree) and p.data == "argvalue"}  # fmt: skip
    in_order = sum(kind != "argvalue" for kind in kinds)
    named = len(names.intersection(needed))
    return (in_order == 0 and needed[0] not in names) or in_order + named < len(needed)


def _finding(node: Node | None) -> ParseTree | None:
    """The call that names what is called: of `getattr(a, "b")()`, or of `attrgetter("b")(a)()`."""
    if not isinstance(node, Tree) or node.data != "funccall":
        return None
    if _calls(node, "getattr"):
        return node
    made = node.children[0]
    is_call = isinstance(made, Tree) and made.data == "funccall"
    return made if is_call and _calls(made, "attrgetter") else None  # type: ignore[return-value]


def _calls(call: ParseTree, name: str) -> bool:
    """Whether it calls `name`, or `module.name`."""
    function = call.children[0]
    is_part = isinstance(function, Tree) and function.data == "getattr"
    return _is_name(function, name) or (is_part and name_of(function.children[1]) == name)


def _first_argument(call: ParseTree) -> Node | None:
    arguments = call.children[1]
    return arguments.children[0] if isinstance(arguments, Tree) and arguments.children else None


def _used_in_body(made: ParseTree) -> Iterator[str]:
    """The names that the body of a class uses while it is run, but in `@name.setter`: what binds
    one of its methods anew, `other = put`, or hands it on."""
    for child in statements_of(made.children[2]):
        function = child.children[-1] if child.data == "decorated" else child
        runs = [child]
        if isinstance(function, Tree) and function.data == "funcdef":
            runs = [part for part in function.children[1:-1] if isinstance(part, Tree)]
        for part in runs:
            yield from (name_of(node.children[0]) for node in part.find_data("var"))


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
            alone = alone and not _FORMATTED.match(token.string)
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
