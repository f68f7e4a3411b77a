"""Built derivatives in the user's cache folder: a folder each, whole or not there.

A folder is made under another name and moved into place when it is done, so that runs at the same
time never see half of one. What is damaged counts as missing, and what was not used for longest
goes where there are many. Where no cache folder can be written, one of this process's own takes its
place until the process ends.
"""

from __future__ import annotations

import atexit
import contextlib
import fcntl
import hashlib
import json
import os
import shutil
import stat
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from adc import cache

#: So many are kept.
MOST_KEPT = 256
#: What a killed run has left behind goes after so many seconds.
STALE_SECONDS = 86400
#: Seconds to wait for another process that builds the same; then both build it.
PATIENCE_SECONDS = 300.0
_STEP_SECONDS = 0.05
_ATTEMPTS = 3

_SHELF = "derivatives-1"  # the number is that of the form of `FACTS`
FACTS = "adc-build.json"
_MAKING = ".making-"


@dataclass(frozen=True)
class Built:
    """A folder with the generated files, the library and what is known of them."""

    folder: Path
    facts: dict[str, Any]

    @property
    def manifest(self) -> dict[str, Any]:
        found = json.loads((self.folder / "manifest.json").read_text(encoding="utf-8"))
        assert isinstance(found, dict)
        return found


def find(key: str) -> Built | None:
    """What is kept under `key`, whole and as it was built."""
    shelf = _shelf()
    return _read(shelf / key) if shelf else None


def new_folder() -> Path:
    """An empty folder to build in, where `keep` can move it into place."""
    shelf = _shelf()
    if shelf:
        with contextlib.suppress(OSError):
            return Path(tempfile.mkdtemp(prefix=_MAKING, dir=shelf))
    return Path(tempfile.mkdtemp(prefix=_MAKING, dir=own_folder()))


def keep(key: str, made: Path, facts: dict[str, Any]) -> Built:
    """Moves the folder `made` into its place; another one that is there by now, and whole, stays.

    `facts` must hold what JSON can.
    """
    names = sorted(p.name for p in made.iterdir() if p.suffix != ".o")
    told = {**facts, "digests": {name: _digest(made / name) for name in names}}
    (made / FACTS).write_text(json.dumps(told), encoding="utf-8")
    place = made.parent / key
    for _ in range(_ATTEMPTS):
        try:
            os.rename(made, place)
        except OSError:
            there = _read(place)
            if there:
                shutil.rmtree(made, ignore_errors=True)
                return there
            remove(place)
        else:
            _tidy(made.parent)
            return Built(place, told)
    return Built(made, told)  # others are at it: this one serves here


def remove(place: Path) -> None:
    """Takes a folder away: first out of sight, at once, then file by file."""
    aside = Path(tempfile.mkdtemp(prefix=_MAKING, dir=place.parent))
    with contextlib.suppress(OSError):
        os.rename(place, aside / "old")
    shutil.rmtree(aside, ignore_errors=True)


@contextlib.contextmanager
def alone(key: str) -> Iterator[None]:
    """A scope that one process is in at a time, for one key; for the sake of its time alone."""
    shelf = _shelf()
    with contextlib.ExitStack() as stack:
        if shelf:
            with contextlib.suppress(OSError):
                file = stack.enter_context(open(shelf / f".lock-{key[:2]}", "wb"))
                _wait_for(file.fileno())
        yield


def _wait_for(file: int) -> None:
    until = time.monotonic() + PATIENCE_SECONDS
    while time.monotonic() < until:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return
        except BlockingIOError:
            time.sleep(_STEP_SECONDS)


# -- places ----------------------------------------------------------------------------------------


def _shelf() -> Path | None:
    """The folder of built derivatives; None where none can be written, or where others could have
    put something there, for what lies in it is run."""
    root = cache.folder()
    if root is None:
        return None
    shelf = root / _SHELF
    try:
        shelf.mkdir(mode=0o700, exist_ok=True)
        private = _is_private(root) and _is_private(shelf)
    except OSError:
        return None
    return shelf if private and os.access(shelf, os.W_OK) else None


def _is_private(folder: Path) -> bool:
    found = folder.stat()
    return found.st_uid == os.geteuid() and not found.st_mode & (stat.S_IWGRP | stat.S_IWOTH)


@dataclass
class _Own:
    folder: Path | None = None
    process: int = 0


_own = _Own()


def own_folder() -> Path:
    """A folder of this process's, which goes when it ends."""
    if _own.folder is None or _own.process != os.getpid():
        _own.folder = Path(tempfile.mkdtemp(prefix="adc-"))
        _own.process = os.getpid()
        atexit.register(_remove_own, _own.folder, _own.process)
    return _own.folder


def _remove_own(folder: Path, process: int) -> None:
    if process == os.getpid():  # a forked process has not made it
        shutil.rmtree(folder, ignore_errors=True)


# -- what is there ---------------------------------------------------------------------------------


def _read(place: Path) -> Built | None:
    try:
        facts = json.loads((place / FACTS).read_text(encoding="utf-8"))
        whole = all(_digest(place / name) == told for name, told in facts["digests"].items())
        if not whole:
            return None
        with contextlib.suppress(OSError):
            os.utime(place / FACTS)  # used today
        return Built(place, facts)
    except (OSError, ValueError, LookupError, TypeError, AttributeError):
        return None


def _digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def _tidy(shelf: Path) -> None:
    """Removes what is too much, or was left behind."""
    kept, now = [], time.time()
    for place in shelf.iterdir():
        with contextlib.suppress(OSError):
            if place.name.startswith(_MAKING):
                if now - place.stat().st_mtime > STALE_SECONDS:
                    shutil.rmtree(place, ignore_errors=True)
            elif not place.name.startswith("."):
                kept.append(((place / FACTS).stat().st_mtime, place))
    for _, place in sorted(kept, reverse=True)[MOST_KEPT:]:
        remove(place)
