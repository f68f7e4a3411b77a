"""Characters that are known while compiling: substrings and lengths (Fortran 2018, 9.4.1, 16.9).

A text has its declared length, padded with blanks. A single character that only the caller knows is
its code; of that, no part but the whole can be taken.
"""

from __future__ import annotations

import sympy

from adc.diagnostics import AdcError
from adc.ir import build
from adc.ir.dtypes import DType
from adc.ir.expressions import Expr
from adc.lowering.callsite import CallSite
from adc.lowering.context import Context
from adc.lowering.control.misfits import fail_where
from adc.lowering.promotion import as_array, convert
from adc.lowering.values import Array, Integer, Nothing, Text, Value, describe, scalar


def of_length(cx: Context, site: CallSite) -> Value:
    """What a variable of so many characters holds: cut, or padded with blanks."""
    value, length = site.arguments
    if not isinstance(value, Text):
        return value
    count = site.number(length, "length")
    return Text(value.value[:count].ljust(count))


def substring(cx: Context, site: CallSite) -> Value:
    """`text(start:stop)`, with Nothing for a bound that is left out."""
    value, start, stop = site.arguments
    if isinstance(value, Integer):  # one character
        value, whole = Text("?"), value
    else:
        whole = None
    text = known(site, value)
    if whole is None and (found := _one_of(cx, site, text, start, stop)) is not None:
        return found
    first = 1 if isinstance(start, Nothing) else position(site, start)
    last = len(text) if isinstance(stop, Nothing) else position(site, stop)
    if last >= first and not 1 <= first <= last <= len(text):
        raise AdcError.of(
            "ADC0217", f"characters {first} to {last} of a text of {len(text)}", site.span,
            help="correct the bounds, or give a longer text",
        )  # fmt: skip
    if whole is not None:
        return whole if last >= first else Text("")
    return Text(text[first - 1 : max(last, first - 1)])


def _one_of(cx: Context, site: CallSite, text: str, start: Value, stop: Value) -> Array | None:
    """The code of `text(k:k)`, for a position that loops or data tell; None for another part."""
    if isinstance(start, Integer) and isinstance(stop, Integer):
        if start.value.is_Integer or start.value != stop.value:
            return None
    elif start is not stop and not _same_number(start, stop):
        return None
    place = as_array(start, site.span)
    if place.shape or not place.dtype.is_integer or not text:
        return None
    number = convert(place.at(()), DType.INT64)
    one, last = build.one(DType.INT64), build.const(len(text), DType.INT64)
    outside = build.apply("or", build.compare("lt", number, one), build.compare("gt", number, last))
    fail_where(cx, outside, "the bounds of a substring stay inside the text", site.span)
    made: Expr = build.const(ord(text[-1]), DType.INT64)
    for k in range(len(text) - 1, 0, -1):
        here = build.compare("eq", number, build.const(k, DType.INT64))
        made = build.where(here, build.const(ord(text[k - 1]), DType.INT64), made)
    return scalar(made)


def _same_number(start: Value, stop: Value) -> bool:
    if not isinstance(start, Array) or not isinstance(stop, Array):
        return False
    return not start.shape and not stop.shape and start.at(()) == stop.at(())


def position(site: CallSite, value: Value) -> int:
    if isinstance(value, Integer) and value.value.is_Integer:
        return int(value.value)
    raise AdcError.of(
        "ADC0213", "the bounds of a substring must be known while compiling", site.span,
        help="write them as numbers",
    )  # fmt: skip


def known(site: CallSite, value: Value) -> str:
    if isinstance(value, Text):
        return value.value
    raise AdcError.of(
        "ADC0213", f"the characters of {describe(value)} are not known while compiling", site.span,
        help="compare whole characters, or fix the argument's text with `--fix NAME=TEXT`",
    )  # fmt: skip


def joined(cx: Context, site: CallSite) -> Value:
    left, right = site.arguments
    return Text(known(site, left) + known(site, right))


def trim(cx: Context, site: CallSite) -> Value:
    return Text(known(site, only(site)).rstrip(" "))


def length(cx: Context, site: CallSite) -> Value:
    return Integer(sympy.Integer(len(known(site, only(site)))))


def length_trimmed(cx: Context, site: CallSite) -> Value:
    return Integer(sympy.Integer(len(known(site, only(site)).rstrip(" "))))


def adjusted(cx: Context, site: CallSite) -> Value:
    text = known(site, only(site))
    return Text(text.lstrip(" ").ljust(len(text)))


def only(site: CallSite) -> Value:
    if len(site.arguments) != 1 or site.keywords:
        raise site.error(f"`{site.name.removeprefix('fortran.')}` takes one text here")
    return site.arguments[0]


TABLE = {
    "text": of_length, "substring": substring, "joined": joined, "trim": trim, "len": length,
    "len_trim": length_trimmed, "adjustl": adjusted,
}  # fmt: skip
