"""Sources larger and deeper than people write them."""

from __future__ import annotations

from pathlib import Path

from tests.hostile.command import HungError, adc_in, complaint


def _kernel(*lines: str, declared: str = 'x: "float64[N]"') -> str:
    body = "\n".join(f"    {line}" for line in lines)
    return f"import numpy as np\n\ndef f({declared}):\n{body}\n"


def doubling(levels: int) -> str:
    """Each function calls the next one twice."""
    other = "def g{0}(x):\n    return g{1}(x) * g{1}(x)\n\n\n"
    others = "".join(other.format(i, i + 1) for i in range(levels))
    return others + f"def g{levels}(x):\n    return x\n\n\n" + _kernel("return np.sum(g0(x))")


def sources() -> dict[str, str]:
    """By name; each a Python file with a function `f` of `x`, or Fortran's routine `f(n, x, y)`."""
    depth = 5_000
    fill = "".join(f"\n\ndef g{i}(x):\n    y = x * {i}.0\n    return y" for i in range(5_000))
    fortran = "subroutine f(n, x, y)\ninteger, intent(in) :: n\nreal(8), intent(in) :: x(n)\n"
    fortran += "real(8), intent(out) :: y\ny = 0\n{}\nend subroutine f\n"
    other = "subroutine g{0}(y)\nreal(8) :: y\ny = y*{0}\nend subroutine\n"
    others = "".join(other.format(i) for i in range(5_000))
    opened = "&\n".join(["(" * 50] * (depth // 50))
    return {
        "functions_20000_lines.py": _kernel("return np.sum(x * x)") + fill + "\n",
        "comments_20000_lines.py": "# so far\n" * 20_000 + _kernel("return np.sum(x * x)"),
        "one_long_line.py": _kernel("return np.sum(x)  # " + "y" * 500_000),
        "parentheses.py": _kernel(f"return np.sum({'(' * depth}x{')' * depth})"),
        "calls.py": _kernel(f"return np.sum({'np.sin(' * depth}x{')' * depth})"),
        "signs.py": _kernel(f"return np.sum({'-' * depth}x)"),
        "terms.py": _kernel("return np.sum(" + " + ".join(["x"] * depth) + ")"),
        "powers.py": _kernel("return np.sum(" + "**".join(["x"] * depth) + ")"),
        "comparisons.py": _kernel("return np.sum(x) if " + " < ".join(["1"] * depth) + " else 0.0"),
        "subscripts.py": _kernel("return x" + "[0]" * depth),
        "blocks.py": _kernel(*(" " * i + "if x[0] > 0:" for i in range(99)), " " * 99 + "x[0] = 1"),
        "doubling.py": doubling(30),
        "list.py": _kernel(f"y = np.array([{'1.0, ' * 1000}2.0])", "return np.sum(x[0]*y)"),
        "elif.py": _kernel("s = 0.0", "if x[0] > 1:", "    s = x[1]",
                           *["elif x[0] > 0:", "    s += x[0]"] * 100, "return s"),
        "numbers.py": _kernel(f"return np.sum(x) * {'9' * 20_000}"),
        "routines_20000_lines.f90": fortran.format("y = sum(x*x)") + others,
        "comments_20000_lines.f90": "! so far\n" * 20_000 + fortran.format("y = sum(x*x)"),
        "parentheses.f90": fortran.format(f"y = {opened}x(1){opened.replace('(', ')')}"),
        "terms.f90": fortran.format("y = " + "&\n + ".join(["x(1)"] * depth)),
        "blocks.f90": fortran.format("if (x(1) > 0) then\n" * 300 + "y = 1\n" + "end if\n" * 300),
    }  # fmt: skip


def fault(name: str, text: str, folder: Path) -> str:
    """What is wrong with how adc reads the source; empty for nothing. `folder` is empty."""
    (folder / name).write_text(text)
    words = ["show", "--stage", "ir", name, "--function", "f", "--wrt", "x"]
    try:
        told = adc_in(folder, words)
    except HungError:
        return "no end within 60 s"
    return complaint(told, folder)
