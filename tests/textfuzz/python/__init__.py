"""Random Python sources, examined against CPython and NumPy."""
