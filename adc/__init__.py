"""adc: an adjoint compiler for NumPy-style Python and Fortran."""

__version__ = "0.1.0"
