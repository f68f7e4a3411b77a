# adc's own tasks; `make help` lists them.
.DEFAULT_GOAL := help
.PHONY: help demo test test-long lint format golden bench fuzz fuzz-text fuzz-readings fuzz-fortran hostile mutants sanitize prove setup setup-dev cuda-tools clean

VENV := .venv/bin
JOBS ?= 2

help:  ## this list
	@grep -E '^[a-z][a-z-]*:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):[^#]*## /\1|/' | awk -F'|' '{printf "  make %-13s %s\n", $$1, $$2}'

demo: setup  ## write, build, prove and time the adjoint of a nonlinear time-stepping kernel
	@PATH="$(CURDIR)/$(VENV):$$PATH" sh examples/demo.sh

# Byte code is kept, or each process of the tests compiles all of adc anew.
test test-long: export PYTHONDONTWRITEBYTECODE :=

test: setup-dev  ## the tests (JOBS=2 processes)
	@$(VENV)/python -m pytest -n $(JOBS) --dist worksteal

test-long: setup-dev  ## what `make test` leaves out for its length
	@$(VENV)/python -m pytest -n $(JOBS) --dist worksteal -m long

lint: setup-dev  ## ruff (rules and format) and mypy
	@$(VENV)/ruff check .
	@$(VENV)/ruff format --check .
	@$(VENV)/mypy

format: setup-dev  ## let ruff rewrite what `make lint` would complain of
	@$(VENV)/ruff check --fix .
	@$(VENV)/ruff format .

golden: setup-dev  ## write the expected texts of the tests anew and print what changed
	@$(VENV)/python -m pytest -q -p no:cacheprovider --golden

cuda-tools:  ## nvcc from its wheels (270 MB), where CUDA is not installed: for what adc writes, and the tests
	@tools/setup_cuda.sh

bench: setup  ## start-up times, gradient against primal (BENCH=memory: memory limits too; BENCH=compile; BENCH=kernels, cuda: WRITE=1)
ifeq ($(BENCH),kernels)
	@tools/setup_bench.sh
	@JAX_PLATFORMS=cpu $(VENV)/python -m benchmarks.kernels.run --kernels "$(KERNELS)" --sizes "$(SIZES)" $(if $(WRITE),--write) $(if $(RESUME),--resume)
else ifeq ($(BENCH),cuda)
	@tools/setup_bench.sh
	@$(VENV)/python -m benchmarks.cuda.run --kernels "$(KERNELS)" --sizes "$(SIZES)" $(if $(WRITE),--write)
else
	@$(VENV)/python benchmarks/run.py $(BENCH)
endif

fuzz: setup-dev  ## thousands of random programs through interpreter, C and finite differences
	@$(VENV)/python -m tests.fuzz $(FUZZ)

fuzz-text: setup-dev  ## random programs as texts, against a run of the original (FUZZ="--count 20000")
	@$(VENV)/python -m tests.textfuzz $(FUZZ)

fuzz-readings: setup-dev  ## texts of tests/readings, changed (FUZZ="--count 20000 --seed 5000")
	@$(VENV)/python -m tests.textfuzz --language readings $(FUZZ)

fuzz-fortran: setup-dev  ## thousands of damaged Fortran files: diagnostics only (FUZZ=200 per kernel)
	@$(VENV)/python -m tests.frontends.fortran.mutated $(FUZZ)

hostile: setup-dev  ## damaged files, nonsense options, odd names, kills (HOSTILE="2000 python")
	@$(VENV)/python -m tests.hostile $(HOSTILE)

mutants: setup-dev  ## faults seeded into reversed programs; each must be caught
	@$(VENV)/python -m tests.proof.mutants $(MUTANTS)

sanitize: setup-dev  ## every case and trap under AddressSanitizer, UBSan and ThreadSanitizer
	@$(VENV)/python -m tests.proof.sanitized $(SANITIZE)

prove: setup-dev  ## every case in every configuration (the full matrix; long)
	@$(VENV)/python -m tests.proof.prove $(PROVE)

setup:
	@tools/setup.sh

setup-dev:
	@tools/setup.sh dev

clean:  ## remove what the tasks leave behind (not .venv)
	rm -rf out build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis
