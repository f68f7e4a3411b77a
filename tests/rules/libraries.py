"""The library of these tests: built by gfortran and the C compiler, and called by ctypes."""

from __future__ import annotations

import ctypes
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from adc.ir.enums import SYMBOLS
from adc.ir.program import Program

HERE = Path(__file__).parent
SOURCES = ("library.f90", "library.c")
INTEGERS = {True: ctypes.c_int32, False: ctypes.c_int64}


def built(folder: Path, static: bool = False, source: Path = HERE) -> Path:
    """`libruled.so` (or `libruled.a` alone) in `folder`, of the files in `source`."""
    objects = []
    for name in SOURCES:
        compiler = "gfortran" if name.endswith(".f90") else "cc"
        objects.append(f"{name}.o")
        words = [compiler, "-O1", "-fPIC", "-c", str(source / name), "-o", objects[-1]]
        subprocess.run(words, cwd=folder, check=True)
    target = folder / ("libruled.a" if static else "libruled.so")
    words = ["ar", "rcs", target.name] if static else ["gfortran", "-shared", "-o", target.name]
    subprocess.run([*words, *objects], cwd=folder, check=True)
    return target


def copied(folder: Path, *names: str) -> Path:
    """A folder with the files `names` of this one."""
    for name in names:
        shutil.copy(HERE / name, folder / name)
    return folder


def loaded(path: Path, program: Program) -> dict[str, Callable[[dict[str, Any]], None]]:
    """The routines of the library that `program` knows, as the interpreter takes them."""
    library = ctypes.CDLL(str(path))
    return {
        routine.external.symbol: _caller(library, routine)
        for routine in program.routines
        if routine.external is not None
    }


def _caller(library: ctypes.CDLL, routine: Program) -> Callable[[dict[str, Any]], None]:
    external = routine.external
    assert external is not None
    function = library[external.symbol]
    function.restype = None

    def call(held: dict[str, Any]) -> None:
        kept: list[Any] = []
        for parameter in routine.parameters:
            value = held[parameter.name]
            if parameter.kind in SYMBOLS:
                number = INTEGERS[parameter.name in external.narrow](value)
                kept.append(number if external.by_value else ctypes.byref(number))
            elif external.by_value and value.shape == () and not written(routine, parameter.name):
                kept.append(ctypes.c_double(value))
            else:
                kept.append(value.ctypes.data_as(ctypes.c_void_p))
        function(*kept)

    return call


def written(routine: Program, name: str) -> bool:
    return routine[name].role not in ("input", "seed", "tangent_in")


def drawn(program: Program, sizes: dict[str, int], seed: int = 3) -> dict[str, np.ndarray]:
    """Inputs for every container that holds something on entry."""
    from adc.ir.shapes import evaluate

    source = np.random.default_rng(seed)
    shapes = {
        c.name: tuple(evaluate(e, sizes) for e in c.shape)
        for c in program.containers
        if c.role in ("input", "inout")
    }
    return {name: 0.5 + source.random(shape) for name, shape in shapes.items()}
