"""The Fortran text that calls a user's routine: `adc_call`, whose arguments are arrays of doubles.

Everything that the shim declares begins with `adc_`. Its extents are numbers: it is made for the
sizes of one check. Arrays keep their memory, so that nothing is transposed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import prod

from adc.check.shim_common import blocks, records_moved, type_text
from adc.check.shim_kept import kept_text
from adc.check.shim_wholes import Wholes, bounds_text
from adc.frontends.calling import Calling, Passed
from adc.frontends.fortran.library import UNLINKED, linpack_names, text_of

_FROM_DOUBLE = {
    "real": "{0}",
    "integer": "nint({0}, 8)",
    "logical": "({0}) /= 0",
    "character": "achar(nint({0}))",
}
_TO_DOUBLE = {
    "real": "real({0}, 8)",
    "integer": "real({0}, 8)",
    "logical": "merge(1d0, 0d0, logical({0}))",
    "character": "real(iachar({0}), 8)",
}

Shapes = Mapping[str, tuple[int, ...]]


def _extents(p: Passed, shapes: Shapes) -> tuple[int, ...]:
    """The extents of the variable: complex numbers are passed as pairs of reals."""
    shape = shapes.get(p.name, ())
    return shape[1:] if p.base == "complex" else shape


def shim_text(calling: Calling, shapes: Shapes) -> str:
    """The shim; `shapes` are the extents of its arrays in Fortran's order, by argument."""
    held = _held(calling)
    wholes = Wholes(calling, shapes)
    numbers = {p.name: k for k, p in enumerate(held, start=1)}
    dummies = ", ".join(f"adc_p{k}" for k in numbers.values())
    lines = [
        *kept_text(calling, numbers, shapes),
        f"subroutine adc_call({dummies}) bind(c, name='adc_call')",
        "use, intrinsic :: iso_c_binding, only: adc_double => c_double",
        *_uses(calling, numbers),
        *wholes.uses(),
        *(["use adc_kept"] if calling.kept else []),
        "implicit none",
        *(f"real(adc_double), intent(inout) :: adc_p{k}(*)" for k in numbers.values()),
        *_declarations(calling, numbers, shapes),
        *wholes.declarations(),
        *_interface(calling, shapes, wholes),
        *(f"{name} = {_constant(p)}" for name, p in _texts(calling)),
        *_set(calling),
        *wholes.allocations(),
        *(line for p in held for line in _copied_in(p, numbers[p.name], shapes, wholes)),
        *records_moved(calling, numbers, inward=True),
        *(f"adc_wanted_{k} = .true." for k, _ in enumerate(calling.kept)),
        *_call(calling, numbers, wholes),
        *(f"call adc_back_{k}()" for k, _ in enumerate(calling.kept)),
        *records_moved(calling, numbers, inward=False),
        *(line for p in held for line in _copied_out(p, numbers[p.name], shapes, wholes)),
        "end subroutine adc_call",
        *(line for name in calling.stubs for line in (f"subroutine {name}()", "end subroutine")),
        *(text_of(name) for name in calling.libraries if name in UNLINKED | linpack_names()),
    ]
    return "\n".join(lines) + "\n"


def _set(calling: Calling) -> Iterator[str]:
    """What `--fix` gives variables of modules and COMMON."""
    places = {
        s.held: (f"adc_c{number}_{position}", s)
        for number, (_, stretches) in enumerate(calling.blocks)
        for position, s in enumerate(stretches)
        if s.held
    }
    for k, one in enumerate(s for s in calling.settings if not s.saved):
        value = _quoted(one.text) if one.base == "character" else one.text.strip()
        name, stretch = (f"adc_s{k}", None) if one.module else places[one.name]
        if stretch is not None and stretch.base == "character":  # an array of letters
            (length,) = stretch.shape
            value = f"transfer({_quoted(one.text)} // repeat(' ', {length}), {name}, {length})"
        yield f"{name} = {value}"


def arguments_of(calling: Calling) -> list[str]:
    """The names of what `adc_call` takes, in order."""
    return [p.name for p in _held(calling)]


def _held(calling: Calling) -> list[Passed]:
    return [*_given(calling), *([calling.result] if calling.result else [])]


def _given(calling: Calling) -> list[Passed]:
    return [p for p in calling.passed if p.text is None]


def _actual(calling: Calling, numbers: Mapping[str, int], wholes: Wholes) -> Iterator[str]:
    """What the dummies get, in their order: variables, also for texts and derived types."""
    plain = {p.name: (k, p) for k, p in enumerate(calling.passed) if p.storage == "dummy"}
    passed = _procedures(calling)
    for name in calling.dummies:
        if name == "*":
            yield "*10"
            continue
        whole = wholes.actual(name) or passed.get(name)
        if whole is not None:
            yield whole
            continue
        k, p = plain[name]
        yield f"adc_t{k}" if p.text is not None else f"adc_v{numbers[p.name]}"


def _procedures(calling: Calling) -> dict[str, str]:
    """What is passed for dummy procedures."""
    numbered = enumerate(calling.procedures)
    return {p.dummy: f"adc_f{k}" if p.module else p.name for k, p in numbered}


def _texts(calling: Calling) -> Iterator[tuple[str, Passed]]:
    """The variables that hold what is fixed."""
    for k, p in enumerate(calling.passed):
        if p.text is not None:
            yield f"adc_t{k}", p


def _constant(p: Passed) -> str:
    text = p.text or ""
    if p.base == "integer":
        return f"{text}_{p.kind}"
    return _quoted(text) if p.base == "character" else text


def _uses(calling: Calling, numbers: Mapping[str, int]) -> Iterator[str]:
    if calling.module:
        yield f"use {calling.module}, only: adc_routine => {calling.routine}"
    for k, bound in enumerate(calling.procedures):
        if bound.module:
            yield f"use {bound.module}, only: adc_f{k} => {bound.name}"
    for k, s in enumerate(calling.settings):
        if s.module:
            yield f"use {s.module}, only: adc_s{k} => {s.name}"
    for p in _given(calling):
        if p.storage == "module" and not p.path:
            yield f"use {p.owner}, only: adc_v{numbers[p.name]} => {p.original}"


# -- declarations ----------------------------------------------------------------------------------


def _quoted(text: str) -> str:
    """The text as a constant, in pieces that lines of free form hold."""
    doubled = text.rstrip().replace("'", "''")
    return f"'{doubled}'"


def _declarations(calling: Calling, numbers: Mapping[str, int], shapes: Shapes) -> Iterator[str]:
    own = [p for p in _held(calling) if p.storage in ("dummy", "result") and not p.path]
    for p in own:
        rank = len(_extents(p, shapes))
        held = "pointer" if p.pointer else "allocatable"
        deferred = f", {held} :: adc_v{numbers[p.name]}({', '.join(':' * rank)})"
        scalar = f" :: adc_v{numbers[p.name]}"
        yield type_text(p.base, p.kind) + (deferred if rank else scalar)
    for name, p in _texts(calling):
        extents = f"({', '.join(map(str, p.room))})" if p.room else ""
        text = f"character(len={len(p.text or '')})"
        yield f"{text if p.base == 'character' else type_text(p.base, p.kind)} :: {name}{extents}"
    yield from blocks(calling, numbers)


def _interface(calling: Calling, shapes: Shapes, wholes: Wholes) -> Iterator[str]:
    """What the caller has to declare of procedures, those that are passed and the routine."""
    result = calling.result
    for bound in calling.procedures:
        kind_of = f"{type_text(bound.value.base, bound.value.kind)}, " if bound.value else ""
        if not bound.module:
            yield f"{kind_of}external :: {bound.name}"
    if calling.module:
        return
    declared = [_dummy(calling, name, shapes, wholes) for name in calling.dummies]
    valued = calling.answers or (result is not None and bool(_extents(result, shapes)))
    if not any(explicit for _, explicit in declared) and not valued:
        if result is not None:
            yield f"{type_text(result.base, result.kind)}, external :: {calling.routine}"
        else:
            yield f"external :: {calling.routine}"
        return
    given = ["*" if name == "*" else f"adc_d{k}" for k, name in enumerate(calling.dummies)]
    kind, ending = ("function", " result(adc_r)") if result else ("subroutine", "")
    if calling.answers:
        kind, ending = "function", f" result({given.pop()})"
    names = ", ".join(given)
    yield "interface"
    yield f"{kind} {calling.routine}({names}){ending}"
    if calling.wholes:
        yield "import"
    yield from (text.format(k) for k, (text, _) in enumerate(declared))
    if result is not None:
        extents = ", ".join(map(str, _extents(result, shapes)))
        yield f"{type_text(result.base, result.kind)} :: adc_r" + (
            f"({extents})" if extents else ""
        )
    yield f"end {kind} {calling.routine}"
    yield "end interface"


def _dummy(calling: Calling, name: str, shapes: Shapes, wholes: Wholes) -> tuple[str, bool]:
    """The declaration of a dummy in an interface, with `{0}` for its number, and whether a caller
    has to have one."""
    if name == "*":
        return "", False
    whole = wholes.interface(name)
    if whole is not None:
        return whole
    if name in _procedures(calling):
        return "external :: adc_d{0}", False
    p = next(p for p in calling.passed if p.storage == "dummy" and p.name == name)
    words = "".join(f", {a}" for a in p.attributes)
    text = p.text is not None and p.base == "character"
    kind_of = "character(len=*)" if text else type_text(p.base, p.kind)
    return f"{kind_of}{words} :: adc_d{{0}}{_dimensions(p, p.room or _extents(p, shapes))}", (
        p.needs_interface
    )


def _dimensions(p: Passed, shape: tuple[int, ...]) -> str:
    if not shape:
        return ""
    if p.assumed_shape or p.allocatable or p.pointer:
        return f"({', '.join(':' * len(shape))})"
    return "(*)"


# -- values ----------------------------------------------------------------------------------------


def _copied_in(p: Passed, number: int, shapes: Shapes, wholes: Wholes) -> list[str]:
    shape = _extents(p, shapes)
    if p.storage == "result":
        return []
    if p.path:
        return wholes.moved(p, number, _FROM_DOUBLE[p.base], "")
    variable = f"adc_v{number}"
    if p.unset:
        return [f"if (allocated({variable})) deallocate({variable})"]
    values = _value(p, f"adc_p{number}", shape)
    if not shape:
        return [f"{variable} = {values}"]
    lines = [f"{variable} = {values}"]
    if p.storage == "dummy" or p.allocatable:
        lines = [
            *([] if p.pointer else [f"if (allocated({variable})) deallocate({variable})"]),
            f"allocate({variable}({bounds_text(p.begins, shape)}))",
            *lines,
        ]
    return lines


def _value(p: Passed, given: str, shape: tuple[int, ...]) -> str:
    """What the variable gets of the doubles `given`."""
    count, extents = prod(shape), ", ".join(map(str, shape))

    def reals(first: int, step: int) -> str:
        if not shape:
            return f"{given}({first})"
        return f"reshape({given}({first}:{step * count}:{step}), [{extents}])"

    if p.base == "complex":
        return f"cmplx({reals(1, 2)}, {reals(2, 2)}, {p.kind})"
    return _FROM_DOUBLE[p.base].format(reals(1, 1))


def _copied_out(p: Passed, number: int, shapes: Shapes, wholes: Wholes) -> list[str]:
    shape = _extents(p, shapes)
    if p.path:
        return wholes.moved(p, number, "", _TO_DOUBLE[p.base])
    variable, given, count = f"adc_v{number}", f"adc_p{number}", prod(shape)
    if p.base == "complex":
        values = [(1, 2, f"real({variable}, 8)"), (2, 2, f"real(aimag({variable}), 8)")]
    else:
        values = [(1, 1, _TO_DOUBLE[p.base].format(variable))]
    if not shape:
        return [f"{given}({first}) = {value}" for first, _, value in values]
    lines = [
        f"{given}({first}:{step * count}:{step}) = reshape({value}, [{count}])"
        for first, step, value in values
    ]
    if p.allocatable:  # the routine may have given it another shape
        test = f"if (allocated({variable}) .and. size({variable}) == {count}) "
        lines = [test + line for line in lines]
    return lines


def _call(calling: Calling, numbers: Mapping[str, int], wholes: Wholes) -> list[str]:
    actuals = list(_actual(calling, numbers, wholes))
    routine = "adc_routine" if calling.module else calling.routine
    if calling.answers:
        return [f"{actuals[-1]} = {routine}({', '.join(actuals[:-1])})"]
    actual = ", ".join(actuals)
    if calling.result is None:
        return [f"call {routine}({actual})", *(["10 continue"] if "*" in calling.dummies else [])]
    return [f"adc_v{numbers[calling.result.name]} = {routine}({actual})"]
