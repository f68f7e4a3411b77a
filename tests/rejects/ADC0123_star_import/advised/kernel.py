from helpers import *


def max(a, b, c):
    largest = a
    if b > largest:
        largest = b
    if c > largest:
        largest = c
    return largest


def peak(x: "float64[3]"):
    return max(x[0], x[1], x[2])
