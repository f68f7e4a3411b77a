"""A failing program made smaller while it still fails in the same way."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import TypeVar

P = TypeVar("P")


def shrink(
    program: P,
    smaller: Callable[[P], Iterator[P]],
    fails: Callable[[P], bool],
    *,
    tries: int = 600,
    seconds: float = 60.0,
) -> P:
    """The smallest variant found for which `fails` still holds. After a success it goes on from
    the same position among the variants: what was tried before seldom helps later. `seconds` are
    of CPU time."""
    end = time.process_time() + seconds
    progress = True
    while progress:
        progress, position = False, 0
        while True:
            candidate = _nth(smaller(program), position)
            if candidate is None:
                break
            tries -= 1
            if tries < 0 or time.process_time() > end:
                return program
            if candidate != program and fails(candidate):
                program, progress = candidate, True
            else:
                position += 1
    return program


def _nth(items: Iterator[P], position: int) -> P | None:
    return next((item for k, item in enumerate(items) if k == position), None)


def fewer_lines(source: str) -> Iterator[str]:
    """`source` without one line and what is indented deeper below it; then with that block in the
    place of its head; the longest stretches first. Languages with END lines need their own."""
    lines = source.splitlines()
    stretches = [(k, _block_end(lines, k)) for k in range(len(lines))]
    for k, end in sorted(stretches, key=lambda s: s[0] - s[1]):
        yield "\n".join(lines[:k] + lines[end:]) + "\n"
        if end > k + 1:
            cut = _indent(lines[k + 1]) - _indent(lines[k])
            inner = [line[cut:] for line in lines[k + 1 : end]]
            yield "\n".join(lines[:k] + inner + lines[end:]) + "\n"


def _block_end(lines: list[str], k: int) -> int:
    end = k + 1
    while end < len(lines) and lines[end].strip() and _indent(lines[end]) > _indent(lines[k]):
        end += 1
    return end


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())
