#!/bin/sh
# Creates .venv, installs adc into it and makes sure of a C compiler.
#
#   tools/setup.sh          what running adc needs
#   tools/setup.sh dev      and what testing and linting it needs
#
# Missing Debian packages are installed where this runs as root; elsewhere the script says which.
# Tests that want more than a C compiler (gfortran, g++, pkg-config) are skipped where that is
# missing.
set -eu
cd "$(dirname "$0")/.."

say() { echo "setup: $*" >&2; }
fail() { say "$*"; exit 1; }
is_root() { [ "$(id -u)" = 0 ]; }

# apt_install WHY PACKAGE...: as root install them, otherwise say what to run.
apt_install() {
    why=$1; shift
    if is_root && command -v apt-get >/dev/null 2>&1; then
        say "$why: installing $*"
        apt-get update -qq >&2 || true
        DEBIAN_FRONTEND=noninteractive apt-get install -y -qq "$@" >&2 ||
            fail "apt-get could not install $*; install it by hand and run this again"
    else
        fail "$why: run 'sudo apt-get install $*' (or your system's equivalent), then try again"
    fi
}

recent_enough() { "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; }

# Debian has what makes environments in a package of its own.
makes_environments() { "$1" -c 'import ensurepip, venv' 2>/dev/null; }

# The distribution's goes before others: it is built with its profile, which one built on the spot
# seldom is, and runs adc in four fifths of the time.
find_python() {
    distributions=/usr/bin/python3
    makes_environments $distributions || distributions=
    for candidate in ${PYTHON:-} $distributions python3 python3.13 python3.12 python3.11; do
        if recent_enough "$candidate"; then echo "$candidate"; return; fi
    done
}

works() { [ -x .venv/bin/python ] && .venv/bin/python -m pip --version >/dev/null 2>&1; }

make_environment() {
    works && return
    python=$(find_python)
    if [ -z "$python" ]; then
        apt_install "no Python 3.11 or newer was found" python3 python3-venv
        python=$(find_python)
        [ -n "$python" ] || fail "this system's Python is older than 3.11; set PYTHON=/path/to/a/newer/one"
    fi
    say "creating .venv with $("$python" --version)"
    "$python" -m venv --clear .venv >/dev/null 2>&1 || true
    if ! works; then
        apt_install "Python's venv module is incomplete" python3-venv
        "$python" -m venv --clear .venv || fail "could not create .venv"
    fi
}

# The stamp keeps the packages' list that was installed: a change of it installs again.
install_packages() {
    extra=$1
    stamp=.venv/.adc-installed${extra:+-$extra}
    cmp -s pyproject.toml "$stamp" && [ -x .venv/bin/adc ] && return
    say "installing adc${extra:+ with its $extra tools} into .venv"
    .venv/bin/python -m pip install --quiet --disable-pip-version-check --editable ".${extra:+[$extra]}" ||
        fail "pip could not install adc's dependencies (see above); is the network reachable?"
    cp pyproject.toml "$stamp"
}

# Parser tables are made by the installation; this makes them again where a grammar has changed.
make_tables() {
    made=$(find adc/_data/tables -name 'python-*.tables' 2>/dev/null | head -n 1)
    [ -n "$made" ] && [ -z "$(find grammars adc/__init__.py adc/frontends/grammars.py \
        adc/frontends/tables.py .venv/lib/python*/site-packages/lark/__init__.py -newer "$made")" ] && return
    .venv/bin/python -m adc.frontends.grammars || say "the parser's tables could not be made"
}

make_sure_of_compiler() {
    for compiler in "${CC:-cc}" gcc clang; do
        command -v "$compiler" >/dev/null 2>&1 && return
    done
    apt_install "no C compiler was found" gcc libc6-dev
}

# What some tests want beside a C compiler; nothing fails without it.
try_for_test_tools() {
    missing=
    for tool in gfortran g++ pkg-config; do
        command -v "$tool" >/dev/null 2>&1 || missing="$missing $tool"
    done
    # Of LAPACK the library alone: no cblas.h for adc's Makefiles to find.
    ldconfig -p 2>/dev/null | grep -q liblapack.so || missing="$missing liblapack3"
    [ -z "$missing" ] && return
    if is_root && command -v apt-get >/dev/null 2>&1; then
        say "installing what some tests use:$missing"
        apt-get update -qq >&2 || true
        # shellcheck disable=SC2086 - a list of words
        DEBIAN_FRONTEND=noninteractive apt-get install -y -qq $missing >&2 || true
    else
        say "tests that use these will be skipped:$missing"
    fi
}

# ThreadSanitizer over OpenMP: clang with its run-time libraries, which are a package of their own.
try_for_sanitizers() {
    command -v clang >/dev/null 2>&1 && return
    if is_root && command -v apt-get >/dev/null 2>&1; then
        version=$(apt-cache depends clang 2>/dev/null | sed -n 's/.*Depends: clang-\([0-9]*\)$/\1/p' | head -n 1)
        say "installing what the tests under ThreadSanitizer use: clang libomp-dev"
        # shellcheck disable=SC2086 - a word or none
        DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends \
            clang libomp-dev ${version:+libclang-rt-$version-dev} >&2 || true
    else
        say "tests under ThreadSanitizer will be skipped: clang libomp-dev"
    fi
}

make_environment
install_packages "${1:-}"
make_tables
make_sure_of_compiler
if [ "${1:-}" = dev ]; then
    try_for_test_tools
    try_for_sanitizers
fi
