"""Names lead to one operation, and each operation to what back ends write."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from adc.ops import ALL_OPS, Operation, by_sign, intrinsics
from adc.ops.spelling import Code


def test_no_name_has_two_meanings() -> None:
    """But for the minus sign, which stands before one operand or between two."""
    rows = ALL_OPS.values()
    python = Counter(name for row in rows for name in row.python)
    fortran = Counter(i.name for row in rows for i in row.fortran)
    assert [n for n, count in python.items() if count > 1] == ["-"]
    assert [n for n, count in fortran.items() if count > 1] == []
    helpers = Counter(row.in_code().double for row in rows if row.in_code().text)
    assert max(helpers.values()) == 1


@pytest.mark.parametrize("op", ALL_OPS.values(), ids=lambda o: o.name)
def test_every_operation_has_its_c(op: Operation) -> None:
    code = op.in_code()
    if op.name == "cast":
        assert code == Code()
        return
    assert bool(code.sign) != bool(code.double) and bool(code.double) == bool(code.single)
    for name, text in ((code.double, code.text), (code.integer, code.integer_text)):
        assert not text or name.startswith("adc_")
    assert not code.text or f"{code.double}F(" in code.text


def test_a_back_end_may_have_a_spelling_of_its_own() -> None:
    own = Code("rsqrt", "rsqrtf")
    row = replace(ALL_OPS["sqrt"], code={**ALL_OPS["sqrt"].code, "other": own})
    assert row.in_code("other") == own
    assert row.in_code("c") == row.in_code("third") == Code("sqrt", "sqrtf")


def test_signs_are_pythons() -> None:
    assert by_sign("same") == {
        "+": "add", "-": "sub", "*": "mul", "/": "div", "**": "pow", "%": "mod", "//": "floordiv",
    }  # fmt: skip
    assert by_sign("same", 1) == {"-": "neg"}
    assert by_sign("bool", 1) == {"~": "not"}
    assert by_sign("bool")["!="] == by_sign("bool")["^"] == "ne"


def test_specific_names_say_what_they_take() -> None:
    found = {name: (i.takes, i.gives) for name, (i, _) in intrinsics().items()}
    assert found["tanh"] == ("", "") and found["dtanh"] == ("real(8)", "")
    assert found["alog"] == ("real(4)", "") and found["iabs"] == ("integer", "")
    assert found["amax0"] == ("integer", "real(4)") and found["max1"] == ("real(4)", "integer")
