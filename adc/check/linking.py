"""The user's libraries that generated code is linked with here: what rules say, by LDFLAGS."""

from __future__ import annotations

import os
import shlex
from collections.abc import Sequence
from pathlib import PurePath

_FILES = (".a", ".o", ".so")


def linked(flags: str) -> list[str]:
    """The words that link by the `flags` of rules, after those of $LDFLAGS; none where there are no
    flags. Folders and files are of the folder that adc runs in, and shared libraries are found in
    these folders when the program runs, too."""
    if not flags:
        return []
    words = [*folders_given(), *map(_absolute, flags.split())]
    return [*words, *_loaded_from(words)]


def folders_given() -> list[str]:
    """The words of $LDFLAGS, with folders from the root."""
    try:
        words = shlex.split(os.environ.get("LDFLAGS", ""))
    except ValueError:
        return []
    found = [_absolute(word) for word in words]
    return [*found, *_loaded_from(found)]


def _loaded_from(words: Sequence[str]) -> list[str]:
    folders = dict.fromkeys(w[2:] for w in words if w.startswith("-L") and len(w) > 2)
    return [f"-Wl,-rpath,{folder}" for folder in folders]


def _absolute(word: str) -> str:
    if word.startswith("-L") and len(word) > 2:
        return "-L" + os.path.abspath(word[2:])
    is_file = not word.startswith("-") and PurePath(word).suffix in _FILES
    return os.path.abspath(word) if is_file else word


def libraries(flags: str) -> list[str]:
    """The files that `flags` and $LDFLAGS lead to, as far as they are named by folder and name."""
    words = linked(flags)
    folders = [w[2:] for w in words if w.startswith("-L")]
    names = [w[2:] for w in words if w.startswith("-l")]
    found = [w for w in words if not w.startswith("-")]
    for name in names:
        found += [os.path.join(f, f"lib{name}{end}") for f in folders for end in (".so", ".a")]
    return [path for path in found if os.path.isfile(path)]
