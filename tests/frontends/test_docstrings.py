"""What docstrings say of arguments: where they say it, and what the words mean."""

from __future__ import annotations

import pytest

from adc.frontends.guessing.docstrings import Said, said_of
from adc.frontends.guessing.type_phrases import told_by, told_by_phrase

NUMPY = """Do.

    Parameters
    ----------
    a, b : float
        The a.
    x : array_like, shape (n, 2)
        Points: many
    y
        nothing

    Returns
    -------
    z : int
    """
GOOGLE = """Do.

    Args:
        a (float): first
            more: words
        b (np.ndarray, optional): second
        c: A `(3,)` vector.

    Returns:
        x (int): no
    """
SPHINX = """Do.

    :param float a: the a
    :param b: the b
       goes on
    :type b: list of float
    :return: x
    :rtype: int
    """


@pytest.mark.parametrize(
    ("docstring", "said"),
    [
        (
            NUMPY,
            {
                "a": Said("float", "The a."),
                "b": Said("float", "The a."),
                "x": Said("array_like, shape (n, 2)", "Points: many"),
                "y": Said("", "nothing"),
            },
        ),
        (
            GOOGLE,
            {
                "a": Said("float", "first more: words"),
                "b": Said("np.ndarray, optional", "second"),
                "c": Said("", "A `(3,)` vector."),
            },
        ),
        (SPHINX, {"a": Said("float", "the a"), "b": Said("list of float", "the b goes on")}),
        ("Parameters\n----------", {}),
        (None, {}),
    ],
)
def test_where_types_stand(docstring: str | None, said: dict[str, Said]) -> None:
    assert said_of(docstring) == said


@pytest.mark.parametrize(
    ("phrase", "types"),
    [
        ("float [km], default: 1.0", "float64"),
        ("int, optional", "int"),
        ("bool", "bool"),
        ("str", "text"),
        ("`str` or None, {'a', 'b'}", "text(a, b)"),
        ("Literal['a', \"b\"]", "text(a, b)"),
        ("str or float", "text | float64"),
        ("callable", ""),
        ("Callable[[float], float]", ""),
        ("list of str", ""),
        (":class:`~numpy.ndarray`", "array[?]"),
        ("float or array_like", "float64 | array[?]"),
        ("Optional[Union[float, np.ndarray]]", "float64 | array[?]"),
        ("array_like, shape (n, 2)", "array[n, 2]"),
        ("(N,) array", "array[N]"),
        ("ndarray (n,m)", "array[n, m]"),
        ("np.ndarray, shape=(n+1,)", "array[_]"),
        ("ndarray of shape (..., 3)", "array[?]"),
        ("3x3 matrix", "array[3, 3]"),
        ("(n, max_iter, max, 3x) array, shape (" + "a" * 999, "array[n, max_iter, _, _]"),
        ("array [n_a x 3]", "array[n_a, 3]"),
        ("2-D array of ints", "int64[2]"),
        ("Sequence[float]", "float64[1]"),
        ("List[List[float]]", "float64[2]"),
        ("npt.NDArray[np.complex128] | None", "complex128[?]"),
        ("Float64Array1D", "array[1]"),
        ("tuple of (float, float)", "array[1]"),
    ],
)
def test_what_phrases_mean(phrase: str, types: str) -> None:
    found = []
    for told in told_by_phrase(phrase):
        text = told.element or told.kind
        if told.kind == "array":
            text += f"[{', '.join(s or '_' for s in told.sizes) or told.rank or '?'}]"
        found.append(text + (f"({', '.join(told.choices)})" if told.choices else ""))
    assert " | ".join(found) == types


@pytest.mark.parametrize(
    ("description", "rank"),
    [
        ("A `(3,)` vector or a `kx3` stack of vectors.", 1),
        ("a matrix of features (n_dims x n_wins)", 2),
        ("number of elements in the list", None),
        ("Frequency in Hz", None),
    ],
)
def test_descriptions(description: str, rank: int | None) -> None:
    assert next((told.rank for told in told_by(Said("", description))), None) == rank
    of_array = told_by(Said("ndarray", "The form (omega, alpha), as it is."))
    assert [told.rank for told in of_array] == [0]
