"""The planner's answers for a row of memory limits."""

from __future__ import annotations

from dataclasses import dataclass, replace

from adc.checkpoint.search.report import full_rows, in_words
from adc.checkpoint.search.search import Attempt, Search


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
    most = search.base.finished.peak
    asked = replace(search, setting=replace(search.setting, limit=most))
    least = asked.smallest().finished.peak
    picks = [(limit, picked(asked, limit)) for limit in limits(least, most, count)]
    return [point(asked, limit, pick) for limit, pick in picks]


def limits(least: int, most: int, count: int) -> list[int]:
    """From `least` to `most`, both included, evenly."""
    steps = max(count - 1, 1)
    return list(dict.fromkeys(least + (most - least) * k // steps for k in range(count)))


def picked(search: Search, limit: int) -> Attempt:
    search.setting = replace(search.setting, limit=limit)
    return search.run()


def point(search: Search, limit: int, pick: Attempt) -> Point:
    """The pick, or what the search for another limit found to be faster and fits here, too."""
    search.setting = replace(search.setting, limit=limit)
    best = search.faster_of(pick)
    words = in_words(full_rows(search, best))
    return Point(limit, best.finished.peak, search.seconds(best), words)
