"""Runs of the user's own source: what it computes at the points of a check.

The source runs in a process of its own (`runner.py`), in a temporary folder, without input, its
output thrown away, and with a limit of time. Python runs under CPython and NumPy; Fortran is
compiled by gfortran as it stands, with a shim that calls the routine.
"""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import prod
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, Any, TypeAlias

from adc.check.gfortran import Library, UnavailableError, version
from adc.check.linking import linked
from adc.check.shim import arguments_of, shim_text
from adc.differentiate.implicit.tolerances import Exactness
from adc.emit.interface import Argument, arguments, source_arguments
from adc.emit.manifest import object_row
from adc.emit.precision import is_single
from adc.frontends.calling import Calling
from adc.frontends.fortran.library import UNLINKED, linpack_names
from adc.frontends.literals import Literal
from adc.frontends.objects import ObjectArgument
from adc.ir.call import link_flags
from adc.ir.dtypes import COMPLEX, DType
from adc.ir.program import Program
from adc.ir.shapes import evaluate
from adc.options import USUAL, Form

if TYPE_CHECKING:
    import numpy as np

#: After the first no more evaluations begin; after the second the process is ended.
_SOFT_SECONDS, _HARD_SECONDS = 10.0, 30.0
#: Outputs of all evaluations of a run, at most.
MOST_NUMBERS = 1 << 26

#: Set in the environment of a source's run: what it starts can tell by it.
RUN = "ADC_SOURCE_RUN"

#: A set of inputs, the independent that is moved ("" for none), by how much.
Evaluation = tuple[int, str, float]
#: What the function leaves behind, flat, by name.
Outputs = dict[str, "np.ndarray"]


class MismatchError(Exception):
    """The source returns something of another shape than the generated code does."""


#: A value that Python gets besides the arguments: a literal, or a function of the file by its name.
Fixed = Literal | dict[str, str]


@dataclass(frozen=True)
class Reference:
    """The function in its files. `wrt` and `of` are the primal's containers; `sizes` are numbers
    for all symbols; `calling` is how a Fortran routine is called, None for Python; `objects` are
    made of arguments; `fixed` are values that Python gets besides; `exact` is how exactly its loops
    solve equations; Python looks for modules in the folders of `python_path`, too; `program` is
    how a Python program is a function (`programs.changed`), empty where it is none; `shared` are
    arguments that are variables of the file; `unrounded`: Python rounds nothing to decimals."""

    sources: tuple[str, ...]
    primal: Program
    wrt: tuple[str, ...]
    of: tuple[str, ...]
    sizes: Mapping[str, int]
    calling: Calling | None = None
    defines: tuple[str, ...] = ()
    includes: tuple[str, ...] = ()
    form: Form = USUAL
    objects: tuple[ObjectArgument, ...] = ()
    fixed: Mapping[str, Fixed] = field(default_factory=dict)
    exact: Exactness = field(default_factory=lambda: Exactness(0.0, {}))
    python_path: tuple[str, ...] = ()
    program: Mapping[str, Any] = field(default_factory=dict)
    shared: tuple[str, ...] = ()
    unrounded: bool = False

    @property
    def single(self) -> bool:
        return is_single(self.primal)

    @property
    def held(self) -> dict[str, Argument]:
        """The primal's arguments that are containers, by name."""
        found = arguments(self.primal)
        return {a.name: a for a in found if not a.is_symbol}

    @property
    def written(self) -> tuple[str, ...]:
        """What the function leaves behind: its outputs and the arguments that it changes or
        returns; not an array of a module that may be freed in the end, unless it is asked for."""
        returned = self.primal.returns
        passed = self.calling.passed if self.calling is not None else ()
        gone = {p.name for p in passed if p.dropped} - {*self.of}
        return tuple(
            n for n, a in self.held.items() if (a.written or n in returned) and n not in gone
        )

    def shape(self, name: str) -> tuple[int, ...]:
        """The extents of an argument at the check's sizes, as the IR has them."""
        if name not in self.held:
            return ()
        return tuple(evaluate(e, dict(self.sizes)) for e in self.held[name].shape)


@dataclass(frozen=True)
class Inputs:
    """One set of inputs and a direction for each independent, all flat, as the check drew them.
    `rounding`: numbers are rounded "zero"-wards, "down" or "up", and not to the nearest one."""

    values: Mapping[str, np.ndarray]
    directions: Mapping[str, np.ndarray] = field(default_factory=dict)
    rounding: str = ""


@dataclass
class Original:
    """The source, ready to run. `promoted`: single precision is computed in double. `fine`: SciPy
    solves initial value problems to finer tolerances. `unset`: what is read and was never set is
    NaN. `absent`: packages that the source imports, that are not installed, and that the function
    did without."""

    reference: Reference
    folder: Path
    promoted: bool = False
    fine: bool = False
    unset: bool = False
    by: str = ""
    trouble: str = ""
    complaint: str = ""
    absent: tuple[str, ...] = ()
    runs: int = 0
    library: Path | None = None

    def prepare(self) -> None:
        """Compiles a Fortran source; raises UnavailableError where that is not possible."""
        calling = self.reference.calling
        if calling is None:
            return
        if calling.inside:
            raise UnavailableError(
                f"`{calling.routine}` is inside `{calling.inside}`, which alone can call it"
            )
        shapes = {n: self.reference.shape(n)[::-1] for n in arguments_of(calling)}
        source = self.reference
        link = tuple(linked(link_flags(source.primal)))
        files = Library(
            source.sources, source.defines, source.includes, source.form, link,
            calling.stub_modules, dict(calling.texts),
            not (UNLINKED | linpack_names()).issuperset(calling.libraries),
        )  # fmt: skip
        shim = shim_text(calling, shapes)
        self.library, self.complaint = files.build(
            shim, self.folder / f"build{self._mark}", promoted=self.promoted, unset=self.unset
        )
        self.by = version()

    def evaluate(
        self, sets: Sequence[Inputs], points: Sequence[Evaluation]
    ) -> dict[Evaluation, Outputs]:
        """The outputs at `points`, flat, by name. The last ones are missing where time was up, or
        where the source failed at unmoved inputs: `trouble` says why.

        Raises UnavailableError where not even the first could be had, and MismatchError where an
        output has another shape than in the generated code.
        """
        self.runs += 1
        folder = self.folder / f"run{self.runs}{self._mark}"
        (folder / "work").mkdir(parents=True)
        self._write_request(folder, sets, points)
        outcome = _process(folder)
        path = folder / "status.json"
        status = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
        if status.get("kind") == "ShapeError":
            raise MismatchError(status["text"])
        self.by = self.by or status.get("version", "")
        self.absent = tuple(status.get("absent", ()))
        self.trouble = self._words(status) if status else outcome
        found = _read(folder, points, self._counts())
        if not found:
            reason = self.complaint or self.trouble
            raise UnavailableError(reason or "it computes nothing at these sizes")
        return found

    @property
    def _mark(self) -> str:
        return "-promoted" * self.promoted + "-fine" * self.fine + "-unset" * self.unset

    def _counts(self) -> dict[str, int]:
        return {n: prod(self.reference.shape(n)) for n in self.reference.written}

    def _write_request(
        self, folder: Path, sets: Sequence[Inputs], points: Sequence[Evaluation]
    ) -> None:
        import numpy as np

        data: dict[str, Any] = {}
        for number, inputs in enumerate(sets):
            data |= {f"x:{number}:{n}": self._shaped(n, v) for n, v in inputs.values.items()}
            data |= {f"d:{number}:{n}": self._shaped(n, v) for n, v in inputs.directions.items()}
            data |= {f"x:{number}:{n}": np.array(v) for n, v in self.reference.sizes.items()}
            for name in set(self.reference.held) - set(inputs.values):  # only written
                blank = np.nan if self.unset and self.reference.held[name].dtype.is_float else 0.0
                data[f"x:{number}:{name}"] = np.full(self.reference.shape(name), blank)
        np.savez(folder / "inputs.npz", **data)
        text = json.dumps(
            {
                **self._callee(),
                "promoted": self.promoted and self.library is None,
                "fine": self.fine,
                "unset": self.unset,
                "ranks": [self._rank(n) for n in self.reference.primal.returned],
                "outputs": [
                    {
                        "name": n,
                        "place": _place(self.reference.primal, n, self.reference.objects),
                        "count": c,
                        "complex": self._is_complex(n),
                        "shape": self._room(n),
                    }
                    for n, c in self._counts().items()
                ],
                "evaluations": [list(p) for p in points],
                "rounding": [inputs.rounding for inputs in sets],
                "seconds": _SOFT_SECONDS,
            }
        )
        (folder / "request.json").write_text(text, encoding="utf-8")

    def _shaped(self, name: str, flat: np.ndarray) -> np.ndarray:
        return flat.reshape(self.reference.shape(name))

    def _callee(self) -> dict[str, Any]:
        calling, primal = self.reference.calling, self.reference.primal
        if calling is not None:
            return {
                "source": "", "library": str(self.library), "arguments": arguments_of(calling),
                "afresh": calling.afresh,
            }  # fmt: skip
        kinds = {n: self._kind(n) for n in source_arguments(primal)}
        source = os.path.abspath(self.reference.sources[0])
        objects = {o.name: object_row(o) for o in self.reference.objects}
        return {
            "source": source, "function": primal.name, "arguments": kinds, "objects": objects,
            "fixed": dict(self.reference.fixed), "program": dict(self.reference.program),
            "python_path": [os.path.abspath(p) for p in self.reference.python_path],
            "shared": list(self.reference.shared), "unrounded": self.reference.unrounded,
        }  # fmt: skip

    def _is_complex(self, name: str) -> bool:
        return self.reference.calling is None and name in self.reference.primal.pairs

    def _rank(self, name: str) -> int:
        return len(self.reference.held[name].shape) - self._is_complex(name)

    def _room(self, name: str) -> list[int]:
        """The shape of an array of which the source returns the first elements; [] of others."""
        lengths = dict(self.reference.primal.lengths)
        return list(self.reference.shape(name)) if name in lengths else []

    def _kind(self, name: str) -> str:
        """The type in which Python gets an argument."""
        dtype = self.reference.held[name].dtype if name in self.reference.held else DType.INT64
        dtype = DType.FLOAT64 if dtype.is_float and self.promoted else dtype
        return COMPLEX[dtype] if self._is_complex(name) else dtype.value

    def _words(self, status: Mapping[str, Any]) -> str:
        """What the runner says of an exception, in words; nothing where all went well."""
        if "kind" not in status:
            return ""
        name = PurePath(self.reference.sources[0]).name
        at = f" at line {status['line']}" if status["line"] else ""
        text = _printable(status["text"])
        if status["kind"] in ("ModuleNotFoundError", "ImportError"):
            return f"`{name}`{at} cannot import: {text}"
        return f"`{name}`{at} raises {status['kind']}: {text}".rstrip(": ")


#: Where the function leaves an output: in an argument, in what it returns, as which value, or in a
#: field of an object, by its path; or, in a list, the place of an array, for the length of that.
Place: TypeAlias = "str | int | dict[str, str] | list[Place]"


def _place(primal: Program, name: str, objects: Iterable[ObjectArgument]) -> Place:
    called = dict(zip(primal.returned, primal.returned_as, strict=False)).get(name, "")
    if called.partition(".")[0] in {o.name for o in objects if "." in called}:
        return {"field": called}
    for array, length in primal.lengths:
        if name == length:
            return [_place(primal, array, objects)]
    return primal.returns.index(name) if name in primal.returns else name


def _printable(text: str) -> str:
    return "".join(c if c.isprintable() else "?" for c in text)


def _process(folder: Path) -> str:
    """Runs the runner on `folder`; what came of it, in words, should it leave no result."""
    runner = Path(__file__).with_name("runner.py")
    command = [sys.executable, "-P", "-B", str(runner), str(folder.resolve())]
    more = {f"{name}_NUM_THREADS": "1" for name in ("OMP", "OPENBLAS", "MKL")}
    # What Numba keeps beside the source would be of a module that is called otherwise.
    more |= {"MPLBACKEND": "Agg", "NUMBA_CACHE_DIR": str(folder.resolve() / "numba"), RUN: "1"}
    with (folder / "errors").open("wb") as errors:
        process = subprocess.Popen(
            command, cwd=folder / "work", env={**os.environ, **more},
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=errors,
            start_new_session=True,
        )  # fmt: skip
    try:
        process.wait(_HARD_SECONDS)
    except subprocess.TimeoutExpired:
        return f"it does not come to an end within {_HARD_SECONDS:g} s"
    finally:
        _end(process)
    if process.returncode < 0:
        return f"its process is ended by {signal.Signals(-process.returncode).name}"
    said = _last_words(folder / "errors")
    return f"its process ends with the status {process.returncode}" + (f": {said}" if said else "")


def _end(process: subprocess.Popen[bytes]) -> None:
    """Ends the process, and what it has started and left running."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def _last_words(path: Path) -> str:
    """What the run-time library of Fortran complains of, or else the last line."""
    with path.open("rb") as file:
        lines = file.read(1 << 16).decode("utf-8", errors="replace").strip().splitlines()
    errors = [line for line in lines if "rror" in line]
    return _printable((errors or lines[-1:] or [""])[0].strip())[:200]


def _read(
    folder: Path, points: Sequence[Evaluation], counts: Mapping[str, int]
) -> dict[Evaluation, Outputs]:
    import numpy as np

    path = folder / "values"
    total = sum(counts.values())
    if not path.exists() or not total:
        return {}
    numbers = np.fromfile(path)
    rows = numbers[: numbers.size // total * total].reshape(-1, total)
    ends = np.cumsum(list(counts.values()))[:-1]
    return {
        point: dict(zip(counts, np.split(row, ends), strict=True))
        for point, row in zip(points, rows, strict=False)
    }
