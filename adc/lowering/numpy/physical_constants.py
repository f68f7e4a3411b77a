"""Constants of `scipy.constants`.

The values of the SI since 2019 (BIPM, The International System of Units, 9th edition) and of units
that are defined by them. What is measured (`G`, `m_e`, `epsilon_0`) is another number from one
release of SciPy to the next: here it is what CODATA recommends since 2022, and SciPy has since
1.15.
"""

from __future__ import annotations

_PHYSICS = {
    "c": "299792458.0", "speed_of_light": "299792458.0", "h": "6.62607015e-34",
    "Planck": "6.62607015e-34", "hbar": "1.0545718176461565e-34", "k": "1.380649e-23",
    "Boltzmann": "1.380649e-23", "e": "1.602176634e-19", "elementary_charge": "1.602176634e-19",
    "eV": "1.602176634e-19", "electron_volt": "1.602176634e-19", "N_A": "6.02214076e+23",
    "Avogadro": "6.02214076e+23", "R": "8.31446261815324", "gas_constant": "8.31446261815324",
    "sigma": "5.6703744191844314e-08", "Stefan_Boltzmann": "5.6703744191844314e-08",
    "Wien": "0.0028977719551851727", "g": "9.80665",
}  # fmt: skip
_UNITS = {
    "zero_Celsius": "273.15", "atm": "101325.0", "atmosphere": "101325.0", "bar": "100000.0",
    "torr": "133.32236842105263", "mmHg": "133.32236842105263", "psi": "6894.757293168361",
    "degree": "0.017453292519943295", "arcmin": "0.0002908882086657216",
    "arcminute": "0.0002908882086657216", "arcsec": "4.84813681109536e-06",
    "arcsecond": "4.84813681109536e-06", "minute": "60.0", "hour": "3600.0", "day": "86400.0",
    "week": "604800.0", "year": "31536000.0", "Julian_year": "31557600.0", "inch": "0.0254",
    "foot": "0.30479999999999996", "yard": "0.9143999999999999", "mile": "1609.3439999999998",
    "nautical_mile": "1852.0", "angstrom": "1e-10", "micron": "1e-06", "au": "149597870700.0",
    "astronomical_unit": "149597870700.0", "light_year": "9460730472580800.0",
    "parsec": "3.085677581491367e+16", "hectare": "10000.0", "acre": "4046.8564223999992",
    "liter": "0.001", "litre": "0.001", "gram": "0.001", "metric_ton": "1000.0",
    "pound": "0.45359236999999997", "lb": "0.45359236999999997", "ounce": "0.028349523124999998",
    "kmh": "0.2777777777777778", "mph": "0.44703999999999994", "knot": "0.5144444444444445",
    "dyn": "1e-05", "dyne": "1e-05", "lbf": "4.4482216152605", "kgf": "9.80665",
    "calorie": "4.184", "calorie_th": "4.184", "erg": "1e-07", "Btu": "1055.05585262",
    "hp": "745.6998715822701", "golden": "1.618033988749895",
}  # fmt: skip
_PREFIXES = {
    "exa": "1e+18", "peta": "1000000000000000.0", "tera": "1000000000000.0",
    "giga": "1000000000.0", "mega": "1000000.0", "kilo": "1000.0", "hecto": "100.0",
    "deka": "10.0", "deci": "0.1", "centi": "0.01", "milli": "0.001", "micro": "1e-06",
    "nano": "1e-09", "pico": "1e-12", "femto": "1e-15",
}  # fmt: skip
_MEASURED = {
    "mu_0": "1.25663706127e-06", "epsilon_0": "8.8541878188e-12", "G": "6.6743e-11",
    "gravitational_constant": "6.6743e-11", "alpha": "0.0072973525643",
    "fine_structure": "0.0072973525643", "Rydberg": "10973731.568157",
    "m_e": "9.1093837139e-31", "electron_mass": "9.1093837139e-31",
    "m_p": "1.67262192595e-27", "proton_mass": "1.67262192595e-27",
    "m_n": "1.67492750056e-27", "neutron_mass": "1.67492750056e-27",
    "m_u": "1.66053906892e-27", "u": "1.66053906892e-27", "atomic_mass": "1.66053906892e-27",
}  # fmt: skip
#: Those of which the next release of SciPy may have another value.
MEASURED = {f"scipy.constants.{name}": text for name, text in _MEASURED.items()}
#: The constants by full name, as Python writes them.
CONSTANTS = {
    f"scipy.constants.{name}": text
    for name, text in (_PHYSICS | _UNITS | _PREFIXES | {"pi": "pi"}).items()
} | MEASURED
