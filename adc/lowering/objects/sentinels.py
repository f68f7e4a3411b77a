"""Objects that only tell whether something was given: `_MISSING = object()`.

Such an object is equal to itself alone, and nothing can be set on it. Each one that is made has a
class of its own, as a member of an enumeration has a value of its own: what the module makes is
made once, what a function makes is another one with each call.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable

from adc.lowering.callsite import CallSite
from adc.lowering.context import Context
from adc.lowering.objects.record_types import RecordType
from adc.lowering.values import Record, Value

_NAME = "object "
_NUMBERS = itertools.count(1)


def _sentinel(cx: Context, site: CallSite) -> Value:
    """`object()`."""
    if site.arguments or site.keywords:
        raise site.error("`object` takes nothing", help="write `object()`")
    return Record((), RecordType(f"{_NAME}{next(_NUMBERS)}", (), "enum"))


def is_sentinel(value: Value) -> bool:
    return isinstance(value, Record) and value.type.name.startswith(_NAME)


TABLE: dict[str, Callable[[Context, CallSite], Value]] = {"object": _sentinel}
