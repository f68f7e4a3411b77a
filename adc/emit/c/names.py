"""Names that the user may have and C may not, and what they become."""

from __future__ import annotations

from collections.abc import Iterable

from adc.ir.nodes import NameSource, Program
from adc.schedule.tree import Scheduled, part_variables, walk

#: Keywords of C11, of C++ (the header serves both) and words that common headers define.
_KEYWORDS = """
    auto break case char const continue default do double else enum extern float for goto if inline
    int long register restrict return short signed sizeof static struct switch typedef union
    unsigned void volatile while bool true false
    alignas alignof and and_eq asm bitand bitor catch class compl concept constexpr const_cast
    decltype delete dynamic_cast explicit export friend mutable namespace new noexcept not not_eq
    nullptr operator or or_eq private protected public reinterpret_cast requires static_assert
    static_cast template this thread_local throw try typeid typename using virtual wchar_t xor
    xor_eq linux unix NULL INFINITY NAN I complex errno stdin stdout stderr main
    size_t int32_t int64_t uintptr_t INT64_MAX SIZE_MAX INT_MAX
"""

#: Functions that the generated text calls: an argument of that name would hide them.
_CALLED = """
    acos acosh asin asinh atan atan2 atanh cbrt ceil copysign cos cosh erf erfc exp exp2 expm1 fabs
    floor fmax fmin fmod hypot isfinite isinf isnan lgamma log log10 log1p log2 pow rint sin sinh
    sqrt tan tanh tgamma trunc aligned_alloc free memcpy memset
"""


KEYWORDS = frozenset(_KEYWORDS.split())
CALLED = frozenset(_CALLED.split())


def spellings(names: Iterable[str], taken: Iterable[str] = ()) -> dict[str, str]:
    """What each of `names` is called in C: itself, or with an underscore where C has the word."""
    names = list(names)
    reserved = KEYWORDS | CALLED | {f + "f" for f in CALLED}
    source = NameSource(reserved | set(taken) | {n for n in names if n not in reserved})
    table: dict[str, str] = {}
    for name in names:
        free = name not in reserved and not name.startswith("adc_") and name not in taken
        table[name] = name if free else source.fresh(name.rstrip("_") + "_")
    return table


def program_spellings(program: Program, entry: str = "") -> dict[str, str]:
    """The C names of parameters and containers; the same for the header as for the text."""
    names = [p.name for p in program.parameters] + [c.name for c in program.containers]
    return spellings(dict.fromkeys(names), taken={entry} if entry else ())


def all_spellings(scheduled: Scheduled, entry: str) -> dict[str, str]:
    """The C names of everything, loop variables too."""
    table = program_spellings(scheduled.program, entry)
    variables = [v for n in walk(scheduled.tree) for own in part_variables(n) for v in own]
    found = dict.fromkeys([*(c.name for c in scheduled.containers), *variables])
    new = [name for name in found if name not in table]
    table.update(spellings(new, taken={entry} | set(table.values())))
    return table
