"""Loops that data ends: `while`, `break`, `continue`, early `return`."""

from __future__ import annotations

from tests.proof.traps.registry import SMALL, trap

trap(
    """
    def newton_to_tolerance(x: "float64[N]", tol: float):
        y = x.copy()
        e = 1.0
        while e > tol:
            d = 0.5 * (y - x / y)
            y = y - d
            e = np.max(np.abs(d))
        return np.sum(np.sin(y) * y)
    """,
    "x", sizes={"N": 5}, inputs={"tol": {"values": 1e-3}, "x": {"low": 1.0, "high": 9.0}},
)  # fmt: skip
trap(
    """
    def while_that_never_runs(x: "float64[N]", limit: float):
        y = x * x
        s = 5.0
        while s < limit:
            y = y * x
            s = s + 1.0
        return np.sum(y)
    """,
    "x", sizes={"N": 4}, edges=SMALL, inputs={"limit": {"values": 2.0}},
    also=({"limit": {"values": 8.5}},),
)  # fmt: skip
trap(
    """
    def fixed_point_with_count(a: float, x: float, most: int):
        it = 0
        change = 1.0
        while change > 1e-4 and it < most:
            new = np.cos(a * x)
            change = abs(new - x)
            x = new
            it += 1
        return x * x
    """,
    "a,x", sizes={"most": 4}, edges=({"most": 0}, {"most": 1}, {"most": 9}),
    inputs={"a": {"low": 0.5, "high": 0.9}, "x": {"low": 0.1, "high": 0.6}},
)  # fmt: skip
trap(
    """
    def for_with_break(x: "float64[N]", top: float):
        s = 0.0
        for i in range(x.shape[0]):
            s = s + x[i] * x[i] * s + x[i]
            if s > top:
                break
            s = s * 1.5
        return s
    """,
    "x", sizes={"N": 9}, edges=SMALL,
    inputs={"top": {"values": 1.2}, "x": {"low": 0.1, "high": 0.6}},
    also=({"top": {"values": 1e3}}, {"top": {"values": -1.0}}),
)  # fmt: skip
trap(
    """
    def break_in_two_ifs(x: "float64[N]", y: "float64[N]", top: float):
        s = 1.0
        for i in range(x.shape[0] - 1, -1, -1):
            if x[i] > 0.5:
                s = s * x[i]
                if s * y[i] > top:
                    break
                s = s + y[i]
            y[i] = y[i] * s
        return s + np.sum(y)
    """,
    "x,y", sizes={"N": 8}, edges=SMALL, inputs={"top": {"values": 1.4}},
)  # fmt: skip
trap(
    """
    def skip_odd_and_large(x: "float64[N]", y: "float64[N]"):
        for i in range(x.shape[0]):
            if i % 2 == 1:
                continue
            y[i] = y[i] * x[i]
            if y[i] > 0.6:
                continue
            x[i] = np.exp(x[i] * y[i])
    """,
    "x,y", "x,y", sizes={"N": 9}, edges=SMALL,
)  # fmt: skip
trap(
    """
    def early_return(x: "float64[N]", c: float):
        s = np.sum(x * x)
        if s > c:
            return s * s
        t = np.prod(x)
        if t > 0.5:
            return t
        return s + t
    """,
    "x", sizes={"N": 3}, inputs={"c": {"values": 0.4}}, also=({"c": {"values": 40.0}},),
)  # fmt: skip
trap(
    """
    def return_inside_loop(x: "float64[N]", top: float):
        s = 0.3
        for i in range(x.shape[0]):
            s = s + x[i] * s
            if s > top:
                return s * s * x[i]
        return s
    """,
    "x", sizes={"N": 7}, edges=SMALL, inputs={"top": {"values": 1.0}},
    also=({"top": {"values": 1e3}},),
)  # fmt: skip
trap(
    """
    def array_returned_inside_loop(x: "float64[N]", y: "float64[N]", top: float):
        y = y * 1.0
        for i in range(x.shape[0]):
            for j in range(2):
                y = np.sin(y) * x[i] + x
                if y[i] > top:
                    return y * x[j], x[i]
            if np.sum(y) > 4 * top:
                return y, 2.0
            y[i] = y[i] * x[i]
        return x * y, np.sum(y)
    """,
    "x,y", "return_0,return_1", sizes={"N": 5}, edges=({"N": 2},), inputs={"top": {"values": 0.9}},
    also=({"top": {"values": 1e3}}, {"top": {"values": -1.0}}),
)  # fmt: skip
trap(
    """
    def array_returned_at_last(x: "float64[N]", tol: float):
        y = x * 1.0
        while True:
            new = 0.5 * (y + x / y)
            if np.max(np.abs(new - y)) < tol:
                return new
            y = new
    """,
    "x", sizes={"N": 4}, inputs={"tol": {"values": 1e-3}, "x": {"low": 1.0, "high": 9.0}},
)  # fmt: skip
trap(
    """
    def set_where_it_is_read(x: "float64[N]", t: float):
        if t > 0.5:
            y = np.sin(x)
        s = np.sum(x)
        for i in range(x.shape[0]):
            if x[i] > t:
                best = x[i] * x[i]
        if t > 0.5:
            s = s + np.sum(y * y)
        return s * best
    """,
    "x", sizes={"N": 4}, inputs={"t": {"values": 0.6}, "x": {"low": 0.7, "high": 2.0}},
    also=({"t": {"values": 0.3}},),
)  # fmt: skip
trap(
    """
    def last_items_of_a_list(x: "float64[N]", tol: float):
        y = x * 1.0
        errors = [np.sum(x), 0.5]
        while abs(errors[-1] - errors[-2]) > tol:
            y = 0.5 * (y + x / y)
            errors.append(np.sum(y * y) + 0.2 * errors[-2])
        return errors[-1] * len(errors) + np.sum(y)
    """,
    "x", sizes={"N": 3}, inputs={"tol": {"values": 0.3}, "x": {"low": 1.0, "high": 2.0}},
    also=({"tol": {"values": 1e3}},),
)  # fmt: skip
trap(
    """
    def while_in_for(x: "float64[N]", y: "float64[N]", tol: float):
        for i in range(x.shape[0]):
            r = 1.0 + x[i]
            while abs(r * r - x[i]) > tol:
                r = 0.5 * (r + x[i] / r)
            y[i] = y[i] * r
            x[i] = x[i] + r
        return np.sum(y * x)
    """,
    "x,y", sizes={"N": 5}, edges=SMALL,
    inputs={"tol": {"values": 1e-2}, "x": {"low": 0.5, "high": 3.0}},
)  # fmt: skip
trap(
    """
    def while_in_while(a: float, b: float):
        s = 0.1
        k = 0.0
        while k < 3.5:
            j = 0.0
            while j < k:
                s = s * a + np.sin(s + b)
                j = j + 1.0
            s = s + b * s
            k = k + 1.0
        return s
    """,
    "a,b", inputs={"a": {"low": 0.3, "high": 0.8}},
)  # fmt: skip
trap(
    """
    def relaxation_until_calm(u: "float64[N, M]", tol: float, most: int):
        change = 1.0
        it = 0
        while change > tol:
            new = u.copy()
            new[1:-1, 1:-1] = 0.25 * (u[:-2, 1:-1] + u[2:, 1:-1] + u[1:-1, :-2] + u[1:-1, 2:]) + (
                0.1 * u[1:-1, 1:-1] ** 2
            )
            change = np.sum((new - u) ** 2)
            u = new
            it = it + 1
            if it >= most:
                break
        return np.sum(u * u)
    """,
    "u", sizes={"N": 5, "M": 4, "most": 6}, edges=({"most": 1}, {"N": 2}),
    inputs={"tol": {"values": 1e-3}, "u": {"low": 0.1, "high": 0.7}},
)  # fmt: skip
trap(
    """
    def forever_with_break(x: "float64[N]", tol: float):
        y = x * 1.0
        while True:
            z = np.tanh(y * x)
            if np.sum((z - y) ** 2) < tol:
                break
            y = z
        return np.sum(y * z)
    """,
    "x", sizes={"N": 4}, inputs={"tol": {"values": 1e-2}, "x": {"low": 0.3, "high": 0.8}},
)  # fmt: skip
trap(
    """
    def rows_until_found(A: "float64[N, M]", v: "float64[M]", top: float):
        best = 0.0
        for i in range(A.shape[0]):
            d = A[i, :] @ v
            if d < 0.0:
                continue
            best = best + d * d
            v = v + A[i, :] * d
            if best > top:
                break
        return best * np.sum(v)
    """,
    "A,v", sizes={"N": 6, "M": 3}, edges=({"N": 0}, {"N": 1, "M": 1}),
    inputs={"top": {"values": 1.5}},
)  # fmt: skip
trap(
    """
    def counted_again_in_every_step(x: "float64[N]", T: int):
        for t in range(T):
            w = 0
            while w < x.shape[0]:
                x[w] = 0.5 * x[w]
                w += 2
        return np.sum(x * x)
    """,
    "x", sizes={"N": 5, "T": 3}, edges=({"N": 1}, {"N": 0}, {"T": 0}),
)  # fmt: skip
trap(
    """
    def ended_by_data_in_every_step(u: "float64[N]", m: int, T: int):
        for t in range(T):
            w = 0
            while w < m and u[2] > 0.2:
                u[w] = 0.8 * np.tanh(u[w])
                w += 1
        return np.sum(u * u)
    """,
    "u", sizes={"N": 7, "m": 4, "T": 3}, edges=({"m": 0}, {"m": 1}),
    inputs={"u": {"low": 0.3, "high": 0.5}},
)  # fmt: skip
trap(
    """
    def linear_loop_with_two_conditions(x: "float64[N]", top: float, T: int):
        for t in range(T):
            w = 0
            s = x[0]
            while s < top and w < x.shape[0]:
                x[w] = 0.7 * x[w]
                s = s + x[w]
                w += 1
        return np.sum(x * x)
    """,
    "x", sizes={"N": 6, "T": 3}, edges=({"N": 1},), inputs={"top": {"values": 2.3}},
)  # fmt: skip
trap(
    """
    def moved_on_behind_what_reads_it(x: "float64[N]", t: "float64[2]", top: float):
        v = 0.0
        while v < 3.0:
            v += 1.0
            if x[0] < v - 0.5:
                t[1] = t[1] * t[0]
        while x[1] < top:
            x[:] += 1.0
        return t[1]
    """,
    "x,t", "return,x,t", sizes={"N": 3}, inputs={"top": {"values": 4.0}},
)  # fmt: skip
trap(
    """
    def moved_on_behind_a_branch_without_effect(x: "float64[N]", t: "float64[2]"):
        v = 0.0
        while v < 3.0:
            v += 1.0
            if x[0] > 0.3:
                t[1] -= 1.0
        g = 1.0
        while g > 0.5:
            x[:] += 1.0
            g -= 1.0
    """,
    "x", "x", sizes={"N": 3},
)  # fmt: skip
trap(
    """
    def variables_called_like_the_interface(x: "float64[N]", T: int):
        for value in range(1, T):
            x[0] = x[1] * x[0]
            for x_bar in range(2):
                for x_seed in range(2):
                    x[x_seed] = x[x_seed] * x[x_bar]
        for return_seed in range(T):
            for x_dot in range(2):
                x[x_dot] = x[x_dot] * (0.5 + return_seed * x_dot)
        return np.sum(x * x)
    """,
    "x", "return", sizes={"N": 2, "T": 3}, edges=({"T": 0},),
)  # fmt: skip
trap(
    """
    def moved_on_at_most_so_often(x: "float64[N]", u: "float64[2]", top: float, T: int):
        for t in range(T):
            if x[0] < 0.2 * t:
                u[1] = np.sin(u[1]) * u[0]
        k = 0
        while k < T and x[1] < top:
            x[:] += 1.0
            k += 1
        return u[1]
    """,
    "x,u", "return,x,u", sizes={"N": 3, "T": 6}, edges=({"T": 0}, {"T": 1}),
    inputs={"x": {"values": [0.5, 0.4, 0.3]}, "top": {"values": 4.0}},
)  # fmt: skip
# What only the loop binds is read behind it, be it in a branch, and the loop is run twice.
trap(
    """
    def bound_in_the_loop_alone(x: "float64[N]", t: float, T: int):
        s = 0.0
        for k in range(T):
            d = t
            while d < 3.0:
                y = x * d
                z = d * d
                d = d + 1.0
            s += np.sum(y * y) + z
            if s > 2.0:
                s += y[0] * z
        return s
    """,
    "x,t", "return", sizes={"N": 3, "T": 2}, edges=({"T": 0},),
    inputs={"t": {"values": 0.7}}, also=({"t": {"values": 2.5}},),
)  # fmt: skip
