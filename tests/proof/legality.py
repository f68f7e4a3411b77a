"""What becomes of programs when a pass overlooks one of their dependences.

python -m tests.proof.legality --count 300 --seed 1000        (random programs, rewriting passes)
"""

from __future__ import annotations

import argparse
import ctypes
import os
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from unittest import mock

from adc.ir.program import Program
from adc.ir.text import program_text
from adc.schedule import Scheduled, row_blocks, schedule
from adc.schedule.text import tree_text
from adc.schedule.verify import verify_scheduled
from tests.emit.native import Native, file_text, parsed
from tests.fuzz import bodies
from tests.fuzz.orders import Sample, rewritten, samples, wrong
from tests.proof.questions import REWRITTEN, Question, dropped

#: Of one program, so many dependences are overlooked at most.
MOST = 12
FLAGS = ("-std=c11", "-w", "-O0", "-fPIC", "-shared")
SECONDS = 20


def program_of(text: str) -> Program:
    """Parsed anew: nodes remember what they were asked."""
    return parsed(text, "p")


def verdicts(text: str, question: Question, held: Sequence[Sample]) -> Iterator[str]:
    """For each dependence that the passes ask `question` for in the program, what its being
    overlooked leads to: "wrong" values, a "refused" program, an "unchanged" one, or an "equal" one
    that computes the same in another way."""
    with dropped(question, -1) as asked:
        good = program_text(rewritten(program_of(text), question.passes))
    for number in range(min(len(asked.keys), MOST)):
        try:
            with dropped(question, number):
                bad = rewritten(program_of(text), question.passes)
        except Exception:  # the verifier, or the pass itself, stumbles over it
            yield "refused"
            continue
        if program_text(bad) == good:
            yield "unchanged"
        else:
            yield "wrong" if wrong(bad, held) else "equal"


# -- the scheduler ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class Overlooked:
    """A schedule that is made without one dependence, and what the program computes."""

    name: str
    scheduled: Scheduled
    held: Sequence[Sample]


def overlooked(name: str, text: str, question: Question) -> Iterator[Overlooked | str]:
    """A schedule for each dependence that `question` is asked for; in words what needs no run."""
    held = samples(program_of(text))
    with dropped(question, -1) as asked:
        good = _in_words(_scheduled(text, question.blas))
    for number in range(min(len(asked.keys), MOST)):
        try:
            with dropped(question, number):
                bad = _scheduled(text, question.blas)
        except Exception:
            yield "refused"
            continue
        yield "unchanged" if _in_words(bad) == good else Overlooked(name, bad, held)


def _scheduled(text: str, blas: bool) -> Scheduled:
    """With short blocks of rows, of which there then are several."""
    with mock.patch.object(row_blocks, "ROWS", 2):
        found = schedule(program_of(text), openmp=True, blas=blas, source_order=False)
    verify_scheduled(found)
    return found


def _in_words(scheduled: Scheduled) -> str:
    return f"{tree_text(scheduled)}\n{scheduled.arena}"


def run_all(found: Sequence[Overlooked], folder: Path) -> Iterator[tuple[str, str]]:
    """The names of `found`, each with the verdict on its C."""
    named = [
        replace(one.scheduled, program=replace(one.scheduled.program, name=f"p{k}"))
        for k, one in enumerate(found)
    ]
    (folder / "all.c").write_text(file_text(named))
    command = ["gcc", *FLAGS, "all.c", "-o", "all.so", "-lm"]
    subprocess.run(command, cwd=folder, check=True)
    library = ctypes.CDLL(str(folder / "all.so"))
    for one, scheduled in zip(found, named, strict=True):
        native = Native(scheduled.program, library)
        yield one.name, "wrong" if _fails(native, one.held) else "equal"


def _fails(native: Native, held: Sequence[Sample]) -> bool:
    """Whether the C computes anything else, in a process of its own: it may break anything."""
    child = os.fork()
    if child:
        return os.waitpid(child, 0)[1] != 0
    signal.alarm(SECONDS)
    status = 1
    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
        status = int(any(s.difference(native.call(s.sizes, s.inputs)) for s in held))
    finally:
        os._exit(status)


# -- random programs -------------------------------------------------------------------------------


def main(arguments: Sequence[str] | None = None) -> int:
    """Which questions random programs miss nothing of: exit status 1 where one is never wrong."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=300, help="programs to draw")
    parser.add_argument("--seed", type=int, default=1000, help="the first program's seed")
    options = parser.parse_args(arguments)
    counts: dict[str, Counter[str]] = {name: Counter() for name in REWRITTEN}
    for seed in range(options.seed, options.seed + options.count):
        program = bodies.drawn(seed)
        held = samples(program) if program else []
        for name, question in REWRITTEN.items() if held else ():
            counts[name].update(verdicts(bodies.text(seed), question, held))
    for name, found in counts.items():
        print(f"{name}: {', '.join(f'{n} {verdict}' for verdict, n in found.items())}")
    return 0 if all(found["wrong"] + found["refused"] for found in counts.values()) else 1


if __name__ == "__main__":
    sys.exit(main())
