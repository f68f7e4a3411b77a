"""Modules that are made up while the source is imported, before or where Python finds none.

Loaded by `runner.py`, by its path: it imports nothing of adc.
"""

import importlib.machinery
from collections.abc import Callable
from types import ModuleType
from typing import Any


class Finder:
    """Finds the modules of the packages that `has` tells, each of which has the parts that
    `part_of` tells: given the module's name, what gives a part by its name."""

    def __init__(
        self, has: Callable[[str], bool], part_of: Callable[[str], Callable[[str], Any]]
    ) -> None:
        self.has = has
        self.part_of = part_of

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> Any:
        if not self.has(name.partition(".")[0]):
            return None
        return importlib.machinery.ModuleSpec(name, self, is_package=True)  # type: ignore[arg-type]

    def create_module(self, spec: Any) -> ModuleType:
        module = ModuleType(spec.name)
        module.__getattr__ = self.part_of(spec.name)  # type: ignore[method-assign]
        return module

    @staticmethod
    def exec_module(module: ModuleType) -> None:
        pass
