"""The planner's answers for a row of memory limits."""

from __future__ import annotations

from dataclasses import dataclass, replace

from adc.checkpoint.estimates.trials import Trial
from adc.checkpoint.search.report import full_rows
from adc.checkpoint.search.search import Search
from adc.checkpoint.search.words import in_words


@dataclass(frozen=True)
class Point:
    """The plan for one limit: its peak, its predicted time, and what was chosen, in words."""

    limit: int
    peak: int
    seconds: float
    words: str


def sweep(search: Search, count: int) -> list[Point]:
    """The plans for `count` limits, evenly from the smallest that can be kept to what storing
    everything takes; fewer where these are the same."""
    most = search.trials.base.peak
    asked = Search.of(search.trials, most, search.note)
    least = asked.smallest().peak
    searches = [replace(asked, limit=limit) for limit in limits(least, most, count)]
    picks = [(at, at.run()) for at in searches]
    return [point(at, pick) for at, pick in picks]


def limits(least: int, most: int, count: int) -> list[int]:
    """From `least` to `most`, both included, evenly."""
    steps = max(count - 1, 1)
    return list(dict.fromkeys(least + (most - least) * k // steps for k in range(count)))


def point(search: Search, pick: Trial) -> Point:
    """The pick, or what the search for another limit found to be faster and fits here, too."""
    assert search.limit is not None
    best = search.faster_of(pick)
    words = in_words(full_rows(search, best))
    return Point(search.limit, best.peak, search.trials.seconds(best), words)
