from scipy.special import erf


def smooth(x: "float64[N]"):
    return erf(x)
