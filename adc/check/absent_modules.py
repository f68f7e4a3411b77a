"""Modules that the source imports and nobody has installed, stood in for while it is imported.

A file that draws its results imports Matplotlib at the top; that adc's Python lacks it should not
keep the function from being run. Loaded by `runner.py`, by its path: it imports nothing of adc.
"""

import importlib
import importlib.util
import sys
from collections.abc import Callable
from types import ModuleType
from typing import Any

#: The packages that the source imports and nobody has installed, with what Python says of each.
ABSENT: dict[str, ModuleNotFoundError] = {}


def stand_in(error: ModuleNotFoundError, finder: Callable[..., Any]) -> bool:
    """Whether the package that could not be imported is stood in for from now on; `finder` makes
    what finds modules, `made_modules.Finder`."""
    name = (error.name or "").partition(".")[0]
    if not name or name in ABSENT or importlib.util.find_spec(name) is not None:
        return False
    if not ABSENT:
        sys.meta_path.append(finder(ABSENT.__contains__, _part_of))
    ABSENT[name] = error
    return True


def first_absent() -> ModuleNotFoundError:
    """What Python said of the first of them."""
    return next(iter(ABSENT.values()))


class Absent:
    """Something of a module that is not installed, as it is while the source is imported: it can be
    passed on, called, decorate a function and be a base of a class. When the function runs
    (`Absent.running`), every use of it ends the run, but for being a type that no value has."""

    running = False

    def __init__(self, of: str) -> None:
        self.__dict__["_of"] = of

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") and name.endswith("__"):
            raise AttributeError(name)
        return Absent(self._of)

    def __call__(self, *given: Any, **named: Any) -> Any:
        self._used()
        return Absent(self._of)

    def __bool__(self) -> bool:
        raise ABSENT[self._of]

    def __setattr__(self, name: str, value: Any) -> None:
        self._used()

    def __getitem__(self, key: Any) -> Any:
        self._used()
        return Absent(self._of)

    def __setitem__(self, key: Any, value: Any) -> None:
        self._used()

    def __enter__(self) -> Any:
        self._used()
        return self

    def __exit__(self, *error: Any) -> None:
        self._used()

    def __mro_entries__(self, bases: Any) -> tuple[type, ...]:
        of = self._of

        class Base:
            def __new__(cls, *given: Any, **named: Any) -> Any:
                raise ABSENT[of]

        return (Base,)

    def __instancecheck__(self, value: Any) -> bool:
        return False

    __subclasscheck__ = __instancecheck__

    def __or__(self, other: Any) -> Any:
        """A union of types in an annotation."""
        self._used()
        return _Union(self._of)

    __ror__ = __or__
    __iter__ = None
    __contains__ = None

    def _used(self) -> None:
        if Absent.running:
            raise ABSENT[self._of]


class _Union(Absent):
    def __instancecheck__(self, value: Any) -> bool:
        raise ABSENT[self._of]

    __subclasscheck__ = __instancecheck__


def _as_it_is(*given: Any, **options: Any) -> Any:
    """A decorator that leaves a function as it is, with options or a signature or without."""
    if len(given) == 1 and not options and callable(given[0]) and not isinstance(given[0], Absent):
        return given[0]
    return _as_it_is


#: What functions do as plain Python that such a package only makes faster.
_PLAIN: dict[str, dict[str, Callable[..., Any]]] = {
    "numba": {"jit": _as_it_is, "njit": _as_it_is, "prange": range}
}
#: Packages whose modules have what a library's have, with values as theirs.
_WRAPPING = {"autograd": ("numpy", "scipy")}


def _wrapped(name: str) -> ModuleType | None:
    """The library's module that the module `name` has the functions of."""
    package, _, inner = name.partition(".")
    if inner.partition(".")[0] not in _WRAPPING.get(package, ()):
        return None
    return importlib.import_module(inner)


def _part_of(module: str) -> Callable[[str], Any]:
    """What the parts of the module are, by their names: `Absent`, but for what is known."""
    of = module.partition(".")[0]
    plain = _PLAIN.get(module, {})
    wrapped = _wrapped(module)

    def part(name: str) -> Any:
        told = wrapped is not None and name in ("__all__", *getattr(wrapped, "__all__", ()))
        if name.startswith("__") and name.endswith("__") and not told:
            raise AttributeError(name)
        if wrapped is not None:
            return getattr(wrapped, name)
        return plain[name] if name in plain else Absent(of)

    return part
