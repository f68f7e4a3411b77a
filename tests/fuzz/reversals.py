"""Nests of `nests` reversed in every way that a plan may take, each against the original.

python -m tests.fuzz.reversals --count 200 --seed 1000
"""

from __future__ import annotations

import argparse
import os
import random
import re
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import numpy as np

from adc.checkpoint.configuration import STORE_ALL, CheckpointSchedule, Configuration
from adc.checkpoint.policy import Policy, Strategy
from adc.checkpoint.transform.planner import plan
from adc.diagnostics import AdcError
from adc.differentiate.gradient import Reversed
from adc.finishing import simplified, verified
from adc.ir.node import Body
from adc.ir.nodes import Loop, While
from adc.ir.program import Program
from adc.observer import Silent
from adc.options import Request
from adc.pipeline import Front, front_half, gradient_of, reversed_of
from tests.fuzz.campaign import unfit
from tests.fuzz.nests import generate
from tests.proof.cases import Case
from tests.proof.compiled import Compiled, request_of, run_gradient
from tests.proof.harness import Drawn, draw_case
from tests.proof.reference import difference

#: Against differences that settle to about 1e-7.
TOLERANCE = 2e-6
#: A gradient that runs longer than this never ends.
SECONDS = 30
#: One nest may take so many seconds in all.
LONGEST = 150


class EndlessError(AssertionError):
    """A gradient did not come to its end."""


@contextmanager
def limited(seconds: int) -> Iterator[None]:
    def stop(*_: object) -> None:
        raise EndlessError(f"not done after {seconds} s")

    before = signal.signal(signal.SIGALRM, stop)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def wrong_reversals(case: Case, seed: int, limits: bool) -> list[str]:
    """The ways in which the gradient of `case` comes out wrong: store, recompute, loops run again
    by chance, and with `limits`, plans of the planner between the smallest and all stored."""
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "kernel.py"
        source.write_text(case.source)
        request = replace(request_of(case, source), sizes=dict(case.sizes))
        front = front_half(request, Silent())
        reversed_ = reversed_of(front, request, Silent())
        drawn = draw_case(case)
        slopes = difference(case, drawn.inputs, drawn.directions)
        wanted = sum(float(np.sum(s * d)) for s, d in zip(drawn.seeds, slopes, strict=True))
        ways = planned_ways(reversed_, random.Random(seed))
        if limits:
            ways = [*ways, *limited_ways(front, request)]
        checked = (judged(drawn, reversed_.primal, way, program, wanted) for way, program in ways)
        return [text for text in checked if text]


def planned_ways(reversed_: Reversed, rng: random.Random) -> list[tuple[str, Program]]:
    found = []
    for strategy in (Strategy.STORE, Strategy.RECOMPUTE):
        found.append((strategy, realised(reversed_, Policy(strategy), STORE_ALL)))
    for number in range(2):
        configuration = random_configuration(reversed_.primal, rng)
        program = realised(
            reversed_, Policy(rng.choice([Strategy.AUTO, Strategy.STORE])), configuration
        )
        found.append((f"by chance {number}: {configuration}", program))
    return found


def realised(reversed_: Reversed, policy: Policy, configuration: Configuration) -> Program:
    program = plan(reversed_, policy, configuration, strict=False).program
    verified(program, "planned")
    return simplified(program, Silent())


def random_configuration(program: Program, rng: random.Random) -> Configuration:
    """A way for some of the loops, each with ways for what is inside."""

    def among(body: Body) -> dict[str, CheckpointSchedule]:
        found: dict[str, CheckpointSchedule] = {}
        for node in body:
            inside = [among(part) for part in node.parts]
            below = {k: v for part in inside for k, v in part.items()}
            if isinstance(node, (Loop, While)) and rng.random() < 0.6:
                way = CheckpointSchedule(rng.choice([1, 1, 2, 3]), rng.choice([0, 0, 1, 2, 3]))
                found[node.label] = replace(way, inner=Configuration(below))
            else:
                found |= below
        return found

    return Configuration(among(program.body))


def limited_ways(front: Front, request: Request) -> Iterator[tuple[str, Program]]:
    """The planner's own answers: no limit, the smallest limit, and one in between."""
    free = gradient_of(front, request, Silent())
    yield "auto", free.program
    smallest = free.trial.peak
    try:
        gradient_of(front, replace(request, mem_limit=1), Silent())
    except AdcError as error:
        if error.exit_status != 3:
            raise
        smallest = int(re.findall(r"needs (\d+) bytes", str(error))[0])
    for limit in {smallest, (smallest + free.trial.peak) // 2}:
        found = gradient_of(front, replace(request, mem_limit=limit), Silent())
        yield f"limit {limit}", found.program


def judged(drawn: Drawn, primal: Program, way: str, program: Program, wanted: float) -> str:
    """What is wrong with a gradient; "" where nothing is."""
    compiled = Compiled(primal, primal, program, {})
    try:
        with limited(SECONDS):
            gradients = run_gradient(compiled, drawn.case, drawn.inputs, drawn.seeds)
    except Exception as error:  # a reversal that cannot run is as wrong as a wrong number
        return f"{way}: {type(error).__name__}: {error}"
    terms = [gradients[n] * drawn.directions[n] for n in drawn.case.wrt]
    found = sum(float(np.sum(t)) for t in terms)
    scale = 1e-3 + sum(float(np.sum(np.abs(t))) for t in terms)
    if abs(found - wanted) <= TOLERANCE * scale:
        return ""
    return f"{way}: {found!r} instead of {wanted!r}"


def examine(case: Case, seed: int, limits: bool) -> tuple[str, str]:
    """The outcome for one nest, and what there is to say of it."""
    why = unfit(case)
    if why:
        return why, ""
    try:
        with limited(LONGEST):
            wrong = wrong_reversals(case, seed, limits)
    except AdcError as error:
        return "refused " + error.diagnostics[0].code, str(error)
    except EndlessError:
        return "too long", ""
    except Exception as error:  # whatever happens is the compiler's fault, and a finding
        wrong = [f"{type(error).__name__}: {error}"]
    return ("WRONG", "\n".join([*wrong, case.source])) if wrong else ("proved", "")


def ended(child: int, seconds: float) -> bool:
    """Whether a process ends by itself within so many seconds."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if os.waitpid(child, os.WNOHANG)[0]:
            return True
        time.sleep(0.02)
    return False


def examined(seed: int, limits: bool) -> tuple[str, str]:
    """`examine` in a process of its own, which is ended where a set takes isl too long."""
    with tempfile.TemporaryFile("w+") as told:
        child = os.fork()
        if not child:
            outcome, text = examine(generate(seed), seed, limits)
            told.write(f"{outcome}\n{text}")
            told.flush()
            os._exit(0)
        if not ended(child, LONGEST + 5):
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
            return "too long", ""
        told.seek(0)
        outcome, _, text = told.read().partition("\n")
        return outcome, text


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1000)
    parser.add_argument("--limits", action="store_true", help="also the planner's own answers")
    options = parser.parse_args()
    counts: Counter[str] = Counter()
    start = time.monotonic()
    for seed in range(options.seed, options.seed + options.count):
        outcome, text = examined(seed, options.limits)
        counts[outcome] += 1
        if text:
            print(f"\n{seed} {outcome}: {text}", flush=True)
    print(f"{dict(counts)} in {time.monotonic() - start:.0f} s")
    return 1 if counts["WRONG"] else 0


if __name__ == "__main__":
    sys.exit(main())
