"""What generated comments call files of one name."""

from __future__ import annotations

from pathlib import Path

import pytest

from adc.diagnostics.citing import cited_names, file_name
from adc.observer import Silent
from adc.options import Request
from adc.pipeline import compile_request


def files_in(folder: Path, texts: dict[str, str]) -> list[str]:
    for name, text in texts.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    return [str(folder / name) for name in texts]


@pytest.mark.parametrize(
    ("paths", "called"),
    [
        (["main.py", "a/near.py"], ["main.py", "near.py"]),
        (["near.py", "a/near.py"], ["near.py", "a/near.py"]),
        (["a/near.py", "b/near.py", "other.py"], ["a/near.py", "b/near.py", "other.py"]),
        (["p/a/b/n.py", "p/c/b/n.py", "p/d/n.py"], ["a/b/n.py", "c/b/n.py", "d/n.py"]),
        (["a/n.py", "b/n.py", "b/../a/n.py"], ["a/n.py", "b/n.py", "a/n.py"]),
        (["a/n.py", "a/../a/n.py"], ["n.py", "n.py"]),
    ],
)
def test_files_of_one_name_are_told_apart(
    tmp_path: Path, paths: list[str], called: list[str]
) -> None:
    given = files_in(tmp_path, dict.fromkeys(paths, ""))
    given = [f"{tmp_path}/{path}" for path in paths]
    cited = cited_names(given)
    assert [file_name(path, cited) for path in given] == called


def test_generated_comments_of_python(tmp_path: Path) -> None:
    main, *_ = files_in(
        tmp_path,
        {
            "p/__init__.py": "",
            "p/a/__init__.py": "",
            "p/b/__init__.py": "",
            "p/f.py": "from .a.near import g\nfrom .b.near import h\n\ndef f(x):\n"
            "    return g(x) + h(x)\n",
            "p/a/near.py": "def g(x):\n    y = 2.0*x\n    return y*y\n",
            "p/b/near.py": "\ndef h(x):\n    z = 3.0*x\n    return z*z*z\n",
        },
    )[3:4]
    request = Request((main,), function="f", wrt=("x",), signature="f(x: float64[n])")
    compiled = compile_request(request, Silent())
    text = compiled.files["f_grad.c"]
    assert "a/near.py:2: y = 2.0*x" in text
    assert "b/near.py:3: z = 3.0*x" in text
    assert "from f.py, a/near.py, b/near.py, function f" in text
    assert str(tmp_path) not in "".join(compiled.files.values())


def test_generated_comments_of_fortran(tmp_path: Path) -> None:
    main, _ = files_in(
        tmp_path,
        {
            "one/k.f90": "subroutine s(x, y)\nreal(8), intent(in) :: x\n"
            "real(8), intent(out) :: y\nreal(8) :: z\ninclude '../two/k.f90'\n"
            "y = z*x\nend\n",
            "two/k.f90": "z = 3*x\n",
        },
    )
    request = Request((main,), function="s", wrt=("x",), of=("y",))
    text = compile_request(request, Silent()).files["s_grad.c"]
    assert "two/k.f90:1: z = 3*x" in text
    assert "one/k.f90:6: y = z*x" in text
