# signature: gmm_loss(logits: float64[K], mu: float64[K, D], log_sigma: float64[K, D], X: float64[N, D])
import numpy as np
from scipy.special import logsumexp


def log_gauss(X, mu, log_sigma):
    diff = (X[:, None, :] - mu[None, :, :]) / np.exp(log_sigma)[None, :, :]
    d = X.shape[-1]
    return -0.5 * (diff ** 2).sum(-1) - log_sigma.sum(axis=-1) - 0.5 * d * np.log(2 * np.pi)


def gmm_loss(logits, mu, log_sigma, X, prior_weight=0.1):
    log_pi = logits - logsumexp(logits)
    ll = logsumexp(log_pi + log_gauss(X, mu, log_sigma), axis=1)
    prior = prior_weight * np.sum(mu ** 2) + 0.5 * np.square(log_sigma).sum()
    return -ll.mean() + prior
