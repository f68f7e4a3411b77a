"""The options of the functions in `adc`: those of the command line, as keywords.

A keyword has its option's name with underscores, and takes the text that the option takes, or what
says the same in Python. tests/api/test_options.py holds the names against the command line's.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from os import PathLike
from typing import Any, TypedDict

Path = str | PathLike[str]
Names = str | Sequence[str]  # "A,B" or ["A", "B"]
Numbers = str | Mapping[str, Any]  # "N=100" or {"N": 100}
#: A file, several Fortran files, or a function whose text is read.
Source = Path | Sequence[Path] | Callable[..., Any]


class SourceOptions(TypedDict, total=False):
    """Which function, and the types of its arguments. `example` takes a dictionary of arrays, too;
    `defines` and `includes` are -D and -I; `fix` gives numbers, None, truth values and texts by
    name, of Fortran texts alone."""

    function: str
    program: bool
    first_call: bool
    as_written: bool
    no_handlers: bool
    unrounded: bool
    room: int
    signature: str
    signature_file: Path
    example: Path | Mapping[str, Any]
    dtype: str | type
    defines: str | Sequence[str] | Mapping[str, Any]
    includes: Path | Sequence[Path]
    python_path: Path | Sequence[Path]
    free: bool
    fixed: bool
    line_length: int | str
    promote_reals: str
    fix: str | Sequence[str] | Mapping[str, Any]
    inactive: Names
    rules: Path | Sequence[Path]
    inline: bool
    no_inline: bool
    no_cache: bool


class TargetOptions(TypedDict, total=False):
    """What is differentiated by what."""

    wrt: Names
    of: Names
    head: str


class MemoryOptions(TypedDict, total=False):
    """What is planned for; `mem_limit` is bytes or a text such as "500MiB"."""

    size: Numbers
    mem_limit: int | str
    strategy: str
    store: Names
    recompute: Names
    machine: Path


class CodeOptions(TypedDict, total=False):
    """The code to write."""

    target: str
    arch: str
    openmp: bool
    blas: bool
    deterministic: bool
    schedule: str


class _Shared(SourceOptions, TargetOptions, MemoryOptions, CodeOptions, total=False):
    pass


class ValueAndGradOptions(_Shared, total=False):
    """Those of `value_and_grad`."""

    host_snapshots: bool
    seed: str
    accumulate: bool
    tuned: Path
    adjoint_name: str


class GradOptions(ValueAndGradOptions, total=False):
    """Those of `grad`."""

    value: bool


class JvpOptions(_Shared, total=False):
    """Those of `jvp`."""

    value: bool
    tangent_name: str


class CheckOptions(_Shared, total=False):
    """Those of `check`; `set` gives a value or a range (low, high) by name."""

    host_snapshots: bool
    seed: str
    value: bool
    accumulate: bool
    tuned: Path
    set: Numbers
    against_python: bool
