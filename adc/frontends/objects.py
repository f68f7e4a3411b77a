"""Objects as arguments: their fields become arguments of the generated function.

The function takes `p_k` and `p_u` in place of `p`, and begins by making `p` of them, so that no
later stage knows of it. Which fields an object has is what its class says, or, where the file has
no such class, what a signature or a file of samples gives as `p.k`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from adc.diagnostics import AdcError, Span
from adc.frontends import surface
from adc.frontends.beside_itself import beside_itself
from adc.frontends.item_types import is_list, tuple_items
from adc.frontends.keyed import Asked, asked_for, is_annotated
from adc.frontends.names import bound_names, free_names, with_parts
from adc.frontends.types import Signature
from adc.ir.enums import Role
from adc.ir.names import NameSource
from adc.ir.program import Program

#: The kind of what stands for the class of a dictionary.
DICTIONARY = "dictionary"
#: The kind of what stands for the class of a tuple, whose items are fields `0`, `1` and so on, and
#: that of a list.
ITEMS, LIST = "items", "list"
#: What marks the name of a class that is read as far as adc can, which no name of a source has.
OPEN = "%"
#: Objects in objects are followed this deep.
MOST_LEVELS = 8


@dataclass(frozen=True)
class Kept:
    """A field that is no argument: `text` is the value that the generated function has for it."""

    text: str


@dataclass(frozen=True)
class ObjectArgument:
    """The parameter or field `name`, an object of the class `made` ("": any that has the fields),
    or, where it is `keyed`, a dictionary, where it is `numbered` a tuple with fields `0`, `1` and
    so on, or, where it is `listed`, too, a list. Each of the `fields` is an argument, by its name,
    another object, or one that is kept. `ordered`: the order of a dictionary's keys may count.
    `bare`: no constructor has made it. `distinct`: arrays of which no two must be one, for the
    function changes some of them."""

    name: str
    made: str
    fields: tuple[tuple[str, str | Kept | ObjectArgument], ...]
    keyed: bool = False
    ordered: bool = False
    numbered: bool = False
    listed: bool = False
    bare: bool = False
    distinct: tuple[str, ...] = ()

    def arguments(self) -> Iterator[tuple[str, str]]:
        """The path of each argument in it, as in `p.k`, and what it is called."""
        for field, value in self.fields:
            if isinstance(value, str):
                yield f"{self.name}.{field}", value
            elif isinstance(value, ObjectArgument):
                for path, name in value.arguments():
                    yield f"{self.name}.{path}", name

    def kept(self) -> Iterator[tuple[str, str]]:
        """The path of each field that is kept, and the text of its value."""
        for field, value in self.fields:
            if isinstance(value, Kept):
                yield f"{self.name}.{field}", value.text
            elif isinstance(value, ObjectArgument):
                yield from ((f"{self.name}.{path}", text) for path, text in value.kept())

    def may_change(self) -> bool:
        """Whether something in it may be set: it is no tuple of numbers and arrays."""
        inside = (v for _, v in self.fields if isinstance(v, ObjectArgument))
        return not self.numbered or self.listed or any(v.may_change() for v in inside)

    def without(self, kept: Mapping[str, str]) -> ObjectArgument:
        """The object, but that the arguments `kept` are none: they have these values."""
        found: list[tuple[str, str | Kept | ObjectArgument]] = []
        for field, value in self.fields:
            if isinstance(value, ObjectArgument):
                found.append((field, value.without(kept)))
            elif isinstance(value, str) and value in kept:
                found.append((field, Kept(kept[value])))
            else:
                found.append((field, value))
        return replace(self, fields=tuple(found))


def literal_text(value: surface.Expr | None) -> str:
    """`value` as Python spells it, where it is a text, None, a truth value or a number."""
    sign = ""
    while isinstance(value, surface.Unary) and value.op in "+-":
        sign, value = (value.op + sign).replace("+", ""), value.operand
    match value:
        case surface.Number():
            return sign + value.text
        case surface.String():
            return ascii(value.value)
        case surface.Boolean():
            return str(value.value)
        case surface.NoneValue():
            return "None"
    return ""


def kept_fields(function: surface.Function, types: Signature) -> dict[str, str]:
    """The parameters that are no arguments, and what their defaults are."""
    lacking = (p for p in function.parameters if p.name not in types)
    return {p.name: literal_text(p.default) for p in lacking}


def paths_of(objects: Iterable[ObjectArgument]) -> dict[str, str]:
    """What `p.k` is called, for all arguments of all objects."""
    return {path: name for made in objects for path, name in made.arguments()}


def whole_objects(
    objects: Iterable[ObjectArgument], *, items_only: bool = False
) -> dict[str, tuple[str, ...]]:
    """The path of each object, `p` or `p.grid`, and the arguments in it; if `items_only`, of
    tuples, lists and dictionaries alone."""
    found: dict[str, tuple[str, ...]] = {}
    for made in objects:
        if made.keyed or made.numbered or not items_only:
            found[made.name] = tuple(name for _, name in made.arguments())
        inner = [value for _, value in made.fields if isinstance(value, ObjectArgument)]
        below = whole_objects(inner, items_only=items_only)
        found |= {f"{made.name}.{path}": names for path, names in below.items()}
    return found


def whole_variables(origins: Mapping[str, str]) -> dict[str, tuple[str, ...]]:
    """The same of variables of derived types, by the `origins` of the arguments that are components
    of them: `state`, and `state.grid` for `state%grid`."""
    found: dict[str, tuple[str, ...]] = {}
    for name, words in origins.items():
        path = words.partition(" ")[0].split("%")
        for depth in range(1, len(path)):
            whole = ".".join(path[:depth])
            found[whole] = (*found.get(whole, ()), name)
    return found


def with_whole(
    names: Iterable[str], wholes: Mapping[str, tuple[str, ...]], types: Signature
) -> tuple[str, ...]:
    """`names` with those of all floating fields in the place of one of `wholes`: `p`, or `p_grid`
    of the object `p.grid`."""
    whole = {
        path.replace(".", "_"): tuple(n for n in inside if n in types and types[n].dtype.is_float)
        for path, inside in wholes.items()
    }
    found = (own for n in names for own in ((n,) if n in types else whole.get(n, (n,))))
    return tuple(dict.fromkeys(found))


def with_whole_written(
    names: Iterable[str], wholes: Mapping[str, tuple[str, ...]], program: Program
) -> tuple[str, ...]:
    """`names` with the floating arguments that `program` writes in the place of one of `wholes`,
    which they are of."""
    roles = {c.name: c.role for c in program.containers if c.dtype.is_float}
    found: list[str] = []
    whole = {
        path.replace(".", "_"): [n for n in inside if roles.get(n) in (Role.INOUT, Role.OUTPUT)]
        for path, inside in wholes.items()
    }
    for name in names:
        own = [name] if name in program.by_name else whole.get(name, [])
        found += own or [name]
    return tuple(dict.fromkeys(found))


def with_distinct(
    objects: Iterable[ObjectArgument], program: Program
) -> tuple[ObjectArgument, ...]:
    """`objects` with the arrays of tuples and lists of which `program` changes some."""
    arrays = {c.name: c.role for c in program.containers if c.shape}

    def told(made: ObjectArgument) -> ObjectArgument:
        own = tuple(name for _, name in made.arguments() if name in arrays)
        changes = made.numbered and any(arrays[name] == Role.INOUT for name in own)
        return replace(made, distinct=own) if changes and len(own) > 1 else made

    return tuple(map(told, objects))


# -- taking a function's objects apart -------------------------------------------------------------


@dataclass
class _Spread:
    """The work on one function; `given` are the paths that a signature or samples name, `keyed`
    those of dictionaries, with the keys that are asked for. `lists` are what a signature says to
    be one."""

    classes: Mapping[str, surface.Class]
    others: frozenset[str]
    given: Mapping[str, None]
    lists: frozenset[str]
    keyed: Mapping[str, Asked]
    names: NameSource
    parameters: list[surface.Parameter]
    unknown: list[surface.Class]

    def apart(
        self, parameter: surface.Parameter, path: str, stem: str, within: tuple[str, ...] = ()
    ) -> tuple[ObjectArgument, surface.Expr] | None:
        """`parameter` as an object, and the expression that makes it; None where it is none."""
        made = self._class(parameter, path)
        if made is None:
            return None
        if made.name in within or len(within) == MOST_LEVELS:
            raise AdcError.of(
                "ADC0202", f"the class `{made.name}` holds objects of itself", parameter.span,
                help="pass its numbers and arrays as arguments",
            )  # fmt: skip
        span, parts, values = parameter.span, [], []
        for own in made.parameters:
            inner = f"{stem}_{own.name}"
            below = (*within, made.name)
            found = self.apart(own, f"{path}.{own.name}", inner, below)
            value: str | ObjectArgument
            if found is None:
                value = self.names.fresh(inner)
                only = parameter.keyword_only
                default = own.default if literal_text(own.default) else None
                self.parameters.append(replace(own, name=value, keyword_only=only, default=default))
                expr: surface.Expr = surface.Name(value, span)
            else:
                value, expr = found
            parts.append((own.name, value))
            values.append(surface.Keyword(own.name, expr, span))
        if made.kind in (ITEMS, LIST):
            listed = made.kind == LIST
            whole = surface.Sequence(tuple(v.value for v in values), listed, span)
            own_items = tuple(parts)
            return ObjectArgument(
                parameter.name, "", own_items, numbered=True, listed=listed
            ), whole  # fmt: skip
        keyed = made.kind == DICTIONARY
        maker = surface.Intrinsic("dict", span, "python") if keyed else surface.Name(
            made.name, span
        )  # fmt: skip
        call = surface.Call(maker, (), tuple(values), span)
        known = made.name if made.name in self.classes and not keyed else ""
        ordered = keyed and self.keyed.get(path, Asked()).whole
        return ObjectArgument(parameter.name, known, tuple(parts), keyed, ordered), call

    def _class(self, parameter: surface.Parameter, path: str) -> surface.Class | None:
        annotation = (parameter.annotation or "").strip()
        made = self.classes.get(annotation)
        if made is not None or path in self.given:
            return made if path not in self.given else None
        inside = [p.removeprefix(f"{path}.") for p in self.given if p.startswith(f"{path}.")]
        own = tuple(dict.fromkeys(p.partition(".")[0] for p in inside))
        numbers = [int(n) for n in own if n.isdigit()]
        if len(numbers) == len(own) and (own or parameter.default is None):
            items = tuple_items(annotation)  # of which `--fix` may name some
            count = max([len(items), *(n + 1 for n in numbers)])
            if count > len(items) and len(numbers) < count:
                raise _not_all(path, count, parameter.span)
            if count:
                texts = [*items, *[None] * (count - len(items))]
                kind = LIST if path in self.lists or is_list(annotation) else ITEMS
                return _with_items(path, kind, texts, parameter.span)
        if own or parameter.default is None:
            asked = self.keyed.get(path, Asked())
            keys = (*own, *(asked.keys if asked.sure or not own else ()))
            if keys and (path in self.keyed or is_annotated(annotation)):
                return _dictionary(path, keys, parameter.span)
        if not own:
            if annotation in self.others and parameter.default is None:
                raise AdcError.of(
                    "ADC0202", f"objects of `{annotation}` cannot be arguments: its `__init__` does"
                    " more than to set a field for each of its parameters", parameter.span,
                    help="pass its numbers and arrays, and make the object in the function",
                )  # fmt: skip
            return None
        named = tuple(surface.Parameter(n, None, None, parameter.span) for n in own)
        new = surface.Class(f"{path}'s class", named, "data", (), (), (), parameter.span)
        self.unknown.append(new)
        return new


def _dictionary(path: str, keys: Iterable[str], span: Span) -> surface.Class:
    """What stands for the class of a dictionary."""
    named = tuple(surface.Parameter(key, None, None, span) for key in dict.fromkeys(keys))
    return surface.Class(f"{path}'s keys", named, DICTIONARY, (), (), (), span)


def _with_items(path: str, kind: str, items: Iterable[str | None], span: Span) -> surface.Class:
    """What stands for the class of a tuple or list; `items` have annotations, or None."""
    named = tuple(surface.Parameter(str(k), text, None, span) for k, text in enumerate(items))
    return surface.Class(f"{path}'s items", named, kind, (), (), (), span)


def _not_all(path: str, count: int, span: Span) -> AdcError:
    given = ", ".join("TYPE" for _ in range(count))
    return AdcError.of(
        "ADC0202", f"some items of the tuple `{path}` lack a type", span,
        help=f"give the type of the whole tuple: `{path}: tuple[{given}]`",
    )  # fmt: skip


def with_objects_apart(
    module: surface.Module,
    function: surface.Function,
    given: Iterable[str],
    lists: frozenset[str] = frozenset(),
) -> tuple[surface.Module, surface.Function, tuple[ObjectArgument, ...]]:
    """`module` and its `function` with the fields of objects as parameters, and what the objects
    were. `given` are the arguments that a signature or samples name; `lists` are lists."""
    classes = known_classes(module)
    taken = bound_names(function) | set(free_names(function))
    others = frozenset(c.name for c in module.classes) - classes.keys()
    keyed = asked_for(module, function)
    spread = _Spread(classes, others, dict.fromkeys(given), lists, keyed, NameSource(taken), [], [])
    objects: list[ObjectArgument] = []
    begun: list[surface.Statement] = []
    for parameter in function.parameters:
        found = None if parameter.star else spread.apart(parameter, parameter.name, parameter.name)
        if found is None:
            spread.parameters.append(parameter)
            continue
        objects.append(found[0])
        span = parameter.span
        value = surface.Given(found[1], span) if found[0].may_change() else found[1]
        begun.append(surface.Assign((surface.Name(parameter.name, span),), value, span))
    if not objects:
        return module, function, ()
    hidden = next((o for o in objects if o.made and o.made in bound_names(function)), None)
    if hidden is not None:
        raise AdcError.of(
            "ADC0202", f"`{function.name}` binds `{hidden.made}`, the class of `{hidden.name}`",
            function.span, help="give what hides the class another name",
        )  # fmt: skip
    module, function = beside_itself(module, function)
    new = replace(function, parameters=tuple(spread.parameters), body=(*begun, *function.body))
    functions = tuple(new if f is function else f for f in module.functions)
    module = replace(module, functions=functions, classes=(*module.classes, *spread.unknown))
    return module, new, tuple(objects)


def known_classes(module: surface.Module) -> dict[str, surface.Class]:
    """The classes of the file whose objects are made of their fields."""
    own = {c.name: c for c in module.classes}
    found: dict[str, surface.Class] = {}
    for made in module.classes:
        line = line_of(made, own)
        given = given_fields(line) if line and not any(c.by_name for c in line) else None
        if given:
            found[made.name] = replace(made, parameters=given)
    for constant in module.constants:
        target, value = constant.targets[0], constant.value
        if len(constant.targets) > 1 or not isinstance(target, surface.Name):
            continue
        names = _named_fields(module, value)
        if names:
            fields = tuple(surface.Parameter(n, None, None, constant.span) for n in names)
            made = surface.Class(target.name, fields, "tuple", (), (), (), constant.span)
            found[target.name] = made
    return found


def line_of(made: surface.Class, own: Mapping[str, surface.Class]) -> list[surface.Class]:
    """The class and its base, and so on, where each has one at most; else nothing."""
    line = [made]
    while line[-1].bases:
        base = line[-1].bases[0]
        found = own.get(base.name) if isinstance(base, surface.Name) else None
        if found is None or found in line or len(line[-1].bases) > 1:
            return []
        line.append(found)
    return line


def declared_fields(classes: Sequence[surface.Class]) -> tuple[surface.Parameter, ...]:
    """The fields that dataclasses declare: one that is declared again keeps its place."""
    found: dict[str, surface.Parameter] = {}
    for made in reversed(classes):
        if made.kind == "data":
            found |= {p.name: p for p in made.parameters}
    return tuple(found.values())


def given_fields(classes: Sequence[surface.Class]) -> tuple[surface.Parameter, ...] | None:
    """The fields of objects where each is what a call of the class gives for it, and nothing else
    is done; None where `__init__` does more. `classes` are the class and those that it is derived
    from, in the order in which Python looks at them."""
    if classes[0].kind == "tuple":
        return classes[0].parameters
    if classes[0].kind not in ("plain", "data"):
        return None
    attributes = {name for made in classes for name in made.attributes}
    declared = declared_fields(classes)
    for k, made in enumerate(classes):
        init = next((f for f in made.functions if f.name == "__init__"), None)
        if init is not None:
            names = {p.name for p in init.parameters[1:]}
            only = names == attributes | {p.name for p in declared}
            return init.parameters[1:] if only and _sets_each(init) else None
        if made.kind == "data":
            more = any(f.name == "__post_init__" for c in classes for f in c.functions)
            same = declared_fields(classes[k:]) == declared
            return declared if same and not more and not attributes else None
    return None if attributes else ()


def _sets_each(init: surface.Function) -> bool:
    """Whether `__init__` sets a field for each of its parameters, and does nothing else."""
    owner, *rest = init.parameters
    names = []
    for statement in init.body:
        if not isinstance(statement, surface.Assign) or len(statement.targets) != 1:
            return False
        target, value = statement.targets[0], statement.value
        if not isinstance(target, surface.Attribute) or not isinstance(value, surface.Name):
            return False
        if target.value != replace(value, name=owner.name, span=target.value.span):
            return False
        if target.name != value.name:
            return False
        names.append(value.name)
    return sorted(names) == sorted(p.name for p in rest) and not any(p.star for p in rest)


def _named_fields(module: surface.Module, value: surface.Expr) -> tuple[str, ...]:
    """The fields of `namedtuple("P", "k u")`; nothing for anything else."""
    if not isinstance(value, surface.Call) or len(value.arguments) != 2 or value.keywords:
        return ()
    if not _is_namedtuple(module, value.function):
        return ()
    listed = value.arguments[1]
    if isinstance(listed, surface.String):
        return tuple(listed.value.replace(",", " ").split())
    items = listed.items if isinstance(listed, surface.Sequence) else ()
    texts = tuple(i.value for i in items if isinstance(i, surface.String))
    return texts if len(texts) == len(items) else ()


def _is_namedtuple(module: surface.Module, function: surface.Expr) -> bool:
    def imported(name: str, what: str | None) -> bool:
        full = ("collections", what)
        return any(i.alias == name and (i.module, i.name) == full for i in module.imports)

    if isinstance(function, surface.Name):
        return imported(function.name, "namedtuple")
    if not isinstance(function, surface.Attribute) or function.name != "namedtuple":
        return False
    return isinstance(function.value, surface.Name) and imported(function.value.name, None)


def with_fields_named(function: surface.Function, paths: Mapping[str, str]) -> surface.Function:
    """`function` with `p_k` in the place of `p.k`: what a guess of its type can be read off."""
    return _renamed(function, paths) if paths else function


def _renamed(node: Any, paths: Mapping[str, str]) -> Any:
    if isinstance(node, (surface.Attribute, surface.Subscript)) and _path(node) in paths:
        return surface.Name(paths[_path(node)], node.span)
    return with_parts(node, lambda part: _renamed(part, paths))


def _path(node: surface.Expr) -> str:
    """`p.grid.dx` of such an expression, and of `p["grid"]["dx"]`."""
    if isinstance(node, surface.Name):
        return node.name
    if isinstance(node, surface.Subscript):
        key = node.items[0] if len(node.items) == 1 else None
        text = key.value if isinstance(key, surface.String) else ""
        text = key.text if isinstance(key, surface.Number) else text
        inner = _path(node.value) if text else ""
        return f"{inner}.{text}" if inner else ""
    inner = _path(node.value) if isinstance(node, surface.Attribute) else ""
    return f"{inner}.{node.name}" if inner and isinstance(node, surface.Attribute) else ""
