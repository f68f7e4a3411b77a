"""Integer expressions (extents of arrays) as Fortran of the kind c_int64_t."""

from __future__ import annotations

import re
from collections.abc import Mapping

import sympy

from adc.ir.shapes_text import ATOM, POWER, QUOTIENT, IntegerPrinter, Text, enclose

KIND = "c_int64_t"
_NUMBER = re.compile(r"-?\d+")
_LARGE = re.compile(r"\b\d{10,}\b")


class FortranPrinter(IntegerPrinter):
    """`names` gives the names in Fortran; what has none stands as it is."""

    def __init__(self, names: Mapping[str, str]) -> None:
        self.names = names

    def __call__(self, expr: sympy.Expr) -> str:
        """The text; numbers that no default integer holds have their kind."""
        return _LARGE.sub(lambda number: f"{number[0]}_{KIND}", self.text(expr))

    def symbol(self, name: str) -> Text:
        return self.names.get(name, name), ATOM

    def floor_division(self, a: Text, b: Text) -> Text:
        return self.call("adc_floor_div", [a[0], b[0]])

    def exact_division(self, a: Text, b: Text) -> Text:
        return f"{enclose(a, QUOTIENT)}/{enclose(b, POWER)}", QUOTIENT

    def remainder(self, a: Text, b: Text) -> Text:
        return self.call("modulo", [a[0], b[0]])

    def subscript(self, index: Text, extent: Text) -> Text:
        wrapped = f"{index[0]} + {extent[0]}"
        return self.call("merge", [wrapped, index[0], f"{index[0]} < 0"])

    def choice(self, test: tuple[str, str, str], then: Text, orelse: Text) -> Text:
        return self.call("merge", [then[0], orelse[0], " ".join(test)])

    def call(self, name: str, texts: list[str]) -> Text:
        """All arguments of one kind: numbers alone get theirs."""
        kinded = [f"{t}_{KIND}" if _NUMBER.fullmatch(t) else t for t in texts]
        return super().call(name, kinded)


class ReadablePrinter(FortranPrinter):
    """For people: extents are not negative, so that divisions need no help, and no kinds."""

    def floor_division(self, a: Text, b: Text) -> Text:
        return self.exact_division(a, b)

    def call(self, name: str, texts: list[str]) -> Text:
        return IntegerPrinter.call(self, name, texts)


def is_plain(text: str) -> bool:
    """Whether `text` calls nothing: a bound that a person reads at a glance."""
    return re.search(r"\w\(", text) is None
