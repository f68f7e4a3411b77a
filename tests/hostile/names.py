"""Arguments that are called like words of C, C++, Fortran, POSIX and Python.

What adc writes for them compiles in every standard of C and C++ behind the headers that programs
include, and the wrapper and the module of Fortran's still compute the gradient.
"""

from __future__ import annotations

import builtins
import keyword
import re
import subprocess
import sys
import textwrap
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from pathlib import Path

from adc.emit.reserved import CALLED, KEYWORDS
from tests.hostile.command import adc_in, complaint

#: The standard headers, and POSIX's of files, processes, signals and memory.
_HEADER_NAMES = """
    assert complex ctype dirent errno fcntl fenv float inttypes limits locale math pthread sched
    setjmp signal stdarg stdbool stddef stdint stdio stdlib string sys/mman sys/resource sys/stat
    sys/time sys/types sys/wait time unistd wchar wctype
"""
HEADERS = _HEADER_NAMES.split()
#: What C++'s own headers bring along.
CXX_HEADERS = ("iostream", "cmath", "complex", "vector", "algorithm", "cstdlib", "cstring")
POSIX = ("-D_POSIX_C_SOURCE=200809L", "-D_XOPEN_SOURCE=700")
C_STANDARDS = ("c89", "gnu89", "c99", "gnu99", "c11", "gnu11", "gnu17", "c2x", "gnu2x")
CXX_STANDARDS = ("c++98", "gnu++98", "c++11", "gnu++14", "c++17", "gnu++20", "c++23", "gnu++23")

_FORTRAN = """
    allocatable allocate assign associate backspace block call case character class close
    codimension common complex concurrent contains continue critical cycle data deallocate
    deferred dimension do
    double elemental else elseif elsewhere end enddo endfile endif entry enum equivalence exit
    external final forall format function generic goto if implicit import include inquire integer
    intent interface intrinsic kind len logical module namelist none nullify only open operator
    optional parameter pause pointer precision print private procedure program protected public pure
    read real recursive result return rewind rewrite save select sequence stop sub subroutine target
    then type unit use value volatile wait where while write size shape abs sum max min mod status
    code workspace bytes c_int c_double error_unit any merge present iso_c_binding
"""
#: What generated text might itself call something.
_GENERATED = """
    f_grad f_grad_ws f_grad_workspace_bytes f_grad_sizes_ok f_grad_sweeps f_grad_layout F_GRAD_H
    F_GRAD_OK F_GRAD_ENOMEM F_GRAD_EINVAL F_GRAD_ESIZE ADC_USE_CBLAS ADC_USE_FMA ADC_FUSED adc_take
    adc_range workspace workspace_bytes workspace_next ranges result at shared value status code
    bytes count start FGrad f_grad_c f_grad_mod _np _ctypes _array _check _entry _x x x_bar x_seed
    return_seed tape
    cblas_dgemm CblasRowMajor CblasNoTrans omp_get_thread_num Array Type Input Slot main argc argv
    _outputs _free_blocks _Block _Lease _weakref _math _thread
    __x _X __linux__ _Bool _Complex __restrict i j k n N T
"""
#: Names that the sources here need themselves.
_NEEDED = {"np", "range", "total", "f", "float64", "float", "dot", "real", "sum", "size"}


@lru_cache(maxsize=1)
def macros() -> tuple[str, ...]:
    """The names of all macros of the headers, as this machine has them."""
    found: set[str] = set()
    for compiler, headers, standards in (
        (["gcc", "-x", "c"], [f"{h}.h" for h in HEADERS], ("c89", "c11", "gnu2x")),
        (["g++", "-x", "c++"], list(CXX_HEADERS), ("c++11", "gnu++20")),
    ):
        text = "".join(f"#include <{header}>\n" for header in headers)
        for standard in standards:
            done = subprocess.run(
                [*compiler, f"-std={standard}", *POSIX, "-dM", "-E", "-"],
                input=text, capture_output=True, text=True,
            )  # fmt: skip
            found |= set(re.findall(r"^#define (\w+)\b(?!\()", done.stdout, re.MULTILINE))
    return tuple(sorted(name for name in found if not re.match("_[A-Z_]", name)))


def words() -> list[str]:
    """All of them, each once."""
    own = (_FORTRAN + _GENERATED).split()
    python = [*keyword.softkwlist, *dir(builtins)]
    found = dict.fromkeys([*sorted(KEYWORDS | CALLED), *own, *python, *macros()])
    return [word for word in found if not keyword.iskeyword(word) and word not in _NEEDED]


def groups(found: Iterable[str], size: int) -> Iterator[list[str]]:
    found = list(found)
    for start in range(0, len(found), size):
        group = found[start : start + size]
        fill = (f"other{number}" for number in range(size))
        yield group + [next(fill) for _ in range(-len(group) % 5)]


# -- sources ---------------------------------------------------------------------------------------


def python_source(group: Sequence[str]) -> str:
    """Of five words a scalar, an array, its size, a local array and a loop's variable are named."""
    fives = [group[i : i + 5] for i in range(0, len(group), 5)]
    declared = ", ".join(f'{a}: float, {b}: "float64[{c}]"' for a, b, c, _, _ in fives)
    lines = [f"def f({declared}):", "    total = 0.0"]
    for scalar, array, _, local, variable in fives:
        lines += [
            f"    {local} = {array} * {scalar}",
            f"    for {variable} in range({array}.shape[0]):",
            f"        total = total + {local}[{variable}] * {local}[{variable}]",
        ]
    return "\n".join([*lines, "    return total", ""])


def fortran_source(group: Sequence[str]) -> str:
    fives = [group[i : i + 5] for i in range(0, len(group), 5)]
    names = ", &\n    ".join(f"{c}, {a}, {b}" for a, b, c, _, _ in fives)
    lines = [f"subroutine f({names}, total)", "  implicit none"]
    for scalar, array, size, local, variable in fives:
        lines += [
            f"  integer, intent(in) :: {size}",
            f"  real(8), intent(in) :: {scalar}, {array}({size})",
            f"  real(8) :: {local}({size})",
            f"  integer :: {variable}",
        ]
    lines += ["  real(8), intent(out) :: total", "  total = 0"]
    for scalar, array, size, local, variable in fives:
        lines += [
            f"  do {variable} = 1, {size}",
            f"    {local}({variable}) = {array}({variable})*{scalar}",
            f"    total = total + {local}({variable})*{local}({variable})",
            "  end do",
        ]
    return "\n".join([*lines, "end subroutine f", ""])


# -- what becomes of them --------------------------------------------------------------------------


def fault(group: Sequence[str], language: str, folder: Path, thorough: bool = True) -> str:
    """What is wrong with what adc writes for arguments of these names; empty for nothing.

    `folder` is empty and keeps the files. A refusal is no fault: the text begins with `refused`.
    """
    python = language == "python"
    name = "k.py" if python else "k.f90"
    (folder / name).write_text(python_source(group) if python else fortran_source(group))
    independents = [word for i in range(0, len(group), 5) for word in group[i : i + 2]]
    told = adc_in(
        folder, ["grad", name, "--wrt", ",".join(independents), "--of", "total", "-o", "o"]
    )
    if told.status:
        return complaint(told, folder) or f"refused: {told.err}"
    out = folder / "o"
    for command in _compilations(thorough, python):
        done = subprocess.run(command, cwd=out, capture_output=True, text=True)
        if done.returncode:
            return f"{' '.join(command)}: {done.stderr[:2000]}"
    return _wrong_gradient(out, len(group) // 5, python)


def _compilations(thorough: bool, python: bool) -> Iterator[list[str]]:
    strict = ["-Wall", "-Wextra", "-Werror"]
    yield ["gcc", "-std=c11", *strict, "-fopenmp", "-c", "f_grad.c", "-o", "strict.o"]
    yield ["gcc", "-std=c11", *strict, "-c", "f_grad_check.c", "-o", "check.o"]
    if not python:
        yield ["gfortran", "-Wall", "-c", "f_grad_mod.f90", "-o", "module.o"]
    for compiler, standards, headers in (
        ("gcc", C_STANDARDS, [f"{h}.h" for h in HEADERS]),
        ("g++", CXX_STANDARDS, [*CXX_HEADERS, "string.h", "stdlib.h", "math.h"]),
    ):
        before = [word for header in headers for word in ("-include", header)]
        for standard in standards if thorough else standards[-1:]:
            kind = "c" if compiler == "gcc" else "c++"
            macros_ = POSIX if kind == "c" else ()
            yield [compiler, f"-std={standard}", "-Werror", "-Wno-cpp", *macros_, "-fsyntax-only",
                   *before, "-x", kind, "f_grad.h"]  # fmt: skip
    yield ["make", "-s", "libf_grad.so", "OPENMP=0", "BLAS=none", "CFLAGS=-O0"]


def _wrong_gradient(out: Path, count: int, python: bool) -> str:
    """The wrapper, called by position; the gradient is known."""
    sizes = [2 + i % 3 for i in range(count)]
    given = ", ".join(
        f"{1.5 + i}, a[{i}]" if python else f"{n}, {1.5 + i}, a[{i}]" for i, n in enumerate(sizes)
    )
    given += "" if python else ", 0.0"
    text = f"""
        import numpy as np
        from f_grad import f_grad
        a = [np.linspace(1.0, 2.0, n) for n in {sizes}]
        result = f_grad({given})
        for i in range({count}):
            np.testing.assert_allclose(result[2*i], 2*(1.5 + i)*np.sum(a[i]*a[i]), rtol=1e-13)
            np.testing.assert_allclose(result[2*i + 1], 2*(1.5 + i)**2*a[i], rtol=1e-13)
    """
    words_ = [sys.executable, "-c", textwrap.dedent(text)]
    done = subprocess.run(words_, cwd=out, capture_output=True, text=True)
    return f"wrapper: {done.stderr[-2000:]}" if done.returncode else ""


def fortran_words() -> list[str]:
    """Names of Fortran, which does not tell cases apart."""
    found = dict.fromkeys(
        word.lower() for word in (*keyword.kwlist, *words()) if re.match(r"[A-Za-z]", word)
    )
    return [word for word in found if len(word) <= 60 and word not in _NEEDED]
