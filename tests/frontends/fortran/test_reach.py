"""Which units a routine leads to, and the COMMON blocks they share."""

from __future__ import annotations

from adc.frontends.fortran.symbols import reached, storage_of
from tests.frontends.fortran.built import look, scope

CHAIN = """
subroutine s(x)
common /b/ a(3), c
if (x > 0) call t(x)
x = f(x) + a(1) + unknown(x)
end
subroutine t(y)
use m
common /b/ p, q(2), r
y = p + q(1) + r + g(y) + w(2)
end
real function f(y)
f = y
call s(y)
end
subroutine other(z)
complex z
common /b/ z
end
"""
MODULE = "module m\ncommon /e/ w(4), v\ncontains\nreal function g(y)\ng = y*v\nend\nend"


def test_what_is_called_over_any_number_of_calls_once() -> None:
    head = scope(CHAIN, MODULE, name="s")
    assert [s.unit.name for s in reached(head)] == ["s", "t", "f", "g"]


def test_only_units_that_are_reached_lay_out_a_block() -> None:
    head = scope(CHAIN, MODULE, name="s")
    storage = storage_of(head)
    assert [(s.block, s.symbol.name, s.shape, s.whole) for s in storage.segments] == [
        ("b", "a", (3,), False),
        ("b", "c", (), True),
        ("e", "w", (4,), True),
        ("e", "v", (), True),
    ]
    t = look(head, "t").scope
    assert [storage.place(look(t, n))[1] for n in ("p", "q", "r")] == [0, 1, 0]
    assert storage.place(look(t, "w"))[0].symbol.name == "w"


def test_internal_procedures_share_their_hosts_blocks() -> None:
    host = scope(
        "subroutine s(x)\ncommon /b/ a(3)\ncall t\ncontains\nsubroutine t\nx = a(1)\nend\nend"
    )
    storage = storage_of(host)
    inner = look(host, "t").scope
    assert storage.place(look(inner, "a"))[0].shape == (3,)
