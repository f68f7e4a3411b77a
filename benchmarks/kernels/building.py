"""adc's gradients and primal of a kernel, built as a user builds them, and the adjoint by hand."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from typing import Any

from adc.emit.c import C
from adc.emit.interface import arguments, errors
from adc.ir.shapes import evaluate
from adc.options import Request
from adc.pipeline import Compiled, compile_request
from adc.schedule import Scheduled, schedule
from benchmarks.kernels.definition import Kernel, Sizes
from benchmarks.kernels.loading import CALLS


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
    _make(folder, *given)


def build_all(kernel: Kernel, size: str, folder: Path) -> None:
    """Gradient without and with the value, primal, with the same flags, the adjoint by hand if
    there is one, and how all are called; AdcError if refused."""
    sizes = kernel.sizes[size]
    found = compiled(kernel, sizes=sizes)
    build(found, folder)
    primal = schedule(found.primal, openmp=True, blas=True)
    entry = f"{kernel.function}_primal"
    (folder / f"{entry}.c").write_text(_primal_text(primal, entry))
    library = f"lib{entry}.so"
    rule = f"primal: ; @$(COMPILE) -shared -o {library} {entry}.c $(LIBS)"
    _make(folder, f"--eval={rule}", "primal")
    gradient = entry_of(found)
    calls = {
        "gradient": call_of(found.scheduled, gradient, f"lib{gradient}.so", sizes),
        "value": _build_with_value(kernel, sizes, folder / "value"),
        "primal": call_of(primal, entry, library, sizes),
    }
    if kernel.by_hand:
        calls["by hand"] = build_by_hand(kernel, found, sizes, folder)
    (folder / CALLS).write_text(json.dumps(calls, indent=1))


def _build_with_value(kernel: Kernel, sizes: Sizes, folder: Path) -> dict[str, Any]:
    """How the gradient is called that returns what the kernel computes as well (`--value`)."""
    folder.mkdir()
    found = compiled(kernel, sizes=sizes, value=True)
    build(found, folder)
    entry = entry_of(found)
    return call_of(found.scheduled, entry, f"{folder.name}/lib{entry}.so", sizes)


def entry_of(found: Compiled) -> str:
    """The name of the function that was written."""
    return str(json.loads(found.files["manifest.json"])["entry"])


def build_by_hand(
    kernel: Kernel, found: Compiled, sizes: Sizes, folder: Path, *given: str
) -> dict[str, Any]:
    """How the adjoint by hand is called; it is built in a folder with adc's Makefile, whose BLAS it
    may use. `found` is adc's gradient, which has the same arguments."""
    entry = f"{kernel.function}_by_hand"
    library = f"lib{entry}.so"
    flags = "-std=gnu11 -fPIC -fno-math-errno -fno-trapping-math -Wall -Wextra -Werror"
    rule = (
        f"by_hand: ; @$(CC) {flags} -fopenmp $(ARCH_FLAGS) $(BLAS_FLAGS) $(CFLAGS) -shared"
        f" -o {library} {kernel.by_hand} $(LIBS)"
    )
    _make(folder, f"--eval={rule}", *given, "by_hand")
    return call_of(found.scheduled, entry, library, sizes)


def _make(folder: Path, *given: str) -> None:
    clean = {n: v for n, v in os.environ.items() if not n.startswith(("MAKE", "MFLAGS"))}
    command = ["make", "-s", "-C", str(folder), *given]
    subprocess.run(command, env=clean, check=True, stdout=subprocess.DEVNULL)


def _primal_text(primal: Scheduled, entry: str) -> str:
    text = C.function_text(primal, entry)
    support = C.restrained((primal,)) + C.support_text(text)
    head = "".join(f"#include <{name}>\n" for name in C.includes(text, support))
    codes = "".join(
        f"    {entry.upper()}_{code} = {number},\n" for code, (number, _) in errors(True).items()
    )
    return f"{head}\nenum {{\n{codes}}};\n\n{support}\n{text}"


def call_of(scheduled: Scheduled, entry: str, library: str, sizes: Sizes) -> dict[str, Any]:
    """How a function is called: its arguments in order, arrays by their shapes at `sizes`."""
    found = []
    for argument in arguments(scheduled.program):
        kind = "symbol" if argument.is_symbol else "number" if argument.by_value else "array"
        shape = [int(evaluate(extent, sizes)) for extent in argument.shape]
        found.append(
            {"name": argument.name, "kind": kind, "shape": shape, "written": argument.written}
        )
    return {"entry": entry, "library": library, "arguments": found}
