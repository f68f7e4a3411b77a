"""The C interface of a function: its arguments, in order, and its prototypes."""

from __future__ import annotations

from dataclasses import dataclass

from adc.emit.c.names import program_spellings
from adc.emit.c.values import C_TYPES
from adc.emit.c.wrapping import WIDTH, wrap
from adc.ir.dtypes import DType
from adc.ir.nodes import Container, Program
from adc.ir.shapes import Shape
from adc.schedule.scheduler import argument_names

#: Roles of what the function only reads.
CONST_ROLES = frozenset({"input", "seed", "tangent_in"})

#: The errors that a call returns, their numbers and what they mean. A number never changes.
_ERRORS = {
    "ENOMEM": (1, "no memory for the workspace"),
    "ESIZE": (2, "sizes that are too large or at odds with each other"),
    "EALIAS": (3, "two arguments overlap and one of them is written"),
    "ESTOP": (4, "the source's program would have stopped here"),
    "EINVAL": (5, "a null pointer to something, or an integer out of range"),
}


def errors(stops: bool) -> dict[str, tuple[int, str]]:
    """The number of each error that a call may return, and what it means.

    `stops`: only where its source may stop the program is ESTOP among them.
    """
    return {code: told for code, told in _ERRORS.items() if code != "ESTOP" or stops}


@dataclass(frozen=True)
class Argument:
    """One argument of the C function. `name` is the source's name, `c_name` C's.

    `kind` is `size`, `integer`, `scalar` or `array`; `role` and `of` are the container's (for a
    symbol the kind). `written` tells whether the function writes it.
    """

    name: str
    c_name: str
    kind: str
    role: str
    dtype: DType
    shape: Shape = ()
    of: str = ""

    @property
    def written(self) -> bool:
        return self.role not in CONST_ROLES and self.kind in ("scalar", "array")

    @property
    def by_value(self) -> bool:
        return self.kind != "array" and not self.written

    @property
    def declaration(self) -> str:
        """The parameter as the prototype has it."""
        ctype = C_TYPES[self.dtype]
        if self.by_value:
            return f"{ctype} {self.c_name}"
        return f"{ctype} *{self.c_name}" if self.written else f"const {ctype} *{self.c_name}"


def arguments(program: Program, entry: str = "") -> tuple[Argument, ...]:
    """The arguments of the function for `program`, in the contract's order."""
    table = program_spellings(program, entry)
    kinds = {p.name: p.kind for p in program.parameters}
    order = [p.name for p in program.parameters]
    order += [name for name in argument_names(program) if name not in kinds]
    found = []
    for name in order:
        kind = kinds.get(name)
        if kind in ("size", "integer"):
            found.append(Argument(name, table[name], kind, kind, DType.INT64))
        else:
            found.append(_container_argument(program[name], table[name]))
    return tuple(found)


def _container_argument(container: Container, c_name: str) -> Argument:
    kind = "array" if container.shape else "scalar"
    return Argument(
        container.name, c_name, kind, container.role, container.dtype, container.shape, container.of
    )


def prototype(program: Program, entry: str) -> str:
    """`int entry(arguments)`, in lines of at most 100 columns, without a semicolon."""
    return function_head("int", entry, _declarations(program, entry))


def workspace_prototype(program: Program, entry: str) -> str:
    """`int entry_ws(arguments, void *workspace)`."""
    declared = _declarations(program, entry)
    return function_head("int", f"{entry}_ws", [*declared, f"void *{workspace_name(program)}"])


def workspace_bytes_prototype(program: Program, entry: str) -> str:
    """`size_t entry_workspace_bytes(sizes)`: sizes and integer arguments in order."""
    symbols = [a.declaration for a in arguments(program, entry) if a.kind in ("size", "integer")]
    return function_head("size_t", f"{entry}_workspace_bytes", symbols or ["void"])


def workspace_name(program: Program) -> str:
    """The name of `entry_ws`'s last argument: `workspace`, unless the source has that name."""
    return own_name(program, "workspace")


def own_name(program: Program, name: str) -> str:
    """`name` for something of the generated function's own, changed where the source has it."""
    taken = set(program_spellings(program).values())
    while name in taken:
        name += "_"
    return name


def _declarations(program: Program, entry: str) -> list[str]:
    return [a.declaration for a in arguments(program, entry)] or ["void"]


def function_head(result: str, name: str, declared: list[str]) -> str:
    return "\n".join(wrap(f"{result} {name}({', '.join(declared)})", 0))


def error_enum(entry: str, stops: bool = False) -> str:
    """The header's enum of results: 0 is success, the codes are positive."""
    prefix = entry.upper()
    lines = [f"    {prefix}_OK = 0,"]
    for code, (number, reason) in errors(stops).items():
        line = f"    {prefix}_{code} = {number}, /* {reason} */"
        own = [f"    /* {reason} */", f"    {prefix}_{code} = {number},"]
        lines += [line] if len(line) <= WIDTH else own
    return "enum {\n" + "\n".join(lines) + "\n};"
