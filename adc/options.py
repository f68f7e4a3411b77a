"""The user's request, frozen."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import PurePath
from typing import Any

#: Files of these names (in either case) are Fortran; all others are Python.
FORTRAN_SUFFIXES = (
    ".f", ".for", ".ftn", ".f77", ".fpp", ".f90", ".f95", ".f03", ".f08", ".f18",
)  # fmt: skip


def is_fortran(path: str) -> bool:
    """Whether the file at `path` is Fortran, by its name."""
    return PurePath(path).suffix.lower() in FORTRAN_SUFFIXES


@dataclass(frozen=True)
class Form:
    """The form of Fortran sources. `kind`: of all of them, "free" or "fixed"; empty: as each file's
    name says. `width` is how many columns of fixed form count, 0 for all. `reals` are those that
    have 8 bytes instead of 4: "default", "all", or none."""

    kind: str = ""
    width: int = 72
    reals: str = ""


USUAL = Form()


@dataclass(frozen=True)
class Choice:
    """What measuring may choose instead of the defaults (`adc tune`).

    `strategy` is one of `--strategy`'s, in the place of "auto"; `plan_bytes` asks for the fastest
    plan that holds so many bytes at most; `without` names passes that are left out; loops run on
    threads from `threads_from` element operations on.
    """

    strategy: str | None = None
    plan_bytes: int | None = None
    without: tuple[str, ...] = ()
    threads_from: int | None = None


@dataclass(frozen=True)
class Tuned:
    """A file of `--tuned` as it was read: its path, text and tables, and what was chosen."""

    path: str
    text: str
    table: Mapping[str, Any]
    choice: Choice


#: The elements of an array as `--set` writes them: numbers, or rows of such, all of one length.
Elements = tuple["float | Elements", ...]


@dataclass(frozen=True)
class Request:
    """What the command line asks for (DESIGN section 2); strings are as the user gave them.

    For Fortran sources, the names in it are in lower case. `defines` (`NAME` or `NAME=VALUE`) and
    `includes` (folders) are for the preprocessor. `name_pattern` names the generated function,
    with `%` for the source's; empty for the usual name. `components` are what was named as in
    `state%u`, which the other fields have as `state_u`.
    """

    sources: tuple[str, ...]
    mode: str = "grad"  # "grad" or "jvp"
    function: str | None = None
    wrt: tuple[str, ...] = ()
    of: tuple[str, ...] = ()
    seed: str = "argument"  # or "ones"
    value: bool = False
    accumulate: bool = False
    signature: str | None = None
    signature_file: str | None = None
    example: str | None = None
    sizes: dict[str, int] = field(default_factory=dict)
    settings: dict[str, tuple[float, float]] = field(default_factory=dict)  # `--set`: low, high
    samples: dict[str, Elements] = field(default_factory=dict)  # `--set` of all elements
    mem_limit: int | None = None  # bytes
    strategy: str = "auto"
    store: tuple[str, ...] = ()
    recompute: tuple[str, ...] = ()
    host_snapshots: bool = False  # snapshots in the host's memory, for a device
    machine: str | None = None  # TOML file of the machine's constants
    target: str = "c"
    arch: str = "all-major"  # the device that the Makefile builds for, as nvcc's -arch has it
    openmp: bool = True
    blas: bool = True
    deterministic: bool = False  # sums in a fixed order, also at positions that are read
    schedule: str = "auto"  # or "source": statement by statement, as the source has them
    dtype: str | None = None
    defines: tuple[str, ...] = ()
    includes: tuple[str, ...] = ()
    python_path: tuple[str, ...] = ()  # folders where modules are looked for after the source's own
    program: bool = False  # the main program of Fortran files, as a routine
    first_call: bool = False  # saved and module variables begin as in the first call
    as_written: bool = False  # nothing but a file's own statements binds its names
    no_handlers: bool = False  # nothing is raised that is handled
    unrounded: bool = False  # rounding to decimals is left out
    room: int = 0  # how many elements an array has at most whose length data decide
    inactive: tuple[str, ...] = ()  # subroutines whose calls are left out
    rules: tuple[str, ...] = ()  # files with rules for routines of libraries
    texts: dict[str, str] = field(default_factory=dict)  # texts of character arguments
    form: Form = USUAL
    name_pattern: str = ""
    inline: str = "auto"  # or "all", "none": which calls of the source's own functions
    choice: Choice = Choice()
    components: tuple[str, ...] = ()
    tuned: Tuned | None = None  # the file that `choice` is from

    @property
    def language(self) -> str:
        """The sources' language: "python" or "fortran"."""
        fortran = self.form.kind or any(is_fortran(path) for path in self.sources)
        return "fortran" if fortran else "python"
