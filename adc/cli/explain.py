"""`adc explain`: what a diagnostic means and what to do."""

from __future__ import annotations

import textwrap

import click

from adc.cli.run import Outcome, run
from adc.diagnostics.catalogue import CATALOGUE, CodeEntry


def _complete(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    return [code for code in sorted(CATALOGUE) if code.startswith(incomplete.upper())]


@click.command(short_help="Say what a diagnostic means and what to do.")
@click.argument("code", required=False, shell_complete=_complete)
@click.option("--json", "as_json", is_flag=True, help="Print the result as JSON.")
def explain(code: str | None, as_json: bool) -> None:
    """Say what a diagnostic means and what to do; without CODE, list them all."""
    run(lambda _: _listing() if code is None else _entry(_find(code)), as_json=as_json)


def _find(code: str) -> CodeEntry:
    """`ADC0301`, also spelled `adc0301`, `0301` or `301`."""
    digits = code.upper().removeprefix("ADC")
    entry = CATALOGUE.get(f"ADC{digits:0>4}")
    if entry is None:
        raise click.UsageError(f"{code!r} is not a code of adc; 'adc explain' lists them all")
    return entry


def _entry(entry: CodeEntry) -> Outcome:
    paragraphs = entry.explanation.strip().split("\n\n")
    body = "\n\n".join(textwrap.fill(" ".join(p.split()), width=80) for p in paragraphs)
    return Outcome(f"{entry.code}: {entry.title}\n\n{body}", _payload(entry))


def _listing() -> Outcome:
    entries = [CATALOGUE[code] for code in sorted(CATALOGUE)]
    text = "\n".join(f"{entry.code}  {entry.title}" for entry in entries)
    return Outcome(text, {"codes": [_payload(entry) for entry in entries]})


def _payload(entry: CodeEntry) -> dict[str, str]:
    return {
        "code": entry.code,
        "title": entry.title,
        "explanation": " ".join(entry.explanation.split()),
    }
