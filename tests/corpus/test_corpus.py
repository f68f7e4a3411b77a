"""Functions as people write them go through unchanged, with the original's values and slopes."""

from __future__ import annotations

import pytest

from tests.corpus.texts import corpus_text, names
from tests.proof.marks import long_among
from tests.readings.reference import agree

#: Whose differentiation takes longest; the others have each construct as well.
_LONG = """
    adam advection_weno attention barotropic batchnorm_conv bilateral black_scholes bspline cavity
    conjugate_gradient crank_nicolson dopri double_pendulum dtw ekf_slam euler1d gray_scott
    hodgkin_huxley icp kmeans lattice_boltzmann logistic lorenz96 lstm mlp_ce monodomain multihead
    nbody pinhole portfolio quaternions radiation ray_lens robot_arm saturation scf_h2 sinkhorn
    sobel sphharm ssim thin_film
    """
LONG = frozenset(_LONG.split())


@pytest.mark.parametrize("name", long_among(names(), LONG))
def test_corpus(name: str) -> None:
    agree(corpus_text(name))
