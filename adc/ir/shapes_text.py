"""Integer expressions as text: `N - 1`, `2*i + 1`, `N//2`, `i % 3`, `min(N, i + 32)`.

The order is fixed and a person's: products of higher degree first, what is subtracted after what
is added, numbers last. `IntegerPrinter` writes Python; a subclass spells another language by
overriding the hooks at its head (symbols, divisions, remainders, extrema, powers, `wrap`).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any, NamedTuple

import sympy

from adc.diagnostics import InternalError
from adc.ir.shapes import Defined, Needed, choose, entry, wrap

#: Precedence of a text: a conditional expression, a sum (or a leading minus), a quotient or
#: remainder, a product, a power.
CHOICE, SUM, QUOTIENT, PRODUCT, POWER, ATOM = range(6)
Text = tuple[str, int]


class IntegerPrinter:
    """Python's spelling. A hook takes and gives texts with their precedence."""

    def symbol(self, name: str) -> Text:
        return name, ATOM

    def floor_division(self, a: Text, b: Text) -> Text:
        """The quotient rounded towards minus infinity."""
        return f"{enclose(a, QUOTIENT)}//{enclose(b, POWER)}", QUOTIENT

    def exact_division(self, a: Text, b: Text) -> Text:
        """A quotient that leaves no remainder."""
        return self.floor_division(a, b)

    def remainder(self, a: Text, b: Text) -> Text:
        """The remainder with the sign of `b`."""
        return f"{enclose(a, QUOTIENT)} % {enclose(b, POWER)}", QUOTIENT

    def power(self, base: Text, exponent: int) -> Text:
        return f"{enclose(base, ATOM)}**{exponent}", POWER

    def minimum(self, texts: list[str]) -> Text:
        return self.call("min", texts)

    def maximum(self, texts: list[str]) -> Text:
        return self.call("max", texts)

    def subscript(self, index: Text, extent: Text) -> Text:
        """Python's subscript rule: `index + extent` where `index` is negative."""
        return self.call("wrap", [index[0], extent[0]])

    def choice(self, test: tuple[str, str, str], then: Text, orelse: Text) -> Text:
        """`then` where `test`, a comparison, holds, else `orelse`."""
        return f"{enclose(then, SUM)} if {' '.join(test)} else {orelse[0]}", CHOICE

    def ceiling_division(self, a: Text, b: Text) -> Text:
        inner = self.floor_division((f"-{enclose(a, ATOM)}", SUM), b)
        return f"-({inner[0]})", SUM

    def call(self, name: str, texts: list[str]) -> Text:
        return f"{name}({', '.join(texts)})", ATOM

    def text(self, expr: sympy.Expr) -> str:
        """The whole text of an integer-valued expression."""
        return self.integer(expr)[0]

    def integer(self, expr: sympy.Expr) -> Text:
        """An integer-valued expression; rational coefficients become one exact division."""
        numerator, denominator = fraction(expr)
        if denominator == 1:
            return self.visit(numerator)
        return self.exact_division(self.visit(numerator), self.visit(denominator))

    def visit(self, expr: sympy.Expr) -> Text:
        """An expression whose coefficients are integers."""
        for kind, method in _KINDS:
            if isinstance(expr, kind):
                return method(self, expr)
        raise InternalError(f"an integer expression with {type(expr).__name__}: {expr}")

    def _number(self, expr: sympy.Integer) -> Text:
        return str(expr), ATOM if expr >= 0 else SUM

    def _symbol(self, expr: sympy.Symbol) -> Text:
        return self.defined(expr) if isinstance(expr, Defined) else self.symbol(expr.name)

    def defined(self, expr: Defined) -> Text:
        """What has a definition: that, where nothing says that the name is known."""
        return self.integer(expr.definition)

    def _sum(self, expr: sympy.Add) -> Text:
        terms = sorted((self._term(a) for a in expr.args), key=_term_order)
        if terms[0].negative and not terms[-1].symbolic and not terms[-1].negative:
            terms.insert(0, terms.pop())  # `5 - i` rather than `-i + 5`
        head = terms[0].magnitude
        text = _negated(head) if terms[0].negative else enclose(head, QUOTIENT)
        for term in terms[1:]:
            text += " - " if term.negative else " + "
            text += enclose(term.magnitude, QUOTIENT)
        return text, SUM

    def _term(self, expr: sympy.Expr) -> _Term:
        coefficient, rest = expr.as_coeff_Mul()
        negative = bool(coefficient < 0)
        magnitude = self.visit(-expr if negative else expr)
        return _Term(negative, magnitude, _degree(rest), bool(expr.free_symbols))

    def _product(self, expr: sympy.Mul) -> Text:
        coefficient, rest = expr.as_coeff_Mul()
        if coefficient < 0:
            return _negated(self.visit(-expr)), SUM
        factors = [enclose(self.visit(f), POWER) for f in sympy.Mul.make_args(rest)]
        ordered = sorted(factors, key=lambda text: (text.startswith("("), text))
        if coefficient != 1:
            ordered.insert(0, str(coefficient))
        return "*".join(ordered), PRODUCT

    def _power(self, expr: sympy.Pow) -> Text:
        base, exponent = expr.args
        if not (exponent.is_Integer and exponent > 0):
            raise InternalError(f"an integer expression with the power {expr}")
        return self.power(self.visit(base), int(exponent))

    def _floor(self, expr: sympy.floor) -> Text:
        a, b = fraction(expr.args[0])
        return self.floor_division(self.visit(a), self.visit(b))

    def _ceiling(self, expr: sympy.ceiling) -> Text:
        a, b = fraction(expr.args[0])
        return self.ceiling_division(self.visit(a), self.visit(b))

    def _mod(self, expr: sympy.Mod) -> Text:
        return self.remainder(self.integer(expr.args[0]), self.integer(expr.args[1]))

    def _min(self, expr: sympy.Min) -> Text:
        return self.minimum(sorted(self.text(a) for a in expr.args))

    def _max(self, expr: sympy.Max) -> Text:
        return self.maximum(sorted(self.text(a) for a in expr.args))

    def _wrap(self, expr: wrap) -> Text:
        return self.subscript(self.integer(expr.args[0]), self.integer(expr.args[1]))

    def element(self, expr: entry) -> Text:
        """An element of an integer array."""
        return f"{expr.container}[{', '.join(self.text(i) for i in expr.index)}]", ATOM

    def _entry(self, expr: entry) -> Text:
        return self.element(expr)

    def chosen(self, expr: choose) -> Text:
        """A choice by a sign; one by both signs of a number asks whether that is zero."""
        slack, then, orelse = expr.args
        terms = sympy.Add.make_args(slack)
        less = sympy.Add(*(t for t in terms if t.as_coeff_Mul()[0] > 0))
        left, right = (enclose(self.integer(e), SUM) for e in (less, sympy.expand(less - slack)))
        if isinstance(orelse, choose) and orelse.args[:2] == (sympy.expand(-slack), then):
            test = (right, "==", left) if less.is_number else (left, "==", right)
            return self.choice(test, self.integer(orelse.args[2]), self.integer(then))
        return self.choice((left, "<", right), self.integer(then), self.integer(orelse))

    def _choose(self, expr: choose) -> Text:
        return self.chosen(expr)


_KINDS: tuple[tuple[type, Callable[[IntegerPrinter, Any], Text]], ...] = (
    (sympy.Integer, IntegerPrinter._number),
    (sympy.Symbol, IntegerPrinter._symbol),
    (sympy.Add, IntegerPrinter._sum),
    (sympy.Mul, IntegerPrinter._product),
    (sympy.Pow, IntegerPrinter._power),
    (sympy.floor, IntegerPrinter._floor),
    (sympy.ceiling, IntegerPrinter._ceiling),
    (sympy.Mod, IntegerPrinter._mod),
    (sympy.Min, IntegerPrinter._min),
    (sympy.Max, IntegerPrinter._max),
    (wrap, IntegerPrinter._wrap),
    (choose, IntegerPrinter._choose),
    (entry, IntegerPrinter._entry),
)


class IRPrinter(IntegerPrinter):
    """The IR's text form: Python's, but `/` where a division is exact, and `ceildiv`."""

    def exact_division(self, a: Text, b: Text) -> Text:
        return f"{enclose(a, QUOTIENT)}/{enclose(b, POWER)}", QUOTIENT

    def ceiling_division(self, a: Text, b: Text) -> Text:
        return self.call("ceildiv", [a[0], b[0]])

    def chosen(self, expr: choose) -> Text:
        return self.call("choose", [self.text(a) for a in expr.args])

    def defined(self, expr: Defined) -> Text:
        return _by_name(self, expr) if isinstance(expr, Needed) else (expr.name, ATOM)


class _TellingPrinter(IntegerPrinter):
    """Python, but for what routines need, which is told by its name."""

    def defined(self, expr: Defined) -> Text:
        return _by_name(self, expr) if isinstance(expr, Needed) else super().defined(expr)


def _by_name(printer: IntegerPrinter, expr: Needed) -> Text:
    return printer.call(expr.name, [printer.text(a) for a in expr.arguments])


def enclose(text: Text, least: int) -> str:
    """`text`, in parentheses where its precedence is below `least`."""
    return text[0] if text[1] >= least else f"({text[0]})"


def fraction(expr: sympy.Expr) -> tuple[sympy.Expr, sympy.Expr]:
    """Numerator and denominator, both with integer coefficients; nothing is factored."""
    if _is_integral(expr):
        return expr, sympy.Integer(1)
    if expr.is_Add:
        parts = [fraction(a) for a in expr.args]
        if all(d.is_Integer for _, d in parts):
            common = sympy.ilcm(*(d for _, d in parts))
            return sympy.Add(*(n * (common // d) for n, d in parts)), sympy.Integer(common)
    if expr.is_Mul:
        numerators, denominators = zip(*map(fraction, expr.args), strict=True)
        return sympy.Mul(*numerators), sympy.Mul(*denominators)
    numerator, denominator = sympy.fraction(sympy.together(expr))
    return numerator, denominator


def _is_integral(expr: sympy.Expr) -> bool:
    """Whether no fraction occurs in `expr` outside the functions in it."""
    if expr.is_Rational:
        return bool(expr.is_Integer)
    if expr.is_Pow:
        return bool(expr.args[1].is_positive) and _is_integral(expr.args[0])
    if expr.is_Add or expr.is_Mul:
        return all(_is_integral(a) for a in expr.args)
    return True


def _degree(expr: sympy.Expr) -> int:
    return sum(
        int(f.args[1]) if f.is_Pow and f.args[1].is_Integer else 1
        for f in sympy.Mul.make_args(expr)
        if f.free_symbols
    )


class _Term(NamedTuple):
    """A term of a sum: `magnitude` is its text without the sign."""

    negative: bool
    magnitude: Text
    degree: int
    symbolic: bool


def _term_order(term: _Term) -> tuple[bool, bool, int, str]:
    return not term.symbolic, term.negative, -term.degree, term.magnitude[0]


def _negated(text: Text) -> str:
    return f"-{enclose(text, PRODUCT)}"


@lru_cache(maxsize=8192)
def python_text(expr: sympy.Expr) -> str:
    """`expr` as Python, an `int` where its symbols are; an operand of comparisons."""
    return enclose(IntegerPrinter().integer(expr), SUM)


@lru_cache(maxsize=8192)
def told_text(expr: sympy.Expr) -> str:
    """`expr` for people: as `python_text`, but what a routine needs is `name(arguments)`."""
    return _TellingPrinter().text(expr)


def ir_text(expr: sympy.Expr) -> str:
    """`expr` as the IR's text form writes it."""
    return IRPrinter().text(expr)
