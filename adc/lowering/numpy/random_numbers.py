"""Random numbers of `np.random` from a seed that the function itself gives: those that NumPy draws.

The state that Python shares with everything is an object here (`RandomState` of
`templates/numpy/random_numbers.py`), from the first `np.random.seed` on. What is drawn where none
may have come before is refused: it would not be the same at two calls.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from adc.diagnostics import AdcError
from adc.lowering.callsite import CallSite
from adc.lowering.context import Context
from adc.lowering.numpy.written import Handler, call_as, made_at
from adc.lowering.objects.record_types import RecordType
from adc.lowering.objects.records import called, part
from adc.lowering.values import Bound, Nothing, Record, Value

_CLASS = "adc_random_state"
_DRAWING = (
    "choice", "exponential", "lognormal", "normal", "pareto", "permutation", "power", "rand",
    "randint", "randn", "random", "random_sample", "rayleigh", "shuffle", "standard_cauchy",
    "standard_exponential", "standard_normal", "uniform", "weibull",
)  # fmt: skip
_OTHER_NAMES = {"ranf": "random_sample", "sample": "random_sample"}


def _refuse_elsewhere(cx: Context, site: CallSite) -> None:
    """What is drawn while modules are imported, or in a routine by itself, has no state here."""
    if cx.importing or cx.above:
        raise _unseeded(site)


def _seed(cx: Context, site: CallSite) -> Value:
    _refuse_elsewhere(cx, site)
    given = site.bind("", "seed").get("seed", Nothing())
    if isinstance(given, Nothing):  # from the clock: what is drawn then is refused
        if cx.regions and cx.random.shared is not None:  # that a loop draws at its next step, too
            raise _unseeded(site)
        cx.random = cx.random.seeded(None, ())
        return Nothing()
    known = cx.random.known(cx.regions)
    if known is not None:
        return _asked(cx, known, "seed", site)
    state = _made(cx, site)
    cx.random = cx.random.seeded(state, tuple(cx.regions))
    return Nothing()


def _made(cx: Context, site: CallSite, name: str = _CLASS) -> Record:
    """A generator of its own."""
    if all(isinstance(v, Nothing) for v in (*site.arguments, *site.keywords.values())):
        raise AdcError.of(
            "ADC0227", f"`{site.short}` without a seed that the function gives", site.span,
            help="give it one: `np.random.default_rng(0)`, or pass what is drawn as an argument",
        )  # fmt: skip
    state = call_as(cx, site, name)
    assert isinstance(state, Record)
    cx.random = cx.random.having(state)
    return state


def _drawn(name: str) -> Handler:
    def call(cx: Context, site: CallSite) -> Value:
        _refuse_elsewhere(cx, site)
        known = cx.random.known(cx.regions)
        if known is None:
            raise _unseeded(site)
        return _asked(cx, known, name, site)

    return call


def _asked(cx: Context, state: Record, name: str, site: CallSite) -> Value:
    """What the generator's method gives, whose text stands where it is called."""
    kind = made_at(cx, _CLASS, site.short, site.span)
    assert isinstance(kind, RecordType)
    method = part(cx, replace(state, type=kind), name, site.span)
    assert isinstance(method, Bound)
    return called(cx, method, site)


def _unseeded(site: CallSite) -> AdcError:
    return AdcError.of(
        "ADC0227", f"`{site.short}` without a seed that the function gives before", site.span,
        help="write `np.random.seed(0)` before it, or pass what is drawn as an argument",
    )  # fmt: skip


TABLE: dict[str, Handler] = {
    "numpy.random.seed": _seed,
    "numpy.random.RandomState": _made,
    "numpy.random.default_rng": partial(_made, name="adc_random_default_rng"),
    "numpy.random.PCG64": partial(_made, name="adc_random_pcg64"),
    **{f"numpy.random.{name}": _drawn(name) for name in _DRAWING},
    **{f"numpy.random.{name}": _drawn(own) for name, own in _OTHER_NAMES.items()},
}
