"""Arguments called like words of the languages around: `make hostile` tries all of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.hostile.names import fault

WORDS = {
    "python": """
        typeof asm errno I M_PI linux NULL int64_t EINVAL INT64_MAX __x _Complex F_GRAD_H F_GRAD_OK
        f_grad_ws FGrad _np max co_await concept restrict x_bar adc_take cblas_dgemm workspace at
        CblasNoTrans stdin st_atime SIGINT
    """,
    "fortran": """
        lambda def is do end if integer call int double class typeof errno i linux null stop
        allocatable entry status code bytes workspace c_int template
    """,
}


@pytest.mark.parametrize("language", WORDS)
def test_words_of_other_languages_are_names(language: str, tmp_path: Path) -> None:
    group = WORDS[language].split()
    assert len(group) % 5 == 0
    assert fault(group, language, tmp_path, thorough=False) == ""
