"""What takes adc twice as long where a source is twice as long, and not four times."""

from __future__ import annotations

from cProfile import Profile
from pathlib import Path

import pytest

from adc.diagnostics import AdcError
from adc.lowering import inlining
from adc.observer import Silent
from adc.options import Request
from adc.pipeline import compile_request, front_half
from benchmarks.compile_programs import statements
from tests.hostile.large import doubling
from tests.proof.marks import short_and_long

#: By name: a kernel as a function of a count, and the count.
KERNELS = {
    "arguments": (lambda n: f"def f({_arguments(n)}):\n    return x0*x1\n", "x0", 150),
    "elements": (
        lambda n: 'def f(x: "float64[N]"):\n    y = np.array([' + "1.0, " * n + "2.0])\n"
        "    return np.sum(x[0]*y)\n", "x", 150),
    "functions": (
        lambda n: "".join(f"def g{i}(x):\n    return x*{i}.0\n\n\n" for i in range(n))
        + 'def f(x: "float64[N]"):\n    return np.sum(x*x)\n', "x", 200),
}  # fmt: skip


def _arguments(count: int) -> str:
    return ", ".join(f"x{i}: float" for i in range(count))


def calls(text: str, wrt: str, folder: Path) -> int:
    """How many calls of functions the compilation of `text` takes."""
    source = folder / "kernel.py"
    source.write_text("import numpy as np\n\n\n" + text)
    request = Request(mode="grad", sources=(str(source),), wrt=(wrt,), function="f")
    profile = Profile()
    profile.runcall(compile_request, request)
    return sum(entry.callcount for entry in profile.getstats())


@pytest.mark.parametrize("share", short_and_long(0.5, 1.0))
@pytest.mark.parametrize("name", KERNELS)
def test_work_grows_with_the_source(name: str, share: float, tmp_path: Path) -> None:
    kernel, wrt, most = KERNELS[name]
    count = int(share * most)
    calls(kernel(2), wrt, tmp_path)  # what is imported and remembered does not count
    assert calls(kernel(2 * count), wrt, tmp_path) < 2.6 * calls(kernel(count), wrt, tmp_path)


@pytest.mark.parametrize("count", short_and_long(20, 30))
def test_work_grows_with_the_statements(count: int, tmp_path: Path) -> None:
    def work(count: int) -> int:
        text = statements(count).replace("import numpy as np\n\n\n", "")
        return calls(text.replace("def kernel(", "def f("), "x", tmp_path)

    work(2 * count)  # what is imported and remembered does not count
    assert work(2 * count) < 2.2 * work(count)


def _routine(body: str) -> str:
    return (
        "subroutine f(n, x, s)\n  integer, intent(in) :: n\n"
        "  real(8), intent(in) :: x(n)\n  real(8), intent(out) :: s\n  integer :: i\n"
        f"  s = 0\n{body}end subroutine\n"
    )


def test_loops_that_data_end_are_found_together(tmp_path: Path) -> None:
    def work(count: int) -> int:
        source = tmp_path / f"kernel{count}.f90"
        loops = (
            f"  do i = 1, nint(x({k}))\n    s = s + x(i)\n  end do\n" for k in range(1, count + 1)
        )
        source.write_text(_routine("".join(loops)))
        request = Request((str(source),), function="f", wrt=("x",), of=("s",))
        profile = Profile()
        profile.runcall(front_half, request, Silent())
        return sum(entry.callcount for entry in profile.getstats())

    work(2)  # what is imported and remembered does not count
    assert work(12) < 2.6 * work(6)


def test_calls_that_double_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(inlining, "MOST_CALLS", 100)
    source = tmp_path / "kernel.py"
    source.write_text(doubling(7))
    with pytest.raises(AdcError, match="more than 100 calls") as caught:
        compile_request(Request(mode="grad", sources=(str(source),), wrt=("x",), function="f"))
    (found,) = caught.value.diagnostics
    assert found.code == "ADC0228" and found.span is not None
