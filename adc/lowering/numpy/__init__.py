"""NumPy's and SciPy's vocabulary: what their functions of arrays do, under their names."""
