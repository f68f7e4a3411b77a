"""Which containers `--wrt` and `--of` name, or why they name none."""

from __future__ import annotations

import re
from collections.abc import Iterable

from adc.diagnostics import AdcError
from adc.ir.declarations import Container
from adc.ir.enums import ParameterKind, Role
from adc.ir.program import Program
from adc.ir.walking import computes


def independents(program: Program, wrt: tuple[str, ...]) -> tuple[str, ...]:
    """The floating arguments that `wrt` names; AdcError ADC0301, ADC0302 otherwise."""
    if not wrt:
        raise AdcError.of(
            "ADC0301",
            "no independent is given",
            program.span,
            help=f"add --wrt with one or more of {listed(arguments(program))}",
        )
    for name in wrt:
        kinds = {p.name: p.kind for p in program.parameters}
        if kinds.get(name) in ("size", "integer"):
            raise not_floating(program, name, "an integer argument", program.span)
        if name not in kinds or program[name].role not in (Role.INPUT, Role.INOUT):
            raise AdcError.of(
                "ADC0301",
                f"`{program.name}` has no argument `{name}`",
                program.span,
                help=f"the arguments are {listed(arguments(program))}",
            )
        if not program[name].dtype.is_float:
            what = f"of type {program[name].dtype}"
            raise not_floating(program, name, what, program[name].span)
    return wrt


def not_floating(program: Program, name: str, what: str, span) -> AdcError:  # type: ignore[no-untyped-def]
    return AdcError.of(
        "ADC0302",
        f"`{name}` is {what}: it has no derivative",
        span,
        help=_choice(arguments(program), "give the function a floating argument"),
    )


def arguments(program: Program) -> list[str]:
    """The floating arguments, in order."""
    return [
        p.name
        for p in program.parameters
        if p.kind in (ParameterKind.SCALAR, ParameterKind.ARRAY)
        and program[p.name].dtype.is_float
        and program[p.name].role in (Role.INPUT, Role.INOUT)
    ]


def dependents(program: Program, of: tuple[str, ...]) -> tuple[str, ...]:
    """The containers that `of` names (by default the one returned value).

    Raises AdcError: ADC0303 (no or no such dependent), ADC0304 (not floating), ADC0305 (an
    argument that is never written), ADC0306 (one value under two names).
    """
    if not of:
        if len(program.returned) != 1:
            raise no_such(program, "", "no dependent is given")
        of = ("return",)
    found = [dependent(program, name) for name in of]
    for name, container in zip(of, found, strict=True):
        check_dependent(program, name, container)
    check_distinct(program, of, found)
    return tuple(dict.fromkeys(c.name for c in found))


def seed_stems(
    of: tuple[str, ...], chosen: tuple[str, ...], texts: Iterable[str]
) -> dict[str, str]:
    """What the seed of each dependent is named after: what the user calls it.

    `of` are the user's names of the containers `chosen`. Where there are none, the one result is
    called as the source calls it, or `return` where only adc has a name for it.
    """
    if of:
        return dict(zip(chosen, of, strict=True))
    (name,) = chosen
    own = any(re.search(rf"\b{re.escape(name)}\b", text, re.IGNORECASE) for text in texts)
    return {name: name if own else "return"}


def check_distinct(program: Program, of: tuple[str, ...], found: list[Container]) -> None:
    """One value has one seed, under whatever names the function returns it."""
    names: dict[str, str] = {}
    for name, container in zip(of, found, strict=True):
        first = names.setdefault(container.name, name)
        if first != name:
            raise AdcError.of(
                "ADC0306",
                f"`{first}` and `{name}` are the same {kind_of(container)}, with one seed",
                container.span or program.span,
                help=f"leave `{name}` out of --of and give `{first}` the sum of their seeds",
            )


def kind_of(container: Container) -> str:
    return "array" if container.shape else "scalar"


def dependent(program: Program, name: str) -> Container:
    returns = program.returned
    match = re.fullmatch(r"return(?:_(\d{1,9})|\[(\d{1,9})\])?", name)
    if match and name not in {p.name for p in program.parameters}:
        number = match.group(1) or match.group(2)
        if number is None and len(returns) == 1:
            return program[returns[0]]
        if number is None and returns:
            raise no_such(program, name, f"`{program.name}` returns {len(returns)} values")
        if number is not None and int(number) < len(returns):
            return program[returns[int(number)]]
        raise no_such(program, name, f"`{program.name}` returns {len(returns) or 'no'} values")
    held = [returns[k] for k, called in enumerate(program.returned_as) if called == name]
    container = program.by_name.get(name)
    if container is not None and container.role not in (Role.INPUT, Role.INOUT):
        container = container if name in returns else None
    if container is None or (held and container.role == Role.INPUT and name not in returns):
        if not held and name == program.name and len(returns) == 1:
            return program[returns[0]]  # Fortran's result under its function's name
        if not held:
            raise no_such(program, name, f"`{name}` is no result of `{program.name}`")
        return program[held[0]]
    if held not in ([], [name]):
        text = f"what `{program.name}` returns holds another `{name}` than the one it writes"
        raise no_such(program, name, text)
    return container


def check_dependent(program: Program, name: str, container: Container) -> None:
    if not container.dtype.is_float:
        raise AdcError.of(
            "ADC0304",
            f"`{name}` is of type {container.dtype}: it has no derivative",
            container.span or program.span,
            help=_choice(
                results(program), "return a floating result, or write it into an argument"
            ),
        )
    written = {s.target.container for s in computes(program.body)}
    # What is written only where nothing ever gets to, or by itself, keeps its value.
    kept = container.role == Role.INOUT or container.name in program.returns
    if container.name not in written and not kept:
        raise AdcError.of(
            "ADC0305",
            f"`{name}` is never written by `{program.name}`",
            container.span or program.span,
            help=_choice(
                results(program), "return a floating result, or write it into an argument"
            ),
        )


def results(program: Program) -> list[str]:
    """What can stand after --of."""
    inouts = [c.name for c in program.containers if c.role == Role.INOUT and c.dtype.is_float]
    called = program.returned_as or ("",) * len(program.returned)
    returned = [
        as_ or name
        for name, as_ in zip(program.returned, called, strict=True)
        if name not in inouts and program[name].dtype.is_float
    ]
    return inouts + [n for n in returned if not re.fullmatch(r"return_\d+_\d+", n)]


def no_such(program: Program, name: str, message: str) -> AdcError:
    names = results(program)
    if len(program.returned) > 1:
        names += [f"return_{k}" for k in range(len(program.returned))]
    elif program.returned:
        names.append("return")
    text = _choice(names, "return the result, or write it into an argument")
    return AdcError.of("ADC0303", message, program.span, help=text)


def _choice(names: list[str], otherwise: str) -> str:
    return f"choose among {listed(names)}" if names else otherwise


def listed(names: list[str]) -> str:
    return ", ".join(f"`{n}`" for n in dict.fromkeys(names)) or "(none)"
