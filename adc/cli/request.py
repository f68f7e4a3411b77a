"""From the options of a command to the frozen Request, with what can be refused at once."""

from __future__ import annotations

from typing import Any

import click

from adc.diagnostics import AdcError
from adc.diagnostics.sources import SourceCache
from adc.options import Request

#: Options that name things and may be given several times: `--wrt A --wrt B` is `--wrt A,B`.
_LISTS = ("wrt", "of", "store", "recompute")
_PAIRS = {"sizes": "--size", "settings": "--set"}


def build_request(mode: str, sources: SourceCache, /, **given: Any) -> Request:
    """The Request for `mode` from click's values; `given` may lack what a command has not.

    Texts that spans may point into and that are no files are added to `sources`. Raises
    click.UsageError where options contradict each other, AdcError where the target is not built.
    """
    for name in _LISTS:
        given[name] = _distinct(f"--{name}", given.pop(name, ()))
    for name, option in _PAIRS.items():
        given[name] = _table(option, given.pop(name, ()))
    request = Request(mode=mode, **given)
    _check_options(request)
    if request.target != "c":
        raise AdcError.of(
            "ADC0601",
            f"the target `{request.target}` is not built yet",
            help="leave `--target` out to get C",
        )
    if request.signature is not None:
        sources.add("--signature", request.signature)
    return request


def input_files(request: Request) -> tuple[str, ...]:
    """The files that the output depends on, as the user gave their paths."""
    named = (request.signature_file, request.example, request.machine)
    return request.sources + tuple(path for path in named if path is not None)


def _check_options(request: Request) -> None:
    if request.signature is not None and request.signature_file is not None:
        raise click.UsageError("give --signature or --signature-file, not both")
    both = set(request.store) & set(request.recompute)
    if both:
        raise click.UsageError(f"--store and --recompute both name {sorted(both)[0]!r}")
    if request.mem_limit is not None and request.mem_limit <= 0:
        raise click.UsageError("--mem-limit must be above 0")
    if len(set(request.sources)) < len(request.sources):
        raise click.UsageError("the same source is given twice")


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
