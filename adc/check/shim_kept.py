"""What routines save that are called with given values of it (`calling.Kept`), in the shim.

Such a routine calls `adc_keep_K` first, with its flags and saved variables: in its first call after
`adc_call` has asked for it, these get their values, and their addresses are kept, by which
`adc_back_K` finds out what they hold behind the call.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from adc.frontends.calling import Calling, Kept, Passed


def kept_text(
    calling: Calling, numbers: Mapping[str, int], shapes: Mapping[str, tuple[int, ...]]
) -> list[str]:
    """The lines in front of `adc_call`: a module of the values, and the subroutines."""
    if not calling.kept:
        return []
    own = [p for p in calling.passed if p.storage == "saved"]
    lines = [
        "module adc_kept", "use, intrinsic :: iso_c_binding", "implicit none",
        *(f"logical :: adc_wanted_{k} = .false." for k, _ in enumerate(calling.kept)),
    ]  # fmt: skip
    for p in own:
        number = numbers[p.name]
        lines.append(f"{p.base}({p.kind}) :: adc_v{number}{_extents(shapes[p.name])}")
        lines.append(f"type(c_ptr) :: adc_at{number} = c_null_ptr")
    lines.append("end module adc_kept")
    for k, one in enumerate(calling.kept):
        mine = [(numbers[p.name], p, shapes[p.name]) for p in own if p.owner == one.owner]
        lines += [*_keeping(k, one, mine), *_back(k, mine)]
    return lines


def _extents(shape: tuple[int, ...]) -> str:
    return f"({', '.join(map(str, shape))})" if shape else ""


def _keeping(k: int, one: Kept, mine: list[tuple[int, Passed, tuple[int, ...]]]) -> Iterator[str]:
    flags = [f"adc_f{n}" for n, _ in enumerate(one.flags)]
    names = ", ".join([*flags, *(f"adc_a{number}" for number, _, _ in mine)])
    yield from (f"subroutine adc_keep_{k}({names})", "use adc_kept", "implicit none")
    for flag, (_, _, base, kind) in zip(flags, one.flags, strict=True):
        yield f"{base}({kind}) :: {flag}"
    for number, p, shape in mine:
        yield f"{p.base}({p.kind}), target :: adc_a{number}{_extents(shape)}"
    yield from (f"{flag} = {text}" for flag, (_, text, _, _) in zip(flags, one.flags, strict=True))
    yield f"if (.not. adc_wanted_{k}) return"
    yield f"adc_wanted_{k} = .false."
    for number, _, _ in mine:
        yield f"adc_a{number} = adc_v{number}"
        yield f"adc_at{number} = c_loc(adc_a{number})"
    yield f"end subroutine adc_keep_{k}"


def _back(k: int, mine: list[tuple[int, Passed, tuple[int, ...]]]) -> Iterator[str]:
    yield from (f"subroutine adc_back_{k}()", "use adc_kept", "implicit none")
    for number, p, shape in mine:
        rank = f"({', '.join(':' * len(shape))})" if shape else ""
        yield f"{p.base}({p.kind}), pointer :: adc_a{number}{rank}"
    yield f"if (adc_wanted_{k}) return"
    for number, _, shape in mine:
        extents = f", [{', '.join(map(str, shape))}]" if shape else ""
        yield f"call c_f_pointer(adc_at{number}, adc_a{number}{extents})"
        yield f"adc_v{number} = adc_a{number}"
    yield f"end subroutine adc_back_{k}"


__all__ = ["kept_text"]
