"""Generated C compiled, loaded and called by nothing but its manifest."""

from __future__ import annotations

import ctypes
import json
import subprocess
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from tests.objects import LINKER, object_of
from tests.proof.compiled import Compiled
from tests.proof.harness import ROUNDING, Drawn, MismatchError, expect
from tests.proof.inputs import Arrays

FLAGS = (
    "-std=c11", "-Wall", "-Wextra", "-Werror", "-fPIC", "-shared",
    "-ftrivial-auto-var-init=pattern", "-Daligned_alloc=proof_alloc",
)  # fmt: skip
GUARD = 64  # bytes on either side of every buffer that must keep their pattern
PATTERN = 0xA5


#: Memory that a call takes for itself comes full of junk, as do its local variables by the flags.
JUNK = """#undef aligned_alloc
#include <stdlib.h>
#include <string.h>
void *proof_alloc(size_t alignment, size_t bytes);
void *proof_alloc(size_t alignment, size_t bytes)
{
    void *block = aligned_alloc(alignment, bytes);
    return block ? memset(block, 0xFF, bytes) : block;
}
"""


class BuildError(MismatchError):
    """The compiler refused generated code."""

    def __init__(self, text: str) -> None:
        super().__init__("build", text)


def build(
    folder: Path, compiled: Sequence[Compiled], *, optimise: str = "-O1", more: Sequence[str] = ()
) -> ctypes.CDLL:
    """One library of all programs in `compiled`; their entry points must have different names."""
    folder.mkdir(parents=True, exist_ok=True)
    sources = []
    for each in compiled:
        sources += _write(folder, each)
    sources.append(str(object_of(JUNK, *FLAGS)))
    library = folder / "proof.so"
    command = ["gcc", *FLAGS, *LINKER, optimise, *more, *sources, "-o", str(library), "-lm"]
    done = subprocess.run(command, capture_output=True, text=True, cwd=folder)
    if done.returncode:
        raise BuildError(done.stderr[:4000])
    return ctypes.CDLL(str(library))


def _write(folder: Path, compiled: Compiled) -> list[str]:
    """The entry's C source and headers into `folder`; returns the sources to compile."""
    entry = manifest_of(compiled)["entry"]
    for name, text in compiled.files.items():
        if name.endswith((".h", ".c")) and not name.endswith("_check.c"):
            (folder / name).write_text(text)
    return [f"{entry}.c"]


def manifest_of(compiled: Compiled) -> dict[str, Any]:
    return json.loads(compiled.files["manifest.json"])  # type: ignore[no-any-return]


@dataclass
class Buffer:
    """An array between two guard zones."""

    whole: np.ndarray
    array: np.ndarray

    @classmethod
    def holding(cls, content: np.ndarray) -> Buffer:
        whole = np.full(content.nbytes + 2 * GUARD, PATTERN, np.uint8)
        inner = whole[GUARD : GUARD + content.nbytes]
        array = inner.view(content.dtype).reshape(content.shape)
        array[...] = content
        return cls(whole, array)

    @property
    def address(self) -> int:
        return int(self.whole.ctypes.data) + GUARD

    def guarded(self) -> bool:
        edge = np.concatenate([self.whole[:GUARD], self.whole[self.whole.size - GUARD :]])
        return bool(np.all(edge == PATTERN))


def shape_of(argument: Mapping[str, Any], sizes: Mapping[str, int]) -> tuple[int, ...]:
    scope = {"__builtins__": {}, "min": min, "max": max}
    shape = tuple(int(eval(str(e), scope, dict(sizes))) for e in argument["shape"])
    return shape[::-1] if argument.get("order") == "F" else shape  # the same memory, by rows


class Call:
    """One call of an entry point: `Call(…).run()` gives its result code."""

    def __init__(self, library: ctypes.CDLL, compiled: Compiled, drawn: Drawn) -> None:
        self.library, self.drawn = library, drawn
        self.manifest = manifest_of(compiled)
        self.sizes = dict(drawn.case.sizes)
        seeds = dict(zip(compiled.dependents(drawn.case), drawn.seeds, strict=True))
        self.buffers: dict[str, Buffer] = {}
        self.values: list[Any] = []
        for argument in self.manifest["arguments"]:
            self.values.append(self._value(argument, seeds))

    def _value(self, argument: Mapping[str, Any], seeds: Mapping[str, np.ndarray]) -> Any:
        name, role, kind = argument["name"], argument["role"], np.dtype(argument["dtype"])
        shape = shape_of(argument, self.sizes)
        if role == "size" or (kind.kind == "i" and not shape):
            return ctypes.c_int64(self.sizes[name])
        if role in ("input", "inout"):
            content = self.drawn.inputs[name].astype(kind)
            written = role == "inout" and self.manifest["value"]  # scalars too, by address
            if not argument["shape"] and not written:
                return np.ctypeslib.as_ctypes_type(kind)(content[()])
        elif role == "seed":
            content = self._seed(argument, seeds).astype(kind)
        else:
            content = np.full(shape, np.nan, kind)
        assert content.shape == shape, f"{name}: {content.shape} against {shape}"
        self.buffers[name] = Buffer.holding(content)
        return ctypes.c_void_p(self.buffers[name].address)

    @staticmethod
    def _seed(argument: Mapping[str, Any], seeds: Mapping[str, np.ndarray]) -> np.ndarray:
        name = argument.get("of") or argument["name"].removesuffix("_seed")
        return seeds[name] if name in seeds else next(iter(seeds.values()))

    def function(self, suffix: str) -> Callable[..., int]:
        return getattr(self.library, self.manifest["entry"] + suffix)  # type: ignore[no-any-return]

    def run(self) -> int:
        """The plain entry point, which allocates."""
        f = self.function("")
        f.restype = ctypes.c_int  # type: ignore[attr-defined]
        return f(*self.values)

    def workspace(self, fill: int = 0xFF) -> Buffer:
        """Memory of the size the library asks for, every byte 0xFF (NaN in any precision)."""
        f = self.function("_workspace_bytes")
        f.restype = ctypes.c_size_t  # type: ignore[attr-defined]
        sizes = [v for v in self.values if isinstance(v, ctypes.c_int64)]
        return Buffer.holding(np.full(f(*sizes), fill, np.uint8))

    def run_in(self, workspace: Buffer) -> int:
        f = self.function("_ws")
        f.restype = ctypes.c_int  # type: ignore[attr-defined]
        return f(*self.values, ctypes.c_void_p(workspace.address))

    def spoil(self) -> None:
        """What a call writes, filled with NaN again."""
        for argument in self.manifest["arguments"]:
            if argument["role"] in ("gradient", "output", "value"):
                self.buffers[argument["name"]].array.fill(np.nan)

    def results(self, role: str) -> Arrays:
        """Copies of the arrays of one role, by the name of what they belong to."""
        return {
            a.get("of") or a["name"]: self.buffers[a["name"]].array.copy()
            for a in self.manifest["arguments"]
            if a["role"] == role
        }

    def check_guards(self) -> None:
        for name, buffer in self.buffers.items():
            if not buffer.guarded():
                raise MismatchError("native", f"written outside {name}")

    def check_untouched(self) -> None:
        for argument in self.manifest["arguments"]:
            name, role = argument["name"], argument["role"]
            if role == "input" and name in self.buffers:
                before = self.drawn.inputs[name]
                if self.buffers[name].array.tobytes() != before.tobytes():
                    raise MismatchError("native", f"the argument {name} was changed")


def prove_native(library: ctypes.CDLL, compiled: Compiled, drawn: Drawn, gradients: Arrays) -> None:
    """The compiled adjoint gives the interpreter's gradients: twice on one workspace filled with
    NaN beforehand, on one of zeros, and once more allocating by itself, bit for bit the same:
    what memory holds before a call never matters. Nothing else is written."""
    call = Call(library, compiled, drawn)
    workspace, zeros = call.workspace(), call.workspace(0)
    runs = [
        lambda: call.run_in(workspace), lambda: call.run_in(workspace),
        lambda: call.run_in(zeros), call.run,
    ]  # fmt: skip
    first: dict[str, bytes] = {}
    for run in runs:
        call.spoil()
        code = run()
        if code:
            raise MismatchError("native", f"{call.manifest['entry']} returns {code}")
        call.check_guards()
        call.check_untouched()
        found = call.results("gradient")
        for name in drawn.case.wrt:
            expect("native", f"{name}_bar", found[name], gradients[name], ROUNDING[drawn.dtype])
        bits = {n: a.tobytes() for n, a in found.items()}
        if first and bits != first:
            raise MismatchError("native", "two calls on the same input differ")
        first = bits
    if not workspace.guarded():
        raise MismatchError("native", "written outside the workspace")


def prove_value(library: ctypes.CDLL, compiled: Compiled, drawn: Drawn, gradients: Arrays) -> None:
    """With --value the gradients are the same and the outputs are the primal's."""
    call = Call(library, compiled, drawn)
    code = call.run()
    if code:
        raise MismatchError("value", f"{call.manifest['entry']} returns {code}")
    call.check_guards()
    call.check_untouched()
    tolerance = ROUNDING[drawn.dtype]
    for name, found in call.results("gradient").items():
        expect("value", f"{name}_bar", found, gradients[name], tolerance)
    for name, found in call.results("inout").items():
        expect("value", name, found, drawn.outcome.arguments[name], tolerance)
    for name, found in {**call.results("output"), **call.results("value")}.items():
        returned = dict(zip(compiled.primal.returns, drawn.outcome.returned, strict=True))
        wanted = returned[name] if name in returned else drawn.outcome.returned[0]
        expect("value", name, found, wanted, tolerance)
