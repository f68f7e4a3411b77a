"""The programs in `programs/`, built once for all tests, as they are or with a planted fault."""

from __future__ import annotations

import functools
import hashlib
import os
import shutil
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from tests.cuda_emulator.build import Library, build, cache, digest, missing
from tests.cuda_emulator.drivers import DRIVERS, Pairs
from tests.cuda_emulator.run import Device, Outcome, run

PROGRAMS = Path(__file__).resolve().parent / "programs"

needs_compiler = pytest.mark.skipif(bool(missing()), reason=missing())


def text_of(program: str) -> str:
    return (PROGRAMS / f"{program}.cu").read_text(encoding="utf-8")


def changed(text: str, changes: Mapping[str, str]) -> str:
    """`text` with each key, which must be in it once, replaced by its value."""
    for old, new in changes.items():
        assert text.count(old) == 1, f"{text.count(old)} times in the text: {old}"
        text = text.replace(old, new)
    return text


@functools.lru_cache(maxsize=None)
def library_of(text: str, name: str) -> Library:
    """The library of a CUDA text, for all processes; the file that findings name is `name`.cu."""
    made_of = (name, text, digest())
    folder = cache() / f"{name}-{hashlib.sha256(repr(made_of).encode()).hexdigest()[:16]}"
    if not folder.exists():
        own = folder.with_suffix(f".{os.getpid()}")
        own.mkdir()
        source = own / f"{name}.cu"
        source.write_text(text, encoding="utf-8")
        build([source], own)
        try:
            own.rename(folder)
        except OSError:  # another process was faster
            shutil.rmtree(own)
    return Library(folder / f"{name}.emulated.so", (folder / f"{name}.cu",))


def library(program: str, changes: Mapping[str, str] | None = None) -> Library:
    return library_of(changed(text_of(program), changes or {}), program)


def outcome(
    program: str,
    changes: Mapping[str, str] | None = None,
    *,
    seed: int = 0,
    driver: Callable[[Device], Pairs] | None = None,
    **sizes: int,
) -> Outcome:
    """A run of a program, with `changes` of its text; `sizes` are handed to its driver."""
    chosen = driver or functools.partial(DRIVERS[program], **sizes)
    return run(library(program, changes), chosen, seed=seed, timeout=60.0)
