"""Packages that draw, or show how far a loop is, as the source finds them where adc runs it.

The function is run many times, and adc leaves out what only draws: so nothing is drawn, whether
such a package is installed or not, and no window opens and no file is written. Loaded by
`runner.py`, by its path: it imports nothing of adc.
"""

import dis
import sys
from collections.abc import Callable, Iterable, Iterator
from typing import Any

PACKAGES = ("matplotlib", "mpl_toolkits", "pylab", "seaborn", "tqdm")


def draw_nothing(own: Iterable[str], finder: Callable[..., Any]) -> None:
    """From now on the packages are stood in for, but for those that are modules of the source's
    own; `finder` makes what finds modules, `made_modules.Finder`."""
    packages = frozenset(PACKAGES) - frozenset(own)
    sys.meta_path.insert(0, finder(packages.__contains__, _part_of))


class Nothing:
    """Something of a package that draws: it has all names, takes any call and is any base."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") and name.endswith("__"):
            raise AttributeError(name)
        return Nothing()

    def __call__(self, *given: Any, **named: Any) -> Any:
        return Nothing()

    def __bool__(self) -> bool:
        return False

    def __setattr__(self, name: str, value: Any) -> None:
        pass

    def __getitem__(self, key: Any) -> Any:
        return Nothing()

    def __setitem__(self, key: Any, value: Any) -> None:
        pass

    def __enter__(self) -> Any:
        return self

    def __exit__(self, *error: Any) -> None:
        pass

    def __iter__(self) -> Iterator[Any]:
        """As many as are asked for: `fig, ax = plt.subplots()`; none in a loop."""
        frame = sys._getframe(1)
        made = {i.offset: i for i in dis.get_instructions(frame.f_code)}[frame.f_lasti]
        count = made.arg if made.opname == "UNPACK_SEQUENCE" and made.arg else 0
        return iter([Nothing() for _ in range(count)])

    def __mro_entries__(self, bases: Any) -> tuple[type, ...]:
        return (object,)

    def __or__(self, other: Any) -> Any:
        return other

    __ror__ = __or__


def _as_it_is(iterated: Any = None, *given: Any, **named: Any) -> Any:
    return Nothing() if iterated is None else iterated


def _range(*given: Any, **named: Any) -> Any:
    return range(*given)


def _part_of(module: str) -> Callable[[str], Any]:
    """What the parts of the module are, by their names."""
    shown = {"tqdm": _as_it_is, "trange": _range} if module.startswith("tqdm") else {}

    def part(name: str) -> Any:
        if name.startswith("__") and name.endswith("__"):
            raise AttributeError(name)
        return shown.get(name) or Nothing()

    return part
