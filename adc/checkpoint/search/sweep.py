"""The planner's answers for a row of memory limits, set where they differ.

A plan is the one to take from its own peak up to the peak of the next faster one: these *knees* are
the limits worth telling. They are looked for by bisecting, in the ratio of limits, the gaps between
neighbours that differ most.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import pairwise
from math import isqrt, log

from adc.checkpoint.estimates.trials import Trial
from adc.checkpoint.search.report import full_rows
from adc.checkpoint.search.search import Search
from adc.checkpoint.search.words import in_words

#: So many limits are searched at most for each plan that is asked for.
MOST_SEARCHES = 3
#: A knee is known well enough where it lies between limits of this ratio.
CLOSE = 1.01
#: A plan that takes more memory is another one where it is faster by this factor.
FASTER = 0.99


@dataclass(frozen=True)
class Point:
    """The plan for one limit: its peak, its predicted time, and what was chosen, in words."""

    limit: int
    peak: int
    seconds: float
    words: str


def sweep(search: Search, count: int) -> list[Point]:
    """Up to `count` different plans, each at the smallest limit that it fits in: from the one that
    needs least memory to the fastest within what storing everything takes."""
    most = search.trials.base.peak
    asked = Search.of(search.trials, most, search.note)
    least = asked.smallest()
    picks = {least.peak: least, most: best_within(asked, most)}
    for _ in range(MOST_SEARCHES * count):
        knees = front(asked, picks.values())
        gaps = [] if len(knees) >= count else list(open_gaps(asked, knees, picks))
        if not gaps:
            break
        _, low, high = max(gaps)
        limit = isqrt(low * high)
        picks[limit] = best_within(asked, limit)
    told = (replace(asked, limit=pick.peak).faster_of(pick) for pick in picks.values())
    return [point(asked, knee) for knee in front(asked, told)]


def best_within(search: Search, limit: int) -> Trial:
    """The pick for `limit`, or what the search for another one found to be faster and fits."""
    at = replace(search, limit=limit)
    return at.faster_of(at.run())


def front(search: Search, picks: Iterable[Trial]) -> list[Trial]:
    """Those of `picks` that no other one beats in both bytes and time, by their peaks."""
    found: list[Trial] = []
    for pick in sorted(picks, key=lambda t: (t.peak, search.trials.seconds(t))):
        seconds = search.trials.seconds(pick)
        if not found or seconds < search.trials.seconds(found[-1]) * FASTER:
            found.append(pick)
    return found


def open_gaps(
    search: Search, knees: list[Trial], asked: Collection[int]
) -> Iterator[tuple[float, int, int]]:
    """The limits between neighbouring knees, without those that are known to give the lower one:
    how much the two differ, in limit and time, and the ends."""
    for lower, upper in pairwise(knees):
        low = max(limit for limit in (lower.peak, *asked) if limit < upper.peak)
        faster = search.trials.seconds(lower) / search.trials.seconds(upper)
        if upper.peak > low * CLOSE and upper.peak - low > 1:
            yield log(upper.peak / low) * log(faster), low, upper.peak


def point(search: Search, pick: Trial) -> Point:
    words = in_words(full_rows(replace(search, limit=pick.peak), pick))
    return Point(pick.peak, pick.peak, search.trials.seconds(pick), words)
