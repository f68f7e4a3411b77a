"""What is read as a source, and what is not."""

from __future__ import annotations

import os
import threading
from pathlib import Path

import pytest

from adc.diagnostics import AdcError
from adc.frontends.source import read_source


@pytest.mark.parametrize("path", ["/dev/full", "/dev/zero", "/dev/null"])
def test_a_device_is_no_source(path: str) -> None:
    """Some of them have no end."""
    if not os.path.exists(path):
        pytest.skip(f"no {path} here")
    with pytest.raises(AdcError, match="a device and not a file") as caught:
        read_source(path)
    assert caught.value.diagnostics[0].code == "ADC0602"


def test_a_pipe_is_a_source(tmp_path: Path) -> None:
    """As a shell makes of `<(command)`."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    writer = threading.Thread(target=pipe.write_text, args=("x = 1",))
    writer.start()
    assert read_source(str(pipe)) == "x = 1\n"
    writer.join()
