"""Arrays that are declared to have no two equal elements."""

from __future__ import annotations

import numpy as np
import pytest

from adc.diagnostics import AdcError, Diagnostic
from adc.frontends.python import parse
from adc.frontends.signature import choose_function, resolve, type_text
from adc.interpret import PositionsError, run
from adc.interpret.machine import SizesError
from tests.lowering.harness import agree, lowered

HEAD = 'def f(x: "float64[N]", idx: "int64[M] unique"):\n    '
X = np.linspace(0.5, 1.5, 4)


def declared(text: str) -> str:
    """What is read of the annotation `text`."""
    module = parse("kernel.py", f"def f(x: {text!r}): pass\n")
    return type_text(resolve(module, choose_function(module, "f"), warnings=[])["x"])


def signed(text: str) -> str:
    """The same of a signature."""
    module = parse("kernel.py", "def f(x): pass\n")
    signature = f"f(x: {text})"
    found = resolve(module, choose_function(module, "f"), signature_text=signature, warnings=[])
    return type_text(found["x"])


@pytest.mark.parametrize("text", ["int64[N] unique", "int32[2*N + 1] unique"])
def test_it_is_part_of_the_type(text: str) -> None:
    assert declared(text) == signed(text) == text
    assert declared(f" {text.replace(' ', '   ')} ") == text


@pytest.mark.parametrize(
    "text",
    [
        "float64[N] unique", "int64[N, M] unique", "int unique", "int64 unique", "bool[N] unique",
        "complex128[N] unique", "float unique", "int64[N, 2] unique",
    ],
)  # fmt: skip
def test_only_positions_along_one_axis_are(text: str) -> None:
    for read in (declared, signed):
        with pytest.raises(AdcError) as caught:
            read(text)
        (told,) = caught.value.diagnostics
        assert told.code == "ADC0202" and "unique" in told.message
        assert told.span is not None
        assert told.span.end_column - told.span.column == len("unique")


@pytest.mark.parametrize("text", ["tuple[int64[N], int] unique", "Tensor[N] unique"])
def test_what_is_no_array_is_not(text: str) -> None:
    with pytest.raises(AdcError):
        signed(text)


@pytest.mark.parametrize("text", ["int64[N] distinct", "int64[N] unique unique", "unique int64[N]"])
def test_other_words_are_none_of_ours(text: str) -> None:
    with pytest.raises(AdcError) as caught:
        signed(text)
    assert caught.value.diagnostics[0].code == "ADC0203"
    with pytest.raises(AdcError) as caught:
        declared(text)
    assert caught.value.diagnostics[0].code == "ADC0201"


def test_it_is_a_name_elsewhere() -> None:
    module = parse("kernel.py", "def unique(unique_, n): pass\n")
    found = resolve(
        module, choose_function(module, "unique"), warnings=[],
        signature_text="unique(unique_: float64[unique], n: int)",
    )  # fmt: skip
    assert type_text(found["unique_"]) == "float64[unique]"


@pytest.mark.parametrize(
    "body",
    [
        "return x[idx]", "return x[idx + 1] - x[idx]", "return x[idx[::-1]]",
        "k = idx[1:]\n    return x[k] * x[idx[:-1]]", "x[idx] = 2.0\n    return x",
        "x[idx] += x[idx]\n    return x", "return x[idx[0]]",
        "np.add.at(x, idx, 1.5)\n    return x", "idx = idx + 1\n    return x[idx]",
        "return x[np.sort(idx)]",
    ],
)  # fmt: skip
def test_selects_as_numpy_does(body: str) -> None:
    for idx in ([1, 2, 0], [2, 1]):
        agree(HEAD + body, {"x": X.copy(), "idx": np.array(idx)})


def test_all_elements_are_positions_from_zero() -> None:
    """Also those that no loop reaches: what is told apart has to be known of all."""
    program = lowered(HEAD + "return x[idx[1]] + x[idx[0] + 1]")
    (row,) = program["idx"].within
    assert (str(row.low), str(row.stop), row.first) == ("0", "N - 1", None)


@pytest.mark.parametrize("idx", [[1, 1, 2], [0, 3, 0], [0, -4, 1], [0, 1, -1], [0, 4, 1]])
def test_the_interpreter_refuses_equal_ones(idx: list[int]) -> None:
    with pytest.raises(PositionsError):
        run(lowered(HEAD + "return x[idx]"), {"N": 4, "M": 3}, {"x": X, "idx": np.array(idx)})


def test_there_are_not_more_of_them_than_positions() -> None:
    with pytest.raises(SizesError):
        given = {"x": X[:2], "idx": np.array([0, 1, 0])}
        run(lowered(HEAD + "return x[idx]"), {"N": 2, "M": 3}, given)


@pytest.mark.parametrize("body", ["idx[0] = 1", "idx += 1", "k = idx\n    k[1:] = k[:-1]"])
def test_it_is_not_written(body: str) -> None:
    with pytest.raises(AdcError, match="the function writes it"):
        lowered(f"{HEAD}{body}\n    return x[idx]")


def test_it_says_nothing_of_what_is_no_subscript() -> None:
    told: list[Diagnostic] = []
    lowered(HEAD + "return x * idx[0]", told)
    assert [w.code for w in told] == ["ADC0209"]
