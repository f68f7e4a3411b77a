"""The functions of `import adc`: the command line's, for use from Python."""

from __future__ import annotations

import contextlib
import inspect
import os
import tempfile
import typing
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, Unpack

import click
import numpy as np

from adc.api.building import LOCK, loaded
from adc.api.options import CheckOptions, GradOptions, JvpOptions, Source, ValueAndGradOptions
from adc.api.origin import Origin, origin_of
from adc.api.refusals import texts, told, warn, without_folder
from adc.api.words import parsed, usage
from adc.api.wrapper import wrapped
from adc.cli.observer import TerminalObserver
from adc.cli.request import build_request

if TYPE_CHECKING:
    from adc.check.report import CheckReport
    from adc.options import Request

Function = TypeVar("Function", bound=Callable[..., Any])
#: The file that arrays given for `example` are written to.
_EXAMPLE = "example.npz"


def _with_keywords(options: type) -> Callable[[Function], Function]:
    """The function shows the keywords of `options` in its signature."""

    def decorate(function: Function) -> Function:
        types = typing.get_type_hints(options)
        source = inspect.Parameter("source", inspect.Parameter.POSITIONAL_ONLY)
        named = [
            inspect.Parameter(
                name, inspect.Parameter.KEYWORD_ONLY, default=None, annotation=types[name]
            )
            for name in types
        ]
        function.__signature__ = inspect.Signature([source, *named])  # type: ignore[attr-defined]
        return function

    return decorate


@_with_keywords(GradOptions)
def grad(source: Source, /, **options: Unpack[GradOptions]) -> Callable[..., Any]:
    """The gradient of a function, as a function: reverse mode, compiled for this machine.

    `source` is a file of Python or Fortran, a list of Fortran files, or a Python function, whose
    text is read in its file and never run. `wrt` names the independents, `of` the dependents
    (optional where one value is returned); all keywords are options of `adc grad`, with its
    meanings. What is built is kept in the cache folder.

    The result takes the source's arguments, and `O_seed=` for each dependent O that is an array. It
    returns a named tuple with one field for each independent; its documentation says more.

    Raises AdcError where adc refuses the source, TypeError and ValueError for wrong options.
    """
    return _derivative("grad", "grad", source, options)


@_with_keywords(ValueAndGradOptions)
def value_and_grad(source: Source, /, **options: Unpack[ValueAndGradOptions]) -> Callable[..., Any]:
    """`grad` whose result also returns what the source computes: `value` (or the arrays that it
    returns or writes), then one field for each independent.

    Of one value and one independent it is a pair (value, gradient), as
    `scipy.optimize.minimize(..., jac=True)` wants it.
    """
    return _derivative("grad", "value_and_grad", source, {**options, "value": True})


@_with_keywords(JvpOptions)
def jvp(source: Source, /, **options: Unpack[JvpOptions]) -> Callable[..., Any]:
    """The tangent of a function (forward mode), with the keywords of `adc jvp`.

    The result takes the source's arguments and a direction `x_dot=` for each independent x, and
    returns a named tuple with `O_dot` for each dependent O; with `value=True` the values first.
    """
    return _derivative("jvp", "jvp", source, options)


@_with_keywords(CheckOptions)
def check(source: Source, /, **options: Unpack[CheckOptions]) -> CheckReport:
    """Builds primal, tangent and adjoint and proves them right numerically, as `adc check` does:
    this alone runs the source, the file as a whole, in a process of its own. Where that run comes
    to a check, it is one without such a run.

    The report's `verdict` is "pass", "wrong" or "inconclusive", it is true where that is "pass",
    and `print(report)` shows it all. Raises as `grad` does.
    """
    from adc.check.original import RUN
    from adc.cli.check import AGAINST, checked

    with LOCK, _asked("check", "check", source, options) as asked:
        against = AGAINST[False if RUN in os.environ else asked.against_python]
        compiled, report = checked(asked.request, asked.observer, against)
        shown = texts(compiled.warnings, asked.observer.sources)
        warnings = [without_folder(text, asked.folder) for text in shown]
    warn(warnings)
    return report


def _derivative(
    mode: str, called: str, source: Source, options: Mapping[str, Any]
) -> Callable[..., Any]:
    with LOCK, _asked(mode, called, source, options) as asked:
        found = loaded(asked.request, asked.observer)
    warn(found.built.facts["warnings"])
    return wrapped(found, asked.origin.defaults)


# -- what is asked for -----------------------------------------------------------------------------


@dataclass(frozen=True)
class _Asked:
    """A request, where its sources are from, who hears of the stages, and the folder of what is
    written for this call."""

    request: Request
    origin: Origin
    observer: TerminalObserver
    folder: str
    against_python: bool | None = None


@contextlib.contextmanager
def _asked(mode: str, called: str, source: Source, options: Mapping[str, Any]) -> Iterator[_Asked]:
    """The request of a call; what is written for it lasts as long as the scope."""
    observer = TerminalObserver()
    with (
        tempfile.TemporaryDirectory(prefix="adc-asked-") as passing,
        told(observer.sources, passing),
    ):
        folder = Path(passing)
        origin = origin_of(source, folder)
        given = dict(options)
        if origin.function is not None:
            for name in ("function", "head"):
                if given.get(name) is not None:
                    raise TypeError(f"adc.{called}: `{name}` is for files: a function is given")
            given["function"] = origin.function
        given["example"] = _example(given.pop("example", None), folder)
        values = parsed(mode, called, origin.sources, given)
        against = values.pop("against_python", None)
        mode = "grad" if mode == "check" else mode
        try:
            request = build_request(mode, observer.sources, **values)
        except click.UsageError as error:
            raise usage(called, error) from None
        yield _Asked(request, origin, observer, passing, against)


def _example(example: Any, folder: Path) -> Any:
    """The path of the samples; arrays by name are written to a file."""
    if not isinstance(example, Mapping):
        return example
    path = folder / _EXAMPLE
    samples = {name: np.asarray(v) for k, v in example.items() for name, v in _samples(str(k), v)}
    np.savez(path, allow_pickle=False, **samples)
    return path


def _samples(name: str, value: Any) -> Iterator[tuple[str, Any]]:
    """`value` under its name; the fields of a named tuple or a dataclass, and the items of a
    dictionary, as `p.k`, but for texts and None."""
    if isinstance(value, Mapping):
        for key, found in value.items():
            if found is not None and not isinstance(found, str):
                yield from _samples(f"{name}.{key}", found)
        return
    fields = getattr(value, "_fields", None) or getattr(value, "__dataclass_fields__", None)
    if fields is None or isinstance(value, type):
        yield name, value
        return
    for own in fields:
        found = getattr(value, own)
        if found is not None and not isinstance(found, str):
            yield from _samples(f"{name}.{own}", found)
