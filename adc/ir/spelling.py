"""Integer expressions as a source writes them: in messages, and as `--signature` reads them."""

from __future__ import annotations

import sympy
from sympy.printing.str import StrPrinter


def spelled(expr: sympy.Expr) -> str:
    """`expr` in Python's notation."""
    return _bare(_Printer(), expr)


def _bare(printer: StrPrinter, expr: sympy.Expr) -> str:
    """`expr` where nothing stands beside it."""
    text = str(printer.doprint(expr))
    return text[1:-1] if isinstance(expr, sympy.floor) else text


class _Printer(StrPrinter):  # type: ignore[misc]
    """`//`, `%`, `min` and `max` for SymPy's functions."""

    def _print_floor(self, expr: sympy.Expr) -> str:
        """In parentheses: SymPy takes the function that it is for an atom."""
        numerator, denominator = expr.args[0].as_numer_denom()
        return f"({self._operand(numerator)}//{self._operand(denominator)})"

    def _print_Mod(self, expr: sympy.Expr) -> str:  # noqa: N802 - named after SymPy's class
        return " % ".join(self._operand(a) for a in expr.args)

    def _print_Min(self, expr: sympy.Expr) -> str:  # noqa: N802 - named after SymPy's class
        return f"min({', '.join(_bare(self, a) for a in expr.args)})"

    def _print_Max(self, expr: sympy.Expr) -> str:  # noqa: N802 - named after SymPy's class
        return f"max({', '.join(_bare(self, a) for a in expr.args)})"

    def _operand(self, expr: sympy.Expr) -> str:
        text = str(self._print(expr))
        return text if expr.is_Atom or isinstance(expr, sympy.floor) else f"({text})"
