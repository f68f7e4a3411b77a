"""What lowering asks of differentiation, which comes later: the tangent of a call's statements."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from adc.ir.declarations import Container
from adc.ir.node import Body
from adc.ir.program import Program


@dataclass(frozen=True)
class Question:
    """Asks for the tangent of the container `value` behind `body`, at whose beginning containers
    move along others, as the pairs `moving` tell; nothing else does. `containers` are all that
    there are, names may be `taken` by others, too; `fresh` makes new ones. `routines` are those
    that `body` may call."""

    body: Body
    containers: Mapping[str, Container]
    moving: tuple[tuple[str, str], ...]
    value: str
    taken: frozenset[str]
    fresh: Callable[[str], str]
    routines: tuple[Program, ...] = ()


@dataclass(frozen=True)
class Answer:
    """The body with tangents, the containers that are new in it, and the one of the tangent that
    was asked for; None where the value does not depend on what moves. `routines` are tangents."""

    body: Body
    containers: tuple[Container, ...]
    slope: str | None
    routines: tuple[Program, ...] = ()


Slopes = Callable[[Question], Answer]
