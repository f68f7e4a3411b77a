"""The cache of parser tables: faster where it works, unnoticed where it does not."""

from __future__ import annotations

import os
from pathlib import Path

import lark
import pytest

from adc.frontends import grammars, tables
from adc.frontends.tables import load_parser, make_tables

GRAMMAR = 'start: "a"+ B\nB: "b"\n'


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    return tmp_path / "adc"


def parses() -> bool:
    tree = load_parser("letters", GRAMMAR).parse("aab")
    return [str(c) for c in tree.children] == ["b"]


def test_tables_are_kept_and_used(cache: Path) -> None:
    assert parses()
    (kept,) = cache.iterdir()
    assert kept.suffix == ".tables"
    written = kept.stat().st_mtime_ns
    assert parses()
    assert kept.stat().st_mtime_ns == written


@pytest.mark.parametrize("content", [b"", b"nonsense\n", b"\x80\x04" * 5])
def test_corrupted_tables_are_built_anew(cache: Path, content: bytes) -> None:
    assert parses()
    (kept,) = cache.iterdir()
    whole = kept.read_bytes()
    kept.write_bytes(content)
    assert parses()
    kept.write_bytes(whole[: len(whole) // 2])
    assert parses()
    written = kept.stat().st_mtime_ns
    assert parses()
    assert kept.stat().st_mtime_ns == written


def test_a_changed_grammar_has_tables_of_its_own(cache: Path) -> None:
    assert parses()
    other = load_parser("letters", GRAMMAR.replace('"b"', '"c"'))
    assert other.parse("ac").children == ["c"]
    assert len(list(cache.iterdir())) == 2


def test_no_folder_for_the_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    blocker = tmp_path / "file"
    blocker.write_text("")
    monkeypatch.setenv("XDG_CACHE_HOME", str(blocker))
    assert parses()


def test_a_folder_in_the_place_of_the_tables(cache: Path) -> None:
    assert parses()
    (kept,) = cache.iterdir()
    kept.unlink()
    kept.mkdir()
    assert parses()


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_that_cannot_be_written(cache: Path) -> None:
    cache.mkdir()
    cache.chmod(0o500)
    assert parses()
    assert list(cache.iterdir()) == []


def test_no_home(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_home() -> Path:
        raise RuntimeError("could not determine home directory")

    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.setattr(Path, "home", no_home)
    assert parses()


@pytest.fixture
def shipped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The file that the package brings along; no folder for a cache."""
    monkeypatch.setattr("adc.cache._state.enabled", False)
    monkeypatch.setattr(tables, "SHIPPED", tmp_path)
    return make_tables(tmp_path, "letters", GRAMMAR)


@pytest.fixture
def built(shipped: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The grammars whose tables are built from here on."""
    found: list[str] = []
    build = lark.Lark.__init__

    def counted(self: lark.Lark, grammar: str, **options: object) -> None:
        found.append(grammar)
        build(self, grammar, **options)

    monkeypatch.setattr(lark.Lark, "__init__", counted)
    return found


def test_shipped_tables_are_used_without_a_cache(built: list[str]) -> None:
    assert parses()
    assert built == []


def test_shipped_tables_of_another_grammar_are_not_used(built: list[str]) -> None:
    other = load_parser("letters", GRAMMAR.replace('"b"', '"c"'))
    assert other.parse("ac").children == ["c"]
    assert len(built) == 1


def test_damaged_shipped_tables_are_not_used(shipped: Path, built: list[str]) -> None:
    whole = shipped.read_bytes()
    for place in range(0, len(whole), len(whole) // 20):
        shipped.write_bytes(whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :])
        assert parses()
    assert len(built) >= 20


def test_tables_under_another_name_are_not_used(shipped: Path, built: list[str]) -> None:
    other = make_tables(shipped.parent, "letters", GRAMMAR.replace('"a"+', '"x"'))
    other.replace(shipped)
    built.clear()
    assert parses()
    assert built == [GRAMMAR]


@pytest.mark.parametrize(
    ("library", "version"), [(lark, "0.0.0"), (tables, "0.0.0"), (tables.sys, (3, 99))]
)
def test_tables_of_other_versions_are_not_used(
    library: object, version: object, built: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    name = "version_info" if isinstance(version, tuple) else "__version__"
    monkeypatch.setattr(library, name, version)
    load_parser("letters", GRAMMAR)
    assert len(built) == 1


def test_all_that_is_shipped_is_what_the_frontends_read_by(
    tmp_path: Path, built: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    target = tmp_path / "made"
    target.mkdir()
    (target / "old.tables").write_text("")
    grammars.ship(target)
    assert len(list(target.iterdir())) == len(built) == 3
    monkeypatch.setattr(tables, "SHIPPED", target)
    built.clear()
    parsers = grammars.python, grammars.fortran, grammars.signature
    try:
        for parser in parsers:
            parser.cache_clear()
            parser()
        assert built == []
        text = "def f(x: 'int'):\n    return 'a\\\n' + x\n"
        assert grammars.python().parse(text).data == "file_input"
    finally:
        for parser in parsers:
            parser.cache_clear()
