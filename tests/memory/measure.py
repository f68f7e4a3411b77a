"""A gradient built, called and measured: the memory that it holds, its time and its results.

The memory is counted where the generated code is linked (`counting.c`), and the arrays that go in
are counted as they are: nothing of adc's own formulas is used. The resident set of a fresh process
is measured by `resident.py`.

    built = build(source, folder, wrt=("A",), sizes={"N": 100}, mem_limit=2**20)
    measured = built.run({"N": 100}, {"A": array})
    measured.peak_bytes, measured.seconds, measured.gradients["A"]
"""

from __future__ import annotations

import ctypes
import json
import subprocess
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from adc.options import Request
from adc.pipeline import Compiled, compile_request
from tests.memory.arguments import Arrays, held_arguments, number
from tests.objects import LINKER, object_of

COUNTING = Path(__file__).with_name("counting.c")
WRAPPED = ("malloc", "calloc", "realloc", "aligned_alloc", "posix_memalign", "free")
FLAGS = ("-std=c11", "-Wall", "-Wextra", "-Werror", "-fPIC", "-fno-math-errno",
         "-ffp-contract=off")  # fmt: skip


@dataclass(frozen=True)
class Measured:
    """One call. `code` is what it returned (0: done); bytes are the most held at one time.

    `peak_bytes` are arrays that were passed (scalars behind pointers are not counted) and what the
    call allocated; `leaked_bytes` what it did not give back. `seconds` is the fastest of the calls.
    `gradients` goes by the argument's name, `outputs` by the C name.
    """

    code: int
    argument_bytes: int
    allocated_bytes: int
    leaked_bytes: int
    allocations: int
    seconds: float
    gradients: dict[str, np.ndarray]
    outputs: dict[str, np.ndarray]

    @property
    def peak_bytes(self) -> int:
        return self.argument_bytes + self.allocated_bytes


@dataclass
class Built:
    """A compiled gradient in a library of its own, with the counting allocator linked in."""

    manifest: dict[str, Any]
    library: Path
    compiled: Compiled | None = None
    loaded: ctypes.CDLL = field(init=False)

    def __post_init__(self) -> None:
        self.loaded = ctypes.CDLL(str(self.library))

    @property
    def entry(self) -> str:
        return str(self.manifest["entry"])

    def predicted_peak(self, sizes: Mapping[str, int]) -> int:
        """The manifest's formula at `sizes`."""
        return number(self.manifest["memory"]["peak_expression"], sizes)

    def predicted_arena(self, sizes: Mapping[str, int]) -> int:
        return number(self.manifest["memory"]["arena_expression"], sizes)

    def run(
        self,
        sizes: Mapping[str, int],
        inputs: Mapping[str, Any] | None = None,
        seeds: Arrays | None = None,
        *,
        repeat: int = 1,
        fail_at: int = 0,
    ) -> Measured:
        """Calls the gradient `repeat` times.

        `inputs` are random where they are not given. `seeds` go by the name of the argument or of
        what they belong to; those that are missing are ones. `fail_at` makes that allocation fail.
        """
        seconds = float("inf")
        for _ in range(repeat):
            held = held_arguments(self.manifest, sizes, inputs, seeds or {})
            self.loaded.counting_begin(ctypes.c_size_t(fail_at))
            begin = time.perf_counter()
            code = int(self.loaded[self.entry](*(h.value for h in held)))
            seconds = min(seconds, time.perf_counter() - begin)
        arrays = {h.name: h.array for h in held if h.array is not None}
        gradients = {h.of: h.array for h in held if h.role == "gradient" and h.array is not None}
        written = ("output", "value", "inout")
        return Measured(
            code=code,
            argument_bytes=sum(a.nbytes for a in arrays.values() if a.ndim),
            allocated_bytes=self._count("peak"),
            leaked_bytes=self._count("live"),
            allocations=self._count("calls"),
            seconds=seconds,
            gradients=gradients,
            outputs={h.name: h.array for h in held if h.role in written and h.array is not None},
        )

    def _count(self, what: str) -> int:
        function = self.loaded[f"counting_{what}"]
        function.restype = ctypes.c_size_t
        return int(function())


def build(
    source: str,
    folder: Path,
    *,
    name: str = "kernel",
    optimise: str = "-O2",
    more: Sequence[str] = (),
    counting: bool = True,
    **options: Any,
) -> Built:
    """The gradient of `source` (the text of a Python file), compiled in `folder`.

    `options` are fields of `adc.options.Request` (wrt, of, signature, sizes, mem_limit, …);
    AdcError comes through. Without `counting` there are no counters, and `run` cannot be used.
    """
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{name}.py"
    path.write_text(source)
    compiled = compile_request(Request(sources=(str(path),), **options))
    return build_files(compiled.files, folder, optimise, more, counting, compiled)


def build_files(
    files: Mapping[str, str],
    folder: Path,
    optimise: str = "-O2",
    more: Sequence[str] = (),
    counting: bool = True,
    compiled: Compiled | None = None,
) -> Built:
    """The library of generated `files`."""
    folder.mkdir(parents=True, exist_ok=True)
    manifest = json.loads(files["manifest.json"])
    entry = manifest["entry"]
    for suffix in (".c", ".h"):
        (folder / (entry + suffix)).write_text(files[entry + suffix])
    library = folder / f"{entry}.so"
    command = ["gcc", *FLAGS, *LINKER, optimise, *more, "-shared", str(folder / f"{entry}.c")]
    if counting:
        counters = object_of(COUNTING.read_text(), *FLAGS, optimise, *more)
        command += [str(counters), "-Wl," + ",".join(f"--wrap={f}" for f in WRAPPED)]
    done = subprocess.run([*command, "-o", str(library), "-lm"], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[:4000]
    return Built(manifest, library, compiled)
