"""What values may be: bounds, and whether infinity, NaN or zero can occur.

Inputs count as finite, sums and products of what is finite as finite, and products of what is not
zero as not zero: what is looked for are poles, domains that are left, and functions that overflow
early. An answer that something cannot occur holds under these premises; everything unknown may be
anything.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace

import sympy

from adc.ir.build import const_value
from adc.ir.dtypes import DType
from adc.ir.expressions import Alternatives, Apply, Const, Expr, IntValue, Need, Read, reads
from adc.ir.nodes import Compute, Loop, Program, ReverseWhile, While, computes, walk_nodes

INF = math.inf
#: exp(x) is finite and not 0 in single precision, too, where x is not farther from 0 than this.
EXPONENT = 80.0


@dataclass(frozen=True)
class Range:
    """Values from `low` to `high`, both included; `finite`: never infinite, `real`: never NaN,
    `nonzero`: never 0."""

    low: float = -INF
    high: float = INF
    finite: bool = True
    real: bool = True
    nonzero: bool = False

    @property
    def apart_from_zero(self) -> bool:
        return self.nonzero or self.low > 0 or self.high < 0

    @property
    def is_number(self) -> bool:
        """Whether a product with it is zero where the other factor is."""
        return self.finite and self.real

    def joined(self, other: Range) -> Range:
        return Range(
            min(self.low, other.low),
            max(self.high, other.high),
            self.finite and other.finite,
            self.real and other.real,
            self.apart_from_zero and other.apart_from_zero,
        )

    def meeting(self, fact: Range) -> Range:
        """The part of it that meets a condition: a `real` fact is none that NaN fulfils."""
        return replace(
            self,
            low=max(self.low, fact.low),
            high=min(self.high, fact.high),
            real=self.real or fact.real,
            nonzero=self.nonzero or fact.nonzero,
        )


ANY_NUMBER = Range()
ANYTHING = Range(finite=False, real=False)
TRUTH = Range(0.0, 1.0)


@dataclass(frozen=True)
class Ranges:
    """The ranges of a program's containers at all times; `least`: lower bounds of integer symbols.

    An expression of `sizes` alone counts as not zero: where it is, there is nothing to compute.
    """

    containers: Mapping[str, Range]
    least: Mapping[str, int] = field(default_factory=dict)
    sizes: frozenset[str] = frozenset()

    def inside(self, statement: Compute) -> Ranges:
        """The same at the points of a statement's domain."""
        return replace(self, least={**self.least, **least_of(statement)})

    def trusting(self) -> Ranges:
        """The same, every value that is in memory taken for a number."""
        numbers = {n: replace(r, finite=True, real=True) for n, r in self.containers.items()}
        return replace(self, containers=numbers)

    def of(self, expr: Expr, facts: Mapping[Expr, Range] | None = None) -> Range:
        """The range of `expr`; `facts` are ranges of expressions that conditions give."""
        found, fact = self._of(expr, facts or {}), (facts or {}).get(expr)
        return found.meeting(fact) if fact else found

    def container(self, name: str) -> Range:
        return self.containers.get(name, ANYTHING)

    def _of(self, expr: Expr, facts: Mapping[Expr, Range]) -> Range:
        if isinstance(expr, Const):
            value = float(const_value(expr))
            return Range(value, value, math.isfinite(value), not math.isnan(value), value != 0)
        if isinstance(expr, IntValue):
            return self.of_integer(expr.value)
        if isinstance(expr, (Read, Need)):
            return self.container(expr.container)
        if isinstance(expr, Alternatives):
            return self.of(expr.options[0], facts)
        if expr.op == "where":
            condition, a, b = expr.args
            taken, other = with_facts(facts, condition, True), with_facts(facts, condition, False)
            return self.of(a, taken).joined(self.of(b, other))
        rule = RULES.get(expr.op)
        return rule(expr, *(self.of(a, facts) for a in expr.args)) if rule else ANYTHING

    def of_integer(self, value: sympy.Expr) -> Range:
        symbols = {s.name for s in value.free_symbols}
        nonzero = bool(symbols) and symbols <= self.sizes
        low = self.lower_bound(value)
        return Range(-INF if low is None else low, INF, nonzero=nonzero)

    def lower_bound(self, value: sympy.Expr) -> float | None:
        """A lower bound of a sum of products of symbols that have one, None of anything else."""
        low = 0
        for term in sympy.Add.make_args(sympy.expand(value)):
            factor, product = term.as_coeff_Mul()
            known = all(s.name in self.least for s in product.free_symbols)
            plain = product.is_number or sympy.Mul(*product.free_symbols) == product
            if not plain or not known or (factor < 0 and not product.is_number):
                return None
            low += int(factor) * math.prod(self.least[s.name] for s in product.free_symbols)
        return float(low)


def with_facts(facts: Mapping[Expr, Range], condition: Expr, holds: bool) -> Mapping[Expr, Range]:
    """`facts` with what `condition` (or its opposite) says of one expression and a literal."""
    if not isinstance(condition, Apply):
        return facts
    op, args = condition.op, condition.args
    if op == "not":
        return with_facts(facts, args[0], not holds)
    if op == ("and" if holds else "or"):
        return with_facts(with_facts(facts, args[0], holds), args[1], holds)
    if op not in COMPARED or not (holds or op in ("eq", "ne")):
        return facts  # NaN fulfils the opposite of an order, too
    left, right = args
    if isinstance(left, Const):
        left, right, op = right, left, MIRRORED.get(op, op)
    if not isinstance(right, Const):
        return facts
    bound = float(const_value(right))
    if not holds:
        op = {"eq": "ne", "ne": "eq"}[op]
    return {**facts, left: COMPARED[op](bound)}


MIRRORED = {"lt": "gt", "le": "ge", "gt": "lt", "ge": "le"}
COMPARED: dict[str, Callable[[float], Range]] = {
    "lt": lambda c: Range(high=c, nonzero=c <= 0),
    "le": lambda c: Range(high=c, nonzero=c < 0),
    "gt": lambda c: Range(low=c, nonzero=c >= 0),
    "ge": lambda c: Range(low=c, nonzero=c > 0),
    "eq": lambda c: Range(c, c, nonzero=c != 0),
    "ne": lambda c: Range(real=False, nonzero=c == 0),
}


# -- operations ------------------------------------------------------------------------------------


def added(a: Range, b: Range) -> Range:
    low = -INF if -INF in (a.low, b.low) else a.low + b.low
    high = INF if INF in (a.high, b.high) else a.high + b.high
    one_sided = (a.low > -INF and b.low > -INF) or (a.high < INF and b.high < INF)
    real = a.real and b.real and (a.finite or b.finite or one_sided)
    return Range(low, high, a.finite and b.finite, real)


def _sum(_: Apply, a: Range, b: Range) -> Range:
    return added(a, b)


def _negative(_: Apply, a: Range) -> Range:
    return replace(a, low=-a.high, high=-a.low)


def _difference(expr: Apply, a: Range, b: Range) -> Range:
    return added(a, _negative(expr, b))


def _times(a: float, b: float) -> float:
    return 0.0 if 0.0 in (a, b) else a * b


def _product(expr: Apply, a: Range, b: Range) -> Range:
    if expr.args[0] == expr.args[1]:
        return _even(a)
    corners = [_times(x, y) for x in (a.low, a.high) for y in (b.low, b.high)]
    apart = (a.finite or b.apart_from_zero) and (b.finite or a.apart_from_zero)
    return Range(
        min(corners),
        max(corners),
        a.finite and b.finite,
        a.real and b.real and apart,
        a.apart_from_zero and b.apart_from_zero,
    )


def _even(a: Range) -> Range:
    """A square, or another even power."""
    least, greatest = max(a.low, -a.high, 0.0), max(-a.low, a.high)
    low, high = (least if least >= 1 else 0.0), (INF if greatest > 1 else 1.0)
    return Range(low, high, a.finite, a.real, a.apart_from_zero)


def _quotient(_: Apply, a: Range, b: Range) -> Range:
    positive = a.low >= 0 and b.low >= 0
    low = 0.0 if positive else -INF
    if not b.apart_from_zero:
        real = a.real and b.real and a.apart_from_zero and a.finite
        return Range(low, INF, False, real)
    real = a.real and b.real and (a.finite or b.finite)
    high = a.high / b.low if b.low > 0 and a.low >= 0 else INF
    return Range(low, high, a.finite, real, a.apart_from_zero and b.finite)


def _root(_: Apply, a: Range) -> Range:
    if a.low < 0:
        return Range(0.0, INF, a.finite, False)
    return Range(math.sqrt(a.low), INF, a.finite, a.real, a.apart_from_zero)


def _exponential(_: Apply, a: Range) -> Range:
    low = math.exp(a.low) if -EXPONENT <= a.low <= EXPONENT else 0.0
    high = math.exp(a.high) if a.high <= EXPONENT else INF
    return Range(low, high, a.high <= EXPONENT, a.real)


def _hyperbolic(_: Apply, a: Range) -> Range:
    return Range(finite=a.low >= -EXPONENT and a.high <= EXPONENT, real=a.real)


def _hyperbolic_cosine(expr: Apply, a: Range) -> Range:
    return replace(_hyperbolic(expr, a), low=1.0)


def _logarithm(pole: float) -> Callable[[Apply, Range], Range]:
    def rule(_: Apply, a: Range) -> Range:
        inside = a.low > pole or (pole == 0 and a.low == 0 and a.nonzero)
        return Range(finite=a.finite and inside, real=a.real and a.low >= pole)

    return rule


def _bounded(low: float, high: float, waves: bool = False) -> Callable[..., Range]:
    """A function with values between two bounds; `waves`: NaN at infinity."""

    def rule(_: Apply, *args: Range) -> Range:
        return Range(low, high, True, all(a.real and (a.finite or not waves) for a in args))

    return rule


def _inverse(_: Apply, a: Range) -> Range:
    """arcsin, arccos."""
    return Range(-math.pi, math.pi, True, a.real and a.low >= -1 and a.high <= 1)


def _absolute(_: Apply, a: Range) -> Range:
    low = max(a.low, -a.high, 0.0)
    return Range(low, max(-a.low, a.high), a.finite, a.real, a.nonzero)


def _larger(_: Apply, a: Range, b: Range) -> Range:
    joined = a.joined(b)
    return replace(joined, low=max(a.low, b.low))


def _smaller(_: Apply, a: Range, b: Range) -> Range:
    joined = a.joined(b)
    return replace(joined, high=min(a.high, b.high))


def _same_sign(_: Apply, a: Range) -> Range:
    """A growing function through 0 without bounds."""
    low, high = (0.0 if a.low >= 0 else -INF), (0.0 if a.high <= 0 else INF)
    return Range(low, high, a.finite, a.real)


def _cast(expr: Apply, a: Range) -> Range:
    return TRUTH if expr.args[0].dtype is DType.BOOL else a


def _plain(_: Apply, *args: Range) -> Range:
    """A function that is defined everywhere and grows no faster than a polynomial."""
    return Range(finite=all(a.finite for a in args), real=all(a.is_number for a in args))


def _length(_: Apply, a: Range, b: Range) -> Range:
    return Range(0.0, INF, a.finite and b.finite, a.real and b.real,
                 a.apart_from_zero or b.apart_from_zero)  # fmt: skip


def _remainder(_: Apply, a: Range, b: Range) -> Range:
    if not (a.is_number and b.is_number and b.apart_from_zero):
        return ANYTHING
    return ANY_NUMBER


def _power(expr: Apply, a: Range, b: Range) -> Range:
    exponent = expr.args[1]
    if isinstance(exponent, Apply) and exponent.op == "cast":
        exponent = exponent.args[0]
    if not isinstance(exponent, Const):
        return Range(0.0, INF, False, b.real and a.real) if a.low > 0 else ANYTHING
    n = float(const_value(exponent))
    if n >= 0 and n == int(n):
        low = 0.0 if a.low >= 0 else -INF
        return _even(a) if n % 2 == 0 else Range(low, INF, a.finite, a.real, a.apart_from_zero)
    if a.low < 0 and n != int(n):
        return ANYTHING
    inside = n > 0 or a.apart_from_zero
    low = 0.0 if a.low >= 0 or n % 2 == 0 else -INF
    return Range(low, INF, a.finite and inside, a.real, a.low >= 0 and a.apart_from_zero)


_truth = _bounded(0.0, 1.0)
RULES: dict[str, Callable[..., Range]] = {
    "add": _sum, "sub": _difference, "neg": _negative, "mul": _product, "div": _quotient,
    "pow": _power, "sqrt": _root, "exp": _exponential, "exp2": _exponential,
    "expm1": _hyperbolic, "sinh": _hyperbolic, "cosh": _hyperbolic_cosine,
    "log": _logarithm(0.0), "log2": _logarithm(0.0), "log10": _logarithm(0.0),
    "log1p": _logarithm(-1.0), "sin": _bounded(-1.0, 1.0, True), "cos": _bounded(-1.0, 1.0, True),
    "tan": _plain, "tanh": _bounded(-1.0, 1.0), "erf": _bounded(-1.0, 1.0),
    "erfc": _bounded(0.0, 2.0), "arctan": _bounded(-2.0, 2.0), "arctan2": _bounded(-4.0, 4.0),
    "arcsin": _inverse, "arccos": _inverse, "arcsinh": _same_sign, "cbrt": _same_sign,
    "abs": _absolute, "maximum": _larger, "minimum": _smaller, "fmax": _larger, "fmin": _smaller,
    "sign": _bounded(-1.0, 1.0), "copysign": _plain, "hypot": _length, "logaddexp": _plain,
    "logaddexp2": _plain, "floor": _plain, "ceil": _plain, "trunc": _plain, "rint": _plain,
    "mod": _remainder, "fmod": _remainder, "floordiv": _remainder, "cast": _cast,
    "heaviside": lambda _, a, b: Range(finite=b.finite, real=a.real and b.real),
    **dict.fromkeys(("lt", "le", "gt", "ge", "eq", "ne", "and", "or", "not"), lambda *_: TRUTH),
    **dict.fromkeys(("isnan", "isinf", "isfinite"), lambda *_: TRUTH),
}  # fmt: skip


# -- containers ------------------------------------------------------------------------------------


def ranges_of(program: Program) -> Ranges:
    """The ranges of everything that `program` computes with, by fixpoint over its statements."""
    sizes = frozenset(p.name for p in program.parameters if p.kind == "size")
    least = dict.fromkeys(sizes, 0) | least_of_loops(program)
    found = {
        c.name: ANY_NUMBER
        for c in program.containers
        if c.role in ("input", "inout") or not c.dtype.is_float
    }
    while True:
        ranges = Ranges(found, least, sizes)
        following = dict(found)
        for statement in computes(program.body):
            if program[statement.container].dtype.is_float:
                meet(following, statement, ranges)
        if following == found:
            return ranges
        found = following


def meet(found: dict[str, Range], statement: Compute, ranges: Ranges) -> None:
    """`found` with what `statement` writes; not yet where it reads what nothing has written."""
    if any(name not in ranges.containers for name in containers_in(statement.expr)):
        return
    own = ranges.inside(statement).of(statement.expr)
    before = found.get(statement.container)
    if statement.op == "+=":
        own = added(before or Range(0.0, 0.0), own)
    if before is None:
        found[statement.container] = own
        return
    joined = before.joined(own)
    if joined != before:
        # What still grows is taken to grow for ever: the search comes to its end.
        low = before.low if joined.low == before.low else (0.0 if joined.low >= 0 else -INF)
        high = before.high if joined.high == before.high else (0.0 if joined.high <= 0 else INF)
        found[statement.container] = replace(joined, low=low, high=high)


def containers_in(expr: Expr) -> Iterable[str]:
    return (r.container for r in reads(expr) if r.dtype.is_float)


def least_of(statement: Compute) -> dict[str, int]:
    """Lower bounds of the variables of a statement's domain."""
    starts = ((d.var, d.start) for d in statement.domain)
    return {var: int(start) for var, start in starts if start.is_Integer and start >= 0}


def least_of_loops(program: Program) -> dict[str, int]:
    """Lower bounds of the loops' variables."""
    found: dict[str, int] = {}
    for node in walk_nodes(program.body):
        if isinstance(node, Loop):
            lowest = node.start if node.step > 0 else node.stop + 1
            if lowest.is_Integer and lowest >= 0:
                found[node.var] = int(lowest)
        elif isinstance(node, (While, ReverseWhile)):
            found[node.var] = 0
    return found
