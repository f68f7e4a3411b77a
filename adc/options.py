"""The user's request, frozen."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Request:
    """What the command line asks for (DESIGN section 2); strings are as the user gave them."""

    sources: tuple[str, ...]
    mode: str = "grad"  # "grad" or "jvp"
    function: str | None = None
    wrt: tuple[str, ...] = ()
    of: tuple[str, ...] = ()
    seed: str = "argument"  # or "ones"
    value: bool = False
    accumulate: bool = False
    signature: str | None = None
    signature_file: str | None = None
    example: str | None = None
    sizes: dict[str, int] = field(default_factory=dict)
    settings: dict[str, tuple[float, float]] = field(default_factory=dict)  # `--set`: low, high
    mem_limit: int | None = None  # bytes
    strategy: str = "auto"
    store: tuple[str, ...] = ()
    recompute: tuple[str, ...] = ()
    machine: str | None = None  # TOML file of the machine's constants
    target: str = "c"
    openmp: bool = True
    blas: bool = True
    dtype: str | None = None
