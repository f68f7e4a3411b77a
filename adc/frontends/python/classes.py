"""Classes: what they bind, and what of their objects is known while compiling.

A class is what its own text binds: fields, constants, methods. What it has of its bases is found by
lowering, which sees the classes of all files. What adc does not follow is refused where the class
is used; a method that adc cannot read, where it is called.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from lark import Tree

from adc.diagnostics import AdcError, Span
from adc.frontends import surface
from adc.frontends.names import free_names, walk, with_parts
from adc.frontends.python import pieces, statements
from adc.frontends.python.class_effects import mangled, settings
from adc.frontends.python.class_pieces import (
    accessors_of,
    equality,
    may_change,
    pairs,
    refused_method,
    with_own_names,
)
from adc.frontends.python.decorators import decorators, of_method
from adc.frontends.python.expressions import expression, name_of
from adc.frontends.python.hidden_names import names_alone, refusing, says_what_objects_are
from adc.frontends.python.source import Node, ParseTree, Source

#: Where the names of what makes a class come from.
_DECORATORS = {"dataclasses.dataclass"}
_TUPLES = {"typing.NamedTuple"}
_ENUMS = {"enum.Enum": "enum", "enum.IntEnum": "numbers", "enum.StrEnum": "texts"}
_MIXED = {"int": "numbers", "str": "texts"}
#: Bases and metaclasses that add nothing to what objects are.
_PLAIN = {"object", "abc.ABC", "typing.Protocol", "typing.Generic", "typing_extensions.Protocol"}
_CHECKING = {"abc.ABC", "typing.Protocol", "typing_extensions.Protocol"}  # classes of ABCMeta
#: What `dataclass(…)` may be given without changing what a call of the class means.
_OPTIONS = {"frozen", "slots", "eq", "order", "repr", "unsafe_hash", "kw_only"}
#: What gives a field its default, and what it may be given.
_FIELD = "dataclasses.field"
_SETTINGS = {
    "default", "default_factory", "kw_only", "repr", "compare", "hash", "metadata", "init",
}  # fmt: skip
_TOLD = (type(None), surface.Boolean)
#: Decorators of methods, and where the class keeps these.
_METHODS = {
    "property": "properties", "classmethod": "makers", "staticmethod": "statics",
    "abc.abstractproperty": "properties",
}  # fmt: skip
_ABSTRACT = {"abc.abstractmethod", "abc.abstractproperty"}
_SAYING_NOTHING = {"typing.override", "typing.final", "typing_extensions.override"}
#: Annotations that say something else than a type.
_OTHER = re.compile(r"InitVar|KW_ONLY")
_OF_CLASS = re.compile(r"\bClassVar\b")
_TEXTS = ("string", "string_concat", "ellipsis")
_ENUM_KINDS = ("enum", "numbers", "texts")
#: Special methods that change what an object is, or what becomes of its attributes.
_BEYOND = re.compile(
    r"__(getattr|getattribute|setattr|delattr|new|init_subclass|set_name|get|set|delete|prepare"
    r"|class_getitem|instancecheck|subclasscheck|subclasshook|mro_entries|copy|deepcopy|reduce"
    r"|reduce_ex|getstate|setstate|array\w*|numpy\w*|del)__$"
)


class OtherError(Exception):
    """A class that adc does not follow; the text completes "this class …"."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why


def class_of(tree: ParseTree, source: Source, imports: Sequence[surface.Import]) -> surface.Class:
    """The class that `tree` makes; AdcError where adc does not know its objects."""
    try:
        return Reader(source, imports).read(tree)
    except OtherError as other:
        inner = tree.children[-1] if tree.data == "decorated" else tree
        span = source.span(inner.children[0])
        raise AdcError.of("ADC0105", f"this class {other.why}", span) from None


@dataclass
class Reader:
    source: Source
    imports: Sequence[surface.Import]
    name: str = ""
    kind: str = "plain"
    fields: list[surface.Parameter] = field(default_factory=list)
    constants: dict[str, surface.Parameter] = field(default_factory=dict)
    functions: list[surface.Function] = field(default_factory=list)
    properties: list[surface.Function] = field(default_factory=list)
    makers: list[surface.Function] = field(default_factory=list)
    statics: list[surface.Function] = field(default_factory=list)
    setters: list[surface.Function] = field(default_factory=list)
    bases: list[surface.Expr] = field(default_factory=list)
    abstract: set[str] = field(default_factory=set)
    made_anew: set[str] = field(default_factory=set)
    uncompared: list[str] = field(default_factory=list)
    hidden: dict[str, Span] = field(default_factory=dict)
    checking: bool = False
    named_alone: bool = False
    frozen: bool = False
    equal: bool = True

    def read(self, tree: ParseTree) -> surface.Class:
        made = decorators(tree) if tree.data == "decorated" else ()
        inner = tree.children[-1] if tree.data == "decorated" else tree
        assert isinstance(inner, Tree)
        name, bases, suite = inner.children
        self.name = name_of(name)
        self._read_bases(bases)
        self._read_decorators(made)
        assert isinstance(suite, Tree)
        for statement in pieces.flat(suite.children):
            self._statement(statement)
        self._check_names()
        if self.kind == "data" and self.equal and all(f.name != "__eq__" for f in self.functions):
            self.functions.append(equality(self.source.span(name), self.uncompared))
        elif self.uncompared:  # classes below it may be compared without them
            raise OtherError("has fields that its own `__eq__` does not leave out")
        return surface.Class(
            self.name, tuple(self.fields), self.kind, tuple(self.functions),
            tuple(self.properties), tuple(self.constants.values()), self.source.span(name),
            frozen=self.kind == "tuple" or self.frozen,
            makers=tuple(self.makers), statics=tuple(self.statics), setters=tuple(self.setters),
            bases=tuple(self.bases), abstract=frozenset(self._abstract()),
            attributes=tuple(dict.fromkeys(self._set_in_methods(tree))),
        )  # fmt: skip

    def _abstract(self) -> set[str]:
        return self.abstract if self.checking or self.bases else set()

    def _set_in_methods(self, tree: ParseTree) -> Iterator[str]:
        """The names that methods set in their object, those of `__init__` first."""
        found = [s for s in settings([tree]) if s.within is not None]
        found.sort(key=lambda s: s.within is not None and s.within[1] != "__init__")
        own = {p.name for p in self.fields} | {p.name for p in self.properties}
        for setting in found:
            if setting.name not in own:
                yield setting.name

    # -- what a class is made of -------------------------------------------------------------------

    def _read_bases(self, bases: Node | None) -> None:
        given = [c for c in bases.children if c is not None] if isinstance(bases, Tree) else []
        for base in given:
            assert isinstance(base, Tree)
            if base.data == "argvalue":
                key, value = base.children
                known = self.source.text_of(self.source.span(key)) == "metaclass"
                if not known or self._path(value) != "abc.ABCMeta":
                    raise OtherError("has a metaclass")
                self.checking = True
                continue
            subscripted = base.data == "getitem" and self._path(base.children[0]) in _PLAIN
            path = self._path(base.children[0] if subscripted else base)
            builtin = not path and base.data == "var" and name_of(base.children[0])
            self.checking |= path in _CHECKING
            if path in _TUPLES:
                self.kind = "tuple"
            elif path in _ENUMS:
                self.kind = _ENUMS[path] if self.kind == "plain" else self.kind
            elif builtin in _MIXED and len(given) == 2:
                self.kind = _MIXED[str(builtin)]
            elif path not in _PLAIN and builtin != "object":
                self.bases.append(expression(base, self.source))
        mixed = self.kind in ("numbers", "texts")
        if mixed and not any(self._path(b) in _ENUMS for b in given):
            raise OtherError("is a kind of Python's own numbers or texts")
        if self.bases and self.kind != "plain":
            raise OtherError("has further bases")

    def _read_decorators(self, made: Sequence[ParseTree]) -> None:
        for node in made:
            decorator: Node | None = node
            if node.data == "funccall":
                decorator, arguments = node.children
                for argument in arguments.children if isinstance(arguments, Tree) else ():
                    if argument is not None and not self._is_option(argument):
                        raise OtherError("is decorated with options that change it")
                    text = self.source.text_of(self.source.span(argument)) if argument else ""
                    self.frozen |= text.replace(" ", "") == "frozen=True"
                    self.equal = self.equal and text.replace(" ", "") != "eq=False"
                    self.named_alone |= text.replace(" ", "") == "kw_only=True"
            if self._path(decorator) == "enum.unique":
                continue
            if self._path(decorator) not in _DECORATORS or self.kind != "plain":
                raise OtherError("is decorated, which may change it")
            self.kind = "data"

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

    # -- statements --------------------------------------------------------------------------------

    def _statement(self, node: Node) -> None:
        if not isinstance(node, Tree):
            raise OtherError("has statements that adc does not run")
        first = node.children[0] if node.children else None
        if node.data == "pass_stmt":
            return
        if node.data == "expr_stmt" and isinstance(first, Tree) and first.data in _TEXTS:
            return
        if node.data == "assign_stmt" and isinstance(first, Tree):
            self._assigned(first)
        elif node.data in ("funcdef", "decorated"):
            self._method(node)
        else:
            raise OtherError("has statements that adc does not run")

    def _assigned(self, node: ParseTree) -> None:
        """An assignment; what it binds is hidden where adc does not read its value, which nothing
        but the class can see."""
        before = dict(self.constants)
        try:
            self._assignment(node)
        except (OtherError, AdcError):
            names = self._hideable(node)
            if not names:
                raise
            self.constants = before
            for name in names:
                self._hide(name, self.source.span(node))

    def _hideable(self, node: ParseTree) -> list[str]:
        """The names that an assignment binds; [] where it may do more, or says what objects are."""
        declares = node.data == "annassign" and self.kind == "data"
        if self.kind not in ("plain", "data") or declares or not _has_value(node):
            return []
        return names_alone(node, self.source, self._path)

    def _hide(self, name: str, span: Span) -> None:
        self.hidden.setdefault(mangled(name, self.name), span)

    def _hide_bound(self) -> None:
        """What the class binds in a way that is not read, is a property that refuses."""
        for place in ("functions", "makers", "statics", "setters", "properties", "fields"):
            kept = getattr(self, place)
            kept[:] = [p for p in kept if p.name not in self.hidden]
        self.constants = {n: p for n, p in self.constants.items() if n not in self.hidden}
        self.properties += [refusing(n, s) for n, s in self.hidden.items()]
        self.setters += [refusing(n, s, "value") for n, s in self.hidden.items()]

    def _assignment(self, node: ParseTree) -> None:
        made = statements.module_assignment(node, self.source) if _has_value(node) else None
        if node.data == "annassign":
            target, annotation, _ = node.children
            text, where = pieces.annotation_text(annotation, self.source)
            if self.kind == "data" and made is None and self._begins_named(text):
                self.named_alone = True
                return
            if not isinstance(target, Tree) or target.data != "var" or _OTHER.search(text):
                raise OtherError("has fields that adc does not know")
            default = self._in_class(made.value) if made is not None else None
            parameter = surface.Parameter(
                name_of(target.children[0]), text, default, self.source.span(target), where
            )
            if self.kind in ("data", "tuple") and not _OF_CLASS.search(text):
                new = self._settings(parameter) if self.kind == "data" else parameter
                self.fields = [p for p in self.fields if p.name != parameter.name]
                self.fields += [new] if new is not None else []
            elif default is not None:
                self._bind(parameter)
            return
        if made is None or self.kind == "tuple" or len(made.targets) != 1:
            raise OtherError("binds names in a way that adc does not follow")
        accessors = () if self._full("property") else accessors_of(made, self.functions, self.name)
        self.properties += accessors[:1]
        self.setters += accessors[1:]
        if accessors:
            return
        names, values = pairs(made.targets[0], made.value)
        if not names:
            raise OtherError("binds names in a way that adc does not follow")
        values = [self._in_class(v) if not self._is_method(v) else v for v in values]
        for name, value in zip(names, values, strict=True):
            if not isinstance(name, surface.Name):
                raise OtherError("binds names in a way that adc does not follow")
            if name.name != "__slots__" and not self._is_second_name(name.name, value):
                self._bind(surface.Parameter(name.name, None, value, name.span))

    def _is_method(self, value: surface.Expr) -> bool:
        listed = (*self.functions, *self.properties, *self.makers, *self.statics)
        own = {f.name for f in listed}
        return isinstance(value, surface.Name) and mangled(value.name, self.name) in own

    def _is_second_name(self, name: str, value: surface.Expr) -> bool:
        """Keeps `__radd__ = __add__`: a method under a second name."""
        if not isinstance(value, surface.Name):
            return False
        for listed in (self.functions, self.properties, self.makers, self.statics):
            for function in listed:
                if function.name == mangled(value.name, self.name):
                    listed.append(replace(function, name=mangled(name, self.name)))
                    return True
        return False

    def _bind(self, constant: surface.Parameter) -> None:
        """A name that the class binds to a value; the last one counts. Which module it says to be
        of is asked for where annotations of a dataclass are texts."""
        name, text = constant.name, isinstance(constant.default, surface.String)
        if name == "__module__" and text and self.kind == "plain":
            return
        if says_what_objects_are(name) or name == "__doc__":
            raise OtherError(f"sets `{name}`")
        name = mangled(name, self.name)
        if self.kind in _ENUM_KINDS and name in self.constants:
            raise OtherError("binds a name twice")
        value = constant.default
        if self.kind in _ENUM_KINDS and self._is_auto(value):
            value = self._next(constant)
        self.constants[name] = replace(constant, name=name, default=value)

    def _is_auto(self, value: surface.Expr | None) -> bool:
        return isinstance(value, surface.Call) and self._imported(value.function) == "enum.auto"

    def _next(self, constant: surface.Parameter) -> surface.Expr:
        """What `auto()` gives."""
        if self.kind == "texts":
            return surface.String(constant.name.lower(), constant.span)
        values = [c.default for c in self.constants.values()]
        ints = [int(v.text) for v in values if isinstance(v, surface.Number) and v.kind == "int"]
        if ints != sorted(ints) or len(ints) < len(values):  # by Python's version
            raise OtherError("numbers its members in a way that adc does not follow")
        return surface.Number(str(max(ints, default=0) + 1), "int", constant.span)

    def _in_class(self, value: Any) -> Any:
        """An expression of the class with what names bound before it in the class stand for."""
        if isinstance(value, surface.Name) and value.name in self._bound():
            found = self.constants.get(value.name)
            if found is None or self.kind in _ENUM_KINDS:
                raise OtherError("uses its own names in what it binds")
            return found.default
        if isinstance(value, (surface.Lambda, surface.Lifted)):
            if free_names(value.function).keys() & self._bound():
                raise OtherError("uses its own names in what it binds")
            return value
        return with_parts(value, self._in_class)

    def _bound(self) -> set[str]:
        methods = [*self.functions, *self.properties, *self.makers, *self.statics]
        both = {p.name for p in self.fields} | {f.name for f in methods}
        return both | self.constants.keys() | self.hidden.keys()

    def _settings(self, parameter: surface.Parameter) -> surface.Parameter | None:
        """The field with the default that `field(…)` gives; what a factory gives is another object
        for each one that is made. None where no argument sets it: methods do."""
        call = parameter.default
        parameter = replace(parameter, keyword_only=self.named_alone)
        if not isinstance(call, surface.Call) or self._imported(call.function) != _FIELD:
            return parameter
        told = {k.name: k.value for k in call.keywords}
        only = told.get("kw_only")
        compared = told.get("compare")
        if (
            call.arguments
            or set(told) - _SETTINGS
            or not isinstance(only, _TOLD)
            or not isinstance(compared, _TOLD)
        ):
            raise OtherError("has fields that adc does not know")
        if isinstance(compared, surface.Boolean) and not compared.value:
            self.uncompared.append(parameter.name)
        default = told.get("default")
        if "default_factory" in told:
            made = surface.Call(told["default_factory"], (), (), call.span)
            anew = surface.Intrinsic("adc.made_anew", call.span, "python")
            default = surface.Call(anew, (made,), (), call.span)
            self.made_anew.add(parameter.name)
        passed = told.get("init")
        if isinstance(passed, surface.Boolean) and not passed.value:
            self.equal = False
            if "default_factory" in told:
                raise OtherError("has fields that adc does not know")
            if default is not None:
                self._bind(replace(parameter, default=default))
            return None
        if not isinstance(passed, _TOLD):
            raise OtherError("has fields that adc does not know")
        named = only.value if isinstance(only, surface.Boolean) else self.named_alone
        return replace(parameter, default=default, keyword_only=named)

    def _begins_named(self, annotation: str) -> bool:
        """Whether a field is no field, but says that those after it are passed by name."""
        module, _, name = annotation.rpartition(".")
        return (
            self._full(module or name) == ("dataclasses" if module else "dataclasses.KW_ONLY")
            and name == "KW_ONLY"
        )

    def _imported(self, function: surface.Expr) -> str:
        """`dataclasses.field`, by the imports of the file; "" for anything else."""
        if isinstance(function, surface.Attribute):
            inner = self._imported(function.value)
            return f"{inner}.{function.name}" if inner else ""
        return self._full(function.name) if isinstance(function, surface.Name) else ""

    # -- methods -----------------------------------------------------------------------------------

    def _method(self, node: ParseTree) -> None:
        made = decorators(node) if node.data == "decorated" else ()
        inner = node.children[-1] if node.data == "decorated" else node
        if not isinstance(inner, Tree) or inner.data != "funcdef":
            raise OtherError("has another class, or `async`, inside")
        name = name_of(inner.children[0])
        if _BEYOND.match(name) or (self.kind in ("tuple", *_ENUM_KINDS) and name.startswith("__")):
            raise OtherError(f"defines `{name}`")
        place, faults, doubtful = self._place(made, name)
        function = replace(self._function(inner, place), passed_over=doubtful)
        if faults:
            function = replace(function, body=(surface.Refused(faults, function.span),))
        listed = getattr(self, place)
        listed[:] = [f for f in listed if f.name != function.name]
        listed.append(function)

    def _place(self, made: Sequence[ParseTree], name: str) -> tuple[str, Any, Any]:
        """Where the class keeps a method with these decorators; what to say where it is called, if
        one of them may change it; and those that are taken to leave it as it is."""
        place, doubtful = "functions", list[surface.Name]()
        for decorator in made:
            is_name = decorator.data == "var"
            own = name_of(decorator.children[0]) if is_name else ""
            path = self._path(decorator) or (own if own in _METHODS else "")
            if path in _ABSTRACT:
                self.abstract.add(mangled(name, self.name))
            if path in _METHODS:
                place = _METHODS[path]
            elif decorator.data == "getattr" and name_of(decorator.children[1]) == "setter":
                return "setters", (), ()
            elif path not in _ABSTRACT | _SAYING_NOTHING:
                try:
                    doubtful += of_method(decorator, name, self.imports, self.source)
                except AdcError as error:
                    return place, tuple(error.diagnostics), ()
        return place, (), tuple(doubtful)

    def _function(self, node: ParseTree, place: str) -> surface.Function:
        """A method, of which calls are refused if adc cannot read it."""
        name = mangled(name_of(node.children[0]), self.name)
        try:
            function = statements.function(node, self.source)
            first = function.parameters[0] if function.parameters else None
            if place != "statics" and (first is None or first.star):
                raise OtherError(f"has a method `{name}` that takes no object")
            owner = first.name if first is not None and place != "statics" else ""
            function = with_own_names(function, self.name, owner)
        except AdcError as error:
            return refused_method(name, error, self.source.header(node, node.children[0]))
        parameters = tuple(
            replace(p, default=self._in_class(p.default)) for p in function.parameters
        )
        return replace(function, name=name, parameters=parameters)

    def _check_names(self) -> None:
        """A class binds each name once, but for constants; defaults of fields are not shared."""
        self._hide_bound()
        methods = [*self.functions, *self.properties, *self.makers, *self.statics]
        own = [p.name for p in self.fields] + [*self.constants] + [f.name for f in methods]
        if len(set(own)) < len(own):
            raise OtherError("binds a name to several things")
        if {f.name for f in self.setters} - {f.name for f in self.properties}:
            raise OtherError("has a setter without a property")
        for parameter in self.fields:
            shared = parameter.name not in self.made_anew and any(
                map(may_change, walk(parameter.default))
            )
            if shared:
                raise OtherError("gives its objects one list or dictionary in common")


def _has_value(node: ParseTree) -> bool:
    return node.data in ("assign", "annassign") and node.children[-1] is not None
