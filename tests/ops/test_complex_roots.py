"""Gradients of square roots and quotients of complex numbers where their formulas change."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from tests.ops.solving import Called, program

#: On both axes, on both sides of the cut, and where the parts are of one size.
POINTS = [(0.0, 1.0), (0.0, -2.0), (3.0, 0.0), (-4.0, 0.0), (-4.0, -0.0), (1.0, 2.0), (-1.0, -1.0)]
AB = "a: 'float64[N]'; b: 'float64[N]'"


def gradients(body: str, folder: Path) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The points, as NumPy makes them, and the gradients for seeds of one."""
    a, b = np.array(POINTS).T
    called = Called(program(AB, f"z = np.empty(len(a), dtype=complex)\nz.real[:] = a\n{body}",
                            sizes={"N": len(POINTS)}), folder)  # fmt: skip
    _, bars = called.run(a=a, b=b)
    z = np.empty(len(a), dtype=complex)
    z.real, z.imag = a, b
    return z, bars["a"], bars["b"]


def test_square_roots(tmp_path: Path) -> None:
    body = "z.imag[:] = b\ns = np.sqrt(z)\nreturn s.real + 2*s.imag"
    z, a_bar, b_bar = gradients(body, tmp_path)
    slope = 0.5 / np.sqrt(z)
    assert np.allclose(a_bar, slope.real + 2 * slope.imag, rtol=1e-13)
    assert np.allclose(b_bar, (1j * slope).real + 2 * (1j * slope).imag, rtol=1e-13)


def test_quotients(tmp_path: Path) -> None:
    body = "z.imag[:] = b\ns = (2 - 1j)/z\nreturn s.real + 2*s.imag"
    z, a_bar, b_bar = gradients(body, tmp_path)
    slope = -(2 - 1j) / z**2
    assert np.allclose(a_bar, slope.real + 2 * slope.imag, rtol=1e-13)
    assert np.allclose(b_bar, (1j * slope).real + 2 * (1j * slope).imag, rtol=1e-13)
