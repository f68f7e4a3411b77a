"""Operations on whole arrays: each file has one, with all that adc knows of it."""

from adc.ir.operation import register
from adc.ops.library.block_copy import BlockCopy
from adc.ops.library.cholesky import Cholesky
from adc.ops.library.cholesky_info import CholeskyInfo
from adc.ops.library.determinant import Determinant
from adc.ops.library.eig import Eig
from adc.ops.library.eigh import Eigh
from adc.ops.library.factored_solve import CholeskySolve, LuSolve
from adc.ops.library.fourier import Fourier, FourierBack, FourierForth
from adc.ops.library.lu import Lu
from adc.ops.library.matrix_product import MatrixProduct
from adc.ops.library.qr import Qr
from adc.ops.library.row_exchange import RowsExchanged, RowsReturned
from adc.ops.library.solve import Solve
from adc.ops.library.svd import Svd
from adc.ops.library.triangular_solve import (
    LowerSolve,
    UnitLowerSolve,
    UnitUpperSolve,
    UpperSolve,
    triangular,
)

KINDS = (
    MatrixProduct,
    Solve,
    LowerSolve,
    UpperSolve,
    UnitLowerSolve,
    UnitUpperSolve,
    Cholesky,
    Determinant,
    CholeskyInfo,
    CholeskySolve,
    Eig,
    Eigh,
    FourierBack,
    FourierForth,
    Lu,
    LuSolve,
    Qr,
    RowsExchanged,
    RowsReturned,
    Svd,
    BlockCopy,
)

for _kind in KINDS:
    register(_kind)

__all__ = [
    "KINDS",
    "BlockCopy",
    "Cholesky",
    "CholeskyInfo",
    "CholeskySolve",
    "Determinant",
    "Eig",
    "Eigh",
    "Fourier",
    "FourierBack",
    "FourierForth",
    "Lu",
    "LuSolve",
    "MatrixProduct",
    "Qr",
    "RowsExchanged",
    "RowsReturned",
    "Solve",
    "Svd",
    "triangular",
]
