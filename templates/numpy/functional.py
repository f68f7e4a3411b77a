# Functions of functions, as adc reads them (adc/lowering/written.py): not to be imported.

import numpy as np


def functools_partial(func, *args, **keywords):
    def call(*more, **other):
        given = {**keywords, **other}
        return func(*(args + more), **given)

    return call


def functools_reduce(function, sequence, *initial):
    if initial:
        value, rest = initial[0], sequence
    else:
        value, rest = sequence[0], sequence[1:]
    for item in rest:
        value = function(value, item)
    return value


def typing_cast(typ, val):
    return val


def math_isclose(a, b, *, rel_tol=1e-09, abs_tol=0.0):
    away = abs(b - a)
    near = away <= abs(rel_tol * b) or away <= abs(rel_tol * a) or away <= abs_tol
    return a == b or (near and away < np.inf)
