"""Classes whose objects hold values by name: dataclasses, named tuples, and such as only hold
constants. All others are refused where they are used."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from lark import Tree

from adc.diagnostics import AdcError
from adc.frontends import surface
from adc.frontends.names import free_names, walk
from adc.frontends.python import statements
from adc.frontends.python.decorators import decorators
from adc.frontends.python.expressions import name_of
from adc.frontends.python.source import Node, ParseTree, Source

#: Where the names of what makes a class come from, and what kind it makes.
_DECORATORS = {"dataclasses.dataclass"}
_BASES = {"typing.NamedTuple"}
#: What `dataclass(…)` may be given without changing what a call of the class means.
_OPTIONS = {"frozen", "slots", "eq", "order", "repr", "unsafe_hash"}
#: What gives a field its default, and what it may be given.
_FIELD = "dataclasses.field"
_SETTINGS = {"default", "default_factory", "kw_only", "repr", "compare", "hash", "metadata"}
_TOLD = (type(None), surface.Boolean)
#: Decorators of methods, and where the class keeps these.
_METHODS = {"property": "properties", "classmethod": "makers", "staticmethod": "statics"}
#: Annotations that say something else than a type.
_OTHER = re.compile(r"ClassVar|InitVar|KW_ONLY")
#: What may change an attribute without an assignment to it.
_SETTERS = re.compile(r"\b(setattr|vars|delattr)\s*\(|__dict__|__setattr__")
_TEXTS = ("string", "string_concat")
#: What of a file runs when it is called, or where a class is made, which sets no object's fields.
_FUNCTIONS = ("funcdef", "decorated", "classdef")
_SEVERAL = ("tuple", "list", "exprlist", "testlist_tuple")


class _OtherError(Exception):
    """A class that is none of these."""


def class_of(tree: ParseTree, source: Source, imports: Sequence[surface.Import]) -> surface.Class:
    """The class that `tree` makes; AdcError where adc does not know its objects."""
    try:
        return _Reader(source, imports).read(tree)
    except _OtherError:
        raise AdcError.of("ADC0105", "this class is not supported", source.span(tree)) from None


@dataclass
class _Reader:
    source: Source
    imports: Sequence[surface.Import]
    fields: list[surface.Parameter] = field(default_factory=list)
    constants: list[surface.Parameter] = field(default_factory=list)
    functions: list[surface.Function] = field(default_factory=list)
    properties: list[surface.Function] = field(default_factory=list)
    makers: list[surface.Function] = field(default_factory=list)
    statics: list[surface.Function] = field(default_factory=list)
    made_anew: set[str] = field(default_factory=set)
    frozen: bool = False

    def read(self, tree: ParseTree) -> surface.Class:
        made = decorators(tree) if tree.data == "decorated" else ()
        inner = tree.children[-1] if tree.data == "decorated" else tree
        assert isinstance(inner, Tree)
        name, bases, suite = inner.children
        kind = self._kind(made, bases)
        assert isinstance(suite, Tree)
        for statement in statements.flat(suite.children):
            self._statement(statement, kind)
        self._check_defaults()
        return surface.Class(
            name_of(name), tuple(self.fields), kind, tuple(self.functions),
            tuple(self.properties), tuple(self.constants), self.source.span(name),
            frozen=kind == "tuple" or self.frozen,
            makers=tuple(self.makers), statics=tuple(self.statics),
        )  # fmt: skip

    def _kind(self, made: Sequence[ParseTree], bases: Node | None) -> str:
        given = [c for c in bases.children if c is not None] if isinstance(bases, Tree) else []
        if not made and [self._path(b) for b in given] in ([b] for b in _BASES):
            return "tuple"
        if given or len(made) > 1:
            raise _OtherError
        if not made:
            return "constants"
        decorator: Node | None = made[0]
        if made[0].data == "funccall":
            decorator, arguments = made[0].children
            for argument in arguments.children if isinstance(arguments, Tree) else ():
                if argument is not None and not self._is_option(argument):
                    raise _OtherError
                text = self.source.text_of(self.source.span(argument)) if argument else ""
                self.frozen |= text.replace(" ", "") == "frozen=True"
        if self._path(decorator) not in _DECORATORS:
            raise _OtherError
        return "data"

    def _is_option(self, argument: Node) -> bool:
        if not isinstance(argument, Tree) or argument.data != "argvalue":
            return False
        return self.source.text_of(self.source.span(argument.children[0])) in _OPTIONS

    def _path(self, node: Node | None) -> str:
        """`dataclasses.dataclass`, by the imports of the file; "" for anything else."""
        if not isinstance(node, Tree):
            return ""
        if node.data == "getattr":
            inner = self._path(node.children[0])
            return f"{inner}.{name_of(node.children[1])}" if inner else ""
        if node.data != "var":
            return ""
        return self._full(name_of(node.children[0]))

    def _full(self, name: str) -> str:
        """What `name` is imported from."""
        found = [i for i in self.imports if i.alias == name]
        if len(found) != 1 or not found[0].certain:
            return ""
        return found[0].module + ("" if found[0].name is None else f".{found[0].name}")

    def _statement(self, node: Node, kind: str) -> None:
        if not isinstance(node, Tree):
            raise _OtherError
        if node.data == "pass_stmt":
            return
        first = node.children[0]
        if node.data == "expr_stmt" and isinstance(first, Tree) and first.data in _TEXTS:
            return
        if node.data == "assign_stmt" and isinstance(first, Tree):
            self._assignment(first, kind)
        elif node.data in ("funcdef", "decorated"):
            self._method(node)
        else:
            raise _OtherError

    def _assignment(self, node: ParseTree, kind: str) -> None:
        made = statements.module_assignment(node, self.source) if _has_value(node) else None
        if node.data == "annassign":
            target, annotation, _ = node.children
            text, where = statements.annotation_text(annotation, self.source)
            if not isinstance(target, Tree) or target.data != "var" or _OTHER.search(text):
                raise _OtherError
            default = made.value if made is not None else None
            parameter = surface.Parameter(
                name_of(target.children[0]), text, default, self.source.span(target), where
            )
            if kind == "data":
                parameter = self._settings(parameter)
            if kind != "constants":
                self.fields.append(parameter)
            elif default is not None:
                self.constants.append(parameter)
            return
        if made is None or kind == "tuple" or len(made.targets) != 1:
            raise _OtherError
        name = made.targets[0]
        if not isinstance(name, surface.Name):
            raise _OtherError
        self.constants.append(surface.Parameter(name.name, None, made.value, name.span))

    def _settings(self, parameter: surface.Parameter) -> surface.Parameter:
        """The field with the default that `field(…)` gives; what a factory gives is another object
        for each one that is made."""
        call = parameter.default
        if not isinstance(call, surface.Call) or self._imported(call.function) != _FIELD:
            return parameter
        told = {k.name: k.value for k in call.keywords}
        only = told.get("kw_only")
        if call.arguments or set(told) - _SETTINGS or not isinstance(only, _TOLD):
            raise _OtherError
        default = told.get("default")
        if "default_factory" in told:
            default = surface.Call(told["default_factory"], (), (), call.span)
            self.made_anew.add(parameter.name)
        named = isinstance(only, surface.Boolean) and only.value
        return replace(parameter, default=default, keyword_only=named)

    def _imported(self, function: surface.Expr) -> str:
        """`dataclasses.field`, by the imports of the file; "" for anything else."""
        if isinstance(function, surface.Attribute):
            inner = self._imported(function.value)
            return f"{inner}.{function.name}" if inner else ""
        return self._full(function.name) if isinstance(function, surface.Name) else ""

    def _method(self, node: ParseTree) -> None:
        made = decorators(node) if node.data == "decorated" else ()
        inner = node.children[-1] if node.data == "decorated" else node
        if not isinstance(inner, Tree) or inner.data != "funcdef" or len(made) > 1:
            raise _OtherError
        function = statements.function(inner, self.source)
        free = (
            bool(made) and made[0].data == "var" and name_of(made[0].children[0]) == "staticmethod"
        )
        plain = free or (bool(function.parameters) and not function.parameters[0].star)
        if function.name.startswith("__") or not plain:
            raise _OtherError
        if not made:
            self.functions.append(function)
            return
        kind = name_of(made[0].children[0]) if made[0].data == "var" else ""
        if kind not in _METHODS or any(i.alias == kind for i in self.imports):
            raise _OtherError
        getattr(self, _METHODS[kind]).append(function)

    def _check_defaults(self) -> None:
        """What a class binds is seen by what it computes later, and by nothing outside of it."""
        both = [*self.fields, *self.constants]
        methods = [*self.functions, *self.properties, *self.makers, *self.statics]
        own = [p.name for p in both] + [f.name for f in methods]
        if len(set(own)) < len(own):
            raise _OtherError
        for parameter in both:
            alone = surface.Function("", (replace(parameter, name=""),), (), parameter.span)
            shared = parameter.name not in self.made_anew and any(
                map(_may_change, walk(parameter.default))
            )
            if free_names(alone).keys() & set(own) or shared:
                raise _OtherError


def _may_change(node: object) -> bool:
    """Whether a default is a list or a dictionary, which all objects would share."""
    return isinstance(node, surface.Intrinsic) or (
        isinstance(node, surface.Sequence) and node.is_list
    )


def _has_value(node: ParseTree) -> bool:
    return node.data in ("assign", "annassign") and node.children[-1] is not None


def methods_of(made: surface.Class) -> tuple[surface.Function, ...]:
    return (*made.functions, *made.properties, *made.makers, *made.statics)


def may_change(made: surface.Class, trees: Iterable[ParseTree], source: Source) -> bool:
    """Whether something in the file may change what the class itself has, or what objects of it
    have in another way than by setting a field inside a function."""
    return bool(_SETTERS.search(source.text)) or sets_own(made, trees)


def sets_own(made: surface.Class, trees: Iterable[ParseTree]) -> bool:
    """Whether `trees` set what the class itself has, or fields of objects outside of functions."""
    fields = {p.name for p in made.parameters}
    own = {p.name for p in made.constants}
    own |= {f.name for f in methods_of(made)}
    return any(
        name in own or (name in fields and not plain)
        for tree in trees
        for name, plain in _set_attributes(tree, tree.data in _FUNCTIONS)
    )


def fields_set(made: surface.Class, trees: Iterable[ParseTree]) -> bool:
    """Whether the file sets a field of a name that objects of the class have."""
    own = {p.name for p in made.parameters}
    return any(name in own for tree in trees for name, _ in _set_attributes(tree, True))


def _set_attributes(tree: ParseTree, inside: bool) -> Iterator[tuple[str, bool]]:
    """The attributes that something sets, and whether that is an assignment `inside` a function or
    a class."""
    for node in tree.iter_subtrees():
        match node.data:
            case "assign":
                targets, plain = node.children[:-1], inside
            case "annassign" | "augassign":
                targets, plain = node.children[:1], inside
            case "for_stmt":
                targets, plain = node.children[:1], False
            case "del_stmt":
                targets, plain = node.children, False
            case _:
                continue
        for target in targets:
            yield from ((name, plain) for name in _attributes(target))


def _attributes(target: Node | None) -> Iterator[str]:
    if not isinstance(target, Tree):
        return
    if target.data in _SEVERAL or target.data == "star_expr":
        for part in target.children:
            yield from _attributes(part)
    elif target.data == "getattr":
        yield name_of(target.children[1])
