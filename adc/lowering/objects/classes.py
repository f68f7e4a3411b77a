"""What a class has: its own, and what it has of its bases, in the order in which Python looks."""

from __future__ import annotations

from collections.abc import Sequence

from adc.diagnostics import Span
from adc.frontends import surface
from adc.frontends.class_order import linearised
from adc.frontends.objects import declared_fields, given_fields
from adc.lowering.absent.names import FIELD
from adc.lowering.context import Context
from adc.lowering.objects.record_types import RecordType, flag_of
from adc.lowering.values import Unknown

_PLACES = ("properties", "functions", "makers", "statics")
_SELF = "self"
#: The class that stands for what is not known of an object's classes (`fields_alone.py`).
BEYOND = "%beyond"
_WAY_OUT = "write functions, and pass the arrays that it would hold as arguments"


def record_type(cx: Context, made: surface.Class) -> RecordType | Unknown:
    """The class; Unknown where adc does not follow what it has of its bases."""
    bases = []
    for base in made.bases:
        found = cx.globals.get(base.name) if isinstance(base, surface.Name) else None
        if not isinstance(found, RecordType) or found.kind not in ("plain", "data"):
            return Unknown(
                "is a class with a base that adc does not follow", "write functions, and pass the "
                "arrays that it would hold as arguments; a method by itself is "
                f"`--function {made.name}.METHOD --as-written`", base.span,
            )  # fmt: skip
        bases.append(found)
    classes = linearised(made, [b.classes for b in bases])
    if classes is None:
        return _unknown(made, "is a class whose bases have no common order", made.span)
    names = dict.fromkeys(name for c in reversed(classes) for name in c.attributes)
    fields = {p.name for p in declared_fields(classes)}
    attributes = []
    for name in names:
        place, found_as = member(classes, name) or ("", None)
        if isinstance(found_as, surface.Function) and place != "properties":
            return _unknown(made, f"is a class whose method `{name}` is set anew", found_as.span)
        if place != "properties" and name not in fields:
            attributes.append(name)
    parameters = declared_fields(classes)
    given = given_fields(classes)
    if made.kind in ("enum", "numbers", "texts"):
        parameters = tuple(surface.Parameter(n, None, None, made.span) for n in ("name", "value"))
    elif given is not None:
        parameters, attributes = given, []
    optional = {o.name for o in cx.learned.maybe_none if o.function == FIELD}
    if any(flag_of(name) in {*names, *fields} for name in optional):
        return _unknown(made, "is a class with a field that may be None", made.span)
    return RecordType(
        made.name, parameters, made.kind, tuple(attributes), classes,
        any(c.changed for c in classes), any(c.frozen for c in classes),
    ).flagged(optional)  # fmt: skip


def _unknown(made: surface.Class, reason: str, span: Span) -> Unknown:
    return Unknown(reason, _WAY_OUT, span)


def member(
    classes: Sequence[surface.Class], name: str
) -> tuple[str, surface.Function | surface.Parameter] | None:
    """What the first of `classes` that has it binds `name` to, and of which kind that is."""
    for made in classes:
        for place in _PLACES:
            for function in getattr(made, place):
                if function.name == name:
                    return place, function
        for constant in made.constants:
            if constant.name == name:
                return "constants", constant
    return None


def is_beyond(kind: RecordType) -> bool:
    """Whether objects of the class have more than what is known of them."""
    return any(made.name == BEYOND for made in kind.classes)


def setter(classes: Sequence[surface.Class], name: str) -> surface.Function | None:
    """What sets the property `name`, if it can be set."""
    for made in classes:
        if any(f.name == name for f in made.properties):
            return next((f for f in made.setters if f.name == name), None)
    return None


def abstract_methods(kind: RecordType) -> list[str]:
    """Methods that no class defines which has objects."""
    names = {name: None for made in kind.classes for name in sorted(made.abstract)}
    return [name for name in names if _is_abstract(kind.classes, name)]


def _is_abstract(classes: Sequence[surface.Class], name: str) -> bool:
    for made in classes:
        if member((made,), name) is not None:
            return name in made.abstract
    return False


# -- what makes an object --------------------------------------------------------------------------


def constructor(cx: Context, kind: RecordType) -> surface.Function | None:
    """The `__init__` of a class; None where its objects are no more than the fields that a call
    gives."""
    if not kind.classes or (not kind.attributes and given_fields(kind.classes) is not None):
        return None
    return first_init(cx, kind.classes, kind.classes[0].span)


def first_init(cx: Context, classes: Sequence[surface.Class], span: Span) -> surface.Function:
    """The first `__init__` of `classes`: one that is written, a dataclass's, or Python's own."""
    for made in classes:
        written = _own_init(made)
        if written is not None:
            return written
        if made.kind == "data":
            return _generated(cx, made)
    return _function((), (), span)


def _own_init(made: surface.Class) -> surface.Function | None:
    return next((f for f in made.functions if f.name == "__init__"), None)


def _generated(cx: Context, made: surface.Class) -> surface.Function:
    """What `dataclass` makes: it sets all fields, and calls `__post_init__`."""
    kind, span = cx.globals.get(made.name), made.span
    assert isinstance(kind, RecordType)
    owner = surface.Name(_SELF, span)
    body: list[surface.Statement] = []
    for field in kind.parameters:
        target = surface.Attribute(owner, field.name, field.span)
        value = surface.Name(field.name, field.span)
        body.append(surface.Assign((target,), value, field.span))
    if member(kind.classes, "__post_init__") is not None:
        method = surface.Attribute(owner, "__post_init__", span)
        body.append(surface.Evaluate(surface.Call(method, (), (), span), span))
    return _function(kind.parameters, tuple(body), span)


def _function(
    parameters: tuple[surface.Parameter, ...], body: tuple[surface.Statement, ...], span: Span
) -> surface.Function:
    owner = surface.Parameter(_SELF, None, None, span)
    return surface.Function("__init__", (owner, *parameters), body, span)
