"""The table of a run, the page `docs/performance.md`: nothing is told but the rows."""

from __future__ import annotations

import statistics
import textwrap
from collections.abc import Sequence
from pathlib import Path
from string import Template

from benchmarks.kernels.measuring import (
    BEST,
    FEWEST,
    HAND,
    KEPT,
    LAX,
    MOST,
    NUMPY,
    PRIMAL,
    PYTHON,
    SLOWEST,
)  # fmt: skip
from benchmarks.kernels.rows import Row, geometric_mean

#: Kernels that are one product of matrices or a few, and little besides.
PRODUCTS = (
    "gemm", "2mm", "3mm", "atax", "bicg", "mvt", "doitgen", "covariance", "correlation", "mlp",
    "lenet", "resnet",
)  # fmt: skip
PAGE = Path(__file__).with_name("performance.md.in")
HEADER = (
    "kernel", "size", "NumPy ms", "adc ms", "NumPy / adc", "gradient / primal", "with value",
    "lax / adc", "JAX / adc", "MB adc", "MB NumPy", "MB lax", "MB JAX", "",
)  # fmt: skip
#: Of those with an adjoint by hand, for one and two threads.
HAND_HEADER = (
    "kernel", "size", "by hand ms, 1", "adc ms, 1", "by hand / adc, 1", "by hand / primal, 1",
    "by hand ms, 2", "adc ms, 2", "by hand / adc, 2", "MB by hand", "MB adc",
)  # fmt: skip
THREADS = ("1", "2")
#: What stands where nothing was measured.
NONE = "–"


def cells(row: Row) -> tuple[str, ...]:
    """One row of the table, in the order of `HEADER`."""
    memory = row.memory
    better = min((memory[n] for n in (LAX, BEST) if n in memory), default=None)
    return (
        row.name,
        row.size,
        *(_milliseconds(row.seconds.get(name)) for name in (NUMPY, PYTHON)),
        *(_ratio(r) for r in (row.to_numpy, row.to_primal, row.to_primal_with_value)),
        *(_ratio(r) for r in (row.lax, row.best)),
        *(_megabytes(b) for b in (memory.get(PYTHON), memory.get(NUMPY), memory.get(LAX), better)),
        row.status,
    )


def hand_cells(row: Row) -> tuple[str, ...]:
    """One row of the table of adjoints by hand, in the order of `HAND_HEADER`."""
    one, two = (row.threads.get(threads, {}) for threads in THREADS)
    to_primal = one[HAND] / one[PRIMAL] if HAND in one else None
    return (
        row.name,
        row.size,
        *(_milliseconds(one.get(name)) for name in (HAND, KEPT)),
        *(_ratio(r) for r in (row.by_hand("1"), to_primal)),
        *(_milliseconds(two.get(name)) for name in (HAND, KEPT)),
        _ratio(row.by_hand("2")),
        *(_megabytes(row.memory.get(name)) for name in (HAND, PYTHON)),
    )


def _milliseconds(seconds: float | None) -> str:
    return NONE if seconds is None else f"{1e3 * seconds:.3g}"


def _ratio(ratio: float | None) -> str:
    return NONE if ratio is None else f"{ratio:.2f}" if ratio < 100 else f"{ratio:.0f}"


def _megabytes(count: int | None) -> str:
    return NONE if count is None else f"{count / 1e6:.1f}"


def summary(rows: Sequence[Row]) -> list[str]:
    """One line per size: means, and on how many kernels JAX is the faster one."""
    lines = []
    for size in dict.fromkeys(row.size for row in rows):
        found = [row for row in rows if row.size == size]
        primal = [r.to_primal for r in found if r.to_primal is not None]
        best = [r.best for r in found if r.best is not None]
        parts = [f"{len(found)} kernels at size {size}"]
        if primal:
            parts.append(
                f"gradient / primal: median {statistics.median(primal):.2f}, at most"
                f" {max(primal):.2f}"
            )
        if value := [r.to_primal_with_value for r in found if r.to_primal_with_value is not None]:
            parts.append(f"with value: median {statistics.median(value):.2f}")
        for threads in THREADS:
            if hand := [r for row in found if (r := row.by_hand(threads)) is not None]:
                parts.append(f"by hand / adc on {threads}: at least {min(hand):.2f}")
        if best:
            parts.append(
                f"geometric mean of lax / adc {_ratio(geometric_mean(r.lax for r in found))},"
                f" of JAX / adc {_ratio(geometric_mean(best))}"
            )
            parts.append(f"JAX is faster on {sum(r < 1.0 for r in best)} of {len(best)}")
        else:
            parts.append("JAX is not installed, so that nothing is said of it")
        lines.append("; ".join(parts))
    return lines


def others(rows: Sequence[Row]) -> str:
    """The means of lax / adc over the kernels that are more than products, by size."""
    found = []
    for size in dict.fromkeys(row.size for row in rows):
        means = geometric_mean(r.lax for r in rows if r.size == size and r.name not in PRODUCTS)
        found.append(f"{_ratio(means)} at {size}")
    return " and ".join(found)


def page(rows: Sequence[Row], told: dict[str, str]) -> str:
    """`docs/performance.md`; `told` has the template's fields about the machine and the run."""
    by_hand = [hand_cells(row) for row in rows if row.threads]
    refused = [wrapped(f"{row.name} at {row.size}: {row.refused}") for row in rows if row.refused]
    fields = {
        "table": markdown(HEADER, [cells(row) for row in rows]),
        "by_hand": markdown(HAND_HEADER, by_hand) if by_hand else "None was measured.",
        "slowest": f"{SLOWEST:g}",
        "summary": "\n".join(wrapped(f"{line}.") for line in summary(rows)),
        "others": others(rows),
        "refused": "\n".join(refused) or "None.",
        "fewest": str(FEWEST),
        "most": str(MOST),
        **told,
    }
    return Template(PAGE.read_text()).substitute(fields)


def markdown(header: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Names and remarks to the left, numbers to the right."""
    rules = ["---" if not name or name in ("kernel", "size") else "---:" for name in header]
    return "\n".join("| " + " | ".join(row) + " |" for row in (header, rules, *rows))


def wrapped(line: str) -> str:
    """An item of a list, as wide as the pages are."""
    return textwrap.fill(line, 100, initial_indent="- ", subsequent_indent="  ")
