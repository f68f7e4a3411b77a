"""Complex numbers: pairs of real arrays and numbers."""
