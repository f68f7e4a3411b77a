from helpers import *


def peak(x: "float64[3]"):
    return max(x[0], x[1], x[2])
