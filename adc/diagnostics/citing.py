"""How generated comments and plans call the source's files: by their names, or, where several have
one name, by as much of their paths as tells these apart."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from pathlib import PurePath


def cited_names(paths: Iterable[str]) -> dict[str, str]:
    """What those of `paths` are called whose files share their name with others of them:
    `a/utils.py` and `b/utils.py`. Nothing of the path above the folder that all of these files lie
    in is told, so that they may be moved together."""
    by_name: dict[str, dict[str, str]] = {}
    for path in paths:
        by_name.setdefault(PurePath(path).name, {})[path] = os.path.realpath(path)
    found: dict[str, str] = {}
    for known in by_name.values():
        if len(set(known.values())) > 1:
            found |= _told_apart(known)
    return found


def _told_apart(known: Mapping[str, str]) -> dict[str, str]:
    """The shortest ends of these paths that are different for different files."""
    above = os.path.commonpath([os.path.dirname(real) for real in known.values()])
    parts = {path: PurePath(os.path.relpath(real, above)).parts for path, real in known.items()}
    count = 2
    while len({p[-count:] for p in parts.values()}) < len(set(parts.values())):
        count += 1
    return {path: "/".join(p[-count:]) for path, p in parts.items()}


def file_name(path: str, cited: Mapping[str, str]) -> str:
    """What the file at `path` is called."""
    return cited.get(path) or PurePath(path).name
