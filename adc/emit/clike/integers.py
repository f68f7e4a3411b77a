"""Integer expressions (sizes, bounds, indices) as C on int64_t."""

from __future__ import annotations

from collections.abc import Mapping

import sympy

from adc.diagnostics import InternalError
from adc.emit.clike.names import spellings
from adc.ir.shapes import Defined, Needed, choose, entry, fraction, wrap

_SUM, _QUOTIENT, _PRODUCT, _ATOM = range(4)


class IntegerText:
    """Spells integer expressions; `names` gives the C names, `sizes` what is never negative.

    What has a definition is spelled by that, or with `local` by a variable that `definitions`
    declares for all that was spelled since it was last asked. What divides by another number
    than a constant is no variable: a zero may be there that nothing asks for. What a routine needs
    is asked of a function of its own, where that is known.
    """

    def __init__(
        self, names: Mapping[str, str], sizes: frozenset[str] = frozenset(), local: bool = False
    ) -> None:
        self.names = names
        self.sizes = sizes
        self.local = local
        self._known: dict[sympy.Expr, tuple[str, int]] = {}
        self._definitions: dict[Defined, tuple[str, str]] = {}
        self._declared = 0

    def definitions(self) -> list[str]:
        """The declarations of the variables that texts use, each after those that it uses."""
        new = list(self._definitions.values())[self._declared :]
        self._declared += len(new)
        return [f"const int64_t {name} = {text};" for name, text in new]

    def _defined(self, expr: Defined) -> tuple[str, int]:
        function = self.names.get(f"bytes of {expr.routine}") if isinstance(expr, Needed) else None
        if isinstance(expr, Needed) and function:
            return f"{function}({', '.join(self(a) for a in expr.arguments)})", _ATOM
        if not self.local:
            return self.spell(expr.definition)
        if expr not in self._definitions:
            text = _bare(self(expr.definition))
            taken = {*self.names.values(), *(name for name, _ in self._definitions.values())}
            self._definitions[expr] = spellings([expr.name], taken)[expr.name], text
        return self._definitions[expr][0], _ATOM

    def __call__(self, expr: sympy.Expr) -> str:
        return self.spell(expr)[0]

    def term(self, expr: sympy.Expr) -> str:
        """`expr` as a term of a sum."""
        return self._at(expr, _QUOTIENT)

    def factor(self, expr: sympy.Expr) -> str:
        """`expr` as a factor of a product: in parentheses where it is a sum or a quotient."""
        return self._at(expr, _PRODUCT)

    def atom(self, expr: sympy.Expr) -> str:
        """`expr` as an operand of any operator."""
        return self._at(expr, _ATOM)

    def _at(self, expr: sympy.Expr, level: int) -> str:
        text, own = self.spell(expr)
        return text if own >= level else f"({text})"

    def spell(self, expr: sympy.Expr) -> tuple[str, int]:
        """The text and its level: 0 a sum, 1 a quotient, 2 a product, 3 anything closer bound."""
        if expr not in self._known:
            self._known[expr] = self._fresh(expr)
        return self._known[expr]

    def _fresh(self, expr: sympy.Expr) -> tuple[str, int]:
        if expr.is_Integer:
            return _number(int(expr))
        if isinstance(expr, Defined):
            return self._defined(expr)
        if expr.is_Symbol:
            return self.names.get(expr.name, expr.name), _ATOM
        if expr.is_Add:
            return self._sum(expr)
        if expr.is_Mul:
            return self._product(expr)
        if expr.is_Pow and expr.exp.is_Integer and expr.exp > 0:
            return "*".join([self._at(expr.base, _ATOM)] * int(expr.exp)), _PRODUCT
        return self._function(expr)

    def _sum(self, expr: sympy.Expr) -> tuple[str, int]:
        numerator, denominator = fraction(expr)
        if denominator != 1:
            return f"({self(numerator)})/{self.atom(denominator)}", _QUOTIENT
        terms = expr.as_ordered_terms()
        ordered = [t for t in terms if not _negative(t)] + [t for t in terms if _negative(t)]
        first = ordered[0]
        text = self(first) if _negative(first) else self.term(first)
        for term in ordered[1:]:
            text += f" - {self.term(-term)}" if _negative(term) else f" + {self.term(term)}"
        return text, _SUM

    def _product(self, expr: sympy.Expr) -> tuple[str, int]:
        numerator, denominator = sympy.fraction(expr)
        if denominator != 1:
            # An integer by construction (such as N*(N + 1)/2): the division is exact.
            return f"{self.factor(numerator)}/{self.atom(denominator)}", _QUOTIENT
        factor, rest = expr.as_coeff_Mul()
        if factor == -1:
            return f"-{self.factor(rest)}", _SUM
        factors = [self._at(f, _ATOM if f.is_Add else _PRODUCT) for f in expr.as_ordered_factors()]
        return "*".join(factors), _PRODUCT if factor > 0 else _SUM

    def _function(self, expr: sympy.Expr) -> tuple[str, int]:
        if isinstance(expr, sympy.floor):
            numerator, denominator = sympy.fraction(sympy.together(expr.args[0]))
            return self._quotient("adc_floordiv", "/", numerator, denominator)
        if isinstance(expr, sympy.ceiling):
            return f"-{self._at(sympy.floor(-expr.args[0]), _ATOM)}", _SUM
        if isinstance(expr, sympy.Mod):
            return self._quotient("adc_floormod", " % ", *expr.args)
        if isinstance(expr, wrap):
            return f"adc_wrap({self(expr.args[0])}, {self(expr.args[1])})", _ATOM
        if isinstance(expr, entry):
            return self.element(expr), _ATOM
        if isinstance(expr, choose):
            return f"({self._choice(*expr.args)})", _ATOM
        if isinstance(expr, (sympy.Min, sympy.Max)):
            return self._extremum(expr), _ATOM
        if isinstance(expr, sympy.Abs):
            return f"adc_iabs({self(expr.args[0])})", _ATOM
        raise InternalError(f"no C for the integer expression {expr}")

    def element(self, of: entry) -> str:
        """An element of an integer array."""
        subscripts = "".join(f"[{self(i)}]" for i in of.index)
        return f"{self.names.get(of.container, of.container)}{subscripts}"

    def _choice(self, slack: sympy.Expr, then: sympy.Expr, orelse: sympy.Expr) -> str:
        """`then` where `slack` is negative; `choose` of both signs of it asks for equality."""
        opposite = isinstance(orelse, choose) and sympy.expand(orelse.args[0] + slack) == 0
        if opposite and orelse.args[1] == then:
            return f"{self._compared(slack, '==')} ? {self(orelse.args[2])} : {self(then)}"
        return f"{self._compared(slack, '<')} ? {self(then)} : {self(orelse)}"

    def _compared(self, slack: sympy.Expr, relation: str) -> str:
        """`slack` against 0: the positive terms on one side, the others opposite."""
        terms = sympy.Add.make_args(sympy.expand(slack))
        left = sympy.Add(*(t for t in terms if not _negative(t)))
        right = sympy.Add(*(-t for t in terms if _negative(t)))
        return f"{self(left)} {relation} {self(right)}"

    def _quotient(self, helper: str, op: str, a: sympy.Expr, b: sympy.Expr) -> tuple[str, int]:
        """C's own division where nothing is negative; it rounds towards zero, Python's down."""
        if b.is_Integer and b > 0 and self._never_negative(a):
            return f"{self.factor(a)}{op}{b}", _QUOTIENT
        return f"{helper}({self(a)}, {self(b)})", _ATOM

    def _never_negative(self, expr: sympy.Expr) -> bool:
        if expr.is_Integer:
            return bool(expr >= 0)
        if expr.is_Symbol:
            return expr.name in self.sizes
        return bool(expr.is_Add or expr.is_Mul) and all(map(self._never_negative, expr.args))

    def _extremum(self, expr: sympy.Expr) -> str:
        helper = "adc_imin" if isinstance(expr, sympy.Min) else "adc_imax"
        first, *rest = sorted(expr.args, key=sympy.default_sort_key, reverse=True)
        text = self(first)
        for other in rest:
            text = f"{helper}({text}, {self(other)})"
        return text


def _negative(term: sympy.Expr) -> bool:
    return bool(term.as_coeff_Mul()[0] < 0)


def _bare(text: str) -> str:
    """`text` without parentheses around the whole of it."""
    inner = text[1:-1]
    depth = 0
    for character in inner:
        depth += {"(": 1, ")": -1}.get(character, 0)
        if depth < 0:
            return text
    return inner if text.startswith("(") and text.endswith(")") else text


def _number(value: int) -> tuple[str, int]:
    text = str(value) if abs(value) < 2**31 else f"INT64_C({value})"
    return text, _ATOM if value >= 0 else _SUM
