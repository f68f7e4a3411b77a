"""adc as it is installed: a wheel, `pip install .` and an editable install.

The environments are new and empty, but see the dependencies of the environment that runs the
tests: installing those again would prove nothing about adc and needs a network.
"""

from __future__ import annotations

import subprocess
import sys
import sysconfig
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent

pytestmark = pytest.mark.slow

KERNEL = """\
import numpy as np


def f(x: "float64[N]", y: "float64[N]"):
    return np.sum(np.sin(x) * y)
"""

#: Reads a source of each language; fails where Lark builds tables. Nothing is taken from a cache.
READS = """\
import lark
from adc import cache
from adc.frontends import grammars

cache.enable(False)
del lark.Lark.__init__
grammars.python().parse("def f(x):\\n    return x\\n")
grammars.fortran().parse("x + 1", start="expr")
grammars.signature().parse("float64[N]", start="type")
"""


def succeed(*command: str | Path, cwd: Path | None = None) -> str:
    result = subprocess.run([str(c) for c in command], cwd=cwd, capture_output=True, text=True)
    assert result.returncode == 0, result.stderr + result.stdout
    return result.stdout


def new_environment(folder: Path) -> Path:
    """A virtual environment without adc, seeing the dependencies; returns its bin folder."""
    succeed(sys.executable, "-m", "venv", "--without-pip", folder)
    (site,) = folder.glob("lib/python*/site-packages")
    # A path in a .pth file is searched, but .pth files over there (an editable adc) are not read.
    (site / "dependencies.pth").write_text(sysconfig.get_path("purelib") + "\n")
    return folder / "bin"


def pip(binaries: Path, *arguments: str | Path) -> None:
    # Byte code is made of what is imported, then.
    offline = ["--no-deps", "--no-index", "--no-compile", "--disable-pip-version-check", "--quiet"]
    python = binaries / "python"
    succeed(sys.executable, "-m", "pip", "--python", python, "install", *offline, *arguments)


def differentiates(binaries: Path, work: Path) -> Path:
    """Reads by the tables that came along, runs `adc grad`; returns where adc was imported from."""
    work.mkdir()
    (work / "kernel.py").write_text(KERNEL)
    succeed(binaries / "python", "-c", READS, cwd=work)
    succeed(binaries / "adc", "grad", "kernel.py", "--wrt", "x", "-o", "out", cwd=work)
    assert "f_grad" in (work / "out" / "f_grad.c").read_text()
    return Path(
        succeed(binaries / "python", "-c", "import adc; print(adc.__file__)", cwd=work).strip()
    )


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    succeed(
        sys.executable, "-m", "pip", "wheel", "--no-deps", "--no-build-isolation", "--no-index",
        "--disable-pip-version-check", "--quiet", "--wheel-dir", folder, ROOT,
    )  # fmt: skip
    (path,) = folder.glob("adc-*.whl")
    return path


def test_the_wheel_carries_grammars_and_templates(wheel: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    for kind in ("grammars", "templates"):
        files = [
            p for p in (ROOT / kind).rglob("*") if p.is_file() and "__pycache__" not in p.parts
        ]
        assert files, f"{kind}/ is empty"
        assert {f"adc/_data/{p.relative_to(ROOT)}" for p in files} <= names
    assert not [n for n in names if n.startswith(("tests/", "examples/"))]


def test_installed_from_the_wheel(wheel: Path, tmp_path: Path) -> None:
    binaries = new_environment(tmp_path / "env")
    pip(binaries, wheel)
    assert tmp_path in differentiates(binaries, tmp_path / "use").parents


@pytest.mark.long  # pip makes the same wheel
def test_installed_from_the_source_tree(tmp_path: Path) -> None:
    binaries = new_environment(tmp_path / "env")
    pip(binaries, "--no-build-isolation", ROOT)
    assert tmp_path in differentiates(binaries, tmp_path / "use").parents


def test_installed_editable(tmp_path: Path) -> None:
    binaries = new_environment(tmp_path / "env")
    pip(binaries, "--no-build-isolation", "--editable", ROOT)
    assert differentiates(binaries, tmp_path / "use") == ROOT / "adc" / "__init__.py"
