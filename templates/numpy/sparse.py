# Matrices of scipy.sparse, as adc reads them (`adc/lowering/numpy/written.py`): not to be
# imported. All elements are kept, those that are zero too: what is computed is the same, its cost
# is not.

import numpy as np


class adc_sparse:
    # SciPy's matrices: `*` is the product of matrices. `kind` names a format whose elements may be
    # set: those of another may be other matrices' elements, too, and are not.
    def __init__(self, dense, kind=""):
        self._dense = dense
        self._kind = kind

    def adc_before_arrays(self):
        return True

    @property
    def shape(self):
        return self._dense.shape

    @property
    def ndim(self):
        return 2

    @property
    def dtype(self):
        return self._dense.dtype

    @property
    def T(self):
        return adc_sparse(self._dense.T.copy(), self._kind)

    def transpose(self):
        return adc_sparse(self._dense.T.copy(), self._kind)

    def toarray(self):
        return self._dense.copy()

    def copy(self):
        return adc_sparse(self._dense.copy(), self._kind)

    def tocsr(self):
        return adc_sparse(self._dense.copy())

    def tocsc(self):
        return adc_sparse(self._dense.copy())

    def tocoo(self):
        return adc_sparse(self._dense.copy())

    def tolil(self):
        return self if self._kind == "lil" else adc_sparse(self._dense.copy(), "lil")

    def todia(self):
        return adc_sparse(self._dense.copy())

    def todok(self):
        return self if self._kind == "dok" else adc_sparse(self._dense.copy(), "dok")

    def asformat(self, format):
        if format is None or (format in ("lil", "dok") and format == self._kind):
            return self
        return adc_sparse(self._dense.copy(), format if format in ("lil", "dok") else "")

    def astype(self, dtype):
        return adc_sparse(self._dense.astype(dtype), self._kind)

    def dot(self, other):
        return adc_sparse_product(self, other)

    def __matmul__(self, other):
        return adc_sparse_product(self, other)

    def __mul__(self, other):
        if isinstance(other, adc_sparse) or np.ndim(other) > 0:
            return adc_sparse_product(self, other)
        return adc_sparse(self._dense * other, self._kind)

    def __rmul__(self, other):
        if np.ndim(other) > 0:
            return np.asarray(other) @ self._dense
        return adc_sparse(self._dense * other, self._kind)

    def __rmatmul__(self, other):
        return np.asarray(other) @ self._dense

    def __truediv__(self, other):
        if isinstance(other, adc_sparse) or np.ndim(other) > 0:
            raise NotImplementedError("sparse matrices are divided by numbers alone here")
        return adc_sparse(self._dense / other, self._kind)

    def __imul__(self, other):
        raise NotImplementedError("sparse matrices are not changed in place: write `B = B * s`")

    def __itruediv__(self, other):
        raise NotImplementedError("sparse matrices are not changed in place: write `B = B / s`")

    def __iadd__(self, other):
        if self._kind == "lil":
            raise NotImplementedError("matrices of lists are not changed in place: `B = B + C`")
        return self + other

    def __isub__(self, other):
        if self._kind == "lil":
            raise NotImplementedError("matrices of lists are not changed in place: `B = B - C`")
        return self - other

    def __eq__(self, other):
        raise NotImplementedError("sparse matrices are not compared: compare `B.toarray()`")

    def __ne__(self, other):
        raise NotImplementedError("sparse matrices are not compared: compare `B.toarray()`")

    def __bool__(self):
        raise NotImplementedError("sparse matrices are not taken for true or false")

    def __add__(self, other):
        if not isinstance(other, adc_sparse):
            raise NotImplementedError("sparse matrices are added to each other alone here")
        kind = "dok" if self._kind == "dok" else ""
        return adc_sparse(adc_sparse_alike(self, other) + other._dense, kind)

    def __sub__(self, other):
        if not isinstance(other, adc_sparse):
            raise NotImplementedError("sparse matrices are added to each other alone here")
        return adc_sparse(adc_sparse_alike(self, other) - other._dense)

    def __neg__(self):
        return adc_sparse(-self._dense)

    def __abs__(self):
        return adc_sparse(abs(self._dense))

    def __getitem__(self, key):
        if not (isinstance(key, tuple) and len(key) == 2 and isinstance(key[0], int) and
                isinstance(key[1], int)):  # fmt: skip
            raise NotImplementedError("sparse matrices take two integers as a subscript here")
        return self._dense[key[0], key[1]]

    def __setitem__(self, key, value):
        if not (isinstance(key, tuple) and len(key) == 2 and isinstance(key[0], int) and
                isinstance(key[1], int)):  # fmt: skip
            raise NotImplementedError("sparse matrices take two integers as a subscript here")
        if self._kind == "":
            raise NotImplementedError("elements are set in matrices of the formats lil and dok")
        self._dense[key[0], key[1]] = value

    def multiply(self, other):
        if isinstance(other, adc_sparse):
            return adc_sparse(adc_sparse_alike(self, other) * other._dense)
        if np.ndim(other) == 1:
            raise NotImplementedError("sparse matrices are multiplied by matrices and numbers here")
        return adc_sparse(self._dense * other)

    def power(self, n):
        return adc_sparse(self._dense**n)

    def diagonal(self, k=0):
        return np.diagonal(self._dense, k).copy()

    def trace(self, offset=0):
        return np.trace(self._dense, offset)

    def sum(self, axis=None):
        if axis is not None:
            raise NotImplementedError("sparse matrices are summed up as a whole here")
        return np.sum(self._dense)

    def mean(self, axis=None):
        if axis is not None:
            raise NotImplementedError("sparse matrices have a mean as a whole here")
        return np.mean(self._dense)


def adc_sparse_alike(self, other):
    # The elements of the first of two matrices; SciPy does not broadcast.
    if self._dense.shape[0] != other._dense.shape[0]:
        raise ValueError("inconsistent shapes")
    if self._dense.shape[1] != other._dense.shape[1]:
        raise ValueError("inconsistent shapes")
    return self._dense


def adc_sparse_product(self, other):
    if isinstance(other, adc_sparse):
        return adc_sparse(self._dense @ other._dense)
    if np.ndim(other) == 0:
        return adc_sparse(self._dense * other)
    return self._dense @ np.asarray(other)


def adc_sparse_dense(A):
    # The elements of a matrix, sparse or not, as an array of its own; a vector is a row.
    if isinstance(A, adc_sparse):
        return A._dense.copy()
    if np.ndim(A) > 2:
        raise ValueError("matrices have two axes")
    return np.atleast_2d(np.array(A))


def adc_sparse_typed(dense, dtype):
    return adc_sparse(dense if dtype is None else dense.astype(dtype))


def adc_sparse_made(arg1, shape, dtype, by_rows, copy):
    # What the constructors of SciPy's formats take.
    if isinstance(arg1, adc_sparse) or not isinstance(arg1, tuple):
        dense = adc_sparse_dense(arg1)
        if shape is not None and (shape[0] != dense.shape[0] or shape[1] != dense.shape[1]):
            raise ValueError("inconsistent shapes")
        return adc_sparse_typed(dense, dtype)
    if len(arg1) == 2 and not isinstance(arg1[1], tuple):
        return adc_sparse_typed(np.zeros((arg1[0], arg1[1])), dtype)
    if shape is None:
        raise NotImplementedError("for data and positions with `shape`")
    data = np.asarray(arg1[0])
    if dtype is not None and data.dtype != np.dtype(dtype):
        data = data.astype(dtype)
    dense = np.zeros((shape[0], shape[1]), data.dtype)
    if len(arg1) == 2:
        rows, columns = np.asarray(arg1[1][0]), np.asarray(arg1[1][1])
        if np.any(rows < 0) or np.any(columns < 0):
            raise ValueError("negative index")
        np.add.at(dense, (rows, columns), data)
        # Data in rows and columns are sorted into other arrays, what is in their order is kept.
        given = () if copy else (data, rows, columns)
        return adc_sparse(dense if by_rows is not None else adc_shared(dense, given))
    indices, indptr = np.asarray(arg1[1]), np.asarray(arg1[2])
    if len(indptr) != (shape[0] if by_rows else shape[1]) + 1:
        raise ValueError("index pointer size does not fit")
    if np.any(indices < 0):
        raise ValueError("negative index")
    for i in range(len(indptr) - 1):
        for k in range(indptr[i], indptr[i + 1]):
            if by_rows:
                dense[i, indices[k]] += data[k]
            else:
                dense[indices[k], i] += data[k]
    return adc_sparse(adc_shared(dense, () if copy else (data, indices, indptr)))


def scipy_sparse_csr_matrix(arg1, shape=None, dtype=None, copy=False):
    return adc_sparse_made(arg1, shape, dtype, True, copy)


def scipy_sparse_csc_matrix(arg1, shape=None, dtype=None, copy=False):
    return adc_sparse_made(arg1, shape, dtype, False, copy)


def scipy_sparse_coo_matrix(arg1, shape=None, dtype=None, copy=False):
    if not isinstance(arg1, adc_sparse) and isinstance(arg1, tuple) and len(arg1) > 2:
        raise NotImplementedError("for matrices, shapes, and data with positions")
    return adc_sparse_made(arg1, shape, dtype, None, copy)


def adc_sparse_to_be_set(arg1, shape, dtype, kind):
    if isinstance(arg1, adc_sparse):
        if arg1._kind == kind:
            raise NotImplementedError("for a matrix of another format: take `.copy()`")
    elif isinstance(arg1, tuple) and isinstance(arg1[1], tuple):
        raise NotImplementedError("for matrices and shapes")
    return adc_sparse(adc_sparse_made(arg1, shape, dtype, None, True)._dense, kind)


def scipy_sparse_lil_matrix(arg1, shape=None, dtype=None, copy=False):
    return adc_sparse_to_be_set(arg1, shape, dtype, "lil")


def scipy_sparse_dok_matrix(arg1, shape=None, dtype=None, copy=False):
    return adc_sparse_to_be_set(arg1, shape, dtype, "dok")


def scipy_sparse_eye(m, n=None, k=0, dtype=None, format=None):
    return adc_sparse_typed(np.eye(m, m if n is None else n, k), dtype)


def scipy_sparse_identity(n, dtype=None, format=None):
    return adc_sparse_typed(np.eye(n), dtype)


def scipy_sparse_diags(diagonals, offsets=0, shape=None, format=None, dtype=None):
    if np.ndim(offsets) == 0:
        if np.ndim(diagonals[0]) > 0:
            raise NotImplementedError("for as many offsets as diagonals")
        lines, places = [np.asarray(diagonals)], [offsets]
    else:
        lines, places = [np.atleast_1d(d) for d in diagonals], offsets
    if len(lines) != len(places):
        raise ValueError("Different number of diagonals and offsets.")
    if shape is None:
        m = len(lines[0]) + abs(places[0])
        n = m
    else:
        m, n = shape
    single = np.concatenate(lines).dtype == np.float32
    dense = np.zeros((m, n), np.float32 if single else np.float64)
    for k in range(len(lines)):
        offset = places[k]
        length = min(m + offset, n - offset, min(m, n))
        if len(lines[k]) != length and len(lines[k]) != 1:
            raise ValueError("Diagonal length does not agree with matrix size.")
        for i in range(length):
            line = lines[k][i if len(lines[k]) == length else 0]
            dense[max(0, -offset) + i, max(0, offset) + i] = line
    return adc_sparse_typed(dense, dtype)


def scipy_sparse_spdiags(data, diags, m=None, n=None, format=None):
    data = np.atleast_2d(data)
    diags = np.atleast_1d(diags)
    # In another format the elements are others.
    given = () if format is not None and format != "dia" else (data,)
    if m is None or n is None:
        raise NotImplementedError("for sizes that are given as two integers")
    dense = np.zeros((m, n), data.dtype)
    for k in range(len(diags)):
        for j in range(min(n, data.shape[1])):
            if 0 <= j - diags[k] < m:
                dense[j - diags[k], j] = data[k, j]
    return adc_sparse(adc_shared(dense, given))


def scipy_sparse_kron(A, B, format=None):
    return adc_sparse(np.kron(adc_sparse_dense(A), adc_sparse_dense(B)))


def scipy_sparse_kronsum(A, B, format=None):
    A, B = adc_sparse_dense(A), adc_sparse_dense(B)
    left = np.kron(np.eye(B.shape[0], dtype=A.dtype), A)
    return adc_sparse(left + np.kron(B, np.eye(A.shape[0], dtype=B.dtype)))


def scipy_sparse_hstack(blocks, format=None, dtype=None):
    parts = []
    for b in blocks:
        parts.append(adc_sparse_dense(b))
    return adc_sparse_typed(np.hstack(parts), dtype)


def scipy_sparse_vstack(blocks, format=None, dtype=None):
    parts = []
    for b in blocks:
        parts.append(adc_sparse_dense(b))
    return adc_sparse_typed(np.vstack(parts), dtype)


def scipy_sparse_tril(A, k=0, format=None):
    return adc_sparse(np.tril(adc_sparse_dense(A), k))


def scipy_sparse_triu(A, k=0, format=None):
    return adc_sparse(np.triu(adc_sparse_dense(A), k))


def scipy_sparse_issparse(x):
    return isinstance(x, adc_sparse)


def scipy_sparse_linalg_spsolve(A, b, permc_spec=None, use_umfpack=True):
    if isinstance(b, adc_sparse):
        raise NotImplementedError("for arrays on the right")
    x = np.linalg.solve(adc_sparse_dense(A), np.asarray(b))
    # SciPy takes a column for a vector.
    return x[:, 0] if x.ndim == 2 and x.shape[1] == 1 else x


def scipy_sparse_linalg_factorized(A):
    dense = adc_sparse_dense(A)
    return lambda b: np.linalg.solve(dense, b)


def scipy_sparse_linalg_splu(A, permc_spec=None):
    return adc_splu(adc_sparse_dense(A))


class adc_splu:
    def __init__(self, dense):
        self._dense = dense

    def solve(self, b):
        return np.linalg.solve(self._dense, b)


def scipy_sparse_linalg_inv(A):
    return adc_sparse(np.linalg.inv(adc_sparse_dense(A)))


def scipy_sparse_linalg_norm(x, ord=None, axis=None):
    if axis is not None or (ord is not None and ord != "fro"):
        raise NotImplementedError("for Frobenius' norm of all elements")
    return np.sqrt(np.sum(abs(adc_sparse_dense(x)) ** 2))
