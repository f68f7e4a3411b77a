"""Comparisons of integers: folded where provable, and what they tell about sizes."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice

import sympy

from adc.diagnostics import Span
from adc.ir import build, shapes
from adc.ir.dtypes import DType
from adc.ir.expressions import Apply, Const, Expr, IntValue, Read, reads, walk
from adc.lowering.context import Context
from adc.lowering.control.regions import Clause, Region
from adc.lowering.elementwise import COMPARISONS, literal
from adc.lowering.promotion import is_literal_bool
from adc.lowering.store import store
from adc.lowering.values import Array, Integer, Value, scalar

_NEGATED = {"lt": "ge", "le": "gt", "gt": "le", "ge": "lt", "eq": "ne", "ne": "eq"}


def integer_compare(cx: Context, op: str, a: sympy.Expr, b: sympy.Expr) -> Array:
    """`a op b` of symbolic integers: True or False where that is provable."""
    name = COMPARISONS[op]
    known = _decide(cx, name, a, b)
    if known is not None:
        return literal(str(known), DType.BOOL)
    return scalar(build.compare(name, IntValue(a), IntValue(b)), weak=True, stable=True)


def _decide(cx: Context, op: str, a: sympy.Expr, b: sympy.Expr) -> bool | None:
    prover = cx.prover
    if op in ("gt", "ge"):
        a, b, op = b, a, {"gt": "lt", "ge": "le"}[op]
    if op == "lt":
        return True if prover.below(a, b) else False if prover.at_most(b, a) else None
    if op == "le":
        return True if prover.at_most(a, b) else False if prover.below(b, a) else None
    if prover.equal(a, b):
        return op == "eq"
    if prover.below(a, b) or prover.below(b, a):
        return op == "ne"
    return None


def consequences(expr: Expr, holds: bool) -> list[sympy.Expr]:
    """Integer expressions that are not negative when the condition `expr` is `holds`."""
    if not isinstance(expr, Apply):
        return []
    if expr.op == "not":
        return consequences(expr.args[0], not holds)
    if (expr.op, holds) in (("and", True), ("or", False)):
        return [f for part in expr.args for f in consequences(part, holds)]
    if expr.op == "where" and holds and is_false(expr.args[2]):
        return [f for part in expr.args[:2] for f in consequences(part, True)]
    if expr.op == "where" and not holds and is_true(expr.args[1]):
        return [f for part in (expr.args[0], expr.args[2]) for f in consequences(part, False)]
    if expr.op not in _NEGATED or not all(isinstance(a, IntValue) for a in expr.args):
        return []
    a, b = (x.value for x in expr.args if isinstance(x, IntValue))
    op = expr.op if holds else _NEGATED[expr.op]
    return {
        "lt": [b - a - 1], "le": [b - a], "gt": [a - b - 1], "ge": [a - b],
        "eq": [a - b, b - a], "ne": [],
    }[op]  # fmt: skip


def is_true(expr: Expr) -> bool:
    return isinstance(expr, Const) and build.const_value(expr) is True


def is_false(expr: Expr) -> bool:
    return isinstance(expr, Const) and build.const_value(expr) is False


def is_test_of_sizes(cx: Context, expr: Expr) -> bool:
    """Whether `expr` is a truth value that sizes and integer arguments alone decide."""
    if expr.dtype is not DType.BOOL:
        return False
    if not isinstance(expr, Apply):
        return isinstance(expr, Const)
    numbers = [a.value for a in expr.args if isinstance(a, IntValue)]
    truths = [a for a in expr.args if not isinstance(a, IntValue)]
    return all(shapes.names(n) <= cx.symbols for n in numbers) and all(
        is_test_of_sizes(cx, a) for a in truths
    )


def picked(cx: Context, test: Expr, values: list[Value], name: str) -> Value | None:
    """The one of two integers, or of two truth values of sizes, that a test of integers picks, as
    an expression. `name` is the variable that it becomes the value of."""
    first, second = values
    test = named_test(cx, test, _TEST)
    if isinstance(first, Integer) and isinstance(second, Integer):
        value = _chosen(test, first.value, second.value)
        value = None if value is None else _named(cx, value, name)
        return None if value is None else Integer(value)
    truths = [v.at(()) for v in values if isinstance(v, Array) and not v.shape]
    if len(truths) < 2 or not all(is_test_of_sizes(cx, e) for e in (test, *truths)):
        return None
    return scalar(named_test(cx, _one_of(test, *truths), name), stable=True)


#: What a test without a name of its own is called.
_TEST = "taken"
#: How many choices an integer may hang on and still be an expression, where it can have no name.
_CHOICES = 8
#: How many quotients, remainders and extremes an integer may hold and still have no name.
_ROUNDINGS = 12
_ROUNDED = (sympy.floor, sympy.Mod, sympy.Min, sympy.Max)


def named_test(cx: Context, test: Expr, name: str) -> Expr:
    """`test`, or where it is made of several cases and sizes and integer arguments alone decide
    it, a test of the one number that says how it comes out: so that the cases are looked at once,
    and neither analysis nor text multiplies them out."""
    if not is_test_of_sizes(cx, test) or not _has_cases(test):
        return test
    number = _chosen(test, sympy.Integer(1), sympy.Integer(0))
    if number is None:
        return test
    return build.compare("gt", IntValue(_defined(cx, number, name)), IntValue(sympy.Integer(0)))


def _has_cases(test: Expr) -> bool:
    """Whether `test` asks for more than one interval of integers."""
    inner = list(_comparisons(test))
    equalities = sum(c.op in ("eq", "ne") for c in inner)
    numbers = (a.value for c in inner for a in c.args if isinstance(a, IntValue))
    return equalities > 1 or any(n.has(shapes.choose) for n in numbers)


def _comparisons(test: Expr) -> Iterator[Apply]:
    if isinstance(test, Apply) and any(isinstance(a, IntValue) for a in test.args):
        yield test
    elif isinstance(test, Apply):
        for part in test.args:
            yield from _comparisons(part)


def _named(cx: Context, value: sympy.Expr, name: str) -> sympy.Expr | None:
    """`value`, under a name where it chooses more than once; None where it cannot have one and
    has too many cases."""
    choices = len(value.atoms(shapes.choose))
    several = choices > 1 or (choices == 1 and value.has(shapes.Defined))
    if several and shapes.names(value) <= cx.symbols:
        return _defined(cx, value, name)
    return value if choices <= _CHOICES else None


def compact(cx: Context, value: sympy.Expr, name: str) -> sympy.Expr:
    """`value`, under a name where it is made of so many roundings and extremes that what is made
    of it would be too long to work with, and to read."""
    nested = (e for e in sympy.preorder_traversal(value) if isinstance(e, _ROUNDED))
    many = next(islice(nested, _ROUNDINGS, None), None) is not None
    return _defined(cx, value, name) if many and shapes.names(value) <= cx.symbols else value


def _defined(cx: Context, value: sympy.Expr, name: str) -> sympy.Expr:
    if value not in cx.defined:
        make = cx.new_name if name == _TEST else cx.user_name
        cx.defined[value] = shapes.Defined(make(name), value)
    return cx.defined[value]


def _chosen(test: Expr, then: sympy.Expr, orelse: sympy.Expr) -> sympy.Expr | None:
    """The integer that is `then` where `test`, on integers, holds, else `orelse`."""
    if is_true(test) or is_false(test):
        return then if is_true(test) else orelse
    if not isinstance(test, Apply):
        return None
    if test.op == "not":
        return _chosen(test.args[0], orelse, then)
    if test.op in ("and", "or"):
        inner = _chosen(test.args[1], then, orelse)
        if inner is None:
            return None
        pair = (inner, orelse) if test.op == "and" else (then, inner)
        return _chosen(test.args[0], *pair)
    if test.op == "where":
        first, second = (_chosen(arm, then, orelse) for arm in test.args[1:])
        return None if first is None or second is None else _chosen(test.args[0], first, second)
    if test.op not in _NEGATED or not all(isinstance(a, IntValue) for a in test.args):
        return None
    a, b = (x.value for x in test.args if isinstance(x, IntValue))
    if test.op in ("eq", "ne"):
        same, other = (then, orelse) if test.op == "eq" else (orelse, then)
        return _where_negative(a - b, other, _where_negative(b - a, other, same))
    slack = {"lt": a - b, "le": a - b - 1, "gt": b - a, "ge": b - a - 1}[test.op]
    return _where_negative(slack, then, orelse)


def _one_of(test: Expr, then: Expr, orelse: Expr) -> Expr:
    """The truth value that is `then` where `test` holds, else `orelse`; all are of integers."""
    if isinstance(then, Const) and isinstance(orelse, Const):
        return test if build.const_value(then) else _negated(test)
    if then == test or (isinstance(then, Const) and build.const_value(then)):
        return build.apply("or", test, orelse)
    if isinstance(then, Const):
        return build.apply("and", _negated(test), orelse)
    if orelse == test or (isinstance(orelse, Const) and not build.const_value(orelse)):
        return build.apply("and", test, then)
    if isinstance(orelse, Const):
        return build.apply("or", _negated(test), then)
    return build.where(test, then, orelse)


def _negated(test: Expr) -> Expr:
    """The opposite of a test of integers."""
    if isinstance(test, Apply) and test.op == "not":
        return test.args[0]
    if isinstance(test, Apply) and test.op in _NEGATED:
        return Apply(_NEGATED[test.op], test.args, DType.BOOL)
    return build.apply("not", test)


def _where_negative(slack: sympy.Expr, then: sympy.Expr, orelse: sympy.Expr) -> sympy.Expr:
    return shapes.choose(sympy.expand(slack), sympy.expand(then), sympy.expand(orelse))


def settled_condition(cx: Context, test: Array, span: Span) -> Array:
    """A condition on data is kept in a boolean of its own: the reverse sweep asks it again."""
    if not reads(test.at(())):
        named = named_test(cx, test.at(()), _TEST)
        return test if named == test.at(()) else scalar(named, stable=True)
    name = cx.new_name("taken")
    cx.told.asked[name] = _read_by(cx, test)
    view = cx.new_container(name, DType.BOOL, ())
    store(cx, view, DType.BOOL, test, span)
    return Array((), DType.BOOL, lambda _: Read(name, (), DType.BOOL))


@contextmanager
def when(
    cx: Context, condition: Value, holds: bool, assumed: bool = False, meant: Value | None = None
) -> Iterator[Region]:
    """What is lowered inside runs only if `condition` is `holds`; `assumed`: if it is not, the
    call fails anyway, and relations of sizes may be assumed as if it always were. `meant` is what
    the condition was before it got a name."""
    if is_literal_bool(condition) is not None:
        yield Region()
        return
    before = set(cx.prover.facts)
    for told in (condition, meant):
        if isinstance(told, Array) and not told.shape:
            for fact in consequences(told.at(()), holds):
                cx.prover.assume(fact)
    local = cx.prover.facts.keys() - before
    region = Region(() if assumed else escape_of(condition, holds))
    cx.told.tested.append(_read_by(cx, condition) | _read_by(cx, meant))
    inside = _inside_length(cx, meant if meant is not None else condition) if holds else None
    cx.told.inside += [inside] if inside else []
    try:
        with cx.known_inside(), cx.within(region):
            yield region
    finally:
        cx.told.tested.pop()
        if inside:
            cx.told.inside.pop()
        cx.prover.forget(local)


def _inside_length(cx: Context, condition: Value) -> tuple[sympy.Symbol, Expr] | None:
    """The variable of a loop, and the length that it is less than where `condition` holds."""
    test = condition.at(()) if isinstance(condition, Array) and not condition.shape else None
    if not isinstance(test, Apply) or test.op != "lt":
        return None
    left, right = test.args
    counts = isinstance(left, IntValue) and left.value.is_Symbol
    length = isinstance(right, Read) and right.container in cx.told.capacity
    return (left.value, right) if counts and length and isinstance(left, IntValue) else None


def _read_by(cx: Context, condition: Value | None) -> frozenset[str]:
    """The containers that a condition reads, or was made of before it was kept."""
    if not isinstance(condition, Array) or condition.shape:
        return frozenset()
    test = condition.at(())
    numbers = (e.value for e in walk(test) if isinstance(e, IntValue))
    tables = {one.container for n in numbers for one in shapes.entries(n)}
    read = frozenset(r.container for r in reads(test))
    return read.union(tables, *(cx.told.asked.get(name, frozenset()) for name in read))


def escape_of(condition: Value, holds: bool) -> Clause | None:
    """Of these one is not negative exactly where `condition` is not `holds`; None where it is no
    test of integers."""
    if not isinstance(condition, Array) or condition.shape:
        return None
    slack = slack_of(condition.at(()), not holds)
    if slack is None:
        return None
    return slack.args if isinstance(slack, sympy.Max) else (slack,)


def slack_of(test: Expr, holds: bool) -> sympy.Expr | None:
    """What is not negative exactly where `test`, of integers, is `holds`; None for any other."""
    if not isinstance(test, Apply):
        return None
    if test.op == "not":
        return slack_of(test.args[0], not holds)
    if test.op in ("and", "or"):
        parts = [slack_of(part, holds) for part in test.args]
        known = [part for part in parts if part is not None]
        joined = shapes.minimum if (test.op == "and") == holds else shapes.maximum
        return joined(*known) if len(known) == len(parts) else None
    if test.op not in _NEGATED or not all(isinstance(a, IntValue) for a in test.args):
        return None
    facts = consequences(test, holds)
    if facts:
        return shapes.minimum(*facts)
    a, b = (x.value for x in test.args if isinstance(x, IntValue))
    return shapes.maximum(a - b - 1, b - a - 1)
