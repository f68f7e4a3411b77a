"""Evaluates the user's own function in a process of its own: `runner.py FOLDER`.

FOLDER holds `request.json` and `inputs.npz`, which `original.py` writes. An input is `x:SET:NAME`,
a direction `d:SET:NAME`; an evaluation is (SET, NAME or "", STEP): the inputs of that set, NAME
moved by STEP along its direction. The outputs of each evaluation, one behind the other as doubles,
are appended to `values`; where the source raises at a moved point, they are NaN. `status.json`
says at the end what went wrong. This file imports NumPy and nothing of adc.
"""

import __future__

import ast
import contextlib
import copy
import ctypes
import functools
import importlib
import importlib.util
import json
import os
import sys
import sysconfig
import time
import traceback
from collections.abc import Callable
from types import ModuleType, SimpleNamespace
from typing import Any

import numpy as np


def _beside(name: str) -> Any:
    """The module of that name in this file's folder, which is not on Python's path."""
    path = os.path.join(os.path.dirname(__file__), f"{name}.py")
    spec = importlib.util.spec_from_file_location(f"adc_{name}", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


absent_modules, rounding = _beside("absent_modules"), _beside("rounding")
drawing_modules, made_modules = _beside("drawing_modules"), _beside("made_modules")
afresh, methods = _beside("afresh"), _beside("methods")
packages, programs = _beside("packages"), _beside("programs")
results, fine_solvers = _beside("results"), _beside("fine_solvers")
unrounded = _beside("unrounded")

Request = dict[str, Any]
Inputs = dict[str, np.ndarray]
Call = Callable[[Inputs], list[Any]]

#: What the source may write to files, in bytes.
_MOST_WRITTEN = 1 << 30

#: What memory holds that nothing was written to, which may be anything: a number, so that it is
#: told from one that is marked with NaN, and not the zero that the generated code takes.
_HELD = -0.4375


class ShapeError(Exception):
    """An output that is not what the generated code has there."""


# -- Python ----------------------------------------------------------------------------------------


def python_function(request: Request) -> Call:
    """The function of the file; arguments go by name where it lets them."""
    kinds, objects = request["arguments"], request["objects"]
    bare = next((name for name, made in objects.items() if made.get("bare")), "")
    if request["program"] and not request["program"]["function"]:
        module, function = ModuleType("no_module"), _whole_program(request)
    else:
        module = loaded(request["source"], request["python_path"])
        if request["program"]:
            _take_body(module, request)
        absent_modules.Absent.running = True
        function = methods.function_of(module, request["function"], bare)
    apart = {n: name for name, made in objects.items() for n in _arguments_of(made)}
    shared = request["shared"]  # variables of the file
    taken = [apart.get(n, n) for n in kinds if n not in shared]
    order = list(dict.fromkeys((*taken, *objects)))
    fixed = {n: _fixed(module, v) for n, v in request["fixed"].items()}
    positional = _positional_only(function, order, fixed)

    def call(inputs: Inputs) -> list[Any]:
        given = {n: _argument(inputs[n], kind) for n, kind in kinds.items()}
        whole = {n: _object(module, made, given) for n, made in objects.items()}
        passed = {n: whole[n] if n in whole else given[n] for n in order}
        passed |= fixed
        named = {n: v for n, v in passed.items() if n not in positional}
        module.__dict__.update({n: given[n] for n in shared})
        result = function(*(passed[n] for n in positional), **named)
        fields = {id(whole[n]): [*made["fields"]] for n, made in objects.items()}
        returned = tuple(results.parts(result, request["ranks"], fields))
        handed = {o: made for o, made in objects.items() if not made.get("bare")}
        left = given | {n: v for o in handed for n, v in _left_in(whole[o], handed[o]).items()}
        return [_output(o, left, returned, whole) for o in request["outputs"]]

    return call


def _whole_program(request: Request) -> Callable[..., Any]:
    """The file's statements as a function of the variables that it is given, which returns those
    that the request asks for."""

    def function(**given: Any) -> Any:
        module = loaded(request["source"], request["python_path"], request["program"], given)
        values = [getattr(module, name) for name in request["program"]["outputs"]]
        return values[0] if len(values) == 1 else tuple(values)

    return function


def _take_body(module: ModuleType, request: Request) -> None:
    """The function that the program is the body of, in the place of the module's own."""
    with open(request["source"], "rb") as file:
        tree = programs.body_of(file.read(), request["program"])
    exec(compile(tree, request["source"], "exec", dont_inherit=True), module.__dict__)


def _fixed(module: ModuleType, value: Any) -> Any:
    """A value of `--fix`, or the function of the file that it names."""
    return getattr(module, value["function"]) if isinstance(value, dict) else value


def _left_in(value: Any, made: Request) -> dict[str, Any]:
    """What the fields of an object hold after the call, by the arguments that they are."""
    found: dict[str, Any] = {}
    for name, own in made["fields"].items():
        if made.get("tuple") or made.get("list"):
            part = value[int(name)]
        else:
            part = value.get(name) if made.get("dictionary") else getattr(value, name)
        if isinstance(own, str):
            found[own] = part
        elif "fields" in own:
            found |= _left_in(part, own)
    return found


def _arguments_of(made: Request) -> list[str]:
    """The arguments that an object holds, also in objects of its own."""
    found: list[str] = []
    for value in made["fields"].values():
        if isinstance(value, str):
            found.append(value)
        elif "fields" in value:
            found += _arguments_of(value)
    return found


def _object(module: ModuleType, made: Request, given: dict[str, Any]) -> Any:
    """An object of its class, or a dictionary, with what is `given` in it."""
    fields = {}
    for name, value in made["fields"].items():
        if isinstance(value, str):
            fields[name] = given[value]
        elif "fields" in value:
            fields[name] = _object(module, value, given)
        else:
            fields[name] = ast.literal_eval(value["fixed"])
    if made.get("dictionary"):
        return fields
    if made.get("tuple") or made.get("list"):
        return (list if made.get("list") else tuple)(fields.values())
    if not made["class"]:
        return SimpleNamespace(**fields)
    found = getattr(module, made["class"])
    return methods.bare(found, fields) if made.get("bare") else found(**fields)


def loaded(
    source: str, folders: list[str], program: Request | None = None, given: Request | None = None
) -> ModuleType:
    """The file as a module; what it imports may lie in `folders`, too. What is not installed is
    stood in for: see `absent_modules.py`. Of a `program`, which is what Python was started with,
    variables are `given`, and their first values left out."""
    with open(source, "rb") as file:
        text = file.read()
    root, package = packages.package_of(source, text)
    beside = os.path.dirname(source)
    if root not in sys.path:
        _look_in(folders)
        sys.path.insert(0, root)
    if beside != root:  # of a file in a package, what lies beside it hides no module of others
        sys.path.append(beside)
    own = package.partition(".")[0]
    tree = unrounded.with_methods(programs.changed(text, program) if program else text, source)
    drawing_modules.draw_nothing(_lying_in(root, beside, *folders), made_modules.Finder)
    while True:
        try:
            taken = copy.deepcopy(given)
            module = _module(source, tree, package, taken)
            _leave(taken, given)
            return module
        except ModuleNotFoundError as error:
            if not absent_modules.stand_in(error, made_modules.Finder):
                raise
        except Exception as error:
            if absent_modules.ABSENT:
                raise absent_modules.first_absent() from error
            raise
        for other in [n for n in sys.modules if own and n.partition(".")[0] == own]:
            del sys.modules[other]  # parts of a package that is imported once more


def _leave(taken: Request | None, given: Request | None) -> None:
    """What a program has done to the arrays that it has taken, in those that it was given."""
    for name, value in (given or {}).items():
        if isinstance(value, np.ndarray):
            value[...] = (taken or {})[name]


def _lying_in(*folders: str) -> set[str]:
    """The packages that draw whose names modules of the source's own have."""
    ways = [os.path.join(f, p) for f in folders for p in drawing_modules.PACKAGES]
    return {os.path.basename(w) for w in ways if os.path.isdir(w) or os.path.isfile(f"{w}.py")}


def _look_in(folders: list[str]) -> None:
    """Has Python look for modules in `folders` before all others but its own; NumPy and SciPy are
    those that it has by itself."""
    if any(os.path.isdir(os.path.join(folder, "scipy")) for folder in folders):
        with contextlib.suppress(ImportError):
            importlib.import_module("scipy")
    own = {sysconfig.get_path("stdlib"), sysconfig.get_path("platstdlib")}
    beside = {os.path.join(path, "lib-dynload") for path in own}
    first = [p for p in sys.path if p in own | beside or p.endswith(".zip")]
    if folders:
        sys.path[:] = [*first, *folders, *(p for p in sys.path if p not in first)]


def _module(source: str, text: Any, package: str, given: Request | None) -> ModuleType:
    """Where the file fails as it stands, its annotations are left alone: adc reads some that
    Python cannot evaluate."""
    try:
        return _executed(compile(text, source, "exec", dont_inherit=True), source, package, given)
    except (NameError, TypeError, AttributeError):
        flags = __future__.annotations.compiler_flag
        return _executed(
            compile(text, source, "exec", flags, dont_inherit=True), source, package, given
        )


def _executed(code: Any, source: str, package: str, given: Request | None) -> ModuleType:
    module = ModuleType("original_source" if given is None else "__main__")
    module.__file__ = source
    module.__package__ = package
    if given is not None:
        module.__dict__.update(given)
        sys.argv = [source]
    sys.modules[module.__name__] = module
    exec(code, module.__dict__)
    return module


def _positional_only(function: Any, order: list[str], fixed: Request) -> list[str]:
    """The arguments that have to go by position, in the function's order, those that are `fixed`
    among them: of the others all where nothing is known of the function."""
    import inspect
    import itertools

    try:
        parameters = inspect.signature(function).parameters
    except (TypeError, ValueError):
        return order
    kinds = [p.kind for p in parameters.values()]
    wrapped = hasattr(function, "__wrapped__")
    if wrapped and inspect.Parameter.VAR_POSITIONAL in kinds and not parameters.keys() & {*order}:
        return order
    named = [inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY]
    if inspect.Parameter.VAR_POSITIONAL in kinds:  # what is before `*rest` fills that otherwise
        named = named[1:]
    by_name = {n for n, p in parameters.items() if p.kind in named}
    rest = [n for n, p in parameters.items() if p.kind == inspect.Parameter.VAR_POSITIONAL]
    items = [n for n in order if n not in parameters and n.rpartition("_")[0] in rest]
    if inspect.Parameter.VAR_KEYWORD in kinds:
        by_name |= set(order) - parameters.keys() - set(items)
    known = [n for n in parameters if n in order or n in fixed] + items
    if wrapped:  # what stands around it may look at what it is given by position
        given = itertools.takewhile(lambda n: n in order or n in fixed, parameters)
        by_name -= {n for n in given if parameters[n].kind != inspect.Parameter.KEYWORD_ONLY}
    return [n for n in (known if fixed or wrapped else order) if n not in by_name]


def _argument(value: np.ndarray, kind: str) -> Any:
    """A copy in the type of the argument; numbers are Python's own but for single precision.
    Complex ones are given as pairs of reals."""
    if kind.startswith("complex"):
        value = np.ascontiguousarray(value, dtype=np.float64).view(np.complex128)[..., 0]
    typed = value.astype(kind)
    if typed.shape:
        return np.ascontiguousarray(typed)
    return typed[()] if kind in ("float32", "complex64") else typed[()].item()


def _output(wanted: Request, given: Request, returned: tuple[Any, ...], whole: Request) -> Any:
    place = wanted["place"]
    if isinstance(place, dict):  # what a field holds at the end
        owner, *fields = place["field"].split(".")
        return functools.reduce(getattr, fields, whole[owner])
    if isinstance(place, str):
        return given[place]
    if isinstance(place, list):
        return len(_output(wanted | {"place": place[0]}, given, returned, whole))
    if place >= len(returned) or returned[place] is None:
        raise ShapeError(f"the source returns nothing for `{wanted['name']}`")
    return returned[place]


def in_double() -> None:
    """Makes `np.float32` mean double precision in what is imported from now on."""
    for name in ("float32", "single"):
        setattr(np, name, np.float64)
    for name in ("complex64", "csingle"):
        setattr(np, name, np.complex128)


def marked_unset(value: float) -> None:
    """Makes `np.empty` and `np.empty_like` give `value`: what the source never sets shows."""
    for name in ("empty", "empty_like"):
        setattr(np, name, _marked(getattr(np, name), value))


def _marked(allocate: Callable[..., np.ndarray], value: float) -> Callable[..., np.ndarray]:
    def marked(*given: Any, **named: Any) -> np.ndarray:
        array = allocate(*given, **named)
        if array.dtype.kind in "fc":
            array.fill(value if array.dtype.kind == "f" else complex(value, value))
        return array

    return marked


# -- Fortran ---------------------------------------------------------------------------------------


def fortran_routine(request: Request) -> Call:
    """`adc_call` of the library: every argument is an array of doubles, and comes back in it."""
    lazily = 1  # routines that nobody calls may be missing
    opening = ctypes.CDLL(None).dlopen
    opening.restype = ctypes.c_void_p
    handle = opening(os.fsencode(request["library"]), ctypes.c_int(lazily))
    if not handle:
        raise OSError("the library that gfortran made cannot be loaded")
    function = ctypes.CDLL(request["library"], handle=handle).adc_call
    function.restype = None
    results = {o["name"]: o["count"] for o in request["outputs"]}

    def call(inputs: Inputs) -> list[Any]:
        given = {}
        for name in request["arguments"]:
            blank = np.full(results.get(name, 1), np.nan)
            given[name] = np.array(inputs.get(name, blank), dtype=np.float64).ravel()
        function(*(ctypes.c_void_p(a.ctypes.data) for a in given.values()))
        return [given[o["name"]] for o in request["outputs"]]

    return afresh.afresh(call) if request["afresh"] else call


# -- the run ---------------------------------------------------------------------------------------


def flat(values: list[Any], request: Request) -> np.ndarray:
    """All outputs one behind the other; raises ShapeError for one that is not as expected."""
    found = []
    for value, wanted in zip(values, request["outputs"], strict=True):
        array = np.asarray(value)
        if (array.dtype.kind == "c") != wanted["complex"]:
            kind = "real" if wanted["complex"] else "complex"
            raise ShapeError(f"`{wanted['name']}` is {kind} where the source runs")
        if wanted["complex"]:
            pairs = np.ascontiguousarray(array[..., np.newaxis], dtype=np.complex128)
            array = pairs.view(np.float64)
        if wanted["shape"]:
            array = _with_room(array, wanted)
        if array.size != wanted["count"]:
            shape, count = array.shape, wanted["count"]
            text = f"`{wanted['name']}` has the shape {shape} where the source runs"
            raise ShapeError(f"{text}, and {count} elements in the generated code")
        found.append(array.astype(np.float64).ravel())
    return np.concatenate(found) if found else np.zeros(0)


def _with_room(array: np.ndarray, wanted: Request) -> np.ndarray:
    """`array` with zeros behind it, as many as the generated code has room for."""
    room = wanted["shape"]
    if array.ndim != len(room) or array.shape[1:] != tuple(room[1:]) or len(array) > room[0]:
        raise ShapeError(
            f"`{wanted['name']}` has the shape {array.shape} where the source runs, and room for"
            f" {tuple(room)} in the generated code"
        )
    return np.concatenate([array, np.zeros((room[0] - len(array), *room[1:]))])


def moved(data: Inputs, number: int, name: str, step: float) -> Inputs:
    """The inputs of a set, one of them moved along its direction."""
    head = f"x:{number}:"
    inputs = {key[len(head) :]: array for key, array in data.items() if key.startswith(head)}
    if name:
        inputs[name] = inputs[name] + step * data[f"d:{number}:{name}"]
    return inputs


def evaluations(request: Request, data: Inputs, folder: str) -> None:
    """Appends the outputs at all points to `values`, until the time is up."""
    call = python_function(request) if request["source"] else fortran_routine(request)
    end = time.monotonic() + request["seconds"]
    with open(os.path.join(folder, "values"), "wb", buffering=0) as out:
        for number, name, step in request["evaluations"]:
            inputs = moved(data, number, name, step)
            try:
                with rounding.rounded(request["rounding"][number]):
                    values = call(inputs)
                found = flat(values, request)
            except Exception as error:
                if not name and absent_modules.ABSENT and isinstance(error, NameError):
                    raise absent_modules.first_absent() from error  # of a star import
                if not name:
                    raise
                found = np.full(sum(o["count"] for o in request["outputs"]), np.nan)
            out.write(found.tobytes())
            if time.monotonic() > end:
                return


def explained(error: BaseException, source: str) -> dict[str, str]:
    """What went wrong, in the source's terms: the kind of error, its text, the line."""
    lines = [f.lineno for f in traceback.extract_tb(error.__traceback__) if f.filename == source]
    if isinstance(error, SyntaxError) and error.lineno:
        lines.append(error.lineno)
    return {
        "kind": type(error).__name__,
        "text": str(error).strip().split("\n")[0][:200],
        "line": str(lines[-1]) if lines else "",
    }


def limited() -> None:
    """Keeps what the source writes from filling the disk."""
    with contextlib.suppress(ImportError):
        import resource

        most = resource.getrlimit(resource.RLIMIT_FSIZE)[1]
        least = _MOST_WRITTEN if most == resource.RLIM_INFINITY else min(most, _MOST_WRITTEN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (least, most))


def main(folder: str) -> None:
    with open(os.path.join(folder, "request.json"), encoding="utf-8") as file:
        request = json.load(file)
    with np.load(os.path.join(folder, "inputs.npz"), allow_pickle=False) as stored:
        data = {name: stored[name] for name in stored.files}
    status: dict[str, str] = {"version": f"Python {sys.version.split()[0]}, NumPy {np.__version__}"}
    limited()
    if request["promoted"]:
        in_double()
    fine_solvers.solve_finely(request["fine"])
    if request.get("unrounded"):
        unrounded.leave_rounding_out()
    marked_unset(np.nan if request["unset"] else _HELD)
    try:
        with np.errstate(all="ignore"):
            evaluations(request, data, folder)
    except BaseException as error:  # also exit() and the like
        status |= explained(error, request["source"])
    with open(os.path.join(folder, "status.json"), "w", encoding="utf-8") as file:
        json.dump({**status, "absent": sorted(absent_modules.ABSENT)}, file)
    os._exit(0)  # whatever threads and exit handlers the source has left


if __name__ == "__main__":
    main(sys.argv[1])
