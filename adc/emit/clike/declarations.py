"""The interface of a function as C text: declarations of its arguments, prototypes, its errors."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from adc.emit.clike.checks import remark
from adc.emit.clike.values import C_TYPES
from adc.emit.interface.abi import (
    Argument,
    arguments,
    bytes_entry,
    errors_of,
    workspace_entry,
)
from adc.emit.quoting import safe
from adc.emit.wrapping import WIDTH, wrap
from adc.ir.program import Program


def declaration(argument: Argument, names: Mapping[str, str]) -> str:
    """The parameter as the prototype has it."""
    ctype, name = C_TYPES[argument.dtype], names[argument.name]
    if argument.by_value:
        return f"{ctype} {name}"
    return f"{ctype} *{name}" if argument.written else f"const {ctype} *{name}"


@dataclass(frozen=True)
class Prototypes:
    """The prototypes of a program's functions, without semicolons; `names` spells the arguments,
    `workspace` the last one of the function that works in memory of the caller's."""

    program: Program
    entry: str
    names: Mapping[str, str]
    workspace: str

    def alone(self) -> str:
        """`int entry(arguments)`, in lines of at most 100 columns."""
        return function_head("int", self.entry, self.declarations())

    def with_workspace(self) -> str:
        """`int entry_ws(arguments, void *workspace)`."""
        declared = [*self.declarations(), f"void *{self.workspace}"]
        return function_head("int", workspace_entry(self.entry), declared)

    def bytes(self) -> str:
        """`size_t entry_workspace_bytes(sizes)`: sizes and integer arguments in order."""
        return self.of_sizes(bytes_entry(self.entry))

    def of_sizes(self, entry: str) -> str:
        """The prototype of a function that says how many bytes something takes at given sizes."""
        symbols = [declaration(a, self.names) for a in arguments(self.program) if a.is_symbol]
        return function_head("size_t", entry, symbols)

    def host_bytes(self) -> str:
        """The prototype of the function for memory of the host's; empty where a call takes none."""
        return ""

    def all(self) -> tuple[str, str, str]:
        return self.alone(), self.with_workspace(), self.bytes()

    def declarations(self) -> list[str]:
        return [declaration(a, self.names) for a in arguments(self.program)]


def function_head(result: str, name: str, declared: list[str]) -> str:
    """`result name(declared)`, wrapped; `(void)` where nothing is."""
    return "\n".join(wrap(f"{result} {name}({', '.join(declared) or 'void'})", 0))


def error_enum(entry: str, program: Program, device: bool = False) -> str:
    """The header's enum of results: 0 is success, the codes are positive."""
    prefix = entry.upper()
    lines = [f"    {prefix}_OK = 0,"]
    for code, (number, reason) in errors_of(program, device).items():
        told = safe(reason)
        line = f"    {prefix}_{code} = {number}, /* {told} */"
        own = [*remark(reason), f"    {prefix}_{code} = {number},"]
        lines += [line] if len(line) <= WIDTH else own
    return "enum {\n" + "\n".join(lines) + "\n};"
