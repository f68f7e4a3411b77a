"""COMMON: variables of different units over the same storage."""

from __future__ import annotations

import pytest

from adc.diagnostics import AdcError, Diagnostic
from adc.frontends.fortran.symbols import Scope, Storage, common_storage
from adc.ir.dtypes import DType
from tests.frontends.fortran.built import look, scope, sources


def units(*declarations: str) -> list[Scope]:
    """A unit per text, each of which mentions all its names."""
    names = [chr(ord("p") + n) for n in range(len(declarations))]
    found = sources(
        *(f"subroutine {n}\n{text}\nend" for n, text in zip(names, declarations, strict=True))
    )
    return [found.scope(found.find(n)) for n in names]


def laid_out(*declarations: str) -> tuple[list[Scope], Storage]:
    scopes = units(*declarations)
    return scopes, common_storage(scopes)


def placed(storage: Storage, inside: Scope, name: str) -> tuple[str, int]:
    segment, offset = storage.place(look(inside, name))
    return segment.symbol.name, offset


def test_names_do_not_matter() -> None:
    (p, q), storage = laid_out(
        "common /b/ u(3), v\nu(1) = v", "common /b/ height(3), depth\nheight(1) = depth"
    )
    assert placed(storage, p, "u") == placed(storage, q, "height") == ("u", 0)
    assert placed(storage, p, "v") == placed(storage, q, "depth") == ("v", 0)
    assert [(s.whole, s.shape) for s in storage.segments] == [(True, (3,)), (True, ())]


def test_other_lower_bounds_are_the_same_array() -> None:
    _, storage = laid_out("common /b/ u(3, 4)\nx = u(1, 1)", "common /b/ u(0:2, 2:5)\nx = u(0, 2)")
    (segment,) = storage.segments
    assert segment.whole and segment.shape == (3, 4)


def test_parts_share_a_segment() -> None:
    (p, q, r), storage = laid_out(
        "common /b/ all(12), tail\nx = all(1) + tail",
        "common /b/ first(3), centre(2, 4), y, z\nx = first(1) + centre(1, 1) + y + z",
        "common /b/ first(3)\nx = first(1)",
    )
    one, two = storage.segments
    assert (one.count, one.shape, one.whole, one.dtype) == (12, (12,), False, DType.FLOAT32)
    assert (two.count, two.shape, two.whole) == (1, (), True)
    places = {n: placed(storage, q, n) for n in ("first", "centre", "y", "z")}
    assert places == {"first": ("all", 0), "centre": ("all", 3), "y": ("all", 11), "z": ("tail", 0)}
    assert placed(storage, r, "first") == ("all", 0)
    assert placed(storage, p, "tail") == ("tail", 0)


def test_overlaps_join_over_units() -> None:
    (p, q), storage = laid_out(
        "common /b/ a(3), c(4)\nx = a(1) + c(1)", "common /b/ d(2), e(5)\nx = d(1) + e(1)"
    )
    (segment,) = storage.segments
    assert (segment.count, segment.whole) == (7, False)
    assert [placed(storage, p, n)[1] for n in "ac"] == [0, 3]
    assert [placed(storage, q, n)[1] for n in "de"] == [0, 2]


def test_other_dimensions_are_one_segment() -> None:
    _, storage = laid_out("common /b/ a(3, 4)\nx = a(1, 1)", "common /b/ a(2, 6)\nx = a(1, 1)")
    (segment,) = storage.segments
    assert (segment.whole, segment.shape) == (False, (12,))


def test_types_may_follow_one_another() -> None:
    declared = "integer n\ndouble precision y\nlogical l\ncommon /b/ n, y(3), l, z\nz = y(n)"
    (_, q), storage = laid_out(declared, declared)
    assert [s.dtype for s in storage.segments] == [
        DType.INT32, DType.FLOAT64, DType.BOOL, DType.FLOAT32,
    ]  # fmt: skip
    assert all(s.whole for s in storage.segments)
    assert placed(storage, q, "z") == ("z", 0)


def test_blocks_and_blank_common_keep_apart() -> None:
    _, storage = laid_out("common a, /b/ c, // d, /b/ e\nx = a + c + d + e")
    assert [(s.block, s.symbol.name, s.start) for s in storage.segments] == [
        ("", "a", 0), ("", "d", 4), ("b", "c", 0), ("b", "e", 4),
    ]  # fmt: skip


def test_blocks_that_no_unit_uses_are_left_alone() -> None:
    scopes = units("character(5) c\ncommon /text/ c\ncommon /b/ a\nx = a")
    assert [s.block for s in common_storage(scopes).segments] == ["b"]


def test_blocks_of_modules_and_of_hosts() -> None:
    inside = scope("module m\ncommon /b/ a(3)\nend", "subroutine s(x)\nuse m\nx = a(1)\nend")
    a = look(inside, "a")
    assert (a.storage, a.block, a.owner) == ("common", "b", "m")
    assert common_storage([inside, a.scope]).place(a)[0].shape == (3,)
    host = scope(
        "subroutine s(x)\ncommon /b/ a(3)\ncall t\ncontains\nsubroutine t\nx = a(1)\nend\nend"
    )
    inner = host.sources.scope(host.unit.contains[0])
    assert common_storage([host, inner]).place(look(inner, "a"))[0].shape == (3,)


def refused(*declarations: str) -> Diagnostic:
    with pytest.raises(AdcError) as caught:
        laid_out(*declarations)
    return caught.value.diagnostics[0]


@pytest.mark.parametrize(
    ("one", "two"),
    [
        ("integer a\ncommon /b/ a\nx = a", "real a\ncommon /b/ a\nx = a"),
        ("real a(4)\ncommon /b/ a\nx = a(1)", "real*8 a(2)\ncommon /b/ a\nx = a(1)"),
        (
            "real*8 y\ncommon /b/ k, y(3)\nx = y(1) + k",
            "real*8 y\ncommon /b/ k, m, y(3)\nx = y(1) + k + m",
        ),
        (
            "real*8 y(3)\ncommon /b/ y\nx = y(1)",
            "real*8 y(2)\ncommon /b/ k, y\nx = y(1) + k",
        ),
    ],
)
def test_one_place_has_one_type(one: str, two: str) -> None:
    found = refused(one, two)
    assert found.code == "ADC0249" and found.notes


def test_characters_beside_numbers_are_refused_where_units_differ() -> None:
    one, two = "character c\ncommon /b/ c, a\nx = a", "character c*2\ncommon /b/ c, a\nx = a"
    assert refused(one, two).code == "ADC0249"
    laid_out(one, one)


def test_sizes_must_be_constant() -> None:
    assert refused("common /b/ a(n)\nx = a(1)").code == "ADC0179"
