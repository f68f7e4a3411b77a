"""Objects that no constructor makes: those of methods that are asked for by what their objects hold
(`adc/frontends/method_targets.py`).

Of their classes that alone has to be known which the method uses. Where a base is not, what comes
after it in the order in which Python looks is *beyond*: a class that answers whatever Python asks
of objects by itself, which refuses.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from adc.diagnostics import AdcError, Note, Span
from adc.frontends import surface
from adc.frontends.class_order import linearised
from adc.frontends.objects import OPEN, declared_fields
from adc.lowering.callsite import CallSite
from adc.lowering.context import Context
from adc.lowering.objects.classes import BEYOND, member
from adc.lowering.objects.record_types import RecordType
from adc.lowering.objects.records import filled_by
from adc.lowering.values import Value

#: What Python calls of an object by itself, each with what else it may be given.
_ASKED = """
    init post_init call bool len iter next contains getitem setitem delitem hash eq ne lt le gt ge
    add sub mul truediv floordiv mod pow matmul and or xor lshift rshift divmod
    radd rsub rmul rtruediv rfloordiv rmod rpow rmatmul rand ror rxor rlshift rrshift rdivmod
    iadd isub imul itruediv ifloordiv imod ipow imatmul iand ior ixor ilshift irshift
    neg pos invert abs float int index complex round trunc floor ceil str repr format enter exit
    copy deepcopy
"""
_ASKED_FOR = tuple(f"__{name}__" for name in _ASKED.split())
#: Of a field without a value.
_NOT_GIVEN = "give it, too: `self.NAME: TYPE` in the signature"
_HELP = "write a function that makes the object and calls the method"


def of_fields(cx: Context, expr: surface.Call) -> Value:
    """An object of the class that the first argument names with the fields that are given, and no
    other ones; the second argument says whether files are taken as they are written."""
    name, as_written = expr.arguments
    assert isinstance(name, surface.Name) and isinstance(as_written, surface.Boolean)
    made = next((c for c in cx.module.classes if c.name == name.name), None)
    if made is None:
        cx.evaluate(name)  # raises: what is told of a class that is not known
    assert made is not None
    fields = tuple(k.name for k in expr.keywords)
    kind = _type(cx, made, as_written.value, expr.span)
    for field in fields:
        _check_field(kind, field, expr.span)
    more = tuple(f for f in fields if f not in kind.names)
    kind = replace(kind, attributes=(*kind.attributes, *more))
    given = {f"given_{k.name}": cx.evaluate(k.value) for k in expr.keywords}
    site = CallSite(made.name, (), given, (), expr.span)
    return filled_by(cx, kind, _setting(fields, expr.span), site, _NOT_GIVEN)


def _type(cx: Context, made: surface.Class, as_written: bool, span: Span) -> RecordType:
    known = cx.globals.get(made.name)
    if isinstance(known, RecordType) and not made.name.endswith(OPEN):
        if known.kind not in ("plain", "data"):
            raise AdcError.of(
                "ADC0232", "no object of this class is made of its fields alone", span, help=_HELP
            )
        return known
    line, beyond = _line(cx, made)
    is_open = any(c.name.endswith(OPEN) for c in line)
    if beyond is not None and not as_written:
        raise AdcError.of(
            "ADC0232", f"`{made.name}` has a base that adc does not follow: it may say otherwise"
            " what attributes are", beyond.span,
            help="if it does not, say `--as-written`; else write a function that makes the object",
            notes=(Note("what its objects hold is given here", span),),
        )  # fmt: skip
    names = dict.fromkeys(name for c in reversed(line) for name in c.attributes)
    parameters = declared_fields(line)
    attributes = tuple(n for n in names if n not in {p.name for p in parameters})
    attributes = tuple(n for n in attributes if member(line, n) is None or _is_constant(line, n))
    classes = tuple(replace(c, name=c.name.removesuffix(OPEN)) for c in line)
    if is_open or beyond is not None:
        classes = (*classes, _beyond(made.span))
    return RecordType(
        classes[0].name, parameters, made.kind, attributes, classes, any(c.changed for c in line),
        any(c.frozen for c in line),
    )  # fmt: skip


def _is_constant(line: Sequence[surface.Class], name: str) -> bool:
    return isinstance((member(line, name) or ("", None))[1], surface.Parameter)


def _line(cx: Context, made: surface.Class) -> tuple[list[surface.Class], surface.Expr | None]:
    """The first classes of the order in which Python looks at the bases, up to one that is not
    known, and that one; None where all are. The first base of a class comes right after it."""
    above: list[tuple[surface.Class, ...]] = []
    for base in made.bases:
        found = cx.globals.get(base.name) if isinstance(base, surface.Name) else None
        if not isinstance(found, RecordType) or found.kind not in ("plain", "data"):
            return [made, *(line[0] for line in above[:1])], base
        above.append(found.classes)
    order = linearised(made, above)
    return ([made], made.bases[0]) if order is None else (list(order), None)


def _beyond(span: Span) -> surface.Class:
    """The class that stands for all that is not known of an object's classes."""
    error = AdcError.of(
        "ADC0232", "a base that adc does not follow may say what this does with the object", span,
        help="leave it out of the method",
    )  # fmt: skip
    stars = (("a", "*"), ("k", "**"))
    rest = tuple(surface.Parameter(n, None, None, span, star=s) for n, s in stars)
    body = (surface.Refused(tuple(error.diagnostics), span),)
    functions = tuple(surface.Function(name, rest, body, span) for name in _ASKED_FOR)
    return surface.Class(BEYOND, (), "plain", functions, (), (), span)


def _check_field(kind: RecordType, name: str, span: Span) -> None:
    """ADC0232 where objects have no field of their own of that name, or the class has something
    else under it that counts as well."""
    found = member(kind.classes, name)
    if found is not None and (name.startswith("__") or not isinstance(found[1], surface.Parameter)):
        raise AdcError.of(
            "ADC0232", f"`{name}` of `{kind.name}` is no field: the class defines it", span,
            notes=(Note("it is defined here", found[1].span),),
            help="give the fields that it uses",
        )  # fmt: skip


def _setting(fields: Sequence[str], span: Span) -> surface.Function:
    """What sets the fields of an object, and does nothing else."""
    owner = surface.Name("self", span)
    names = [f"given_{field}" for field in fields]
    body = tuple(
        surface.Assign((surface.Attribute(owner, field, span),), surface.Name(name, span), span)
        for field, name in zip(fields, names, strict=True)
    )
    parameters = tuple(surface.Parameter(n, None, None, span) for n in ("self", *names))
    return surface.Function("__init__", parameters, body, span)
