"""Where the modules lie that a source imports, as far as they are its own."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator

#: What Python finds elsewhere, whatever lies beside a file.
_ELSEWHERE = frozenset(sys.stdlib_module_names) | {"numpy", "scipy"}
_IMPORT = re.compile(
    r"^[ \t]*(?:from[ \t]+(\.*[\w.]*)[ \t]+import[ \t]+(\([^)]*\)|[^#\n]*)|import[ \t]+([^#\n]+))",
    re.MULTILINE,
)


def own_files(path: str) -> tuple[str, ...]:
    """The files of the modules that the file at `path` may import, and these again."""
    found: dict[str, None] = {}
    pending = [path]
    while pending:
        file = pending.pop()
        for other in _imported_files(file):
            if other not in found and other != path:
                found[other] = None
                pending.append(other)
    return tuple(sorted(found))


def _imported_files(file: str) -> Iterator[str]:
    try:
        with open(file, encoding="utf-8") as opened:
            text = opened.read()
    except (OSError, UnicodeDecodeError):
        return
    for match in _IMPORT.finditer(text):
        if match[3] is None:
            names = [match[1], *(member(match[1], n) for n in re.findall(r"\w+", match[2]))]
        else:
            names = re.findall(r"[\w.]+", match[3])
        for name in names:
            parts = name.split(".")
            for count in range(len(parts), 0, -1):
                found = file_of(file, ".".join(parts[:count]))
                if found:
                    yield found


def member(module: str, name: str) -> str:
    return f"{module}{name}" if module.endswith(".") else f"{module}.{name}"


def is_elsewhere(module: str) -> bool:
    """Whether Python finds `module` elsewhere than beside a source."""
    return module.split(".")[0] in _ELSEWHERE


def file_of(importer: str, module: str) -> str:
    """The file of `module`, as the file `importer` names it; "" where Python finds it elsewhere, or
    nowhere."""
    dots = len(module) - len(module.lstrip("."))
    parts = [p for p in module[dots:].split(".") if p]
    folder = os.path.dirname(importer) or "."
    if dots:
        places = [os.path.join(folder, *[os.pardir] * (dots - 1))]
    elif not parts or is_elsewhere(module):
        return ""
    else:
        places = list(dict.fromkeys((folder, package_root(importer))))
    for place in places:
        path = os.path.normpath(os.path.join(place, *parts))
        for file in (os.path.join(path, "__init__.py"), f"{path}.py"):
            if (parts or file.endswith("__init__.py")) and os.path.isfile(file):
                return file
    return ""


def package_root(file: str) -> str:
    """The folder that the package of `file` lies in; its own folder where it is in none."""
    folder = os.path.dirname(file) or "."
    while os.path.isfile(os.path.join(folder, "__init__.py")):
        folder = os.path.normpath(os.path.join(folder, os.pardir))
    return folder
