"""`finally`, behind what is tried and behind handlers."""

from __future__ import annotations

from tests.readings.table import HEADER, Reading, text


def reading(source: str, refused: str = "") -> Reading:
    return text(HEADER + source, refused)


READINGS = (
    reading("""\
def f(d: "float64[N]", v: float, n: int):
    s = 0.0
    for i in range(n):
        try:
            s += v / i
        except ZeroDivisionError:
            s -= v
        else:
            s *= 2
        finally:
            s += 1.0
    try:
        y = np.sqrt(v)
    except ValueError:
        y = 0.0
    else:
        y = y * 2
    finally:
        d[0] = v
    return s + y + d[0]
"""),
    reading(
        """\
def f(v: float, n: int):
    s = 0.0
    for i in range(n):
        try:
            s += v / i
        except ZeroDivisionError:
            continue
        finally:
            s += 1.0
    return s
""",
        "ADC0103",
    ),
    # What is inside is run before the handler outside.
    reading(
        """\
def f(d: "float64[N]", v: float):
    q = 0.0
    w = v * 0
    try:
        try:
            q = v / w
        finally:
            d[0] = v
    except ZeroDivisionError:
        q = 1.0
    return q + d[0]
""",
        "ADC0103",
    ),
)
