"""Signs of integer expressions: a small sound prover over sizes and loop ranges.

An answer True is a proof; False means only that no proof was found.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Any

import sympy

from adc.ir.shapes import IntLike, choose, fraction, integer, same, symbol, wrap

#: Of so many terms that are one of two, all cases are looked at.
_MOST_SPLITS = 4


@dataclass(frozen=True)
class Range:
    """`low <= var <= high` for a loop or domain variable, inclusive.

    Where the loop takes larger steps, `ends` are its least and greatest value, if it runs.
    """

    var: sympy.Symbol
    low: sympy.Expr
    high: sympy.Expr
    ends: tuple[sympy.Expr, sympy.Expr] | None = None


#: An expanded expression: the coefficient of each product of symbols and atoms, 1 of the constant.
Terms = Mapping[sympy.Expr, Any]


@dataclass
class Prover:
    """What is known: `nonnegative` symbols, `facts` (each >= 0, in order), ranges of the open
    loops."""

    nonnegative: set[sympy.Symbol] = field(default_factory=set)
    facts: dict[sympy.Expr, None] = field(default_factory=dict)
    ranges: list[Range] = field(default_factory=list)
    #: What was known when it was last asked.
    _last: Known | None = field(default=None, repr=False, compare=False)

    def copy(self) -> Prover:
        return Prover(set(self.nonnegative), dict(self.facts), list(self.ranges), self._last)

    def assume(self, expr: IntLike) -> None:
        """Take `expr >= 0` as known from here on."""
        expr = _expanded(integer(expr))
        if expr.free_symbols:
            self.facts[expr] = None

    def forget(self, facts: Collection[sympy.Expr]) -> None:
        """Take these facts as unknown from here on."""
        self.facts = {fact: None for fact in self.facts if fact not in facts}

    def nonneg(self, expr: IntLike) -> bool:
        """Whether `expr >= 0` is proved."""
        return _proved(_expanded(integer(expr)), self._known())

    def _known(self) -> Known:
        """What is known now; it is hashed only where it has changed, for there may be much."""
        facts, ranges, last = tuple(self.facts), tuple(self.ranges), self._last
        # What is alike is mostly one object: these comparisons look no further.
        if (
            last is None
            or last.facts != facts
            or last.ranges != ranges
            or last.nonnegative != self.nonnegative
        ):
            self._last = last = _known(frozenset(self.nonnegative), facts, ranges)
        return last

    def at_most(self, a: IntLike, b: IntLike) -> bool:
        return self.nonneg(integer(b) - integer(a)) or self._floor_at_most(integer(a), integer(b))

    def _floor_at_most(self, a: sympy.Expr, b: sympy.Expr) -> bool:
        """Whether a quotient `a`, rounded down, is less than b + 1: its numerator then is below as
        many times the denominator."""
        if not isinstance(a, sympy.floor):
            return False
        above, below = fraction(a.args[0])
        trips = [sympy.Integer(0), *(r.high - r.low for r in self.ranges)]  # of loops that run
        positive = any(self.nonneg(below - 1 - more) for more in trips)
        return positive and self.nonneg((b + 1) * below - above - 1)

    def below(self, a: IntLike, b: IntLike) -> bool:
        return self.nonneg(integer(b) - integer(a) - 1)

    def equal(self, a: IntLike, b: IntLike) -> bool:
        return same(a, b) or (self.at_most(a, b) and self.at_most(b, a))

    def contradictory(self) -> bool:
        """Whether what is known cannot all hold: no step of an open loop ever gets there."""
        trips = [r.high - r.low for r in self.ranges]
        return any(self.nonneg(-1 - known) for known in (*self.facts, *trips))

    def lower_extreme(self, expr: IntLike) -> sympy.Expr | None:
        """The least value of `expr` over the open loops, free of their variables, or None; a bound
        of it where loops take larger steps."""
        current = _expanded(integer(expr))
        for bound in reversed(self.ranges):
            reduced = _eliminate(current, bound)
            if reduced is None:
                return None
            current = reduced
        return current


@dataclass(frozen=True, eq=False)
class Known:
    """What a Prover knows at one time. It does not change: what was found of it stays true."""

    nonnegative: frozenset[sympy.Symbol]
    facts: tuple[sympy.Expr, ...]
    ranges: tuple[Range, ...]
    _signs: dict[sympy.Expr, bool] = field(default_factory=dict, repr=False)

    @cached_property
    def _facts_with(self) -> Mapping[sympy.Expr, list[Terms]]:
        """The facts that have a term with each product."""
        found: dict[sympy.Expr, list[Terms]] = {}
        for fact in self.facts:
            terms = _terms(fact)
            for product in terms:
                found.setdefault(product, []).append(terms)
        return found

    def proves(self, expr: sympy.Expr) -> bool:
        """Whether `expr >= 0`, which is expanded."""
        if any(self._at_least_zero(e, self.ranges) for e in self._cases(expr)):
            return True
        choice = _choice(expr)
        if choice is not None:
            options, every = choice
            return (all if every else any)(_proved(option, self) for option in options)
        return all(self._proves_where(*case) for case in _split(expr)) if _splits(expr) else False

    def _proves_where(self, fact: sympy.Expr, expr: sympy.Expr) -> bool:
        """Whether `expr >= 0` is proved for what has `fact >= 0`, or the latter never holds."""
        if _proved(_expanded(-1 - fact), self):
            return True
        inside = Prover(set(self.nonnegative), dict.fromkeys(self.facts), list(self.ranges))
        inside.assume(fact)
        return inside.nonneg(expr)

    def _cases(self, expr: sympy.Expr) -> list[sympy.Expr]:
        """`expr` itself and lower bounds of it that are free of Max, Min, floor and Mod."""
        bounded = _bound_atoms(expr, self)
        return [expr] if bounded == expr else [expr, bounded]

    def _at_least_zero(self, expr: sympy.Expr, ranges: tuple[Range, ...]) -> bool:
        """Tries, innermost variable first: the sign as it stands, then with the extreme put in."""
        if self._evident(expr):
            return True
        for position in range(len(ranges) - 1, -1, -1):
            bound = ranges[position]
            if bound.var not in expr.free_symbols:
                continue
            reduced = _eliminate(expr, bound)
            if reduced is None:
                return False
            reduced = _bound_atoms(reduced, self)
            return self._at_least_zero(reduced, ranges[:position])
        return False

    def _evident(self, expr: sympy.Expr) -> bool:
        """Whether `expr`, or `expr` less one or two facts, is at least zero term by term."""
        terms = _terms(expr)
        negative = self._negative(terms)
        if not negative:
            return True
        rests = []
        for fact in self._facts_of_rarest(negative):
            rest = _less(terms, fact)
            left = self._negative(rest)
            if not left:
                return True
            rests.append((rest, left))
        return any(
            self._termwise(_less(rest, fact))
            for rest, left in rests
            for fact in self._facts_of_rarest(left)
            if all(product in fact for product in left)
        )

    def _negative(self, terms: Terms) -> list[sympy.Expr]:
        """The products of the terms that may be negative: less a fact without the like they stay
        so."""
        return [p for p, c in terms.items() if not (c >= 0 and self._product(p))]

    def _facts_of_rarest(self, products: list[sympy.Expr]) -> list[Terms]:
        """The facts with that one of `products` that the fewest facts have."""
        return min((self._facts_with.get(p, []) for p in products), key=len)

    def _termwise(self, terms: Terms) -> bool:
        """Whether every term is a product of non-negative factors with a positive coefficient."""
        return all(c >= 0 and self._product(product) for product, c in terms.items())

    def _product(self, product: sympy.Expr) -> bool:
        """Whether every factor is non-negative; each product is looked at once."""
        known = self._signs.get(product)
        if known is None:
            known = all(self._factor(f) for f in sympy.Mul.make_args(product))
            self._signs[product] = known
        return known

    def _factor(self, f: sympy.Expr) -> bool:
        return (
            (f.is_number and bool(f >= 0))
            or f in self.nonnegative
            or (f.is_Pow and f.exp.is_Integer and (f.exp % 2 == 0 or f.base in self.nonnegative))
            or (isinstance(f, sympy.Max) and any(self._termwise(_terms(a)) for a in f.args))
            or (isinstance(f, sympy.Min) and all(self._termwise(_terms(a)) for a in f.args))
            or (isinstance(f, sympy.floor) and self._termwise(_terms(f.args[0])))
            or (isinstance(f, sympy.Mod) and self._termwise(_terms(f.args[1])))
        )


@lru_cache(maxsize=2**10)
def _known(
    nonnegative: frozenset[sympy.Symbol], facts: tuple[sympy.Expr, ...], ranges: tuple[Range, ...]
) -> Known:
    """One object for all that know the same."""
    return Known(nonnegative, facts, ranges)


@lru_cache(maxsize=2**14)
def _proved(expr: sympy.Expr, known: Known) -> bool:
    """Whether `expr >= 0` follows from what a prover knows; a source asks the same many times."""
    return known.proves(expr)


@lru_cache(maxsize=2**14)
def _expanded(expr: sympy.Expr) -> sympy.Expr:
    return sympy.expand(expr)


@lru_cache(maxsize=2**14)
def _terms(expr: sympy.Expr) -> Terms:
    """Integer coefficients are Python's: these are fast."""
    found: dict[sympy.Expr, Any] = {}
    for term in sympy.Add.make_args(_expanded(expr)):
        coefficient, product = term.as_coeff_Mul()
        number = int(coefficient) if coefficient.is_Integer else coefficient
        found[product] = found.get(product, 0) + number
    return {product: c for product, c in found.items() if c != 0}


def _less(terms: Terms, fact: Terms) -> Terms:
    """`terms - fact`."""
    found = dict(terms)
    for product, c in fact.items():
        rest = found.pop(product, 0) - c
        if rest != 0:
            found[product] = rest
    return found


def _choice(expr: sympy.Expr) -> tuple[list[sympy.Expr], bool] | None:
    """`expr` with its first Max or Min replaced by each of its arguments in turn.

    True where `expr` is the least of these (all must be proved), False where it is the greatest.
    """
    for term in sympy.Add.make_args(expr):
        coefficient, atom = term.as_coeff_Mul()
        if isinstance(atom, (sympy.Max, sympy.Min)):
            rest = expr - term
            options = [sympy.expand(rest + coefficient * a) for a in atom.args]
            return options, isinstance(atom, sympy.Min) == bool(coefficient > 0)
    return None


def _splits(expr: sympy.Expr) -> bool:
    """Whether `expr` has terms that are one of two, and few enough to look at all cases."""
    return 0 < len(expr.atoms(choose, wrap)) <= _MOST_SPLITS and bool(_split(expr))


def _split(expr: sympy.Expr) -> list[tuple[sympy.Expr, sympy.Expr]]:
    """The cases of the first term that is one of two: what is not negative in it, and `expr`."""
    for term in sympy.Add.make_args(expr):
        coefficient, atom = term.as_coeff_Mul()
        if isinstance(atom, (choose, wrap)):
            rest, slack = expr - term, atom.args[0]
            below, above = atom.args[1:] if isinstance(atom, choose) else (sum(atom.args), slack)
            return [
                (-1 - slack, sympy.expand(rest + coefficient * below)),
                (slack, sympy.expand(rest + coefficient * above)),
            ]
    return []


def _eliminate(expr: sympy.Expr, bound: Range) -> sympy.Expr | None:
    """A lower bound of `expr` without the variable of `bound`; None where it is not linear."""
    var = bound.var
    if var not in expr.free_symbols:
        return expr
    coefficient = expr.coeff(var, 1)
    rest = sympy.expand(expr - coefficient * var)
    if var in rest.free_symbols or not coefficient.is_number:
        return None
    return sympy.expand(rest + coefficient * (bound.low if coefficient > 0 else bound.high))


def _bound_atoms(expr: sympy.Expr, known: Known) -> sympy.Expr:
    """A lower bound of `expr` in which Max, Min, floor, Mod and wrap have given way to terms."""
    total = sympy.Integer(0)
    for term in sympy.Add.make_args(expr):
        coefficient, rest = term.as_coeff_Mul()
        bound = _atom_bound(rest, bool(coefficient > 0), known)
        total += coefficient * (rest if bound is None else bound)
    return sympy.expand(total)


def _atom_bound(atom: sympy.Expr, lower: bool, known: Known) -> sympy.Expr | None:
    if isinstance(atom, sympy.floor):
        argument = atom.args[0]
        _, denominator = fraction(argument)
        if not denominator.is_Integer:
            return None
        return argument - sympy.Rational(denominator - 1, denominator) if lower else argument
    if isinstance(atom, sympy.Mod) and known._termwise(_terms(atom.args[1])):
        return sympy.Integer(0) if lower else atom.args[1] - 1
    if isinstance(atom, (sympy.Max, sympy.Min)):
        if isinstance(atom, sympy.Max) == lower:
            symbolic = [a for a in atom.args if not a.is_number]
            return symbolic[0] if symbolic else atom.args[0]
        greatest = [a for a in atom.args if _dominates(a, atom, known)]
        return greatest[0] if greatest else None
    if isinstance(atom, wrap):
        return None
    return None


def _dominates(candidate: sympy.Expr, atom: sympy.Expr, known: Known) -> bool:
    """Whether `candidate` is what the Max (Min) `atom` always is."""
    sign = 1 if isinstance(atom, sympy.Max) else -1
    others = [a for a in atom.args if a != candidate]
    return all(known._evident(sympy.expand(sign * (candidate - other))) for other in others)


__all__ = ["Prover", "Range", "symbol"]
