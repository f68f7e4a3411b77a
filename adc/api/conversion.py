"""What a caller gives, as what a generated wrapper takes: a copy where nothing is lost by it.

Nothing is written to: an array that is fine as it is goes on as it is.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Any

import numpy as np

Array = np.ndarray[Any, np.dtype[Any]]


def as_array(name: str, value: Any, dtype: np.dtype[Any], axes: int, order: str) -> Array:
    """`value` as an aligned array of `dtype` with memory in `order` ("C" or "F").

    TypeError where its type has values that `dtype` has not (float64 for float32, complex for real,
    bool),
    ValueError where a value of it is none (2**53 + 1 for float64, 0.5 for int64), or where it has
    not so many `axes`.
    """
    array = _plain(name, value, dtype)
    if array.ndim != axes:
        raise ValueError(f"{name} must have {axes} axes, not {array.ndim}")
    if array.dtype != dtype:
        array = _converted(name, value, array, dtype)
    fortran = order == "F"
    contiguous = array.flags.f_contiguous if fortran else array.flags.c_contiguous
    if not (contiguous and array.flags.aligned):
        array = np.array(array, order="F" if fortran else "C")
    return array


def as_scalar(name: str, value: Any, dtype: np.dtype[Any]) -> Any:
    """A number of Python's that is `value`, which `dtype` has; of an array without axes, too.
    Raises as `as_array` does."""
    array = _plain(name, value, dtype)
    if array.ndim:
        raise ValueError(f"{name} must be a number, not an array with {array.ndim} axes")
    if array.dtype != dtype:
        array = _converted(name, value, array, dtype)
    return array.item()


def is_on_device(value: Any) -> bool:
    """Whether it is another library's array in a graphics processor's memory."""
    if isinstance(value, np.ndarray):
        return False
    if hasattr(value, "__cuda_array_interface__"):
        return True
    return hasattr(value, "__dlpack_device__") and value.__dlpack_device__()[0] in (2, 13)


def share_memory(values: Sequence[Any]) -> bool:
    """Whether two of them are one, or NumPy's arrays with elements in common."""
    for one, other in combinations(values, 2):
        host = isinstance(one, np.ndarray) and isinstance(other, np.ndarray)
        if one is other or (host and np.shares_memory(one, other)):
            return True
    return False


def _plain(name: str, value: Any, dtype: np.dtype[Any]) -> Array:
    """An array of NumPy's own kind; where a subclass means more, it is refused."""
    if type(value) is np.ndarray:
        array = value
    elif isinstance(value, np.ma.MaskedArray):
        raise TypeError(f"{name} must not be a masked array: the mask would be lost")
    elif isinstance(value, np.matrix):
        raise TypeError(f"{name} must be an array, not a matrix: `*` means another product there")
    else:
        try:
            array = np.asarray(value)
        except ValueError as error:  # lists of unequal lengths
            raise ValueError(f"{name} is no array: {error}") from None
    if isinstance(value, int) and array.dtype == object:
        raise ValueError(f"{name} does not fit 64 bits: {value}")
    if array.dtype.kind not in ("fiubc" if dtype.kind == "c" else "fiub"):
        told = f"an array of {array.dtype}" if array.ndim else type(value).__name__
        wanted = "of numbers" if dtype.kind == "c" else "real"
        raise TypeError(f"{name} must be {wanted}, not {told}")
    return array


def _converted(name: str, value: Any, array: Array, dtype: np.dtype[Any]) -> Array:
    """`array`, which `value` is, in the type `dtype`."""
    listed = array.size == 0 and isinstance(value, (list, tuple))  # of no type at all
    if not (listed or _may_become(value, array.dtype, dtype)):
        raise TypeError(
            f"{name} must be {dtype}, not {array.dtype}: convert it yourself if that is meant"
        )
    with np.errstate(all="ignore"):
        found = array.astype(dtype)
        lost = _lost(array, found)
    if lost.any():
        raise ValueError(f"{name} has a value that {dtype} does not have: {array[lost].flat[0]}")
    return found


def _may_become(value: Any, given: np.dtype[Any], wanted: np.dtype[Any]) -> bool:
    """Whether numbers of the type `given` may be taken for `wanted`, value by value."""
    if "b" in (given.kind, wanted.kind):
        return given.kind == wanted.kind  # a mask is no number, and no number is a mask
    if given.kind in "fc" and not np.can_cast(given, wanted):
        # Python's own float takes on the precision that it meets, as in NumPy.
        own = (int, float, complex) if wanted.kind == "c" else (int, float)
        return wanted.kind in "iu" or all(type(leaf) in own for leaf in _leaves(value))
    return True


def _leaves(value: Any) -> Iterator[Any]:
    """The numbers in lists of lists."""
    if isinstance(value, (list, tuple)):
        for item in value:
            yield from _leaves(item)
    else:
        yield value


def _lost(array: Array, found: Array) -> Array:
    """Where an element of `array` is not what `found` has in its place."""
    given, wanted = array.dtype.kind, found.dtype.kind
    if wanted in "iu":
        limits = np.iinfo(found.dtype)
        if given == "f":
            inside = (array >= float(limits.min)) & (array < float(limits.max + 1))
            return ~(inside & (array == np.floor(array)))
        return (array < int(limits.min)) | (array > int(limits.max))
    if wanted in "fc" and given in "iu":
        return _rounded(array, found.real)
    return np.isinf(found) & np.isfinite(array)


def _rounded(integers: Array, floats: Array) -> Array:
    """Where an integer is none of the floats."""
    exact = 2 ** (np.finfo(floats.dtype).nmant + 1)
    lost = (integers > exact) | (integers < -exact)
    for place in np.argwhere(lost):
        at = tuple(place)
        lost[at] = int(floats[at]) != int(integers[at])
    return lost
