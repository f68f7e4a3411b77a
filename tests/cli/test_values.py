"""Option values as people write them."""

from __future__ import annotations

import click
import pytest

from adc.cli.values import Bytes, Names, Settings, Sizes, Written
from adc.diagnostics.amounts import format_bytes, format_exactly, format_seconds


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("500MiB", 500 << 20),
        ("1KiB", 1024),
        ("2GiB", 2 << 30),
        ("3KB", 3000),
        ("3mb", 3_000_000),
        ("1 GB", 10**9),
        ("4096", 4096),
        ("17b", 17),
        ("1.5KiB", 1536),
        ("0.3GB", 300_000_000),
        ("9007199254740993", 9007199254740993),
    ],
)
def test_bytes(text: str, count: int) -> None:
    assert Bytes().convert(text, None, None) == count


@pytest.mark.parametrize("text", ["", "MiB", "-1", "5 parsecs", "1e9", "500 Mi B", "0x10"])
def test_bytes_refused(text: str) -> None:
    with pytest.raises(click.BadParameter, match="write it as 500MiB"):
        Bytes().convert(text, None, None)


@pytest.mark.parametrize("text", ["9" * 5000, "1." + "9" * 5000 + "GiB", "8589934592GiB"])
def test_bytes_that_64_bits_cannot_count(text: str) -> None:
    with pytest.raises(click.BadParameter, match=r"up to 40 digits|more than 64"):
        Bytes().convert(text, None, None)


def test_format_bytes() -> None:
    assert format_bytes(1023) == "1023 bytes"
    assert format_bytes(1536) == "1.5 KiB"
    assert format_bytes(5 << 30) == "5 GiB"
    assert format_bytes(471758400) == "449.9 MiB"


def test_what_is_told_exactly() -> None:
    assert format_exactly(500 << 20) == "500 MiB"
    assert format_exactly(1536) == "1.5 KiB"
    assert format_exactly(200_000) == "200000 bytes (195.31 KiB)"
    assert format_exactly(99) == "99 bytes"


def test_format_seconds() -> None:
    assert [format_seconds(x) for x in (0.702, 0.00123, 4.5e-7, 2.0, 1234.0, 0.0)] == [
        "702 ms", "1.23 ms", "450 ns", "2 s", "1234 s", "0 ns",
    ]  # fmt: skip


def test_names() -> None:
    assert Names().convert("A, B", None, None) == ("A", "B")
    assert Names().convert("return[1],return", None, None) == ("return_1", "return")


@pytest.mark.parametrize("text", ["", "A,", "A B", "1x", "return[x]", "A;B"])
def test_names_refused(text: str) -> None:
    with pytest.raises(click.BadParameter, match="is not a name"):
        Names().convert(text, None, None)


def test_sizes() -> None:
    assert Sizes().convert("N=3620,TSTEPS = 1_00", None, None) == (("N", 3620), ("TSTEPS", 100))
    assert Sizes().convert("shift=-3", None, None) == (("shift", -3),)


@pytest.mark.parametrize("text", ["N", "N=", "N=x", "N=1.5", "=3", "N=3;M=4", "2=3"])
def test_sizes_refused(text: str) -> None:
    with pytest.raises(click.BadParameter, match="N=3620"):
        Sizes().convert(text, None, None)


@pytest.mark.parametrize("number", ["9223372036854775808", "-9223372036854775809", "9" * 5000])
def test_sizes_that_do_not_fit(number: str) -> None:
    with pytest.raises(click.BadParameter, match="does not fit in 64 bits"):
        Sizes().convert(f"N={number}", None, None)


def test_settings() -> None:
    assert Settings().convert("lambda=0.01,h=0.9:1.1", None, None) == (
        ("lambda", (0.01, 0.01)),
        ("h", (0.9, 1.1)),
    )
    assert Settings().convert("a=-2:-1e-3", None, None) == (("a", (-2.0, -1e-3)),)


def test_settings_as_languages_write_them() -> None:
    assert Settings().convert("deep=True,fast=.FALSE.,h=1d-3:2.5D+0", None, None) == (
        ("deep", (1.0, 1.0)),
        ("fast", (0.0, 0.0)),
        ("h", (1e-3, 2.5)),
    )


def test_elements_of_arrays() -> None:
    text = "A=[[1, 2], [3, 4e0]], h=0:1,q=[True, .false.,]"
    assert Settings().convert(text, None, None) == (
        ("A", Written(((1.0, 2.0), (3.0, 4.0)))),
        ("h", (0.0, 1.0)),
        ("q", Written((1.0, 0.0))),
    )


@pytest.mark.parametrize(
    ("kind", "text", "way_out"),
    [
        (Settings(), "x=1,2,3", r"written as|x=\[1,2\]; long arrays are given by --example"),
        (Settings(), "x=(1,2)", r"arrays are written as x=\[1,2\]"),
        (Settings(), "x=[1;2]", "1;2 is not a number"),
        (Settings(), "x=[1,2", "is no row"),
        (Settings(), "x=[[1,2],[3]]", "of one length"),
        (Settings(), "x=[[1,2],3]", "3 is no row"),
        (Settings(), "x=[]", "nothing is not a number"),
        (Settings(), "x=[1:2]", "1:2 is not a number"),
        (Settings(), "x(1)=2", "long arrays are given by --example"),
        (Settings(), "law=None", "None and texts are given by --fix"),
        (Settings(), "law='cubic'", "None and texts are given by --fix"),
        (Sizes(), "deep=.true.", "given by --set"),
    ],
)
def test_what_another_option_takes(kind: Settings | Sizes, text: str, way_out: str) -> None:
    with pytest.raises(click.BadParameter, match=way_out):
        kind.convert(text, None, None)


@pytest.mark.parametrize("text", ["h", "h=", "h=2:1", "h=nan", "h=1:inf", "h=1:2:3", "h=x"])
def test_settings_refused(text: str) -> None:
    with pytest.raises(click.BadParameter):
        Settings().convert(text, None, None)
