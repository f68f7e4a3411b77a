# signature: track_length(lat: float64[N], lon: float64[N])
import numpy as np

EARTH_RADIUS_KM = 6371.0088


def haversine(lat1, lon1, lat2, lon2, degrees=True):
    if degrees:
        lat1, lon1, lat2, lon2 = map(np.radians, (lat1, lon1, lat2, lon2))
    dlat = lat2 - lat1
    dlon = lon2 - lon1
    a = np.sin(dlat / 2) ** 2 + np.cos(lat1) * np.cos(lat2) * np.sin(dlon / 2) ** 2
    return 2 * EARTH_RADIUS_KM * np.arcsin(np.sqrt(a))


def track_length(lat, lon):
    if lat.ndim != 1 or lat.shape != lon.shape:
        raise ValueError(f"lat and lon must be equal-length vectors, got {lat.shape} and {lon.shape}")
    return np.sum(haversine(lat[:-1], lon[:-1], lat[1:], lon[1:]))
