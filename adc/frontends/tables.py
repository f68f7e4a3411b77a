"""Parser tables: built by Lark once, kept in the user's cache folder from then on.

Building the tables of Python's grammar takes half a second, loading them a few hundredths. A cache
that cannot be read or written costs time, never a run.
"""

from __future__ import annotations

import hashlib
import os
import sys
from pathlib import Path
from typing import Any

import lark

from adc import __version__
from adc.cache import folder


class _CacheFile(str):
    """The path of a cache, for Lark.

    Lark takes tables only from the path that they were written to: the path is among the options
    whose texts it compares. Tables that are moved into place need a path without a text.
    """

    def __str__(self) -> str:
        return "tables"


def load_parser(name: str, grammar: str, **options: Any) -> lark.Lark:
    """The LALR parser of `grammar` (Lark's notation); `name` names its file in the cache."""
    options = {"parser": "lalr", "propagate_positions": True, "maybe_placeholders": True} | options
    path = _cache_path(name, grammar, options)
    if path is None:
        return lark.Lark(grammar, **options)
    try:
        if path.is_file():
            return lark.Lark(grammar, cache=_CacheFile(path), **options)
        return _build(grammar, path, options)
    except OSError:
        return lark.Lark(grammar, **options)


def _build(grammar: str, path: Path, options: dict[str, Any]) -> lark.Lark:
    """Build the tables and move them into place whole: another run may be reading."""
    partial = path.with_name(f"{path.name}.{os.getpid()}")
    try:
        parser = lark.Lark(grammar, cache=_CacheFile(partial), **options)
        if partial.is_file():
            os.replace(partial, path)
        return parser
    finally:
        partial.unlink(missing_ok=True)


def _cache_path(name: str, grammar: str, options: dict[str, Any]) -> Path | None:
    """Where the tables are kept; None where no folder for them can be made."""
    key = f"{grammar}\n{sorted(options)}\n{lark.__version__}\n{sys.version}\n{__version__}"
    digest = hashlib.sha256(key.encode()).hexdigest()[:16]
    kept = folder()
    return kept / f"{name}-{digest}.tables" if kept else None
