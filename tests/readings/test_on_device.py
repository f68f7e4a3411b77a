"""Each row of what docs/numpy.md calls supported, with `--target cuda`, under the emulator."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from adc.diagnostics import AdcError
from tests.cuda_emulator.build import missing
from tests.proof.cases import Case
from tests.proof.on_device import prove_on_device
from tests.readings.supported import examples, reading
from tests.readings.table import SIZES

pytestmark = [pytest.mark.skipif(bool(missing()), reason=missing()), pytest.mark.long]


#: No kernel finds the eigenvalues of unsymmetric matrices, by which polynomials have their roots;
#: positions have no derivatives.
REFUSED = {
    "np.argsort(x)[:2]": "ADC0304",
    "np.linalg.eigvals(A).real": "ADC0601",
    "np.max(np.abs(linalg.eigvals(A - s * A.T)))": "ADC0601",
    "np.roots([s, -5 * t, 0.3])": "ADC0601",
    "r = np.roots([s, x[0], t, 1.0]); return np.sum(r[np.isreal(r)].real)": "ADC0601",
    "w, v = np.linalg.eig(A); return ((v * np.exp(w)) @ np.linalg.inv(v)).real": "ADC0601",
}


@pytest.mark.parametrize("example", [e for e in examples() if e not in REFUSED])
def test_supported(example: str, tmp_path: Path) -> None:
    prove_on_device(case_of(example), tmp_path)


@pytest.mark.parametrize("example", REFUSED)
def test_refused(example: str, tmp_path: Path) -> None:
    with pytest.raises(AdcError) as told:
        prove_on_device(case_of(example), tmp_path)
    assert told.value.diagnostics[0].code == REFUSED[example]


def results_of(source: str) -> tuple[str, ...]:
    """What the last `return` of the source gives, in adc's names."""
    values = [n.value for n in ast.walk(ast.parse(source)) if isinstance(n, ast.Return)]
    if isinstance(values[-1], ast.Tuple):
        return tuple(f"return_{k}" for k in range(len(values[-1].elts)))
    return ("return",)


def case_of(example: str) -> Case:
    """The example with gradients of all floating arguments, positions that are no two the same."""
    return Case(
        "f",
        reading(example).source,
        ("x", "y", "A", "B", "s", "t"),
        results_of(reading(example).source),
        sizes={name: SIZES[name] for name in ("N", "M", "n", "m")},
        inputs={"q": {"values": [0, 3, 1, 4, 2]}},
    )
