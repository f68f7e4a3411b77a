"""Files of `--tuned`: what `adc tune` measured, for which program and request, and what it chose.

adc = "0.1.0"               the version that measured

[measured]                  what was measured; another request is refused
function = "f"
arguments = ["N: size", "x: float64[N]"]
wrt = ["x"]
of = ["return"]
options = ["--value"]       all options that change what is written

[sizes]                     the sizes it was measured at, which plans are made for
N = 1000

[choice]                    what is not the default: strategy, plan_bytes, without, threads_from
without = ["gather"]
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields, replace
from difflib import get_close_matches
from pathlib import PurePath
from typing import Any, NoReturn

from adc import __version__
from adc.diagnostics import AdcError, Note, Span
from adc.emit.clike.backend import VECTOR_FUNCTIONS
from adc.frontends.toml import TomlFile
from adc.ir.program import Program
from adc.ir.shapes_text import python_text
from adc.options import Choice, Request, Tuned
from adc.rewrite.passes import REWRITES
from adc.schedule import OPTIONAL

#: What `without` may name, in the order in which it runs.
PASSES = ("scaled_products", *(each.name for each in REWRITES), *OPTIONAL, VECTOR_FUNCTIONS)

#: Options that change what is written, by the request's field; told only where they are not the
#: default. Sizes have a table of their own; what only names things is not there.
_OPTIONS = {
    "seed": "--seed", "value": "--value", "accumulate": "--accumulate", "dtype": "--dtype",
    "mem_limit": "--mem-limit", "strategy": "--strategy", "store": "--store",
    "recompute": "--recompute", "machine": "--machine", "target": "--target",
    "openmp": "--no-openmp", "blas": "--no-blas", "inline": "--inline", "defines": "-D",
}  # fmt: skip

_AGAIN = "run `adc tune` again"

Check = Callable[[Any], bool]


def _texts(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(v, str) for v in value)


def _whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 < value < 2**63


def _text(value: Any) -> bool:
    return isinstance(value, str)


_LIST, _NUMBER = "a list of texts", "a whole number above 0"
#: Section -> key -> whether a value will do, and what does. Sizes may have any name.
_KEYS: dict[str, dict[str, tuple[Check, str]]] = {
    "": {"adc": (_text, "a version")},
    "measured": {
        "function": (_text, "a name"),
        "arguments": (_texts, _LIST),
        "wrt": (_texts, _LIST),
        "of": (_texts, _LIST),
        "options": (_texts, _LIST),
    },
    "choice": {
        "strategy": (lambda v: v in ("store", "recompute"), '"store" or "recompute"'),
        "plan_bytes": (_whole, _NUMBER),
        "without": (_texts, _LIST),
        "threads_from": (_whole, _NUMBER),
    },
}
_SECTIONS = ("measured", "sizes", "choice")
#: Sections whose keys may all be left out.
_OPEN = ("choice",)


def with_tuned(request: Request, path: str) -> Request:
    """`request` with the sizes and the choice of the file at `path`.

    Raises ADC0602 or ADC0604 where that cannot be read, ADC0617 where something in it is wrong,
    ADC0618 where it was measured by another version, with other options or at other sizes.
    """
    file = TomlFile.read(path, _malformed)
    _check_version(file)
    _check_keys(file)
    table = file.table
    _check_options(file, request)
    _check_sizes(file, request)
    chosen: dict[str, Any] = dict(table.get("choice", {}))
    chosen["without"] = tuple(chosen.get("without", ()))
    choice = Choice(**chosen)
    tuned = Tuned(path, file.text, table, choice)
    return replace(request, sizes=dict(table["sizes"]), choice=choice, tuned=tuned)


def check_fits(tuned: Tuned, primal: Program, wrt: Sequence[str], of: Sequence[str]) -> None:
    """ADC0618 where the file is of another function, or of one with other arguments."""
    file, found = TomlFile(tuned.path, tuned.text, dict(tuned.table)), facts(primal, wrt, of)
    for key, value in found.items():
        measured = file.table["measured"][key]
        if measured == value:
            continue
        other, own = _listed(measured), _listed(value)
        message = f"`{file.path}` was measured with other {key}: {other}, and here {own}"
        if key == "function":
            message = f"`{file.path}` was measured for `{measured}`, and this is `{value}`"
        raise _unfit(message, file.span(key, "measured"), f"{_AGAIN} for this request")


def facts(primal: Program, wrt: Sequence[str], of: Sequence[str]) -> dict[str, Any]:
    """What the section `measured` says of the program, options apart."""
    return {
        "function": primal.name,
        "arguments": arguments_of(primal),
        "wrt": list(wrt),
        "of": list(of),
    }


def arguments_of(primal: Program) -> list[str]:
    """Each argument with its type: `N: size`, `A: float64[N, M]`."""
    found = []
    for parameter in primal.parameters:
        if parameter.name in primal.symbols:
            found.append(f"{parameter.name}: {parameter.kind}")
            continue
        held = primal[parameter.name]
        extents = ", ".join(python_text(extent) for extent in held.shape)
        found.append(f"{held.name}: {held.dtype}" + (f"[{extents}]" if extents else ""))
    return found


def options_of(request: Request) -> list[str]:
    """The options of a request that change what is written, as the user would give them."""
    defaults = {f.name: f.default for f in fields(Request)}
    found = []
    for name, option in _OPTIONS.items():
        value = getattr(request, name)
        if value == defaults[name]:
            continue
        if name == "machine":
            value = PurePath(value).name
        if name == "inline":
            option = {"all": "--inline", "none": "--no-inline"}[value]
        text = ",".join(value) if isinstance(value, tuple) else str(value)
        bare = isinstance(value, bool) or name == "inline"
        found.append(option if bare else f"{option} {text}")
    return found


def tuned_text(
    measured: Mapping[str, Any], sizes: Mapping[str, int], choice: Choice, comments: Sequence[str]
) -> str:
    """The file: `measured` is `facts` and `options`; `comments` stand at its head."""
    lines = [f"# {line}".rstrip() for line in comments]
    lines += ["", f"adc = {_toml(__version__)}", "", "[measured]"]
    lines += [f"{key} = {_toml(value)}" for key, value in measured.items()]
    lines += ["", "[sizes]", *(f"{name} = {number}" for name, number in sizes.items())]
    chosen = {f.name: getattr(choice, f.name) for f in fields(Choice)}
    lines += ["", "[choice]", *(f"{k} = {_toml(v)}" for k, v in chosen.items() if v)]
    return "\n".join(lines) + "\n"


def _toml(value: Any) -> str:
    """JSON's texts and numbers are TOML's, too; lists of more than one stand one a line."""
    if not isinstance(value, (list, tuple)):
        return json.dumps(value, ensure_ascii=False)
    texts = [json.dumps(v, ensure_ascii=False) for v in value]
    if len(texts) < 2:
        return f"[{', '.join(texts)}]"
    return "[\n" + "".join(f"    {text},\n" for text in texts) + "]"


# -- what is refused -------------------------------------------------------------------------------


def _check_version(file: TomlFile) -> None:
    """First of all: other versions have other keys and passes."""
    version = file.table.get("adc")
    if isinstance(version, str) and version != __version__:
        message = f"`{file.path}` was measured by another version of adc, {version}"
        raise _unfit(message, file.span("adc"), _AGAIN)


def _check_keys(file: TomlFile) -> None:
    _check_section(file, "", {k: v for k, v in file.table.items() if k not in _SECTIONS})
    for section in _SECTIONS:
        entries = file.table.get(section, {} if section in _OPEN else None)
        if entries is None:
            _wrong(file, f"has no section `{section}`", Span(file.path, 1, 1, 1, 2), _AGAIN)
        if not isinstance(entries, dict):
            _wrong(file, f"has `{section}`, which is no section", file.span(section), _AGAIN)
        _check_section(file, section, entries)
    for name in file.table.get("choice", {}).get("without", ()):
        if name not in PASSES:
            near = get_close_matches(name, PASSES, 1)
            action = f"write `{near[0]}`" if near else "take it out"
            where = _within(file, file.span("without", "choice"), name)
            _wrong(file, f"leaves out `{name}`, which is no pass of adc", where, action)


def _check_section(file: TomlFile, section: str, entries: Mapping[str, Any]) -> None:
    """Every key is known and of its type, and none is missing."""
    if section == "sizes":
        known: dict[str, tuple[Check, str]] = {
            name: (lambda v: isinstance(v, int) and not isinstance(v, bool), "a whole number")
            for name in entries
        }
    else:
        known = _KEYS[section]
    for key, value in entries.items():
        span = file.span(key, section)
        if key not in known:
            near = get_close_matches(key, known, 1)
            _wrong(
                file, f"has the unknown key `{key}`", span,
                f"write `{near[0]}`" if near else "take it out",
            )  # fmt: skip
        holds, what = known[key]
        if not holds(value):
            _wrong(file, f"has a `{key}` that is not {what}", span, f"give {what}")
    missing = [key for key in known if key not in entries and section not in _OPEN]
    if missing:
        where = f" in `{section}`" if section else ""
        place = file.span(section) or Span(file.path, 1, 1, 1, 2)
        _wrong(file, f"has no `{missing[0]}`{where}", place, _AGAIN)


def _check_options(file: TomlFile, request: Request) -> None:
    measured, given = file.table["measured"]["options"], options_of(request)
    for option in [o for o in measured if o not in given]:
        where = _within(file, file.span("options", "measured"), option)
        message = f"`{file.path}` was measured with `{option}`"
        raise _unfit(message, where, f"add `{option}`, or {_AGAIN} without")
    for option in [o for o in given if o not in measured]:
        message = f"`{file.path}` was measured without `{option}`"
        where = file.span("options", "measured")
        raise _unfit(message, where, f"leave out `{option}`, or {_AGAIN} with it")


def _check_sizes(file: TomlFile, request: Request) -> None:
    measured = file.table["sizes"]
    for name, number in request.sizes.items():
        if measured.get(name) != number:
            at = f"at {name} = {measured[name]}" if name in measured else f"without {name}"
            message = f"`{file.path}` was measured {at}, and --size has {number}"
            where = file.span(name, "sizes") or file.span("sizes")
            raise _unfit(message, where, f"leave out `--size`, or {_AGAIN} at these sizes")


def _within(file: TomlFile, key: Span | None, value: str) -> Span | None:
    """Where `value` stands in quotes at the key or below it."""
    lines = file.text.splitlines()
    for number in range(key.line, len(lines) + 1) if key else ():
        column = lines[number - 1].find(f'"{value}"') + 1
        if column:
            return Span(file.path, number, column, number, column + len(value) + 2)
    return key


def _listed(value: Any) -> str:
    words = value if isinstance(value, list) else [value]
    return ", ".join(f"`{word}`" for word in words) or "none"


def _wrong(file: TomlFile, what: str, span: Span | None, action: str) -> NoReturn:
    raise _malformed(f"`{file.path}` {what}", span, action)


def _malformed(message: str, span: Span | None, action: str) -> AdcError:
    return AdcError.of(
        "ADC0617", message, span, help=action, notes=(Note("`adc tune` writes such files"),)
    )


def _unfit(message: str, span: Span | None, action: str) -> AdcError:
    return AdcError.of("ADC0618", message, span, help=action)
