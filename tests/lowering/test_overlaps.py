"""One part of an array assigned to another that it overlaps: as NumPy does it, or refused."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from adc.diagnostics import AdcError
from tests.lowering.harness import agree, by_python, lowered
from tests.proof.marks import short_and_long

LINES = [
    "A[0]", "A[1]", "A[2]", "A[:, 0]", "A[:, 1]", "A[:, 2]", "A[-1]", "A[:, -1]", "A[1, ::-1]",
    "A[::-1, 1]", "A[::-1, 2]", "A[2, ::-1]", "A[k]", "A[:, k]", "A[:, k + 1]",
]  # fmt: skip
PARTS = [
    "x[:4]", "x[1:5]", "x[:8:2]", "x[1:9:2]", "x[2:10:2]", "x[:12:3]", "x[3::-1]", "x[7:0:-2]",
    "x[6::-2]", "x[9:5:-1]", "x[9:0:-3]", "x[-4:]", "x[-4::-1]",
]  # fmt: skip


def outcomes(source: str, arguments: list[dict[str, object]]) -> str:
    """How the program fares: "refused", or "right" at all arguments."""
    try:
        program = lowered(source)
    except AdcError as error:
        return "refused" if error.diagnostics[0].code == "ADC0237" else "other"
    for each in arguments:
        try:
            agree(source, each, program)
        except (ValueError, IndexError):
            continue  # shapes that do not fit
    return "right"


def one_in(several: int) -> pytest.MarkDecorator:
    """Of all pairs one in `several`, which has no divisor in common with the number of parts: each
    part is there as target and as source. All in the long run."""
    return pytest.mark.parametrize("one_in", short_and_long(several, 1))


@one_in(4)
def test_rows_and_columns(one_in: int) -> None:
    arguments = [
        {"A": np.arange(n * n * 1.0).reshape(n, n), "k": k} for n in (3, 4, 5) for k in range(2)
    ]
    found = [
        outcomes(f'def f(A: "float64[N, N]", k: int):\n    {to} = {of}\n', arguments)
        for to, of in tuple(itertools.product(LINES, LINES))[::one_in]
    ]
    assert found.count("right") > 120 / one_in and found.count("refused") > 20 / one_in, found


@one_in(3)
def test_strides_of_a_vector(one_in: int) -> None:
    arguments = [{"x": np.arange(n * 1.0)} for n in (12, 13, 14)]
    text = 'def f(x: "float64[N]"):\n    s = x[11]\n    {} = {}\n    return s\n'
    pairs = tuple(itertools.product(PARTS, PARTS))[::one_in]
    found = [outcomes(text.format(to, of), arguments) for to, of in pairs]
    assert found.count("right") > 90 / one_in and found.count("refused") > 20 / one_in, found


ALLOWED = [
    "A[:, 2] = A[1].copy()", "A[:, 2] = A[1] * 1.0", "A[:, 2] += A[1]", "A[0] = A[:, 0]",
    "A[:, -1] = A[-1]", "A[1:] = A[:-1]",
]  # fmt: skip


@pytest.mark.parametrize("text", ALLOWED)
def test_nothing_else_is_refused(text: str) -> None:
    source = f'def f(A: "float64[N, N]"):\n    {text}\n'
    for n in (3, 5):
        agree(source, {"A": np.arange(n * n * 1.0).reshape(n, n)})


OF_SEVERAL = {
    "sources": "A[:, 2] = A[1] if A[0, 0] < 9 else A[0]",
    "targets": "v = A[:, 2] if A[0, 0] < 9 else A[:, 0]\n    v[:] = A[1]",
}


@pytest.mark.parametrize("what", OF_SEVERAL)
def test_one_of_several_parts_is_refused(what: str) -> None:
    source = f'def f(A: "float64[N, N]"):\n    {OF_SEVERAL[what]}\n'
    with pytest.raises(AdcError) as caught:
        lowered(source)
    assert caught.value.diagnostics[0].code == "ADC0237"
    # NumPy reads what it has written: from a copy it takes other values.
    arguments = {"A": np.arange(9.0).reshape(3, 3)}
    copied = source.replace("A[1]", "A[1].copy()")
    assert np.any(by_python(source, arguments)[1]["A"] != by_python(copied, arguments)[1]["A"])
