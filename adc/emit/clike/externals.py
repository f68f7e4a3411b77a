"""Libraries' routines: their prototypes, and a static function each that calls them as they want.

Callers in the file pass a library's routine what they pass to any routine; how that is handed on,
by reference or by value, stands in one place.
"""

from __future__ import annotations

from dataclasses import dataclass

from adc.diagnostics import InternalError
from adc.emit.clike.body import BodyText
from adc.emit.clike.statements import Called
from adc.emit.clike.values import C_TYPES
from adc.emit.interface.abi import Argument, own_name
from adc.emit.wrapping import wrap
from adc.ir.dtypes import DType
from adc.ir.external import External


@dataclass(frozen=True)
class ExternalText:
    """A library's routine in the language of `body`, which names its arguments."""

    body: BodyText

    @property
    def external(self) -> External:
        found = self.body.scheduled.program.external
        if found is None:
            raise InternalError(f"{self.body.entry} is no routine of a library")
        return found

    @property
    def called(self) -> Called:
        return Called(self.body.entry, tuple(True for _ in self.body.symbols))

    def lines(self) -> list[str]:
        f = self.body
        ordered = [*f.symbols, *(a for a in f.arguments if not a.is_symbol)]
        views = [f.declaration(a) if a.is_symbol else f.view(f.container(a), a) for a in ordered]
        head = f"static void {f.entry}({', '.join(views) or 'void'})"
        names = ", ".join(self.passed(a) for a in f.arguments)
        return [
            *f.quoter.heading(self.origin(), 2, 0),
            *wrap(f"void {self.external.symbol}({self.types()});", 0),
            "",
            *wrap(head, 0),
            "{",
            *(line for a in f.arguments for line in self.narrowed(a)),
            *wrap(f"{self.external.symbol}({names});", 4),
            "}",
        ]

    def origin(self) -> str:
        span = self.body.scheduled.program.span
        place = f": {self.body.quoter.name(span.file)}, line {span.line}" if span else ""
        return f"The routine {self.external.symbol} of a library{place}."

    def types(self) -> str:
        """What the prototype declares."""
        return ", ".join(self.type(a) for a in self.body.arguments) or "void"

    def type(self, argument: Argument) -> str:
        ctype = C_TYPES[DType.INT32] if self.is_narrow(argument) else C_TYPES[argument.dtype]
        name = self.body.names[argument.name]
        if self.by_value(argument):
            return f"{ctype} {name}"
        return f"{ctype} *{name}" if argument.written else f"const {ctype} *{name}"

    def by_value(self, argument: Argument) -> bool:
        return self.external.by_value and argument.by_value

    def is_narrow(self, argument: Argument) -> bool:
        return argument.name in self.external.narrow

    def narrowed(self, argument: Argument) -> list[str]:
        """The integer in 32 bits, where the routine wants its address."""
        if not self.is_narrow(argument) or self.by_value(argument):
            return []
        name = self.body.names[argument.name]
        return wrap(f"const int32_t {self.narrow_name(name)} = (int32_t){name};", 4)

    def narrow_name(self, name: str) -> str:
        return own_name(f"{name}_narrow", frozenset(self.body.names.values()))

    def passed(self, argument: Argument) -> str:
        name = self.body.names[argument.name]
        if self.is_narrow(argument):
            return f"(int32_t){name}" if self.by_value(argument) else f"&{self.narrow_name(name)}"
        if argument.by_value:
            return name if self.by_value(argument) else f"&{name}"
        if len(argument.shape) > 1:
            const = "" if argument.written else "const "
            return f"({const}{C_TYPES[argument.dtype]} *){name}"
        return name
