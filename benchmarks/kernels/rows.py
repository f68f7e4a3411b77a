"""What was measured of one kernel at one size, and the ratios that are told of it."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, field

from benchmarks.kernels.measuring import BEST, HAND, KEPT, LAX, NUMPY, PRIMAL, PYTHON, VALUE

#: Gradients that are farther apart, relative to the largest element, are wrong.
AGREE = 1e-8


@dataclass(frozen=True)
class Row:
    """`refused`: the code and the message of adc's diagnostic; `failed`: why nothing was measured.

    `seconds`, `memory` (bytes) and `apart` (from the gradient of adc's wrapper) are by contender;
    who is not there was not measured. `once` names those that were too slow for a second call,
    `left_out` those that want more memory or time than they may have, with the reason. `threads`
    has the seconds of what runs in C by the number of threads, where there is an adjoint by hand.
    """

    name: str
    size: str
    refused: str = ""
    failed: str = ""
    seconds: dict[str, float] = field(default_factory=dict)
    memory: dict[str, int] = field(default_factory=dict)
    apart: dict[str, float] = field(default_factory=dict)
    once: tuple[str, ...] = ()
    left_out: dict[str, str] = field(default_factory=dict)
    threads: dict[str, dict[str, float]] = field(default_factory=dict)

    @property
    def disagreeing(self) -> tuple[str, ...]:
        """Whose gradients are not adc's. A distance that is no number is no agreement."""
        return tuple(name for name, distance in self.apart.items() if not distance <= AGREE)

    @property
    def wrong(self) -> bool:
        return bool(self.failed or self.disagreeing)

    @property
    def status(self) -> str:
        if self.refused:
            return f"refused: {self.refused.partition(':')[0]}"
        if self.failed:
            return f"FAILED: {self.failed}"
        if self.disagreeing:
            return f"WRONG: {', '.join(self.disagreeing)}"
        told = [f"{name} {why}" for name, why in self.left_out.items()]
        return "; ".join([*told, f"once: {', '.join(self.once)}"] if self.once else told)

    def ratio(self, upper: str, lower: str) -> float | None:
        """Seconds of one by seconds of the other; None where one was not measured."""
        if upper in self.seconds and lower in self.seconds:
            return self.seconds[upper] / self.seconds[lower]
        return None

    @property
    def to_primal(self) -> float | None:
        """adc's gradient to adc's primal, both from C."""
        return self.ratio(KEPT, PRIMAL)

    @property
    def to_primal_with_value(self) -> float | None:
        """The same of the gradient that returns the value, too."""
        return self.ratio(VALUE, PRIMAL)

    def by_hand(self, threads: str) -> float | None:
        """The adjoint by hand to adc's, both from C, on so many threads."""
        seconds = self.threads.get(threads, {})
        return seconds[HAND] / seconds[KEPT] if HAND in seconds else None

    @property
    def to_numpy(self) -> float | None:
        return self.ratio(NUMPY, PYTHON)

    @property
    def lax(self) -> float | None:
        """JAX's straightforward version to adc, from Python."""
        return self.ratio(LAX, PYTHON)

    @property
    def best(self) -> float | None:
        """The faster of JAX's versions to adc, from Python."""
        found = [r for r in (self.lax, self.ratio(BEST, PYTHON)) if r is not None]
        return min(found, default=None)


def geometric_mean(ratios: Iterable[float | None]) -> float | None:
    """None where there is nothing to take the mean of."""
    logarithms = [math.log(r) for r in ratios if r is not None]
    return math.exp(sum(logarithms) / len(logarithms)) if logarithms else None
