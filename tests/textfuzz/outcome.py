"""What may come of one program, and the counts over many."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

#: In the order of the table. `proved`: values and gradients agree with the original. `refused`: a
#: diagnostic, `detail` is its code. `trivial`: agrees, and no derivative is anything but zero.
#: `skipped`: nothing can be said, `detail` is the reason. `WRONG`: silently, `detail` is the check
#: that failed. `crashed`: adc's own fault (exit status 70). `slow`: over the limit of CPU time.
KINDS = ("proved", "trivial", "refused", "skipped", "WRONG", "crashed", "slow")
FAILURES = frozenset({"WRONG", "crashed", "slow"})
#: The reason of a program that the original does not run to its end: no valid program.
INVALID = "invalid"
SAMPLES = 200


@dataclass(frozen=True)
class Outcome:
    """`text` is for people. `pending` is what `Language.settle` goes on with: None where the
    outcome is final. `facts` are counted beside the outcome (options used, checks made)."""

    kind: str
    detail: str = ""
    text: str = ""
    pending: object = None
    facts: tuple[str, ...] = ()

    @property
    def failed(self) -> bool:
        return self.kind in FAILURES

    @property
    def symptom(self) -> tuple[str, str]:
        """Failures with the same symptom are taken for one fault."""
        return self.kind, self.detail


@dataclass(frozen=True)
class Failure:
    """A program that adc gets wrong: as drawn, and (where it was tried) as reduced."""

    seed: int
    outcome: Outcome
    program: str
    reduced: str = ""

    def __str__(self) -> str:
        head = f"seed {self.seed}: {self.outcome.kind} {self.outcome.detail}\n{self.outcome.text}"
        return f"{head}\n{self.reduced or self.program}"


@dataclass
class Report:
    """Counts by outcome, and the failures."""

    counts: Counter[tuple[str, str]] = field(default_factory=Counter)
    facts: Counter[str] = field(default_factory=Counter)
    failures: list[Failure] = field(default_factory=list)
    #: Of each outcome that proves nothing, the first few seeds and what was said.
    samples: dict[tuple[str, str], list[tuple[int, str]]] = field(default_factory=dict)
    cpu_seconds: float = 0.0

    def add(self, seed: int, outcome: Outcome) -> None:
        self.counts[outcome.symptom] += 1
        self.facts.update(outcome.facts)
        if outcome.text and not outcome.failed:
            samples = self.samples.setdefault(outcome.symptom, [])
            samples += [(seed, outcome.text)] * (len(samples) < SAMPLES)

    def of(self, *kinds: str) -> int:
        return sum(n for (kind, _), n in self.counts.items() if kind in kinds)

    @property
    def total(self) -> int:
        return sum(self.counts.values())

    @property
    def valid(self) -> int:
        """The programs that the original runs to its end."""
        return self.total - self.counts["skipped", INVALID]

    @property
    def refusal_rate(self) -> float:
        """The share of valid programs that adc refuses."""
        return self.of("refused") / max(self.valid, 1)

    def line(self) -> str:
        return ", ".join(f"{kind} {self.of(kind)}" for kind in KINDS if self.of(kind))

    def table(self) -> str:
        return "\n".join(self._rows())

    def _rows(self) -> Iterable[str]:
        for kind in KINDS:
            if not self.of(kind):
                continue
            yield f"{kind:<10}{self.of(kind):>8}{100 * self.of(kind) / self.total:>7.2f} %"
            details = [(n, d) for (k, d), n in self.counts.items() if k == kind and d]
            yield from (f"    {d:<40}{n:>8}" for n, d in sorted(details, reverse=True))
        yield f"refused: {100 * self.refusal_rate:.2f} % of the {self.valid} valid programs"
        yield from (f"    {fact:<40}{n:>8}" for fact, n in sorted(self.facts.items()))
        each = self.cpu_seconds / max(self.total, 1)
        yield f"{self.total} programs, {self.cpu_seconds:.0f} s of CPU time, {each:.3f} s each"
