"""Finds grammars/ and templates/: in the source tree first, else in the installed package.

A wheel carries both as package data under `adc/_data`; an editable install and a plain checkout
read them where they stand, at the top of the source tree.
"""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent


def folder(name: str) -> Path:
    """The folder called `name` ("grammars" or "templates"); FileNotFoundError where it is not."""
    source_tree = _PACKAGE.parent
    for root in (source_tree, _PACKAGE / "_data"):
        if root == source_tree and not (source_tree / "pyproject.toml").is_file():
            continue  # installed: what stands beside the package in site-packages is not adc's
        if (root / name).is_dir():
            return root / name
    raise FileNotFoundError(f"adc's own folder {name}/ is missing; reinstall adc")


def read_text(kind: str, name: str) -> str:
    """The text of the file `name` ("fortran.lark", "build/Makefile.j2") in the folder `kind`."""
    return (folder(kind) / name).read_text(encoding="utf-8")
