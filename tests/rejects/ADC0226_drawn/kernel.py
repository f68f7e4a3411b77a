from scipy import stats


def share(x: "float64[N]", mean: float, spread: float):
    kept = stats.norm(mean, spread)
    return kept.cdf(x + kept.rvs())
