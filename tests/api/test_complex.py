"""Complex arguments and results: pairs of reals in C, complex arrays for who calls from Python."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

import adc

SOURCE = """
import numpy as np


def reflection(z: "complex128[N]", z0: complex = 50 + 0j):
    return (z - z0) / (z + z0)


def mismatch(z: "complex128[N]", z0=75 - 1j):
    return np.sum(np.abs(reflection(z, z0)) ** 2)


def scaled(z: "complex64[N]", a: "complex64"):
    z *= a
    return z.sum()


def impedance(w: "float64[N]", r: float, c: float = 1e-3):
    return r + 1 / (1j * w * c)
"""
Z = np.array([75 + 10j, 40 - 5j, 3j])


@pytest.fixture(scope="module")
def kernel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("complex") / "kernel.py"
    path.write_text(SOURCE)
    return path


def original(kernel: Path) -> dict:
    scope: dict = {}
    exec(compile(kernel.read_text(), str(kernel), "exec"), scope)
    return scope


def derivative(function, point: complex, step: float = 1e-4) -> complex:
    """By the real and by the imaginary part, in these."""
    ways = [(function(point + step * d) - function(point - step * d)) / (2 * step) for d in (1, 1j)]
    return complex(*ways)


def test_gradient_has_the_derivatives_by_both_parts(kernel: Path) -> None:
    gradient = adc.grad(kernel, function="mismatch", wrt="z,z0")
    found, source = gradient(Z), original(kernel)["mismatch"]
    assert found.z.dtype == np.complex128 and isinstance(found.z0, np.complex128)

    def at(k: int, value: complex) -> float:
        z = Z.copy()
        z[k] = value
        return source(z)

    wanted = [derivative(lambda v, k=k: at(k, v), Z[k]) for k in range(3)]
    np.testing.assert_allclose(found.z, wanted, rtol=1e-7)
    np.testing.assert_allclose(found.z0, derivative(lambda v: source(Z, v), 75 - 1j), rtol=1e-7)
    np.testing.assert_array_equal(gradient(Z, 75 - 1j).z, found.z)
    assert "z0: complex128 (default: (75-1j))" in gradient.__doc__


def test_seeds_weigh_both_parts(kernel: Path) -> None:
    both = adc.value_and_grad(kernel, function="reflection", wrt="z")
    seed = np.array([1, 2j, 3 - 1j])
    found, source = both(Z, return_seed=seed), original(kernel)["reflection"]
    np.testing.assert_allclose(found.return_0, source(Z), rtol=1e-14)

    def weighed(k: int, value: complex) -> float:
        z = Z.copy()
        z[k] = value
        return np.sum(seed.conj() * source(z)).real

    wanted = [derivative(lambda v, k=k: weighed(k, v), Z[k]) for k in range(3)]
    np.testing.assert_allclose(found.z, wanted, rtol=1e-7)


def test_tangents_are_complex(kernel: Path) -> None:
    tangent = adc.jvp(kernel, function="impedance", wrt="w", value=True)
    w, step = np.array([1.0, 2.0, 5.0]), 1e-5
    found, source = tangent(w, 2.0, w_dot=[1, 0, 2]), original(kernel)["impedance"]
    np.testing.assert_allclose(found.return_0, source(w, 2.0), rtol=1e-14)
    move = step * np.array([1.0, 0.0, 2.0])
    wanted = (source(w + move, 2.0) - source(w - move, 2.0)) / (2 * step)
    np.testing.assert_allclose(found.return_0_dot, wanted, rtol=1e-8)


def test_single_precision_stays_single(kernel: Path) -> None:
    both = adc.value_and_grad(kernel, function="scaled", wrt="z,a", of="return")
    z = np.array([1 + 2j, 3 - 1j], np.complex64)
    found = both(z, 2 + 1j, return_seed=1)
    assert found.z.dtype == found.return_0.dtype == np.complex64
    assert found.return_0 == original(kernel)["scaled"](z.copy(), np.complex64(2 + 1j))
    np.testing.assert_allclose(found.z, [2 - 1j] * 2)
    np.testing.assert_allclose(found.a, np.sum(z.conj()))
    np.testing.assert_array_equal(z, [1 + 2j, 3 - 1j])


@pytest.mark.parametrize(
    ("given", "error", "words"),
    [
        (np.ones((2, 2), complex), ValueError, "z must have 1 axes, not 2"),
        (["a"], TypeError, "z must be of numbers, not an array of <U1"),
        (np.ones(3, bool), TypeError, "z must be complex128, not bool"),
    ],
)
def test_other_things_are_refused(kernel: Path, given, error: type, words: str) -> None:
    with pytest.raises(error, match=words):
        adc.grad(kernel, function="mismatch", wrt="z")(given)


def test_what_has_the_same_values_is_taken(kernel: Path) -> None:
    gradient = adc.grad(kernel, function="mismatch", wrt="z")
    wanted = gradient(np.array([75.0, 40.0, 3.0], complex)).z
    for given in ([75, 40, 3], np.array([75.0, 40.0, 3.0]), np.array([75, 40, 3], np.complex64)):
        np.testing.assert_array_equal(gradient(given).z, wanted)
    narrow = adc.grad(kernel, function="scaled", wrt="z", of="return")
    with pytest.raises(TypeError, match="z must be complex64, not complex128"):
        narrow(Z, 1j, return_seed=1)


def test_the_generated_wrapper_is_strict_and_the_manifest_says_what_is_complex(
    kernel: Path,
) -> None:
    gradient = adc.grad(kernel, function="reflection", wrt="z")
    strict = gradient.generated
    with pytest.raises(TypeError, match="z must have the dtype complex128, not float64"):
        strict(np.ones(2), 1j, return_seed=np.ones(2, complex))
    with pytest.raises(TypeError, match="z0 must be a complex128 scalar, not float"):
        strict(np.ones(2, complex), 1.0, return_seed=np.ones(2, complex))
    manifest = json.loads((Path(gradient.folder) / "manifest.json").read_text())
    rows = {row["name"]: row for row in manifest["arguments"]}
    assert rows["z"] == {
        "name": "z", "role": "input", "of": None, "dtype": "float64", "shape": ["N", "2"],
        "order": "C", "complex": True,
    }  # fmt: skip
    assert {n for n, row in rows.items() if "complex" in row} == {
        "z", "z0", "return_seed", "z_bar",
    }  # fmt: skip


def test_samples_may_be_complex(kernel: Path) -> None:
    example = {"z": Z, "z0": np.array(3 + 1j)}
    report = adc.check(kernel, function="mismatch", wrt="z,z0", example=example)
    assert report.verdict == "pass"
