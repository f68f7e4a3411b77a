"""From SymPy integer expressions to isl's notation; what is not affine says so."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

import sympy

from adc.ir.shapes import choose, entry, fraction, wrap

IDENTIFIER = re.compile(r"\b[vq]_\w+")
#: An extremum of more arguments than that is a parameter of its own: isl makes a case for each
#: argument wherever it occurs, and the cases of its occurrences multiply.
MOST_ARGUMENTS = 4
#: A letter that isl does not know, or an underscore, in a name that has such letters.
ENCODED = re.compile(r"_([0-9a-f]+)_")


class NotAffineError(Exception):
    """The expression has no exact form in isl."""


def opaque_name(expr: sympy.Expr) -> str:
    """An isl identifier for `expr` as a whole: the same one wherever it occurs."""
    return "q_" + plain_letters(str(expr))


def isl_name(name: str) -> str:
    """`name` as an isl identifier that can be none of isl's keywords."""
    return "v_" + spelled_in_ascii(name)


def spelled_in_ascii(name: str) -> str:
    """`name` in letters that isl knows; a digit comes first where that is another spelling, for no
    name begins with one."""
    return name if name.isascii() else "0" + plain_letters(name)


def plain_letters(text: str) -> str:
    """`text` in letters, digits and underscores of ASCII; different ones of different texts."""
    return "".join(c if c.isascii() and c.isalnum() else f"_{ord(c):x}_" for c in text)


def name_of(identifier: str) -> str:
    """The name that `isl_name` makes `identifier` of."""
    name = identifier.removeprefix("v_")
    if not name.startswith("0"):
        return name
    return ENCODED.sub(lambda found: chr(int(found[1], 16)), name[1:])


@dataclass
class Notation:
    """Spells integer expressions for isl.

    `variables` are the names that are tuple dimensions or quantified (loop and domain variables);
    every other symbol is a parameter. A term of parameters alone that is not affine (`N*M`), or is
    an extremum of many, becomes a parameter of its own: what holds for all its values holds for the
    true one.
    """

    parameters: set[str] = field(default_factory=set)

    def spell(self, expr: sympy.Expr, variables: frozenset[str]) -> str:
        """`expr` in isl's notation; raises NotAffineError."""
        if expr.is_Integer:
            return str(int(expr))
        if expr.is_Symbol:
            return self._symbol(expr, variables)
        if expr.is_Add:
            return "(" + " + ".join(self.spell(t, variables) for t in ordered(expr.args)) + ")"
        if expr.is_Mul:
            return self._product(expr, variables)
        if isinstance(expr, sympy.floor):
            return self._floor(expr, variables)
        if isinstance(expr, sympy.Mod) and expr.args[1].is_Integer and expr.args[1] > 0:
            return f"(({self.spell(expr.args[0], variables)}) mod {expr.args[1]})"
        if isinstance(expr, (sympy.Min, sympy.Max)):
            if is_long(expr, variables):
                return self._opaque(expr, variables)
            word = "min" if isinstance(expr, sympy.Min) else "max"
            spelled = [self.spell(a, variables) for a in ordered(expr.args)]
            text = spelled[0]
            for other in spelled[1:]:
                text = f"{word}({text}, {other})"
            return text
        return self._opaque(expr, variables)

    def comparison(
        self, left: sympy.Expr, relation: str, right: sympy.Expr, variables: frozenset[str]
    ) -> str:
        """`left relation right`. A side that is an extremum is spelled as an `or` or an `and` of
        comparisons: of an extremum's value isl first makes the cases of each argument being the
        largest, which multiply until they hardly end."""
        for side, other, growing in ((left, right, ">"), (right, left, "<")):
            if relation[0] not in "<>" or not isinstance(side, (sympy.Min, sympy.Max)):
                continue
            word = "or" if isinstance(side, sympy.Max) == (relation[0] == growing) else "and"
            pairs = [(a, other) if side is left else (other, a) for a in ordered(side.args)]
            return "(" + f" {word} ".join(
                self.comparison(a, relation, b, variables) for a, b in pairs
            ) + ")"  # fmt: skip
        return f"{self.spell(left, variables)} {relation} {self.spell(right, variables)}"

    def _symbol(self, expr: sympy.Symbol, variables: frozenset[str]) -> str:
        name = isl_name(expr.name)
        if expr.name not in variables:
            self.parameters.add(name)
        return name

    def _product(self, expr: sympy.Expr, variables: frozenset[str]) -> str:
        coefficient, rest = expr.as_coeff_Mul()
        if not coefficient.is_Integer:
            raise NotAffineError(str(expr))
        if rest.is_Mul or rest.is_Pow:
            expanded = sympy.expand(expr)
            if expanded.is_Add:
                return self.spell(expanded, variables)
            inner = self._opaque(rest, variables)
        else:
            inner = self.spell(rest, variables)
        return f"({int(coefficient)} * {inner})"

    def _floor(self, expr: sympy.Expr, variables: frozenset[str]) -> str:
        numerator, denominator = fraction(expr.args[0])
        if not denominator.is_Integer:
            return self._opaque(expr, variables)
        return f"floor(({self.spell(numerator, variables)})/{int(denominator)})"

    def _opaque(self, expr: sympy.Expr, variables: frozenset[str]) -> str:
        if expr.has(wrap, choose, entry) or any(s.name in variables for s in expr.free_symbols):
            raise NotAffineError(str(expr))
        name = opaque_name(expr)
        self.parameters.add(name)
        return name

    def equation(self, left: str, expr: sympy.Expr, variables: frozenset[str]) -> str:
        """`left = expr`, with what depends on a sign (`wrap`, `choose`) as a case distinction."""
        picks = sorted(expr.atoms(choose), key=sympy.default_sort_key)
        if picks:
            outer = next(p for p in picks if not any(p in q.args for q in picks))
            slack, *options = outer.args
            sign = self.spell(slack, variables)
            negative, other = (self.equation(left, expr.subs(outer, o), variables) for o in options)
            return f"(({sign} < 0 and {negative}) or ({sign} >= 0 and {other}))"
        if isinstance(expr, wrap):
            index = self.spell(expr.args[0], variables)
            extent = self.spell(expr.args[1], variables)
            return (
                f"(({index} < 0 and {left} = {index} + {extent})"
                f" or ({index} >= 0 and {left} = {index}))"
            )
        return f"{left} = {self.spell(expr, variables)}"

    def prefix(self, text: str) -> str:
        """The parameter tuple that goes before the set or map `text`."""
        used = self.parameters.intersection(IDENTIFIER.findall(text))
        return "[" + ", ".join(sorted(used)) + "] -> "


def is_long(extremum: sympy.Expr, variables: frozenset[str]) -> bool:
    """Whether an extremum of parameters has so many arguments that it becomes one itself."""
    return len(extremum.args) > MOST_ARGUMENTS and not any(
        s.name in variables for s in extremum.free_symbols
    )


def ordered(args: tuple[sympy.Expr, ...]) -> list[sympy.Expr]:
    return sorted(args, key=sympy.default_sort_key)
