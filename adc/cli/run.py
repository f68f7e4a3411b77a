"""Runs a command's work: prints its outcome or its diagnostics, and sets the exit status."""

from __future__ import annotations

import json
import os
import sys
import textwrap
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, NoReturn

import click

from adc.cli.app import INTERRUPTED
from adc.cli.observer import TerminalObserver
from adc.diagnostics import AdcError, Diagnostic, InternalError
from adc.diagnostics.render import render_all, segments, to_json

INTERNAL_FAULT = 70


@dataclass(frozen=True)
class Outcome:
    """What a command has to say: `text` to people, `payload` to machines (`--json`).

    `errors` are told after the text: what is wrong with a result that is worth showing.
    """

    text: str = ""
    payload: dict[str, Any] = field(default_factory=dict)
    warnings: Sequence[Diagnostic] = ()
    status: int = 0
    errors: Sequence[Diagnostic] = ()


@dataclass
class Reporter:
    """Prints as `--json`, `-q` and `-v` ask."""

    as_json: bool = False
    quiet: bool = False
    verbose: bool = False

    def __post_init__(self) -> None:
        if self.quiet and self.verbose:
            raise click.UsageError("give -q or -v, not both")
        progress = not self.quiet and sys.stderr.isatty() and os.environ.get("TERM") != "dumb"
        self.observer = TerminalObserver(verbose=self.verbose, progress=progress)

    def outcome(self, outcome: Outcome) -> int:
        """Prints `outcome` and returns the exit status."""
        if not self.quiet:
            self._diagnostics(outcome.warnings)
        if self.as_json:
            _print_json({"status": outcome.status, **outcome.payload, **_told(outcome)})
        elif outcome.text and not self.quiet:
            click.echo(outcome.text)
        sys.stdout.flush()
        self._diagnostics(outcome.errors)
        return outcome.status

    def refusal(self, error: AdcError) -> int:
        """Prints the diagnostics of `error` and returns the exit status."""
        self._diagnostics(error.diagnostics)
        if self.as_json:
            found = [to_json(d) for d in error.diagnostics]
            _print_json({"status": error.exit_status, "diagnostics": found})
        return error.exit_status

    def internal(self, error: Exception) -> int:
        """Prints the paragraph about a fault of adc's own and returns the exit status."""
        text = _internal_paragraph(error, self.observer.current)
        if os.environ.get("ADC_DEBUG"):
            import traceback

            text = "".join(traceback.format_exception(error)) + "\n" + text
        click.echo(text, err=True)
        if self.as_json:
            _print_json({"status": INTERNAL_FAULT, "error": _first_line(error)})
        return INTERNAL_FAULT

    def _diagnostics(self, diagnostics: Sequence[Diagnostic]) -> None:
        sources = self.observer.sources
        if not diagnostics:
            return
        if not sys.stderr.isatty() or "NO_COLOR" in os.environ:
            click.echo(render_all(diagnostics, sources), err=True, nl=False)
            return
        from rich.console import Console
        from rich.text import Text

        console = Console(stderr=True, highlight=False, soft_wrap=True)
        for position, diagnostic in enumerate(diagnostics):
            text = Text("\n" if position else "")
            for piece, style in segments(diagnostic, sources):
                text.append(piece, style or None)
            console.print(text, end="")


def run(
    work: Callable[[TerminalObserver], Outcome],
    *,
    as_json: bool = False,
    quiet: bool = False,
    verbose: bool = False,
) -> NoReturn:
    """Does `work` and exits: no Python traceback reaches the user (`ADC_DEBUG=1` shows it)."""
    reporter = Reporter(as_json, quiet, verbose)
    try:
        outcome = work(reporter.observer)
    except (click.ClickException, BrokenPipeError):
        reporter.observer.close()
        raise
    except AdcError as error:
        reporter.observer.close()
        status = reporter.refusal(error)
    except KeyboardInterrupt:
        reporter.observer.close()
        click.echo("adc: interrupted; no file is half-written", err=True)
        status = INTERRUPTED
    except Exception as error:
        reporter.observer.close()
        status = reporter.internal(error)
    else:
        reporter.observer.close()
        status = reporter.outcome(outcome)
    sys.stdout.flush()
    sys.exit(status)


def _told(outcome: Outcome) -> dict[str, Any]:
    told = {"warnings": [to_json(d) for d in outcome.warnings]}
    if outcome.errors:
        told["diagnostics"] = [to_json(d) for d in outcome.errors]
    return told


def _internal_paragraph(error: Exception, stage: str) -> str:
    span = error.span if isinstance(error, InternalError) else None
    where = f" at {span}" if span else ""
    when = f" during {stage}" if stage else ""
    text = (
        f"This is a fault of adc{when}{where}, not of your source. Nothing was written. Please "
        "report it with the source and the command line; with ADC_DEBUG=1 in the environment, adc "
        "prints the traceback, too."
    )
    return f"adc: internal error: {_first_line(error)}\n{textwrap.fill(text, 80)}"


def _first_line(error: Exception) -> str:
    lines = str(error).strip().splitlines()
    name = "" if isinstance(error, InternalError) else type(error).__name__
    return ": ".join(part for part in (name, lines[0] if lines else "") if part)


def _print_json(value: dict[str, Any]) -> None:
    click.echo(json.dumps(value, indent=2, ensure_ascii=False, allow_nan=False))
