"""A routine for each intrinsic function, written from a table.

Each takes the arrays a and b and gives c(2, n): in its first row the expression in whole arrays, in
its second the same element by element, by the values of a loop's variable i.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from tests.fortran.construct_cases import TEXTS, cases_of_text
from tests.fortran.specs import Block, Spec
from tests.proof.cases import Case


@dataclass(frozen=True)
class Row:
    """An expression in a and b, with the ranges that they are drawn from."""

    expression: str
    a: tuple[float, float] = (0.3, 1.4)
    b: tuple[float, float] = (0.3, 1.4)
    single: bool = False

    @property
    def name(self) -> str:
        return "in_" + re.sub(r"\W+", "_", self.expression).strip("_")[:40]


SMALL = (-0.9, 0.9)
WIDE = (-3.0, 3.0)
SINGLE_ARGUMENT = {
    "sqrt": (0.3, 1.4), "dsqrt": (0.3, 1.4), "abs": WIDE, "dabs": WIDE, "exp": WIDE, "dexp": WIDE,
    "log": (0.3, 4.0), "dlog": (0.3, 4.0), "log10": (0.3, 4.0), "dlog10": (0.3, 4.0),
    "sin": WIDE, "dsin": WIDE, "cos": WIDE, "dcos": WIDE, "tan": SMALL, "dtan": SMALL,
    "asin": SMALL, "dasin": SMALL, "acos": SMALL, "dacos": SMALL, "atan": WIDE, "datan": WIDE,
    "sinh": WIDE, "dsinh": WIDE, "cosh": WIDE, "dcosh": WIDE, "tanh": WIDE, "dtanh": WIDE,
    "asinh": WIDE, "acosh": (1.3, 3.0), "atanh": SMALL, "erf": WIDE, "erfc": WIDE,
    "gamma": (0.5, 3.0), "log_gamma": (0.5, 3.0), "dble": WIDE, "dasinh": WIDE,
    "dacosh": (1.3, 3.0), "datanh": SMALL, "derf": WIDE, "dgamma": (0.5, 3.0),
}  # fmt: skip
ROWS = [
    *(Row(f"{name}(a) * b", a=domain) for name, domain in SINGLE_ARGUMENT.items()),
    Row("atan2(a, b)", WIDE, WIDE), Row("datan2(a, b)", WIDE, WIDE), Row("hypot(a, b)", WIDE),
    Row("a**b"), Row("a**3 + b**(-2)", WIDE), Row("a**0.5 * b"), Row("a**2.5d0 + 2**b"),
    Row("max(a, b) * a"), Row("min(a, b) * a"), Row("dmax1(a, b, 1d0) * a"),
    Row("dmin1(a, b, 1d0) * a"), Row("max(a, 2*b, a*b, 0.5d0)"), Row("min(a, 2*b, a*b, 1d0) * b"),
    Row("sign(a, b - 1d0) * b", WIDE), Row("dsign(a, b)", WIDE, WIDE),
    Row("sign(1d0, a) * b", WIDE),
    Row("mod(5d0*a, b) * a", WIDE), Row("dmod(5d0*a, b)", WIDE), Row("modulo(5d0*a, b) * a", WIDE),
    Row("modulo(a, -b)", WIDE), Row("dim(a, b) * a"), Row("ddim(a, b)"),
    Row("aint(3*a) * b", WIDE), Row("dint(3*a) * b", WIDE), Row("anint(3*a) * b", WIDE),
    Row("dnint(3*a) * b", WIDE), Row("int(3*a) * b", WIDE), Row("idint(3*a) * b", WIDE),
    Row("nint(3*a) * b", WIDE), Row("idnint(3*a) * b", WIDE), Row("floor(3*a) * b", WIDE),
    Row("ceiling(3*a) * b", WIDE), Row("int(a, 8) * b", WIDE), Row("real(nint(a), 8) * b", WIDE),
    Row("merge(a, b, a > 1d0) * a"), Row("merge(a*a, sin(b), a < b .and. b > 0.5d0)"),
    Row("dble(int(4*a)/2) * b", WIDE), Row("mod(int(7*a), 3) * b", WIDE),
    Row("modulo(int(7*a), 3) * b", WIDE), Row("max(int(4*a), 1) * b", WIDE),
    Row("max0(int(4*a), 1) * b", WIDE), Row("min0(int(4*a), 1) * b", WIDE),
    Row("iabs(int(4*a)) * b", WIDE), Row("abs(int(4*a)) * b", WIDE),
    Row("isign(2, int(4*a) + 1) * b", WIDE), Row("sign(2, int(4*a) + 1) * b", WIDE),
    Row("dim(int(4*a), 1) * b", WIDE), Row("dfloat(int(4*a)) * b", WIDE),
    Row("real(a) * b", single=True), Row("a * real(b, 4)", single=True),
    Row("dprod(a, b)", single=True), Row("real(a, kind=8)"),
    Row("alog(a) * b", single=True), Row("alog10(a) * b", single=True),
    Row("amax1(a, b, 1.0) * a", single=True), Row("amin1(a, b, 1.0) * a", single=True),
    Row("amod(5*a, b)", single=True), Row("amax0(int(4*a), 1) * b", single=True),
    Row("algama(a) * b", (0.5, 3.0), single=True), Row("merge(b, a*b, isnan(a))"),
    Row("amin0(int(4*a), 1) * b", single=True), Row("max1(4*a, 1.5) * b", single=True),
    Row("min1(4*a, 1.5) * b", single=True), Row("float(int(4*a)) * b", single=True),
    Row("ifix(4*a) * b", single=True), Row("sqrt(a) * sin(b)", single=True),
    Row("sign(a, b)", WIDE, WIDE, single=True), Row("dble(a) * dble(b)", single=True),
    Row("a**2 + b**3.0", single=True), Row("aint(3*a) * b + nint(3*a)", WIDE, single=True),
]  # fmt: skip


def _text(row: Row) -> str:
    kind = "real(4)" if row.single else "real(8)"
    element = re.sub(r"\b[ab]\b", lambda m: f"{m[0]}(i)", row.expression)
    return f"""\
subroutine {row.name}(n, a, b, c)
  integer, intent(in) :: n
  {kind}, intent(in) :: a(n), b(n)
  {kind}, intent(out) :: c(2, n)
  integer :: i
  c(1, :) = {row.expression}
  do i = 1, n
    c(2, i) = {element} + c(1, i)**2
  end do
end subroutine {row.name}
"""


def _block(row: Row) -> Block:
    kind = "float32" if row.single else "float64"
    a, b = ({"low": low, "high": high} for low, high in (row.a, row.b))
    used = [n for n in "ab" if re.search(rf"\b{n}\b", row.expression)]
    facts = {
        "routine": row.name,
        "arguments": ["n: int32", f"a: {kind}(n)", f"b: {kind}(n)", f"c: {kind}(2, n)"],
        "wrt": used,
        "of": ["c"],
        "sizes": {"n": 7},
        "inputs": {"a": a, "b": b},
    }
    return Block(row.expression, facts, _text(row))


def intrinsic_cases() -> dict[str, tuple[Spec, Case]]:
    """Every row as a spec and a case; the originals are one library."""
    names = [row.name for row in ROWS]
    assert len(set(names)) == len(names), "two rows have one name"
    path = TEXTS / "intrinsics.f90"
    path.write_text("".join(_text(row) for row in ROWS))
    return cases_of_text(path, [_block(row) for row in ROWS])
