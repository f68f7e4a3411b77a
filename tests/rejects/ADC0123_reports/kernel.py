import dashboard as page


def scaled(x: "float64[n]", s: float):
    page.progress(0.5)
    return x * s
