"""Operations on whole arrays: each file has one, with all that adc knows of it."""

from adc.ir.operation import register
from adc.ops.library.matrix_product import MatrixProduct
from adc.ops.library.solve import Solve

KINDS = (MatrixProduct, Solve)

for _kind in KINDS:
    register(_kind)

__all__ = ["KINDS", "MatrixProduct", "Solve"]
