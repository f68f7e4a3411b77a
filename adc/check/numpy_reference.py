"""The user's own file as the reference (`--against-python`): values and differences by NumPy."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from adc.check.report import CheckReport, Figure
from adc.diagnostics import AdcError, Note
from adc.emit.c import arguments
from adc.emit.interface import source_arguments
from adc.ir.nodes import Program
from adc.ir.shapes import evaluate

if TYPE_CHECKING:
    import numpy as np

#: As in the check program: steps 2^-5, 2^-6, … along a direction as large as the inputs.
_FIRST_STEP, _STEPS = 5, 14
_VALUE_LIMIT, _DIFFERENCE_LIMIT, _FLOOR = 1e-9, 1e-6, 1e-3


@dataclass(frozen=True)
class Reference:
    """The function in its file, and how its dependents come back.

    `wrt` and `of` are the primal's containers; `sizes` are numbers for all symbols.
    """

    source: str
    primal: Program
    wrt: tuple[str, ...]
    of: tuple[str, ...]
    sizes: dict[str, int]


def compare_with_numpy(
    report: CheckReport, reference: Reference, vectors: dict[str, np.ndarray], folder: Path
) -> CheckReport:
    """`report` with the figures of the primal and the tangent against NumPy.

    `vectors` are what the check program saved: inputs, directions, outputs and tangents.
    """
    results = _run(reference, vectors, folder)
    value = _value_error(reference, vectors, results)
    difference, unsettled = _difference_error(reference, vectors, results)
    report = report.with_figures(
        Figure("python_value", value, _VALUE_LIMIT),
        Figure("python_difference", difference, _DIFFERENCE_LIMIT),
    )
    if report.verdict != "pass":
        return report
    if value > _VALUE_LIMIT:
        return _judged(report, "wrong", "the primal computes something else than NumPy does")
    if difference > _DIFFERENCE_LIMIT:
        return _judged(report, "wrong", "the tangent differs from differences of the NumPy run")
    if unsettled:
        return _judged(report, "inconclusive", "differences of the NumPy run do not settle")
    return report


def _judged(report: CheckReport, verdict: str, reason: str) -> CheckReport:
    from dataclasses import replace

    return replace(report, verdict=verdict, reason=reason)


# -- the run ---------------------------------------------------------------------------------------


def _run(
    reference: Reference, vectors: dict[str, np.ndarray], folder: Path
) -> dict[str, np.ndarray]:
    import numpy as np

    inputs, outputs = folder / "numpy_in.npz", folder / "numpy_out.npz"
    np.savez(inputs, **_request(reference, vectors))  # type: ignore[arg-type]
    runner = Path(__file__).with_name("numpy_runner.py")
    command = [sys.executable, "-P", str(runner), reference.source, reference.primal.name,
               str(inputs), str(outputs)]  # fmt: skip
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        raise AdcError.of(
            "ADC0505",
            f"`{Path(reference.source).name}` fails when NumPy runs it",
            help="leave --against-python out, or mend the function",
            notes=tuple(Note(line) for line in done.stderr.strip().splitlines()[-3:]),
        )
    with np.load(outputs, allow_pickle=False) as data:
        return {name: data[name] for name in data.files}


def _request(reference: Reference, vectors: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
    """What the runner is given; floating inputs are in double precision."""
    import numpy as np

    primal = reference.primal
    order = source_arguments(primal)
    held = {a.name: a for a in arguments(primal)}
    steps = [2.0 ** -(_FIRST_STEP + k) for k in range(_STEPS)]
    request = {
        "order": np.array(order),
        "of": np.array([_place(primal, name) for name in reference.of]),
        "steps": np.array(steps),
    }
    for name in order:
        if held[name].kind in ("size", "integer"):
            request[f"x:{name}"] = np.array(reference.sizes[name])
            continue
        shape = tuple(evaluate(e, reference.sizes) for e in held[name].shape)
        dtype = np.dtype("float64" if held[name].dtype.is_float else held[name].dtype.value)
        request[f"x:{name}"] = vectors[f"input:{name}"].reshape(shape).astype(dtype)
        if name in reference.wrt:
            request[f"d:{name}"] = vectors[f"direction:{name}"].reshape(shape)
    return request


def _place(primal: Program, name: str) -> str:
    """Where the function leaves a dependent: in an argument, or in what it returns."""
    if name in primal.returns:
        return f"return:{primal.returns.index(name)}"
    return name


# -- comparison ------------------------------------------------------------------------------------


def _value_error(
    reference: Reference, vectors: dict[str, np.ndarray], results: dict[str, np.ndarray]
) -> float:
    """The largest distance of an output from NumPy's, relative to the dependent's largest."""
    import numpy as np

    worst = 0.0
    for k, name in enumerate(reference.of):
        wanted, found = results[f"y:{k}"].ravel(), vectors[f"output:{name}"]
        if wanted.shape != found.shape:
            return float("inf")
        scale = float(np.max(np.abs(wanted), initial=0.0))
        distance = float(np.max(np.abs(wanted - found), initial=0.0))
        if not (np.isfinite(scale) and np.isfinite(distance)):
            return float("inf")
        worst = max(worst, distance / scale if distance else 0.0)
    return worst


def _difference_error(
    reference: Reference, vectors: dict[str, np.ndarray], results: dict[str, np.ndarray]
) -> tuple[float, int]:
    """The largest relative distance of a tangent from differences that settle, and how many do
    not settle."""
    import numpy as np

    worst, unsettled = 0.0, 0
    for name in reference.wrt:
        start = 0
        for k in range(len(reference.of)):
            value = results[f"y:{k}"].ravel()
            tangent = vectors[f"tangent:{name}"][start : start + value.size]
            start += value.size
            samples = [
                (results[f"p:{name}:{s}:{k}"].ravel(), results[f"m:{name}:{s}:{k}"].ravel())
                for s in range(_STEPS)
            ]
            ratio, settled = _compared(tangent, value, samples)
            worst = max(worst, float(np.max(ratio, initial=0.0, where=settled)))
            unsettled += int(np.sum(~settled))
    return worst, unsettled


def _compared(
    tangent: np.ndarray, value: np.ndarray, samples: list[tuple[np.ndarray, np.ndarray]]
) -> tuple[np.ndarray, np.ndarray]:
    """Relative distances of tangents from differences, and which differences are of use.

    A distance is relative to the larger of the two, but to no less than a thousandth of the
    largest tangent: as in the check program.
    """
    import numpy as np

    estimate, error = extrapolated(samples)
    least = max(
        _FLOOR * float(np.max(np.abs(tangent), initial=0.0)),
        1e-7 * float(np.max(np.abs(value), initial=0.0)),
    )
    scale = np.fmax(np.fmax(np.abs(estimate), np.abs(tangent)), least)
    distance = np.abs(estimate - tangent)
    ratio = np.divide(distance, scale, out=np.zeros_like(scale), where=distance != 0)
    ratio[~np.isfinite(ratio)] = np.inf
    settled = (ratio <= _DIFFERENCE_LIMIT) | (error <= 0.1 * _DIFFERENCE_LIMIT * scale)
    return ratio, settled


def extrapolated(samples: list[tuple[np.ndarray, np.ndarray]]) -> tuple[np.ndarray, np.ndarray]:
    """Central differences extrapolated to step 0, element by element, and their uncertainty.

    Of Neville's tableau the entry that agrees best with its neighbours (Ridders, Advances in
    Engineering Software 4, 1982). `samples` are the values at +h and -h, h halved each time.
    """
    import numpy as np

    best = np.full_like(samples[0][0], np.nan)
    least = np.full_like(best, np.inf)
    last: list[np.ndarray] = []
    for level, (plus, minus) in enumerate(samples):
        row = [(plus - minus) / 2.0 ** (1 - _FIRST_STEP - level)]
        for j in range(1, level + 1):
            row.append(row[j - 1] + (row[j - 1] - last[j - 1]) / (4.0**j - 1.0))
            error = np.maximum(np.abs(row[j] - row[j - 1]), np.abs(row[j] - last[j - 1]))
            better = error < least
            best, least = np.where(better, row[j], best), np.where(better, error, least)
        last = row
    return best, least
