"""Tests as C has them: chains of tests of one integer are a `switch`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import sympy

from adc.ir.build import const_value
from adc.ir.dtypes import DType
from adc.ir.expressions import Apply, Const, Expr, IntValue
from adc.ir.shapes import Defined, choose
from adc.schedule.tree import If, Tree

#: A chain of fewer tests reads well enough; a range of more values is a test of its own.
FEWEST_CASES = 3
_MOST_VALUES = 12
#: Integers of 32 bits have no other values, and C warns of cases that they never are.
_LIMIT = 2**31

_MIRRORED = {"lt": "gt", "le": "ge", "gt": "lt", "ge": "le", "eq": "eq", "ne": "ne"}


Range = tuple[int | None, int | None]


@dataclass(frozen=True)
class Ranges:
    """The values of `selector` for which a condition holds, as ranges with their ends; a range
    without one of its ends has None there."""

    selector: Expr
    ranges: tuple[Range, ...]

    def values(self) -> tuple[int, ...] | None:
        """All of them, in order; None where they are many."""
        found: set[int] = set()
        for first, last in self.ranges:
            if first is None or last is None or last - first >= _MOST_VALUES:
                return None
            found.update(range(first, last + 1))
        few = len(found) <= _MOST_VALUES and all(-_LIMIT <= v < _LIMIT for v in found)
        return tuple(sorted(found)) if few else None

    def has(self, value: int) -> bool:
        return any(
            (first is None or first <= value) and (last is None or value <= last)
            for first, last in self.ranges
        )


@dataclass(frozen=True)
class Switch:
    """`cases` are values with what is done there, `default` is what is done for all others."""

    selector: Expr
    cases: tuple[tuple[tuple[int, ...], Tree], ...]
    default: Tree


def switch_of(chain: If) -> Switch | None:
    """The switch that a chain of tests is; None where it is none, or short.

    Tests of many values stay tests, behind all cases: no case has a value for which they hold.
    """
    cases: list[tuple[tuple[int, ...], Tree]] = []
    wide: list[tuple[If, Ranges]] = []
    selector: Expr | None = None
    rest: Tree = (chain,)
    taken: set[int] = set()
    while (link := only_if(rest)) is not None:
        tested = ranges_of(link.condition)
        if tested is None or (selector is not None and tested.selector != selector):
            break
        values = tested.values()
        if values is None:
            wide.append((link, tested))
        elif not values or taken & set(values) or any(t.has(v) for _, t in wide for v in values):
            break
        else:
            cases.append((values, link.then))
            taken |= set(values)
        selector, rest = tested.selector, link.orelse
    if selector is None or len(cases) < FEWEST_CASES:
        return None
    for link, _ in reversed(wide):
        rest = (replace(link, orelse=rest),)
    if not rest:
        cases = [(values, body) for values, body in cases if body]
    return Switch(selector, tuple(cases), rest)


def only_if(tree: Tree) -> If | None:
    """The test that is all of `tree`, the right way round: with something to do where it holds."""
    link = tree[0] if len(tree) == 1 else None
    if not isinstance(link, If) or not (link.label or link.orelse):
        return None
    if isinstance(link.condition, Apply) and link.condition.op == "ne":
        opposite = replace(link.condition, op="eq")
        return replace(link, condition=opposite, then=link.orelse, orelse=link.then)
    return link


def ranges_of(condition: Expr) -> Ranges | None:
    """What `condition` asks of one integer, if it compares it with constants."""
    if not isinstance(condition, Apply):
        return None
    if condition.op == "or":
        return either(tuple(map(ranges_of, condition.args)))
    if condition.op == "and":
        return both(tuple(map(ranges_of, condition.args)))
    if condition.op not in _MIRRORED or len(condition.args) != 2:
        return None
    left, right = condition.args
    op, limit = condition.op, constant_of(right)
    if limit is None:
        left, op, limit = right, _MIRRORED[op], constant_of(left)
    if limit is None or not left.dtype.is_integer or constant_of(left) is not None:
        return None
    if isinstance(left, IntValue) and isinstance(left.value, Defined):
        return named_ranges(left.value.definition) if (op, limit) == ("gt", 0) else None
    return Ranges(left, tuple(compared(op, limit)))


def named_ranges(number: sympy.Expr) -> Ranges | None:
    """For what values of the one symbol in it a number that other tests have chosen is above 0."""
    symbols = number.free_symbols
    if len(symbols) != 1 or not number.has(choose):
        return None
    (variable,) = symbols
    found = list(chosen(number, variable, (None, None)))
    if None in found:
        return None
    return Ranges(IntValue(variable), tuple(r for r in found if r is not None))


def chosen(number: sympy.Expr, variable: sympy.Symbol, inside: Range) -> Iterator[Range | None]:
    """The ranges `inside` of one, for which `number` is above 0; None where that is not known."""
    first, last = inside
    if first is not None and last is not None and first > last:
        return
    if number.is_Integer:
        yield from [inside] if number > 0 else []
        return
    if not isinstance(number, choose):
        yield None
        return
    slack, then, orelse = number.args
    sign = sympy.diff(slack, variable)
    limit = sympy.expand(-sign * slack + variable)
    if sign not in (1, -1) or not limit.is_Integer:
        yield None
        return
    below = upper(inside, int(limit) - 1) if sign == 1 else upper(inside, int(limit))
    above = lower(inside, int(limit)) if sign == 1 else lower(inside, int(limit) + 1)
    yield from chosen(then if sign == 1 else orelse, variable, below)
    yield from chosen(orelse if sign == 1 else then, variable, above)


def upper(inside: Range, last: int) -> Range:
    return inside[0], last if inside[1] is None else min(last, inside[1])


def lower(inside: Range, first: int) -> Range:
    return first if inside[0] is None else max(first, inside[0]), inside[1]


def compared(op: str, limit: int) -> Iterator[Range]:
    """The integers that are `op` than `limit`."""
    if op in ("lt", "le", "ne"):
        yield None, limit - (op != "le")
    if op in ("gt", "ge", "ne"):
        yield limit + (op != "ge"), None
    if op == "eq":
        yield limit, limit


def either(parts: tuple[Ranges | None, ...]) -> Ranges | None:
    found = same(parts)
    return Ranges(found[0].selector, tuple(r for p in found for r in p.ranges)) if found else None


def both(parts: tuple[Ranges | None, ...]) -> Ranges | None:
    """What all of the parts hold for, each of which is one range."""
    found = same(parts)
    if not found or any(len(p.ranges) != 1 for p in found):
        return None
    firsts = [p.ranges[0][0] for p in found]
    lasts = [p.ranges[0][1] for p in found]
    first = max((f for f in firsts if f is not None), default=None)
    last = min((e for e in lasts if e is not None), default=None)
    return Ranges(found[0].selector, ((first, last),))


def same(parts: tuple[Ranges | None, ...]) -> tuple[Ranges, ...]:
    """The parts, where all of them are of one integer; else nothing."""
    found = tuple(p for p in parts if p is not None)
    alike = len(found) == len(parts) and all(p.selector == found[0].selector for p in found)
    return found if alike else ()


def constant_of(expr: Expr) -> int | None:
    if isinstance(expr, Const) and expr.dtype.is_integer:
        return int(const_value(expr))
    if isinstance(expr, IntValue) and expr.dtype is not DType.BOOL and expr.value.is_Integer:
        return int(expr.value)
    return None


#: Comparisons and their opposites; of floats only equality has one, as NaN compares as unequal.
_OPPOSITES = {"eq": "ne", "ne": "eq", "lt": "ge", "le": "gt", "gt": "le", "ge": "lt"}


def opposite(condition: Expr) -> Expr:
    """What holds where `condition` does not."""
    if isinstance(condition, Apply) and condition.op == "not":
        return condition.args[0]
    if isinstance(condition, Apply) and condition.op in _OPPOSITES:
        exact = not any(a.dtype.is_float for a in condition.args)
        if exact or condition.op in ("eq", "ne"):
            return replace(condition, op=_OPPOSITES[condition.op])
    return Apply("not", (condition,), DType.BOOL)
