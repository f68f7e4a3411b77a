"""Which examples of a test are left to `make test-long`."""

from __future__ import annotations

import zlib
from collections.abc import Collection, Iterable
from typing import Any

import pytest

#: Files whose tests put many programs through alike checks: of each of these tests one example in
#: two, by chance, is kept, and the others are left to the long run.
HALVED = frozenset(
    {
        "tests/analysis/test_limits.py",
        "tests/checkpoint/test_model.py",
        "tests/checkpoint/test_state.py",
        "tests/cli/test_app.py",
        "tests/cli/test_seeds.py",
        "tests/corpus/test_fortran.py",
        "tests/cuda_emulator/test_counts.py",
        "tests/differentiate/test_calls.py",
        "tests/differentiate/test_open_ended.py",
        "tests/emit_files/test_files.py",
        "tests/frontends/fortran/test_outer_products.py",
        "tests/frontends/test_as_written.py",
        "tests/frontends/test_method_targets.py",
        "tests/frontends/test_tried.py",
        "tests/implicit/test_convergence.py",
        "tests/lowering/test_fft.py",
        "tests/lowering/test_heap.py",
        "tests/lowering/test_integers.py",
        "tests/lowering/test_jumps.py",
        "tests/lowering/test_misfits.py",
        "tests/lowering/test_numpy_positions.py",
        "tests/lowering/test_path_types.py",
        "tests/lowering/test_running_lists.py",
        "tests/lowering/test_where_run.py",
        "tests/rewrite/test_beginnings.py",
        "tests/rewrite/test_blocks.py",
        "tests/rewrite/test_direct.py",
        "tests/rewrite/test_rotation.py",
        "tests/rewrite/test_saving.py",
        "tests/rules/test_texts.py",
        "tests/schedule/test_calls.py",
        "tests/schedule/test_extrema.py",
        "tests/schedule/test_rows.py",
        "tests/schedule/test_sums.py",
        "tests/simplify/test_calls.py",
        "tests/simplify/test_raising.py",
        "tests/test_python_path.py",
        "tests/frontends/test_own_blocks.py",
        "tests/ir/test_minmax.py",
        "tests/fortran/test_first_calls.py",
        "tests/fortran/test_allocated_elsewhere.py",
        "tests/fortran/test_alternates_of_the_routine.py",
        "tests/fortran/test_masks_that_data_end.py",
        "tests/fortran/test_negative_bounds.py",
        "tests/fortran/test_recursion.py",
        "tests/fortran/test_statuses.py",
        "tests/test_rejects.py",
    }
)

#: Such files whose tests take longer: one example in four is kept.
QUARTERED = frozenset(
    {
        "tests/analysis/test_shadows.py",
        "tests/api/test_integrals.py",
        "tests/benchmarks/test_by_hand.py",
        "tests/benchmarks/test_cuda.py",
        "tests/benchmarks/test_kernels.py",
        "tests/check/test_absent_modules.py",
        "tests/check/test_planted_faults.py",
        "tests/check/test_routines.py",
        "tests/checkpoint/test_host_snapshots.py",
        "tests/checkpoint/test_model_brute_force.py",
        "tests/checkpoint/test_staged.py",
        "tests/cli/test_plan.py",
        "tests/cuda_emulator/test_findings.py",
        "tests/differentiate/test_second.py",
        "tests/emit/test_calls.py",
        "tests/emit/test_copies_beside.py",
        "tests/emit/test_cuda_builds.py",
        "tests/emit/test_cuda_sorted_sums.py",
        "tests/emit/test_cuda_sorting.py",
        "tests/emit/test_cuda_tiles.py",
        "tests/emit/test_host_snapshots.py",
        "tests/emit/test_open_ended.py",
        "tests/emit/test_outlined.py",
        "tests/emit/test_second_backend.py",
        "tests/emit_files/test_extremes.py",
        "tests/emit_files/test_fortran_module.py",
        "tests/emit_files/test_held_outputs.py",
        "tests/emit_files/test_processors.py",
        "tests/emit_files/test_vector_math.py",
        "tests/fortran/test_generated.py",
        "tests/fortran/test_handed_out.py",
        "tests/fortran/test_linpack.py",
        "tests/fortran/test_misfits.py",
        "tests/fortran/test_on_device.py",
        "tests/fortran/test_routines.py",
        "tests/frontends/fortran/test_mutated.py",
        "tests/frontends/test_fixed_functions.py",
        "tests/frontends/test_methods_of_packages.py",
        "tests/implicit/test_on_device.py",
        "tests/implicit/test_programs.py",
        "tests/interpret/test_snapshots.py",
        "tests/ir/test_polynomials.py",
        "tests/lowering/test_splitting.py",
        "tests/lowering/test_statements.py",
        "tests/lowering/test_views_or_copies.py",
        "tests/ops/test_adding.py",
        "tests/ops/test_decompositions.py",
        "tests/ops/test_fourier.py",
        "tests/ops/test_matrix_product.py",
        "tests/rewrite/test_domains.py",
        "tests/rewrite/test_gather.py",
        "tests/rewrite/test_states.py",
        "tests/rewrite/test_turns.py",
        "tests/rules/test_proved.py",
        "tests/schedule/test_lanes.py",
        "tests/schedule/test_packing.py",
        "tests/schedule/test_row_blocks.py",
        "tests/schedule/test_swaps.py",
        "tests/schedule/test_wavefronts.py",
        "tests/simplify/test_blanks.py",
        "tests/test_nests.py",
        "tests/test_opt.py",
        "tests/test_textfuzz.py",
        "tests/analysis/test_stages.py",
        "tests/frontends/test_set_globals.py",
        "tests/emit/test_factorisations.py",
    }
)

#: Those whose tests take the longest: one in eight.
EIGHTHED = frozenset(
    {
        "tests/check/test_inputs.py",
        "tests/check/test_original.py",
        "tests/checkpoint/test_random_whiles.py",
        "tests/checkpoint/test_rebuild.py",
        "tests/checkpoint/test_segments.py",
        "tests/checkpoint/test_shares.py",
        "tests/corpus/test_corpus.py",
        "tests/cuda_emulator/test_performance.py",
        "tests/cuda_emulator/test_programs.py",
        "tests/differentiate/test_outlined.py",
        "tests/emit/test_blocked_products.py",
        "tests/emit/test_cuda.py",
        "tests/emit/test_cuda_positions.py",
        "tests/emit/test_kernels.py",
        "tests/emit/test_memory.py",
        "tests/emit_files/test_device_arrays.py",
        "tests/emit_files/test_fortran_files.py",
        "tests/emit_files/test_selfcheck.py",
        "tests/fortran/test_constructs.py",
        "tests/fortran/test_kernels.py",
        "tests/fortran/test_libraries.py",
        "tests/fortran/test_original.py",
        "tests/fortran/test_twins.py",
        "tests/lowering/test_complex.py",
        "tests/lowering/test_lengths.py",
        "tests/lowering/test_vocabulary.py",
        "tests/lowering/test_written.py",
        "tests/memory/test_brute_force.py",
        "tests/memory/test_least_arrays.py",
        "tests/memory/test_limits.py",
        "tests/memory/test_measured.py",
        "tests/ops/test_factors.py",
        "tests/ops/test_solve.py",
        "tests/readings/test_library.py",
        "tests/readings/test_supported.py",
        "tests/schedule/test_contractions.py",
        "tests/schedule/test_orders.py",
        "tests/test_advice.py",
        "tests/test_cases.py",
        "tests/test_hostile.py",
        "tests/test_misfits.py",
        "tests/test_own_modules.py",
        "tests/test_served.py",
    }
)

#: Those with the most examples: one in sixteen.
SIXTEENTHED = frozenset(
    {
        "tests/frontends/test_python_robustness.py",
        "tests/readings/test_readings.py",
        "tests/test_traps.py",
    }
)

#: Functions that are dear and prove what others do, all of whose examples are left out.
LONG = frozenset(
    {
        "tests/analysis/test_cost.py::test_counts_are_those_of_enumeration",
        "tests/analysis/test_stages.py::test_the_stages_say_what_the_whole_question_says",
        "tests/benchmarks/test_by_hand.py::test_they_are_adcs",
        "tests/benchmarks/test_cuda.py::test_a_row",
        "tests/benchmarks/test_report.py::test_a_run_measures_and_fails_where_something_is_wrong",
        "tests/check/test_inputs.py::test_a_step_that_the_source_refuses",
        "tests/check/test_inputs.py::test_kernels_that_ask_for_care",
        "tests/check/test_inputs.py::test_rounding_that_nudged_inputs_do_not_show",
        "tests/check/test_on_device.py::test_it_passes",
        "tests/check/test_searches.py::test_minimum",
        "tests/checkpoint/test_rebuild.py::test_nested_branches",
        "tests/checkpoint/test_rebuild.py::test_random_programs",
        "tests/checkpoint/test_shares.py::test_loops_that_are_not_told_apart_are_tried_alone",
        "tests/checkpoint/test_shares.py::test_schedules_keep_what_is_promised",
        "tests/checkpoint/test_shares.py::test_the_outer_of_four_loops",
        "tests/checkpoint/test_shares.py::test_what_more_snapshots_surely_hold",
        "tests/checkpoint/test_staged.py::test_plans_stage_where_there_is_room",
        "tests/cli/test_calibrate.py::test_again_and_as_json",
        "tests/cuda_emulator/test_findings.py::test_planted_faults_are_found",
        "tests/cuda_emulator/test_performance.py::test_bytes_of_a_step",
        "tests/cuda_emulator/test_performance.py::test_launches_of_a_step",
        "tests/cuda_emulator/test_performance.py::test_the_adjoint_by_hand_is_right",
        "tests/emit/test_blocked_products.py::test_all_shapes_agree_with_the_definition",
        "tests/emit/test_blocked_products.py::test_the_threads_and_the_registers_do_not_change_a_byte",
        "tests/emit/test_copies_beside.py::test_gradients_and_memory",
        "tests/emit/test_cuda.py::test_case",
        "tests/emit/test_cuda.py::test_launches_of_a_time_step",
        "tests/emit/test_cuda.py::test_nvcc_takes_it_and_spills_nothing",
        "tests/emit/test_cuda.py::test_random_programs",
        "tests/emit/test_cuda.py::test_the_makefile_builds_all",
        "tests/emit/test_cuda_faults.py::test_mutants_are_caught",
        "tests/emit/test_cuda_positions.py::test_trap",
        "tests/emit/test_cuda_products.py::test_products",
        "tests/emit/test_cuda_sorted_sums.py::test_bytes_of_the_plan",
        "tests/emit/test_cuda_tiles.py::test_right_and_without_races",
        "tests/emit/test_host_snapshots.py::test_gradients_from_few_snapshots",
        "tests/emit/test_memory.py::test_shared_memory_keeps_its_values",
        "tests/emit/test_products.py::test_operations_agree_with_the_interpreter",
        "tests/emit_files/test_device_arrays.py::test_memory_of_the_host_is_kept_too",
        "tests/emit_files/test_device_arrays.py::test_no_memory_on_the_host",
        "tests/emit_files/test_fortran_files.py::test_cmake_builds_the_module",
        "tests/emit_files/test_names.py::test_words_of_other_languages_are_names",
        "tests/emit_files/test_processors.py::test_selections_in_nests_are_right_at_full_optimisation",
        "tests/emit_files/test_selfcheck.py::test_optimised_builds_have_no_warnings",
        "tests/emit_files/test_vector_math.py::test_other_flags_link_and_pass_the_self_check",
        "tests/fortran/test_linpack.py::test_derivatives",
        "tests/frontends/fortran/test_jumps.py::test_random_programs_do_the_same",
        "tests/frontends/fortran/test_large_file.py::test_one_routine_of_a_hundred",
        "tests/lowering/test_prover.py::test_what_is_proved_holds",
        "tests/lowering/test_splitting.py::test_long_expressions_work",
        "tests/memory/test_brute_force.py::test_an_arena_just_too_large_to_have_been_in_use_loses_a_snapshot",
        "tests/memory/test_brute_force.py::test_smallest_limit_and_fastest_plan",
        "tests/memory/test_limits.py::test_nonlinear_programs_under_four_limits_with_their_value",
        "tests/memory/test_limits.py::test_other_programs_under_three_limits",
        "tests/memory/test_limits.py::test_seeds_of_ones_and_accumulation_under_a_limit",
        "tests/memory/test_limits.py::test_single_precision_under_a_limit",
        "tests/memory/test_limits.py::test_what_is_to_be_stored_does_not_fit",
        "tests/ops/test_adding.py::test_the_documents_row_goes_the_whole_way",
        "tests/ops/test_factors.py::test_sanitizers",
        "tests/ops/test_matrix_product.py::test_reverse_mode_all_the_way_to_c",
        "tests/ops/test_solve.py::test_single_precision",
        "tests/ops/test_solve.py::test_under_memory_limits",
        "tests/proof/test_legality.py::test_dependences_that_scheduling_overlooks",
        "tests/schedule/test_bounds.py::test_they_are_right_at_all_sizes",
        "tests/schedule/test_interchange.py::test_random_recurrences_keep_their_values",
        "tests/schedule/test_row_blocks.py::test_blocks_keep_values",
        "tests/schedule/test_wavefronts.py::test_random_sweeps",
        "tests/schedule/test_wavefronts.py::test_random_sweeps_have_lines",
        "tests/schedule/test_wavefronts.py::test_sizes",
        "tests/test_misfits.py::test_the_call_fails_just_where_the_original_does",
        "tests/test_packaging.py::test_installed_editable",
        "tests/test_scheduled_once.py::test_under_a_limit",
        "tests/test_waves.py::test_on_a_device",
    }
)


def left_out(nodeids: Iterable[str]) -> set[str]:
    """Which of these tests are left to the long run. Of each function at least one is kept, but for
    those of `LONG`."""
    functions: dict[str, list[str]] = {}
    whole = set[str]()
    for nodeid in nodeids:
        if nodeid.partition("[")[0] in LONG:
            whole.add(nodeid)
        elif "[" in nodeid:
            functions.setdefault(nodeid.partition("[")[0], []).append(nodeid)
    return whole.union(*(_left_out(_one_in(name), each) for name, each in functions.items()))


def _one_in(name: str) -> int:
    path = name.partition("::")[0]
    shares = {2: HALVED, 4: QUARTERED, 8: EIGHTHED, 16: SIXTEENTHED}
    return next((every for every, files in shares.items() if path in files), 1)


def _left_out(every: int, nodeids: Collection[str]) -> set[str]:
    drawn = {nodeid: zlib.crc32(nodeid.encode()) for nodeid in nodeids}
    kept = [n for n in nodeids if drawn[n] % every == every - 1]
    return set(nodeids).difference(kept or [min(nodeids, key=drawn.__getitem__)])


def long_among(names: Iterable[Any], long: Collection[Any]) -> list[Any]:
    """`names` as parameters; those of `long` take tens of seconds each and prove what others do."""
    return [pytest.param(n, marks=pytest.mark.long) if n in long else n for n in names]


def long_from(values: Iterable[int], first: int) -> list[Any]:
    """`values` as parameters; those from `first` on are left to the long run."""
    return [pytest.param(v, marks=pytest.mark.long) if v >= first else v for v in values]


def seeds_in_parts(short: int, size: int, count: int) -> list[Any]:
    """The seeds below `count` as parameters, ranges of `size`; of all of them the first `short`
    always run, in a range of their own, and the others are left to the long run."""
    starts = (0, short, *range(size, count, size))
    ranges = map(range, starts, (*starts[1:], count))
    long = pytest.mark.long
    return [pytest.param(r, id=str(r.start), marks=long if r.start else ()) for r in ranges]


def short_and_long(short: Any, long: Any) -> list[Any]:
    """How much a campaign does, as parameters: `short` always, `long`, which proves the same of
    more, in the long run. Several numbers are a tuple."""
    several = long if isinstance(long, tuple) else (long,)
    return [short, pytest.param(*several, marks=pytest.mark.long)]


def half_of(names: Iterable[str], long: Collection[str] = ()) -> list[Any]:
    """`names` as parameters; one half of them, by chance, and those of `long` are left to the long
    run."""
    all_names = list(names)
    return long_among(all_names, {*long, *(n for n in all_names if not _odd(n))})


def with_or_without_value(names: Iterable[str], long: Collection[str] = ()) -> list[Any]:
    """Each name with `--value` and without it; one of the two, by chance, is left to the long run,
    and so are both of those of `long`."""
    return [
        pytest.param(
            name, value, id=f"{name}{'-value' * value}",
            marks=pytest.mark.long if name in long or value != _odd(name) else (),
        )
        for name in names
        for value in (False, True)
    ]  # fmt: skip


def _odd(name: str) -> bool:
    """By chance, but the same in each run, whatever else there is."""
    return bool(zlib.crc32(name.encode()) % 2)
