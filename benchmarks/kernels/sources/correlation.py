"""Correlation matrix of the columns of a table."""

import numpy as np


def correlation(data):
    centred = data - np.mean(data, axis=0)
    scaled = centred / np.sqrt(np.sum(centred * centred, axis=0))
    return scaled.T @ scaled
