"""CUDA sources and the emulator's run time, made into one library by g++."""

from __future__ import annotations

import functools
import hashlib
import os
import shutil
import subprocess
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.cuda import device
from tests.cuda_emulator.rewrite import rewritten

HERE = Path(__file__).resolve().parent
RUNTIME = HERE / "runtime"
INCLUDE = HERE / "include"

WARNINGS = ("-Wall", "-Wextra", "-Werror")
#: Reads and writes stay the source's: nothing is merged, and no loop becomes a call. Of what a
#: debugger reads there are the lines. Nothing is unique to the process, so that a library can be
#: opened anew.
INSTRUMENTED = (
    "-O1", "-gdwarf-4", "-g1", "-fPIC", "-fno-gnu-unique", "-fsanitize=thread",
    "-fno-builtin-memcpy", "-fno-builtin-memset", "-fno-builtin-memmove", "-fno-tree-vectorize",
    "-fno-thread-jumps", "-ffp-contract=off", "-Wno-unknown-pragmas",
)  # fmt: skip
CUDA = ("g++", "-std=c++17", "-fno-exceptions", "-D__CUDACC__")
#: What CUDA includes by itself.
FIRST = "emulated.h"
#: The compiler of each kind of source.
COMPILERS = {
    ".cu": (*CUDA, "-x", "c++", "-include", FIRST),
    ".cpp": ("g++", "-x", "c++", "-std=c++17"),
    ".c": ("gcc", "-x", "c", "-std=c11"),
}  # fmt: skip
OWN = ("-std=c++17", "-O2", "-fPIC", "-fno-gnu-unique", *WARNINGS)
LINKED = ("-shared", "-Wl,-Bsymbolic", "-Wl,-z,defs")
HEADERS = (".h", ".cuh", ".hpp")
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
def digest() -> str:
    """Of all that a built library consists of, but its sources."""
    made_of = hashlib.sha256(repr((OWN, INSTRUMENTED, COMPILERS, LINKED)).encode())
    for path in sorted([*RUNTIME.iterdir(), *INCLUDE.iterdir(), HERE / "rewrite.py"]):
        made_of.update(path.read_bytes())
    return made_of.hexdigest()[:24]


def made_once(made: Path, *command: str) -> Path:
    """`made`, which `command` with `-o` makes where it is not there yet."""
    if not made.exists():
        made.parent.mkdir(exist_ok=True)
        own = made.with_suffix(f".{os.getpid()}{made.suffix}")
        called(*command, "-o", str(own))
        own.replace(made)
    return made


@functools.lru_cache(maxsize=None)
def runtime_object() -> Path:
    """The emulator's run time, compiled."""
    source = str(RUNTIME / "runtime.cpp")
    command = ("g++", *OWN, f"-I{INCLUDE}", "-c", source)
    return made_once(cache() / digest() / "runtime.o", *command)


@functools.lru_cache(maxsize=None)
def compiled_header() -> Path:
    """FIRST as g++ keeps it, for the options that CUDA is compiled with."""
    options = (*CUDA, *INSTRUMENTED, *WARNINGS, f"-I{INCLUDE}")
    made = cache() / digest() / f"{FIRST}.gch"
    return made_once(made, *options, "-x", "c++-header", str(INCLUDE / FIRST))


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
    keep: bool = True,
) -> Library:
    """The library of `sources`, CUDA (.cu), C++ (.cpp) or C (.c); `folder` takes what is made.

    Headers beside a source are found. What is built is kept in the cache, for the next who has the
    same texts, unless not to `keep`. Raises `BuildError` with the compiler's text, or
    `RewriteError` for CUDA that the emulator does not understand.
    """
    texts = {source: text_of(source, folder) for source in sources}
    library = folder / f"{sources[0].stem}.emulated.so"
    kept = cache() / digest() / f"{_told(texts, defines, warnings)}.so"
    if not kept.exists():
        objects = [
            _object(source, text, folder, defines, warnings) for source, text in texts.items()
        ]
        parts = [*map(str, objects), str(runtime_object())]
        if not keep:
            called("g++", *LINKED, *_linker(), *parts, "-o", str(library))
            return Library(library, tuple(sources))
        made_once(kept, "g++", *LINKED, *_linker(), *parts)
    shutil.copyfile(kept, library)
    return Library(library, tuple(sources))


def build_once(sources: Sequence[Path], folder: Path) -> Library:
    """The same for a text of which there is but one: nothing is kept."""
    return build(sources, folder, keep=False)


def text_of(source: Path, folder: Path) -> Path:
    """The text that is compiled for a source: CUDA's is rewritten."""
    if source.suffix != ".cu":
        return source
    text = folder / f"{source.stem}.emulated.cpp"
    text.write_text(rewritten(source.read_text(encoding="utf-8"), source.name))
    return text


def _told(texts: Mapping[Path, Path], defines: Sequence[str], warnings: Sequence[str]) -> str:
    """A name for the library of these texts: the same ones, with the same headers beside them, are
    the same library."""
    made_of = hashlib.sha256(repr((tuple(defines), tuple(warnings))).encode())
    for source, text in texts.items():
        beside = sorted(p for p in source.parent.iterdir() if p.suffix in HEADERS)
        for path in (text, *beside):
            made_of.update(f"{path.name} {path.stat().st_size}\n".encode())
            made_of.update(path.read_bytes())
    return made_of.hexdigest()[:24]


def _object(
    source: Path, text: Path, folder: Path, defines: Sequence[str], warnings: Sequence[str]
) -> Path:
    made = folder / f"{source.stem}{source.suffix}.emulated.o"
    first = [f"-I{compiled_header().parent}"] if source.suffix == ".cu" else []
    options = [*INSTRUMENTED, *warnings, *(f"-D{d}" for d in defines), *first, f"-I{INCLUDE}"]
    files = [f"-iquote{source.parent}", "-c", str(text), "-o", str(made)]
    called(*COMPILERS[source.suffix], *options, *files)
    renamed = [f"--redefine-sym={name}=emulated_{name}" for name in WATCHED]
    called("objcopy", *renamed, str(made))
    return made


@functools.lru_cache(maxsize=None)
def _linker() -> tuple[str, ...]:
    """The faster of binutils' two, where it is installed."""
    return ("-fuse-ld=gold",) if shutil.which("ld.gold") else ()
