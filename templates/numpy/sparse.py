# Matrices of scipy.sparse, as adc reads them (`adc/lowering/numpy/written.py`): not to be
# imported. All elements are kept, those that are zero too: what is computed is the same, its cost
# is not.

import numpy as np


class adc_sparse:
    # SciPy's matrices: `*` is the product of matrices.
    def __init__(self, dense):
        self._dense = dense

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
        return adc_sparse(self._dense.T.copy())

    def transpose(self):
        return adc_sparse(self._dense.T.copy())

    def toarray(self):
        return self._dense.copy()

    def copy(self):
        return adc_sparse(self._dense.copy())

    def tocsr(self):
        return adc_sparse(self._dense.copy())

    def tocsc(self):
        return adc_sparse(self._dense.copy())

    def tocoo(self):
        return adc_sparse(self._dense.copy())

    def tolil(self):
        return adc_sparse(self._dense.copy())

    def todia(self):
        return adc_sparse(self._dense.copy())

    def todok(self):
        return adc_sparse(self._dense.copy())

    def asformat(self, format):
        return adc_sparse(self._dense.copy())

    def astype(self, dtype):
        return adc_sparse(self._dense.astype(dtype))

    def dot(self, other):
        return adc_sparse_product(self, other)

    def __matmul__(self, other):
        return adc_sparse_product(self, other)

    def __mul__(self, other):
        if isinstance(other, adc_sparse) or np.ndim(other) > 0:
            return adc_sparse_product(self, other)
        return adc_sparse(self._dense * other)

    def __rmul__(self, other):
        if np.ndim(other) > 0:
            return np.asarray(other) @ self._dense
        return adc_sparse(self._dense * other)

    def __rmatmul__(self, other):
        return np.asarray(other) @ self._dense

    def __truediv__(self, other):
        if isinstance(other, adc_sparse) or np.ndim(other) > 0:
            raise NotImplementedError("sparse matrices are divided by numbers alone here")
        return adc_sparse(self._dense / other)

    def __add__(self, other):
        if not isinstance(other, adc_sparse):
            raise NotImplementedError("sparse matrices are added to each other alone here")
        return adc_sparse(adc_sparse_alike(self, other) + other._dense)

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
    # The elements of a matrix, sparse or not, as an array of its own.
    if isinstance(A, adc_sparse):
        return A._dense.copy()
    return np.array(A)


def adc_sparse_zeros(shape, like):
    return np.zeros((shape[0], shape[1]), np.asarray(like).dtype)


def adc_sparse_typed(dense, dtype):
    return adc_sparse(dense if dtype is None else dense.astype(dtype))


def adc_sparse_made(arg1, shape, dtype, by_rows):
    # What the constructors of SciPy's formats take.
    if not isinstance(arg1, tuple):
        return adc_sparse_typed(adc_sparse_dense(arg1), dtype)
    if len(arg1) == 2 and not isinstance(arg1[1], tuple):
        return adc_sparse_typed(np.zeros((arg1[0], arg1[1])), dtype)
    if shape is None:
        raise NotImplementedError("for data and positions with `shape`")
    data = np.asarray(arg1[0])
    dense = adc_sparse_zeros(shape, data)
    if len(arg1) == 2:
        np.add.at(dense, (np.asarray(arg1[1][0]), np.asarray(arg1[1][1])), data)
        return adc_sparse_typed(dense, dtype)
    indices, indptr = np.asarray(arg1[1]), np.asarray(arg1[2])
    for i in range(len(indptr) - 1):
        for k in range(indptr[i], indptr[i + 1]):
            if by_rows:
                dense[i, indices[k]] += data[k]
            else:
                dense[indices[k], i] += data[k]
    return adc_sparse_typed(dense, dtype)


def scipy_sparse_csr_matrix(arg1, shape=None, dtype=None, copy=False):
    return adc_sparse_made(arg1, shape, dtype, True)


def scipy_sparse_csc_matrix(arg1, shape=None, dtype=None, copy=False):
    return adc_sparse_made(arg1, shape, dtype, False)


def adc_sparse_by_places(arg1, shape, dtype):
    if isinstance(arg1, tuple) and len(arg1) > 2:
        raise NotImplementedError("for matrices, shapes, and data with positions")
    return adc_sparse_made(arg1, shape, dtype, True)


def scipy_sparse_coo_matrix(arg1, shape=None, dtype=None, copy=False):
    return adc_sparse_by_places(arg1, shape, dtype)


def adc_sparse_to_be_set(arg1, dtype):
    if isinstance(arg1, tuple) and isinstance(arg1[1], tuple):
        raise NotImplementedError("for matrices and shapes")
    return adc_sparse_by_places(arg1, None, dtype)


def scipy_sparse_lil_matrix(arg1, shape=None, dtype=None, copy=False):
    return adc_sparse_to_be_set(arg1, dtype)


def scipy_sparse_dok_matrix(arg1, shape=None, dtype=None, copy=False):
    return adc_sparse_to_be_set(arg1, dtype)


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
    dense = np.zeros((m, n))
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
    if m is None or n is None:
        raise NotImplementedError("for sizes that are given as two integers")
    dense = np.zeros((m, n), data.dtype)
    for k in range(len(diags)):
        for j in range(min(n, data.shape[1])):
            if 0 <= j - diags[k] < m:
                dense[j - diags[k], j] = data[k, j]
    return adc_sparse(dense)


def scipy_sparse_kron(A, B, format=None):
    return adc_sparse(np.kron(adc_sparse_dense(A), adc_sparse_dense(B)))


def scipy_sparse_kronsum(A, B, format=None):
    A, B = adc_sparse_dense(A), adc_sparse_dense(B)
    left = np.kron(np.eye(B.shape[0]), A)
    return adc_sparse(left + np.kron(B, np.eye(A.shape[0])))


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
