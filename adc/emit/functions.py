"""The functions that the files of a request are about."""

from __future__ import annotations

from dataclasses import dataclass

from adc.ir.program import Program
from adc.schedule import Scheduled


@dataclass(frozen=True)
class Functions:
    """`derivative` is exported: the planned adjoint, or for mode jvp the tangent.

    `primal` is the source's function. `embedded` are what the self-check holds in double precision
    to prove the derivative by: the primal, for mode grad its tangent, and where the adjoint is in
    single precision the adjoint itself.
    """

    derivative: Scheduled
    primal: Program
    embedded: tuple[Scheduled, ...]
