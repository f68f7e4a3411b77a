# signature: hmm_loglik(logA: float64[S, S], logB: float64[S, V], logpi: float64[S], obs: int64[T])
# inputs: obs=np.array([0,1,1,0])
import numpy as np


def logsumexp(a, axis=None):
    m = np.max(a, axis=axis)
    if axis is None:
        return m + np.log(np.sum(np.exp(a - m)))
    return m + np.log(np.sum(np.exp(a - np.expand_dims(m, axis)), axis=axis))


def hmm_loglik(logA, logB, logpi, obs):
    alpha = logpi + logB[:, obs[0]]
    for t in range(1, len(obs)):
        alpha = logsumexp(alpha[:, np.newaxis] + logA, axis=0) + logB[:, obs[t]]
    return logsumexp(alpha)
