"""The command `adc` and its subcommands."""

from __future__ import annotations

import importlib
import os
import sys

import click

from adc import __version__

#: Name of each subcommand and the module in `adc.cli` that defines it under the same name.
COMMANDS = ("grad", "jvp", "check", "plan", "calibrate", "show", "ops", "explain", "completion")

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
    try:
        adc.main(prog_name="adc")
    except BrokenPipeError:  # the reader of our output (head, less) has gone
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(0)
