"""A kernel lowered: as it is asked for, or with the values that its arguments have by default; and
which values of arguments lift a refusal."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

from adc.diagnostics import AdcError, Diagnostic

if TYPE_CHECKING:
    from adc.frontends.kernel import Kernel
    from adc.ir.program import Program

#: Of so many arguments is tried which ones a refusal is due to.
_MOST = 4


def lowered_kernel(
    kernel: Kernel, inline: str, warnings: list[Diagnostic]
) -> tuple[Kernel, Program]:
    """A kernel and its program: `kernel`, or where that is refused, what to take `otherwise`."""
    from adc.lowering.fortran.library import UnsupportedCallError

    told = len(warnings)
    try:
        return kernel, _lowered(kernel, inline, warnings)
    except AdcError as refusal:
        if kernel.otherwise is not None and not isinstance(refusal, UnsupportedCallError):
            remarks = list(kernel.otherwise.remarks)
            try:
                found = lowered_kernel(kernel.otherwise, inline, remarks)
            except AdcError:
                pass
            else:
                warnings[:] = [*warnings[:told], *remarks]
                return found
        raise _with_option(refusal, kernel, inline) from None


def _lowered(kernel: Kernel, inline: str, warnings: list[Diagnostic]) -> Program:
    from adc.lowering import lower, with_bodies

    rules = [with_bodies(rule) for rule in kernel.rules.externals]
    return lower(kernel.module, kernel.function, kernel.signature, warnings, inline, rules)


def _with_option(refusal: AdcError, kernel: Kernel, inline: str) -> AdcError:
    """The refusal, whose help names `--fix` where one value of some arguments lifts it."""
    if len(refusal.diagnostics) != 1 or kernel.fixed_at is None or not kernel.choices:
        return refusal
    names = list(kernel.choices)
    if not _is_read(kernel, names, inline):
        return refusal
    for name in reversed(names if len(names) <= _MOST else []):
        fewer = [n for n in names if n != name]
        if fewer and _is_read(kernel, fewer, inline):
            names = fewer
    options = " ".join(f"--fix {name}={kernel.choices[name]}" for name in names)
    help = f"compile for one value, such as: `{options}`"
    return replace(refusal, diagnostics=[replace(refusal.diagnostics[0], help=help)])


def _is_read(kernel: Kernel, names: Iterable[str], inline: str) -> bool:
    """Whether the kernel is not refused where the arguments `names` have one value each."""
    assert kernel.fixed_at is not None
    try:
        _lowered(kernel.fixed_at({n: kernel.choices[n] for n in names}), inline, [])
    except AdcError:
        return False
    return True
