"""The original routine: built by gfortran together with a shim, and called by ctypes.

The shim is a BIND(C) subroutine. It takes all sizes and integer arguments by value, in the order of
the spec's sizes, then every other argument by address; what lies in COMMON blocks and modules is
copied in before the call and out behind it. Arrays keep their memory: NumPy's are the transposes.
"""

from __future__ import annotations

import atexit
import ctypes
import re
import shutil
import subprocess
import tempfile
from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from tests.fortran.specs import Argument, Spec

STANDARD = {True: ("-std=legacy",), False: ("-std=f2018",)}  # by "is fixed form"
BUILD = ("-O0", "-g", "-fPIC", "-shared", "-ffp-contract=off", "-finit-local-zero", "-w")
FIXED = ("-fd-lines-as-comments",)
CHECKED = ("-fcheck=all,no-array-temps",)
#: Single precision computed in double, so that differences can be taken.
WIDE = ("-freal-4-real-8",)
#: What links LAPACK, as Debian's liblapack-dev and liblapack3 have it.
ALGEBRA = (("-llapack", "-lblas"), ("-l:liblapack.so.3", "-l:libblas.so.3"))
_C_KIND = {"float64": "real(c_double)", "float32": "real(c_float)", "int32": "integer(c_int32_t)",
           "int64": "integer(c_int64_t)", "bool": "logical(4)"}  # fmt: skip
_SCALAR = {"int32": ("integer(4)", "int(p_{}, 4)"), "int64": ("integer(8)", "p_{}"),
           "bool": ("logical", "p_{} /= 0"), "char": ("character(1)", "achar(p_{})")}  # fmt: skip


def is_fixed(path: Path) -> bool:
    return path.suffix.lower() in (".f", ".for")


def gfortran() -> str:
    """The compiler's path; these tests are nothing without it."""
    path = shutil.which("gfortran")
    if path is None:
        raise RuntimeError("gfortran is not installed: apt-get install gfortran")
    return path


def warnings_of(spec: Spec) -> str:
    """What gfortran says about a spec's last source, compiled by its form's standard."""
    *more, source = spec.sources
    checks = FIXED if is_fixed(source) else CHECKED
    with tempfile.TemporaryDirectory() as folder:
        command = [
            gfortran(),
            *STANDARD[is_fixed(source)],
            "-Wall",
            *checks,
            "-c",
            f"-J{folder}",
            *(f"-D{d}" for d in spec.defines),
        ]
        for path in (*more, source):
            done = subprocess.run([*command, str(path.resolve())], capture_output=True, text=True,
                                  cwd=folder)  # fmt: skip
    return done.stderr


# -- the shim --------------------------------------------------------------------------------------


def passed(spec: Spec) -> list[Argument]:
    """What the shim takes by address, in order."""
    arguments = [a for a in spec.arguments if not a.by_value and not a.is_fixed]
    return [*arguments, spec.result] if spec.result else arguments


def shim_text(spec: Spec) -> str:
    """The shim's Fortran text; its C name is `shim_` and the routine's."""
    name = f"shim_{spec.routine.lower()}"
    dummies = [f"p_{s}" for s in spec.integers] + [f"p_{a.name}" for a in passed(spec)]
    uses = [f"use {spec.module}, only: {spec.routine}"] if spec.module else []
    visible = [s for s in spec.declarations.strip().splitlines() if s.strip()]
    lines = [
        f"subroutine {name}({_folded(dummies)}) bind(c, name='{name}')",
        "use iso_c_binding",
        *uses,
        *[v for v in visible if v.strip().lower().startswith("use ")],
        "implicit none",
        *[v for v in visible if not v.strip().lower().startswith("use ")],
        *[f"integer(c_int64_t), value :: p_{s}" for s in spec.integers],
        *[_declared(a, spec) for a in passed(spec)],
        *_local_declarations(spec),
        *_copies_in(spec),
        *_call(spec),
        *[f"p_{a.name} = {a.name}" for a in spec.outside if not (a.by_value or a.is_fixed)],
        f"end subroutine {name}",
    ]
    return "\n".join(lines) + "\n"


def _folded(items: Sequence[str]) -> str:
    return ", &\n  ".join(items)


def _declared(a: Argument, spec: Spec) -> str:
    extents = ", ".join(_in_shim(e, spec) for e in a.extents)
    return f"{_C_KIND[a.dtype]} :: p_{a.name}" + (f"({extents})" if extents else "")


def _in_shim(extent: str, spec: Spec) -> str:
    extent = extent.replace("//", "/")
    return re.sub(r"[a-zA-Z_]\w*", lambda m: f"p_{m[0]}" if m[0] in spec.sizes else m[0], extent)


def _local_declarations(spec: Spec) -> list[str]:
    lines = [f"{_SCALAR[a.dtype][0]} :: {a.name}" for a in spec.dummies if a.by_value]
    lines += [f"character(len=80) :: {a.name}" for a in spec.dummies if a.is_text]
    if spec.result and not spec.module:
        lines.append(f"{_C_KIND[spec.result.dtype]}, external :: {spec.routine}")
    return lines


def _copies_in(spec: Spec) -> list[str]:
    values = [a for a in spec.arguments if a.by_value and not a.is_fixed]
    lines = [f"{a.name} = {_SCALAR[a.dtype][1].format(a.name)}" for a in values]
    lines += [f"{name} = '{text}'" for name, text in spec.texts.items()]
    return lines + [
        f"{a.name} = p_{a.name}" for a in spec.outside if not (a.by_value or a.is_fixed)
    ]


def _call(spec: Spec) -> list[str]:
    present = [a for a in spec.dummies if "absent" not in a.words]
    actual = [(a.name if a.by_value or a.is_text else f"p_{a.name}") for a in present]
    if len(present) < len(spec.dummies):
        actual = [f"{a.name}={t}" for a, t in zip(present, actual, strict=True)]
    text = f"{spec.routine}({_folded(actual)})"
    return [f"p_{spec.result.name} = {text}"] if spec.result else [f"call {text}"]


# -- building and calling --------------------------------------------------------------------------


@lru_cache(maxsize=None)
def temporary_folder() -> Path:
    """A folder that goes when the process ends."""
    folder = tempfile.mkdtemp(prefix="adc-fortran-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return Path(folder)


@lru_cache(maxsize=None)
def library(
    sources: tuple[Path, ...], shims: str, wide: bool, defines: tuple[str, ...] = ()
) -> ctypes.CDLL:
    """The sources and shims in one library; `wide`: single precision promoted to double."""
    place = Path(tempfile.mkdtemp(dir=temporary_folder()))
    (place / "shims.f90").write_text(shims)
    fixed = any(is_fixed(s) for s in sources)
    flags = [*BUILD, *(WIDE if wide else ()), *(FIXED if fixed else CHECKED)]
    flags += [f"-D{d}" for d in defines]
    command = [gfortran(), *flags, *(str(s.resolve()) for s in sources), "shims.f90"]
    algebra = any(s.parent.name == "libraries" for s in sources)
    for words in ALGEBRA if algebra else ((),):
        done = subprocess.run([*command, *words, "-o", "original.so"], capture_output=True,
                              text=True, cwd=place)  # fmt: skip
        if not done.returncode:
            break
    else:
        raise AssertionError(f"gfortran: {done.stderr[:4000]}")
    return ctypes.CDLL(str(place / "original.so"))


class Original:
    """A routine that can be called: an instance is a `Case.original`."""

    def __init__(self, spec: Spec, shims: str = "", sources: tuple[Path, ...] = ()) -> None:
        self.spec = spec
        self.shims = shims or shim_text(spec)
        self.sources = sources or spec.sources

    def __call__(
        self, case: Any, inputs: Mapping[str, np.ndarray]
    ) -> tuple[dict[str, Any], list[Any]]:
        """One call on copies; single-precision arguments given in double run promoted."""
        spec = self.spec
        declared = {a.name: a.dtype for a in spec.arguments}
        wide = any(declared[n] == "float32" and v.dtype == np.float64 for n, v in inputs.items())
        arrays = {n: np.array(v, self._kind(declared[n], wide)) for n, v in inputs.items()}
        if spec.result:
            arrays[spec.result.name] = np.zeros((), self._kind(spec.result.dtype, wide))
        built = library(self.sources, self.shims, wide, spec.defines)
        function = getattr(built, f"shim_{spec.routine.lower()}")
        function.restype = None
        values = {**{n: int(inputs[n]) for n in spec.integers if n in inputs}, **case.sizes}
        function(
            *(ctypes.c_int64(values[n]) for n in spec.integers),
            *(ctypes.c_void_p(arrays[a.name].ctypes.data) for a in passed(spec)),
        )
        returned = [arrays.pop(spec.result.name)] if spec.result else []
        integers = {a.name: np.array(values[a.name]) for a in spec.arguments if a.by_value}
        return {**integers, **arrays}, returned

    @staticmethod
    def _kind(declared: str, wide: bool) -> str:
        return "float64" if wide and declared == "float32" else declared
