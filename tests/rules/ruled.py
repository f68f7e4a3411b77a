"""The library as a Python module, for runs of the programs as they stand."""

import ctypes
import os

import numpy as np

library = ctypes.CDLL(os.environ["RULED_LIBRARY"])


def address(array, kind=np.float64):
    assert array.dtype == kind and array.flags.c_contiguous
    return ctypes.c_void_p(array.ctypes.data)


def whole(number, kind=ctypes.c_int64):
    return ctypes.byref(kind(number))


def eos(t, s, rho):
    t, s = np.ascontiguousarray(t), np.ascontiguousarray(s)
    library.eos_(whole(t.size), address(t), address(s), address(rho))


def kick(n, a, x):
    library.kick_(whole(n, ctypes.c_int32), ctypes.byref(ctypes.c_double(a)), address(x))


def rows(w, u, v, work, steps):
    m, n = (whole(extent, ctypes.c_int32) for extent in u.shape)
    number = ctypes.byref(ctypes.c_double(w))
    library.rows_(m, n, number, address(u), address(v), address(work), address(steps, np.int32))


def pairs(*given):
    a, x, y = given[-3:]
    library.pairs(x.size, ctypes.c_double(a), address(x), address(y))


def expo(*given):
    raise NotImplementedError


def log_message(*given):
    del given
