"""What C files carry with them beside the helpers of all languages like C: BLAS and OpenMP."""

from __future__ import annotations

from adc.emit.c.eigenvalues import LIMIT
from adc.emit.c.factorisations import LAPACK, WIDTH
from adc.emit.c.fourier import FACTOR
from adc.emit.c.products import CBLAS, FUSED, PRODUCTS, VECTOR_BYTES
from adc.emit.c.vectors import STRIP
from adc.emit.clike.support import HELPERS, Support
from adc.schedule.work import LEAST_WORK

_LEAST = f"{LEAST_WORK:.0e}".replace("e+0", "e")
_PARALLEL = f"""\
/* A loop runs in parallel from about this many element operations. */
#ifndef ADC_PARALLEL_MIN
#define ADC_PARALLEL_MIN {_LEAST}
#endif
"""


def from_work(text: str, least: int) -> str:
    """`text` with loops in parallel from `least` element operations on."""
    return text.replace(_PARALLEL, _PARALLEL.replace(_LEAST, str(least)))


_PRAGMAS = """\
/* Compilers that know no OpenMP may pass over its pragmas in silence. */
#ifndef _OPENMP
#pragma GCC diagnostic ignored "-Wunknown-pragmas"
#endif
"""

_NO_VECTORS = """\
/* clang may leave a loop scalar that was asked to be vectors: it has no vector sin or exp. */
#ifdef __clang__
#pragma clang diagnostic ignored "-Wpass-failed"
#endif
"""

_EXTREMUM = """\
/* Each lane of a vector has the ADJECTIVE value of its own iterations, a NaN if there is one. */
#pragma omp declare reduction(NAME : REAL : omp_out = HELPER(omp_out, omp_in)) \\
    initializer(omp_priv = omp_orig)
"""


def _extrema() -> dict[str, str]:
    """OpenMP's own max has no word on NaN."""
    found = {}
    for adjective, helper in (("largest", "adc_maximum"), ("smallest", "adc_minimum")):
        for suffix, real in (("", "double"), ("f", "float")):
            name = f"adc_{adjective}{suffix}"
            text = _EXTREMUM.replace("ADJECTIVE", adjective).replace("NAME", name)
            found[name] = text.replace("REAL", real).replace("HELPER", helper + suffix)
    return found


_NO_LANES = """\
/* clang does not know gcc's word for loops whose iterations meet in no element. */
#ifdef __clang__
#pragma clang diagnostic ignored "-Wunknown-pragmas"
#endif
"""


SUPPORT = Support(
    {**HELPERS, **PRODUCTS, **_extrema()},
    (
        (r"\badc_[ds]gem[mv]\b", CBLAS),
        ("ADC_USE_LAPACK", LAPACK),
        ("ADC_FACTOR_WIDTH", WIDTH),
        ("ADC_MOST_ROWS", LIMIT),
        ("ADC_VECTOR_BYTES", VECTOR_BYTES),
        ("ADC_FUSED", FUSED),
        ("ADC_MOST_FACTOR", FACTOR),
        ("ADC_PARALLEL_MIN", _PARALLEL),
        ("adc_share", STRIP),
        ("#pragma omp", _PRAGMAS),
        (r"#pragma omp .*\bsimd\b", _NO_VECTORS),
        ("#pragma GCC ivdep", _NO_LANES),
    ),
)
