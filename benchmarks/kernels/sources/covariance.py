"""Covariance matrix of the columns of a table."""

import numpy as np


def covariance(data):
    centred = data - np.mean(data, axis=0)
    return centred.T @ centred / (data.shape[0] - 1.0)
