"""Operations on whole arrays: each file has one, with all that adc knows of it."""

from adc.ir.operation import register
from adc.ops.library.matrix_product import MatrixProduct

KINDS = (MatrixProduct,)

for _kind in KINDS:
    register(_kind)

__all__ = ["KINDS", "MatrixProduct"]
