"""What is decided while compiling: kinds of values, None, limits of types; what is left out."""

from __future__ import annotations

from tests.proof.traps.registry import N7, trap

trap(
    """
    import logging
    import numbers
    import warnings

    log = logging.getLogger("kernel")
    TINY = np.finfo(np.float64).tiny

    def unit(v, axis=None, out=None):
        if isinstance(v, (list, tuple)):
            v = {i: w for i, w in enumerate(v)}
        elif not hasattr(v, "shape"):
            raise TypeError(f"no array: {v}")
        if out is None:
            out = np.empty_like(v)
        length = np.sum(v * v) if axis is None else np.sum(v * v, axis=axis)
        with np.errstate(invalid="ignore"), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            out[...] = v / np.sqrt(length + TINY + 1.0)
        print(f"length {length:.3f}", np.sum(v))
        return out

    def decided_by_kinds(x: "float64[N]", a: float, k: int):
        \"\"\"A docstring.\"\"\"
        scale = a if np.isscalar(a) else a[0]
        if isinstance(a, numbers.Real) and not isinstance(x, float):
            scale = scale * a
        y = unit(x)
        if callable(unit):
            y = unit(y * scale, out=x)
        "a text alone"
        log.debug("y[0] is %g", np.sum(y))
        if isinstance(k, int) and k > 2:
            message = "k is %d" % k
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                warnings.warn(message, RuntimeWarning)
        eps = np.finfo(x.dtype).eps
        return np.sum(y * y * x) / (eps + a * a) + (0.0 if x is None else np.sum(x))
    """,
    "x,a", sizes={**N7, "k": 3}, edges=({"N": 1, "k": 1}, {"N": 0}), function="decided_by_kinds",
)  # fmt: skip
trap(
    """
    def none_until_found(u: "float64[N]", c: float):
        best = None
        place = None
        last = None
        passed = None
        roughness = 0.0
        for i in range(len(u)):
            v = np.sin(u[i] * c)
            if best is None or v > best:
                best, place = v, i
            if last is not None:
                roughness += (u[i] - last) ** 2 * c
            last = u[i]
            passed = u * v if passed is None else np.maximum(passed, u * v)
        return best * u[place] + roughness + np.sum(passed ** 2)
    """,
    "u,c", sizes=N7, edges=({"N": 1}, {"N": 2}),
)  # fmt: skip
trap(
    """
    import sys

    def decided_by_element_types(x: "float64[N]", a: float):
        s, how = 0.0, None
        if x.dtype == "float64" and x.dtype == float and x.dtype != np.float32:
            s += np.sum(x * x)
        if x.dtype in ("int32", "f8") and x.dtype not in (int, bool):
            s += a * np.sum(x)
        if x.dtype != "float32" and np.float64 != float and how != "log":
            s += np.sin(a) * x[0]
        return s + a * sys.float_info.epsilon
    """,
    "x,a", sizes=N7, function="decided_by_element_types",
)  # fmt: skip
trap(
    """
    CODES = {"end": 0, "begin": 1}

    def code(when):
        if isinstance(when, np.ndarray):
            return when
        try:
            return CODES[when]
        except (KeyError, TypeError):
            return [CODES[w] for w in when]

    def tried(x: "float64[N, 3]", n: float):
        when = code("begin")
        try:
            if n <= 0.0:
                return np.sum(x) * n
        except ValueError:
            pass
        else:
            x = x * 1.1
        for t in range(3):
            try:
                rows = np.atleast_2d(x).reshape(-1, 3)
                if t == 2:
                    break
                x = x + rows[::-1] * n
            except ValueError as error:
                message = "three columns"
                raise ValueError(message) from error
        return np.sum((1.0 + x) ** n * (1.0 + x * when))
    """,
    "x,n", sizes={"N": 3}, edges=({"N": 1}, {"N": 0}), function="tried",
)  # fmt: skip
