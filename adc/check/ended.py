"""Where the source ends the calls of a check that return an error instead of results."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import PurePath
from typing import TYPE_CHECKING, Any

from adc.check.report import CheckReport
from adc.interpret.ending import Ending, where_ended
from adc.interpret.errors import InterpreterError, SizesError
from adc.ir.enums import Role
from adc.ir.program import Program
from adc.ir.shapes import evaluate

if TYPE_CHECKING:
    import numpy as np

_RETURNS = re.compile(r"the primal returns \w+_E(SIZE|STOP)\b")
_WORDS = {"SIZE": "does not fit", "STOP": "stops"}


def with_place(
    report: CheckReport, primal: Program, draws: Sequence[Mapping[str, np.ndarray]]
) -> CheckReport:
    """`report`, whose reason tells at which line the primal ends, if it does."""
    error = _RETURNS.search(report.reason)
    if error is None:
        return report
    endings = (_ending(primal, report.sizes, draw) for draw in draws)
    ending = next((e for e in endings if e is not None), None)
    if ending is None:
        return report
    span = ending.span
    told = f"{PurePath(span.file).name}:{span.line} {_WORDS[error[1]]}"
    if error[1] == "SIZE" and ending.reason:
        told += f", {ending.reason}"
    return replace(report, reason=f"{report.reason}: {told}")


def _ending(
    primal: Program, sizes: dict[str, int], draw: Mapping[str, np.ndarray]
) -> Ending | None:
    """Where a call with the inputs of a draw ends."""
    try:
        return where_ended(primal, sizes, dict(_inputs(primal, sizes, draw)))
    except SizesError as error:  # on entry
        broken = error.broken[0] if error.broken else None
        if broken is None or broken.span is None:
            return None
        return Ending(broken.span, broken.reason)
    except (InterpreterError, ValueError, ArithmeticError):
        return None


def _inputs(
    primal: Program, sizes: dict[str, int], draw: Mapping[str, np.ndarray]
) -> list[tuple[str, Any]]:
    """The arrays that the draw has been made of, in their shapes and types."""
    found = []
    for container in primal.containers:
        flat = draw.get(f"input:{container.name}")
        if flat is not None and container.role in (Role.INPUT, Role.INOUT):
            shape = tuple(evaluate(e, sizes) for e in container.shape)
            found.append((container.name, flat.reshape(shape).astype(container.dtype.value)))
    return found
