"""The one place that chooses a back end."""

from __future__ import annotations

from adc.diagnostics import AdcError
from adc.emit.backend import Backend
from adc.emit.c import C
from adc.emit.cuda import CUDA

BACKENDS: dict[str, Backend] = {backend.target: backend for backend in (C, CUDA)}


def backend_of(target: str) -> Backend:
    """The back end for `--target`; ADC0601 where there is none yet."""
    if target not in BACKENDS:
        others = " or ".join(f"`--target {name}`" for name in BACKENDS if name != "c")
        raise AdcError.of(
            "ADC0601",
            f"there is no target `{target}`",
            help="leave `--target` out to get C" + (f", or give {others}" if others else ""),
        )
    return BACKENDS[target]
