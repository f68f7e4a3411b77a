"""Fortran kernels proved: adc against the original built by gfortran."""
