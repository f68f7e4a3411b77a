"""From the options of a command to the frozen Request, with what can be refused at once."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any
from unicodedata import normalize

import click

from adc.cli.values import Head, Written
from adc.diagnostics import AdcError, Note
from adc.diagnostics.sources import SourceCache
from adc.options import Form, Request, is_fortran

#: Options that name things and may be given several times: `--wrt A --wrt B` is `--wrt A,B`.
_LISTS = ("wrt", "of", "store", "recompute", "inactive")
_PAIRS = {"sizes": "--size", "settings": "--set"}
#: What begins another pair.
_NEXT = re.compile(r",\s*([A-Za-z_][\w.]*)=(?!=)")
#: Options that are given once for each pair, or with several.
_TEXTS = {"texts": "--fix"}
_TABLES = {**_PAIRS, "samples": "--set", **_TEXTS}


def build_request(
    mode: str, sources: SourceCache, /, needs_targets: bool = True, **given: Any
) -> Request:
    """The Request for `mode` from click's values; `given` may lack what a command has not.

    Texts that spans may point into and that are no files are added to `sources`. Raises
    click.UsageError where options contradict each other or `--wrt` is missing although the command
    `needs_targets`, AdcError where the target is not built or the sources are of two languages.
    """
    for name in _LISTS:
        given[name] = _distinct(f"--{name}", given.pop(name, ()))
    for name, option in _PAIRS.items():
        given[name] = _table(option, given.pop(name, ()))
    given["samples"] = {
        n: v.elements for n, v in given["settings"].items() if isinstance(v, Written)
    }
    given["settings"] = {n: v for n, v in given["settings"].items() if n not in given["samples"]}
    for name, option in _TEXTS.items():
        pairs = given.pop(name, ())
        if not any(map(is_fortran, given.get("sources", ()))):
            pairs = tuple(pair for n, text in pairs for pair in _apart(n, text))
        given[name] = _table(option, (pairs,))
    _take_head(given)
    _take_inline(given)
    _take_form(given)
    if needs_targets and not given["wrt"]:
        raise click.UsageError("missing option --wrt (or --head): the independents")
    tuned: str | None = given.pop("tuned", None)
    request = Request(mode=mode, **given)
    _check_options(request)
    if tuned is not None and request.schedule == "source":
        raise click.UsageError("--tuned says what --schedule auto does: give it without source")
    _check_languages(request)
    request = _lower_case(request) if request.language == "fortran" else _plain_names(request)
    _check_target(request)
    if request.signature is not None:
        sources.add("--signature", request.signature)
    if tuned is not None:
        from adc.tuned import with_tuned

        request = with_tuned(request, tuned)
    return request


def _take_head(given: dict[str, Any]) -> None:
    """`--head` becomes function, dependents and independents."""
    head: Head | None = given.pop("head", None)
    if head is None:
        return
    for name in ("function", "of", "wrt"):
        if given.get(name):
            raise click.UsageError(f"give --head or --{name}, not both")
    given |= {
        "function": head.function,
        "of": _distinct("--head", (head.of,)),
        "wrt": _distinct("--head", (head.wrt,)),
    }


def _take_inline(given: dict[str, Any]) -> None:
    """`--inline` and `--no-inline` become one choice."""
    write_out, keep_calls = given.pop("write_out", False), given.pop("keep_calls", False)
    if write_out and keep_calls:
        raise click.UsageError("give --inline or --no-inline, not both")
    given["inline"] = "all" if write_out else "none" if keep_calls else "auto"


def _take_form(given: dict[str, Any]) -> None:
    """`--free`, `--fixed`, `--line-length` and `--promote-reals` become one choice."""
    free, fixed = given.pop("free", False), given.pop("fixed", False)
    if free and fixed:
        raise click.UsageError("give --free or --fixed, not both")
    kind = "free" if free else "fixed" if fixed else ""
    width = given.pop("line_length", None) or "72"
    reals = given.pop("promote_reals", None) or ""
    given["form"] = Form(kind, 0 if width == "none" else int(width), reals)


def input_files(request: Request, included: tuple[str, ...] = ()) -> tuple[str, ...]:
    """The files that the output depends on, each once, as the user gave their paths; `included`
    are those that the sources include."""
    tuned = request.tuned.path if request.tuned else None
    named = (request.signature_file, request.example, request.machine, tuned)
    others = [*request.rules, *(path for path in named if path is not None)]
    return tuple(dict.fromkeys((*request.sources, *included, *others)))


def _check_options(request: Request) -> None:
    if request.signature is not None and request.signature_file is not None:
        raise click.UsageError("give --signature or --signature-file, not both")
    both = set(request.store) & set(request.recompute)
    if both:
        raise click.UsageError(f"--store and --recompute both name {sorted(both)[0]!r}")
    if request.program and request.language == "fortran" and request.function is not None:
        raise click.UsageError("give --program or --function, not both")
    if request.program and request.language == "python":
        for option, named in (("--wrt", request.wrt), ("--of", request.of or request.function)):
            if not named:
                raise click.UsageError(f"--program needs {option}: variables that it sets")
    if request.mem_limit is not None and request.mem_limit <= 0:
        raise click.UsageError("--mem-limit must be above 0")
    if len(set(request.sources)) < len(request.sources):
        raise click.UsageError("the same source is given twice")


def _check_target(request: Request) -> None:
    """ADC0601 at once, before anything is read; the default is always built."""
    if request.target != Request.target:
        from adc.emit.backends import backend_of

        backend_of(request.target)
    if request.host_snapshots:
        _check_device(request)


def _check_device(request: Request) -> None:
    """ADC0601 where no device does the work, whose memory snapshots could stay out of."""
    from adc.emit.backends import backend_of

    if not backend_of(request.target).device:
        raise AdcError.of(
            "ADC0601",
            f"`--host-snapshots` is not for the target `{request.target}`",
            help="give `--target cuda`, or leave `--host-snapshots` out",
            notes=(Note("in C the memory of a call is the host's anyway"),),
        )


def on_the_host(request: Request, command: str, instead: str) -> None:
    """ADC0601 where the target's code does not run on this machine's processor: `command` builds
    and runs it here; `instead` is what to do."""
    if request.target != Request.target:
        raise AdcError.of(
            "ADC0601", f"`adc {command}` does not run the target `{request.target}`", help=instead
        )


def _check_languages(request: Request) -> None:
    if request.language == "fortran" and request.python_path:
        raise click.UsageError("--python-path is for Python sources")
    if request.form.kind:
        return
    fortran = [path for path in request.sources if is_fortran(path)]
    others = [path for path in request.sources if not is_fortran(path)]
    if fortran and others:
        raise AdcError.of(
            "ADC0607",
            f"`{fortran[0]}` is Fortran and `{others[0]}` is not",
            help="give one Python file, or Fortran files alone",
        )
    if not fortran and (request.defines or request.includes):
        raise click.UsageError("-D and -I are for Fortran sources")
    if not fortran and request.form != Request.form:
        option = "--promote-reals" if request.form.reals else "--line-length"
        raise click.UsageError(f"{option} is for Fortran sources")


def _lower_case(request: Request) -> Request:
    """The request with the names as Fortran sees them: `A` and `a` are one."""
    request = _plain_names(request, fortran=True)
    function = request.function and request.function.lower()
    return replace(request, function=function, name_pattern=request.name_pattern.lower())


def _plain_names(request: Request, fortran: bool = False) -> Request:
    """The request with the arguments' names for `State%U` and `p.k`; that these are their names is
    seen to when the source is read. Python compares names in a normal form."""
    mark = "%" if fortran else "."

    def plain(name: str) -> str:
        return (name.lower() if fortran else normalize("NFKC", name)).replace(mark, "_")

    named = tuple(n for n in _LISTS if fortran or n != "inactive")  # functions, in Python
    lists: dict[str, Any] = {
        name: _distinct(f"--{name}", (tuple(plain(n) for n in getattr(request, name)),))
        for name in named
    }
    tables: dict[str, Any] = {
        name: _table(option, (tuple((plain(n), v) for n, v in getattr(request, name).items()),))
        for name, option in _TABLES.items()
    }
    given = (n for name in (*named, *_TABLES) for n in getattr(request, name))
    told = (n.lower() if fortran else n for n in given if mark in n)
    return replace(request, components=tuple(dict.fromkeys(told)), **lists, **tables)


def _apart(name: str, text: str) -> Iterator[tuple[str, str]]:
    """The pairs of `--fix dt=0.1,end=2`; what stands in quotes is one text."""
    parts = [text] if text[:1] in ("'", '"') else _NEXT.split(text)
    yield from zip([name, *parts[1::2]], parts[::2], strict=True)


def _distinct(option: str, groups: tuple[tuple[str, ...], ...]) -> tuple[str, ...]:
    names = tuple(name for group in groups for name in group)
    for name in names:
        if names.count(name) > 1:
            raise click.UsageError(f"{option} names {name!r} twice")
    return names


def _table(option: str, groups: tuple[tuple[tuple[str, Any], ...], ...]) -> dict[str, Any]:
    table: dict[str, Any] = {}
    for name, value in (pair for group in groups for pair in group):
        if name in table:
            raise click.UsageError(f"{option} gives {name!r} twice")
        table[name] = value
    return table
