"""A directive that is longer than a line goes on behind a backslash."""

from __future__ import annotations

import subprocess
from pathlib import Path

from adc.options import Request
from adc.pipeline import compile_request

SIZES = ", ".join(f"a_size_with_a_very_long_name_{k}" for k in range(4))
SOURCE = f'def f(u: "float64[{SIZES}]"):\n    return (u * u).sum()\n'


def test_long_pragmas_compile(tmp_path: Path) -> None:
    source = tmp_path / "kernel.py"
    source.write_text(SOURCE)
    files = compile_request(Request((str(source),), wrt=("u",), of=("return",))).files
    lines = files["f_grad.c"].splitlines()
    (first,) = (k for k, line in enumerate(lines) if "#pragma omp parallel for" in line)
    assert lines[first].endswith("\\")
    assert len(lines[first]) <= 100
    for name, text in files.items():
        (tmp_path / name).write_text(text)
    flags = ["-std=c11", "-Wall", "-Wextra", "-Werror", "-fopenmp", "-fsyntax-only"]
    subprocess.run(["cc", *flags, str(tmp_path / "f_grad.c")], check=True)
