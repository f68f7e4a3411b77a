"""adc: an adjoint compiler for NumPy-style Python and Fortran.

    import adc

    gradient = adc.grad("heat.py", wrt="k,u")

`grad`, `value_and_grad` and `jvp` give functions, `check` a report; `adc.api` has them. They are
imported when they are asked for, and so is all that they need.
"""

import importlib
import sys
import types
from typing import Any

__version__ = "0.1.0"
__all__ = ["AdcError", "AdcWarning", "check", "grad", "jvp", "value_and_grad"]


def __getattr__(name: str) -> Any:
    if name in __all__:
        return getattr(importlib.import_module("adc.api"), name)
    raise AttributeError(f"module 'adc' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})


class _Package(types.ModuleType):
    """`adc.check` is the function, also where the package of that name has been imported: Python
    sets a package's attribute to each module that is imported from it."""

    @property
    def check(self) -> Any:
        return __getattr__("check")

    @check.setter
    def check(self, _: Any) -> None:
        pass


sys.modules[__name__].__class__ = _Package
