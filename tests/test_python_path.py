"""`--python-path`: folders where modules are looked for after the source's own, in order, as Python
does that runs the original."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from adc.api.fingerprint import fingerprint
from adc.cli.app import adc
from adc.cli.request import build_request
from adc.diagnostics.sources import SourceCache

MAIN = """
from phys.core import square
def f(x: "float64[n]"):
    return square(x) + (0.5*x)
"""
CORE = """
import utils
from . import consts
def square(x):
    return consts.K*utils.scaled(x)*x
"""
PACKAGE = {
    "phys/__init__.py": "", "phys/core.py": CORE, "phys/consts.py": "K = 3.0\n",
    "utils.py": "def scaled(x):\n    return 2.0*x\n",
}  # fmt: skip
OTHER = {name: text.replace(".0", ".5") for name, text in PACKAGE.items()}
#: Of a module that adc knows by itself.
KNOWN = "def sin(x):\n    return 7.0*x\n"


def written(folder: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    return folder


def run(*words: object) -> tuple[int, str]:
    done = CliRunner().invoke(adc, [str(w) for w in words], prog_name="adc")
    return done.exit_code, done.output


def checked(source: Path, *folders: Path) -> tuple[int, str]:
    """What `adc check` says, whose process that runs the original has the folders, too."""
    named = [word for folder in folders for word in ("--python-path", folder)]
    return run("check", source, "--wrt", "x", "--size", "n=3", *named)


def passes(source: Path, *folders: Path) -> bool:
    status, said = checked(source, *folders)
    return status == 0 and "primal against NumPy" in said


def test_a_package_of_another_folder(tmp_path: Path) -> None:
    own, there = written(tmp_path / "own", {"main.py": MAIN}), written(tmp_path / "lib", PACKAGE)
    status, said = checked(own / "main.py")
    assert status == 1 and "`phys` lies in, `--python-path DIR`" in said
    assert passes(own / "main.py", there)


def test_a_package_that_the_interpreter_has(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own, there = written(tmp_path / "own", {"main.py": MAIN}), written(tmp_path / "lib", PACKAGE)
    monkeypatch.syspath_prepend(str(there))
    assert f"`--python-path {there}`" in checked(own / "main.py")[1]


SHADOWED = {
    "the first folder counts": ({}, [PACKAGE, OTHER]),
    "the source's own counts, for others, too": (
        {"utils.py": "def scaled(x):\n    return x*x\n"}, [PACKAGE],
    ),
    "a folder without a file is found after a package": (
        {"phys/core.py": "def square(x):\n    return 9.0*x\n"}, [PACKAGE],
    ),
    "what its own package has not is nowhere else": ({"phys/__init__.py": ""}, [PACKAGE]),
    "modules that adc knows": (
        {"main.py": f"import math\nimport numpy as np\n{MAIN[:-1]}*(np.sin(x) + math.sin(0.5))\n"},
        [{**PACKAGE, "math.py": KNOWN, "numpy.py": KNOWN, "scipy/special.py": KNOWN}],
    ),
    "parts of a package in two folders": (
        {"main.py": MAIN.replace("phys.core", "two.b")},
        [{"two/a.py": "W = 4.0\n"}, {"two/b.py": "from two.a import W\ndef square(x):\n"
                                     "    return W*x*x\n", "two/a.py": "W = 5.0\n"}],
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", SHADOWED)
def test_what_hides_what(tmp_path: Path, case: str) -> None:
    own, packages = SHADOWED[case]
    source = written(tmp_path / "own", {"main.py": MAIN, **own}) / "main.py"
    folders = [written(tmp_path / f"lib{k}", files) for k, files in enumerate(packages)]
    if "nowhere" in case:
        status, said = checked(source, *folders)
        assert status == 1 and "ADC0123" in said
    else:
        assert passes(source, *folders)


@pytest.mark.parametrize(
    ("files", "own"),
    [
        ({"phys/__init__.py": "import phys.setup\n",
          "phys/setup.py": "from . import consts\nconsts.K = 5.0\n"}, MAIN),
        ({"setup.py": "import phys.consts\nphys.consts.K = 5.0\n"}, f"import setup\n{MAIN}"),
        ({"setup.py": "from between import consts\nconsts.K = 5.0\n",
          "between.py": "from phys import consts\n"}, f"import setup\n{MAIN}"),
    ],
)  # fmt: skip
def test_what_a_file_there_changes(tmp_path: Path, files: dict[str, str], own: str) -> None:
    there = written(tmp_path / "lib", {**PACKAGE, **files})
    status, said = checked(written(tmp_path / "own", {"main.py": own}) / "main.py", there)
    assert status == 1 and "ADC0123" in said and "another file may change it" in said


def test_what_is_imported_where_something_asks_for_it(tmp_path: Path) -> None:
    asked = (
        "def __getattr__(name):\n    if name == 'fast':\n        import phys.fast\n"
        "        globals()[name] = phys.fast\n        return phys.fast\n"
        "    raise AttributeError(name)\n"
    )
    files = {"phys/__init__.py": asked, "phys/fast.py": "import phys.consts\nphys.consts.K = 5.0\n"}
    there = written(tmp_path / "lib", {**PACKAGE, **files})
    assert passes(written(tmp_path / "own", {"main.py": MAIN}) / "main.py", there)
    text = MAIN.replace("def f", "import phys\nphys.fast\ndef f")
    status, said = checked(written(tmp_path / "own", {"main.py": text}) / "main.py", there)
    assert status == 1 and "ADC0123" in said


def test_files_say_nothing_of_where_it_lies(tmp_path: Path) -> None:
    found = []
    for place in ("a", "deeper/b"):
        own = written(tmp_path / place / "own", {"main.py": MAIN})
        there = written(tmp_path / place / "lib", PACKAGE)
        out = tmp_path / place / "out"
        words = ["--wrt", "x", "--python-path", there, "-o", out]
        assert run("grad", own / "main.py", *words)[0] == 0
        found.append({p.name: p.read_bytes() for p in out.iterdir()})
    assert found[0] == found[1]
    assert not any(str(tmp_path).encode() in data for data in found[0].values())
    assert json.loads(found[0]["manifest.json"])["packages"] == ["phys", "utils"]


def test_what_is_kept_depends_on_the_texts(tmp_path: Path) -> None:
    own = written(tmp_path / "own", {"main.py": MAIN})

    def told(there: Path) -> str:
        given = {"wrt": (("x",),), "python_path": (str(there),)}
        sources = (str(own / "main.py"),)
        return fingerprint(build_request("grad", SourceCache(), sources=sources, **given))

    first = told(written(tmp_path / "lib", PACKAGE))
    assert told(written(tmp_path / "moved" / "lib", PACKAGE)) == first
    assert told(written(tmp_path / "lib", {"phys/consts.py": "K = 4.0\n"})) != first


def test_refused(tmp_path: Path) -> None:
    (tmp_path / "f.f90").write_text("subroutine f(x)\nreal(8) x\nend subroutine\n")
    words = ["--wrt", "x", "--python-path"]
    assert "for Python sources" in run("check", tmp_path / "f.f90", *words, tmp_path)[1]
    assert "there is no folder" in run("check", tmp_path / "f.py", *words, tmp_path / "none")[1]
