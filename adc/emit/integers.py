"""Integer expressions of sizes as text: for comments, the manifest and Python, and for C.

The source-like form (`N + 4`, `2*N`, `H//2 - 2`) is Python and is what people read. The C form
works on int64_t; division rounds towards minus infinity in both, so that C calls
`floor_div` and `floor_mod`, which whoever uses the text has to define.
"""

from __future__ import annotations

from collections.abc import Mapping

import sympy
from sympy.printing.precedence import PRECEDENCE
from sympy.printing.str import StrPrinter

from adc.diagnostics import InternalError


class _PythonPrinter(StrPrinter):  # type: ignore[misc]
    """`floor` of a quotient as `//`, `Mod` as `%`, the rest as SymPy spells it."""

    def parenthesize(self, item: sympy.Expr, level: int, strict: bool = False) -> str:
        if not isinstance(item, (sympy.floor, sympy.Mod)):
            return super().parenthesize(item, level, strict)  # type: ignore[no-any-return]
        text = self._print(item)
        return text if level <= PRECEDENCE["Add"] else f"({text})"

    def _print_floor(self, expr: sympy.Expr) -> str:
        numerator, denominator = _fraction(expr.args[0])
        left = self.parenthesize(numerator, PRECEDENCE["Mul"])
        return f"{left}//{self.parenthesize(denominator, PRECEDENCE['Pow'])}"

    def _print_Mul(self, expr: sympy.Expr) -> str:  # noqa: N802 - SymPy's name
        if expr.args[0] == -1 and len(expr.args) == 2:
            return f"-{self.parenthesize(expr.args[1], PRECEDENCE['Mul'])}"
        return super()._print_Mul(expr)  # type: ignore[no-any-return]

    def _print_Mod(self, expr: sympy.Expr) -> str:  # noqa: N802
        left = self.parenthesize(expr.args[0], PRECEDENCE["Mul"])
        return f"{left} % {self.parenthesize(expr.args[1], PRECEDENCE['Pow'])}"

    def _print_Min(self, expr: sympy.Expr) -> str:  # noqa: N802
        return f"min({', '.join(sorted(self._print(a) for a in expr.args))})"

    def _print_Max(self, expr: sympy.Expr) -> str:  # noqa: N802
        return f"max({', '.join(sorted(self._print(a) for a in expr.args))})"


class _CPrinter(_PythonPrinter):
    """C on int64_t; symbols may be given another spelling."""

    def __init__(self, spelling: Mapping[str, str]) -> None:
        super().__init__()
        self.spelling = spelling

    def _print_Symbol(self, expr: sympy.Symbol) -> str:  # noqa: N802
        return self.spelling.get(expr.name, expr.name)

    def parenthesize(self, item: sympy.Expr, level: int, strict: bool = False) -> str:
        if isinstance(item, (sympy.floor, sympy.Mod)):
            return self._print(item)  # type: ignore[no-any-return]
        return super().parenthesize(item, level, strict)

    def _print_floor(self, expr: sympy.Expr) -> str:
        numerator, denominator = _fraction(expr.args[0])
        return f"floor_div({self._print(numerator)}, {self._print(denominator)})"

    def _print_Mod(self, expr: sympy.Expr) -> str:  # noqa: N802
        return f"floor_mod({self._print(expr.args[0])}, {self._print(expr.args[1])})"

    def _print_Pow(self, expr: sympy.Expr, rational: bool = False) -> str:  # noqa: N802
        base, exponent = expr.args
        if not (exponent.is_Integer and exponent > 0):
            raise InternalError(f"an integer expression with the power {exponent}")
        return "*".join([self.parenthesize(base, PRECEDENCE["Mul"] + 1)] * int(exponent))

    def _print_Min(self, expr: sympy.Expr) -> str:  # noqa: N802
        return self._nested("<", expr)

    def _print_Max(self, expr: sympy.Expr) -> str:  # noqa: N802
        return self._nested(">", expr)

    def _nested(self, relation: str, expr: sympy.Expr) -> str:
        first, *rest = sorted(self._print(a) for a in expr.args)
        text = first
        for other in rest:
            text = f"({text} {relation} ({other}) ? {text} : ({other}))"
        return text


def _fraction(expr: sympy.Expr) -> tuple[sympy.Expr, sympy.Expr]:
    return sympy.fraction(sympy.together(expr))  # type: ignore[no-any-return]


def python_text(expr: sympy.Expr) -> str:
    """`expr` as the source would write it; also valid Python, an `int` of `int`s."""
    printer = _PythonPrinter()
    numerator, denominator = _fraction(expr)
    if denominator == 1 or not denominator.is_Integer:
        return printer.doprint(expr)  # type: ignore[no-any-return]
    return f"{printer.parenthesize(numerator, PRECEDENCE['Mul'])}//{denominator}"


def c_text(expr: sympy.Expr, spelling: Mapping[str, str] | None = None) -> str:
    """`expr` as C on int64_t, with symbols spelled as `spelling` says."""
    printer = _CPrinter(spelling or {})
    numerator, denominator = _fraction(expr)
    if denominator == 1 or not denominator.is_Integer:
        return printer.doprint(expr)  # type: ignore[no-any-return]
    return f"({printer.doprint(numerator)})/{denominator}"
