"""The command `adc` and its subcommands."""

from __future__ import annotations

import contextlib
import gc
import importlib
import io
import os
import sys
from typing import TextIO

import click

from adc import __version__

#: Name of each subcommand and the module in `adc.cli` that defines it under the same name.
COMMANDS = (
    "grad", "jvp", "check", "plan", "tune", "calibrate", "show", "opt", "ops", "explain",
    "completion",
)  # fmt: skip

#: The exit status after an interrupt from the keyboard, as shells have it.
INTERRUPTED = 130

#: Python looks for cycles after so many new objects (700 by itself). A compilation makes trees of
#: many small objects that stay until it ends, and looking at them again takes a good tenth of it.
OBJECTS_BETWEEN_COLLECTIONS = 200_000

SETTINGS = {"help_option_names": ["-h", "--help"], "max_content_width": 100}


class _Commands(click.Group):
    """Imports a subcommand's module when it is asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        if name not in COMMANDS:
            return None
        module = importlib.import_module(f"adc.cli.{name}")
        command = getattr(module, name)
        assert isinstance(command, click.Command)
        return command


@click.group(
    "adc",
    cls=_Commands,
    context_settings=SETTINGS,
    epilog="Exit status: 0 done; 1 the source or the request is at fault; 2 the command line is at "
    "fault; 3 the memory limit cannot be met; 4 check found a wrong derivative or could not "
    "conclude; 70 adc itself is at fault.",
)
@click.version_option(__version__, prog_name="adc")
def adc() -> None:
    """Adjoint compiler: reads NumPy-style Python or Fortran and writes its gradient as readable C.

    The source is parsed, never imported or executed.

    \b
      adc grad kernel.py --wrt A --of O -o out      write the adjoint
      make -C out all check                         build it and prove it right
    """


def main() -> None:
    """Runs `adc` with the process's arguments and exits with its status."""
    gc.set_threshold(OBJECTS_BETWEEN_COLLECTIONS, 20, 20)
    _prepare_streams()
    try:
        status = adc.main(prog_name="adc", standalone_mode=False)
        sys.stdout.flush()
    except click.ClickException as error:
        status = _shown(error)
    except (click.Abort, KeyboardInterrupt):
        click.echo("adc: interrupted; no file is half-written", err=True)
        status = INTERRUPTED
    except BrokenPipeError:  # the reader of our output (head, less) has gone
        status = 0
        _silence(sys.stdout)
    except OSError as error:  # what prints has failed: all else is reported where it happens
        status = 1
        _tell_unwritten(error)
    sys.exit(status)


def _prepare_streams() -> None:
    """What is printed can always be printed, or is lost where the caller has closed a stream."""
    if sys.stdout is None:
        sys.stdout = open(os.devnull, "w")  # noqa: SIM115
    elif isinstance(sys.stdout, io.TextIOWrapper):
        # A path need not be text in the terminal's encoding.
        sys.stdout.reconfigure(errors="backslashreplace")
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w")  # noqa: SIM115


def _shown(error: click.ClickException) -> int:
    """Prints what is wrong with the command line; the exit status."""
    try:
        error.show()
    except OSError as unwritten:
        _tell_unwritten(unwritten)
    return error.exit_code


def _tell_unwritten(error: OSError) -> None:
    """Output is lost, and the exit status says so; the reason is told where that still works."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except OSError:
            _silence(stream)
    with contextlib.suppress(OSError):
        reason = (error.strerror or str(error)).lower()
        click.echo(f"adc: cannot print the result: {reason}", err=True)


def _silence(stream: TextIO) -> None:
    """What is still buffered goes nowhere when the interpreter ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
