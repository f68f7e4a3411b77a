"""Where the modules lie that a source imports, as far as they are its own."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator
from functools import lru_cache

#: What Python finds elsewhere, whatever lies beside a file.
_ELSEWHERE = frozenset(sys.stdlib_module_names) | {"numpy", "scipy"}
_IMPORT = re.compile(
    r"(?:^|[;:])[ \t]*(?:from\b[ \t]*(\.*[ \t]*[\w.]*)[ \t]*\bimport\b[ \t]*"
    r"(\((?:#[^\n]*|[^)#])*\)|[^#\n;]*)|import[ \t]+([^#\n;]+))",
    re.MULTILINE,
)
_BY_TEXT = re.compile(r"\b(?:import_module|__import__)\s*\(\s*[\"']([\w.]+)[\"']")
_CONTINUED = re.compile(r"\\\r?\n")
#: So deep in a package is a file looked for.
_DEEPEST = 6


def own_texts(path: str) -> dict[str, str]:
    """The files of the modules that the file at `path` may import, and these again, each with its
    text, "" where it has none; those of the packages that they are in run before them."""
    found: dict[str, str] = {}
    pending = [(path, text_of(path))]
    while pending:
        file, text = pending.pop()
        for other in (*packages_of(file), *imported_files(file, text)):
            if other not in found and other != path:
                found[other] = text_of(other)
                pending.append((other, found[other]))
    return dict(sorted(found.items()))


def text_of(file: str) -> str:
    """What the file says; nothing where it cannot be read."""
    try:
        with open(file, encoding="utf-8-sig") as opened:
            return opened.read()
    except (OSError, UnicodeDecodeError):
        return ""


def packages_of(file: str) -> Iterator[str]:
    """The files of the packages that a file is in, the innermost first."""
    folder = os.path.dirname(file) or "."
    while os.path.isfile(found := os.path.normpath(os.path.join(folder, "__init__.py"))):
        yield found
        folder = os.path.normpath(os.path.join(folder, os.pardir))


def imported_files(file: str, text: str) -> Iterator[str]:
    """The files of the modules that a text, which is that of `file`, may import."""
    text = _CONTINUED.sub(" ", text)
    for name in (*_imported_names(text), *_BY_TEXT.findall(text)):
        parts = name.split(".")
        for count in range(len(parts), 0, -1):
            found = file_of(file, ".".join(parts[:count]))
            if found:
                yield found


def _imported_names(text: str) -> Iterator[str]:
    """The modules that a text may import, and the names that it imports from them as such."""
    for match in _IMPORT.finditer(text):
        if match[3] is None:
            module = re.sub(r"[ \t]", "", match[1])
            yield module
            yield from (member(module, n) for n in re.findall(r"\w+", match[2]))
        else:
            yield from re.findall(r"[\w.]+", match[3])


def member(module: str, name: str) -> str:
    return f"{module}{name}" if module.endswith(".") else f"{module}.{name}"


def is_elsewhere(module: str) -> bool:
    """Whether Python finds `module` elsewhere than beside a source."""
    return module.split(".")[0] in _ELSEWHERE


def file_of(importer: str, module: str) -> str:
    """The file of `module`, as the file `importer` names it; "" where Python finds it elsewhere, or
    nowhere."""
    return next(iter(files_of(importer, module)), "")


def files_of(importer: str, module: str) -> tuple[str, ...]:
    """The files that `module` may be: beside the `importer`, or at the root of its package."""
    dots = len(module) - len(module.lstrip("."))
    parts = [p for p in module[dots:].split(".") if p]
    folder = os.path.dirname(importer) or "."
    if dots:
        places = [os.path.join(folder, *[os.pardir] * (dots - 1))]
    elif not parts or is_elsewhere(module):
        return ()
    else:
        root = package_root(importer)
        places = [root] if root != folder and _imports_relatively(importer) else [folder, root]
        places += _around(folder, parts[0])
    found: dict[str, None] = {}
    for place in places:
        path = os.path.normpath(os.path.join(place, *parts))
        for file in (os.path.join(path, "__init__.py"), f"{path}.py"):
            if (parts or file.endswith("__init__.py")) and os.path.isfile(file):
                found[file] = None
                break
    return tuple(found)


def _around(folder: str, package: str) -> list[str]:
    """The folder that has `package`, where that is around `folder`: folders in between may be parts
    of it that have no `__init__.py`."""
    for _ in range(_DEEPEST):
        above = os.path.normpath(os.path.join(folder, os.pardir))
        if os.path.basename(os.path.abspath(folder)) == package:
            init = os.path.join(folder, "__init__.py")
            return [above] if os.path.isfile(init) else []
        folder = above
    return []


def _imports_relatively(file: str) -> bool:
    """Whether a file can only be imported as a part of its package: what lies beside it is then no
    module by itself."""
    try:
        known = os.stat(file)
    except OSError:
        return False
    return _has_relative_import(file, known.st_mtime_ns, known.st_size)


@lru_cache(maxsize=4096)
def _has_relative_import(file: str, time: int, size: int) -> bool:
    return re.search(r"^from[ \t]*\.", text_of(file), re.MULTILINE) is not None


def package_root(file: str) -> str:
    """The folder that the package of `file` lies in; its own folder where it is in none."""
    *_, outermost = ("", *packages_of(file))
    if not outermost:
        return os.path.dirname(file) or "."
    return os.path.normpath(os.path.join(os.path.dirname(outermost), os.pardir))
