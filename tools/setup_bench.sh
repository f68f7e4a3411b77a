#!/bin/sh
# Creates .venv-bench, where JAX is, for `make bench BENCH=kernels`. Without a package index that has
# JAX nothing fails: the benchmarks then say nothing of it.
set -eu
cd "$(dirname "$0")/.."

if ! [ -f .venv-bench/.installed ]; then
    echo "setup: creating .venv-bench with NumPy and JAX" >&2
    .venv/bin/python -m venv .venv-bench
    # JAX for the device of this machine, where there is one.
    jax="jax[cpu]"
    if command -v nvidia-smi >/dev/null; then jax="jax[cuda13]"; fi
    if .venv-bench/bin/python -m pip install --quiet --disable-pip-version-check "numpy>=2" "$jax" >&2; then
        touch .venv-bench/.installed
    else
        rm -rf .venv-bench
        echo "setup: JAX could not be installed; its columns stay empty" >&2
    fi
fi
