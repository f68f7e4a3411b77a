"""Angles between pairs of points on a sphere, by the haversine formula."""

import numpy as np


def arc_distance(theta1, phi1, theta2, phi2):
    half_theta = np.sin(0.5 * (theta2 - theta1))
    half_phi = np.sin(0.5 * (phi2 - phi1))
    square = half_theta**2 + np.cos(theta1) * np.cos(theta2) * half_phi**2
    return 2.0 * np.arctan2(np.sqrt(square), np.sqrt(1.0 - square))
