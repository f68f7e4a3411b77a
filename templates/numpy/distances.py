# Distances of scipy.spatial.distance, as adc reads them (`adc/lowering/numpy/written.py`): not to
# be imported. Each by its definition in SciPy's reference, along the last axis.

import numpy as np


def adc_distance(u, v, metric, p, w):
    if metric in ("euclidean", "euclid", "eu", "e"):
        return np.linalg.norm((u - v) if w is None else np.sqrt(w) * (u - v), axis=-1)
    if metric in ("sqeuclidean", "sqe", "sqeuclid"):
        away = (u - v) ** 2
        return np.sum(away if w is None else w * away, axis=-1)
    if metric in ("cityblock", "cblock", "cb", "c", "manhattan"):
        away = np.abs(u - v)
        return np.sum(away if w is None else w * away, axis=-1)
    if metric in ("minkowski", "mi", "m", "pnorm"):
        away = np.abs(u - v)
        return np.linalg.norm(away if w is None else w ** (1.0 / p) * away, p, axis=-1)
    if w is not None:
        raise NotImplementedError("without weights for this metric")
    if metric in ("chebyshev", "chebychev", "cheby", "cheb", "ch"):
        return np.max(np.abs(u - v), axis=-1)
    if metric in ("cosine", "cos"):
        return adc_cosine(u, v)
    if metric in ("correlation", "co"):
        u = u - np.mean(u, axis=-1, keepdims=True)
        v = v - np.mean(v, axis=-1, keepdims=True)
        return adc_cosine(u, v)
    if metric in ("braycurtis",):
        return np.sum(np.abs(u - v), axis=-1) / np.sum(np.abs(u + v), axis=-1)
    if metric in ("canberra",):
        size = np.abs(u) + np.abs(v)
        some = size > 0
        return np.sum(np.where(some, np.abs(u - v) / np.where(some, size, 1.0), 0.0), axis=-1)
    raise NotImplementedError("for the metrics of numbers")


def adc_cosine(u, v):
    size = np.sqrt(np.sum(u * u, axis=-1) * np.sum(v * v, axis=-1))
    return 1.0 - np.clip(np.sum(u * v, axis=-1) / size, -1.0, 1.0)


def adc_of_vectors(u, v, metric, p=2, w=None):
    u, v = np.asarray(u), np.asarray(v)
    if u.ndim != 1 or v.ndim != 1:
        raise NotImplementedError("for vectors")
    return adc_distance(u * 1.0, v * 1.0, metric, p, None if w is None else np.asarray(w))


def scipy_spatial_distance_euclidean(u, v, w=None):
    return adc_of_vectors(u, v, "euclidean", 2, w)


def scipy_spatial_distance_sqeuclidean(u, v, w=None):
    return adc_of_vectors(u, v, "sqeuclidean", 2, w)


def scipy_spatial_distance_cityblock(u, v, w=None):
    return adc_of_vectors(u, v, "cityblock", 2, w)


def scipy_spatial_distance_minkowski(u, v, p=2, w=None):
    return adc_of_vectors(u, v, "minkowski", p, w)


def scipy_spatial_distance_chebyshev(u, v):
    return adc_of_vectors(u, v, "chebyshev")


def scipy_spatial_distance_cosine(u, v):
    return adc_of_vectors(u, v, "cosine")


def scipy_spatial_distance_correlation(u, v):
    return adc_of_vectors(u, v, "correlation")


def scipy_spatial_distance_braycurtis(u, v):
    return adc_of_vectors(u, v, "braycurtis")


def scipy_spatial_distance_canberra(u, v):
    return adc_of_vectors(u, v, "canberra")


def scipy_spatial_distance_mahalanobis(u, v, VI):
    away = np.asarray(u) - np.asarray(v)
    return np.sqrt(np.dot(np.dot(away, VI), away))


def scipy_spatial_distance_seuclidean(u, v, V):
    return np.linalg.norm((np.asarray(u) - np.asarray(v)) / np.sqrt(V))


def scipy_spatial_distance_jensenshannon(p, q, base=None):
    p, q = np.asarray(p), np.asarray(q)
    if p.ndim != 1 or q.ndim != 1:
        raise NotImplementedError("for vectors")
    p, q = p / np.sum(p), q / np.sum(q)
    m = 0.5 * (p + q)
    both = np.sum(adc_relative_entropy(p, m)) + np.sum(adc_relative_entropy(q, m))
    return np.sqrt(both / (1.0 if base is None else np.log(base)) / 2.0)


def adc_relative_entropy(x, y):
    some = (x > 0) & (y > 0)
    share = np.where(some, x, 1.0) / np.where(some, y, 1.0)
    return np.where(some, x * np.log(share), np.where((x == 0) & (y >= 0), 0.0, np.inf))


def scipy_spatial_distance_cdist(XA, XB, metric="euclidean", p=2, w=None):
    XA, XB = np.asarray(XA) * 1.0, np.asarray(XB) * 1.0
    return adc_distance(XA[:, None, :], XB[None, :, :], metric, p, w)


def scipy_spatial_distance_pdist(X, metric="euclidean", p=2, w=None):
    X = np.asarray(X) * 1.0
    i, j = np.triu_indices(len(X), 1)
    return adc_distance(X[i], X[j], metric, p, w)


def scipy_spatial_distance_squareform(X, checks=True):
    X = np.asarray(X)
    if X.ndim != 2 or checks:
        raise NotImplementedError("from a matrix to a vector, with `checks=False` given")
    i, j = np.triu_indices(len(X), 1)
    return X[i, j]
