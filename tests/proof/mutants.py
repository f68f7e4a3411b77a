"""`make mutants`: faults seeded into the reversed programs of the cases; the checks must see them.

    python -m tests.proof.mutants --per-case 60 gemm lu

A mutant is *killed* when the dot-product test fails on a draw that the proof of the case makes, or
the interpreter stops; *equivalent* when its gradients agree with the true ones on further draws;
otherwise it *survived*, and the checks are too weak.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field

import numpy as np

from tests.proof.cases import Case, load_cases
from tests.proof.compiled import Compiled, compile_case, run_gradient, run_tangent
from tests.proof.faults import Mutant, mutants_of
from tests.proof.harness import (
    ROUNDING,
    Drawn,
    MismatchError,
    check_adjoint,
    draw_case,
    gap,
    prove_interpreted,
)
from tests.proof.inputs import Arrays
from tests.proof.matrix import SEEDS, variants

FURTHER_SEEDS = (2, 3, 4)
Proof = tuple[Drawn, list[np.ndarray]]


@dataclass
class Verdicts:
    """What became of one case's mutants."""

    case: str
    counts: Counter[str] = field(default_factory=Counter)
    survived: list[str] = field(default_factory=list)
    equivalent: list[str] = field(default_factory=list)


def judge_case(case: Case, limit: int | None, seed: int = 0) -> Verdicts:
    """Mutates the case's gradient, at most `limit` ways (drawn by `seed`), and judges each."""
    compiled = compile_case(case)
    mutants = list(mutants_of(compiled.gradient))
    if limit is not None and len(mutants) > limit:
        mutants = random.Random(seed).sample(mutants, limit)
    prove_interpreted(compiled, case)
    proofs = [_with_tangents(compiled, v, s) for v in variants(case) for s in SEEDS]
    strong = [draw_case(v, s) for v in variants(case) for s in FURTHER_SEEDS]
    truths = [run_gradient(compiled, d.case, d.inputs, d.seeds) for d in strong]
    verdicts = Verdicts(case.name)
    for mutant in mutants:
        verdict = _judge(compiled, proofs, mutant)
        if not verdict:
            same = _same_everywhere(compiled, mutant, strong, truths)
            verdict = "equivalent" if same else "survived"
            (verdicts.equivalent if same else verdicts.survived).append(mutant.name)
        verdicts.counts[verdict] += 1
    return verdicts


def _with_tangents(compiled: Compiled, case: Case, seed: int) -> Proof:
    drawn = draw_case(case, seed)
    return drawn, run_tangent(compiled, case, drawn.inputs, drawn.directions)


def _judge(compiled: Compiled, proofs: list[Proof], mutant: Mutant) -> str:
    try:
        for drawn, tangents in proofs:
            check_adjoint(compiled, drawn, tangents, mutant.program)
    except MismatchError:
        return "killed"
    except Exception:  # the interpreter refuses what is out of range or written twice
        return "killed by the interpreter"
    return ""


def _same_everywhere(
    compiled: Compiled, mutant: Mutant, strong: list[Drawn], truths: list[Arrays]
) -> bool:
    for drawn, truth in zip(strong, truths, strict=True):
        try:
            found = run_gradient(compiled, drawn.case, drawn.inputs, drawn.seeds, mutant.program)
        except Exception:
            return False
        if any(gap(found[n], truth[n]) > ROUNDING[drawn.dtype] for n in truth):
            return False
    return True


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("cases", nargs="*", help="names of cases (all)")
    parser.add_argument("--per-case", type=int, default=None, help="at most so many mutants a case")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--list-equivalent", action="store_true")
    options = parser.parse_args(arguments)
    cases = load_cases()
    chosen = [cases[n] for n in options.cases] or list(cases.values())
    total: Counter[str] = Counter()
    with ProcessPoolExecutor(options.jobs) as pool:
        futures = [pool.submit(judge_case, c, options.per_case) for c in chosen]
        for future in futures:
            verdicts = future.result()
            total.update(verdicts.counts)
            print(f"{verdicts.case}: {_text(verdicts.counts)}", flush=True)
            for name in verdicts.survived:
                print(f"  survived: {name}")
            for name in verdicts.equivalent if options.list_equivalent else ():
                print(f"  equivalent: {name}")
    print(f"all: {_text(total)}")
    return 1 if total["survived"] else 0


def _text(counts: Counter[str]) -> str:
    return ", ".join(f"{v} {k}" for k, v in sorted(counts.items()))


if __name__ == "__main__":
    sys.exit(main())
