"""What the constants of one scope evaluate to, each once, and what is wrong with such as are
defined by means of themselves."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from adc.diagnostics import AdcError
from adc.frontends.fortran import tree
from adc.frontends.fortran.constants import constant, converted, items
from adc.frontends.fortran.symbol import Scope, Symbol, Value

T = TypeVar("T")


class ConstantValues:
    """The values of the constants that `scope` declares."""

    def __init__(self, scope: Scope) -> None:
        self._scope = scope
        self._scalars: dict[str, Value | None] = {}
        self._items: dict[str, tuple[Value, ...] | None] = {}
        self._in_progress: set[str] = set()

    def scalar(self, symbol: Symbol) -> Value | None:
        """The value of a scalar; None where adc cannot evaluate it. Raises ADC0179."""
        return self._evaluated(
            symbol, self._scalars, lambda init: converted(constant(init, self._scope), symbol.dtype)
        )

    def items(self, symbol: Symbol) -> tuple[Value, ...] | None:
        """`constants.items` of an array, each as its type holds it. Raises ADC0179."""
        return self._evaluated(symbol, self._items, lambda init: self._held(init, symbol))

    def _held(self, init: tree.Expr, symbol: Symbol) -> tuple[Value, ...] | None:
        values = [converted(value, symbol.dtype) for value in items(init, self._scope) or ()]
        known = tuple(value for value in values if value is not None)
        return known if known and len(known) == len(values) else None

    def _evaluated(self, symbol: Symbol, known: dict[str, T], of: Callable[[tree.Expr], T]) -> T:
        name = symbol.original
        if name in self._in_progress or symbol.init is None:
            message = f"`{name}` is defined by means of itself"
            raise AdcError.of("ADC0179", message, symbol.span, help="use another constant")
        if name not in known:
            self._in_progress.add(name)
            try:
                known[name] = of(symbol.init)
            finally:
                self._in_progress.discard(name)
        return known[name]
