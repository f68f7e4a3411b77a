"""What arguments select has a name in the assumptions, wherever they are told and checked."""

import itertools
import json
import subprocess

import numpy as np
import pytest

from adc.options import Request
from adc.pipeline import compile_request
from tests.proof.compiled import Compiled, holds

SOURCE = """
def pick(k: int, n: int, x: "float64[m]"):
    if k == 3 or k == 5:
        first = 1
    elif k == 7 or k == 9:
        first = n
    else:
        first = 0
    s = 0.0
    if not (k == 1 or k == 2):
        for i in range(n):
            s += x[first + i] * x[first + i]
            s += x[first + i + 1]
    return s
"""
#: Nothing divides by k where it is 0.
DIVIDING = """
def part(k: int, n: int, x: "float64[m]"):
    if k == 0 or k == 9:
        q = 1
    else:
        if k == 3 or k == 5:
            j = n // k
        else:
            j = n // k + 1
        q = j
    return x[q] * x[q]
"""


def compiled(source, folder):
    path = folder / "source.py"
    path.write_text(source)
    result = compile_request(Request(sources=(str(path),), wrt=("x",)))
    return Compiled(result.primal, result.tangent, result.gradient, result.files)


@pytest.fixture(scope="module")
def picked(tmp_path_factory):
    return compiled(SOURCE, tmp_path_factory.mktemp("picked"))


def test_manifest_tells_definitions_that_python_evaluates(picked):
    manifest = json.loads(picked.files["manifest.json"])
    assert "first_1" in manifest["definitions"]
    assert any("first_1" in relation for relation in manifest["assumptions"])
    scope = {}
    exec(SOURCE, scope)
    for k, n, m in itertools.product(range(11), range(4), range(6)):
        try:
            scope["pick"](k, n, np.ones(m))
            fits = True
        except IndexError:
            fits = False
        assert holds(picked, {"k": k, "n": n, "m": m}) == fits, (k, n, m)


def test_header_and_source_tell_each_definition_once(picked):
    names = json.loads(picked.files["manifest.json"])["definitions"]
    for file in ("pick_grad.h", "pick_grad.c"):
        for name in names:
            assert picked.files[file].count(f"where {name} is ") == 1
    refused = picked.files["pick_grad.c"].split("int pick_grad_refused")[1].split("\n}\n")[0]
    for name in names:
        assert refused.count(f"const int64_t {name} = ") == 1


def test_message_of_an_error_says_where_definitions_stand(picked):
    for file in ("pick_grad.py",):
        assert "see pick_grad.h" in "".join(picked.files[file].split('"'))


def test_nothing_is_divided_that_is_not_asked_for(tmp_path):
    for file, text in compiled(DIVIDING, tmp_path).files.items():
        (tmp_path / file).write_text(text)
    main = """
    #include "part_grad.h"
    int main(void)
    {
        const double x[] = {1.0, 2.0, 3.0};
        double x_bar[3];
        if (part_grad(3, 0, 4, x, x_bar) != 0 || x_bar[1] != 4.0)
            return 1;
        return part_grad(3, 3, 9, x, x_bar) != PART_GRAD_ESIZE;
    }
    """
    (tmp_path / "main.c").write_text(main)
    flags = ["-std=c11", "-fsanitize=undefined", "-fno-sanitize-recover=all"]
    words = ["gcc", *flags, "main.c", "part_grad.c", "-lm", "-o", "main"]
    subprocess.run(words, cwd=tmp_path, check=True)
    assert subprocess.run(["./main"], cwd=tmp_path).returncode == 0
