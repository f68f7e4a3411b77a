"""Texts that expressions put together: known ones, and those that are made of data."""

from __future__ import annotations

from tests.readings.table import Reading, text

READINGS: list[Reading] = [
    # text_plus
    text(
        """
        import numpy as np
        def f(x: "float64[N]", s: float):
            msg = "s is " + str(s)
            msg += " and x has %d" % len(x)
            print(msg)
            if s > 100:
                raise ValueError(msg)
            return np.sum(x)*s
        """
    ),
    # text_name_compare
    text(
        """
        import numpy as np
        def f(x: "float64[N]", s: float):
            kind = "lin" + "ear"
            name = f"{kind}_1"
            if name == "linear_1":
                return np.sum(x)*s
            return s
        """
    ),
    # text_format_key
    text(
        """
        def f(x: "float64[N]", s: float):
            d = {}
            for i in range(3):
                d[f"k{i}"] = x[i]*s
            return d["k0"] + d["k1"]*d["k2"]
        """
    ),
    # text_pct_key
    text(
        """
        def f(x: "float64[N]", s: float):
            d = {}
            for i in range(3):
                d["k%d" % i] = x[i]*s
            return d["k0"] + d["k1"]*d["k2"]
        """
    ),
    # text_str_key
    text(
        """
        def f(x: "float64[N]", s: float):
            d = {}
            for i in range(3):
                d["k" + str(i)] = x[i]*s
            return d["k0"] + d["k1"]*d["k2"]
        """
    ),
    # text_list_collect
    text(
        """
        import numpy as np
        def f(x: "float64[N]", s: float):
            lines = []
            for i in range(3):
                lines.append(f"{i}: {x[i]}")
            print("; ".join(lines))
            return np.sum(x)*s
        """
    ),
    # trap_loop_text
    text(
        """
        def f(x: "float64[N]", s: float):
            msg = "a"
            r = 0.0
            for i in range(len(x)):
                if msg == "a":
                    r += x[i]*s
                msg = f"v{x[i]}"
            return r
        """,
        "ADC0113",
    ),
    # trap_loop_text2
    text(
        """
        def f(x: "float64[N]", s: float):
            msg = "a"
            r = 0.0
            for i in range(len(x)):
                if msg == "a":
                    r += x[i]*s
                if x[i] > 0.9:
                    msg = f"v{x[i]}"
            return r
        """,
        "ADC0113",
    ),
    # trap_if_text
    text(
        """
        def f(x: "float64[N]", s: float):
            msg = "a"
            if s > 0.3:
                msg = f"v{x[0]}"
            r = 0.0
            if msg == "a":
                r += x[0]*s
            return r
        """,
        "ADC0113",
    ),
    # trap_del_in_loop2
    text(
        """
        def f(x: "float64[N]", s: float):
            y = s
            r = 0.0
            for i in range(len(x)):
                if i == 0:
                    r += y * x[i]
                else:
                    y = 2.0
                r += x[i]
                del y
                if i > 100:
                    r += 1
            return r
        """,
        "ADC0224",
    ),
    # getattr_plus
    text(
        """
        class A:
            def __init__(self, v):
                self.v = v
            def _s(self, y): return self.v*y**2
            def run2(self, name, y): return getattr(self, "_" + name)(y)
        def f(x: "float64[N]", s: float):
            return A(s).run2("s", x[1])
        """
    ),
    # said_arg
    text(
        """
        import numpy as np
        def check(ok, msg):
            if not ok:
                raise ValueError(msg)
        def f(x: "float64[N]", s: float):
            check(len(x) > 2, f"x has {len(x)} items of {s}")
            return s*np.sum(x)
        """
    ),
    # said_key
    text(
        """
        def f(x: "float64[N]", s: float):
            d = {"1": s}
            return d[f"{int(s)}"]
        """,
        "ADC0113",
    ),
    # said_return
    text(
        """
        def g(s):
            return s, f"{s}"
        def f(x: "float64[N]", s: float):
            r, m = g(s)
            print(m)
            return r*x[0]
        """
    ),
    # said_loop_add
    text(
        """
        def f(x: "float64[N]", s: float):
            m = ""
            r = 0.0
            for v in x:
                m += f"{v} "
                r += v*s
            print(m)
            return r
        """
    ),
    # known_loop_add
    text(
        """
        def f(x: "float64[N]", s: float):
            m = ""
            r = 0.0
            for i in range(len(x)):
                m += "a"
                if m == "aa":
                    r += x[i]*s
            return r
        """,
        "ADC0212",
    ),
    # known_written_out
    text(
        """
        def f(x: "float64[N]", s: float):
            m = ""
            d = {}
            for k in ("a", "b"):
                m += k
                d[m] = s
            return d["ab"]*x[0]
        """
    ),
    # enum_text
    text(
        """
        from enum import Enum
        class C(str, Enum):
            A = "a"
        def f(x: "float64[N]", s: float):
            d = {"a": s, "C.A": x[0]}
            return d[f"{C.A}"]
        """,
        "ADC0113",
    ),
    # fmt_spec
    text(
        """
        def f(x: "float64[N]", s: float):
            d = {"k003": s, "0.50": x[0], "'a'": x[1], "True": x[2]}
            i, a, b = 3, 0.5, True
            return d[f"k{i:03d}"] + d[f"{a:.2f}"]*2 + d["%.2f" % a] + d[f"{'a'!r}"]*d[f"{b}"]
        """
    ),
    # elapsed
    text(
        """
        import time
        def f(x: "float64[N]", s: float):
            t0 = time.time()
            r = s*x[0]
            dt = time.time() - t0
            msg = f"took {dt:.2f}"
            print(msg)
            return r
        """
    ),
    # shadow_str
    text(
        """
        def f(x: "float64[N]", s: float):
            str = lambda v: v*2
            r = str(s)
            return r*x[0]
        """,
        "ADC0232",
    ),
    # self_name
    text(
        """
        class A:
            name = "lin"
            def __init__(self, s):
                self.s = s
                self.label = f"{self.name}_{1}"
            def get(self):
                return self.s if self.label == "lin_1" else 0.0
        def f(x: "float64[N]", s: float):
            return A(s).get()*x[0]
        """
    ),
    # said_in
    text(
        """
        def f(x: "float64[N]", s: float):
            d = {"0": s}
            return s*2 if f"{int(s*0)}" in d else x[0]
        """,
        "ADC0113",
    ),
    # said_in_list2
    text(
        """
        def f(x: "float64[N]", s: float):
            return s*2 if f"{int(s*0)}" in ["0"] else x[0]
        """,
        "ADC0113",
    ),
    # said_eq_items
    text(
        """
        def f(x: "float64[N]", s: float):
            return s*2 if (f"{s}", 1) == (f"{s*1}", 1) else x[0]
        """,
        "ADC0113",
    ),
    # said_cond
    text(
        """
        def f(x: "float64[N]", s: float):
            m = f"{s}" if s > 0 else "a"
            return s if m == "a" else x[0]
        """,
        "ADC0113",
    ),
    # said_sorted
    text(
        """
        def f(x: "float64[N]", s: float):
            a = sorted([f"{s}", "b"])
            return s if a[0] == "b" else x[0]
        """,
        "ADC0232",
    ),
    # said_obj
    text(
        """
        class A:
            def __init__(self, s):
                self.name = f"a{s:.1f}"
                self.s = s
        def f(x: "float64[N]", s: float):
            a = A(s)
            return a.s*x[0]
        """
    ),
    # said_default_dict
    text(
        """
        def f(x: "float64[N]", s: float):
            out = {"label": f"s={s:.2f}", "v": s}
            return out["v"]*x[0]
        """
    ),
    # text_in_text
    text(
        """
        def f(x: "float64[N]", s: float, units="Degree"):
            if "deg" in units.lower() and "rad" not in units and "" in units:
                s = s * 2
            return s*x[0] if "x" in "abc" or units in "Degrees" and "bc" not in "abc" else s
        """
    ),
    # names_of_types
    text(
        """
        def f(x: "float64[N]", s: float):
            if "xarray" in type(x).__module__ or type(x).__name__ == "DataArray":
                return x.values
            t = type(x).__name__ + type(None).__name__ + type([x]).__name__
            return x * len(t) if type(x > s).__name__ in ("ndarray", "Series") else s * x
        """
    ),
    text('def f(s: float):\n    return 2 * s if type(s).__name__ == "float" else s', "ADC0213"),
]
