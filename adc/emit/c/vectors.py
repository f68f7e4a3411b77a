"""Vector mathematics: glibc's libmvec for the functions of <math.h> that loops call.

gcc calls these only for functions that are declared to have them, which glibc's header does under
-ffast-math alone. They are within 4 ulp, and a loop's last elements still get the scalar function,
so that one value computed at two places may differ in its last bits. Where data decide what is
executed or which element is meant, that could make the reverse sweep go another way than the
forward sweep did: such files keep to the scalar functions.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache

from adc.ir.dtypes import DType
from adc.ir.expressions import Expr, Read, walked
from adc.ops import ALL_OPS
from adc.schedule import Scheduled
from adc.schedule.tree import Declare, For, If, Node, Statement, Tree, parts, walk

#: What libmvec has on x86-64 from glibc 2.22, and what it has besides from 2.35.
_FIRST = ("cos", "exp", "log", "pow", "sin")
_LATER = (
    "acos", "acosh", "asin", "asinh", "atan", "atan2", "atanh", "cbrt", "cosh", "erf", "erfc",
    "exp2", "expm1", "hypot", "log10", "log1p", "log2", "sinh", "tan", "tanh",
)  # fmt: skip
_BINARY = frozenset(("atan2", "hypot", "pow"))
#: gcc makes one call of both, sincos, which it has no vectors of.
_MERGED = frozenset(("cos", "sin"))
#: Within -1 and 1, which rounding may not leave: `sqrt(1 - cos(x)**2)` and `arccos` count on it.
#: libmvec's cos of a number near 0 comes to 1 + 2**-52 with AVX2.
_BOUNDED = frozenset(("cos", "erf", "sin", "tanh"))
#: Iterations that threads never share where their loop calls these: a multiple of all vectors.
_STRIP = 256
#: Iterations of an inner loop that the compiler may well write out in the outer one.
_FEW = 8

_HEAD = """\
#ifdef ADC_USE_LIBMVEC
/* glibc's libmvec has these for vectors, within 4 ulp. */
#define ADC_VECTOR __attribute__((simd("notinbranch")))
{declared}#endif
"""
_SINCOS = "/* Their own names keep gcc from making a sincos of two, which has no vectors. */\n"
_UNIT = """\
/* Of functions whose values are never beyond 1: rounding takes them no further, either. */
static inline REAL adc_unitF(REAL y)
{
    const REAL low = y > 1 ? 1 : y;
    return low < -1 ? -1 : low;
}
"""

STRIP = f"""\
/* Where vectors of a function's values are computed, a thread's share of the iterations is whole
   strips of so many: which elements make up a vector does not depend on the number of threads. */
#ifndef ADC_STRIP
#define ADC_STRIP {_STRIP}
#endif
#ifdef _OPENMP
#include <omp.h>
static inline int64_t adc_share(int64_t iterations)
{{
    const int64_t last = iterations > 0 ? (iterations - 1)/ADC_STRIP : 0;
    return (last/omp_get_max_threads() + 1)*ADC_STRIP;
}}
#endif
"""


def declarations(scheduled: Scheduled, *texts: str) -> str:
    """What makes gcc use libmvec's functions for those that `texts` call; "" for nothing."""
    words = set(re.findall(r"\w+(?=\()", "\n".join(texts)))
    if not words & _names(_FIRST + _LATER) or decided_by_data(scheduled):
        return ""
    first, later = _declared(_FIRST, words), _declared(_LATER, words)
    if later:
        later = f"#if __GLIBC_PREREQ(2, 35)\n{later}#endif\n"
    return _HEAD.format(declared=_units(words) + first + later)


def _names(functions: Iterable[str]) -> set[str]:
    return {name + suffix for name in functions for suffix in ("", "f")}


def _units(words: set[str]) -> str:
    """The functions that keep values within -1 and 1."""
    text = ""
    for real, suffix in (("double", ""), ("float", "f")):
        if any(name + suffix in words for name in _BOUNDED):
            text += _UNIT.replace("REAL", real).replace("adc_unitF", f"adc_unit{suffix}")
    return text


def _declared(functions: tuple[str, ...], words: set[str]) -> str:
    found = [(name, suffix) for name in functions for suffix in ("", "f") if name + suffix in words]
    plain = "".join(_declaration(*f) for f in found if f[0] not in _MERGED)
    merged = "".join(_declaration(*f) for f in found if f[0] in _MERGED)
    return plain + (_SINCOS + merged if merged else "")


def _declaration(name: str, suffix: str) -> str:
    """One function; within a macro of its own name C does not replace that again."""
    real, spelled = "float" if suffix else "double", name + suffix
    arguments = f"{real} x, {real} y" if name in _BINARY else f"{real} x"
    called, own = spelled, f"ADC_VECTOR {real} {spelled}({arguments});\n"
    if name in _MERGED:
        called = f"adc_{spelled}"
        own = f"ADC_VECTOR __attribute__((const)) {real} {called}({arguments})"
        own += f' __asm__("{spelled}");\n'
    if name in _BOUNDED:
        own += f"#define {spelled}(x) adc_unit{suffix}({called}(x))\n"
    return own


# -- what data decide ------------------------------------------------------------------------------


def decided_by_data(scheduled: Scheduled) -> bool:
    """Whether values decide which statements are executed, how often, or on which elements."""
    programs = (scheduled, *scheduled.routines)
    return any(_decides(s, node) for s in programs for node in walk(s.tree))


def _decides(scheduled: Scheduled, node: Node) -> bool:
    if isinstance(node, For):
        return node.test is not None or node.count is not None
    if isinstance(node, If):
        return any(isinstance(e, Read) for e in walked(node.condition))
    if isinstance(node, Statement):
        return not _floating(scheduled, node.target.container)
    return isinstance(node, Declare) and not _floating(scheduled, node.name)


def _floating(scheduled: Scheduled, name: str) -> bool:
    return scheduled.by_name[name].dtype in (DType.FLOAT64, DType.FLOAT32)


# -- threads ---------------------------------------------------------------------------------------


def in_strips(node: For, spelled: Callable[[Expr], str]) -> bool:
    """Whether the iterations of the loop itself may be computed as vectors of such functions."""
    words = set(re.findall(r"\w+(?=\()", " ".join(map(spelled, _at_once(node.body)))))
    return not words.isdisjoint(_callers())


@cache
def _callers() -> frozenset[str]:
    """These functions, and the file's own that call them."""
    codes = [operation.in_code() for operation in ALL_OPS.values() if operation.in_code().text]
    names = set(_FIRST + _LATER)
    own = [c.double for c in codes if names & set(re.findall(r"\b([a-z0-9]+)F?\(", c.text))]
    return frozenset(_names((*_FIRST, *_LATER, *own)))


def _at_once(tree: Tree) -> Iterator[Expr]:
    """What is computed in each iteration, loops of few iterations included."""
    for node in tree:
        if isinstance(node, (Statement, Declare)):
            yield node.expr
        if isinstance(node, If):
            yield node.condition
        if not isinstance(node, For) or _is_short(node):
            for part in parts(node):
                yield from _at_once(part)


def _is_short(node: For) -> bool:
    length = node.stop - node.start
    return bool(length.is_number) and bool(length <= _FEW)
