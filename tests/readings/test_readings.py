"""What adc reads is what CPython and NumPy run, or it is refused."""

from __future__ import annotations

import pytest

from adc.diagnostics import AdcError, Diagnostic
from tests.readings import (
    arithmetic_errors,
    arrays,
    as_published,
    assignments,
    at_last,
    blas,
    bound_inside,
    cached,
    carried_lengths,
    chained,
    changing,
    class_bodies,
    class_kinds,
    class_traps,
    classes,
    classes_not_followed,
    clocks,
    complex_arguments,
    complex_masks,
    corner_cases,
    decorators,
    dictionaries,
    distributions,
    drawn_traps,
    errors_before_raising,
    extremes,
    fields_of_methods,
    filled,
    first_trips,
    fits,
    functions,
    functions_of_masked_arrays,
    generator_methods,
    generators,
    given_anew,
    growing_in_objects,
    histories,
    integers,
    integrals,
    items_of_lists,
    iterated,
    kept_defaults,
    kept_functions,
    keyed_ranges,
    known_ends,
    known_numbers,
    left_handlers,
    left_loops,
    left_over_items,
    left_tries,
    letters,
    letters_of_types,
    library,
    list_methods,
    lists,
    lists_as_subscripts,
    lists_in_grown_lists,
    lists_of_arrays,
    logic,
    made_texts,
    masked_or_not,
    maybe_returned,
    minimisers,
    minimisers_traps,
    module_tables,
    names,
    none_fields,
    nonlocals,
    nothing,
    numbers_in_arrays,
    object_details,
    one_object,
    own_numbers,
    records,
    selections,
    sentinels,
    set_in_lists,
    set_on_first_trips,
    sets_counted,
    single_factors,
    slices_and_types,
    sorted_by_keys,
    sparse,
    special,
    spelled_loops,
    strided,
    tables_of_numbers,
    tuples_in_order,
    types_of_numbers,
    values_filling_elements,
    whole_numbers,
    wrapping,
    written_out_counts,
)
from tests.readings.reference import agree, by_python, lowered, refuses
from tests.readings.table import Reading

TABLES = {
    module.__name__.rpartition(".")[2]: module.READINGS
    for module in (
        carried_lengths,
        module_tables,
        spelled_loops,
        complex_masks,
        tables_of_numbers,
        as_published,
        chained,
        known_numbers,
        nonlocals,
        arithmetic_errors,
        list_methods,
        fields_of_methods,
        filled,
        arrays,
        histories,
        growing_in_objects,
        integers,
        assignments,
        at_last,
        lists,
        lists_as_subscripts,
        lists_of_arrays,
        logic,
        made_texts,
        maybe_returned,
        names,
        none_fields,
        nothing,
        numbers_in_arrays,
        object_details,
        one_object,
        own_numbers,
        special,
        records,
        selections,
        set_in_lists,
        functions,
        generator_methods,
        generators,
        decorators,
        dictionaries,
        changing,
        class_bodies,
        class_kinds,
        class_traps,
        classes,
        clocks,
        complex_arguments,
        distributions,
        drawn_traps,
        blas,
        cached,
        keyed_ranges,
        known_ends,
        left_loops,
        left_tries,
        library,
        items_of_lists,
        given_anew,
        iterated,
        kept_functions,
        wrapping,
        slices_and_types,
        sorted_by_keys,
        sparse,
        integrals,
        bound_inside,
        corner_cases,
        sets_counted,
        classes_not_followed,
        single_factors,
        sentinels,
        written_out_counts,
        masked_or_not,
        types_of_numbers,
        strided,
        letters_of_types,
        lists_in_grown_lists,
        first_trips,
        tuples_in_order,
        kept_defaults,
        left_over_items,
        functions_of_masked_arrays,
        set_on_first_trips,
        values_filling_elements,
        errors_before_raising,
        left_handlers,
        fits,
        minimisers_traps,
        minimisers,
        extremes,
        whole_numbers,
        letters,
    )
}
ALL = [
    pytest.param(reading, id=f"{table}-{number}")
    for table, readings in TABLES.items()
    for number, reading in enumerate(readings)
]


@pytest.mark.parametrize("reading", ALL)
def test_reading(reading: Reading) -> None:
    if reading.raises:
        with pytest.raises(Exception):  # noqa: B017 - whatever Python says of it
            by_python(reading, reading.arguments())
    if not reading.refused:
        agree(reading)
        return
    if not reading.raises:
        by_python(reading, reading.arguments())
    if reading.refused == "warned":
        warnings: list[Diagnostic] = []
        lowered(reading, warnings)
        assert warnings
        return
    if reading.refused == "assumed":
        assert refuses(reading)
        return
    with pytest.raises(AdcError) as refusal:
        lowered(reading)
    assert [d.code for d in refusal.value.diagnostics] == [reading.refused]
    assert all(d.span is not None and d.help for d in refusal.value.diagnostics)
