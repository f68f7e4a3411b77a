"""Objects where paths meet: which of one path are which of the other."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from adc.diagnostics import AdcError, Span
from adc.frontends import surface
from adc.lowering.context import Context
from adc.lowering.control.returns import RETURN
from adc.lowering.learned import LongerListError
from adc.lowering.objects.heap import is_given
from adc.lowering.values import Bound, Cell, Held, Items, Ref, Undefined, Value, in_heap

Names = dict[str, Value]
LowerBody = Callable[[Context, tuple[surface.Statement, ...]], None]


class _Pairs:
    """Which objects of two paths are one where the paths meet."""

    def __init__(self, first: Names, second: Names, span: Span | None) -> None:
        self.first, self.second, self.span = first, second, span
        self.of: dict[str, str] = {}
        self.back: dict[str, str] = {}
        self.parts: dict[str, str] = {}

    def add(self, name: str, one: Value | None, other: Value | None) -> None:
        """What `name` is on the two paths."""
        if isinstance(one, Ref) and isinstance(other, Ref):
            self._add_cells(name, one.cell, other.cell)
        elif isinstance(one, Held) and isinstance(other, Held) and type(one) is type(other):
            for a, b in zip(one.items, other.items, strict=False):
                self.add(name, a, b)
        elif isinstance(one, Bound) and isinstance(other, Bound):
            self.add(name, one.owner, other.owner)

    def _add_cells(self, name: str, one: str, other: str) -> None:
        if self.of.get(other) == one:
            return
        if other in self.of or one in self.back:
            raise AdcError.of(
                "ADC0212", f"`{name.strip()}` may be an object that another name stands for, too,"
                " or not, as the path is", self.span,
                help="make a new object on every path, by `copy.copy` or `dataclasses.replace`",
            )  # fmt: skip
        self.of[other], self.back[one] = one, other
        first, second = self.first.get(one), self.second.get(other)
        if not isinstance(first, Cell) or not isinstance(second, Cell):
            return
        if first.form != second.form or len(first.parts) != len(second.parts):
            refusal = LongerListError.of(
                "ADC0212", f"`{name.strip()}` has other keys or another length on another path",
                self.span, help="give it all its items before the branch or the loop",
            )  # fmt: skip
            token = first.form.token if isinstance(first.form, Items) else None
            assert isinstance(refusal, LongerListError)
            refusal.site = "" if token is None else token.site
            raise refusal
        for a, b in zip(first.parts, second.parts, strict=True):
            self.parts[b] = a
            self.add(a, self.first.get(a), self.second.get(b))

    def renamed(self, value: Value) -> Value:
        if isinstance(value, Ref):
            return Ref(self.of.get(value.cell, value.cell))
        if isinstance(value, Held):
            return replace(value, items=tuple(map(self.renamed, value.items)))
        if isinstance(value, Bound):
            return replace(value, owner=self.renamed(value.owner))
        if isinstance(value, Undefined) and value.value is not None:
            return replace(value, value=self.renamed(value.value))
        return value


def matched(
    cx: Context, first: Names, second: Names, live: Iterable[str], span: Span | None
) -> Names:
    """`second` with the objects called as in `first`, the names on another path that leads to the
    same place. ADC0212 where `live` names share objects on one path and not on the other."""
    if not any(map(in_heap, first)) and not any(map(in_heap, second)):
        return second
    pairs = _Pairs(first, second, span)
    for name, value in first.items():
        if is_given(value) and name in second:
            pairs.add("an argument", Ref(name), Ref(name))
    for scope in cx.scopes[:-1]:
        for name, value in scope.names.items():
            if not in_heap(name):
                pairs.add(name, value, value)
    for name in dict.fromkeys((*sorted(live), *(n for n in second if n.startswith(RETURN)))):
        if not in_heap(name):
            pairs.add(name, first.get(name), second.get(name))
    found: Names = {}
    for name, value in second.items():
        if isinstance(value, Cell):
            new = pairs.of.get(name, name)
            if name in pairs.of or new not in pairs.back:
                found[new] = first[new] if name in pairs.of and new in first else value
        elif in_heap(name):
            new = pairs.parts.get(name, name)
            if name in pairs.parts or new not in pairs.parts.values():
                found[new] = pairs.renamed(value)
        else:
            found[name] = pairs.renamed(value)
    return found


def with_objects(lower_body: LowerBody, live: frozenset[str], span: Span | None) -> LowerBody:
    """Lowers a body at whose end the objects are called as at its start."""

    def lower(cx: Context, body: tuple[surface.Statement, ...]) -> None:
        start = dict(cx.scope.names)
        lower_body(cx, body)
        cx.scope.names = matched(cx, start, cx.scope.names, live, span)

    return lower
