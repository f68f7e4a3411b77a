"""`numpy.fft` and `scipy.fft` against NumPy itself: values, shapes and types."""

from __future__ import annotations

import numpy as np
import pytest

from adc.diagnostics import AdcError
from tests.lowering.harness import agree, lowered
from tests.lowering.test_complex import program
from tests.lowering.test_vocabulary import arguments, check, kernel

HEAD = (
    "(lambda q: np.array([np.real(q), np.imag(q)]))"
    "((lambda Z, z: {expression})(A + 1j*B, x + 1j*x[::-1]**2))"
)

EXPRESSIONS = [
    "np.fft.fft(x)", "np.fft.fft(z)", "np.fft.ifft(z)", "np.fft.ifft(x)", "np.fft.fft(z, 7)",
    "np.fft.fft(z, n=2)", "np.fft.fft(Z, axis=0)", "np.fft.fft(Z, norm='ortho')",
    "np.fft.fft(z, norm='forward')", "np.fft.ifft(z, norm='forward')", "np.fft.ifft(z, norm=None)",
    "np.fft.ifft(Z, 4, 0, 'ortho')", "np.fft.fft(I[0])", "np.fft.fft(x, n=k)", "np.fft.fft([1, a])",
    "np.fft.rfft(x)", "np.fft.rfft(A, axis=0)", "np.fft.rfft(x, 6)", "np.fft.rfft(x, 2)",
    "np.fft.rfft(A, norm='ortho')", "np.fft.irfft(z)", "np.fft.irfft(Z, axis=0)",
    "np.fft.irfft(z, 5)", "np.fft.irfft(z, n=8)", "np.fft.irfft(Z, 3, norm='forward')",
    "np.fft.irfft(x, 4)", "np.fft.irfft(z, 1)", "np.fft.irfft(np.fft.rfft(x), len(x))",
    "np.fft.irfft(z, k + 2)", "np.fft.fft2(A)", "np.fft.ifft2(Z)", "np.fft.fft2(T)",
    "np.fft.fftn(T)", "np.fft.ifftn(T, axes=(0, 2), norm='ortho')", "np.fft.fftfreq(len(x))",
    "np.fft.fftfreq(len(x), 0.1)", "np.fft.fftfreq(6, d=a)", "np.fft.rfftfreq(len(x), 0.1)",
    "np.fft.rfftfreq(6)", "np.fft.fftshift(x)", "np.fft.fftshift(Z)", "np.fft.ifftshift(x)",
    "np.fft.ifftshift(z)", "np.fft.fftshift(A, axes=1)", "np.fft.ifftshift(T, axes=(0, 2))",
]  # fmt: skip


@pytest.mark.parametrize("expression", EXPRESSIONS)
def test_expressions(expression: str) -> None:
    source = kernel(HEAD.format(expression=expression), "float64")
    found = lowered(source)
    for n, m in ((5, 3), (4, 6)):
        agree(source, arguments(n, m, "float64"), found)


@pytest.mark.parametrize("expression", EXPRESSIONS[::5])
def test_single_precision_and_small_sizes(expression: str) -> None:
    check(HEAD.format(expression=expression), ((3, 2), (2, 1)))


def test_lengths_for_which_transforms_are_fast() -> None:
    source = """
import scipy.fft
from scipy.fft import next_fast_len
def f(x: "float64[N]"):
    z = scipy.fft.rfft(x, n=next_fast_len(7, real=True))
    return z.real*next_fast_len(13) + scipy.fft.next_fast_len(target=97, real=False)
"""
    agree(source, {"x": np.array([0.5, -1.0, 2.0])})


def test_a_transform_in_a_loop_of_a_changing_array() -> None:
    source = """
def f(x: "float64[N]"):
    z = np.zeros((2, len(x)), dtype=complex)
    z[0] = x
    for k in range(3):
        z[1] = np.fft.fft(z[0])
        z[0] = np.fft.ifft(z[1]*np.conj(z[1]))/10
    return z.real, z.imag, np.fft.fftshift(z[0]).real
"""
    agree(source, {"x": np.array([0.5, -1.0, 2.0])})


REFUSED = [
    ("return np.fft.rfft(1j*x).real", "ADC0119"),
    ("return np.fft.fft(x, norm='none').real", "ADC0220"),
    ("return np.fft.fft(x, 0).real", "ADC0220"),
    ("return np.fft.fft(c).real", "ADC0220"),
    ("return np.fft.fft2(A, s=(2, 2)).real", "ADC0220"),
    ("return np.fft.fft2(x).real", "ADC0220"),
    ("return np.fft.fft(x, out=x).real", "ADC0220"),
    ("return np.fft.hfft(x).real", "ADC0227"),
    ("return np.fft.fft(x, axis=1).real", "ADC0221"),
]  # fmt: skip


@pytest.mark.parametrize(("body", "code"), REFUSED)
def test_refused(body: str, code: str) -> None:
    with pytest.raises(AdcError) as caught:
        lowered(program(body))
    assert caught.value.diagnostics[0].code == code, caught.value
