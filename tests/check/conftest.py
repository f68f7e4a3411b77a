"""What the generated code of the smoothing kernel has drawn and computed."""

import pytest

from adc.check.vectors import read_draws
from tests.emit_files.kernels import built, compile_and_run


@pytest.fixture(scope="session")
def draws(tmp_path_factory):
    folder = built("smoothing").write(tmp_path_factory.mktemp("smoothing"))
    assert compile_and_run(folder, "N=5", "T=4", f"--save={folder / 'saved'}").returncode == 0
    return read_draws(folder / "saved")
