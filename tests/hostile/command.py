"""adc's command line in this process, watched."""

from __future__ import annotations

import contextlib
import os
import re
import signal
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from click.testing import CliRunner

from adc.cli.app import adc

#: Nothing takes longer, whatever it is given: seconds of the processor.
SECONDS = 60
_DIAGNOSTIC = re.compile(r"^(error|warning|note)\[ADC\d{4}\]: ", re.MULTILINE)
_PLACE = re.compile(r"^ *--> (.+?):(\d+):(\d+)$", re.MULTILINE)


class HungError(BaseException):
    """It took too long. Not an Exception: the command line would report one of those."""


@dataclass(frozen=True)
class Told:
    """What a run of adc said, and its exit status."""

    status: int
    out: str
    err: str


@contextlib.contextmanager
def within(seconds: int) -> Iterator[None]:
    """Raises HungError after so much time of the processor, or ten times as much of the day."""

    def ring(*_: object) -> None:
        raise HungError

    alarms = (signal.SIGPROF, signal.SIGALRM)
    before = [signal.signal(number, ring) for number in alarms]
    signal.setitimer(signal.ITIMER_PROF, seconds)
    signal.alarm(10 * seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.alarm(0)
        for number, handler in zip(alarms, before, strict=True):
            signal.signal(number, handler)


def adc_in(folder: Path, words: Sequence[str], seconds: int = SECONDS) -> Told:
    """Runs `adc` in `folder`. Raises HungError."""
    old = Path.cwd()
    os.chdir(folder)
    try:
        with within(seconds):
            result = CliRunner().invoke(adc, list(words), prog_name="adc")
    finally:
        os.chdir(old)
    return Told(result.exit_code, result.stdout, result.stderr)


def complaint(told: Told, folder: Path, statuses: Sequence[int] = (0, 1, 3)) -> str:
    """What is wrong with how a run ended; empty for nothing.

    It ends with one of `statuses` and, where that is not 0, with a diagnostic or a message about
    the command line; each place that it cites is one of a file.
    """
    if "Traceback" in told.err + told.out:
        return told.err
    if told.status not in statuses:
        return f"exit status {told.status}: {told.err}"
    if told.status == 4 and not told.out + told.err:
        return "exit status 4 without a word"
    if told.status in (1, 3) and not _DIAGNOSTIC.search(told.err):
        return f"exit status {told.status} without a diagnostic: {told.err!r}"
    if told.status == 2 and not re.search(r"^Error: ", told.err, re.MULTILINE):
        return f"exit status 2 without a reason: {told.err!r}"
    return _wrong_place(told.err, folder)


def _wrong_place(told: str, folder: Path) -> str:
    for name, line, _ in _PLACE.findall(told):
        if name.startswith("--"):  # the text of an option
            continue
        if not (folder / name).exists():
            return f"a place in no file: {told}"
        if not (folder / name).is_file():  # a device: nothing of it can be shown
            continue
        if int(line) > (folder / name).read_bytes().count(b"\n") + 1:
            return f"a place behind the end of the file: {told}"
    return ""
