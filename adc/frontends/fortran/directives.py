"""Tapenade's `$AD` directives: comments to adc, and notes on what asks adc for the same."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from adc.diagnostics import Diagnostic, Severity, Span
from adc.frontends.fortran import tree
from adc.frontends.fortran.usage import walk


@dataclass(frozen=True)
class _Meaning:
    """What adc does where the directive stands, and what the user may do.

    `changes`: with Tapenade the directive changes the derivative itself, not only its cost.
    """

    instead: str
    help: str
    changes: bool = False


_MEANINGS = {
    "ii-loop": _Meaning(
        "adc finds out itself which iterations are independent",
        "leave the directive out, or to Tapenade; `--no-openmp` keeps such loops sequential",
    ),
    "nocheckpoint": _Meaning(
        "adc inlines calls, and its planner decides what is stored",
        "use `--store X` for the values of the call in its place, or `--strategy store` for all",
    ),
    "checkpoint-start": _Meaning(
        "adc's planner decides what is computed again",
        "use `--recompute X` for the values of the region in its place, or `--mem-limit 500MiB`",
    ),
    "binomial-ckp": _Meaning(
        "adc's planner chooses the snapshots of loops",
        "use `--mem-limit 500MiB` in its place, with the sizes by `--size`; `adc plan` shows it",
    ),
    "fp-loop": _Meaning(
        "adc differentiates the iterations as they are",
        "write `!$adc fixed-point u` before the loop to have those of what it solves for, `u`",
        changes=True,
    ),
    "do-not-diff": _Meaning(
        "adc differentiates these statements, too",
        "leave the directive out, and move what is not to be differentiated out of the routine",
        changes=True,
    ),
    "debug-here": _Meaning(
        "adc writes a check of the whole derivative", "run `adc check`, which tests the gradient"
    ),
}  # fmt: skip
_SAME = {
    "nocheckpoint-start": "nocheckpoint",
    "nocheckpoint-end": "nocheckpoint",
    "checkpoint": "checkpoint-start",
    "checkpoint-end": "checkpoint-start",
    "dont-diff": "do-not-diff",
    "do-not-diff-start": "do-not-diff",
    "end-do-not-diff": "do-not-diff",
    "do-not-diff-end": "do-not-diff",
    "debug-call": "debug-here",
    "no-debug-call": "debug-here",
}
#: The second of a pair says nothing that the first has not said.
_ENDS = re.compile(r"(?:end-.*|.*-end)$")
_UNKNOWN = _Meaning(
    "adc does not know it and reads it as a comment",
    "see `adc grad --help` for what can be asked of adc",
    changes=True,
)


def notes(directives: Iterable[tuple[str, Span]]) -> list[Diagnostic]:
    """One note for each directive, as `form.lines` finds them: which option corresponds.

    A warning where Tapenade's derivative could be another one than adc's. The end of a region has
    no note of its own.
    """
    found: list[Diagnostic] = []
    for text, span in directives:
        words = text.split()
        name = words[0] if words else ""
        key = name.lower().replace("_", "-")
        if not _ENDS.match(key):
            found.append(_note(name, _MEANINGS.get(_SAME.get(key, key), _UNKNOWN), span))
    return found


def within(
    directives: Iterable[tuple[str, Span]], units: Sequence[tree.Unit], reached: Sequence[tree.Unit]
) -> list[tuple[str, Span]]:
    """Those of `directives` that stand in (or right before) one of the units `reached`, or in none
    of the `units` of their file."""
    ordered = sorted(units, key=lambda unit: (_last_line(unit), unit.span.line))
    ends = [(unit.span.file, _last_line(unit), unit.span) for unit in ordered]
    wanted = {unit.span for unit in reached}

    def concerns(place: Span) -> bool:
        after = (own for file, end, own in ends if file == place.file and place.line <= end)
        owner = next(after, None)
        return owner is None or owner in wanted

    return [(text, span) for text, span in directives if concerns(span)]


def _last_line(unit: tree.Unit) -> int:
    nodes = walk((unit.declarations, unit.body))
    spans = (getattr(node, "span", None) for node in nodes)
    return max((s.end_line for s in spans if s is not None), default=unit.span.line)


def _note(name: str, meaning: _Meaning, span: Span) -> Diagnostic:
    shown = f"`$AD {name}`" if name else "`$AD`"
    return Diagnostic(
        "ADC0154",
        f"{shown} is a comment to adc: {meaning.instead}",
        span,
        help=meaning.help,
        severity=Severity.WARNING if meaning.changes else Severity.NOTE,
    )
