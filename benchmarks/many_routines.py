"""A Fortran program of many routines, as large codes are made: steps of a model, with a driver."""

from __future__ import annotations

#: The loops that routines are made of; `{k}` tells them apart.
STENCIL = """\
      do j = 2, m - 1
        do i = 2, n - 1
          t(i, j) = u(i + 1, j) + u(i - 1, j) + u(i, j + 1) + u(i, j - 1) - 4.0d0*u(i, j)
        end do
      end do
      do j = 2, m - 1
        do i = 2, n - 1
          u(i, j) = u(i, j) + 0.0{k}d0*c*t(i, j)
        end do
      end do
"""
REACTION = """\
      do j = 1, m
        do i = 1, n
          r = exp(-0.{k}d0*u(i, j)*u(i, j))
          v(i, j) = v(i, j) + c*r*u(i, j)/(1.0d0 + v(i, j)*v(i, j))
        end do
      end do
"""
COLUMNS = """\
      do j = 1, m
        s = 0.0d0
        do i = 1, n
          s = s + u(i, j)*v(i, j)
        end do
        w(j) = w(j) + s/n
      end do
      do j = 1, m
        do i = 1, n
          u(i, j) = u(i, j) - 0.0{k}d0*tanh(w(j))*v(i, j)
        end do
      end do
"""
RECURRENCE = """\
      do j = 1, m
        do i = 2, n
          if (v(i - 1, j) > 0.{k}d0) then
            v(i, j) = 0.5d0*v(i, j) + 0.25d0*v(i - 1, j)*c
          else
            v(i, j) = v(i, j) + 0.01d0*sin(v(i - 1, j))
          end if
        end do
      end do
"""
LOOPS = (STENCIL, REACTION, COLUMNS, RECURRENCE)

HEAD = """\
      subroutine {name}(n, m, u, v, w, c)
      integer, intent(in) :: n, m
      real(8), intent(inout) :: u(n, m), v(n, m), w(m)
      real(8), intent(in) :: c
      real(8) :: t(n, m), r, s
      integer :: i, j
"""


def many_routines(routines: int, called: int) -> str:
    """A driver `kernel` that calls `called` of `routines` routines, which share out the others."""
    parts = [_driver(called)]
    leaves = list(range(called, routines))
    for number in range(called):
        own = leaves[number::called]
        parts.append(_routine(number, own))
        parts += [_routine(leaf, []) for leaf in own]
    return "\n".join(parts)


def _driver(called: int) -> str:
    calls = "".join(f"      call step{k}(n, m, u, v, w, c)\n" for k in range(called))
    return (
        HEAD.replace("real(8) :: t(n, m), r, s", "real(8), intent(out) :: total")
        .replace("w, c)", "w, c, total)")
        .format(name="kernel")
        + calls
        + "      total = 0.0d0\n      do j = 1, m\n        do i = 1, n\n"
        + "          total = total + u(i, j)*v(i, j)\n        end do\n      end do\n"
        + "      end subroutine\n"
    )


def _routine(number: int, leaves: list[int]) -> str:
    digit = number % 9 + 1
    chosen = [LOOPS[(number + k) % len(LOOPS)] for k in range(2 if leaves else 3)]
    body = "".join(part.format(k=digit) for part in chosen)
    calls = "".join(f"      call step{leaf}(n, m, u, v, w, 0.5d0*c)\n" for leaf in leaves)
    return HEAD.format(name=f"step{number}") + body + calls + "      end subroutine\n"
