"""`adc calibrate` and `--machine`: what is written can be read, and is used."""

from __future__ import annotations

import json
import os
from dataclasses import fields
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from adc.checkpoint.machine import DEFAULT, Machine, load_machine
from adc.cli.app import adc
from adc.cli.calibrate import machine_text
from adc.cli.request import build_request, input_files
from adc.diagnostics.sources import SourceCache


def calibrate(folder: Path, *arguments: str, compiler: str | None = None) -> Result:
    old = Path.cwd()
    os.chdir(folder)
    try:
        return CliRunner().invoke(adc, ["calibrate", *arguments], env={"CC": compiler})
    finally:
        os.chdir(old)


def test_the_file_loads(tmp_path: Path) -> None:
    result = calibrate(tmp_path, "--passes", "1", "-o", "mine.toml")
    assert result.exit_code == 0, result.output
    assert "wrote mine.toml" in result.output
    machine = load_machine(str(tmp_path / "mine.toml"))
    measured = {f.name for f in fields(Machine)} - {"page_threshold_bytes", "host_bytes_per_second"}
    text = (tmp_path / "mine.toml").read_text()
    for name in measured - {"blas_flops_per_second"}:
        assert f"\n{name} = " in text
    assert machine.page_threshold_bytes == DEFAULT.page_threshold_bytes
    assert machine.private_cache_bytes < machine.cache_bytes


def test_again_and_as_json(tmp_path: Path) -> None:
    for _ in range(2):  # a file of adc's own is written anew
        result = calibrate(tmp_path, "--passes", "1", "--json")
        assert result.exit_code == 0, result.output
    told = json.loads(result.stdout)
    assert told["file"] == "machine.toml"
    assert told["constants"]["memory_bytes_per_second"] > 0


def test_a_stranger_is_not_replaced(tmp_path: Path) -> None:
    (tmp_path / "machine.toml").write_text("[package]\n")
    result = calibrate(tmp_path, "--passes", "1")
    assert result.exit_code == 1 and "ADC0605" in result.stderr
    assert (tmp_path / "machine.toml").read_text() == "[package]\n"


@pytest.mark.parametrize("compiler, code", (("nowhere-cc", "ADC0501"), ("false", "ADC0502")))
def test_without_a_compiler(compiler: str, code: str, tmp_path: Path) -> None:
    result = calibrate(tmp_path, compiler=compiler)
    assert result.exit_code == 1 and code in result.stderr
    assert list(tmp_path.iterdir()) == []


def test_the_text_has_every_constant(tmp_path: Path) -> None:
    path = tmp_path / "m.toml"
    path.write_text(machine_text({}))
    assert load_machine(str(path)) == DEFAULT
    everything = {f.name: getattr(DEFAULT, f.name) * 2 for f in fields(Machine)}
    path.write_text(machine_text(everything))
    assert load_machine(str(path)) == Machine(**everything)


def test_the_machine_is_an_input() -> None:
    request = build_request(
        "grad", SourceCache(), sources=("k.py",), wrt=(("x",),), machine="m.toml"
    )
    assert request.machine == "m.toml"
    assert input_files(request) == ("k.py", "m.toml")
