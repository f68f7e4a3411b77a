"""Correlation matrix of the columns of a data set; dead columns get deviation one."""

import numpy as np


def correlation(float_n: float, data: "float64[N, M]"):
    M = data.shape[1]
    mean = np.mean(data, axis=0)
    stddev = np.std(data, axis=0)
    stddev = np.where(stddev <= 0.1, 1.0, stddev)
    data -= mean
    data /= np.sqrt(float_n) * stddev
    corr = np.eye(M, dtype=data.dtype)
    for i in range(M - 1):
        corr[i, i + 1:] = data[:, i] @ data[:, i + 1:]
        corr[i + 1:, i] = corr[i, i + 1:]
    return corr
