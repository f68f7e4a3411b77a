"""Cosine and sine transforms of SciPy's older package."""

from __future__ import annotations

from tests.readings.table import HEADER, text

_TEXTS = (
    (
        """
import numpy as np
from scipy import fftpack
from scipy.fftpack import dct
def f(A: "float64[4,5]"):
    return dct(A, type=2, norm='ortho') + fftpack.dct(A, 2, axis=0, norm='ortho')
""",
        "",
    ),
    (
        """
import numpy as np
from scipy import fftpack
from scipy.fftpack import idct
def f(A: "float64[4,5]"):
    return idct(A, type=2, norm=None) + fftpack.idct(A, 2, axis=0, norm=None)
""",
        "",
    ),
    (
        """
import numpy as np
from scipy import fftpack
from scipy.fftpack import idct
def f(A: "float64[4,5]"):
    return idct(A, type=3, norm=None) + fftpack.idct(A, 3, axis=0, norm=None)
""",
        "",
    ),
    (
        """
import numpy as np
from scipy import fftpack
from scipy.fftpack import dst
def f(A: "float64[4,5]"):
    return dst(A, type=2, norm=None) + fftpack.dst(A, 2, axis=0, norm=None)
""",
        "",
    ),
    (
        """
import numpy as np
from scipy import fftpack
from scipy.fftpack import dst
def f(A: "float64[4,5]"):
    return dst(A, type=3, norm='ortho') + fftpack.dst(A, 3, axis=0, norm='ortho')
""",
        "",
    ),
    (
        """
import numpy as np
from scipy import fftpack
from scipy.fftpack import idst
def f(A: "float64[4,5]"):
    return idst(A, type=2, norm=None) + fftpack.idst(A, 2, axis=0, norm=None)
""",
        "",
    ),
    (
        """
import numpy as np
from scipy import fftpack
from scipy.fftpack import idst
def f(A: "float64[4,5]"):
    return idst(A, type=3, norm=None) + fftpack.idst(A, 3, axis=0, norm=None)
""",
        "",
    ),
    (
        """
import numpy as np
from scipy.fftpack import dct
def f(A: "float64[4,5]"):
    return dct(A, 2, 3) + dct(A, n=7)[:, :3]
""",
        "",
    ),
    (
        """
import numpy as np
from scipy.fft import dct, idct, dst
def f(A: "float64[4,5]", k: int):
    return dct(A, 2, 3, norm='ortho') + idct(A, n=8)[:, :3] * dst(A, n=k+1, axis=0)[:1, :3]
""",
        "",
    ),
    (
        """
import numpy as np
from scipy import fftpack
from scipy.fftpack import dct
def f(A: "float64[4,5]"):
    return dct(A, type=1, norm=None) + fftpack.dct(A, 1, axis=0, norm=None)
""",
        "",
    ),
)

READINGS = [
    text(source if "import numpy" in source else HEADER + source, code) for source, code in _TEXTS
]
