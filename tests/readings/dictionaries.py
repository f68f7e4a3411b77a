"""Dictionaries that add what they lack, and loops over what dictionaries hold."""

from __future__ import annotations

from tests.readings.table import Reading, text

READINGS: list[Reading] = [
    # dd_float
    text(
        """
        from collections import defaultdict
        def f(x: "float64[N]", s: float, t: float):
            d = defaultdict(float)
            d['a'] += s
            d['b'] += t * s
            d['a'] += t
            return d['a'] * d['b'] + d['c'] + len(d)
        """
    ),
    # dd_loop
    text(
        """
        from collections import defaultdict
        def f(x: "float64[N]", s: float, t: float):
            d = defaultdict(float)
            for k, v in zip(('a', 'b', 'a'), x):
                d[k] += v * s
            return d['a'] * d['b']
        """,
        "ADC0216",
    ),
    # dd_symloop
    text(
        """
        from collections import defaultdict
        def f(x: "float64[N]", s: float, t: float):
            d = defaultdict(float)
            d['a'] = 0.0
            for v in x:
                d['a'] += v * s
                if v > 1.0:
                    d['b'] += v
            return d['a'] * d['b']
        """,
        "ADC0212",
    ),
    # dd_alias
    text(
        """
        from collections import defaultdict
        def g(d, v):
            d['n'] += v
            return d['m']
        def f(x: "float64[N]", s: float, t: float):
            d = defaultdict(float)
            e = d
            g(d, s)
            r = 0.0
            for k, v in e.items():
                r = r * 2 + v + 1
            return r + ('z' in d) + d.get('n', 5.0) + d.get('q', t)
        """
    ),
    # dd_int
    text(
        """
        from collections import defaultdict
        def f(x: "float64[N]", s: float):
            d = defaultdict(int)
            d['a'] += 1
            d[2] += 2
            return d['a'] * s + d[2] * x[d[2]]
        """
    ),
    # dd_init
    text(
        """
        from collections import defaultdict
        def f(x: "float64[N]", s: float):
            d = defaultdict(float, {'a': s}, b=2.0)
            d['c'] -= d['a']
            e = dict(d)
            e['c'] = 0.0
            return d['c'] * e['b'] * s
        """
    ),
    # dd_copy
    text(
        """
        from collections import defaultdict
        def f(x: "float64[N]", s: float):
            d = defaultdict(float, {'a': s})
            e = d.copy()
            e['b'] += s
            return e['b'] * len(d)
        """
    ),
    # dd_nested
    text(
        """
        from collections import defaultdict
        def f(x: "float64[N]", s: float):
            d = defaultdict(lambda: 1.0)
            return d['a']
        """,
        "ADC0220",
    ),
    # dd_two
    text(
        """
        from collections import defaultdict
        def f(x: "float64[N]", s: float):
            d = defaultdict(list)
            e = defaultdict(list)
            d['a'].append(s)
            l = d['b']
            l.append(2.0 * s)
            e['a'].append(s)
            return sum(d['b']) + sum(e['a']) * len(d['a'])
        """,
    ),
    # dd_expr
    text(
        """
        from collections import defaultdict
        def f(x: "float64[N]", s: float):
            d = defaultdict(float)
            return len(d) + d['a'] * s + len(d)
        """
    ),
    # od
    text(
        """
        from collections import OrderedDict
        def f(s: float, t: float):
            d = OrderedDict()
            d['a'] = s
            d['b'] = t
            r = 1.0
            for k in d:
                r = r * 2 + d[k]
            e = OrderedDict([('x', s), ('y', t)])
            return r * list(e.values())[1]
        """,
    ),
    # dd_branch
    text(
        """
        from collections import defaultdict
        def f(x: "float64[N]", s: float):
            d = defaultdict(float)
            if s > 0.2:
                d['a'] += s
            return d['a'] * 2
        """,
        "ADC0212",
    ),
    # intkeys
    text(
        """
        def f(s: float, t: float):
            d = {0: s, 1: t}
            r = 1.0
            for k in d:
                r = r * 2 + k
            return r
        """,
    ),
    # zipd
    text(
        """
        def f(x: "float64[N]", s: float, t: float):
            d = {1: s, 0: t}
            for k, v in zip(d, x):
                s += v * k
            return s
        """,
        "ADC0212",
    ),
    # given_by_call
    text(
        """
        def g():
            return {1: 2.0, 0: 3.0}
        def f(x: "float64[N]", s: float, t: float):
            for k in g():
                s += t * k
            return s
        """,
    ),
    # revd
    text(
        """
        def f(x: "float64[N]", s: float, t: float):
            d = {1: s, 0: t}
            for k in reversed(d):
                s = s * 2 + t * k
            return s
        """,
    ),
    # field
    text(
        """
        class A:
            def __init__(self, s):
                self.d = {1: s, 0: s}
        def f(x: "float64[N]", s: float, t: float):
            a = A(s)
            for k in a.d:
                s = s * 2 + t * k
            return s
        """,
    ),
    # maxd
    text(
        """
        def f(s: float, t: float):
            d = {1: s, 0: t}
            return max(k for k in d) * s + max(d) * t
        """,
    ),
    # summed
    text(
        """
        def f(s: float, t: float):
            d = {1: s, 0: t}
            return sum(d) * t
        """,
    ),
    # keysok
    text(
        """
        def f(s: float, t: float):
            d = {1: s, 0: t}
            for k in d.keys():
                s = s * 2 + t * k
            for k in list(d.keys()):
                s = s * 2 + t * d[k]
            return s
        """,
    ),
    # pairs
    text(
        """
        import itertools
        def f(s: float, t: float):
            d = {1: s, 0: t}
            for a, b in itertools.combinations(d, 2):
                s = s * 2 + t * (a + 2 * b)
            for a, b in itertools.pairwise(d):
                s = s * 2 + t * (a + 2 * b)
            return s
        """,
    ),
    # glob
    text(
        """
        D = {1: 2.0, 0: 3.0}
        def f(s: float, t: float):
            for k in D:
                s = s * 2 + t * k
            return s
        """,
    ),
    # anyd
    text(
        """
        def f(s: float, t: float):
            d = {1: s, 0: t}
            if all(k > 0.5 for k in d):
                return s
            return t if any(d) else s * 2
        """,
    ),
    # unpack
    text(
        """
        def f(s: float, t: float):
            d = {1: s, 0: t}
            a, b = d
            c = [*d]
            return a * s + b * t + c[0] * t
        """,
    ),
    # update_at_once
    *(
        text(
            f"""
            def f(x: "float64[N]", s: float):
                d = {{"p": x[0], "q": x[1]}}
                d.update({given})
                return d["p"] + 2*d["q"]*s
            """
        )
        for given in (
            "p=d['q'], q=d['p']",
            "{'p': d['q'], 'q': d['p']}",
            "[('p', d['q']), ('q', d['p'])]",
            "{'p': s}, q=d['p']",
        )
    ),
]
#: What a function makes of a module's constant, and whether something changes it later.
_MADE = "def made(a=1.0):\n    return {'a': a, 'b': [2.0, 3.0]}\nP = made()\n"
_F = "def f(x: 'float64[N]', s: float):\n    return s * P['a'] + P['b'][0] * x[1] + len(P['b'])\n"
READINGS += [
    text(_MADE + lines + _F, refused)
    for lines, refused in (
        ("", ""),
        ("def other(p):\n    return P['a']\n", ""),
        ("P['a'] = 5.0\n", ""),
        ("P.update(a=7.0)\n", "ADC0123"),
        ("P['b'].append(7.0)\n", "ADC0123"),
        ("Q = P\nQ['a'] = 5.0\n", "ADC0123"),
        ("Q = P['b']\nQ[0] = 5.0\n", "ADC0123"),
        ("Q = [P]\nQ[0]['a'] = 5.0\n", "ADC0123"),
        ("def put(p):\n    p['a'] = 5.0\nput(P)\n", "ADC0123"),
        ("def put():\n    P['a'] = 5.0\nput()\n", "ADC0123"),
        ("def put():\n    P['b'].insert(0, 5.0)\nput()\n", "ADC0123"),
        ("for v in P.values():\n    if isinstance(v, list):\n        v[0] = 5.0\n", "ADC0123"),
        ("class A:\n    p = P\nA.p['a'] = 5.0\n", "ADC0123"),
        ("setattr(P, 'x', 1) if False else P.setdefault('c', 1)\n", "ADC0123"),
    )
]

# Keys that a loop's variable tells, where the method of an object sets them.
READINGS += [
    text("""
        class Net:
            def __init__(self):
                self.weights = {}

            def join(self, i, j, w):
                self.weights[(i, j)] = w
                self.weights[i, j, 0] = w * 2.0

        def f(x: "float64[4]", s: float):
            net = Net()
            for i in range(3):
                net.join(i, i + 1, x[i] * s)
            net.join(0, 3, x[3])
            pairs = {(i, j): x[i] * x[j] for i in range(3) for j in range(2)}
            sums = {k: 0.0 for k in ("odd", "even")}
            for i in range(4):
                k = "odd" if i % 2 else "even"
                sums[k] += x[i] * i
            total = sum(v * len(k) for k, v in net.weights.items())
            return total * net.weights[1, 2] + pairs[1, 0] * pairs[2, 1], sums["odd"] * sums["even"]
    """),
]
