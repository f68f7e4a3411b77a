"""`collections.deque`: windows that slide, lines that delay, and queues."""

from __future__ import annotations

from typing import Any

from tests.readings.table import HEADER, Reading, text


def queued(statements: str, refused: str = "", **facts: Any) -> Reading:
    """A function of a vector, and of an integer `n`."""
    inner = statements.replace("\n", "\n    ")
    head = f"{HEADER}import collections\nfrom collections import deque\n"
    return text(f'{head}def f(x: "float64[N]", n: int):\n    {inner}\n', refused, **facts)


_FILLED = "q = deque(maxlen=3)\nfor v in x:\n    q.append(v * v)\n"

READINGS = (
    queued("q = deque(maxlen=n)\nout = []\nfor v in x:\n    q.append(v)\n"
           "    out.append(np.sqrt(sum(b * b for b in q) / len(q)))\nreturn np.array(out)",
           integers={"n": 3}),
    queued("q = deque(maxlen=n)\nfor v in x:\n    q.append(v)\nreturn sum(q) * q[0] + q[-1]"),
    queued("line = deque([0.0] * n, maxlen=n)\ny = np.zeros_like(x)\nfor i in range(len(x)):\n"
           "    y[i] = x[i] + 0.5 * line[0]\n    line.append(y[i])\nreturn y", integers={"n": 2}),
    queued("q = deque(maxlen=n)\ns = 0.0\nfor v in x:\n    if v > 0.2:\n        q.append(v)\n"
           "    if len(q) == n:\n        s += np.mean(q) * np.max(q) + q[0] * q[-1]\nreturn s",
           integers={"n": 2}),
    queued("q = collections.deque([x[0], x[1]])\nfor k in range(2, len(x)):\n    a = q.popleft()\n"
           "    q.append(a * x[k] + q[0])\nreturn q[0] + 2 * q[1]"),
    queued("q = deque(maxlen=n)\ns = 0.0\nfor v in x:\n    q.append(v)\n"
           "    if not q or len(q) < n:\n        continue\n    s += (q[-1] - q[0])**2 / n\n"
           "return s", integers={"n": 3}),
    queued("q = deque()\ns = 0.0\nfor v in x:\n    if v > 0.3:\n        q.append(v * v)\n"
           "while q:\n    u = q.popleft()\n    s += np.sin(u) * len(q)\nreturn s"),
    queued("q = deque()\ns = 0.0\nfor v in x:\n    q.append(v)\nwhile q and s < 1.0:\n"
           "    s = s + q.popleft()\nreturn s", "ADC0227"),
    queued(f"{_FILLED}s = 0.0\nfor i in range(len(q)):\n    s += q[i] * (i + 1)\n"
           "return s * q[n] + q[-2]", integers={"n": 1}),
    queued(f"{_FILLED}s = 0.0\nfor i, v in enumerate(q):\n    s += v * (i + 1)\n"
           "return s * q[n] + q[-2]", integers={"n": -1}),
    queued("q = deque(x, 3)\nreturn sum(q) * q[0] + max(q) - min(q)"),
    queued("q = deque(maxlen=4)\ny = 0.0\nfor v in x:\n    q.append(y)\n"
           "    y = v + 0.3 * sum(h * c for h, c in zip(q, (0.1, 0.2, 0.3, 0.4)))\nreturn y"),
    queued("for k in range(2):\n    q = deque(maxlen=2)\n    for v in x:\n        q.append(v + k)\n"
           "return q[0] * q[1]"),
    queued("q = deque(maxlen=None)\nq.append(x[0])\nq.append(x[1])\nreturn q[1] * len(q)"),
    queued(f"{_FILLED}q[0] = 2.0\nq[-1] *= 3\nreturn q[0] * q[1] * q[2]"),
    queued("q = deque(maxlen=3)\ns = 0.0\nfor v in x:\n    q.append(v)\n    for u in q:\n"
           "        if u > 0.6:\n            break\n        s += u * v\nreturn s"),
    queued("q = deque(maxlen=3)\ns = 0.0\nfor v in x:\n    q.append(v)\n"
           "    while len(q) > 1 and q[0] < q[-1]:\n        s += q[0] * v\n        q.popleft()\n"
           "return s + q[0]"),
    queued("def bump(d):\n    d[0] = 5.0\n    return d[0]\nq = deque(maxlen=3)\n"
           "q.append(x[0])\nbump(q)\nreturn q[0] * x[0]", "ADC0227"),
    # Other uses are refused, as are two names of one deque.
    queued(f"{_FILLED}r = q\nr.append(3.0)\nreturn q[0] * q[1]", "ADC0227"),
    queued(f"{_FILLED}q.appendleft(x[0])\nreturn q[0]", "ADC0227"),
    queued(f"{_FILLED}return q", "ADC0227"),
    queued("q = deque()\nq.append(x[0])\na = q.popleft()\nb = q.popleft()\nreturn a + b",
           "ADC0233", raises=True),
    queued("def push(v):\n    q.append(v)\nq = deque(maxlen=2)\npush(x[0])\nreturn q[0]",
           "ADC0227"),
)  # fmt: skip
