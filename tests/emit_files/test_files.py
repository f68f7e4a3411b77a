"""The set of files: complete, deterministic, readable, and what the manifest says they are."""

import json
import re
import shutil
import subprocess

import pytest

from adc.diagnostics import Diagnostic, InternalError
from adc.emit.templating import fill
from tests.emit_files.kernels import KERNELS, built

OPTIONS = (
    {},
    {"value": True},
    {"accumulate": True, "seed": "ones"},
    {"dtype": "float32", "value": True},
    {"mode": "jvp"},
)
CASES = [(name, options) for name in KERNELS for options in OPTIONS]


@pytest.mark.parametrize(("name", "options"), CASES)
def test_lines_are_short_and_end_cleanly(name, options):
    for file, text in built(name, **options).files.items():
        for number, line in enumerate(text.splitlines(), start=1):
            assert len(line) <= 100 or file == "manifest.json", f"{file}:{number}"
            assert line == line.rstrip(), f"{file}:{number}"
        assert text.endswith("\n") and not text.endswith("\n\n"), file


def test_all_files_of_the_contract():
    files = built("gemm").files
    assert list(files) == [
        "gemm_grad.c", "gemm_grad.h", "gemm_grad_check.c", "gemm_grad.py", "Makefile",
        "gemm_grad.pc", "CMakeLists.txt", "manifest.json",
    ]  # fmt: skip


@pytest.mark.parametrize("options", OPTIONS)
def test_every_text_says_that_anyone_may_use_it(options):
    for file, text in built("gemm", **options).files.items():
        assert file == "manifest.json" or "under any licence or none" in " ".join(
            re.sub(r"[*#]", " ", text).split()
        ), file


def test_templates_and_values_must_agree():
    with pytest.raises(InternalError, match="surplus"):
        fill("build/package.pc.j2", entry="f", version="1", title="t", surplus="x")


def test_hostile_names_do_not_end_comments():
    warning = Diagnostic("ADC0310", "a message that ends */ the comment /* early")
    source = built("gemm", warnings=(warning,)).files["gemm_grad.c"]
    assert "ends * / the comment" in source
    assert source.count("/*") == source.count("*/")


# -- header ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", KERNELS)
@pytest.mark.parametrize(
    "compiler",
    [
        "gcc -std=c11 -x c -Wall -Wextra -Werror -pedantic -fsyntax-only",
        "g++ -std=c++11 -x c++ -Wall -Wextra -Werror -pedantic -fsyntax-only",
        "nvcc -x cu -c -o header.o",
    ],
    ids=["c", "c++", "cuda"],
)
def test_header_compiles(tmp_path, name, compiler):
    words = compiler.split()
    if shutil.which(words[0]) is None:
        pytest.skip(f"{words[0]} is not installed")
    built(name).write(tmp_path)
    (tmp_path / "use.txt").write_text(f'#include "{name}_grad.h"\n#include "{name}_grad.h"\n')
    subprocess.run([*words, "use.txt"], cwd=tmp_path, check=True)


def test_header_tells_every_argument():
    header = built("smoothing", value=True).files["smoothing_grad.h"]
    rows = [re.split(r"  +", line.strip(" *")) for line in header.splitlines()]
    expected = [
        ["N", "int64", "in", "size"],
        ["u", "float64[N + 2]", "in, out"],
        ["T", "int64", "in", "integer argument of the source"],
        ["r", "float64", "in", "argument of the source"],
        ["value", "float64", "out", "value of the source's function"],
        ["u_bar", "float64[N + 2]", "out", "gradient with respect to u"],
    ]
    for row in expected:
        assert any(found[: len(row)] == row for found in rows), row


def test_header_states_assumptions():
    header = built("scaled").files["scaled_grad.h"]
    assert "M == N: x and w are multiplied" in header


# -- manifest --------------------------------------------------------------------------------------


def test_manifest_has_the_schema():
    manifest = json.loads(built("gemm", sizes={"NI": 7, "NJ": 6, "NK": 5}).files["manifest.json"])
    assert manifest["entry"] == "gemm_grad"
    assert manifest["library"] == "libgemm_grad.so"
    assert manifest["source"] == "gemm.py"
    names = [(a["name"], a["role"], a["of"], tuple(a["shape"])) for a in manifest["arguments"]]
    assert names[:4] == [
        ("NI", "size", None, ()), ("NJ", "size", None, ()), ("NK", "size", None, ()),
        ("alpha", "input", None, ()),
    ]  # fmt: skip
    assert ("C_seed", "seed", "C", ("NI", "NJ")) in names
    assert names[-1] == ("B_bar", "gradient", "B", ("NK", "NJ"))
    memory = manifest["memory"]
    sizes = {"NI": 7, "NJ": 6, "NK": 5}
    assert memory["peak_bytes"] == eval(memory["peak_expression"], {}, sizes)
    assert memory["peak_bytes"] - memory["arena_bytes"] == 8 * (3 * 42 + 2 * 35 + 2 * 30)
    assert memory["workspace"] is True
    assert set(manifest["files"]) == set(built("gemm").files)


def test_manifest_without_sizes_has_no_numbers():
    memory = json.loads(built("gemm").files["manifest.json"])["memory"]
    assert memory["peak_bytes"] is None and memory["arena_bytes"] is None


def test_manifest_of_tangents():
    manifest = json.loads(built("smoothing", mode="jvp").files["manifest.json"])
    roles = {a["name"]: (a["role"], a["of"]) for a in manifest["arguments"]}
    assert manifest["entry"] == "smoothing_jvp"
    assert roles["u_dot"] == ("tangent", "u")
    assert roles["energy_dot"] == ("tangent", "energy")
    assert roles["u"] == ("input", None)
    assert roles["energy"] == ("output", None)
