"""All kernels, each with its types, what is differentiated, and its sizes."""

from __future__ import annotations

from benchmarks.kernels.linear_algebra import LINEAR_ALGEBRA
from benchmarks.kernels.models import MODELS
from benchmarks.kernels.stencils import STENCILS

KERNELS = {kernel.name: kernel for kernel in (*LINEAR_ALGEBRA, *STENCILS, *MODELS)}
