"""Where snapshots of a loop's state are taken, and which of them are given up.

Binomial checkpointing: Griewank & Walther, "Algorithm 799: revolve", ACM TOMS 26(1), 2000, and
Evaluating Derivatives (2nd ed., 2008), section 12.3. A loop whose number of steps shows only at
its end keeps every stride-th state and doubles the stride when its slots are full.
The generated C follows the same rules, step by step.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import comb


def reach(snapshots: int, repeats: int) -> int:
    """The most steps that can be reversed with `snapshots` slots if none runs more than `repeats`
    times ahead of its own reversal: beta(c, r) = binomial(c + r, c)."""
    return comb(snapshots + repeats, snapshots) if repeats >= 0 else 0


def repeats(steps: int, snapshots: int) -> int:
    """The least r with reach(snapshots, r) >= steps, by bisection: with one slot it is as large as
    `steps`."""
    low, high = -1, 0  # reach of low is below steps; that of high will not be
    while reach(snapshots, high) < steps:
        low, high = high, 2 * high + 1
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if reach(snapshots, middle) >= steps else (middle, high)
    return high


def advances(steps: int, snapshots: int) -> int:
    """The fewest steps run ahead to reverse `steps` steps, the first sweep to the last step's
    beginning included: t(l, c) = r l - beta(c + 1, r - 1). `snapshots` >= 1 counts the one of the
    state at the beginning."""
    r = repeats(steps, snapshots)
    return r * steps - reach(snapshots + 1, r - 1)


def distance(steps: int, snapshots: int) -> int:
    """How far to run from a snapshot before the next one is taken, `steps` steps lying ahead.

    `snapshots` >= 1 counts the snapshot just taken. With no other slot free: all the way (to the
    beginning of the last step, `steps` - 1, at least 1).
    """
    if snapshots == 1 or steps <= 2:
        return max(steps - 1, 1)
    r = repeats(steps, snapshots)
    return max(reach(snapshots, r - 2), steps - reach(snapshots - 1, r), 1)


@dataclass
class Snapshots:
    """The snapshots held of one loop: `at[:held]` are their steps, ascending, in `slot[:held]`."""

    slots: int
    held: int = 0
    stride: int = 1
    at: list[int] = field(default_factory=list)
    slot: list[int] = field(default_factory=list)

    def begin(self) -> None:
        self.held, self.stride = 0, 1
        self.at, self.slot = [0] * self.slots, list(range(self.slots))

    def push(self, step: int) -> int:
        """Holds a snapshot of `step`; the slot to save it in."""
        self.at[self.held] = step
        self.held += 1
        return self.slot[self.held - 1]

    def due(self, step: int, steps: int) -> bool:
        """Whether the first sweep over `steps` steps takes a snapshot before `step`."""
        if step == 0:
            self.begin()
            return True
        if self.held == self.slots:
            return False
        last = self.at[self.held - 1]
        return step == last + distance(steps - last, self.slots - self.held + 1)

    def due_online(self, step: int) -> bool:
        """The same where the number of steps is not known yet."""
        if step == 0:
            self.begin()
            return True
        if step % self.stride:
            return False
        if self.held == self.slots:
            self.thin()
        return step % self.stride == 0 and self.held < self.slots

    def thin(self) -> None:
        """Gives up every other snapshot."""
        self.stride *= 2
        kept = [k for k in range(self.held) if k % 2 == 0]
        given_up = [k for k in range(self.held) if k % 2]
        self.slot[: self.held] = [self.slot[k] for k in kept + given_up]
        self.at[: len(kept)] = [self.at[k] for k in kept]
        self.held = len(kept)

    def nearest(self) -> tuple[int, int]:
        """Step and slot of the last snapshot held."""
        return self.at[self.held - 1], self.slot[self.held - 1]

    def next_stop(self, start: int, step: int) -> int:
        """Where to run to from the snapshot of `start`, the last one held, on the way to `step`:
        at a stop before `step` a snapshot is taken."""
        if self.held == self.slots:
            return step
        return min(step, start + distance(step + 1 - start, self.slots - self.held + 1))

    def release(self, step: int) -> None:
        """Gives up the snapshot of `step` where there is one: its step is reversed now."""
        if self.at[self.held - 1] == step:
            self.held -= 1
