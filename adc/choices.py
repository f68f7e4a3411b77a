"""A kernel lowered: as it is asked for, or with the values that its arguments have by default; and
which values of arguments lift a refusal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from adc.diagnostics import AdcError, Diagnostic
from adc.ir.shapes import symbol

if TYPE_CHECKING:
    from adc.frontends.kernel import Kernel
    from adc.ir.program import Program

#: Of so many arguments is tried which ones a refusal is due to.
_MOST = 6
#: What is refused where numbers decide how long an array or a list is.
_OF_LENGTHS = ("ADC0107", "ADC0216", "ADC0220", "ADC0235")
#: What is refused where numbers decide what shape something has.
_OF_SHAPES = ("ADC0212",)
#: How the advice begins to give an argument one value.
_ONE_VALUE = "compile for one value"
#: Advice that says nothing of the place where it is given.
_GENERAL = (
    "use an integer expression of sizes", "use sizes, integer arguments", "say how many elements",
    "make it an array of one shape",
)  # fmt: skip
#: So many elements are room enough to see what is refused next.
_ROOM = 1000
#: What sizes are tried for, the first one and those above it: a square, and 1 + 2 + 3 and so on.
_FIRST_SIZE = 36
_RISING, _FALLING = ("0.1", "1.0", "2.0", "4.0"), ("4.0", "2.0", "1.0", "0.1")


def lowered_kernel(
    kernel: Kernel, inline: str, warnings: list[Diagnostic]
) -> tuple[Kernel, Program]:
    """A kernel and its program: `kernel`, or where that is refused, what to take `otherwise`; where
    no value of an argument helps either, with results of another form as errors."""
    from adc.lowering.attempts import OF_RETURNS
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
        error = _with_option(refusal, kernel, inline)
        advised = (error.diagnostics[0].help or "").startswith(_ONE_VALUE)
        if advised or refusal.diagnostics[0].code not in OF_RETURNS:
            raise error from None
        warnings[told:] = []
        try:
            return kernel, _lowered(kernel, inline, warnings, forms=True)
        except AdcError:
            raise error from None


def _lowered(
    kernel: Kernel, inline: str, warnings: list[Diagnostic], forms: bool = False
) -> Program:
    from adc.differentiate.slopes import slopes
    from adc.lowering import lower, with_bodies

    rules = [with_bodies(rule) for rule in kernel.rules.externals]
    return lower(
        kernel.module, kernel.function, kernel.signature, warnings, inline, rules, kernel.room,
        slopes, kernel.sizes, forms,
    )  # fmt: skip


def _with_option(refusal: AdcError, kernel: Kernel, inline: str) -> AdcError:
    """The refusal, whose help names `--fix` where one value of some arguments lifts it."""
    if len(refusal.diagnostics) != 1:
        return refusal
    if kernel.fixed_at is None:
        return _with_room(refusal, kernel, inline)
    of_length = refusal.diagnostics[0].code in _OF_LENGTHS
    values = _values(kernel, of_length)
    tried = (texts for texts in values if texts and _is_read(kernel, texts, inline))
    texts = next(tried, None)
    if texts is None:
        return _with_sizes(refusal, kernel, inline)
    for name in reversed(list(texts) if len(texts) <= _MOST else []):
        fewer = {n: text for n, text in texts.items() if n != name}
        if fewer and _is_read(kernel, fewer, inline):
            texts = fewer
    return _helped(refusal, f"{_ONE_VALUE}, such as: `{_options(texts)}`")


def _options(texts: Mapping[str, str]) -> str:
    return " ".join(f"--fix {name}={text}" for name, text in texts.items())


def _helped(refusal: AdcError, help: str) -> AdcError:
    return replace(refusal, diagnostics=[replace(refusal.diagnostics[0], help=help)])


def _with_sizes(refusal: AdcError, kernel: Kernel, inline: str) -> AdcError:
    """The refusal, whose help asks for numbers as sizes where these lift it: alone, or with one
    value of some arguments."""
    sizes = _sizes(kernel)
    code, help = refusal.diagnostics[0].code, refusal.diagnostics[0].help or ""
    own = code not in (*_OF_LENGTHS, *_OF_SHAPES) or not help.startswith(_GENERAL)
    if not sizes or own:
        return _with_room(refusal, kernel, inline)
    values = _values(kernel, of_length=True) if code in _OF_LENGTHS else ()
    for texts in ({}, *(texts for texts in values if texts)):
        if _is_read(kernel, texts, inline, sizes):
            names = ", ".join(f"`{name}`" for name in sizes)
            more = f", with `{_options(texts)}`" if texts else ""
            return _helped(
                refusal, f"compile for one size: write a number for {names} in the types{more}"
            )
    return _with_room(refusal, kernel, inline)


def _with_room(refusal: AdcError, kernel: Kernel, inline: str) -> AdcError:
    """The refusal, or what is refused next where room for more elements is all that it asks for."""
    if refusal.diagnostics[0].code != "ADC0235" or kernel.room:
        return refusal
    try:
        _lowered(replace(kernel, room=_ROOM), inline, [])
    except AdcError as left:
        return left
    return refusal


def _sizes(kernel: Kernel) -> dict[str, int]:
    """A number for each size that the arguments' shapes name, and that is no argument itself."""
    extents = (e for kind in kernel.signature.values() for e in kind.shape)
    names = dict.fromkeys(str(s) for e in extents for s in sorted(e.free_symbols, key=str))
    own = [name for name in names if name not in kernel.signature]
    return {name: _FIRST_SIZE + k for k, name in enumerate(own)}


def _sized(kernel: Kernel, sizes: Mapping[str, int]) -> Kernel:
    values = {symbol(name): number for name, number in sizes.items()}
    signature = {
        name: replace(kind, shape=tuple(e.subs(values) for e in kind.shape))
        for name, kind in kernel.signature.items()
    }
    return replace(kernel, signature=signature)


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


def _is_read(
    kernel: Kernel, texts: Mapping[str, str], inline: str, sizes: Mapping[str, int] | None = None
) -> bool:
    """Whether the kernel is not refused where arguments have the values `texts`, and `sizes` are
    numbers."""
    assert kernel.fixed_at is not None
    try:
        fixed = kernel.fixed_at(texts) if texts else kernel
        _lowered(_sized(fixed, sizes) if sizes else fixed, inline, [])
    except AdcError:
        return False
    return True
