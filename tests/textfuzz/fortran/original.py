"""The original programs under gfortran: many in one library, run in a process of their own.

A run-time check of gfortran ends the process that it happens in, and a program may fail to end, so
the libraries are loaded by a server process that can be lost.
"""

from __future__ import annotations

import ctypes
import multiprocessing
import os
import re
import resource
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import numpy as np

from tests.fortran.original import WIDE, gfortran, passed, shim_text
from tests.fortran.specs import Argument, Spec
from tests.proof.cases import ArgType
from tests.textfuzz.fortran.program import Program

BUILD = ("-O0", "-fPIC", "-shared", "-ffp-contract=off", "-w", "-fcheck=all,no-array-temps",
         "-finit-real=snan", "-finit-integer=-77777", "-finit-logical=true", "-fno-range-check",
         "-fmax-errors=0")  # fmt: skip
SECONDS = 5  # of CPU time for one call


class InvalidError(Exception):
    """gfortran does not take the program, or its run does not come to its end."""


@dataclass(frozen=True)
class Library:
    """What was built: the path, by "is single precision made double", and what does not compile."""

    paths: Mapping[bool, str]
    faults: Mapping[int, str]


def build(programs: Sequence[Program], folder: Path) -> Library:
    """All programs in one library, and those with single precision once more in double."""
    faults: dict[int, str] = {}
    narrow = _build(list(programs), folder / "narrow", False, faults)
    wide = [p for p in programs if p.single and p.seed not in faults]
    paths = {False: narrow}
    if wide:
        paths[True] = _build(wide, folder / "wide", True, faults)
    return Library(paths, faults)


def _build(programs: list[Program], folder: Path, wide: bool, faults: dict[int, str]) -> str:
    """Drops what gfortran has errors in, and builds the others."""
    folder.mkdir(parents=True, exist_ok=True)
    while True:
        lines = _write(programs, folder)
        files = [name for name in ("all.f", "all.f90") if (folder / name).exists()]
        command = [gfortran(), *BUILD, *(WIDE if wide else ()), *files, "-o", "all.so"]
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
        if not done.returncode:
            return str(folder / "all.so")
        found = dict(_blamed(done.stderr, lines))
        faults.update(found or {p.seed: done.stderr[-500:] for p in programs})
        programs = [p for p in programs if p.seed not in faults]
        for name in files:
            (folder / name).unlink()


def _write(programs: list[Program], folder: Path) -> dict[str, list[tuple[int, int]]]:
    """The sources of one form in one file each; the last line of each program."""
    lines: dict[str, list[tuple[int, int]]] = {"all.f": [], "all.f90": []}
    for name in lines:
        texts, count = [], 0
        for p in programs:
            if "all" + p.suffix != name and not (name == "all.f90" and p.form.fixed):
                continue
            source = p.source if "all" + p.suffix == name else ""
            text = source + (shim_text(p.spec(Path(p.suffix))) if name == "all.f90" else "")
            count += text.count("\n")
            lines[name].append((count, p.seed))
            texts.append(text)
        if texts:
            (folder / name).write_text("".join(texts))
    return lines


def _blamed(messages: str, lines: Mapping[str, list[tuple[int, int]]]) -> Iterable[tuple[int, str]]:
    """The programs that gfortran's errors are in."""
    for match in re.finditer(r"(all\.f(?:90)?):(\d+):(?:(?!all\.f).)*?Error: ([^\n]*)", messages,
                             re.DOTALL):  # fmt: skip
        ends = [seed for end, seed in lines[match[1]] if int(match[2]) <= end]
        if ends:
            yield ends[0], match[3]


# -- the server ------------------------------------------------------------------------------------


def serve(connection: Connection) -> None:
    """Calls functions of libraries until the other end is closed."""
    silent = os.open(os.devnull, os.O_WRONLY)
    os.dup2(silent, 1)
    os.dup2(silent, 2)
    loaded: dict[str, ctypes.CDLL] = {}
    used = 0.0
    while True:
        try:
            path, name, integers, arrays = connection.recv()
        except EOFError:
            return
        if path not in loaded:
            loaded[path] = ctypes.CDLL(path)
        now = resource.getrusage(resource.RUSAGE_SELF)
        used = now.ru_utime + now.ru_stime
        resource.setrlimit(resource.RLIMIT_CPU, (int(used) + SECONDS, int(used) + SECONDS + 1))
        function = getattr(loaded[path], name)
        function.restype = None
        function(
            *(ctypes.c_int64(n) for n in integers),
            *(ctypes.c_void_p(a.ctypes.data) for a in arrays),
        )
        connection.send(arrays)


class Server:
    """The other end of `serve`; it begins with the first call and again after each loss."""

    def __init__(self) -> None:
        self.pid = 0
        self.connection: Connection | None = None

    def call(
        self, path: str, name: str, integers: list[int], arrays: list[np.ndarray]
    ) -> list[np.ndarray]:
        """The arrays after the call; InvalidError where the process does not survive it."""
        if self.connection is None:
            self._start()
        assert self.connection is not None
        try:
            self.connection.send((path, name, integers, arrays))
            return self.connection.recv()  # type: ignore[no-any-return]
        except (EOFError, OSError) as error:
            self.stop()
            raise InvalidError("the run does not come to its end") from error

    def _start(self) -> None:
        self.connection, theirs = multiprocessing.Pipe()
        self.pid = os.fork()  # a worker is a daemon, which may not have a multiprocessing child
        if not self.pid:
            self.connection.close()
            try:
                serve(theirs)
            finally:
                os._exit(0)
        theirs.close()

    def stop(self) -> None:
        if self.connection is not None:
            self.connection.close()
            os.kill(self.pid, signal.SIGKILL)
            os.waitpid(self.pid, 0)
        self.connection = None


class Original:
    """One program in a library: an instance is a `Case.original`. With `wide`, all of its single
    precision is double, so that differences can be taken."""

    def __init__(
        self, program: Program, library: Library, server: Server, wide: bool = False
    ) -> None:
        self.path, self.server = library.paths[wide], server
        self.wide = wide
        #: Neighbours in COMMON that adc takes as one array, under its name.
        self.merged: Mapping[str, tuple[str, ...]] = {}
        self.spec: Spec = program.spec(Path("program" + program.suffix))

    def __call__(
        self, case: Any, inputs: Mapping[str, np.ndarray]
    ) -> tuple[dict[str, Any], list[Any]]:
        """One call on copies."""
        spec = self.spec
        inputs = self.divided(inputs, case.sizes)
        declared = {a.name: a.dtype for a in spec.arguments}
        kinds = {n: self._kind(k) for n, k in declared.items()}
        arrays = {n: np.array(v, kinds[n]) for n, v in inputs.items() if n in kinds}
        if spec.result:
            arrays[spec.result.name] = np.zeros((), self._kind(spec.result.dtype))
        values = {**{n: int(inputs[n]) for n in spec.integers if n in inputs}, **case.sizes}
        names = [a.name for a in passed(spec)]
        found = self.server.call(
            self.path, f"shim_{spec.routine}",
            [values[n] for n in spec.integers], [arrays[n] for n in names],
        )  # fmt: skip
        arrays |= dict(zip(names, found, strict=True))
        returned = [arrays.pop(spec.result.name)] if spec.result else []
        integers = {a.name: np.array(values[a.name]) for a in spec.arguments if a.by_value}
        return {**integers, **self.joined(arrays)}, returned

    def divided(
        self, inputs: Mapping[str, np.ndarray], sizes: Mapping[str, int]
    ) -> dict[str, np.ndarray]:
        """What adc calls one array, as the variables that the source has in its place."""
        found = dict(inputs)
        shapes = {a.name: shape_of(a, sizes) for a in self.spec.arguments}
        for name, parts in self.merged.items():
            whole, at = np.ravel(found.pop(name)), 0
            for part in parts:
                count = int(np.prod(shapes[part]))
                found[part] = whole[at : at + count].reshape(shapes[part])
                at += count
        return found

    def joined(self, arrays: Mapping[str, np.ndarray]) -> dict[str, np.ndarray]:
        """`divided`, back."""
        found = dict(arrays)
        for name, parts in self.merged.items():
            found[name] = np.concatenate([np.ravel(found.pop(p)) for p in parts])
        return found

    def _kind(self, declared: str) -> str:
        return "float64" if self.wide and declared == "float32" else declared


def shape_of(argument: Argument, sizes: Mapping[str, int]) -> tuple[int, ...]:
    """The shape in NumPy: the same memory, by rows."""
    return ArgType(argument.dtype, argument.extents[::-1]).shape(sizes)


def scratch() -> Path:
    """A new folder for a library."""
    return Path(tempfile.mkdtemp(prefix="adc-textfuzz-"))


def remove(folder: Path) -> None:
    shutil.rmtree(folder, ignore_errors=True)
