"""Helper functions that generated text calls: a file gets those that it uses, and no others.

Which ones is read off the text itself, so that nobody keeps a list.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from adc.emit.clike.snapshots import SNAPSHOTS
from adc.ops import ALL_OPS
from adc.schedule.arena import ALIGNMENT

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
/* The next `bytes` of the workspace; the one after begins at a multiple of ALIGN. */
static inline void *adc_take(char **next, int64_t bytes)
{
    void *taken = *next;
    if (bytes > 0)
        *next += ALIGN*((bytes + ALIGN - 1)/ALIGN);
    return taken;
}
"""

_ROUND = """\
/* `bytes` rounded up to a multiple of ALIGN. */
static inline int64_t adc_round64(int64_t bytes)
{
    return ALIGN*((bytes + ALIGN - 1)/ALIGN);
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

_MISSING = """\
/* Whether one of the `count` ranges has bytes and no place. */
static inline bool adc_missing(const struct adc_range *ranges, int count)
{
    for (int a = 0; a < count; a++) {
        if (ranges[a].start == NULL && ranges[a].bytes > 0)
            return true;
    }
    return false;
}
"""

_MAGNITUDE = """\
/* The magnitude in floating point, which cannot overflow; 0 counts as 1. */
static inline double adc_magnitude(int64_t n)
{
    return n == 0 ? 1.0 : fabs((double)n);
}
"""

_FLOORDIV = """\
/* a // b as Python has it: rounded towards minus infinity; 0 where b is. */
static inline int64_t adc_floordiv(int64_t a, int64_t b)
{
    if (b == 0)
        return 0;
    return a/b - (a % b != 0 && (a < 0) != (b < 0));
}
"""

_FLOORMOD = """\
/* a % b as Python has it: with the sign of b; 0 where b is. */
static inline int64_t adc_floormod(int64_t a, int64_t b)
{
    if (b == 0)
        return 0;
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

#: With SUFFIX and BITS of the array's type.
_WITHIN = """\
/* Whether elements first, ..., end - 1 are in low, ..., stop - 1. */
static inline bool adc_withinSUFFIX(const intBITS_t *array, int64_t first, int64_t end,
    int64_t low, int64_t stop)
{
    for (int64_t k = first; k < end; ++k)
        if (array[k] < low || array[k] >= stop)
            return false;
    return true;
}
"""

#: With SUFFIX and BITS of the array's type.
_REPEATS = """\
/* 1 where two of the elements, which are in low, ..., stop - 1, are equal, 0 where none are, and -1
   where there is no memory to find out. */
static int adc_repeatsSUFFIX(const intBITS_t *array, int64_t count, int64_t low, int64_t stop)
{
    if (count < 2)
        return 0;
    uint64_t *seen = calloc((size_t)((stop - low)/64 + 1), sizeof *seen);
    if (seen == NULL)
        return -1;
    int found = 0;
    for (int64_t k = 0; k < count && !found; ++k) {
        const int64_t place = array[k] - low;
        const uint64_t bit = (uint64_t)1 << place%64;
        found = (seen[place/64] & bit) != 0;
        seen[place/64] |= bit;
    }
    free(seen);
    return found;
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

_ISQUARE = """\
static inline int64_t adc_isquare(int64_t a)
{
    return a*a;
}
"""

#: With REAL for the type and F for the suffix of single precision.
_SQUARE = """\
static inline REAL adc_squareF(REAL x)
{
    return x*x;
}
"""

_HALF_POWER = """\
/* x**(halves/2.0), halves an odd literal: a root and products, within 4 ulp and with pow's values
   for zeros and infinities, whose signs it ignores (they alone equal their doubles). */
static inline REAL adc_half_powerF(REAL x, int halves)
{
    const REAL size = x == 2*x ? fabsF(x) : x;
    REAL power = sqrtF(size);
    for (int k = 1; k < halves || k < -halves; k += 2)
        power *= size;
    return halves < 0 ? 1/power : power;
}
"""

_SELECT = """\
/* A choice between values that are both at hand: no load waits for the test. */
static inline REAL adc_selectF(bool chosen, REAL a, REAL b)
{
    return chosen ? a : b;
}
"""


def _aligned(template: str) -> str:
    """With the arena's alignment for ALIGN."""
    return template.replace("ALIGN - 1", str(ALIGNMENT - 1)).replace("ALIGN", str(ALIGNMENT))


_PLAIN = {
    **SNAPSHOTS,
    "adc_row": _ROW, "adc_extent": _EXTENT, "adc_take": _aligned(_TAKE),
    "adc_round64": _aligned(_ROUND),
    "adc_range": _RANGE, "adc_missing": _MISSING, "adc_overlap": _OVERLAP,
    "adc_magnitude": _MAGNITUDE, "adc_floordiv": _FLOORDIV,
    "adc_floormod": _FLOORMOD, "adc_wrap": _WRAP, "adc_imin": _IMIN, "adc_imax": _IMAX,
    "adc_isquare": _ISQUARE,
    "adc_within": _WITHIN.replace("SUFFIX", "").replace("BITS", "64"),
    "adc_within32": _WITHIN.replace("SUFFIX", "32").replace("BITS", "32"),
    "adc_repeats": _REPEATS.replace("SUFFIX", "").replace("BITS", "64"),
    "adc_repeats32": _REPEATS.replace("SUFFIX", "32").replace("BITS", "32"),
}  # fmt: skip

_HEADERS = (
    ("stdbool.h", r"\b(bool|true|false)\b"),
    ("stdint.h", r"\b(u?int(32|64|ptr)_t|SIZE_MAX|INT64_\w+)\b"),
    ("stdlib.h", r"\b(size_t|malloc|calloc|aligned_alloc|free)\b"),
    ("string.h", r"\b(memset|memcpy)\b"),
    ("limits.h", r"\bINT_MAX\b"),
)


def _instance(template: str, suffix: str) -> str:
    text = template.replace("REAL", "float" if suffix else "double")
    return re.sub(r"(?<=[a-z0-9])F(?=\()", suffix, text)


def _helpers() -> dict[str, str]:
    codes = [operation.in_code() for operation in ALL_OPS.values()]
    table = dict(_PLAIN)
    table |= {code.integer: code.integer_text for code in codes if code.integer_text}
    defined = [("adc_square", "adc_squaref", _SQUARE), ("adc_select", "adc_selectf", _SELECT)]
    defined.append(("adc_half_power", "adc_half_powerf", _HALF_POWER))
    defined += [(code.double, code.single, code.text) for code in codes if code.text]
    for double, single, template in defined:
        table |= {double: _instance(template, ""), single: _instance(template, "f")}
    return table


#: By the name whose use calls for them.
HELPERS = _helpers()


@dataclass(frozen=True)
class Support:
    """What files of one language carry with them: `helpers` by the name whose use calls for each,
    and `heads` (macros, directives) by the pattern that does; heads stand first, in this order."""

    helpers: Mapping[str, str]
    heads: tuple[tuple[str, str], ...] = ()

    def text(self, *texts: str) -> str:
        """The heads and helpers that `texts` use, to stand once per file before them; helpers use
        those that stand before them in the table."""
        body = "\n".join(texts)
        words, chosen = set(re.findall(r"\w+", body)), list[str]()
        for name, text in reversed(list(self.helpers.items())):
            if name in words:
                words.update(re.findall(r"\w+", text))
                chosen.insert(0, text)
        used = "\n".join([body, *chosen])
        heads = [text for pattern, text in self.heads if re.search(pattern, used)]
        return "\n".join([*heads, *chosen])


def includes(*texts: str) -> tuple[str, ...]:
    """The standard headers that `texts` (helpers included) need, in alphabetical order."""
    words = set(re.findall(r"\w+", "\n".join(texts)))
    each_once = "\n".join(words)
    found = [header for header, pattern in _HEADERS if re.search(pattern, each_once)]
    if words.intersection(_math_names()):
        found.append("math.h")
    return tuple(sorted(found))


def _math_names() -> list[str]:
    codes = [operation.in_code() for operation in ALL_OPS.values()]
    functions = [name for code in codes if not code.text for name in (code.double, code.single)]
    own = ("INFINITY", "NAN", "frexp", "frexpf", "ldexp", "ldexpf")
    return [*own, *dict.fromkeys(name for name in functions if name)]
