"""Functions of NumPy and SciPy that are written in NumPy: text of adc's own, in templates/numpy,
which is read for each call as if it stood there.

A function's name in the text is its full name with `_` for dots. What the text may use are NumPy
as `np`, SciPy's modules under their own names, Python's functions, and the text's own functions and
classes. What it raises as NotImplementedError says what a function is supported for.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import Any

from adc.diagnostics import Span
from adc.frontends import surface
from adc.frontends.moved import at
from adc.frontends.names import free_names, with_parts
from adc.frontends.python import parse
from adc.lowering.callsite import CallSite
from adc.lowering.context import Context
from adc.lowering.inlining import inline
from adc.lowering.objects.classes import record_type
from adc.lowering.objects.record_types import RecordType
from adc.lowering.objects.records import made_object
from adc.lowering.scopes import Scope
from adc.lowering.values import Builtin, Namespace, UserFunction, Value
from adc.resources import folder

Handler = Callable[[Context, CallSite], Value]

_UNIT = re.compile(r"^(?:def|class) (\w+)", re.MULTILINE)
#: What stands before a class: what its bases are.
_IMPORTS = "from typing import NamedTuple\n"
_DISTRIBUTIONS = (
    "norm", "laplace", "logistic", "cauchy", "t", "uniform", "expon", "halfnorm", "rayleigh",
    "lognorm", "gamma", "invgamma", "beta", "weibull_min", "chi2", "poisson", "binom", "bernoulli",
    "multivariate_normal", "gumbel_r", "pareto", "maxwell", "f", "gumbel_l", "skewnorm", "vonmises",
    "truncnorm", "powerlaw", "loguniform", "erlang", "geom", "nbinom", "genextreme", "genpareto",
    "weibull_max", "invgauss", "chi", "triang", "halfcauchy", "fisk", "gennorm", "levy", "randint",
)  # fmt: skip
_MODULES = (
    "functools", "typing", "operator", "bisect",
    "numpy.random", "numpy.polynomial.polynomial", "numpy.polynomial.chebyshev",
    "numpy.polynomial.legendre", "numpy.polynomial.hermite_e", "numpy.polynomial.hermite",
    "numpy.polynomial.laguerre", "numpy.polynomial", "numpy.linalg", "numpy.ma", "numpy.fft",
    "numpy.lib.stride_tricks", "numpy.lib.scimath", "numpy.emath",
    "scipy.linalg.blas", "scipy.linalg.lapack", "scipy.linalg",
    "scipy.special", "scipy.integrate", "scipy.interpolate",
    "scipy.signal.windows", "scipy.signal", "scipy.spatial.distance", "scipy.optimize",
    "scipy.fftpack", "scipy.fft", "scipy.ndimage", "scipy.sparse.linalg", "scipy.sparse",
    "scipy.spatial.transform.Rotation",
    "numpy", "math",
    *(f"scipy.stats.{d}" for d in _DISTRIBUTIONS), "scipy.stats",
)  # fmt: skip
_NAMES = {
    "np": "numpy", "math": "math", "linalg": "scipy.linalg", "special": "scipy.special",
    "ndimage": "scipy.ndimage", "signal": "scipy.signal",
}  # fmt: skip
_PYTHON = (
    "abs", "bool", "callable", "enumerate", "float", "int", "isinstance", "len", "list",
    "max", "min", "range", "str", "sum", "tuple", "zip",
)  # fmt: skip
#: What the text asks of adc itself.
_OWN = {
    "adc_shared": "adc.shared", "adc_tangent": "adc.slope", "adc_held": "adc.held",
    "adc_parameters": "adc.parameters", "adc_infinite": "adc.infinite",
    "adc_stepped": "adc.stepped", "adc_known": "adc.known", "adc_called": "adc.called",
    "adc_switched": "adc.switched", "adc_tangent_of_all": "adc.slope_of_all",
    "adc_overlapping": "adc.overlapping", "adc_position": "adc.position",
}  # fmt: skip


#: Functions of the text whose calls stay calls, as they would be long where they are called.
_STAYING = (
    "adc_random_word", "adc_random_normal", "adc_random_below", "adc_pcg_seeded", "adc_pcg_drawn",
    "adc_pcg_normal", "adc_pcg_exponential", "adc_pcg_word", "adc_pcg_below",
)  # fmt: skip


@cache
def _texts() -> dict[str, tuple[str, str]]:
    """File and text of each function by the name that it has there."""
    found: dict[str, tuple[str, str]] = {}
    for path in sorted((folder("templates") / "numpy").glob("*.py")):
        text = path.read_text(encoding="utf-8")
        starts = [m.start() for m in _UNIT.finditer(text)]
        for start, stop in zip(starts, [*starts[1:], len(text)], strict=True):
            name = _UNIT.match(text[start:])
            assert name is not None
            found[name.group(1)] = (path.name, text[start:stop])
    return found


def known_names() -> frozenset[str]:
    """The names that the text may use."""
    return frozenset((*_NAMES, *_PYTHON, *_OWN, *_texts()))


@cache
def function(name: str) -> surface.Function | surface.Class:
    """The function `name` of the text, or the class, where it stands."""
    file, text = _texts()[name]
    module = parse(file, _IMPORTS + text if text.startswith("class") else text)
    if module.rejected:
        raise module.rejected[0][1]
    return module.classes[0] if module.classes else module.functions[0]


def _full_name(name: str) -> str:
    """`numpy.linalg.cond` for numpy_linalg_cond; "" for what only the text uses."""
    for module in _MODULES:
        start = module.replace(".", "_") + "_"
        if name.startswith(start):
            return f"{module}.{name.removeprefix(start)}"
    return ""


def _written(name: str) -> Handler:
    return lambda cx, site: call_as(cx, site, name)


def call_written(cx: Context, site: CallSite, name: str, *arguments: Value) -> Value:
    """The value of the function `name` of the text, or an object of that class."""
    made = made_at(cx, name, site.short, site.span)
    spans = (site.span,) * len(arguments)
    return _supported(cx, made, CallSite(site.name, arguments, {}, spans, site.span))


def call_as(cx: Context, site: CallSite, name: str) -> Value:
    """The call `site` of the function `name` of the text, with the arguments as they are given."""
    made = made_at(cx, name, site.short, site.span)
    if site.name.startswith("scipy.optimize."):
        return _supported(cx, made, site)
    if site.name.startswith("scipy.sparse.") and all(w.code != "ADC0252" for w in cx.warnings):
        cx.warn(
            "ADC0252", "sparse matrices are kept with all their elements here", site.span,
            help="where they are large, keep rows or bands in arrays: `scipy.linalg.solve_banded`",
        )  # fmt: skip
    return _supported(cx, made, site)


def _supported(cx: Context, made: UserFunction | RecordType, site: CallSite) -> Value:
    with site.supported():
        return _called(cx, made, site)


def _called(cx: Context, made: UserFunction | RecordType, site: CallSite) -> Value:
    if isinstance(made, RecordType):
        return made_object(cx, made, site)
    return inline(cx, made.function, site, made)


def made_at(cx: Context, name: str, told: str, span: Span) -> UserFunction | RecordType:
    """The function or class, all of it standing at `span`, and what it calls by the names there."""
    texts: dict[str, surface.Function | surface.Class] = {}
    pending = [name]
    while pending:
        part = pending.pop()
        if part not in texts:
            texts[part] = at(function(part), span)
            pending += _uses(texts[part]) & frozenset(_texts())
    names: dict[str, Value] = {n: Namespace(m) for n, m in _NAMES.items()}
    names |= {n: Builtin(n) for n in _PYTHON}
    names |= {n: Builtin(own) for n, own in _OWN.items()}
    known = frozenset((*names, *texts))
    for part, text in texts.items():
        text = replace(_with_names(text, known), name=told if part == name else part)
        names[part] = _value(cx, text, names)
    found = names[name]
    assert isinstance(found, (UserFunction, RecordType))
    return found


def _uses(text: surface.Function | surface.Class) -> frozenset[str]:
    """The names that it takes from around it."""
    parts = (text,) if isinstance(text, surface.Function) else (*text.functions, *text.properties)
    return frozenset().union(*(free_names(part) for part in parts))


def _value(
    cx: Context, text: surface.Function | surface.Class, names: dict[str, Value]
) -> UserFunction | RecordType:
    """The function or class, which looks up `names`."""
    if isinstance(text, surface.Function):
        scope = Scope(text, names=names)
        return UserFunction(text, scope, id(scope))
    kind = record_type(cx, text)
    assert isinstance(kind, RecordType)
    return replace(kind, home=Scope(surface.Function(text.name, (), (), text.span), names=names))


def _with_names(node: Any, names: frozenset[str]) -> Any:
    """A function or class whose functions take `names` from around them."""
    if isinstance(node, surface.Function):
        captures = free_names(node).keys() & names
        node = _with_captures(node, names)
        stays = node.name in _STAYING
        return replace(node, captures=frozenset(captures), written_out=True, stays=stays)
    functions, properties = (
        tuple(_with_names(part, names) for part in parts)
        for parts in (node.functions, node.properties)
    )
    return replace(node, functions=functions, properties=properties)


def _with_captures(node: Any, names: frozenset[str]) -> Any:
    """The text, whose inner functions take `names` from it, too, not what the file binds so."""
    made = with_parts(node, lambda part: _with_captures(part, names))
    if not isinstance(made, (surface.Define, surface.Lambda, surface.Lifted)):
        return made
    function = made.function
    captures = function.captures | (free_names(function).keys() & names)
    return replace(made, function=replace(function, captures=captures))


TABLE: dict[str, Handler] = {
    full: _written(name) for name in _texts() if (full := _full_name(name))
}
#: The same functions under an older name.
TABLE |= {
    name.replace("numpy.emath.", "numpy.lib.scimath."): handler
    for name, handler in TABLE.items() if name.startswith("numpy.emath.")
}  # fmt: skip
