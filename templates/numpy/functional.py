# Functions of functions, as adc reads them (`adc/lowering/numpy/written.py`): not to be imported.

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


def operator_add(a, b):
    return a + b


def operator_sub(a, b):
    return a - b


def operator_mul(a, b):
    return a * b


def operator_truediv(a, b):
    return a / b


def operator_floordiv(a, b):
    return a // b


def operator_mod(a, b):
    return a % b


def operator_pow(a, b):
    return a**b


def operator_matmul(a, b):
    return a @ b


def operator_lt(a, b):
    return a < b


def operator_le(a, b):
    return a <= b


def operator_gt(a, b):
    return a > b


def operator_ge(a, b):
    return a >= b


def operator_eq(a, b):
    return a == b


def operator_ne(a, b):
    return a != b


def operator_neg(a):
    return -a


def operator_getitem(a, b):
    return a[b]


def operator_itemgetter(item, *items):
    def call(obj):
        if len(items) == 0:
            return obj[item]
        if len(items) == 1:
            return obj[item], obj[items[0]]
        if len(items) == 2:
            return obj[item], obj[items[0]], obj[items[1]]
        raise NotImplementedError("for three items at most")

    return call
