"""The whole-program proof: adc's gradients against NumPy runs of the original source.

Nothing in here shares code with the compiler beyond its entry points: types are read off the
source with the standard library's `ast`, the original runs under NumPy, derivatives come from
extrapolated differences.
"""
