"""The command line: arguments, printing, exit statuses. One file per command.

Nothing heavy is imported when these modules are: `adc --help` answers at once.
"""

from __future__ import annotations

from adc.cli.app import main

__all__ = ["main"]
