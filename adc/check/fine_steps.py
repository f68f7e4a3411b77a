"""Programs that round to so many places that steps of differences lead over many edges.

Between edges the derivative of `np.round(x, 7)` is zero, which is what adc gives; differences see
the line that the edges lie along. That is nobody's fault, and proves nothing.
"""

from __future__ import annotations

from dataclasses import replace

from adc.check.report import CheckReport
from adc.ir import build
from adc.ir.expressions import Apply, Const, Expr, walk
from adc.ir.program import Program
from adc.ir.walking import expressions_in

#: What holds tangents against differences.
_DIFFERENCES = {"tangent_difference", "python_difference", "fortran_difference"}
_ROUNDING = {"rint", "floor", "ceil", "trunc"}
#: Steps of this size and larger ones are wider than those of differences mostly are.
_WIDE = 1e-2


def with_fine_steps(report: CheckReport, primal: Program) -> CheckReport:
    """`report`, which proves nothing where differences alone say that it is wrong, and the program
    rounds to fine steps."""
    over = {f.name for f in report.figures if f.compared and not f.passes}
    if report.verdict != "wrong" or not over or not over <= _DIFFERENCES:
        return report
    bodies = (part.body for part in (primal, *primal.routines))
    steps = [_step(e) for body in bodies for _, top, _ in expressions_in(body) for e in walk(top)]
    fine = [step for step in steps if step is not None and step < _WIDE]
    if not fine:
        return report
    reason = (
        f"the source rounds to steps of {min(fine):.3g}, over many of which differences lead: the"
        " derivative is zero between them"
    )
    return replace(report, verdict="inconclusive", reason=reason)


def _step(expr: Expr) -> float | None:
    """The distance of the numbers that `expr` rounds to, of what a literal scales."""
    if isinstance(expr, Apply) and expr.op == "multiple" and isinstance(expr.args[1], Const):
        return 1.0 / float(build.const_value(expr.args[1]))
    if not isinstance(expr, Apply) or expr.op not in _ROUNDING:
        return None
    (scaled,) = expr.args
    if not isinstance(scaled, Apply) or scaled.op not in ("mul", "div"):
        return None
    known = [abs(float(build.const_value(a))) for a in scaled.args if isinstance(a, Const)]
    if len(known) != 1 or not known[0]:
        return None
    return 1.0 / known[0] if scaled.op == "mul" else known[0]
