"""The kernels as one writes them for JAX. Importing this needs JAX.

A function `X_lax` follows the source of X: its loops are `lax` loops over slices. `X_best` is there
where another form is faster: whole-array operations instead of loops. Both take the source's
arguments and return the dependents; they change nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from benchmarks.kernels.definition import Inputs, Kernel
from benchmarks.kernels.in_jax import linear_algebra, models, stencils

jax.config.update("jax_enable_x64", True)

#: Bytes of temporaries that a gradient may want: what is kept of each iteration of a `lax` loop can
#: be a whole array.
MOST_BYTES = 8_000_000_000


def version(kernel: Kernel, name: str) -> Callable[..., Any] | None:
    """The function `X_lax` or `X_best` of a kernel X; None where there is none."""
    for module in (linear_algebra, stencils, models):
        if found := getattr(module, f"{kernel.function}_{name}", None):
            return found
    return None


def compiled_gradient(
    kernel: Kernel, name: str, inputs: Inputs, seeds: Sequence[Any]
) -> Callable[[], tuple[Any, ...]] | None:
    """JIT's gradient of the seeds' inner products, compiled, on arguments that are in place.

    MemoryError where it would need more than `MOST_BYTES`.
    """
    function = version(kernel, name)
    if function is None:
        return None
    names = list(inputs)

    def value(seeds: Any, *given: Any) -> Any:
        found = function(*given)
        found = found if isinstance(found, tuple) else (found,)
        return sum(jnp.vdot(s, f) for s, f in zip(seeds, found, strict=True))

    wrt = tuple(1 + names.index(n) for n in kernel.differentiated)
    static = tuple(1 + i for i, n in enumerate(names) if isinstance(inputs[n], int))
    # A copy: on a processor JAX may take an array of NumPy's as it stands.
    placed = [v if isinstance(v, int) else jnp.array(v) for v in inputs.values()]
    weights = [jnp.array(s) for s in seeds]
    gradient = jax.jit(jax.grad(value, wrt), static_argnums=static)
    ready = gradient.lower(weights, *placed).compile()
    wanted = ready.memory_analysis().temp_size_in_bytes
    if wanted > MOST_BYTES:
        raise MemoryError(f"wants {wanted / 1e9:.1f} GB")
    dynamic = [v for v in placed if not isinstance(v, int)]
    return lambda: jax.block_until_ready(ready(weights, *dynamic))


def results(kernel: Kernel, name: str, inputs: Inputs) -> tuple[np.ndarray, ...]:
    """What the kernel's version computes, uncompiled."""
    function = version(kernel, name)
    assert function is not None
    found = function(*(v if isinstance(v, int) else jnp.array(v) for v in inputs.values()))
    return tuple(map(np.asarray, found if isinstance(found, tuple) else (found,)))
