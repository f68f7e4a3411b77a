"""CUDA C++ for nvcc."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from adc.emit.clike.backend import CLike
from adc.emit.clike.function import FunctionText
from adc.emit.clike.support import Support
from adc.emit.cuda.build import build_files
from adc.emit.cuda.function import CudaFunctionText
from adc.emit.cuda.support import SUPPORT
from adc.emit.facts import Facts
from adc.schedule.tree import Operation


class CudaBackend(CLike):
    target: ClassVar[str] = "cuda"
    suffix: ClassVar[str] = ".cu"
    device: ClassVar[bool] = True
    operations = frozenset({Operation.MATRIX_MATRIX})
    function: ClassVar[type[FunctionText]] = CudaFunctionText
    support: ClassVar[Support] = SUPPORT

    def build_files(self, facts: Facts, sources: Mapping[str, str]) -> dict[str, str]:
        return build_files(facts, sources)

    def includes(self, *texts: str) -> tuple[str, ...]:
        return (*super().includes(*texts), "cuda_runtime.h")


CUDA = CudaBackend()
