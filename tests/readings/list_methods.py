"""Methods of lists, under all names of a list; orders by keys; loops over dictionaries."""

from __future__ import annotations

from tests.readings.table import Reading, text

READINGS: list[Reading] = [
    # aliased_reverse
    text(
        """
        def f(x: "float64[N]", s: float):
            a = [x[0], s, x[1]]
            b = a
            c = list(a)
            a.reverse()
            b.insert(1, 5*s)
            return b[0] + 2*a[1] + 3*c[0] + 4*b[3] + len(a)
        """
    ),
    # method_in_function
    text(
        """
        def push(l, v):
            l.insert(0, v)
            return l.pop()
        def f(x: "float64[N]", s: float):
            a = [x[0], s, x[1]]
            r = push(a, x[2])
            r += push(a, x[3])
            return r + a[0]*a[1] + 7*a[2]
        """
    ),
    # in_branches
    text(
        """
        def f(x: "float64[N]", s: float):
            a = [x[0], s, x[1]]
            if s > 0.6:
                a.reverse()
            else:
                a[0] = 2*s
            return a[0] + 2*a[1] + 3*a[2]
        """
    ),
    # pop_in_branch
    text(
        """
        def f(x: "float64[N]", s: float):
            a = [x[0], s, x[1]]
            if s > 0.6:
                a.pop()
            return a[0]
        """,
        "ADC0212",
    ),
    # rotate_in_loop
    text(
        """
        def f(x: "float64[N]", s: float, n: int):
            a = [x[0], s, x[1]]
            for i in range(n):
                a.insert(0, a.pop() * s)
            return a[0] + 2*a[1] + 3*a[2]
        """
    ),
    # sort_in_loop
    text(
        """
        def f(x: "float64[N]", s: float, n: int):
            a = [x[0], s, x[1]]
            for i in range(n):
                a.sort()
                a[0] = a[0] + 0.3
            return a[0] + 2*a[1] + 3*a[2]
        """
    ),
    # shift_history
    text(
        """
        def f(x: "float64[N]", s: float):
            h = [0.0, 0.0]
            r = 0.0
            for v in x:
                r += v*h[0] + h[1]
                h.pop()
                h.insert(0, v*s)
            return r
        """
    ),
    # arrays_in_list
    text(
        """
        import numpy as np
        def f(x: "float64[N]", s: float):
            a = [x*s, x*2, x*3]
            b = a.pop(0)
            a.append(b)
            b += 1
            a.reverse()
            a[0][0] = 5*s
            return np.sum(a[0]*b) + a[1][1]
        """
    ),
    # stale_owner
    text(
        """
        def g(a, s):
            a.insert(0, s)
            return 2*s
        def f(x: "float64[N]", s: float):
            a = [x[0]]
            a.insert(1, g(a, s))
            return a[0] + 2*a[1] + 3*a[2]
        """
    ),
    # extend_self
    text(
        """
        def f(x: "float64[N]", s: float):
            a = [x[0], s]
            a.extend(a)
            a.extend((x[1], 2*s))
            return sum((i+1)*v for i, v in enumerate(a)) + len(a)
        """
    ),
    # extend_in_loop
    text(
        """
        def f(x: "float64[N]", s: float):
            a = []
            for v in x:
                a.extend([v, v*s])
            return a[0] + 2*a[3] + sum(a)
        """
    ),
    # default_list
    text(
        """
        def g(v, acc=[]):
            acc.insert(0, v)
            return sum(acc)
        def f(x: "float64[N]", s: float):
            return g(s) + g(x[0])
        """,
        "ADC0211",
    ),
    # clear_alias
    text(
        """
        def f(x: "float64[N]", s: float):
            a = [x[0], s]
            b = a
            d = {"k": a}
            a.clear()
            b.append(x[1])
            return d["k"][0]*s + len(a)
        """
    ),
    # del_slice
    text(
        """
        def f(x: "float64[N]", s: float):
            a = [s, x[0], x[1], x[2]]
            b = a
            a[1:3] = [x[3]]
            a[:0] = (2*s, 3*s)
            del a[0]
            del b[-1]
            return a[0] + 2*a[1] + 3*a[2] + len(a)
        """
    ),
    # index_count
    text(
        """
        def f(x: "float64[N]", s: float):
            names = ["a", "b", "c", "b"]
            k = [3, 1, 2]
            k.sort()
            k.sort(reverse=True)
            names.remove("b")
            return x[names.index("b")]*s + names.count("b")*x[k[0]] + k.index(2)
        """
    ),
    # index_data
    text(
        """
        def f(x: "float64[N]", s: float):
            a = [x[0], s]
            return x[a.index(s)]
        """,
        "ADC0220",
    ),
    # remove_missing
    text(
        """
        def f(x: "float64[N]", s: float):
            a = ["u"]
            a.remove("w")
            return s
        """,
        "ADC0220",
        raises=True,
    ),
    # sort_keys
    text(
        """
        def f(x: "float64[N]", s: float):
            a = [("b", x[0]), ("a", s), ("c", x[1])]
            a.sort(key=lambda p: p[0])
            b = sorted(["u", "t"]) + [min("z", "y"), max(["p", "q"])]
            return a[0][1] + 2*a[1][1] + 3*a[2][1] + (1.0 if b == ["t", "u", "y", "q"] else 0.0)
        """
    ),
    # sort_objects
    text(
        """
        class P:
            def __init__(self, k, v):
                self.k = k
                self.v = v
        def f(x: "float64[N]", s: float):
            a = [P(2, x[0]), P(1, s)]
            b = a[0]
            a.sort(key=lambda p: p.k)
            b.v *= 3
            return a[0].v + 2*a[1].v
        """
    ),
    # max_by_data
    text(
        """
        def f(x: "float64[N]", s: float):
            a = [x[0], x[1], s]
            r = max(a, key=lambda v: (v-1.0)**2) * x[2]
            return r + min(a, key=abs)*2 + max(x[0], -s, key=abs)
        """
    ),
    # functions_in_loop
    text(
        """
        def f(x: "float64[N]", s: float):
            fs = []
            for i in range(3):
                fs.append(lambda v: v*x[i])
            return fs[0](s) + fs[1](s)
        """
    ),
    # functions_bound_early
    text(
        """
        def f(x: "float64[N]", s: float):
            fs = []
            for i in range(3):
                fs.append(lambda v, i=i: v*x[i])
            return fs[0](s) + 2*fs[1](s)
        """
    ),
    # stacked_columns
    text(
        """
        import numpy as np
        def f(x: "float64[N]", s: float, n: int):
            h = []
            for i in range(n):
                x = x*s + i
                h.append(x)
            a = np.stack(h, axis=1)
            b = np.column_stack(h)
            c = np.stack(h, axis=-1)
            return a[1, 2] + 2*b[2, 1] + np.sum(c[0])
        """
    ),
    # dict_keys_order_loop
    text(
        """
        def f(x: "float64[N]", s: float):
            d = {"b": x[0], "a": s, "c": x[1]}
            r = 0.0
            for k in d:
                r = r*s + d[k]
            for k in sorted(d, reverse=True):
                r = r*s + d[k]
            for k in list(d):
                d[k] *= 2
            return r + sum(d[k] for k in d) + max(d.values()) + (1 if min(d) == "a" else 0)
        """
    ),
    # append_method_value
    text(
        """
        def f(x: "float64[N]", s: float):
            a = [s]
            g = a.append
            g(x[0])
            return a[0]*a[1]
        """
    ),
    # dd_list
    text(
        """
        from collections import defaultdict
        def f(x: "float64[N]", s: float):
            e = defaultdict(list)
            e["k"].append(x[2]*s)
            e["k"].append(x[3])
            e["l"].extend([s])
            return sum(e["k"])*e["l"][0]
        """
    ),
    # append_alias
    text(
        """
        def f(x: "float64[N]", s: float):
            a = [s]
            b = a
            a.append(x[0])
            b.append(x[1])
            return a[2]*b[1] + len(a)
        """
    ),
    # append_alias_item
    text(
        """
        def f(x: "float64[N]", s: float):
            a = [s]
            c = [a, [x[0]]]
            a.append(x[0]*2)
            c[1].append(x[1])
            return c[0][1] + c[1][1]*len(c[0])
        """
    ),
    # append_alias_loop
    text(
        """
        def f(x: "float64[N]", s: float):
            a = [s]
            b = a
            for v in x:
                a.append(v)
            return a[2]*b[1] + len(b)
        """,
        "ADC0211",
    ),
    # append_arg
    text(
        """
        def g(l, v):
            l.append(v)
        def f(x: "float64[N]", s: float):
            a = [s]
            g(a, x[0])
            g(a, x[1])
            return a[2]*a[1] + len(a)
        """
    ),
    # merged_later_entry
    text(
        """
        def f(x: "float64[N]", s: float):
            p = {"a": s, "b": x[0]}
            q = {**p, "b": x[1], "c": s*s}
            r = {"b": 1.0, **p, **{"d": x[2]}}
            t = 0.0
            for i, k in enumerate(q):
                t += (i+1)*q[k]
            for i, (k, v) in enumerate(r.items()):
                t += (i+1)*v**2
            return t
        """
    ),
    # twice_written
    text(
        """
        def f(x: "float64[N]", s: float):
            q = {"a": s, "b": x[0], "a": x[1]}
            t = 0.0
            for i, k in enumerate(q):
                t += (i+1)*q[k]
            return t
        """
    ),
    # tuple_keys
    text(
        """
        def f(x: "float64[N]", s: float):
            d = {(0, 1): x[0], (1, 0): s}
            d[(1, 1)] = x[1]
            d[0, "a"] = x[2]
            r = 0.0
            for i, k in enumerate(d):
                r += d[k]*(i + k[0])
            for (i, j), v in d.items():
                r += v*i
            return d[0, 1]*d[1, 0] + d[1, 1] + r + ((0, 1) in d)
        """
    ),
    # loop_over_int_dict
    text(
        """
        def f(x: "float64[N]", s: float):
            d = {2: x[0], 0: s, 1: x[1]}
            r = 0.0
            for i, k in enumerate(d):
                r += d[i]*k + d[k]
            return r
        """
    ),
    # loop_over_ops
    text(
        """
        import operator as op
        def f(x: "float64[N]", s: float):
            OPS = {"+": op.add, "-": op.sub, "*": op.mul, "/": op.truediv, "**": op.pow}
            r = 0.0
            for k in OPS:
                r += OPS[k](x[0], s)
            return r
        """
    ),
    # loop_over_field
    text(
        """
        class A:
            def __init__(self, s, x):
                self.p = {"a": s, "b": x[0]}
            def total(self):
                r = 0.0
                for name in self.p:
                    r += self.p[name]**2
                return r
        def f(x: "float64[N]", s: float):
            return A(s, x).total()
        """
    ),
    # dict_stale
    text(
        """
        def h(d, s):
            d["k"] = s
            return 2*s
        def f(x: "float64[N]", s: float):
            d = {"a": x[0]}
            d.setdefault("k", h(d, s))
            return d["k"] + len(d)
        """
    ),
    # dict_stale_update
    text(
        """
        def h(d, s):
            d["k"] = s
            return {"k": 3*s}
        def f(x: "float64[N]", s: float):
            d = {"a": x[0]}
            d.update(h(d, s))
            return d["k"] + len(d)
        """
    ),
    # list_of_dicts
    text(
        """
        def f(x: "float64[N]", s: float):
            ps = [{"a": x[i], "b": s} for i in range(3)]
            r = 0.0
            for p in ps:
                r += p["a"]*p["b"]
            return r
        """
    ),
    # dict_changed_in_loop
    text(
        """
        def f(x: "float64[N]", s: float):
            d = {"a": x[0], "b": s}
            for k in list(d):
                if k == "a":
                    del d[k]
            return d["b"]*len(d)
        """
    ),
]
