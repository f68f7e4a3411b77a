import math


def smooth(x: "float64[N]"):
    return math.erf(x)
