"""What is planned for."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from adc.checkpoint.machine import Machine
from adc.ir.declarations import Parameter
from adc.ir.enums import ParameterKind

#: What is planned for where nobody says: a size, an integer argument.
REFERENCE = {ParameterKind.SIZE: 1000, ParameterKind.INTEGER: 100}


@dataclass(frozen=True)
class Scenario:
    """Numbers for all sizes and integer arguments, and the machine's constants. `assumed` are the
    sizes that nobody gave."""

    sizes: Mapping[str, int]
    machine: Machine
    assumed: tuple[str, ...] = ()


def scenario_of(
    sizes: Mapping[str, int], parameters: Iterable[Parameter], machine: Machine
) -> Scenario:
    """`sizes` with a reference size for each of `parameters` that is missing."""
    missing = {
        p.name: REFERENCE[p.kind] for p in parameters if p.kind in REFERENCE and p.name not in sizes
    }
    return Scenario({**sizes, **missing}, machine, tuple(missing))
