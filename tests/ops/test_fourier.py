"""Fourier transforms: every proof of their gradients, at lengths of all kinds."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from tests.ops.solving import Called, program, prove_loops, prove_sanitized
from tests.proof.cases import Case
from tests.proof.marks import with_or_without_value
from tests.proof.matrix import prove_case

X, AB = "x: 'float64[N]'", "a: 'float64[M]'; b: 'float64[M]'"
LENGTHS = {"sizes": {"N": 6}, "edges": ({"N": 1}, {"N": 2}, {"N": 7}, {"N": 12})}

CASES: dict[str, Case] = {
    "filter": program(
        f"{X}; h: 'float64[1]'",
        """
        s = np.fft.rfft(x) * (h[0] + 1j * np.fft.rfftfreq(len(x), 0.5))
        return np.fft.irfft(s, len(x))
        """,
        **LENGTHS,
    ),
    "spectrum": program(X, "return np.abs(np.fft.fft(np.sin(x)))**2", **LENGTHS),
    "half given": program(
        f"{AB}; n: int",
        "return np.fft.irfft(a + 1j * b, n)",
        sizes={"M": 4, "n": 6},
        edges=({"M": 4, "n": 7}, {"M": 3, "n": 9}, {"M": 5, "n": 4}, {"M": 2, "n": 3}),
    ),
    "rows and columns": program(
        "A: 'float64[N, M]'; s: 'float64[N]'",
        """
        Z = np.fft.fft(A + 1j * A**2, axis=0, norm="ortho") * s[:, None]
        return np.fft.ifft2(Z).real
        """,
        sizes={"N": 3, "M": 4},
        edges=({"N": 1, "M": 2}, {"N": 2, "M": 1}),
    ),
    "split steps": program(
        f"{X}; c: 'float64[1]'; T: int",
        """
        k = np.fft.fftfreq(len(x))
        u = x + 0j
        for t in range(T):
            u = np.fft.ifft(np.fft.fft(u) * np.exp(-1j * c[0] * k**2))
            u = u * np.exp(-1j * c[0] * np.abs(u)**2)
        return np.abs(u)**2
        """,
        sizes={"N": 5, "T": 2},
        edges=({"N": 1, "T": 1}, {"N": 4, "T": 0}),
    ),
}  # fmt: skip


@pytest.mark.parametrize(("name", "value"), with_or_without_value(CASES))
def test_gradient(name: str, value: bool, tmp_path: Path) -> None:
    prove_case(CASES[name], tmp_path, seeds=(0,), values=(value,))


def test_single_precision(tmp_path: Path) -> None:
    source = CASES["filter"].source.replace("'float64", "'float32")
    prove_case(replace(CASES["filter"], source=source), tmp_path, seeds=(0,))


def test_sanitizers(tmp_path: Path) -> None:
    prove_sanitized([CASES["filter"], CASES["rows and columns"]], tmp_path)


@pytest.mark.parametrize("name", CASES)
def test_loops_are_what_the_operation_means(name: str) -> None:
    prove_loops(CASES[name])


def test_what_is_ignored_has_no_gradient(tmp_path: Path) -> None:
    """NumPy takes no imaginary part of frequency 0, nor of the highest one of an even number."""
    called = Called(CASES["half given"], tmp_path)
    a, b = np.array([1.0, 2.0, 3.0, 4.0]), np.array([5.0, 6.0, 7.0, 8.0])
    for n, ignored in ((6, [0, 3]), (7, [0]), (4, [0, 2, 3]), (1, [0, 1, 2, 3])):
        found, bars = called.run({"M": 4, "n": n}, (n,), a=a, b=b)
        assert np.allclose(found, np.fft.irfft(a + 1j * b, n), rtol=1e-13)
        assert np.all(bars["b"][ignored] == 0.0)
        seen = [k for k in range(min(4, n // 2 + 1)) if k not in ignored]
        ones = np.ones(n)
        wanted = [ones @ np.fft.irfft(1j * np.eye(4)[k], n) for k in seen]
        assert np.allclose(bars["b"][seen], wanted, atol=1e-15)
