"""Builds the self-check of rendered files in a folder, with the user's C compiler."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
from collections.abc import Mapping, Sequence
from itertools import combinations
from pathlib import Path

from adc.check.linking import folders_given
from adc.diagnostics import AdcError, Note

#: Most of the text is the self-check around the function: to optimise it further takes longer than
#: it runs.
_FLAGS = ("-std=c11", "-Og", "-fno-math-errno", "-fno-trapping-math", "-ffp-contract=off")
_NVCC_FLAGS = ("-std=c++17", "-O3", "-fmad=false")


def build(
    files: Mapping[str, str], entry: str, folder: Path, *, openmp: bool, link: Sequence[str] = ()
) -> Path:
    """Writes the C or CUDA files to `folder` and compiles them as the Makefile does, with `link`
    for the user's libraries; returns the program.

    AdcError where there is no compiler, or where it refuses the files or does not find a library.
    """
    compiler = find_compiler()
    program = folder / f"{entry}_check"
    source, check = f"{entry}.cu", f"{entry}_check.c"
    if source in files:
        nvcc = find_nvcc()
        steps = [
            (compiler, [*_FLAGS, "-c", check, "-o", "check.o"], []),
            (nvcc, [*_NVCC_FLAGS, "-c", source, "-o", "source.o"], ["-arch=native"]),
            (nvcc, ["check.o", "source.o", "-o", program.name, "-lm"], []),
        ]
    else:
        source = f"{entry}.c"
        given = [*_FLAGS, source, check, "-o", program.name, *link, "-lm"]
        steps = [(compiler, given, _optional(compiler, openmp))]
    for name in (source, f"{entry}.h", check):
        (folder / name).write_text(files[name], encoding="utf-8")
    for words, given, optional in steps:
        done = _run([*words, *given], folder, optional)
        if done.returncode and link and _compiles(compiler, source, folder):
            raise _unlinked(link, done.stderr)
        if done.returncode:
            raise _refused(words, words is not compiler, done.stderr)
    return program


def build_alone(text: str, folder: Path, link: Sequence[str]) -> Path:
    """A program of one C file, linked by `link`; AdcError as `build` does."""
    compiler = find_compiler()
    folder.mkdir()
    (folder / "calls.c").write_text(text, encoding="utf-8")
    given = ["-std=c11", "-O1", "calls.c", "-o", "calls", *link, "-lm"]
    done = _run([*compiler, *given], folder, [])
    if done.returncode and _compiles(compiler, "calls.c", folder):
        raise _unlinked(link, done.stderr)
    if done.returncode:
        raise _refused(compiler, False, done.stderr)
    return folder / "calls"


def _compiles(compiler: list[str], source: str, folder: Path) -> bool:
    done = _run([*compiler, *_FLAGS, "-c", source, "-o", "alone.o"], folder, [])
    return done.returncode == 0


def _unlinked(link: Sequence[str], said: str) -> AdcError:
    return AdcError.of(
        "ADC0509",
        f"the generated C cannot be linked by `{shlex.join(link)}`",
        help="say where the library is, as in `LDFLAGS=-L/FOLDER adc check …`",
        notes=tuple(Note(text) for text in _lacking(said)),
    )


#: What linkers say of libraries and of symbols that they do not find, and what adc says of them.
_LACKING = (
    (re.compile(r"(?:cannot find|unable to find library) (-l\S+?):?(?:\s|$)"), "there is no {}"),
    (re.compile(r"undefined (?:reference to|symbol:?) [`'\"]?(\w+)"), "no library has `{}`"),
)


def _lacking(said: str) -> list[str]:
    found = [text.format(name) for pattern, text in _LACKING for name in pattern.findall(said)]
    lines = list(dict.fromkeys(found))[:5] or said.splitlines()[:5]
    plain = [name for name in _LACKING[1][0].findall(said) if not name.endswith("_")]
    if plain:
        lines.append(f"gfortran calls a routine `{plain[0]}` of its own `{plain[0]}_`")
    return lines


def make_library(files: Mapping[str, str], entry: str, folder: Path) -> Path:
    """Writes all `files` to `folder` and has their Makefile build the shared library; its path.

    AdcError where there is no make or no compiler, or where a compiler refuses the text.
    """
    cuda = f"{entry}.cu" in files
    compiler = find_compiler()
    named = find_nvcc() if cuda else compiler
    make = shutil.which("make")
    if make is None:
        raise AdcError.of(
            "ADC0501",
            "make is not installed, and adc has to build a library here",
            help="install it (Debian: apt-get install make)",
        )
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")
    library = folder / f"lib{entry}.so"
    # What a make that has called this run gives on is not meant for this one.
    environment = {k: v for k, v in os.environ.items() if not k.startswith(("MAKE", "MFLAGS"))}
    environment["CC"] = shlex.join(compiler)
    if json.loads(files.get("manifest.json", "{}")).get("link"):
        environment["LDFLAGS"] = shlex.join(folders_given())
    words = [make, "-s", library.name]
    done = subprocess.run(words, cwd=folder, capture_output=True, text=True, env=environment)
    if done.returncode:
        raise _refused(named, cuda, done.stderr)
    return library


def _refused(compiler: list[str], cuda: bool, said: str) -> AdcError:
    what, variable, such = (
        ("CUDA", "NVCC", "CUDA's compiler, of CUDA 12 or later")
        if cuda
        else ("C", "CC", "a compiler for C11, such as gcc or clang")
    )
    return AdcError.of(
        "ADC0502",
        f"`{shlex.join(compiler)}` cannot compile the generated {what}",
        help=f"set {variable} to {such}",
        notes=tuple(Note(line) for line in said.splitlines()[:5]),
    )


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


def find_nvcc() -> list[str]:
    """$NVCC, or nvcc."""
    given = shlex.split(os.environ.get("NVCC", "")) or ["nvcc"]
    if shutil.which(given[0]):
        return given
    raise AdcError.of(
        "ADC0501",
        f"`{given[0]}` is not installed, and adc has to compile CUDA here",
        help="install NVIDIA's CUDA toolkit, or set NVCC to the path of its compiler",
    )


def _run(command: list[str], folder: Path, optional: list[str]) -> subprocess.CompletedProcess[str]:
    """The first run that succeeds, with as many of the optional flags as may be; else the plain."""
    tried = [flags for n in range(len(optional), 0, -1) for flags in combinations(optional, n)]
    for flags in tried:
        done = subprocess.run([*command, *flags], cwd=folder, capture_output=True, text=True)
        if not done.returncode:
            return done
    return subprocess.run(command, cwd=folder, capture_output=True, text=True)
