"""Each row of what docs/numpy.md calls supported is walked."""

from __future__ import annotations

import pytest

from tests.proof.marks import half_of
from tests.readings.reference import agree
from tests.readings.supported import examples, reading


def test_the_tables_are_found() -> None:
    assert len(examples()) > 100


@pytest.mark.parametrize("example", half_of(examples()))
def test_supported(example: str) -> None:
    agree(reading(example))
