"""A kernel lowered: as it is asked for, or with the values that its arguments have by default; and
which values of arguments lift a refusal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from adc.diagnostics import AdcError, Diagnostic

if TYPE_CHECKING:
    from adc.frontends.kernel import Kernel
    from adc.ir.program import Program

#: Of so many arguments is tried which ones a refusal is due to.
_MOST = 6
#: What is refused where numbers decide how long an array or a list is.
_OF_LENGTHS = ("ADC0107", "ADC0216", "ADC0220", "ADC0235")
_RISING, _FALLING = ("0.1", "1.0", "2.0", "4.0"), ("4.0", "2.0", "1.0", "0.1")


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
    from adc.differentiate.slopes import slopes
    from adc.lowering import lower, with_bodies

    rules = [with_bodies(rule) for rule in kernel.rules.externals]
    return lower(
        kernel.module, kernel.function, kernel.signature, warnings, inline, rules, kernel.room,
        slopes,
    )  # fmt: skip


def _with_option(refusal: AdcError, kernel: Kernel, inline: str) -> AdcError:
    """The refusal, whose help names `--fix` where one value of some arguments lifts it."""
    if len(refusal.diagnostics) != 1 or kernel.fixed_at is None:
        return refusal
    of_length = refusal.diagnostics[0].code in _OF_LENGTHS
    values = _values(kernel, of_length)
    tried = (texts for texts in values if texts and _is_read(kernel, texts, inline))
    texts = next(tried, None)
    if texts is None:
        return refusal
    for name in reversed(list(texts) if len(texts) <= _MOST else []):
        fewer = {n: text for n, text in texts.items() if n != name}
        if fewer and _is_read(kernel, fewer, inline):
            texts = fewer
    options = " ".join(f"--fix {name}={text}" for name, text in texts.items())
    help = f"compile for one value, such as: `{options}`"
    return replace(refusal, diagnostics=[replace(refusal.diagnostics[0], help=help)])


def _values(kernel: Kernel, of_length: bool) -> Iterator[dict[str, str]]:
    """Values of arguments to try: integers and truth values first, then floating numbers, too,
    where a length is what is refused. Of these, a product may be the length, or a quotient."""
    yield {**kernel.choices, **dict.fromkeys(kernel.flags, "True")}
    if kernel.flags:
        yield {**kernel.choices, **dict.fromkeys(kernel.flags, "False")}
    if not kernel.numbers or not of_length:
        return
    yield {**kernel.choices, **kernel.numbers}
    for numbers in (_RISING, _FALLING):
        if len(kernel.numbers) <= len(numbers):
            yield {**kernel.choices, **dict(zip(kernel.numbers, numbers, strict=False))}


def _is_read(kernel: Kernel, texts: Mapping[str, str], inline: str) -> bool:
    """Whether the kernel is not refused where arguments have the values `texts`."""
    assert kernel.fixed_at is not None
    try:
        _lowered(kernel.fixed_at(texts), inline, [])
    except AdcError:
        return False
    return True
