"""The module through which a Fortran program calls the generated function."""

from adc.emit.fortran.module import module_name, module_text

__all__ = ["module_name", "module_text"]
