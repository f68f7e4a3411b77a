"""Numbers larger than anyone needs, wherever a source may hold one."""

from __future__ import annotations

from pathlib import Path

from tests.hostile.command import HungError, Told, adc_in, complaint

_LONG, _VAST = "9" * 20_000, 10**18


def _kernel(*lines: str, declared: str = 'x: "float64[N]"') -> str:
    body = "\n".join(f"    {line}" for line in lines)
    return f"import numpy as np\n\n\ndef f({declared}):\n{body}\n"


def _routine(*lines: str) -> str:
    head = "subroutine f(n, x, y)\ninteger, intent(in) :: n\nreal(8), intent(in) :: x(n)\n"
    head += "real(8), intent(out) :: y\ny = 0\n"
    return head + "\n".join(map(_folded, lines)) + "\nend subroutine f\n"


def _folded(line: str) -> str:
    return "&\n&".join(line[k : k + 100] for k in range(0, len(line), 100))


#: By name: a source, and the code with which it is refused; "" where it is read.
SOURCES: dict[str, tuple[str, str]] = {
    "factor.py": (_kernel(f"return np.sum(x) * {_LONG}"), "ADC0238"),
    "hexadecimal.py": (_kernel(f"return np.sum(x) * 0x{_LONG}"), "ADC0238"),
    "exponent.py": (_kernel(f"return np.sum(x**{_LONG})"), "ADC0238"),
    "underscores.py": (_kernel(f"return np.sum(x) * {'7_' * 4400}1"), "ADC0238"),
    "position.py": (_kernel(f"return np.sum(x) + x[{_LONG}]"), "ADC0238"),
    "floating.py": (_kernel(f"return np.sum(x) * {_LONG}.0e-19999"), ""),
    "square.py": (_kernel("a = 10**3000", *["a = a*a"] * 60, "return np.sum(x)/a"), "ADC0238"),
    "coefficient.py": (
        _kernel("a = n*10**3000", *["a = a*a"] * 60, "return np.sum(x)/a",
                declared='x: "float64[N]", n: int'), "ADC0238"),
    "items.py": (_kernel(f"y = [0.0]*{_VAST}", "return np.sum(x) + y[0]"), "ADC0216"),
    "axes.py": (_kernel("y = np.zeros((2,)*2000)", "return np.sum(x) + np.sum(y)"), "ADC0216"),
    "elements.py": (_kernel(f"return np.sum(x) + np.sum(np.ones({_VAST}))"), ""),
    "steps.py": (_kernel("s = 0.0", f"for i in range({_VAST}):", "    s += x[0]", "return s"), ""),
    "size.py": (_kernel("return np.sum(x)", declared=f'x: "float64[{_LONG}]"'), "ADC0204"),
    "power.py": (_kernel("return np.sum(x)", declared='x: "float64[2**9999999999]"'), "ADC0204"),
    "powers.py": (_kernel("return np.sum(x)", declared='x: "float64[((9**60)**60)**60]"'),
                  "ADC0204"),
    "many_axes.py": (_kernel("return np.sum(x)", declared=f'x: "float64[{"N, " * 200}N]"'),
                     "ADC0204"),
    "guess.py": (_kernel("return np.sum(x)*x.shape[1000000000]", declared="x"), "ADC0201"),
    "fraction.py": (_kernel("return np.sum(x)*x.shape[1.5]", declared="x"), "ADC0201"),
    "factor.f90": (_routine(f"y = x(1)*{_LONG}"), "ADC0238"),
    "bound.f90": (_routine(f"y = x({_LONG}_8)"), "ADC0238"),
    "constants.f90": (
        _routine("y = x(1)*a(3)").replace(
            "y = 0", f"integer, parameter :: a({_VAST}) = 3\ny = 0"), ""),
    "kind.f90": (_routine(f"y = x(1)*1_{_LONG}"), "ADC0238"),
    "jump.f90": (_routine(f"go to {_LONG}"), "ADC0150"),
    "jumps.f90": (_routine(f"go to ({_LONG}, 20), n", "20 y = 1"), "ADC0150"),
    "signs.f90": (_routine(f"if (n) {_LONG}, 20, 20", "20 y = 1"), "ADC0150"),
    "loop.f90": (_routine(f"do {_LONG} i = 1, n", "20 y = 1"), "ADC0150"),
}  # fmt: skip


def told_of(name: str, folder: Path) -> Told:
    """What adc says to the source `name`, put into `folder`."""
    (folder / name).write_text(SOURCES[name][0])
    of = ["--of", "y"] if name.endswith(".f90") else []
    return adc_in(folder, ["grad", name, "--function", "f", "--wrt", "x", *of])


def fault(name: str, folder: Path) -> str:
    """What is wrong with how adc takes the source; empty for nothing. `folder` is empty."""
    code = SOURCES[name][1]
    try:
        told = told_of(name, folder)
    except HungError:
        return "no end within 60 s"
    if code and f"error[{code}]" not in told.err:
        return f"not refused as {code}: {told.status} {told.err}"
    return complaint(told, folder, (1,) if code else (0,))
