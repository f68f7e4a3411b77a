"""The cache of parser tables: faster where it works, unnoticed where it does not."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from adc.frontends.tables import load_parser

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
