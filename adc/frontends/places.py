"""Where Python looks for the modules that a source imports: beside its files, in the packages that
these are in, and then in folders that are named, in order (`--python-path`).

Which folders these are holds for the reading of one source, and hardly any question about a module
goes without them, so that they are no argument but a scope, `looking_in`. What is found is kept as
long: the files are taken not to change meanwhile.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Hashable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import lru_cache
from importlib.machinery import EXTENSION_SUFFIXES
from typing import TypeVar

from adc.frontends.lazy_modules import with_stub

T = TypeVar("T")

#: What Python finds elsewhere, whatever lies beside a file.
_ELSEWHERE = frozenset(sys.stdlib_module_names) | {"numpy", "scipy"}
#: Packages whose decorators compile, cache or check.
COMPILERS = frozenset({
    "numba", "jax", "dace", "torch", "tensorflow", "cython", "pythran", "transonic", "beartype",
    "jaxtyping", "typeguard", "line_profiler", "joblib",
})  # fmt: skip
#: Packages that are not read in folders that are named: adc knows what it needs of them, or they
#: have nothing that it could read.
_NOT_READ = COMPILERS | {
    "pandas", "xarray", "dask", "sympy", "cupy", "matplotlib", "IPython", "pytest", "setuptools",
    "typing_extensions",
}  # fmt: skip
#: So deep in a package is a file looked for.
_DEEPEST = 6


@contextmanager
def looking_in(main: str, folders: Iterable[str]) -> Iterator[None]:
    """In this scope the modules of the source `main` are looked for in `folders`, too."""
    before = _search.set(_Search(main, tuple(folders), keeps=True))
    try:
        yield
    finally:
        _search.reset(before)


def file_of(importer: str, module: str) -> str:
    """The file of `module`, as the file `importer` names it; "" where Python finds it elsewhere, or
    nowhere."""
    return next(iter(files_of(importer, module)), "")


def files_of(importer: str, module: str) -> tuple[str, ...]:
    """The files that `module` may be: beside the `importer`, at the root of its package, or in the
    first of the folders that are named which has its package."""
    return _search.get().files(importer, module)


def package_root(file: str) -> str:
    """The folder that the package of `file` lies in; its own folder where it is in none."""
    return _search.get().root(os.path.dirname(file) or ".")


def package_of(file: str) -> str:
    """The package that a file is of which lies in a folder that is named; "" for the source's
    own files."""
    return inside_named(file).split(os.sep)[0].removesuffix(".py")


def packages_read(main: str, folders: Iterable[str], files: Iterable[str]) -> tuple[str, ...]:
    """The packages of `folders` that `files` are of, which the source `main` takes something
    from."""
    with looking_in(main, folders):
        return tuple(sorted({*map(package_of, files)} - {""}))


def inside_named(file: str) -> str:
    """The path of a file from the folder that is named in which it lies; "" for the source's own
    files."""
    home = _search.get().home(os.path.dirname(file) or ".")
    return os.path.relpath(file, home) if home is not None else ""


def named_folders() -> tuple[str, ...]:
    """The folders that modules are looked for in beside the source's own."""
    return _search.get().folders


def is_elsewhere(module: str) -> bool:
    """Whether Python finds `module` elsewhere than beside a source."""
    return module.split(".")[0] in _ELSEWHERE


def is_readable(package: str) -> bool:
    """Whether a package of this name is read where it lies in a folder that is named."""
    return bool(package) and package not in _ELSEWHERE | _NOT_READ


def installed_in(package: str) -> str:
    """The folder in which the Python that adc runs by has the package, "" for none. Nothing is
    imported."""
    return next((p for p in sys.path if os.path.isabs(p) and _readable(p, package)), "")


def packages_of(file: str) -> Iterator[str]:
    """The files of the packages that a file is in, the innermost first."""
    folder = os.path.dirname(file) or "."
    while os.path.isfile(found := os.path.normpath(os.path.join(folder, "__init__.py"))):
        yield found
        folder = os.path.normpath(os.path.join(folder, os.pardir))


@dataclass
class _Search:
    """`main`: the file that was named; `folders`: where modules are looked for beside its own
    tree; `keeps`: whether answers are kept."""

    main: str = ""
    folders: tuple[str, ...] = ()
    keeps: bool = False
    known: dict[Hashable, object] = field(default_factory=dict)

    def kept(self, question: Hashable, answer: Callable[[], T]) -> T:
        if not self.keeps:
            return answer()
        if question not in self.known:
            self.known[question] = answer()
        return self.known[question]  # type: ignore[return-value]

    def files(self, importer: str, module: str) -> tuple[str, ...]:
        folder = os.path.dirname(importer) or "."
        alone = False
        if not module.startswith("."):
            in_package = self.root(folder) != folder
            alone = in_package and self.kept(importer, lambda: _imports_relatively(importer))
            # `from numba import jit` in a package's own `numba.py` means no file beside it.
            alone = alone or (in_package and _stem(importer) == module.split(".")[0])
        question = ("files", folder, alone, module)
        return self.kept(question, lambda: tuple(self._look(folder, module, alone)))

    def root(self, folder: str) -> str:
        return self.kept(("root", folder), lambda: _package_root(folder))

    def home(self, folder: str) -> str | None:
        """Which of the folders that are named `folder` lies in, where it does not lie nearer to
        the source's own files."""
        return self.kept(("home", folder), lambda: self._home(folder)) if self.folders else None

    def _home(self, folder: str) -> str | None:
        own = self.root(os.path.dirname(self.main) or ".")
        inner, outer = os.path.abspath(folder), {os.path.abspath(own): ""}
        for each in self.folders:
            outer.setdefault(os.path.abspath(each), each)
        around = [path for path in outer if os.path.commonpath([path, inner]) == path]
        return outer[max(around, key=len)] or None if around else None

    def _look(self, folder: str, module: str, alone: bool) -> Iterator[str]:
        """The files of `module` as a file in `folder` names it; `alone`: what lies beside that
        file is no module by itself."""
        dots = len(module) - len(module.lstrip("."))
        parts = [p for p in module[dots:].split(".") if p]
        if dots:
            yield from _at([os.path.join(folder, *[os.pardir] * (dots - 1))], parts)
        elif parts and not is_elsewhere(module):
            places = self._own_places(folder, parts[0], alone)
            if not self.folders or not is_readable(parts[0]):
                yield from _at(places, parts)
            else:
                yield from self._in_order(folder, places, parts)

    def _own_places(self, folder: str, package: str, alone: bool) -> list[str]:
        """Where the source's own files are looked for."""
        if self.home(folder) is not None:
            folder, alone = os.path.dirname(self.main) or ".", True
        root = self.root(folder)
        places = [root] if root == folder or alone else [folder, root]
        return places + _around(folder, package)

    def _in_order(self, folder: str, places: list[str], parts: list[str]) -> Iterator[str]:
        """A package that has a file is found before the parts of one that has none; what lies
        beside a file of a package is found first by Python only if that file is a program."""
        own = [p for p in places if _has(p, parts[0])]
        others = [p for p in self.folders if _has(p, parts[0])][:1]
        if own or others:
            beside = self.root(folder) not in own and own == [folder]
            yield from _at([*own, *others] if beside else own or others, parts)
            return
        found = list(_at(places, parts))
        yield from found or list(_at(self.folders, parts))[:1]


def _at(places: Iterable[str], parts: list[str]) -> Iterator[str]:
    found: dict[str, None] = {}
    for place in places:
        path = os.path.normpath(os.path.join(place, *parts))
        for file in (os.path.join(path, "__init__.py"), f"{path}.py"):
            if (parts or file.endswith("__init__.py")) and os.path.isfile(file):
                found[file] = None
                break
    yield from found


def _stem(file: str) -> str:
    return os.path.basename(file).removesuffix(".py")


def _readable(place: str, name: str) -> bool:
    path = os.path.join(place, name)
    return os.path.isfile(os.path.join(path, "__init__.py")) or os.path.isfile(f"{path}.py")


def _has(place: str, name: str) -> bool:
    """Whether Python finds the module or package in the folder, also where nobody can read it."""
    path = os.path.join(place, name)
    return _readable(place, name) or any(os.path.isfile(path + s) for s in EXTENSION_SUFFIXES)


def _package_root(folder: str) -> str:
    *_, outermost = ("", *packages_of(os.path.join(folder, "module.py")))
    if not outermost:
        return folder
    return os.path.normpath(os.path.join(os.path.dirname(outermost), os.pardir))


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


def text_of(file: str) -> str:
    """What the file says; nothing where it cannot be read."""
    try:
        with open(file, encoding="utf-8-sig") as opened:
            return with_stub(file, opened.read())
    except (OSError, UnicodeDecodeError):
        return ""


_NO_SCOPE = _Search()  # which keeps nothing
_search: ContextVar[_Search] = ContextVar("search", default=_NO_SCOPE)
