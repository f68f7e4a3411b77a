"""Plans in words: configurations, what sets a plan apart, and what fills the memory at its peak.
Names are the source's."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from adc.checkpoint.configuration import STORE_ALL, Configuration
from adc.checkpoint.estimates.trials import Trial
from adc.checkpoint.plan import Decision, PlanRow
from adc.ir.enums import Role
from adc.ir.nodes import Loop, While
from adc.ir.program import Program
from adc.ir.shapes import evaluate
from adc.ir.walking import walk_nodes

#: So many names stand in a sentence at most.
MOST_NAMES = 4
#: And so many loops.
MOST_LOOPS = 3


def described(configuration: Configuration, primal: Program) -> str:
    """A configuration in a few words, loops by their lines in the source."""
    if configuration == STORE_ALL:
        return "everything stored"
    lines = {
        node.label: f"loop of line {node.span.line}"
        for node in walk_nodes(primal.body)
        if isinstance(node, (Loop, While)) and node.span
    }
    parts = [
        f"{lines.get(label, label)}: {c.slots or 'all'} snapshots{' staged' * c.staged},"
        f" segments of {c.length}"
        for label, c in configuration.loops.items()
    ]
    parts += [f"{name} rebuilt" for name in sorted(configuration.rebuilt)]
    parts += [f"{name} recomputed in place" for name in sorted(configuration.recomputed)]
    return "; ".join(parts)


def in_words(rows: Iterable[PlanRow]) -> str:
    """What sets a plan apart: `A0, A1 rebuilt; loop at kernel.py:16 in 10 snapshots,
    segments of 8 steps`."""
    rows = list(rows)
    parts = []
    rebuilt = list(dict.fromkeys(r.array for r in rows if r.rebuilt))
    if rebuilt:
        parts.append(f"{enumerated(rebuilt)} rebuilt")
    cheap = (r.array for r in rows if r.decision == Decision.RECOMPUTE and not r.rebuilt)
    recomputed = [name for name in dict.fromkeys(cheap) if name not in rebuilt]
    if recomputed:
        parts.append(f"{enumerated(recomputed)} recomputed where used")
    loops = list(dict.fromkeys(loop_words(r) for r in rows if r.decision == Decision.CHECKPOINT))
    parts += loops[:MOST_LOOPS]
    if len(loops) > MOST_LOOPS:
        parts.append(f"{counted(len(loops) - MOST_LOOPS, 'more loop')} run again")
    return "; ".join(parts) if parts else "everything kept or stored"


def loop_words(row: PlanRow) -> str:
    line = row.where.rpartition(":")[2]
    held = row.snapshots if row.snapshots is not None else row.slots
    snapshots = counted(held, "snapshot") if held else "a snapshot per segment"
    snapshots += " on the host" * row.on_host
    snapshots += ", copied beside the steps" * row.staged
    length = row.segment_steps or 1
    segments = "" if length == 1 else f", segments of {length} steps"
    return f"loop of line {line} from {snapshots}{segments}"


def counted(number: int, word: str) -> str:
    return f"{number} {word}" + ("" if number == 1 else "s")


def enumerated(names: list[str], most: int = MOST_NAMES) -> str:
    """`A, B, C and 5 more`."""
    if len(names) <= most:
        return ", ".join(names)
    return f"{', '.join(names[: most - 1])} and {len(names) - most + 1} more"


# -- what is in memory -----------------------------------------------------------------------------


def buffer_words(name: str, program: Program) -> str:
    """What a buffer of a planned program holds: `A0`, `adjoint of v`, `snapshots of v`."""
    known = {c.name: c for c in program.containers}
    container = known.get(name)
    if container is None:
        return name
    source = container
    while source.of in known and source.of != source.name:
        source = known[source.of]
    root = source.of or source.name.removesuffix("_work")
    if container.role is Role.STAGED:
        return f"snapshots of {root} on their way to the host"
    if container.role is Role.HOST:
        return f"snapshots of {root} in the host's memory"
    if container.role == Role.TAPE:
        return f"{'snapshots' if '_snap' in name else 'stored values'} of {root}"
    if "_bar" in name:
        return f"adjoint of {root}"
    if container.of:
        return f"{root} made again"
    return root if root == name else f"working copy of {root}"


def at_the_peak(trial: Trial, sizes: Mapping[str, int]) -> tuple[str, list[tuple[str, int]]]:
    """The place of the peak, and what is in memory there with its bytes, largest first."""
    timeline, program = trial.finished.scheduled.timeline, trial.finished.program
    outside = ("arguments, seeds and gradients", evaluate(timeline.arguments, dict(sizes)))
    event = timeline.peak(sizes)
    if event is None:
        return "", [outside]
    known = timeline.bytes_of(sizes)
    held: dict[str, int] = {}
    for name in event.live:
        if not known[name]:
            continue  # it lies in a gradient
        words = buffer_words(name, program)
        held[words] = held.get(words, 0) + known[name]
    return event.place, sorted([outside, *held.items()], key=lambda pair: -pair[1])
