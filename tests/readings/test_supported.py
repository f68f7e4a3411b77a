"""Each row of what docs/numpy.md calls supported is walked."""

from __future__ import annotations

import pytest

from adc.diagnostics import AdcError
from tests.proof.marks import half_of
from tests.readings.reference import agree, lowered
from tests.readings.supported import examples, reading, refused


def test_the_tables_are_found() -> None:
    assert len(examples()) > 100


@pytest.mark.parametrize("example", half_of(examples()))
def test_supported(example: str) -> None:
    agree(reading(example))


@pytest.mark.parametrize("example", refused())
def test_refused(example: str) -> None:
    with pytest.raises(AdcError) as error:
        lowered(reading(example))
    assert error.value.diagnostics[0].help


def test_what_is_refused_is_found() -> None:
    assert len(refused()) > 5
