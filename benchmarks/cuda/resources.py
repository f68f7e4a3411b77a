"""What nvcc's assembler makes of each kernel of a file: registers, shared memory, spills."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from benchmarks.cuda.device import DeviceError

#: The device that is assembled for where none is named.
ARCH = "sm_80"
_KERNEL = re.compile(
    r"Compiling entry function '(?P<name>\w+)'.*?"
    r"(?P<stores>\d+) bytes spill stores, (?P<loads>\d+) bytes spill loads.*?"
    r"Used (?P<registers>\d+) registers(?P<rest>[^\n]*)",
    re.DOTALL,
)


@dataclass(frozen=True)
class Resources:
    """Of a kernel: registers of a thread, bytes of shared memory of a block, and the bytes that a
    thread keeps in memory for want of registers."""

    registers: int = 0
    shared: int = 0
    spilled: int = 0

    @classmethod
    def most(cls, kernels: Iterable[Resources]) -> Resources:
        """The most of each that any of them takes."""
        rows = [(k.registers, k.shared, k.spilled) for k in kernels] or [(0, 0, 0)]
        return cls(*map(max, zip(*rows, strict=True)))


def resources(source: Path, folder: Path, arch: str = ARCH) -> dict[str, Resources]:
    """Of each kernel of a CUDA source, by its name in the object. Raises DeviceError with nvcc's
    text, also where nvcc tells of fewer kernels than the source has."""
    options = ["-std=c++17", "-O3", "-fmad=false", f"-arch={arch}", "-Xptxas", "-v", "-cubin"]
    command = ["nvcc", *options, str(source), "-o", str(folder / f"{source.stem}.cubin")]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        raise DeviceError(done.stderr or done.stdout)
    found = told(done.stdout + done.stderr)
    if len(found) < source.read_text().count("__global__"):
        raise DeviceError(f"nvcc tells of {len(found)} kernels:\n{done.stderr}")
    return found


def told(text: str) -> dict[str, Resources]:
    """The kernels in what the assembler says."""
    found = {}
    for match in _KERNEL.finditer(text):
        shared = re.search(r"(\d+) bytes smem", match["rest"])
        spilled = int(match["stores"]) + int(match["loads"])
        found[match["name"]] = Resources(
            int(match["registers"]), int(shared[1]) if shared else 0, spilled
        )
    return found
