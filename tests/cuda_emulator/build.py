"""CUDA sources and the emulator's run time, made into one library by g++."""

from __future__ import annotations

import functools
import hashlib
import os
import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.cuda import device
from tests.cuda_emulator.rewrite import rewritten

HERE = Path(__file__).resolve().parent
RUNTIME = HERE / "runtime"
INCLUDE = HERE / "include"

WARNINGS = ("-Wall", "-Wextra", "-Werror")
#: Reads and writes stay the source's: nothing is merged, and no loop becomes a call.
INSTRUMENTED = (
    "-O1", "-gdwarf-4", "-fPIC", "-fsanitize=thread", "-fno-builtin-memcpy", "-fno-builtin-memset",
    "-fno-builtin-memmove", "-fno-tree-vectorize", "-fno-thread-jumps", "-ffp-contract=off",
    "-Wno-unknown-pragmas",
)  # fmt: skip
#: The compiler of each kind of source. CUDA's includes the run time's header by itself.
COMPILERS = {
    ".cu": ("g++", "-x", "c++", "-std=c++17", "-fno-exceptions", "-D__CUDACC__", "-include",
            "cuda_runtime.h"),
    ".cpp": ("g++", "-x", "c++", "-std=c++17"),
    ".c": ("gcc", "-x", "c", "-std=c11"),
}  # fmt: skip
OWN = ("-std=c++17", "-O2", "-g1", "-fPIC", *WARNINGS)
#: The C library's, which are not instrumented: sources call the emulator's in their place.
WATCHED = ("memcpy", "memmove", "memset")


class BuildError(Exception):
    """g++ refused a source; the message is what it said."""


@dataclass(frozen=True)
class Library:
    """A built library, and the folder of its sources as they were compiled. `on_gpu`: nvcc built
    it, for a device of this machine."""

    path: Path
    sources: tuple[Path, ...]
    on_gpu: bool = False


def missing() -> str:
    """Why nothing can be built here; empty where it can."""
    return "" if shutil.which("g++") else "g++ is not installed"


def called(*command: str) -> None:
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        raise BuildError(done.stderr or done.stdout)


def cache() -> Path:
    """A folder for what several processes need, made once: names tell what a file was made of."""
    caches = Path(os.environ.get("XDG_CACHE_HOME") or tempfile.gettempdir())
    folder = caches / f"adc-cuda-emulator-{os.getuid()}"
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return folder


@functools.lru_cache(maxsize=None)
def runtime_object() -> Path:
    """The emulator's run time, compiled."""
    digest = hashlib.sha256(repr((OWN, INSTRUMENTED, COMPILERS)).encode())
    for path in sorted([*RUNTIME.iterdir(), *INCLUDE.iterdir(), HERE / "rewrite.py"]):
        digest.update(path.read_bytes())
    made = cache() / f"{digest.hexdigest()[:24]}.o"
    if not made.exists():
        own = made.with_suffix(f".{os.getpid()}.o")
        source = str(RUNTIME / "runtime.cpp")
        called("g++", *OWN, f"-I{INCLUDE}", "-c", source, "-o", str(own))
        own.replace(made)
    return made


def build_by_nvcc(sources: Sequence[Path], folder: Path) -> Library:
    """The library of `sources`, CUDA, for this machine's device, in which tests find CUDA's own
    functions, too. Raises `DeviceError` with nvcc's text."""
    return Library(device.build(sources, folder), tuple(sources), on_gpu=True)


def build(
    sources: Sequence[Path],
    folder: Path,
    *,
    defines: Sequence[str] = (),
    warnings: Sequence[str] = WARNINGS,
) -> Library:
    """The library of `sources`, CUDA (.cu), C++ (.cpp) or C (.c); `folder` takes what is made.

    Headers beside a source are found. Raises `BuildError` with the compiler's text, or
    `RewriteError` for CUDA that the emulator does not understand.
    """
    objects = []
    renamed = [f"--redefine-sym={name}=emulated_{name}" for name in WATCHED]
    for source in sources:
        text = source
        if source.suffix == ".cu":
            text = folder / f"{source.stem}.emulated.cpp"
            text.write_text(rewritten(source.read_text(encoding="utf-8"), str(source)))
        objects.append(folder / f"{source.stem}{source.suffix}.emulated.o")
        options = [*INSTRUMENTED, *warnings, *(f"-D{d}" for d in defines), f"-I{INCLUDE}"]
        files = [f"-iquote{source.parent}", "-c", str(text), "-o", str(objects[-1])]
        called(*COMPILERS[source.suffix], *options, *files)
        called("objcopy", *renamed, str(objects[-1]))
    library = folder / f"{sources[0].stem}.emulated.so"
    parts = [*map(str, objects), str(runtime_object())]
    called("g++", "-shared", "-Wl,-Bsymbolic", "-Wl,-z,defs", *parts, "-o", str(library))
    return Library(library, tuple(sources))
