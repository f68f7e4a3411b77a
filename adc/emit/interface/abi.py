"""The binary interface of a generated function: its arguments in order, and what it returns.

Nothing here belongs to one language: types are the IR's, names the source's. How they are spelled
is a back end's.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace

from adc.ir.declarations import FIRST_RAISED, Container, Raised, Within
from adc.ir.dtypes import DType
from adc.ir.enums import READ_ONLY, SYMBOLS, ParameterKind, Role
from adc.ir.program import Program
from adc.ir.shapes import Shape

#: The errors that a call returns, their numbers and what they mean. A number never changes.
_ERRORS = {
    "ENOMEM": (1, "no memory for the workspace"),
    "ESIZE": (2, "sizes that are too large or at odds with each other"),
    "EALIAS": (3, "two arguments overlap and one of them is written"),
    "ESTOP": (4, "the source's program would have stopped here"),
    "EINVAL": (5, "a null pointer to something, or an integer out of range"),
    "ECUDA": (6, "the device or its driver reports an error"),
    "ENOCONV": (7, "an iteration that is differentiated at its limit does not converge"),
}


def errors(
    stops: bool, device: bool = False, raised: Iterable[Raised] = (), iterates: bool = False
) -> dict[str, tuple[int, str]]:
    """The number of each error that a call may return, and what it means.

    `stops`: only where its source may stop the program is ESTOP among them. `device`: only where
    kernels do the work is ECUDA. `iterates`: only where an iteration is differentiated at its limit
    is ENOCONV. The exceptions that the source `raised` come last.
    """
    possible = {"ESTOP": stops, "ECUDA": device, "ENOCONV": iterates}
    found = {code: told for code, told in _ERRORS.items() if possible.get(code, True)}
    return found | {raised_code(r): (r.code, r.words) for r in raised}


def errors_of(program: Program, device: bool = False) -> dict[str, tuple[int, str]]:
    """The errors that the function for `program` may return."""
    found = errors(may_stop(program), device, program.raised, bool(program.noconv))
    if any_unique(program):
        number, told = found["EINVAL"]
        found["EINVAL"] = number, f"{told}, or equal elements where all must differ"
    return found


def any_unique(program: Program) -> bool:
    """Whether the function for `program` refuses an array two elements of which are equal."""
    return any(program[name].unique and program[name].within for name in program.passed)


def may_stop(program: Program) -> bool:
    """Whether the source may stop without an exception that would say why."""
    return bool(program.stop) and program[program.stop].dtype is DType.BOOL


def raised_code(raised: Raised) -> str:
    """The name of the error for an exception of the source: `ERAISED1` for the first one."""
    return f"ERAISED{raised.code - FIRST_RAISED + 1}"


@dataclass(frozen=True)
class Argument:
    """One argument of the generated function, by the source's name.

    `kind` is `size`, `integer`, `scalar` or `array`; `role` and `of` are the container's (for a
    symbol the kind). `written` tells whether the function writes it; what is not `by_value` is
    passed as a pointer. `within` are bounds of the elements of an integer array, where subscripts
    are read from it; no two of them are equal where it is `unique`. `is_complex`: its elements are
    complex numbers with parts of the type `dtype`, and `shape` is theirs (`in_complex_numbers`).
    """

    name: str
    kind: ParameterKind
    role: Role | ParameterKind
    dtype: DType
    shape: Shape = ()
    of: str = ""
    within: tuple[Within, ...] = ()
    is_complex: bool = False
    unique: bool = False

    @property
    def is_symbol(self) -> bool:
        """Whether it is a size or an integer argument, which shapes and bounds may name."""
        return self.kind in SYMBOLS

    @property
    def written(self) -> bool:
        return self.role not in READ_ONLY and not self.is_symbol

    @property
    def by_value(self) -> bool:
        return self.kind != "array" and not self.written


def arguments(program: Program) -> tuple[Argument, ...]:
    """The arguments of the function for `program`, in the contract's order."""
    kinds = {p.name: p.kind for p in program.parameters}
    order = [p.name for p in program.parameters]
    order += [name for name in program.passed if name not in kinds]
    found = []
    for name in order:
        kind = kinds.get(name)
        if kind in SYMBOLS:
            found.append(Argument(name, kind, kind, DType.INT64))
        else:
            found.append(_container_argument(program[name]))
    return tuple(found)


def _container_argument(c: Container) -> Argument:
    kind = ParameterKind.ARRAY if c.shape else ParameterKind.SCALAR
    unique = c.unique and bool(c.within)
    return Argument(c.name, kind, c.role, c.dtype, c.shape, c.of, c.within, unique=unique)


def in_complex_numbers(argument: Argument) -> Argument:
    """An array of pairs of reals as one of complex numbers, as which it lies in memory."""
    return replace(argument, shape=argument.shape[:-1], is_complex=True)


# -- the entries -----------------------------------------------------------------------------------


def workspace_entry(entry: str) -> str:
    """The function that works in memory which the caller keeps: one more argument, last."""
    return f"{entry}_ws"


def bytes_entry(entry: str) -> str:
    """The function that says how many bytes that memory must have, of sizes and integers."""
    return f"{entry}_workspace_bytes"


def host_bytes_entry(entry: str) -> str:
    """The function that says the same of the host's memory, for snapshots beside a device's."""
    return f"{entry}_host_workspace_bytes"


def error_entry(entry: str) -> str:
    """The function that says what CUDA reported, where the calls run on a device."""
    return f"{entry}_cuda_error"


def own_name(name: str, taken: Collection[str]) -> str:
    """`name` for something of the function's own (`workspace`), changed where it is taken."""
    while name in taken:
        name += "_"
    return name
