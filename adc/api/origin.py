"""Where a function's text is: files, or a function object, whose file is read and never run."""

from __future__ import annotations

import functools
import inspect
import linecache
import os
import types
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from importlib.machinery import SourceFileLoader
from pathlib import Path
from typing import Any, NoReturn

from adc.api.surroundings import changed_name
from adc.diagnostics import AdcError


@dataclass(frozen=True)
class Origin:
    """Sources as the command line takes them. Of a function object also its name, and what its
    parameters have for defaults."""

    sources: tuple[str, ...]
    function: str | None = None
    defaults: Mapping[str, Any] = field(default_factory=dict)


def origin_of(source: Any, folder: Path) -> Origin:
    """Where the text of `source` is: a path, several, or a function.

    The text of a function that no file has (a notebook's cell) is written to `folder`. TypeError
    for what is none of these; AdcError where a function's text cannot be read (ADC0602), is not
    what is loaded (ADC0602), or is not at the top level of its file (ADC0208).
    """
    if isinstance(source, (str, os.PathLike)):
        return Origin((_path(source),))
    if isinstance(source, (list, tuple)):
        return Origin(tuple(_path(path) for path in source))
    if callable(source):
        return _of_function(_function(source), folder)
    what = "a path, a list of paths, or a function"
    raise TypeError(f"the source must be {what}, not {type(source).__name__}")


def _path(path: Any) -> str:
    text = os.fspath(path)
    if not isinstance(text, str):
        raise TypeError(f"a path must be a str, not {type(text).__name__}")
    return text


def _function(source: Callable[..., Any]) -> types.FunctionType:
    """The function that is written, under what wraps it: what it is called by is another thing."""
    if isinstance(source, functools.partial):
        _refuse(
            f"`{_name(source.func)}` stands in a `partial`",
            "give the function itself, and the arguments to what is made of it",
        )
    found = inspect.unwrap(source)
    found = getattr(found, "py_func", found)  # numba's
    if isinstance(found, types.FunctionType):
        return found
    kind = "a method" if inspect.ismethod(found) else "a class" if inspect.isclass(found) else ""
    told = kind or "not a function that is written in Python"
    _refuse(f"`{_name(found)}` is {told}", "give a function that a file defines at its top level")


def _name(found: Any) -> str:
    return str(getattr(found, "__qualname__", type(found).__name__))


def _refuse(message: str, way_out: str) -> NoReturn:
    raise AdcError.of("ADC0208", message, help=way_out)


def _unreadable(name: str, why: str, way_out: str) -> NoReturn:
    raise AdcError.of("ADC0602", f"cannot read the source of `{name}`: {why}", help=way_out)


def _of_function(function: types.FunctionType, folder: Path) -> Origin:
    code = function.__code__
    outer, _, name = code.co_qualname.rpartition(".")
    if name == "<lambda>":
        _refuse("a `lambda` has no name to find it by", "write it as a function: `def f(x):`")
    if outer:
        inside = outer.removesuffix(".<locals>")
        _refuse(
            f"`{name}` is defined inside `{inside}`, and adc reads functions at the top level",
            "move it there; what it takes from around it becomes arguments",
        )
    path = code.co_filename
    if os.path.isfile(path):
        lines = Path(path).read_bytes()
    else:
        lines = "".join(linecache.getlines(path, function.__globals__)).encode()
        path = str(folder / f"{name}.py")
        Path(path).write_bytes(lines)
    if not lines:
        _unreadable(
            name, "it is defined where no file is", "put it into a file, and give that or import it"
        )
    if _is_as_written(function):
        _check_same(function, lines, path)
    return Origin((path,), name, _defaults(function))


# -- whether the file still says what is loaded ----------------------------------------------------


def _is_as_written(function: types.FunctionType) -> bool:
    """Whether Python compiled the text as it stands: pytest, for one, rewrites assertions."""
    loader = function.__globals__.get("__loader__")
    return loader is None or type(loader) is SourceFileLoader


def _check_same(function: types.FunctionType, lines: bytes, path: str) -> None:
    """Refuses a function that the text in `lines` does not define as it is loaded, it or another
    one that it may call there."""
    code, name = function.__code__, function.__name__
    try:
        module = compile(lines, path, "exec", dont_inherit=True)
    except (SyntaxError, ValueError):
        return  # it is refused with its place when it is read
    loaded = [*_neighbours(function), code]
    told = {c.co_name: _written(module, c) for c in loaded}
    if any(_shape_of(c) not in told[c.co_name] for c in loaded):
        _unreadable(
            name,
            f"{path} does not say what is loaded",
            "import it again (`importlib.reload`), or give the path instead of the function",
        )
    changed = changed_name(function, lines)
    if changed is not None:
        _unreadable(
            name,
            f"`{changed}` is not what {path} says",
            f"import it again (`importlib.reload`), or make `{changed}` an argument",
        )
    if len(told[code.co_name]) > 1:
        _refuse(f"{path} defines `{code.co_name}` more than once", "give them different names")


def _neighbours(function: types.FunctionType) -> list[types.CodeType]:
    """The functions of the same file that the function finds by name."""
    path, scope = function.__code__.co_filename, function.__globals__
    found = [(name, scope.get(name)) for name in scope]
    codes = [(name, f.__code__) for name, f in found if isinstance(f, types.FunctionType)]
    return [c for name, c in codes if c.co_filename == path and c.co_qualname == name]


def _written(module: types.CodeType, code: types.CodeType) -> set[tuple[Any, ...]]:
    """What the module's text has under the name of `code`."""
    return {_shape_of(c) for c in _constants(module) if c.co_qualname == code.co_qualname}


def _constants(code: types.CodeType) -> Iterator[types.CodeType]:
    return (c for c in code.co_consts if isinstance(c, types.CodeType))


def _shape_of(code: types.CodeType) -> tuple[Any, ...]:
    """What a function does, wherever it stands."""
    constants = tuple(_constant(c) for c in code.co_consts)
    return code.co_code, code.co_names, code.co_varnames, constants


def _constant(value: Any) -> tuple[Any, ...]:
    if isinstance(value, types.CodeType):
        return _shape_of(value)
    if isinstance(value, frozenset):  # in no order of its own
        return (frozenset, *sorted(map(repr, value)))
    return type(value), repr(value)


def _defaults(function: types.FunctionType) -> dict[str, Any]:
    parameters = inspect.signature(function, follow_wrapped=False).parameters.values()
    return {p.name: p.default for p in parameters if p.default is not p.empty}
