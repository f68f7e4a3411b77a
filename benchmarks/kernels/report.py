"""The table of a run, the page `docs/performance.md`: nothing is told but the rows."""

from __future__ import annotations

import statistics
import textwrap
from collections.abc import Sequence
from pathlib import Path
from string import Template

from benchmarks.kernels.measuring import BEST, FEWEST, LAX, MOST, NUMPY, PYTHON
from benchmarks.kernels.rows import Row, geometric_mean

PAGE = Path(__file__).with_name("performance.md.in")
HEADER = (
    "kernel", "size", "NumPy ms", "adc ms", "NumPy / adc", "gradient / primal", "lax / adc",
    "JAX / adc", "MB adc", "MB NumPy", "MB lax", "MB JAX", "",
)  # fmt: skip
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
        *(_ratio(r) for r in (row.to_numpy, row.to_primal, row.lax, row.best)),
        *(_megabytes(b) for b in (memory.get(PYTHON), memory.get(NUMPY), memory.get(LAX), better)),
        row.status,
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


def page(rows: Sequence[Row], told: dict[str, str]) -> str:
    """`docs/performance.md`; `told` has the template's fields about the machine and the run."""
    lines = ["| " + " | ".join(row) + " |" for row in (HEADER, *(cells(r) for r in rows))]
    lines.insert(1, "| --- | --- |" + " ---: |" * (len(HEADER) - 3) + " --- |")
    refused = [wrapped(f"{row.name} at {row.size}: {row.refused}") for row in rows if row.refused]
    fields = {
        "table": "\n".join(lines),
        "summary": "\n".join(wrapped(f"{line}.") for line in summary(rows)),
        "refused": "\n".join(refused) or "None.",
        "fewest": str(FEWEST),
        "most": str(MOST),
        **told,
    }
    return Template(PAGE.read_text()).substitute(fields)


def wrapped(line: str) -> str:
    """An item of a list, as wide as the pages are."""
    return textwrap.fill(line, 100, initial_indent="- ", subsequent_indent="  ")
