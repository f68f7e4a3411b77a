"""Random time loops in NumPy that change arrays in place: what tapes of their states are made of.

python -m tests.fuzz.steps --count 500 --seed 1000

Each program is planned in the source's order, its arrays are made sequences of their states
(`adc.rewrite.states`), and both run by the interpreter: every bit has to be the same, at sizes down
to 2 and with no, one and several steps. What all the rewriting passes make of it has to agree, too.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from adc.finishing import verified
from adc.ir.enums import Role
from adc.ir.program import Program
from adc.rewrite.passes import REWRITES
from adc.rewrite.states import states_in_tapes
from adc.simplify.passes import PASSES
from tests.proof.cases import Case
from tests.proof.compiled import Compiled, compile_case, holds, run_gradient
from tests.proof.harness import draw_case, gap

SIZES = (
    *({"n": n, "steps": steps} for n in (2, 3, 6) for steps in (0, 1, 4)),
    {"n": 4, "steps": -2},
)
ARRAYS = ("u", "v")
#: Slices of as many elements, by what is left out.
SLICES = {0: (":",), 1: ("1:", ":-1"), 2: ("1:-1", "2:", ":-2")}
LOOPS = ("range(steps)", "range(1, steps + 1)", "range(steps, 0, -1)", "range(steps)")
TOLERANCE = 1e-10


@dataclass
class _Writer:
    rng: random.Random
    #: What may be read: the arrays, and the copies that this iteration has made of them.
    known: list[str]

    def operand(self, shorter: int) -> str:
        name = self.rng.choice(self.known)
        part = self.rng.choice(SLICES[shorter])
        return f"{name}[{part}]"

    def value(self, shorter: int, depth: int = 2) -> str:
        rng = self.rng
        if depth == 0 or rng.random() < 0.25:
            return self.operand(shorter) if rng.random() < 0.9 else rng.choice(("c", "0.5"))
        one, two = self.value(shorter, depth - 1), self.value(shorter, depth - 1)
        form = rng.choice(("{} + {}", "{} - {}", "{} * {}", "{} * {}", "np.sin({}) + {}"))
        return f"({form.format(one, two)})"

    def statements(self) -> Iterator[str]:
        """One change of an array, or a few lines that belong together."""
        rng = self.rng
        name = rng.choice(ARRAYS)
        shorter = rng.choice((0, 1, 1, 2, 2, 2))
        part = rng.choice(SLICES[shorter])
        value = f"0.3 * np.sin({self.value(shorter)})"
        kind = rng.random()
        if kind < 0.45:
            yield f"{name}[{part}] {rng.choice(('=', '+=', '+=', '*=', '-='))} {value}"
        elif kind < 0.6:
            copy = f"{name}{len(self.known)}"
            yield f"{copy} = {name}.copy()"
            self.known.append(copy)
            yield f"{name}[{part}] = {value} + {copy}[{part}]"
        elif kind < 0.7:
            yield f"{name}[{rng.choice(('0', '-1'))}] = 0.5 * {rng.choice(self.known)}[1] + 0.1"
        elif kind < 0.8:
            yield "for k in range(1, n):"
            yield f"    {name}[k] = {name}[k] + 0.2 * {rng.choice(self.known)}[k - 1] * {name}[k]"
        elif kind < 0.9:
            yield "new = np.zeros_like(u)"
            yield f"new[{part}] = {value}"
            yield f"{name}[:] = new"
        else:
            yield "if n > 3:"
            yield f"    {name}[{part}] = {value}"


def text_of(rng: random.Random) -> str:
    """A program of `n` elements and `steps`."""
    lines = ["import numpy as np", "", "", "def program(steps, c, u, v):", "    n = u.shape[0]"]
    for _ in range(rng.choice((1, 1, 1, 2))):
        writer = _Writer(rng, list(ARRAYS))
        lines.append(f"    for t in {rng.choice(LOOPS)}:")
        for _ in range(rng.randint(1, 4)):
            lines += [f"        {line}" for line in writer.statements()]
        if rng.random() < 0.3:
            lines.append("    u[:] = u * np.cos(v)")
    return "\n".join([*lines, "    return np.sum(u * v) + np.sum(np.sin(u))", ""])


def case_of(seed: int) -> Case:
    return Case(
        name=f"steps_{seed}", source=text_of(random.Random(seed)), wrt=("u", "v", "c"),
        of=("return",), signature="program(steps: int, c: float64, u: float64[n], v: float64[n])",
        sizes=SIZES[0], inputs={},
    )  # fmt: skip


def states_of(program: Program) -> int:
    """How many tapes of states `program` has."""
    tapes = (c for c in program.containers if c.role == Role.TAPE)
    return sum("_states" in c.name for c in tapes)


def wrong(case: Case) -> Iterator[str]:
    """What is wrong with `case`, and "states" for each array that has become its states."""
    compiled = compile_case(case, schedule="source")
    plain = compiled.gradient
    alone = verified(states_in_tapes(plain), "planned", "states_in_tapes")
    yield from ["states"] * states_of(alone)
    every = plain
    for each in (*REWRITES, *PASSES):
        every = verified(each.run(every), "planned", each.name)
    for sizes in SIZES:
        yield from _differences(replace(case, sizes=sizes), compiled, alone, every)


def _differences(case: Case, compiled: Compiled, alone: Program, every: Program) -> Iterator[str]:
    if not holds(compiled, case.sizes):
        return
    drawn = draw_case(case)
    run = partial(run_gradient, compiled, drawn.case, drawn.inputs, drawn.seeds)
    wanted = run()
    for name, found in run(program=alone).items():
        if not np.array_equal(found, wanted[name], equal_nan=True):
            yield f"{case.sizes}: {name} is {found} instead of {wanted[name]}"
    for name, found in run(program=every).items():
        if not gap(found, wanted[name]) <= TOLERANCE:
            yield f"{case.sizes}: after all passes {name} is {found} instead of {wanted[name]}"


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n\n")[2])
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=0)
    asked = parser.parse_args()
    states = faults = 0
    for seed in range(asked.seed, asked.seed + asked.count):
        case = case_of(seed)
        found = list(wrong(case))
        states += found.count("states")
        for text in found:
            if text != "states":
                faults += 1
                print(f"seed {seed}: {text}\n{case.source}", flush=True)
    print(f"{asked.count} programs, {states} arrays made states, {faults} differences")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
