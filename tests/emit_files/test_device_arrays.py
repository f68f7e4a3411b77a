"""The Python wrapper for CUDA with arrays on the device, under the emulator.

Each test runs in a process of its own, in which `libcuda.so.1` is the emulator.
"""

from __future__ import annotations

import atexit
import ctypes
import gc
import json
import shutil
import tempfile
from collections.abc import Callable, Mapping
from functools import lru_cache
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from tests.cuda_emulator.build import Library, build, missing
from tests.cuda_emulator.report import parsed
from tests.cuda_emulator.run import Device, Outcome, run
from tests.emit_files.kernels import loaded
from tests.proof.cases import Case, function_of, load_cases
from tests.proof.compiled import compile_case, run_gradient
from tests.proof.harness import ROUNDING, draw_case, expect
from tests.proof.on_device import Make, built

pytestmark = pytest.mark.skipif(bool(missing()), reason=missing())
CASES = load_cases()
GEMM = CASES["gemm"]
#: Results of each kind: a flag, single precision, an integer argument, an array that is changed.
MIXED = Case(
    "mixed",
    """import numpy as np


def mixed(steps, flags, x, y):
    for t in range(steps):
        y[:] = np.where(flags, y * x, y + np.float32(1.0))
    return np.sum(y)
""",
    ("x", "y"),
    ("return", "y"),
    {"N": 37, "steps": 3},
    signature="mixed(steps: int, flags: bool[N], x: float32[N], y: float32[N])",
)


BY_NAME = {**CASES, "mixed": MIXED}


class There:
    """An array on the device, with `__cuda_array_interface__`."""

    def __init__(self, device: Device, array: np.ndarray, **words: Any) -> None:
        self.place = device.put(array).value or 0
        self.shape, self.typestr, self.words = array.shape, array.dtype.str, words

    @property
    def __cuda_array_interface__(self) -> dict[str, Any]:
        known = {"version": 3, "shape": self.shape, "typestr": self.typestr}
        return {**known, "data": (self.place, False), **self.words}


class ByDlpack:
    """The same, with DLPack's interface alone. NumPy makes the capsule."""

    def __init__(self, device: Device, array: np.ndarray) -> None:
        place = device.put(array).value or 0
        bytes_there = (ctypes.c_char * array.nbytes).from_address(place)
        self.array = np.frombuffer(bytes_there, array.dtype).reshape(array.shape)
        self.streams: list[int] = []

    def __dlpack_device__(self) -> tuple[int, int]:
        return 2, 0

    def __dlpack__(self, stream: int) -> object:
        self.streams.append(stream)
        return self.array.__dlpack__()


def wrapper(library: Library) -> ModuleType:
    """The wrapper beside `library`, with the emulator as CUDA's driver if it is for that."""
    load = ctypes.CDLL
    if not library.on_gpu:
        ctypes.CDLL = lambda name: load(str(library.path) if name == "libcuda.so.1" else name)  # type: ignore
    (link,) = library.path.parent.glob("lib*.so")
    return loaded(library.path.parent, link.stem.removeprefix("lib"))


@lru_cache(maxsize=None)
def library_of(name: str, make: Make = build, **options: Any) -> Library:
    """The gradient of a case for the emulator, or as `make` builds it, with its wrapper."""
    compiled = compile_case(BY_NAME[name], target="cuda", **options)
    folder = Path(tempfile.mkdtemp(prefix="adc-device-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    library = built(compiled.files, folder, make)
    (file,) = (n for n in compiled.files if n.endswith(".py"))
    (folder / file).write_text(compiled.files[file])
    (folder / f"lib{file.removesuffix('.py')}.so").symlink_to(library.path)
    return library


def under_the_emulator(
    case: Case, driver: Callable[[Device, ModuleType], Any], **options: Any
) -> Outcome:
    """What `driver` returns, called with the device and the wrapper of the case's gradient."""
    library = library_of(case.name, **options)
    return run(library, lambda device: driver(device, wrapper(library)))


def arguments(
    case: Case, seed: int = 0
) -> tuple[dict[str, Any], dict[str, Any], Mapping[str, Any]]:
    """Arguments, seeds by keyword, and the interpreter's gradients."""
    compiled = compile_case(case, target="cuda")
    drawn = draw_case(case, seed)
    manifest = json.loads(compiled.files["manifest.json"])
    of = dict(zip(compiled.dependents(case), drawn.seeds, strict=True))
    seeds = {a["name"]: of[a["of"]] for a in manifest["arguments"] if a["role"] == "seed"}
    wanted = run_gradient(compiled, case, drawn.inputs, drawn.seeds)
    given = [a.arg for a in function_of(case).args.args]
    return {n: {**case.sizes, **drawn.inputs}[n] for n in given}, seeds, wanted


def is_array(value: Any) -> bool:
    return isinstance(value, np.ndarray) and bool(value.shape)


def plain(value: Any) -> Any:
    """Python's own number for an array without axes."""
    return value.item() if isinstance(value, np.ndarray) and not value.shape else value


def call(
    function: Callable[..., Any], case: Case, put: Callable[[np.ndarray], Any], **words: Any
) -> Any:
    inputs, seeds, _ = arguments(case)
    given = {n: put(v) if is_array(v) else plain(v) for n, v in {**inputs, **seeds}.items()}
    order = [n for n in given if n not in seeds]
    return function(*(given[n] for n in order), **{n: given[n] for n in seeds}, **words)


def on_the_host(result: Any) -> dict[str, np.ndarray]:
    return {n: v if isinstance(v, np.ndarray | np.generic) else v.numpy()
            for n, v in result._asdict().items()}  # fmt: skip


def check(outcome: Outcome, case: Case) -> None:
    assert not outcome.report.findings, outcome.report.told()
    wanted = arguments(case)[2]
    for name in case.wrt:
        found = outcome.value[name]
        expect("wrapper", name, found, wanted[name], ROUNDING[draw_case(case).dtype])


@pytest.mark.parametrize("put", [There, ByDlpack])
@pytest.mark.parametrize(
    "case", [GEMM, CASES["softmax"], CASES["burgers"], MIXED], ids=lambda c: c.name
)
def test_gradients_of_arrays_on_the_device(case: Case, put: type) -> None:
    def driver(device: Device, module: ModuleType) -> Any:
        (function,) = (getattr(module, n) for n in module.__all__)
        result = call(function, case, lambda a: put(device, a))
        assert all(isinstance(v, module.DeviceArray) for v in result)
        found = on_the_host(result)
        function.free_workspace()
        del result
        gc.collect()
        return found

    outcome = under_the_emulator(case, driver)
    check(outcome, case)
    assert outcome.report.left_bytes == 0


def test_arrays_of_the_host() -> None:
    def driver(device: Device, module: ModuleType) -> Any:
        result = call(module.gemm_grad, GEMM, lambda a: a)
        assert isinstance(result.alpha, np.float64)
        return on_the_host(result)

    check(under_the_emulator(GEMM, driver), GEMM)


def stream_of(device: Device) -> int:
    made = ctypes.c_void_p()
    assert device.library.cudaStreamCreate(ctypes.byref(made)) == 0
    return made.value or 0


@pytest.mark.parametrize("how", ["number", "torch", "cupy", "protocol", "by the first array"])
def test_on_a_stream(how: str) -> None:
    """Everything runs there, and nothing is waited for or copied to or from the host."""

    class Stream:
        def __init__(self, **words: Any) -> None:
            vars(self).update(words)

    class Protocol:
        def __init__(self, handle: int) -> None:
            self.handle = handle

        def __cuda_stream__(self) -> tuple[int, int]:
            return 0, self.handle

    def driver(device: Device, module: ModuleType) -> Any:
        handle = stream_of(device)
        forms = {
            "number": handle, "torch": Stream(cuda_stream=handle), "cupy": Stream(ptr=handle),
            "protocol": Protocol(handle),
        }  # fmt: skip
        words = {"stream": forms[how]} if how in forms else {}
        told = {"stream": handle} if how not in forms else {}
        device.synchronise()
        before = len(report_of(device))
        places = []

        def put(array: np.ndarray) -> There:
            there = There(device, array, **told)
            places.append(there.place)
            return there

        result = call(module.gemm_grad, GEMM, put, **words)
        events = report_of(device)[before:]
        assert "synchronise" not in {e for e, _ in events}
        moved = [name for what, name in events if what == "copy" and name != "device to device"]
        assert moved == ["host to device"] * len(places), "the test's own"
        assert result.C.__cuda_array_interface__["stream"] == handle
        found = on_the_host(result)
        module.gemm_grad.free_workspace()
        device.library.cudaStreamDestroy(ctypes.c_void_p(handle))
        return found

    check(under_the_emulator(GEMM, driver), GEMM)


def report_of(device: Device) -> list[tuple[str, str]]:
    """The calls of CUDA's so far, by kind and name."""
    text = device.library.emulator_report(0).decode()
    return [(e.what, e.name) for e in parsed(text, Path(device.library._name)).events]


def test_other_streams_are_waited_for() -> None:
    def driver(device: Device, module: ModuleType) -> Any:
        mine, other = stream_of(device), stream_of(device)

        def put(array: np.ndarray) -> There:
            return There(device, array, stream=other)

        found = on_the_host(call(module.gemm_grad, GEMM, put, stream=mine))
        waited = [name for what, name in report_of(device) if what == "synchronise"]
        assert "cudaStreamSynchronize" in waited
        module.gemm_grad.free_workspace()
        for handle in (mine, other):
            device.library.cudaStreamDestroy(ctypes.c_void_p(handle))
        return found

    check(under_the_emulator(GEMM, driver), GEMM)


def test_dlpack_is_told_the_stream() -> None:
    def driver(device: Device, module: ModuleType) -> Any:
        arrays = []

        def put(array: np.ndarray) -> ByDlpack:
            arrays.append(ByDlpack(device, array))
            return arrays[-1]

        call(module.gemm_grad, GEMM, put, stream=1)
        return [a.streams for a in arrays]

    assert under_the_emulator(GEMM, driver).value == [[1]] * 4


@pytest.mark.long  # dear, and proves what others do
def test_memory_of_the_device_is_kept_for_one_stream() -> None:
    """The workspace is allocated once for calls on one stream, results are freed with their last
    holder, and what a call leaves out is not kept."""

    def driver(device: Device, module: ModuleType) -> Any:
        function = module.burgers_grad
        case = CASES["burgers"]
        inputs, seeds, _ = arguments(case)
        given = {n: There(device, v) if is_array(v) else plain(v)
                 for n, v in {**inputs, **seeds}.items()}  # fmt: skip
        names = list(inputs)

        def run_once(**words: Any) -> int:
            before = len(report_of(device))
            function(*(given[n] for n in names), **{n: given[n] for n in seeds}, **words)
            gc.collect()
            return sum(what == "malloc" for what, _ in report_of(device)[before:])

        counts = [run_once(), run_once()]
        handle = stream_of(device)
        counts += [run_once(stream=handle), run_once(stream=handle)]
        function.free_workspace()
        counts += [run_once(stream=handle)]
        function.free_workspace()
        device.library.cudaStreamDestroy(ctypes.c_void_p(handle))
        return counts

    outcome = under_the_emulator(CASES["burgers"], driver)
    first, *rest = outcome.value
    assert rest == [first - 1, first, first - 1, first]
    assert outcome.report.left_bytes == 0 and not outcome.report.findings


ON_HOST = {"host_snapshots": True, "strategy": "recompute"}


def burgers_calls(device: Device, module: ModuleType, times: int) -> list[list[str]]:
    """The kinds of CUDA's calls of each of some calls of the wrapper."""
    case = CASES["burgers"]
    inputs, seeds, _ = arguments(case)
    given = {n: There(device, v) if is_array(v) else plain(v)
             for n, v in {**inputs, **seeds}.items()}  # fmt: skip
    found = []
    for _ in range(times):
        before = len(report_of(device))
        module.burgers_grad(*(given[n] for n in inputs), **{n: given[n] for n in seeds})
        gc.collect()
        found.append([what for what, _ in report_of(device)[before:]])
    return found


def test_memory_of_the_host_is_kept_too() -> None:
    """That for snapshots is allocated once for calls on one stream, and freed with the rest."""

    def driver(device: Device, module: ModuleType) -> Any:
        result = call(module.burgers_grad, CASES["burgers"], lambda a: There(device, a))
        found = on_the_host(result)
        module.burgers_grad.free_workspace()
        counts = [each.count("malloc-host") for each in burgers_calls(device, module, 2)]
        module.burgers_grad.free_workspace()
        del result
        gc.collect()
        return {**found, "counts": counts}

    outcome = under_the_emulator(CASES["burgers"], driver, **ON_HOST)
    check(outcome, CASES["burgers"])
    assert outcome.value["counts"] == [1, 0]
    assert outcome.report.left_bytes == 0


@pytest.mark.parametrize("waits", [True, False])
def test_memory_of_the_host_is_freed_when_nothing_needs_it_any_more(waits: bool) -> None:
    def driver(device: Device, module: ModuleType) -> Any:
        ask = module._driver
        module._driver = lambda name, *words: (  # type: ignore[attr-defined]
            ask(name, *words) if waits or name != "cuCtxSynchronize" else None
        )
        module.burgers_grad.keep_workspace = False
        return burgers_calls(device, module, 1)

    outcome = under_the_emulator(CASES["burgers"], driver, **ON_HOST)
    assert outcome.report.kinds == (set() if waits else {"use-after-free"})


def test_no_memory_on_the_host() -> None:
    def driver(device: Device, module: ModuleType) -> Any:
        (calls,) = burgers_calls(device, module, 1)
        module.burgers_grad.free_workspace()
        device.fail("malloc", sum(what.startswith("malloc") for what in calls))
        with pytest.raises(MemoryError, match="no memory on the device or the host"):
            burgers_calls(device, module, 1)
        gc.collect()
        return calls.count("malloc-host")

    outcome = under_the_emulator(CASES["burgers"], driver, **ON_HOST)
    assert outcome.value == 1 and "leak" not in outcome.report.kinds
    assert outcome.report.left_bytes == 0


@pytest.mark.parametrize("at", [1, 5, 6, 7])
def test_no_memory_on_the_device(at: int) -> None:
    def driver(device: Device, module: ModuleType) -> Any:
        inputs, seeds, _ = arguments(GEMM)
        given = {n: There(device, v) if is_array(v) else plain(v)
                 for n, v in {**inputs, **seeds}.items()}  # fmt: skip
        device.fail("malloc", at)
        try:
            module.gemm_grad(*(given[n] for n in inputs), **{n: given[n] for n in seeds})
        except MemoryError as error:
            return str(error)
        finally:
            module.gemm_grad.free_workspace()
            gc.collect()
        return None

    outcome = under_the_emulator(GEMM, driver)
    results = len(GEMM.wrt)
    expected = "no memory on the device" if at <= results + 1 else None
    assert outcome.value == expected
    assert outcome.report.left_bytes == 0


@pytest.mark.parametrize("put", [There, lambda device, array: array], ids=["device", "host"])
def test_what_cuda_reports_is_told(put: Any) -> None:
    def driver(device: Device, module: ModuleType) -> Any:
        inputs, seeds, _ = arguments(GEMM)
        given = {n: put(device, v) if is_array(v) else plain(v)
                 for n, v in {**inputs, **seeds}.items()}  # fmt: skip
        device.fail("launch", 1)
        with pytest.raises(RuntimeError, match="CUDA reports: cudaErrorLaunchOutOfResources"):
            module.gemm_grad(*(given[n] for n in inputs), **{n: given[n] for n in seeds})

    under_the_emulator(GEMM, driver)


def test_what_does_not_fit_is_refused() -> None:
    def driver(device: Device, module: ModuleType) -> None:
        inputs, seeds, _ = arguments(GEMM)
        hosts = {n: plain(v) for n, v in {**inputs, **seeds}.items()}
        given = {n: There(device, v) if is_array(v) else v for n, v in hosts.items()}

        def refused(error: type[Exception], text: str, **changed: Any) -> None:
            now = {**given, **changed}
            stream = {"stream": now.pop("stream")} if "stream" in now else {}
            with pytest.raises(error, match=text):
                module.gemm_grad(*(now[n] for n in inputs), **{n: now[n] for n in seeds}, **stream)

        a = hosts["A"]
        refused(TypeError, "A must be on the device, as C is", A=a)
        refused(TypeError, "the dtype float64, not float32", A=There(device, a.astype("f4")))
        refused(TypeError, "not an array with a mask", A=There(device, a, mask=object()))
        refused(ValueError, "A must have 2 axes, not 1", A=There(device, a.ravel()))
        refused(ValueError, "A has the shape", A=There(device, a[:-1].copy()))
        strides = a.strides[::-1]
        refused(ValueError, "A must be C-contiguous", A=There(device, a, strides=strides))
        away = There(device, a)
        away.place += 4
        refused(ValueError, "A must be C-contiguous", A=away)
        host = There(device, a)
        host.place = a.ctypes.data
        refused(RuntimeError, "cuPointerGetAttribute: ", A=host)
        everything = {n: v for n, v in hosts.items() if is_array(v)}
        refused(TypeError, "there is no stream", **everything, stream=1)

    outcome = under_the_emulator(GEMM, driver)
    assert not outcome.report.findings, outcome.report.told()


def test_strides_that_say_nothing_new_are_taken() -> None:
    def driver(device: Device, module: ModuleType) -> Any:
        put = lambda a: There(device, a, strides=a.strides)  # noqa: E731
        found = on_the_host(call(module.gemm_grad, GEMM, put))
        module.gemm_grad.free_workspace()
        return found

    check(under_the_emulator(GEMM, driver), GEMM)


def test_gradients_are_added_to_what_is_given() -> None:
    """With --accumulate; what is given stays as it is."""

    def driver(device: Device, module: ModuleType) -> Any:
        bases = {f"{n}_bar": There(device, np.full(arguments(GEMM)[0][n].shape, 2.0)) for n in "AB"}
        result = call(module.gemm_grad, GEMM, lambda a: There(device, a), **bases, alpha_bar=3.0)
        found = on_the_host(result)
        module.gemm_grad.free_workspace()
        return {
            "A": found["A"] - 2.0, "B": found["B"] - 2.0, "alpha": found["alpha"] - 3.0,
            "beta": found["beta"], "C": found["C"],
        }  # fmt: skip

    check(under_the_emulator(GEMM, driver, accumulate=True), GEMM)


def test_values_are_on_the_device_too() -> None:
    def driver(device: Device, module: ModuleType) -> Any:
        (function,) = (getattr(module, n) for n in module.__all__)
        result = call(function, MIXED, lambda a: There(device, a))
        assert result._fields[0] == "value" and result.value.shape == ()
        found = on_the_host(result)
        function.free_workspace()
        return found

    outcome = under_the_emulator(MIXED, driver, value=True)
    check(outcome, MIXED)
    value = draw_case(MIXED).outcome.returned[0]
    np.testing.assert_allclose(outcome.value["value"], value, rtol=1e-5)


def test_empty_arrays() -> None:
    case = GEMM.with_sizes({"NI": 0, "NJ": 3})

    def driver(device: Device, module: ModuleType) -> Any:
        found = on_the_host(call(module.gemm_grad, case, lambda a: There(device, a)))
        module.gemm_grad.free_workspace()
        return found

    outcome = under_the_emulator(case, driver)
    check(outcome, case)
    assert outcome.value["C"].shape == (0, 3)
