"""What a frontend hands on: a module of the surface tree, and which function of which types."""

from __future__ import annotations

from dataclasses import dataclass

from adc.frontends import surface
from adc.frontends.types import Signature


@dataclass(frozen=True)
class Kernel:
    """The function `function` of `module`, its arguments of the types in `signature`."""

    module: surface.Module
    function: str
    signature: Signature
