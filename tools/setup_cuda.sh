#!/bin/sh
# Puts nvcc into .venv-cuda from its wheels (270 MB), for `make -C out` and the tests where CUDA is
# not installed. One meta-package names all versions: those of single packages do not fit together.
set -eu
cd "$(dirname "$0")/.."

if ! [ -x .venv-cuda/bin/nvcc ]; then
    echo "setup: creating .venv-cuda with nvcc" >&2
    python3 -m venv .venv-cuda
    .venv-cuda/bin/python -m pip install --quiet --disable-pip-version-check \
        "cuda-toolkit[nvcc,cudart,cccl]==13.0.*" >&2
    root=$(echo "$PWD"/.venv-cuda/lib/python3*/site-packages/nvidia/cu13)
    # Programs link with -lcudart; the wheels have it with its version alone.
    for library in "$root"/lib/lib*.so.*; do
        ln -sf "$(basename "$library")" "${library%%.so.*}.so"
    done
    printf '#!/bin/sh\nexec "%s/bin/nvcc" -L"%s/lib" "$@"\n' "$root" "$root" > .venv-cuda/bin/nvcc
    chmod +x .venv-cuda/bin/nvcc
fi
echo "PATH=$PWD/.venv-cuda/bin:\$PATH"
