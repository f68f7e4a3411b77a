"""Subscripts out of range where data decides whether they are used: gfortran's checks and adc's.

Each subroutine is run by gfortran with all its checks, and by the interpreter, at all small sizes
and with data that goes several ways: what stops the one is a misfit to the other.
"""

from __future__ import annotations

import itertools
import os
import subprocess
import textwrap
from pathlib import Path

import numpy as np
import pytest

from adc.interpret import run
from adc.observer import Silent
from adc.options import Request
from adc.pipeline import front_half

#: The body of `subroutine s(n, x, z, y)` with `x(:)`, `z(:)` and an empty `y`, and what it uses.
BODIES = {
    "an element": ("if (x(1) > 0.5d0) y = z(3)", ""),
    "an element after a test of itself": (
        "do k = 1, n\nif (k > 1 .and. x(1) > 0.5d0) y = y + z(k - 1)\nend do", "",
    ),
    "an element in the test": ("y = 1\nif (n > 2) then\nif (z(n) > 0.4d0) y = x(n)\nend if", ""),
    "a section": ("if (x(1) > 0.5d0) y = sum(z(2:n))", ""),
    "a section backwards": ("if (x(1) > 0.5d0) y = sum(z(n:2:-1))", ""),
    "a loop that is left": (
        "do k = 1, n\nif (z(k) > 0.6d0) exit\ny = y + x(k)\nend do", "",
    ),
    "a loop that data ends": (
        "k = 1\ndo while (y < 0.9d0)\ny = y + z(k)\nk = k + 1\nend do", "",
    ),
    "behind a return": ("y = sum(x)\nif (y > 0.9d0) return\ny = y + z(2)", ""),
    "behind a stop": ("y = sum(x)\nif (n < 2) stop 3\nif (y > 0.9d0) y = y + z(n)", ""),
    "a stop and a misfit": (
        "y = sum(x)\nif (y > 1.5d0) stop 3\nif (y > 0.7d0) y = y * z(n)", "",
    ),
    "a loop that would not end but for a stop before it": (
        "call check(x(1))\ndo while (y < 2d0)\ny = y + max(0d0, x(1) - 0.2d0)\nend do",
        "subroutine check(a)\nreal(8) :: a\nif (a < 0.3d0) stop 3\nend subroutine",
    ),
    "a stop in a loop that has no other end": (
        "k = 0\ndo\nk = k + 1\ny = y + part(x(1), k)\nif (y > 0.8d0) exit\nend do",
        "function part(a, k)\nreal(8) :: a, part\ninteger :: k\ncall check(k)\npart = a/8\n"
        "end function\nsubroutine check(k)\ninteger :: k\nif (k > 9) error stop\nend subroutine",
    ),
    "iterations that a test leaves out": (
        "do k = 1, n\nif (k /= 2) y = y + z(k)\nif (k > 2) y = y + x(k - 2)\nend do", "",
    ),
    "an elemental procedure": (
        "if (x(1) > 0.5d0) y = sum(part(z(1:2), n))\nif (n > 0) y = y + sum(part(x, n))",
        "elemental function part(a, n)\nreal(8), intent(in) :: a\ninteger, intent(in) :: n\n"
        "real(8) :: part, w(3)\ninteger :: k\nw = a\npart = 0\ndo k = 1, n\n"
        "if (a > 0.3d0) part = part + w(k + 1)\nend do\nend function",
    ),
    "an implied loop": (
        "if (x(1) > 0.5d0) y = sum([(z(k) * k, k = 2, n)])\n"
        "if (n > 0) y = y + sum([(x(k*k), k = 1, n)])",
        "",
    ),
    "a remainder and a quotient by nothing": (
        "y = 6/max(n, 1)\nif (x(1) > 0.5d0) y = x(1 + mod(3, size(x)))*(7/n)\n"
        "do k = 1, n - 1\ny = y + x(1 + mod(k, size(z)))\nend do", "",
    ),
    "a part of an argument": (
        "if (x(1) > 0.5d0) call inner(n, z, y)",
        "subroutine inner(n, a, y)\ninteger n\nreal(8) :: a(n), y\ny = y + sum(a)\n"
        "if (n > 0) y = y * a(n)\nend subroutine",
    ),
    "a part from where data says": (
        "if (n > 0) call outer(n, size(z), x(1), z, y)",
        "subroutine outer(n, l, a, z, y)\ninteger n, l, k\nreal(8) :: a, z(l), y\nk = 1\n"
        "if (a > 0.5d0) k = 2\ncall inner(n, z(k), y)\nend subroutine\n"
        "subroutine inner(n, a, y)\ninteger n\nreal(8) :: a(n), y\ny = y + sum(a)\nend subroutine",
    ),
    "a part of an argument where sizes say so": (
        "if (n > 2) call inner(n, z, y)",
        "subroutine inner(n, a, y)\ninteger n\nreal(8) :: a(n), y\ny = y + sum(a)\nend subroutine",
    ),
}  # fmt: skip

MODULE = """module given
contains
subroutine s(n, x, z, y)
integer :: n, k
real(8) :: x(:), z(:), y
y = 0
{body}
end subroutine
{inner}
end module
"""
MAIN = """program main
use given
integer :: n, m, l, status
real(8), allocatable :: x(:), z(:)
real(8) :: y
read (*, *) n, m, l
allocate (x(m), z(l))
read (*, *) x, z
call s(n, x, z, y)
write (*, '(es25.17)') y
end program
"""
FLAGS = ("-g", "-O0", "-w", "-fcheck=all", "-fsanitize=address", "-fno-sanitize-recover=all")

#: Where a run stopped is asked of nobody, and takes longer to find out than the run.
BRIEF = {"ASAN_OPTIONS": "detect_leaks=0:symbolize=0", "GFORTRAN_ERROR_BACKTRACE": "0"}


def built(folder: Path, body: str, inner: str) -> Path:
    text = MODULE.format(body=textwrap.dedent(body), inner=inner)
    (folder / "given.f90").write_text(text)
    (folder / "main.f90").write_text(MAIN)
    command = ["gfortran", *FLAGS, "given.f90", "main.f90", "-o", "original"]
    subprocess.run(command, cwd=folder, check=True, capture_output=True)
    return folder / "given.f90"


def gfortran_gives(folder: Path, n: int, x: np.ndarray, z: np.ndarray) -> float | None:
    """What is in `y` after the call; None where the run time stops the program."""
    rows = [" ".join(map(repr, a.tolist())) for a in (x, z)]
    given = f"{n} {len(x)} {len(z)}\n{' '.join(rows)}\n"
    done = subprocess.run(
        ["./original"], cwd=folder, input=given, capture_output=True, text=True, timeout=20,
        env={**os.environ, **BRIEF},
    )  # fmt: skip
    return float(done.stdout) if done.returncode == 0 else None


@pytest.mark.parametrize("name", BODIES)
def test_what_stops_gfortran_is_a_misfit(name: str, tmp_path: Path) -> None:
    path = built(tmp_path, *BODIES[name])
    primal = front_half(Request(sources=(str(path),), function="s"), Silent(), False).primal
    rng, seen = np.random.default_rng(5), set()
    for n, m, length in itertools.product((0, 1, 3), (1, 4), (0, 2, 3)):
        for high in (0.4, 0.9):
            x, z = rng.uniform(0.1, high, m), rng.uniform(0.1, 0.9, length)
            wanted = gfortran_gives(tmp_path, n, x, z)
            found = interpreted(primal, n, x, z)
            assert (found is None) == (wanted is None), (n, x, z, wanted, found)
            assert wanted is None or found == pytest.approx(wanted, rel=1e-13)
            seen.add(wanted is None)
    assert seen == {True, False}


def interpreted(primal: object, n: int, x: np.ndarray, z: np.ndarray) -> float | None:
    sizes = {"n": n, "x_1": len(x), "z_1": len(z)}
    given = {"x": x, "z": z, "y": np.zeros(())}
    given = {k: v for k, v in given.items() if k in primal.by_name}  # type: ignore[attr-defined]
    needed = {k: sizes[k] for k in primal.symbols}  # type: ignore[attr-defined]
    try:
        found = run(primal, needed, given)  # type: ignore[arg-type]
    except ValueError:
        return None
    stopped = primal.stop and bool(found[primal.stop])  # type: ignore[attr-defined]
    return None if stopped else float(found["y"])
