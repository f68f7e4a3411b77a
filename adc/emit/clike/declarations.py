"""The interface of a function as C text: declarations of its arguments, prototypes, its errors."""

from __future__ import annotations

from collections.abc import Mapping

from adc.emit.clike.names import program_spellings
from adc.emit.clike.values import C_TYPES
from adc.emit.interface.abi import (
    Argument,
    arguments,
    bytes_entry,
    errors,
    own_name,
    workspace_entry,
)
from adc.emit.wrapping import WIDTH, wrap
from adc.ir.program import Program


def declaration(argument: Argument, names: Mapping[str, str]) -> str:
    """The parameter as the prototype has it."""
    ctype, name = C_TYPES[argument.dtype], names[argument.name]
    if argument.by_value:
        return f"{ctype} {name}"
    return f"{ctype} *{name}" if argument.written else f"const {ctype} *{name}"


def prototype(program: Program, entry: str) -> str:
    """`int entry(arguments)`, in lines of at most 100 columns, without a semicolon."""
    return function_head("int", entry, _declarations(program, entry))


def workspace_prototype(program: Program, entry: str) -> str:
    """`int entry_ws(arguments, void *workspace)`."""
    declared = [*_declarations(program, entry), f"void *{program_own_name(program, 'workspace')}"]
    return function_head("int", workspace_entry(entry), declared)


def workspace_bytes_prototype(program: Program, entry: str) -> str:
    """`size_t entry_workspace_bytes(sizes)`: sizes and integer arguments in order."""
    names = program_spellings(program, entry)
    symbols = [declaration(a, names) for a in arguments(program) if a.is_symbol]
    return function_head("size_t", bytes_entry(entry), symbols)


def program_own_name(program: Program, name: str) -> str:
    """`name` for something of the generated function's own, changed where the source has it."""
    return own_name(name, set(program_spellings(program).values()))


def _declarations(program: Program, entry: str) -> list[str]:
    names = program_spellings(program, entry)
    return [declaration(a, names) for a in arguments(program)]


def function_head(result: str, name: str, declared: list[str]) -> str:
    """`result name(declared)`, wrapped; `(void)` where nothing is."""
    return "\n".join(wrap(f"{result} {name}({', '.join(declared) or 'void'})", 0))


def error_enum(entry: str, stops: bool = False) -> str:
    """The header's enum of results: 0 is success, the codes are positive."""
    prefix = entry.upper()
    lines = [f"    {prefix}_OK = 0,"]
    for code, (number, reason) in errors(stops).items():
        line = f"    {prefix}_{code} = {number}, /* {reason} */"
        own = [f"    /* {reason} */", f"    {prefix}_{code} = {number},"]
        lines += [line] if len(line) <= WIDTH else own
    return "enum {\n" + "\n".join(lines) + "\n};"
