"""adc's gradient of a kernel as a user has it: `adc grad`, `make`, the wrapper."""

from __future__ import annotations

import importlib.util
import json
import os
import subprocess
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from adc.options import Request
from adc.pipeline import Compiled, compile_request
from benchmarks.kernels.definition import Inputs, Kernel


@dataclass(frozen=True)
class Wrapped:
    """The wrapper of a gradient in a folder, and what its manifest says of the arguments."""

    folder: Path
    call: Callable[..., Any]
    arguments: Sequence[dict[str, Any]]

    @property
    def seeds(self) -> list[str]:
        """The seeds' names, in the order of the dependents."""
        return [a["name"] for a in self.arguments if a["role"] == "seed"]


def compiled(kernel: Kernel, **options: Any) -> Compiled:
    """AdcError where adc refuses the kernel."""
    request = Request(
        (str(kernel.source),), function=kernel.function, signature=kernel.signature,
        wrt=kernel.differentiated, of=tuple(kernel.of.split()), **options,
    )  # fmt: skip
    return compile_request(request)


def build(found: Compiled, folder: Path, *given: str) -> None:
    """Writes the files to `folder` and runs `make` there with these variables and targets."""
    for name, content in found.files.items():
        (folder / name).write_text(content)
    clean = {n: v for n, v in os.environ.items() if not n.startswith(("MAKE", "MFLAGS"))}
    command = ["make", "-s", "-C", str(folder), *given]
    subprocess.run(command, env=clean, check=True)


def load(folder: Path) -> Wrapped:
    """The wrapper in `folder`, which `make` has been run in."""
    manifest = json.loads((folder / "manifest.json").read_text())
    entry = manifest["entry"]
    spec = importlib.util.spec_from_file_location(entry, folder / f"{entry}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return Wrapped(folder, getattr(module, entry), manifest["arguments"])


def gradient(wrapped: Wrapped, inputs: Inputs, seeds: Sequence[Any]) -> tuple[Any, ...]:
    """One call: the gradients in the order of `wrt`."""
    given = dict(zip(wrapped.seeds, seeds, strict=True))
    return tuple(wrapped.call(*inputs.values(), **given))
