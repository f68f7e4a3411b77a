"""Integer expressions as Python functions: many times faster than substituting in SymPy."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
import sympy

from adc.ir.shapes import Defined, choose, entry
from adc.ir.shapes_text import ATOM, IntegerPrinter, Text


class _CompilingPrinter(IntegerPrinter):
    """Python over a mapping `v` of names to ints or integer arrays.

    `definitions` are the variables of symbols with a definition and their texts, each after those
    that it uses.
    """

    def __init__(self) -> None:
        self.definitions: dict[str, str] = {}
        self._variables: dict[Defined, str] = {}

    def defined(self, expr: Defined) -> Text:
        if expr not in self._variables:
            text = self.text(expr.definition)
            self._variables[expr] = f"defined_{len(self.definitions)}"
            self.definitions[self._variables[expr]] = text
        return self._variables[expr], ATOM

    def floor_division(self, a: Text, b: Text) -> Text:
        if b[0].isdigit():
            return super().floor_division(a, b)
        return self.call("quotient", [a[0], b[0]])

    def remainder(self, a: Text, b: Text) -> Text:
        if b[0].isdigit():
            return super().remainder(a, b)
        return self.call("rest", [a[0], b[0]])

    def chosen(self, expr: choose) -> Text:
        return self.call("choose", [self.text(a) for a in expr.args])

    def element(self, expr: entry) -> Text:
        texts = [f"v[{table(expr.container)!r}]", *(self.text(i) for i in expr.index)]
        return self.call("element", texts)

    def symbol(self, name: str) -> Text:
        return f"v[{name!r}]", ATOM

    def minimum(self, texts: list[str]) -> Text:
        return self._nest("least", texts)

    def maximum(self, texts: list[str]) -> Text:
        return self._nest("greatest", texts)

    def _nest(self, name: str, texts: list[str]) -> Text:
        result = texts[0]
        for other in texts[1:]:
            result = f"{name}({result}, {other})"
        return result, ATOM


def table(container: str) -> str:
    """The name under which the values have a `Table` of the integer array `container`."""
    return f"{container}[]"


@dataclass(frozen=True)
class Table:
    """An integer array whose elements stand in integer expressions."""

    array: np.ndarray


def _element(of: Table, *index: Any) -> Any:
    """The element, or elements, at `index`; IndexError where one is outside, also below 0."""
    if any(np.any(np.less(i, 0)) for i in index):
        raise IndexError(f"position {index} of an integer array")
    found = of.array[tuple(index)]
    return int(found) if found.ndim == 0 else found.astype(np.int64)


def _least(a: Any, b: Any) -> Any:
    return min(a, b) if isinstance(a, int) and isinstance(b, int) else np.minimum(a, b)


def _greatest(a: Any, b: Any) -> Any:
    return max(a, b) if isinstance(a, int) and isinstance(b, int) else np.maximum(a, b)


def _quotient(a: Any, b: Any) -> Any:
    """`a // b`, 0 where `b` is: in a condition that holds whatever this is."""
    if isinstance(b, int):
        return a // b if b else 0
    with np.errstate(divide="ignore"):
        return np.floor_divide(a, b)


def _rest(a: Any, b: Any) -> Any:
    if isinstance(b, int):
        return a % b if b else 0
    with np.errstate(divide="ignore"):
        return np.remainder(a, b)


def _wrap(index: Any, extent: Any) -> Any:
    return index + extent * (index < 0)


def _choose(slack: Any, then: Any, orelse: Any) -> Any:
    if isinstance(slack, int):
        return then if slack < 0 else orelse
    return np.where(slack < 0, then, orelse)


_SCOPE = {
    "least": _least, "greatest": _greatest, "wrap": _wrap, "choose": _choose,
    "quotient": _quotient, "rest": _rest, "element": _element, "__builtins__": {},
}  # fmt: skip


@lru_cache(maxsize=None)
def compiled(expr: sympy.Expr) -> Callable[[Mapping[str, Any]], Any]:
    """A function from the symbols' values (ints, or arrays that broadcast) to that of `expr`.

    It raises KeyError with the name of a symbol that has no value.
    """
    if expr.is_Integer:
        number = int(expr)
        return lambda v: number
    printer = _CompilingPrinter()
    result = printer.text(expr)
    lines = [f"{name} = {text}" for name, text in printer.definitions.items()]
    body = "".join(f"    {line}\n" for line in [*lines, f"return {result}"])
    made: dict[str, Callable[[Mapping[str, Any]], Any]] = {}
    exec(f"def function(v):\n{body}", dict(_SCOPE), made)
    return made["function"]
