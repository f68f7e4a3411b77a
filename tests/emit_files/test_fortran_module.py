"""The module for Fortran: what it computes, refuses and says, on arrays that are not square.

The kernels are the IR's: their shapes are row-major, so that Fortran sees them reversed.
"""

import subprocess
from dataclasses import replace

import pytest

from adc.diagnostics import Span
from adc.emit import Facts
from adc.ir.text_parser import parse_program
from tests.emit_files.fortran import STRICT, check_program, needs_gfortran, run_program
from tests.emit_files.kernels import built, of_primal

pytestmark = needs_gfortran

#: c(7, 5), a(3, 5) and b(7, 3): c := alpha*matmul(b, a) + beta*c.
GEMM = """\
  integer :: status
  real({kind}) :: c(7, 5), a(3, 5), b(7, 3), seed(7, 5), c_bar(7, 5), a_bar(3, 5), b_bar(7, 3)
  real({kind}) :: alpha, beta, alpha_bar, beta_bar, before(7, 5)
  call random_number(c)
  call random_number(a)
  call random_number(b)
  call random_number(seed)
  alpha = 1.5
  beta = 0.25
  before = c
"""
GEMM_HOLDS = """\
  call expect("status", status == 0)
  call expect("alpha", abs(alpha_bar - {start} - sum(seed*matmul(b, a))) < {eps})
  call expect("beta", abs(beta_bar - {start} - sum(seed*before)) < {eps})
  call expect("c_bar", all(abs(c_bar - {start} - beta*seed) < {eps}))
  call expect("a_bar", all(abs(a_bar - {start} - alpha*matmul(transpose(b), seed)) < {eps}))
  call expect("b_bar", all(abs(b_bar - {start} - alpha*matmul(seed, transpose(a))) < {eps}))
"""
CALL = """\
  call gemm_grad(alpha, beta, c, a, b, seed, alpha_bar, beta_bar, c_bar, a_bar, b_bar, status)
"""


def gemm_program(*parts: str, kind: str = "c_double", start: str = "0", eps: str = "1d-12") -> str:
    text = "".join(parts)
    for word, value in (("{kind}", kind), ("{start}", start), ("{eps}", eps)):
        text = text.replace(word, value)
    return text


def fortran(name: str, **options):
    return built(name, language="fortran", **options)


# -- what it computes ------------------------------------------------------------------------------


def test_gradient(tmp_path):
    unchanged = '  call expect("c", all(c == before))\n'
    check_program(fortran("gemm"), tmp_path, gemm_program(GEMM, CALL, GEMM_HOLDS, unchanged))


def test_value(tmp_path):
    value = '  call expect("c", all(abs(c - alpha*matmul(b, a) - beta*before) < {eps}))\n'
    body = gemm_program(GEMM, CALL, GEMM_HOLDS, value)
    check_program(fortran("gemm", value=True), tmp_path, body)


def test_accumulation_adds_to_what_is_there(tmp_path):
    names = ("alpha_bar", "beta_bar", "c_bar", "a_bar", "b_bar")
    start = "".join(f"  {name} = 2\n" for name in names)
    body = gemm_program(GEMM, start, CALL, GEMM_HOLDS, start="2")
    check_program(fortran("gemm", accumulate=True), tmp_path, body)


def test_single_precision(tmp_path):
    body = gemm_program(GEMM, CALL, GEMM_HOLDS, kind="c_float", eps="1e-4")
    check_program(fortran("gemm", dtype="float32"), tmp_path, body)


def test_sections_that_are_not_contiguous(tmp_path):
    declared = "  real(c_double) :: wide(14, 5), deep(2, 3, 5), rows(3, 7)\n"
    call = """\
  wide = 9
  deep = 9
  wide(::2, :) = c
  deep(2, :, 5:1:-1) = a
  a = deep(2, :, 5:1:-1)
  rows = transpose(b)
  call gemm_grad(alpha, beta, wide(::2, :), deep(2, :, 5:1:-1), transpose(rows), seed, &
      alpha_bar, beta_bar, wide(2::2, :), a_bar, b_bar, status)
  c_bar = wide(2::2, :)
  call expect("neighbours", all(wide(::2, :) == c) .and. all(deep(1, :, :) == 9))
"""
    body = gemm_program(declared, GEMM, call, GEMM_HOLDS)
    check_program(fortran("gemm"), tmp_path, body)


#: Energy of u after t steps, by hand, and differences.
SMOOTHING = """\
  integer :: status, k
  integer(c_int64_t) :: long
  real(c_double) :: u(7), before(7), u_bar(7), r_bar, value, up, down, shifted(7)
  real(c_double), parameter :: r = 0.1d0, h = 1d-6
  call random_number(u)
  before = u
  long = 4
"""
ENERGY = """\
  function energy(start, r) result(total)
    real(c_double), intent(in) :: start(:), r
    real(c_double) :: total, x(size(start))
    integer :: t
    x = start
    do t = 1, 4
      x(2:6) = x(2:6) + r*x(2:6)*(x(1:5) - 2*x(2:6) + x(3:7))
    end do
    total = sum(x**2)
  end function energy
"""


def test_integers_of_both_kinds_and_a_scalar_value(tmp_path):
    body = """\
  call smoothing_b(u, 4, r, value, u_bar, r_bar, status)
  call expect("status", status == 0)
  call expect("value", abs(value - energy(before, r)) < 1d-12)
  call expect("u", any(u /= before))
  do k = 1, 7
    shifted = before
    shifted(k) = before(k) + h
    up = energy(shifted, r)
    shifted(k) = before(k) - h
    down = energy(shifted, r)
    call expect("u_bar", abs(u_bar(k) - (up - down)/(2*h)) < 1d-8)
  end do
  call expect("r_bar", abs(r_bar - (energy(before, r + h) - energy(before, r - h))/(2*h)) < 1d-8)
  u = before
  call smoothing_b(u, long, r, value, u_bar, r_bar)
  call expect("value", abs(value - energy(before, r)) < 1d-12)
"""
    kernel = fortran("smoothing", value=True, name_pattern="%_b")
    check_program(kernel, tmp_path, SMOOTHING + body, ENERGY)


def test_tangent(tmp_path):
    body = """\
  real(c_double) :: a(8), w(4), a_dot(8), w_dot(4), values(4), dots(4)
  integer :: status
  call random_number(a)
  call random_number(w)
  call random_number(a_dot)
  call random_number(w_dot)
  call scaled_jvp(a, w, a_dot, w_dot, values, dots, status)
  call expect("status", status == 0)
  call expect("values", all(abs(values - (a(1::2) + a(2::2))*w) < 1d-14))
  call expect("dots", all(abs(dots - (a_dot(1::2) + a_dot(2::2))*w &
      - (a(1::2) + a(2::2))*w_dot) < 1d-14))
"""
    check_program(fortran("scaled", mode="jvp"), tmp_path, body)


def test_the_c_functions_take_sizes_and_a_workspace(tmp_path):
    call = """\
  integer(c_size_t) :: bytes
  real(c_double), allocatable, target :: workspace(:)
  bytes = gemm_grad_workspace_bytes(5_c_int64_t, 7_c_int64_t, 3_c_int64_t)
  allocate (workspace(bytes/8 + 1))
  status = gemm_grad_ws_c(5_c_int64_t, 7_c_int64_t, 3_c_int64_t, alpha, beta, c, a, b, seed, &
      alpha_bar, beta_bar, c_bar, a_bar, b_bar, c_loc(workspace))
"""
    declared, rest = call.split("  bytes =")
    body = gemm_program(declared, GEMM, "  bytes =" + rest, GEMM_HOLDS)
    check_program(fortran("gemm"), tmp_path, body)


def test_empty_arrays(tmp_path):
    body = """\
  real(c_double) :: a(0), w(0), a_bar(0), w_bar(0)
  integer :: status
  call scaled_grad(a, w, a_bar, w_bar, status)
  call expect("status", status == scaled_grad_ok)
"""
    check_program(fortran("scaled", seed="ones"), tmp_path, body)


# -- what it refuses -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "wrong",
    [
        "transpose(c), a, b, seed",
        "c, a(:, :4), b, seed",
        "c, a, b(:, ::2), seed",
        "c, a, b, c(:6, :)",
    ],
)
def test_shapes_that_do_not_fit(tmp_path, wrong):
    call = CALL.replace("c, a, b, seed", wrong)
    refused = '  call expect("status", status == gemm_grad_esize)\n'
    check_program(fortran("gemm"), tmp_path, gemm_program(GEMM, "  a_bar = 1\n", call, refused))


def test_shapes_of_outputs(tmp_path):
    call = CALL.replace("a_bar,", "a_bar(:2, :),", 1).replace("alpha_bar(:2, :)", "alpha_bar")
    call = CALL.replace(" a_bar,", " a_bar(:2, :),")
    refused = '  call expect("status", status == gemm_grad_esize)\n'
    check_program(fortran("gemm"), tmp_path, gemm_program(GEMM, call, refused))


def test_without_a_status_an_error_ends_the_program(tmp_path):
    call = CALL.replace(", status", "").replace("c, a, b, seed", "c, a(:, 2:), b, seed")
    body = gemm_program(GEMM, call).replace("  integer :: status\n", "")
    done = run_program(fortran("gemm"), tmp_path, body)
    assert done.returncode == 1
    assert "gemm_grad: A has the shape (3, 4), but (NK, NI) is (3, 5)" in done.stderr


def test_relations_of_sizes_are_told(tmp_path):
    body = """\
  real(c_double) :: a(8), w(3), a_bar(8), w_bar(3)
  call random_number(a)
  call random_number(w)
  call scaled_grad(a, w, a_bar, w_bar)
"""
    done = run_program(fortran("scaled", seed="ones"), tmp_path, body)
    assert done.returncode == 1
    assert "scaled_grad: the sizes are too large or do not fit together (M == N)" in done.stderr


ALIASED = {
    "a gradient over its argument": "c, a, b, seed, alpha_bar, beta_bar, c, a_bar, b_bar",
    "two gradients in one array": "c, a, b, seed, alpha_bar, beta_bar, c_bar, a_bar, c_bar(:, 2:4)",
    "two gradients in one section": "c, a, b, seed, alpha_bar, beta_bar, c_bar, pair(1, :3, :5), "
    "pair(1, :, :3)",
    "scalars": "c, a, b, seed, alpha_bar, alpha_bar, c_bar, a_bar, b_bar",
}


@pytest.mark.parametrize("arguments", ALIASED.values(), ids=ALIASED.keys())
def test_overlapping_arguments(tmp_path, arguments):
    declared = "  real(c_double) :: pair(2, 7, 5)\n  pair = 0\n  beta_bar = 0\n  a_bar = 0\n"
    call = f"  call gemm_grad(alpha, beta, {arguments}, status)\n".replace("seed, ", "seed, &\n")
    refused = '  call expect("status", status == gemm_grad_ealias)\n'
    head, rest = declared.split("\n", 1)
    body = gemm_program(f"{head}\n", GEMM, rest, call, refused)
    check_program(fortran("gemm"), tmp_path, body)


def test_an_argument_may_be_passed_twice_where_both_are_read(tmp_path):
    call = CALL.replace("a, b, seed", "a, b, c")
    holds = GEMM_HOLDS.replace("seed", "before")
    body = gemm_program(GEMM.replace("call random_number(seed)", "seed = 0"), call, holds)
    check_program(fortran("gemm"), tmp_path, body)


# -- shapes, types and names -----------------------------------------------------------------------


def of_text(text: str, wrt: tuple[str, ...], given: tuple[str, ...] = (), **options):
    """The files of a program in the IR's text form; `given` are sizes that are arguments too."""
    primal = parse_program(text)
    parameters = tuple(
        replace(p, span=Span("f.f90", 1)) if p.name in given else p for p in primal.parameters
    )
    primal = replace(primal, parameters=parameters, source="f.f90")
    facts = Facts(primal.name, wrt, ("total",), sources=("f.f90",), language="fortran", **options)
    return of_primal(primal, facts)


DIVIDED = """\
program halves(M: size, N: size, K: integer, x: array, y: array, w: array) -> total
input x: float64[M, 2*N - 1]
input y: float64[(N + 1)//2, 3]
input w: float64[max(K - 3, 2)]
output total: float64

S1: total = 0.0
S2: total += x[i, j]*w[1] for i in 0:M, j in 0:2*N - 1
S3: total += y[i_1, j_1] for i_1 in 0:(N + 1)//2, j_1 in 0:3
"""


def test_sizes_are_solved_and_compound_extents_compared(tmp_path):
    body = """\
  real(c_double) :: x(9, 4), y(3, 3), w(5), x_bar(9, 4), w_bar(5)
  integer :: status
  call random_number(x)
  w = 2
  y = 0
  call halves_grad(8, x, y, w, x_bar, w_bar, status)
  call expect("status", status == 0)
  call expect("x_bar", all(abs(x_bar - 2) < 1d-14))
  call expect("w_bar", abs(w_bar(2) - sum(x)) < 1d-12 .and. all(abs(w_bar(3:)) < 1d-14))
  call halves_grad(8, x(:8, :), y, w, x_bar(:8, :), w_bar, status)
  call expect("an even extent", status == halves_grad_esize)
  call halves_grad(8, x, y(:, :2), w, x_bar, w_bar, status)
  call expect("a half", status == halves_grad_esize)
  call halves_grad(9_c_int64_t, x, y, w, x_bar, w_bar, status)
  call expect("a maximum", status == halves_grad_esize)
"""
    kernel = of_text(DIVIDED, ("x", "w"), seed="ones")
    module = kernel.files["halves_grad_mod.f90"]
    assert "adc_floor_div(N + 1, 2_c_int64_t)" in module
    assert "real(c_double), intent(in) :: x(2*N - 1, M), y(*), w(*)" in module
    assert '"(3, (N + 1)/2)"' in module
    check_program(kernel, tmp_path, body)


CLASHES = """\
program f(n: size, size: array, status: array, code: scalar, F_Grad: scalar) -> total
input size: float64[n]
input status: float64[n]
input code: float64
input F_Grad: float64
output total: float64

S1: total = code*F_Grad
S2: total += size[i]*status[i] for i in 0:n
"""


def test_names_that_the_module_uses_itself(tmp_path):
    body = """\
  real(c_double) :: a(4), b(4), a_bar(4), b_bar(4), c_bar, g_bar
  integer :: done
  a = 3
  b = 4
  call f_grad(a, b, 5d0, 6d0, a_bar, b_bar, c_bar, g_bar, done)
  call expect("done", done == f_grad_ok)
  call expect("a_bar", all(abs(a_bar - 4) < 1d-14))
  call expect("b_bar", all(abs(b_bar - 3) < 1d-14))
  call expect("scalars", abs(c_bar - 6) < 1d-14 .and. abs(g_bar - 5) < 1d-14)
"""
    kernel = of_text(CLASHES, ("size", "status", "code", "F_Grad"))
    check_program(kernel, tmp_path, body)


LOGICALS = """\
program picked(n: size, take: array, twice: scalar, x: array) -> total
input take: bool[n]
input twice: bool
input x: float64[n]
output total: float64

S1: total = 0.0
S2: total += where(take[i], x[i]*x[i], 0.0) for i in 0:n
B1: if twice:
    S3: total = total*2.0
"""


def test_logicals_are_fortrans_own(tmp_path):
    body = """\
  real(c_double) :: x(3), x_bar(3)
  logical :: take(3)
  integer :: status
  x = [1, 2, 3]
  take = [.true., .false., .true.]
  call picked_grad(take, .true., x, x_bar, status)
  call expect("status", status == 0)
  call expect("x_bar", all(abs(x_bar - [4d0, 0d0, 12d0]) < 1d-14))
  call picked_grad(take, .false., x, x_bar, status)
  call expect("once", all(abs(x_bar - [2d0, 0d0, 6d0]) < 1d-14))
"""
    check_program(of_text(LOGICALS, ("x",)), tmp_path, body)


GIVEN = """\
program given(lda: size, n: size, a: array, x: array) -> total
input a: float64[n, lda]
input x: float64[n]
output total: float64

S1: total = 0.0
S2: total += a[i, j]*x[i] for i in 0:n, j in 0:lda
"""


def test_sizes_among_the_arguments_keep_their_place(tmp_path):
    body = """\
  real(c_double) :: a(5, 3), x(3), x_bar(3)
  integer :: status
  call random_number(a)
  call random_number(x)
  call given_b(5, 3, a, x, x_bar, status)
  call expect("status", status == 0)
  call expect("x_bar", all(abs(x_bar - sum(a, 1)) < 1d-14))
  call given_b(3, 5, a, x, x_bar, status)
  call expect("swapped", status == given_b_esize)
"""
    kernel = of_text(GIVEN, ("x",), ("lda", "n"), name_pattern="%_b")
    check_program(kernel, tmp_path, body)


def test_names_longer_than_fortrans(tmp_path):
    long = "a_routine_whose_name_has_sixty_three_letters_as_fortran_allows_"
    argument = "x" * 63
    text = LOGICALS.replace("picked(", f"{long}(").replace("x[i]", f"{argument}[i]")
    text = text.replace("x: ", f"{argument}: ")
    body = f"""\
  real(c_double) :: x(3), x_bar(3)
  integer :: status
  x = [1, 2, 3]
  call {long}([.true., .false., .true.], .true., x, x_bar, status)
  call expect("status", status == {long[:60]}_ok)
  call expect("x_bar", all(abs(x_bar - [4d0, 0d0, 12d0]) < 1d-14))
"""
    kernel = of_text(text, (argument,))
    module = next(text for name, text in kernel.files.items() if name.endswith("_mod.f90"))
    assert max(map(len, module.splitlines())) <= 130
    check_program(kernel, tmp_path, body)


@pytest.mark.parametrize("flags", ["-fdefault-integer-8", "-fdefault-real-8", "-O3", "-fopenmp"])
def test_compiles_under_other_kinds(tmp_path, flags):
    fortran("smoothing").write(tmp_path)
    words = ["gfortran", *STRICT, flags, "-c", "smoothing_grad_mod.f90"]
    subprocess.run(words, cwd=tmp_path, check=True)


def test_sizes_that_no_shape_tells_come_last(tmp_path):
    text = GIVEN.replace("float64[n, lda]", "float64[n*lda]").replace("a[i, j]", "a[i*lda + j]")
    text = text.replace("x: float64[n]", "x: float64[n*n]").replace("x[i] for", "x[i*n] for")
    body = """\
  real(c_double) :: a(6), x(4), x_bar(4)
  integer :: status
  a = [1, 2, 3, 4, 5, 6]
  call given_grad(a, x, x_bar, 3, 2, status)
  call expect("status", status == 0)
  call expect("x_bar", all(abs(x_bar - [6d0, 0d0, 15d0, 0d0]) < 1d-14))
"""
    check_program(of_text(text, ("x",)), tmp_path, body)
