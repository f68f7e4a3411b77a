"""Helper functions that generated text calls: a file gets those that it uses, and no others.

Which ones is read off the text itself, so that nobody keeps a list.
"""

from __future__ import annotations

import re

from adc.emit.c.values import MATH_FUNCTIONS

_ROW = """\
/* The length of an array's rows as a type may state it: C wants at least 1, also where none is. */
static inline int64_t adc_row(int64_t n)
{
    return n > 0 ? n : 1;
}
"""

_EXTENT = """\
/* An extent in floating point, which cannot overflow; an empty one counts as 1. */
static inline double adc_extent(int64_t n)
{
    return n > 1 ? (double)n : 1.0;
}
"""

_TAKE = """\
/* The next `bytes` of the workspace; the one after begins at a multiple of 64. */
static inline void *adc_take(char **next, int64_t bytes)
{
    void *taken = *next;
    if (bytes > 0)
        *next += 64*((bytes + 63)/64);
    return taken;
}
"""

_ROUND = """\
/* `bytes` rounded up to a multiple of 64. */
static inline int64_t adc_round64(int64_t bytes)
{
    return 64*((bytes + 63)/64);
}
"""

_RANGE = """\
/* An argument in memory, and whether the function writes it. */
struct adc_range {
    const void *start;
    int64_t bytes;
    bool written;
};
"""

_OVERLAP = """\
/* Whether two of the `count` ranges share a byte and one of the two is written. */
static inline bool adc_overlap(const struct adc_range *ranges, int count)
{
    for (int a = 0; a < count; a++) {
        for (int b = 0; b < a; b++) {
            const uintptr_t x = (uintptr_t)ranges[a].start, y = (uintptr_t)ranges[b].start;
            const int64_t m = ranges[a].bytes, n = ranges[b].bytes;
            const bool apart = m <= 0 || n <= 0 || x + (uintptr_t)m <= y || y + (uintptr_t)n <= x;
            if (!apart && (ranges[a].written || ranges[b].written))
                return true;
        }
    }
    return false;
}
"""

_FLOORDIV = """\
/* a // b as Python has it: rounded towards minus infinity. */
static inline int64_t adc_floordiv(int64_t a, int64_t b)
{
    return a/b - (a % b != 0 && (a < 0) != (b < 0));
}
"""

_FLOORMOD = """\
/* a % b as Python has it: with the sign of b. */
static inline int64_t adc_floormod(int64_t a, int64_t b)
{
    const int64_t rest = a % b;
    return rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest;
}
"""

_WRAP = """\
/* Python's subscript rule: a negative index counts from the end. */
static inline int64_t adc_wrap(int64_t index, int64_t extent)
{
    return index < 0 ? index + extent : index;
}
"""

_IMIN = """\
static inline int64_t adc_imin(int64_t a, int64_t b)
{
    return a < b ? a : b;
}
"""

_IMAX = """\
static inline int64_t adc_imax(int64_t a, int64_t b)
{
    return a > b ? a : b;
}
"""

_IABS = """\
static inline int64_t adc_iabs(int64_t a)
{
    return a < 0 ? -a : a;
}
"""

_ISIGN = """\
static inline int64_t adc_isign(int64_t a)
{
    return (a > 0) - (a < 0);
}
"""

_ISQUARE = """\
static inline int64_t adc_isquare(int64_t a)
{
    return a*a;
}
"""

_IPOW = """\
/* The integer power for exponents of 0 and above. */
static inline int64_t adc_ipow(int64_t base, int64_t exponent)
{
    int64_t result = 1;
    for (; exponent > 0; exponent--)
        result *= base;
    return result;
}
"""

#: With REAL for the type and F for the suffix of single precision.
_SQUARE = """\
static inline REAL adc_squareF(REAL x)
{
    return x*x;
}
"""

_MAXIMUM = """\
/* NumPy's maximum: a NaN on either side wins. */
static inline REAL adc_maximumF(REAL a, REAL b)
{
    return a >= b || isnan(a) ? a : b;
}
"""

_MINIMUM = """\
/* NumPy's minimum: a NaN on either side wins. */
static inline REAL adc_minimumF(REAL a, REAL b)
{
    return a <= b || isnan(a) ? a : b;
}
"""

_SIGN = """\
/* -1, 0 or 1; NaN stays NaN. */
static inline REAL adc_signF(REAL x)
{
    return isnan(x) ? x : (REAL)((x > 0) - (x < 0));
}
"""

_HEAVISIDE = """\
/* 0 below zero, 1 above, `at_zero` there; NaN stays NaN. */
static inline REAL adc_heavisideF(REAL x, REAL at_zero)
{
    if (isnan(x))
        return x;
    return x == 0 ? at_zero : (REAL)(x > 0);
}
"""

_LOGADDEXP = """\
/* log(exp(a) + exp(b)), without overflow. */
static inline REAL adc_logaddexpF(REAL a, REAL b)
{
    const REAL high = a > b ? a : b, low = a > b ? b : a;
    if (a == b)
        return a + log1pF(1);
    return isnan(a) || isnan(b) ? a + b : high + log1pF(expF(low - high));
}
"""

_LOGADDEXP2 = """\
/* log2(2**a + 2**b), without overflow. */
static inline REAL adc_logaddexp2F(REAL a, REAL b)
{
    const REAL high = a > b ? a : b, low = a > b ? b : a;
    const REAL per_log = (REAL)1.4426950408889634; /* 1/log(2) */
    if (a == b)
        return a + 1;
    return isnan(a) || isnan(b) ? a + b : high + per_log*log1pF(exp2F(low - high));
}
"""

_MOD = """\
/* a % b as Python has it: with the sign of b. */
static inline REAL adc_modF(REAL a, REAL b)
{
    const REAL rest = fmodF(a, b);
    if (rest == 0)
        return copysignF(0, b);
    return (rest < 0) != (b < 0) && b != 0 ? rest + b : rest;
}
"""

_FDIV = """\
/* a // b as NumPy has it: consistent with a % b. */
static inline REAL adc_fdivF(REAL a, REAL b)
{
    REAL rest, quotient;
    if (b == 0)
        return a/b;
    rest = fmodF(a, b);
    quotient = (a - rest)/b;
    if (rest != 0 && (rest < 0) != (b < 0))
        quotient -= 1;
    if (quotient == 0)
        return copysignF(0, a/b);
    return floorF(quotient) + (quotient - floorF(quotient) > (REAL)0.5);
}
"""

_PLAIN = {
    "adc_row": _ROW, "adc_extent": _EXTENT, "adc_take": _TAKE, "adc_round64": _ROUND,
    "adc_range": _RANGE, "adc_overlap": _OVERLAP, "adc_floordiv": _FLOORDIV,
    "adc_floormod": _FLOORMOD, "adc_wrap": _WRAP, "adc_imin": _IMIN, "adc_imax": _IMAX,
    "adc_iabs": _IABS, "adc_isign": _ISIGN, "adc_isquare": _ISQUARE, "adc_ipow": _IPOW,
}  # fmt: skip
_REAL = {
    "adc_square": _SQUARE, "adc_maximum": _MAXIMUM, "adc_minimum": _MINIMUM, "adc_sign": _SIGN,
    "adc_heaviside": _HEAVISIDE, "adc_logaddexp": _LOGADDEXP, "adc_logaddexp2": _LOGADDEXP2,
    "adc_mod": _MOD, "adc_fdiv": _FDIV,
}  # fmt: skip

#: What a macro of the text stands for, in front of the helpers.
_PARALLEL = """\
/* A loop runs in parallel from about this many element operations. */
#define ADC_PARALLEL_MIN 2e4
#ifndef _OPENMP
#pragma GCC diagnostic ignored "-Wunknown-pragmas"
#endif
"""

_HEADERS = (
    ("stdbool.h", r"\b(bool|true|false)\b"),
    ("stdint.h", r"\b(u?int(32|64|ptr)_t|SIZE_MAX|INT64_\w+)\b"),
    ("stdlib.h", r"\b(size_t|malloc|aligned_alloc|free)\b"),
    ("string.h", r"\b(memset|memcpy)\b"),
    ("limits.h", r"\bINT_MAX\b"),
)


def _instance(template: str, suffix: str) -> str:
    text = template.replace("REAL", "float" if suffix else "double")
    return re.sub(r"(?<=[a-z0-9])F(?=\()", suffix, text)


def _helpers() -> dict[str, str]:
    table = dict(_PLAIN)
    for name, template in _REAL.items():
        table[name] = _instance(template, "")
        table[name + "f"] = _instance(template, "f")
    return table


HELPERS = _helpers()


def support_text(*texts: str) -> str:
    """The macros and helper functions that `texts` use, to stand once per file before them."""
    body = "\n".join(texts)
    words = set(re.findall(r"\w+", body))
    chosen = [text for name, text in HELPERS.items() if name in words]
    if "ADC_PARALLEL_MIN" in words:
        chosen.insert(0, _PARALLEL)
    return "\n".join(chosen)


def includes(*texts: str) -> tuple[str, ...]:
    """The standard headers that `texts` (helpers included) need, in alphabetical order."""
    body = "\n".join(texts)
    found = [header for header, pattern in _HEADERS if re.search(pattern, body)]
    if any(re.search(rf"\b{name}\b", body) for name in _math_names()):
        found.append("math.h")
    return tuple(sorted(found))


def _math_names() -> list[str]:
    names = [*MATH_FUNCTIONS, *(f + "f" for f in MATH_FUNCTIONS)]
    return [*names, "INFINITY", "NAN", "isnan", "isinf", "isfinite"]
