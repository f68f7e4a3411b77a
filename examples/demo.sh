#!/bin/sh
# The gradient of a nonlinear time-stepping kernel: written, built, proved right and timed.
# Run it as `make demo`, or by itself where adc is on the PATH.
set -eu
cd "$(dirname "$0")/.."
out=out/burgers

show() { echo; echo "\$ $*"; "$@"; }

show adc grad examples/burgers/kernel.py --wrt u,nu --value -o $out
show make --no-print-directory -C $out
show make --no-print-directory -C $out check
show python examples/burgers/demo.py $out
