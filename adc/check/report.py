"""What a check found, as figures and a verdict."""

from __future__ import annotations

import json
import math
import re
import textwrap
from dataclasses import dataclass, field, replace
from typing import Any

from adc.diagnostics import InternalError

#: Exit status of a derivative that is wrong, or of a check that cannot tell (DESIGN section 2).
FAILED = 4

_TITLES = {
    "tangent_difference": "tangent against differences",
    "adjoint_tangent": "adjoint against tangent",
    "repeat": "a second call, the same",
    "value": "outputs against primal",
    "python_value": "primal against NumPy",
    "python_difference": "tangent against NumPy",
    "fortran_value": "primal against gfortran",
    "fortran_difference": "tangent against gfortran",
}


@dataclass(frozen=True)
class Figure:
    """A largest relative error and the most that passes; one that is not finite does not.

    `compared` is False where nothing was there to compare; `value` is NaN then.
    """

    name: str
    value: float
    limit: float
    compared: bool = True

    @property
    def passes(self) -> bool:
        return self.value <= self.limit

    @property
    def remark(self) -> str:
        if not self.compared:
            return "not compared"
        if not math.isfinite(self.value):
            return "not finite"
        return "ok" if self.passes else "over"

    @property
    def found(self) -> str:
        return f"{self.value:.1e}" if self.compared else "-"

    @property
    def title(self) -> str:
        return _TITLES.get(self.name, self.name)


@dataclass(frozen=True)
class CheckReport:
    """`verdict` is pass, wrong or inconclusive; `reason` says why it is not pass. True if it is.

    `norms` are those of the gradient (or tangent) per independent, NaN where there is none. Bytes
    are of one call of the derivative at `sizes`; seconds are the shortest of some calls there.
    `ranges` are those of inputs that are drawn from elsewhere than by default, where that proves
    nothing, and `orders` say which vectors are drawn "rising" or "falling" then; `usual` are
    inputs that begin at their defaults. `compared` counts the elements held against differences,
    `kinks` those that lie at a kink, where the derivative is one of the
    subgradients, `unsettled` those whose differences do not converge.
    `original` says by what the source itself was run, empty where it was not; `notes` say what
    was left out; `products` by what matrices were multiplied, empty where no call does; `summed`
    are numbers the gradient of whose sum is checked, where there are several; from those that are
    `cut_off` no differentiable path leads to what is differentiated.
    """

    verdict: str
    reason: str
    entry: str
    sizes: dict[str, int] = field(default_factory=dict)
    draws: int = 0
    ranges: dict[str, tuple[float, float]] = field(default_factory=dict)
    orders: dict[str, str] = field(default_factory=dict)
    figures: tuple[Figure, ...] = ()
    norms: dict[str, float] = field(default_factory=dict)
    primal_seconds: float = math.nan
    derivative_seconds: float = math.nan
    peak_bytes: int = 0
    workspace_bytes: int = 0
    compared: int = 0
    kinks: int = 0
    unsettled: int = 0
    original: str = ""
    notes: tuple[str, ...] = ()
    products: str = ""
    usual: tuple[str, ...] = ()
    summed: tuple[str, ...] = ()
    cut_off: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return self.verdict == "pass"

    def __str__(self) -> str:
        return self.text()

    @property
    def exit_status(self) -> int:
        return 0 if self else FAILED

    @property
    def help(self) -> str:
        """What to do about an inconclusive check."""
        if self.verdict != "inconclusive":
            return ""
        if self.reason.startswith("CUDA reports"):
            return "run it where there is a device, or leave `--target` out to check C"
        name, size = next(iter(self.norms), "A"), self._size
        if re.search(r":\d+ (stops$|does not fit(, .*)?$)", self.reason):
            return (
                f"give sizes and inputs with which it goes on there: --size {size}, --set"
                f" {name}=0.5:1.5 (any argument, a value or a range) or --example IN.npz"
            )
        if "is zero" in self.reason and self.idle and {*self.idle} <= {*self.cut_off}:
            return (
                "no inputs change that, a warning names the step that cuts it off: take another"
                f" result, or leave out of --wrt what has no effect: {', '.join(self.idle)}"
            )
        which = "other inputs"
        if "rounding" in self.reason or "badly conditioned" in self.reason:
            which = "inputs at which less cancels"
        text = (
            f"give {which}: --set {name}=0.5:1.5 (any argument, a value or a range) or"
            f" --example IN.npz, or other sizes: --size {size}"
        )
        if one := re.search(r"do not settle .*, all of them of ([^\s:]+)", self.reason):
            text += f"; leave out of --of what rounding makes up: {one[1]}"
        if self.idle and self.summed:
            listed = ", ".join(f"`{name}`" for name in self.summed)
            return f"the gradient is that of the sum of {listed}: take one, --of {self.summed[0]}"
        if self.idle and len(self.idle) < len(self.norms):
            text += f"; leave out of --wrt what has no effect: {', '.join(self.idle)}"
        return text

    @property
    def _size(self) -> str:
        """A size to give: the one that something did not fit; else, of those of one array alone,
        which it shares with no other, the first."""
        short = [n for n in re.findall(r"on an axis of (\w+)", self.reason) if n in self.sizes]
        own = [n for n in self.sizes if re.search(r"_\d+$", n)]
        name = next(iter((*short, *own, *self.sizes)), "N")
        return f"{name}={4 * self.sizes.get(name, 2) + 1}"

    @property
    def shows_nothing(self) -> bool:
        """Whether it is inconclusive as the primal ends early, or leaves an independent alone."""
        ends = re.search(r"the primal returns \w+_E(SIZE|STOP)\b", self.reason) is not None
        return self.verdict == "inconclusive" and (ends or bool(self.idle))

    @property
    def idle(self) -> tuple[str, ...]:
        """The independents whose gradient is exactly zero."""
        return tuple(name for name, norm in self.norms.items() if norm == 0.0)

    def with_figures(self, *more: Figure) -> CheckReport:
        return replace(self, figures=(*self.figures, *more))

    def as_json(self) -> dict[str, Any]:
        """For `--json`; what is not finite becomes null."""
        return {
            "entry": self.entry,
            "verdict": self.verdict,
            "reason": self.reason,
            "help": self.help,
            "sizes": self.sizes,
            "draws": self.draws,
            "original": self.original,
            "notes": list(self.notes),
            "products": self.products,
            "usual": list(self.usual),
            "ranges": {name: list(found) for name, found in self.ranges.items()},
            "orders": self.orders,
            "figures": [
                {
                    "name": f.name,
                    "value": _finite(f.value),
                    "limit": f.limit,
                    "passes": f.passes,
                    "remark": f.remark,
                }
                for f in self.figures
            ],
            "norms": {name: _finite(value) for name, value in self.norms.items()},
            "compared": self.compared,
            "kinks": self.kinks,
            "unsettled": self.unsettled,
            "peak_bytes": self.peak_bytes,
            "workspace_bytes": self.workspace_bytes,
            "primal_seconds": _finite(self.primal_seconds),
            "derivative_seconds": _finite(self.derivative_seconds),
        }

    def text(self) -> str:
        """For people."""
        sizes = "  ".join(f"{name} = {value}" for name, value in self.sizes.items())
        lines = [f"{self.entry}", f"  sizes    {sizes}", f"  inputs   {self.draws} draws"]
        lines += [
            f"           {name} from {low:g} to {high:g}"
            for name, (low, high) in self.ranges.items()
        ]
        for order in ("rising", "falling"):
            drawn = [name for name, found in self.orders.items() if found == order]
            lines += [f"           in {order} order: {', '.join(drawn)}"] if drawn else []
        if self.usual:
            told = f"at the default first, then near it: {', '.join(self.usual)}"
            lines += textwrap.wrap(told, 100, initial_indent=" " * 11, subsequent_indent=" " * 11)
        if self.original:
            lines.append(f"  source   run by {self.original}")
        if self.products:
            lines.append(f"  products {self.products}")
        lines.append("")
        lines.append(f"  {'largest relative error':<32} {'found':>12} {'limit':>9}")
        for f in self.figures:
            lines.append(f"  {f.title:<32} {f.found:>12} {f.limit:9.0e}  {f.remark}")
        lines.append("")
        for name, value in self.norms.items():
            lines.append(f"  {'norm along ' + name:<32} {value:12.6e}")
        lines.append(f"  {'peak memory':<32} {self.peak_bytes:>12}  bytes")
        lines.append(f"  {'workspace':<32} {self.workspace_bytes:>12}  bytes")
        ratio = self.derivative_seconds / self.primal_seconds if self.primal_seconds else math.inf
        lines.append(f"  {'time of the primal':<32} {self.primal_seconds:12.3e}  s")
        lines.append(
            f"  {'time of the derivative':<32} {self.derivative_seconds:12.3e}  s,"
            f" {ratio:.1f} times the primal"
        )
        if self.kinks:
            lines.append(
                f"  {self.kinks} of {self.compared} elements lie at a kink; theirs are subgradients"
            )
        lines += [f"  note: {note}" for note in self.notes]
        lines += ["", f"{self.verdict}: {self.reason}" if self.reason else self.verdict]
        if self.help:
            lines.append(f"help: {self.help}")
        return "\n".join(lines) + "\n"


def parsed(text: str, entry: str) -> CheckReport:
    """The report in the line that the check program prints with `--json`."""
    try:
        facts = json.loads(text)
    except ValueError:
        raise InternalError(f"the self-check printed no report: {text[:200]!r}") from None
    figures = tuple(
        Figure(f["name"], _number(f["value"]), f["limit"], f["remark"] != "not compared")
        for f in facts["figures"]
    )
    return CheckReport(
        verdict=facts["verdict"],
        reason=facts["reason"],
        entry=entry,
        sizes=facts["sizes"],
        draws=facts["draws"],
        ranges={name: (low, high) for name, (low, high) in facts["ranges"].items()},
        orders=facts["orders"],
        figures=figures,
        norms={name: _number(value) for name, value in facts["norms"].items()},
        primal_seconds=_number(facts["primal_seconds"]),
        derivative_seconds=_number(facts["derivative_seconds"]),
        peak_bytes=facts["peak_bytes"],
        workspace_bytes=facts["workspace_bytes"],
        compared=facts["compared"],
        kinks=facts["kinks"],
        unsettled=facts["unsettled"],
    )


def _number(value: float | None) -> float:
    return math.nan if value is None else float(value)


def _finite(value: float) -> float | None:
    return value if math.isfinite(value) else None
