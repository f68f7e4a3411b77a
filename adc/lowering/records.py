"""Objects of classes that hold values by name: named tuples, dataclasses, dictionaries.

An object is what its parts are, as a tuple is. What becomes of one that something changes is in
`heap.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from adc.diagnostics import AdcError, Span
from adc.frontends import surface
from adc.lowering import dictionaries, texts
from adc.lowering.callsite import CallSite
from adc.lowering.context import Context
from adc.lowering.copying import shallow
from adc.lowering.inlining import bound_arguments, default_value, inline
from adc.lowering.values import (
    Array,
    Bound,
    Integer,
    Items,
    Keywords,
    Nothing,
    Record,
    RecordType,
    Text,
    Token,
    UserFunction,
    Value,
    describe,
    named_type,
)

Handler = Callable[[Context, CallSite], Value]
_OF_TUPLES = ("_replace", "_asdict")


def record_type(made: surface.Class) -> RecordType:
    return RecordType(
        made.name, made.parameters, made.kind, made.functions, made.properties, made.constants,
        made.changed, made.frozen, made.makers, made.statics,
    )  # fmt: skip


def made_object(cx: Context, kind: RecordType, site: CallSite) -> Value:
    """The call `kind(…)`; ADC0232 of a class that has no objects."""
    if kind.kind == "constants":
        raise AdcError.of(
            "ADC0232", f"objects of the class `{kind.name}` are not supported", site.span,
            help="make it a dataclass, or write functions",
        )  # fmt: skip
    function = surface.Function(kind.name, kind.parameters, (), site.span)
    bound = bound_arguments(cx, function, site)
    return of_type(kind, tuple(bound[name] for name in kind.names), site.span)


def of_type(kind: RecordType, items: tuple[Value, ...], span: Span) -> Value:
    if kind.kind == "tuple":
        return Items(items, type=kind)
    return Record(items, kind, None if kind.frozen else Token(str(span)))


def part(cx: Context, owner: Items | Record, name: str, span: Span) -> Value | None:
    """`owner.name`: a field, a constant of the class, a property or a method; None where it has
    none of that name."""
    kind = owner.type
    if kind is None:
        return None
    if name in kind.names:
        return owner.items[kind.names.index(name)]
    for function in kind.properties:
        if function.name == name:
            return called(cx, Bound(owner, name, function), CallSite(name, (), {}, (), span))
    for function in kind.functions:
        if function.name == name:
            return Bound(owner, name, function)
    if kind.kind == "tuple" and name in _OF_TUPLES:
        return Bound(owner, name)
    return of_class(cx, kind, name)


def of_class(cx: Context, kind: RecordType, name: str) -> Value | None:
    """`kind.name`: a constant, or a method of the class itself; None where it has none."""
    for function in kind.makers:
        if function.name == name:
            return Bound(kind, name, function)
    for function in kind.statics:
        if function.name == name:
            return UserFunction(function)
    return constant(cx, kind, name)


def constant(cx: Context, kind: RecordType, name: str) -> Value | None:
    """What the class itself binds `name` to; None where that is no number."""
    found = next((p for p in kind.constants if p.name == name), None)
    if found is None:
        return None
    value = default_value(cx, found)
    fixed = isinstance(value, (Integer, Text, Nothing, UserFunction))
    return value if fixed or (isinstance(value, Array) and not value.shape) else None


def called(cx: Context, method: Bound, site: CallSite) -> Value:
    """The call of a method, whose first argument is its object."""
    if method.name == "copy" and method.function is None:
        return shallow(cx, replace(site, arguments=(method.owner, *site.arguments)))
    if isinstance(method.owner, Keywords):
        return dictionaries.called(cx, method.owner, method.name, site)
    if isinstance(method.owner, Text):
        return texts.called(method.owner, method.name, replace(site, name=method.name))
    if method.function is None:
        assert isinstance(method.owner, (Items, Record))
        return _replaced(method.owner, site) if method.name == "_replace" else _named(method.owner)
    whole = replace(site, arguments=(method.owner, *site.arguments), spans=(site.span, *site.spans))
    made = UserFunction(method.function, scope=cx.scope)
    return inline(cx, method.function, whole, made)


def _named(owner: Items | Record) -> Value:
    return Keywords(owner.items, owner.names)


def _replaced(owner: Items | Record, site: CallSite) -> Value:
    """The object with other values under the names that are given."""
    if site.arguments or set(site.keywords) - set(owner.names):
        raise site.error("only fields of the object can be replaced", help="name its fields")
    pairs = zip(owner.names, owner.items, strict=True)
    items = tuple(site.keywords.get(name, v) for name, v in pairs)
    if isinstance(owner, Items):
        return replace(owner, items=items)
    return of_type(owner.type, items, site.span)


def _replace_function(cx: Context, site: CallSite) -> Value:
    """`dataclasses.replace(object, name=value)`."""
    owner = site.arguments[0] if len(site.arguments) == 1 else None
    if not isinstance(owner, Record):
        raise site.error("`replace` takes an object of a dataclass, and fields by name")
    return _replaced(owner, replace(site, arguments=()))


def _namedtuple(cx: Context, site: CallSite) -> Value:
    """`namedtuple("P", "a b")` or `namedtuple("P", ["a", "b"])`."""
    bound = site.bind("typename field_names")
    title, given = bound["typename"], bound["field_names"]
    if isinstance(given, Text):
        names = given.value.replace(",", " ").split()
    else:
        texts = given.items if isinstance(given, Items) else ()
        names = [t.value for t in texts if isinstance(t, Text)]
    if not isinstance(title, Text) or not names or len(set(names)) < len(names):
        raise site.error("`namedtuple` takes a name and the names of its fields")
    return named_type(title.value, names, site.span)


def no_attribute(owner: Value, name: str, span: Span) -> AdcError:
    has = ", ".join(f"`{n}`" for n in getattr(owner, "names", ()))
    return AdcError.of(
        "ADC0226", f"{describe(owner)} has no attribute `{name}` that is supported here", span,
        help=f"it has {has}" if has else "use what the class binds to numbers",
    )  # fmt: skip


TABLE: dict[str, Handler] = {
    **dictionaries.TABLE,
    "collections.namedtuple": _namedtuple, "dataclasses.replace": _replace_function,
}  # fmt: skip
