"""The loop tree as CUDA C++: kernels, and the host's function that starts them."""

from adc.emit.cuda.backend import CUDA

__all__ = ["CUDA"]
