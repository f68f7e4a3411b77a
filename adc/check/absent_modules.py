"""Modules that the source imports and nobody has installed, stood in for while it is imported.

A file that draws its results imports Matplotlib at the top; that adc's Python lacks it should not
keep the function from being run. Loaded by `runner.py`, by its path: it imports nothing of adc.
"""

import importlib.machinery
import importlib.util
import sys
from types import ModuleType
from typing import Any

#: The packages that the source imports and nobody has installed, with what Python says of each.
ABSENT: dict[str, ModuleNotFoundError] = {}


def stand_in(error: ModuleNotFoundError) -> bool:
    """Whether the package that could not be imported is stood in for from now on."""
    name = (error.name or "").partition(".")[0]
    if not name or name in ABSENT or importlib.util.find_spec(name) is not None:
        return False
    if not ABSENT:
        sys.meta_path.append(_Finder())
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


class _Finder:
    """Finds the modules of packages that are not installed: what they hold is `Absent`."""

    @staticmethod
    def find_spec(name: str, path: Any = None, target: Any = None) -> Any:
        if name.partition(".")[0] not in ABSENT:
            return None
        return importlib.machinery.ModuleSpec(name, _Loader(), is_package=True)  # type: ignore[arg-type]


class _Loader:
    @staticmethod
    def create_module(spec: Any) -> ModuleType:
        module = ModuleType(spec.name)
        of = spec.name.partition(".")[0]

        def part(name: str) -> Any:
            if name.startswith("__") and name.endswith("__"):
                raise AttributeError(name)
            return Absent(of)

        module.__getattr__ = part  # type: ignore[method-assign]
        return module

    @staticmethod
    def exec_module(module: ModuleType) -> None:
        pass
