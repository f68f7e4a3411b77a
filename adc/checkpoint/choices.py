"""A configuration: what the planner has decided before anything is rewritten."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class LoopChoice:
    """How one loop is reversed: its steps run again from snapshots of the state.

    The reverse sweep takes segments of `length` steps: it brings back the state before the
    segment, runs it again with its values stored, and reverses it. `slots` snapshots are held at
    once; 0: one before every segment. `inner` decides about the loops inside, as they are run
    again.
    """

    length: int = 1
    slots: int = 0
    inner: Choices = field(default_factory=lambda: Choices())


@dataclass(frozen=True)
class Choices:
    """`loops`: the loops (by their label in the primal) that are run again from snapshots, all
    others store every step; `rebuilt`: the arrays that the reverse sweep makes again; `inlined`:
    those whose elements it makes again where it uses them, if these have a cheap expression."""

    loops: Mapping[str, LoopChoice] = field(default_factory=dict)
    rebuilt: frozenset[str] = frozenset()
    inlined: frozenset[str] = frozenset()


STORE_ALL = Choices()
