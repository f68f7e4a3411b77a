"""Builds the self-check of rendered files in a folder, with the user's C compiler."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
from collections.abc import Mapping
from itertools import combinations
from pathlib import Path

from adc.diagnostics import AdcError, Note

#: Most of the text is the self-check around the function: to optimise it further takes longer than
#: it runs.
_FLAGS = ("-std=c11", "-O1", "-fno-math-errno", "-fno-trapping-math", "-ffp-contract=off")


def build(files: Mapping[str, str], entry: str, folder: Path, *, openmp: bool) -> Path:
    """Writes the C files to `folder` and compiles them as the Makefile does; returns the program.

    AdcError where there is no compiler, or where it refuses the files.
    """
    compiler = find_compiler()
    for name in (f"{entry}.c", f"{entry}.h", f"{entry}_check.c"):
        (folder / name).write_text(files[name], encoding="utf-8")
    sources = [f"{entry}.c", f"{entry}_check.c"]
    program = folder / f"{entry}_check"
    command = [*compiler, *_FLAGS, *sources, "-o", program.name, "-lm"]
    done = _run(command, folder, _optional(compiler, openmp))
    if done.returncode:
        raise AdcError.of(
            "ADC0502",
            f"`{shlex.join(compiler)}` cannot compile the generated C",
            help="set CC to a compiler for C11, such as gcc or clang",
            notes=tuple(Note(line) for line in done.stderr.splitlines()[:5]),
        )
    return program


def _optional(compiler: list[str], openmp: bool) -> list[str]:
    """What is asked of compilers that take it: this machine's processor, or $ARCH; OpenMP."""
    named = any(word.startswith(("-march=", "-mcpu=")) for word in compiler)
    processor = "" if named else os.environ.get("ARCH", "native")
    return [*[f"-march={processor}"] * bool(processor), *["-fopenmp"] * openmp]


def find_compiler() -> list[str]:
    """$CC, or the first of cc, gcc, clang that is installed."""
    given = shlex.split(os.environ.get("CC", ""))
    candidates = [given] if given else [["cc"], ["gcc"], ["clang"]]
    for candidate in candidates:
        if shutil.which(candidate[0]):
            return candidate
    what = f"`{given[0]}`, the compiler that CC names," if given else "a C compiler"
    raise AdcError.of(
        "ADC0501",
        f"{what} is not installed, and adc has to compile C here",
        help="install one (Debian: apt-get install gcc libc6-dev), or set CC to its path",
    )


def _run(command: list[str], folder: Path, optional: list[str]) -> subprocess.CompletedProcess[str]:
    """The first run that succeeds, with as many of the optional flags as may be; else the plain."""
    tried = [flags for n in range(len(optional), 0, -1) for flags in combinations(optional, n)]
    for flags in tried:
        done = subprocess.run([*command, *flags], cwd=folder, capture_output=True, text=True)
        if not done.returncode:
            return done
    return subprocess.run(command, cwd=folder, capture_output=True, text=True)
