from scipy import stats


def share(x: "float64[N]", mean: float, spread: float):
    return stats.norm.cdf(x, mean, spread)
