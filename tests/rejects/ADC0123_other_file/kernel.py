from helpers import max


def peak(x: "float64[3]"):
    return max(x[0], x[1])
