"""What a built derivative depends on, as one digest: request, texts, adc, compiler, machine."""

from __future__ import annotations

import hashlib
import os
import platform
import re
import shlex
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import fields
from functools import lru_cache
from pathlib import Path, PurePath

from adc import __version__
from adc.cli.request import input_files
from adc.diagnostics import Diagnostic
from adc.frontends.own_modules import own_texts
from adc.frontends.places import inside_named, looking_in
from adc.options import Request

#: What compilers, make and pkg-config read of the environment.
_VARIABLES = (
    "AR", "ARCH", "BLAS", "CC", "CFLAGS", "COMPILER_PATH", "CPATH", "CPPFLAGS", "C_INCLUDE_PATH",
    "LAPACK", "LDFLAGS", "LIBRARY_PATH", "NVCC", "NVCCFLAGS", "OPENMP", "PKG_CONFIG_LIBDIR",
    "PKG_CONFIG_PATH", "VECTOR_MATH",
)  # fmt: skip
#: What is told by the texts of these files.
_FILES = ("sources", "signature_file", "example", "machine", "python_path")
_RULES = re.compile(rb"adc:?[ \t]*rules\b", re.IGNORECASE)  # what a source may name rules by
_BLAS = ("openblas", "cblas", "blas", "lapack")  # as the generated Makefile looks for them
_COMPILERS = ("cc", "gcc", "clang", "make", "ld", "as")


def fingerprint(request: Request) -> str:
    """The digest under which what `request` leads to is kept. What is written names sources without
    their folders, and so does this. AdcError where a source cannot be read."""
    digest = hashlib.sha256()
    for part in _parts(request):
        data = part.encode(errors="surrogateescape")
        digest.update(f"{len(data)}\n".encode() + data)
    return digest.hexdigest()[:40]


def _parts(request: Request) -> Iterator[str]:
    yield __version__
    yield _own_files()
    for field in fields(request):
        given = getattr(request, field.name)
        yield f"{field.name}={given is not None if field.name in _FILES else given!r}"
    yield from _texts(request)
    yield from (f"{name}={os.environ.get(name)}" for name in _VARIABLES)
    words = [os.environ.get(name, "") for name in ("CC", "NVCC", "AR")]
    given = [w for text in words for w in _split(text)]
    yield from map(_file, (*_COMPILERS, *given, *["nvcc"] * (request.target != "c")))
    yield _processor()
    if request.blas and "BLAS" not in os.environ:
        yield _installed_blas(os.environ.get("PKG_CONFIG_PATH", ""))


def _split(text: str) -> list[str]:
    try:
        return shlex.split(text)
    except ValueError:
        return [text]


def _texts(request: Request) -> Iterator[str]:
    """The texts of all files that are read, with those that Fortran sources include. Of an example
    only the types and shapes count."""
    if request.language == "fortran":
        from adc.frontends.fortran.reading import read_files

        warnings: list[Diagnostic] = []
        _, texts = read_files(
            request.sources, request.defines, request.includes, warnings, request.form
        )
        for path, text in texts.items():
            yield f"{PurePath(path).name}\n{text}"
    else:
        for source in request.sources:
            with looking_in(source, request.python_path):
                yield from _python_texts(source)
    yield from _rules(request)
    for path in input_files(request):
        if path != request.example:
            yield f"{PurePath(path).name}\n{_bytes(path).hex()}"
    if request.example is not None:
        from adc.frontends.example import load_arrays

        for name, array in load_arrays(request.example).items():
            yield f"{name} {array.dtype.str} {array.shape}"


def _python_texts(source: str) -> Iterator[str]:
    """What the source may import, each with where it lies: in the source's own tree, or in the
    folder that is named."""
    folder = os.path.dirname(source) or "."
    for path, text in own_texts(source).items():
        inside = inside_named(path)
        yield f"{inside or os.path.relpath(path, folder)}\n{bool(inside)}\n{text}"


def _rules(request: Request) -> Iterator[str]:
    """The texts of rules, and the state of the libraries that they name. Where none are named,
    nothing of the compiler is loaded."""
    if not request.rules and not any(_RULES.search(_bytes(path)) for path in request.sources):
        return
    from adc.check.linking import libraries
    from adc.frontends.ruled import rules_of
    from adc.frontends.source import read_source

    fortran = request.language == "fortran"
    texts = {path: read_source(path, latin=fortran) for path in request.sources}
    rules = rules_of(request.rules, texts, fortran)
    yield from rules.texts.values()
    for rule in rules.externals:
        external = rule.primal.external
        yield from map(_state, libraries(external.link if external else ""))


def _bytes(path: str) -> bytes:
    """Empty where there is no such file: whoever needs it says so."""
    try:
        return Path(path).read_bytes() if Path(path).is_file() else b""
    except OSError:
        return b""


def _file(program: str) -> str:
    """Which file a program is, and of when."""
    path = shutil.which(program)
    return f"{program} {_state(os.path.realpath(path))}" if path else program


def _state(path: str) -> str:
    try:
        found = os.stat(path)
    except OSError:
        return path
    return f"{path} {found.st_size} {found.st_mtime_ns}"


@lru_cache(maxsize=1)
def _own_files() -> str:
    """adc's own files: whoever changes the compiler is given nothing of an earlier one."""
    from adc.resources import folder

    roots = [str(Path(__file__).parent.parent), str(folder("grammars")), str(folder("templates"))]
    found = [
        os.path.join(place, name)
        for root in roots
        for place, folders, names in os.walk(root)
        if not place.endswith("__pycache__")
        for name in names
    ]
    return "\n".join(_state(path) for path in sorted(found))


@lru_cache(maxsize=1)
def _processor() -> str:
    """What the compiler builds for where it builds for this machine: folders travel."""
    wanted = ("vendor_id", "model name", "cpu family", "model\t", "flags", "Features")
    try:
        lines = Path("/proc/cpuinfo").read_text(errors="replace").partition("\n\n")[0].split("\n")
    except OSError:
        return platform.machine() + platform.processor()
    return platform.machine() + "\n".join(line for line in lines if line.startswith(wanted))


@lru_cache(maxsize=8)
def _installed_blas(_: str) -> str:
    """What pkg-config says of the libraries that a build would link."""
    told = []
    for name in _BLAS:
        try:
            words = ["pkg-config", "--modversion", "--libs", name]
            told.append(subprocess.run(words, capture_output=True, text=True, timeout=60).stdout)
        except (OSError, subprocess.SubprocessError):
            return ""
    return "\n".join(told)
