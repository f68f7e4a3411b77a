"""Small programs with loops that data ends, and with snapshots."""

from __future__ import annotations

from adc.ir.declarations import Container
from adc.ir.dtypes import DType
from adc.ir.enums import Role
from adc.ir.node import Body
from adc.ir.nodes import Compute, Replay, ReverseWhile, Snapshot, While
from adc.ir.program import Program
from adc.ir.shapes import symbol
from adc.ir.walking import computes
from tests.differentiate.programs import array, c, op, put, r
from tests.differentiate.programs import program as make

TRIPS = Container("trips", DType.INT64, (), Role.LOCAL)


def program(containers: list[Container], *body: object) -> Program:
    return make("p", containers, list(body))


def while_(*body: object, reads: str = "s", trips: str = "trips") -> While:
    """Runs `body` while the scalar `reads` is below 1."""
    return While("w", op("lt", r(reads), c("1.0")), tuple(body), trips, label="W")  # type: ignore[arg-type]


def reverse_while(*body: object) -> ReverseWhile:
    return ReverseWhile("u", "trips", tuple(body), label="U")  # type: ignore[arg-type]


def snapshot(*body: Compute) -> Snapshot:
    return Snapshot("L", symbol("w"), None, 3, "k", body)


def replay(load: Body = (), body: Body = (), save: Body = ()) -> Replay:
    return Replay("L", symbol("u"), 3, "k", load, "q", body, save)


def labels(p: Program) -> list[str]:
    return [s.label for s in computes(p.body)]


def scalar(name: str, role: str = "local") -> Container:
    return array(name, role=role)


def double(name: str) -> Compute:
    return put(r(name), op("mul", r(name), c("2.0")))


SNAPSHOTS = [
    scalar("s"), scalar("v"), scalar("again"), array("kept", 3, role=Role.TAPE),
    scalar("out", "inout"), TRIPS,
]  # fmt: skip
K = symbol("k")


def replayed(*use: Compute) -> Program:
    """A While over `s` and `v`, its steps replayed on `again` in a ReverseWhile with `use`."""
    take = snapshot(put(r("kept", K), r("v")))
    bring = replay(
        (put(r("again"), r("kept", K)),), (double("again"),), (put(r("kept", K), r("again")),)
    )
    return program(
        SNAPSHOTS,
        put(r("s"), c("0.1")), put(r("v"), c("0.5")),
        while_(take, double("v"), double("s")),
        reverse_while(bring, *use),
    )  # fmt: skip
