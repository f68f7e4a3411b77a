"""A configuration: what is decided before anything is rewritten."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class CheckpointSchedule:
    """How one loop is checkpointed: its steps are run again from snapshots of the state.

    The reverse sweep takes segments of `length` steps: it brings back the state before the
    segment, runs it again with its values stored, and reverses it. `slots` snapshots are held at
    once; 0: one before every segment. Those in the host's memory are `staged` in that of the device
    on their way, so that they are copied while kernels run. `inner` decides about the loops inside,
    as they are run again.
    """

    length: int = 1
    slots: int = 0
    inner: Configuration = field(default_factory=lambda: Configuration())
    staged: bool = False


@dataclass(frozen=True)
class Configuration:
    """`loops`: the loops (by their label in the primal) that are checkpointed, all others store
    every step; `rebuilt`: the arrays that the reverse sweep makes again, whole; `recomputed`: those
    whose elements it makes again where it uses them, if these have a cheap expression."""

    loops: Mapping[str, CheckpointSchedule] = field(default_factory=dict)
    rebuilt: frozenset[str] = frozenset()
    recomputed: frozenset[str] = frozenset()


#: Nothing is checkpointed or rebuilt: what is killed and not cheap goes on a tape.
STORE_ALL = Configuration()
