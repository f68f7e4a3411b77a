"""Objects, which hold values by name: named tuples, dictionaries, and those of classes.

An object is what its parts are, as a tuple is. What becomes of one that something changes is in
`heap.py`; so is one that its `__init__` fills. Methods are functions that take their object.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from adc.diagnostics import AdcError, Span
from adc.frontends import surface
from adc.ir.dtypes import DType
from adc.lowering import texts
from adc.lowering.absent import names as maybe_none
from adc.lowering.absent import numbers, returned
from adc.lowering.binding import bind
from adc.lowering.callsite import CallSite
from adc.lowering.context import Context
from adc.lowering.elementwise import literal
from adc.lowering.inlining import bound_arguments, inline
from adc.lowering.lists import filled
from adc.lowering.lists.iterated import items_in
from adc.lowering.objects import dictionaries
from adc.lowering.objects.classes import (
    abstract_methods,
    constructor,
    first_init,
    is_beyond,
    member,
)
from adc.lowering.objects.copying import shallow
from adc.lowering.objects.enumerations import ENUMERATIONS, enumerated, found_member
from adc.lowering.objects.heap import placed_anew, resolved, without_token
from adc.lowering.objects.record_types import RecordType, named_type
from adc.lowering.objects.shared_values import is_settled, may_change, shared_value
from adc.lowering.promotion import is_literal_bool, literal_number
from adc.lowering.values import (
    Array,
    Bound,
    Integer,
    Items,
    Keywords,
    Nothing,
    Record,
    Super,
    Text,
    Token,
    Undefined,
    UserFunction,
    Value,
    describe,
)

Handler = Callable[[Context, CallSite], Value]
_OF_TUPLES = ("_replace", "_asdict")


def made_object(cx: Context, kind: RecordType, site: CallSite) -> Value:
    """The call `kind(…)`."""
    if kind.kind in ENUMERATIONS:
        return found_member(cx, kind, site)
    if is_beyond(kind):
        raise AdcError.of(
            "ADC0232", f"adc does not follow all that makes an object of `{kind.name}`", site.span,
            help="leave it out of the method",
        )  # fmt: skip
    lacking = abstract_methods(kind)
    if lacking:
        raise AdcError.of(
            "ADC0232", f"`{kind.name}` has no objects: `{lacking[0]}` is abstract", site.span,
            help="define the method in the class whose objects are made",
        )  # fmt: skip
    init = constructor(cx, kind)
    if init is not None:
        return filled_by(cx, kind, init, site)
    function = surface.Function(kind.name, kind.parameters, (), site.span)
    made = UserFunction(function, defaults=kind.defaults)
    bound = bound_arguments(cx, function, site, made=made)
    return of_type(cx, kind, tuple(bound[name] for name in kind.names), site.span)


def filled_by(
    cx: Context, kind: RecordType, init: surface.Function, site: CallSite,
    help: str = "set it in `__init__`",
) -> Value:  # fmt: skip
    """The object that `init` fills. Where nothing sets its fields later on, it is no more than what
    these are. `help`: of a field that has no value."""
    missing = Undefined("has no value yet", help, site.span, unset=True)
    items = tuple(_at_first(cx, kind, name) or missing for name in kind.names)
    value = Record(items, kind, Token(str(site.span)))
    ref = placed_anew(cx, kind.name.lower(), value, bind, site.span)
    called(cx, Bound(value, "__init__", init), site)
    whole = resolved(cx, ref)
    kept = kind.changed or kind.name in cx.learned.told_apart
    if isinstance(whole, Record) and not kept and is_filled(whole):
        return replace(whole, token=None)
    return whole


def is_filled(value: Value) -> bool:
    """Whether all fields have values."""
    return not isinstance(value, Undefined) and (
        not isinstance(value, Record) or all(map(is_filled, value.items))
    )


def _at_first(cx: Context, kind: RecordType, name: str) -> Value | None:
    """What a field is while the object has none of its own: what its class has, if that is
    known."""
    found = member(kind.classes, name)
    if found is None or not isinstance(found[1], surface.Parameter):
        return None
    try:
        return constant(cx, kind, found[1])
    except AdcError as error:
        (told,) = error.diagnostics
        if told.code != "ADC0123" or told.help is None:
            raise
        return Undefined(f"of the class: {told.message}", told.help, found[1].span)


def of_type(cx: Context, kind: RecordType, items: tuple[Value, ...], span: Span) -> Value:
    if kind.kind == "tuple":
        return Items(items, type=kind)
    changes = (kind.changed and not kind.frozen) or kind.name in cx.learned.told_apart
    return Record(items, kind, Token(str(span)) if changes else None)


def part(cx: Context, owner: Items | Record, name: str, span: Span) -> Value | None:
    """`owner.name`: a field, a constant of the class, a property or a method; None where it has
    none of that name."""
    kind = owner.type
    if kind is None:
        return None
    place, found = member(kind.classes, name) or ("", None)
    if isinstance(found, surface.Function) and place == "properties":
        return called(cx, Bound(owner, name, found), CallSite(name, (), {}, (), span))
    if name in kind.names:
        return owner.items[kind.names.index(name)]
    if isinstance(found, surface.Function) and place == "functions":
        return Bound(owner, name, found)
    if kind.kind == "tuple" and name in _OF_TUPLES:
        return Bound(owner, name)
    return kind if name == "__class__" else of_class(cx, kind, name)


def of_class(cx: Context, kind: RecordType, name: str) -> Value | None:
    """`kind.name`: a constant, or a method; None where it has none."""
    if name == "__name__" and kind.home is None:
        return Text(kind.name)
    if kind.kind == "tuple" and name in ("_fields", "_make"):
        return Items(tuple(map(Text, kind.names))) if name == "_fields" else Bound(kind, name)
    if name == "__init__":
        if kind.kind not in ("plain", "data"):
            return None
        init = first_init(cx, kind.classes, kind.classes[0].span)
        return UserFunction(init, scope=cx.scope)
    place, found = member(kind.classes, name) or ("", None)
    if isinstance(found, surface.Parameter):
        return enumerated(cx, kind, found) or constant(cx, kind, found)
    if found is None or place == "properties":
        return None
    return Bound(kind, name, found) if place == "makers" else UserFunction(found, scope=cx.scope)


def of_super(cx: Context, owner: Super, name: str, span: Span) -> Value | None:
    """`super().name`."""
    if name == "__init__" and isinstance(owner.owner, Record):
        return Bound(owner.owner, name, first_init(cx, owner.classes, span))
    place, found = member(owner.classes, name) or ("", None)
    kind = owner.owner.type if isinstance(owner.owner, Record) else owner.owner
    if isinstance(found, surface.Parameter) and isinstance(kind, RecordType):
        return constant(cx, kind, found)
    if not isinstance(found, surface.Function):
        return None
    if place == "makers":
        return Bound(kind, name, found)
    if place == "statics" or kind is owner.owner:
        return UserFunction(found, scope=cx.scope)
    bound = Bound(owner.owner, name, found)
    if place == "properties":
        return called(cx, bound, CallSite(name, (), {}, (), span))
    return bound


def _super(cx: Context, site: CallSite) -> Value:
    """`super(made, owner)`, which is what `super()` in a method of `made` means."""
    made, owner = site.arguments
    kind = owner.type if isinstance(owner, Record) else owner
    assert isinstance(made, RecordType)
    if isinstance(kind, RecordType):
        names = [c.name for c in kind.classes]
        if made.name in names:
            return Super(owner, kind.classes[names.index(made.name) + 1 :])
    raise site.error(
        f"`super()` is asked of {describe(owner)} that is none of the class",
        help="call the method on an object of the class",
    )


def constant(cx: Context, kind: RecordType, found: surface.Parameter) -> Value:
    """What the class itself binds a name to."""
    value = shared_value(cx, f"{kind.name}.{found.name}", found.default, found.span)
    if may_change(kind, found.name, value) or not is_settled(value):
        raise AdcError.of(
            "ADC0123", f"what `{kind.name}.{found.name}` holds may be changed somewhere in the"
            " file", found.span, help="make it a tuple or a number, or pass it as an argument",
        )  # fmt: skip
    return value


def called(cx: Context, method: Bound, site: CallSite) -> Value:
    """The call of a method, whose first argument is its object."""
    if method.name == "copy" and method.function is None:
        return shallow(cx, replace(site, arguments=(method.owner, *site.arguments)))
    if isinstance(method.owner, Keywords):
        return dictionaries.called(cx, method.owner, method.name, site)
    if isinstance(method.owner, Text):
        return texts.called(method.owner, method.name, replace(site, name=method.name))
    if method.function is None and isinstance(method.owner, RecordType):
        return _made_of(cx, method.owner, site)
    if method.function is None:
        assert isinstance(method.owner, (Items, Record))
        return (
            _replaced(cx, method.owner, site) if method.name == "_replace" else _named(method.owner)
        )
    whole = replace(site, arguments=(method.owner, *site.arguments), spans=(site.span, *site.spans))
    home = method.owner.type.home if isinstance(method.owner, Record) else None
    made = UserFunction(method.function, scope=home or cx.scope)
    if not method.function.written_out:
        return inline(cx, method.function, whole, made)
    with replace(site, name=method.function.name).supported():
        return inline(cx, method.function, whole, made)


def _named(owner: Items | Record) -> Value:
    return Keywords(owner.items, owner.names)


def _replaced(cx: Context, owner: Items | Record, site: CallSite) -> Value:
    """The object with other values under the names that are given."""
    if site.arguments or set(site.keywords) - set(owner.names):
        raise site.error("only fields of the object can be replaced", help="name its fields")
    pairs = zip(owner.names, owner.items, strict=True)
    items = tuple(site.keywords.get(name, v) for name, v in pairs)
    if isinstance(owner, Items):
        return replace(owner, items=items)
    return of_type(cx, owner.type, items, site.span)


def _made_of(cx: Context, kind: RecordType, site: CallSite) -> Value:
    """`P._make(items)`."""
    if len(site.arguments) != 1 or site.keywords:
        raise site.error("`_make` takes the items of the tuple")
    items = items_in(cx, site.arguments[0], site.span)
    if len(items) != len(kind.names):
        raise site.error(
            f"`_make` of {len(items)} items for {len(kind.names)} fields",
            help="give as many items as there are fields",
        )
    return of_type(cx, kind, items, site.span)


def _replace_function(cx: Context, site: CallSite) -> Value:
    """`dataclasses.replace(object, name=value)`."""
    owner = site.arguments[0] if len(site.arguments) == 1 else None
    if not isinstance(owner, Record):
        raise site.error("`replace` takes an object of a dataclass, and fields by name")
    if constructor(cx, owner.type) is None:
        return _replaced(cx, owner, replace(site, arguments=()))
    names = [p.name for p in owner.type.parameters]
    values = {n: v for n, v in zip(owner.names, owner.items, strict=True) if n in names}
    given = values | site.keywords  # its `__init__` runs once more, and `__post_init__`
    return made_object(cx, owner.type, CallSite(site.name, (), given, (), site.span))


def _namedtuple(cx: Context, site: CallSite) -> Value:
    """`namedtuple("P", "a b")` or `namedtuple("P", ["a", "b"], defaults=(0.0,))`."""
    bound = site.bind("typename field_names", "defaults")
    title, given = bound["typename"], bound["field_names"]
    if isinstance(given, Text):
        names = given.value.replace(",", " ").split()
    else:
        texts = given.items if isinstance(given, Items) else ()
        names = [t.value for t in texts if isinstance(t, Text)]
    if not isinstance(title, Text) or not names or len(set(names)) < len(names):
        raise site.error("`namedtuple` takes a name and the names of its fields")
    last = bound.get("defaults", Nothing())
    values = last.items if isinstance(last, Items) else ()
    plain = (isinstance(v, (Integer, Text, Nothing)) or _is_number(v) for v in values)
    if not isinstance(last, (Items, Nothing)) or len(values) > len(names) or not all(plain):
        raise site.error("`defaults` of `namedtuple` are numbers, texts and None, in a tuple")
    pairs = tuple(zip(names[len(names) - len(values) :], values, strict=True))
    return replace(named_type(title.value, names, site.span), defaults=pairs)


def _is_number(value: Value) -> bool:
    return is_literal_bool(value) is not None or (
        isinstance(value, Array) and literal_number(value) is not None
    )


def no_attribute(owner: Value, name: str, span: Span) -> AdcError:
    names = list(getattr(owner, "names", ()))
    if isinstance(owner, Record) and owner.type.home is not None:  # of NumPy's objects, methods too
        parts = (p for c in owner.type.classes for p in (*c.functions, *c.properties))
        names = [n for n in (*names, *(p.name for p in parts)) if not n.startswith("_")]
    has = ", ".join(f"`{n}`" for n in names)
    return AdcError.of(
        "ADC0226", f"{describe(owner)} has no attribute `{name}` that is supported here", span,
        help=f"it has {has}" if has else "use what the class binds to numbers",
    )  # fmt: skip


def _has_method(cx: Context, site: CallSite) -> Value:
    """Whether a method of the object is that which a class of the file defines."""
    owner, made, name = site.arguments
    assert isinstance(made, Text) and isinstance(name, Text)
    classes = owner.type.classes if isinstance(owner, Record) else ()
    having = [c.name for c in classes if member((c,), name.value) is not None]
    return literal(str(having[:1] == [made.value]), DType.BOOL)


TABLE: dict[str, Handler] = {
    **dictionaries.TABLE, **filled.TABLE, **maybe_none.TABLE, **numbers.TABLE,
    **returned.TABLE,
    "adc.has_method": _has_method, "adc.super": _super,
    "adc.made_anew": lambda cx, site: site.arguments[0],
    "adc.shared_default": lambda cx, site: without_token(site.arguments[0]),
    "collections.namedtuple": _namedtuple, "dataclasses.replace": _replace_function,
}  # fmt: skip
