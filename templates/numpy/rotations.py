# Rotations of scipy.spatial.transform, one at a time, as adc reads them
# (`adc/lowering/numpy/written.py`): not to be imported. Quaternions are (x, y, z, w), by J. B.
# Kuipers, Quaternions and Rotation Sequences (1999).

import numpy as np


def adc_turned_by(p, q):
    # The product of two quaternions: first q, then p.
    x = p[3] * q[0] + q[3] * p[0] + p[1] * q[2] - p[2] * q[1]
    y = p[3] * q[1] + q[3] * p[1] + p[2] * q[0] - p[0] * q[2]
    z = p[3] * q[2] + q[3] * p[2] + p[0] * q[1] - p[1] * q[0]
    w = p[3] * q[3] - p[0] * q[0] - p[1] * q[1] - p[2] * q[2]
    return np.array([x, y, z, w])


class adc_rotation:
    def __init__(self, quat):
        self._quat = quat

    def as_quat(self):
        return self._quat * 1.0

    def as_matrix(self):
        x, y, z, w = self._quat[0], self._quat[1], self._quat[2], self._quat[3]
        return np.array(
            [
                [x * x - y * y - z * z + w * w, 2.0 * (x * y - z * w), 2.0 * (x * z + y * w)],
                [2.0 * (x * y + z * w), -x * x + y * y - z * z + w * w, 2.0 * (y * z - x * w)],
                [2.0 * (x * z - y * w), 2.0 * (y * z + x * w), -x * x - y * y + z * z + w * w],
            ]
        )

    def as_rotvec(self, degrees=False):
        # Of the two for one rotation that which turns less, or whose first number is positive.
        x, y, z, w = self._quat[0], self._quat[1], self._quat[2], self._quat[3]
        first = (x < 0.0) | ((x == 0.0) & ((y < 0.0) | ((y == 0.0) & (z < 0.0))))
        q = np.where((w < 0.0) | ((w == 0.0) & first), -self._quat, self._quat)
        square = np.sum(q[:3] ** 2)
        small = square < 1e-6
        size = np.sqrt(np.where(small, 1.0, square))
        # asin(u)/u for small angles, whose half has u for its sine.
        near = 2.0 * (1.0 + square * (1.0 / 6.0 + square * (3.0 / 40.0)))
        scale = np.where(small, near, 2.0 * np.arctan2(size, q[3]) / size)
        return scale * q[:3] * (180.0 / np.pi) if degrees else scale * q[:3]

    def magnitude(self):
        size = np.sqrt(np.sum(self._quat[:3] ** 2))
        return 2.0 * np.arctan2(size, np.abs(self._quat[3]))

    def inv(self):
        return adc_rotation(self._quat * np.array([-1.0, -1.0, -1.0, 1.0]))

    def apply(self, vectors, inverse=False):
        matrix = self.as_matrix()
        vectors = np.asarray(vectors)
        return vectors @ matrix if inverse else vectors @ matrix.T

    def __mul__(self, other):
        return adc_rotation(adc_turned_by(self._quat, other._quat))


def scipy_spatial_transform_Rotation_from_quat(quat, *, scalar_first=False):
    quat = np.asarray(quat) * 1.0
    if quat.ndim != 1:
        raise NotImplementedError("for one rotation")
    size = np.sqrt(np.sum(quat * quat))
    if size == 0.0:
        raise ValueError("Found zero norm quaternions in `quat`.")
    if scalar_first:
        quat = np.concatenate((quat[1:], quat[:1]))
    return adc_rotation(quat / size)


def scipy_spatial_transform_Rotation_from_rotvec(rotvec, degrees=False):
    rotvec = np.asarray(rotvec) * 1.0
    if rotvec.ndim != 1:
        raise NotImplementedError("for one rotation")
    if degrees:
        rotvec = rotvec * (np.pi / 180.0)
    square = np.sum(rotvec * rotvec)
    small = square <= 1e-6
    angle = np.sqrt(np.where(small, 1.0, square))
    near = 0.5 - square / 48.0 + square * square / 3840.0
    scale = np.where(small, near, np.sin(0.5 * angle) / angle)
    cosine = np.where(small, 1.0 - square / 8.0 + square * square / 384.0, np.cos(0.5 * angle))
    return adc_rotation(np.concatenate((rotvec * scale, np.array([cosine]))))


def adc_about(axis, angle):
    s, c = np.sin(0.5 * angle), np.cos(0.5 * angle)
    if axis in ("x", "X"):
        return np.array([s, 0.0, 0.0, c])
    if axis in ("y", "Y"):
        return np.array([0.0, s, 0.0, c])
    if axis in ("z", "Z"):
        return np.array([0.0, 0.0, s, c])
    raise ValueError("Expected axes from x, y, z or X, Y, Z")


def adc_first_axis(seq):
    if seq.startswith(("x", "X")):
        return "x" if seq.startswith("x") else "X"
    if seq.startswith(("y", "Y")):
        return "y" if seq.startswith("y") else "Y"
    if seq.startswith(("z", "Z")):
        return "z" if seq.startswith("z") else "Z"
    raise ValueError("Expected axes from x, y, z or X, Y, Z")


def adc_both_turns(seq, found, turn):
    # About axes that turn along (capitals), or about those that stay.
    if seq == seq.upper():
        return adc_turned_by(found, turn)
    return adc_turned_by(turn, found)


def scipy_spatial_transform_Rotation_from_euler(seq, angles, degrees=False):
    angles = np.asarray(angles) * (np.pi / 180.0 if degrees else 1.0)
    number = seq.count("") - 1
    if seq != seq.upper() and seq != seq.lower():
        raise ValueError("Expected axes that all turn along, or all stay")
    if angles.ndim > 1 or (angles.ndim == 0 and number > 1) or (angles.ndim == 1 and number == 1):
        raise NotImplementedError("for one rotation: a number for one axis, a vector for more")
    first = adc_first_axis(seq)
    if number == 1:
        return adc_rotation(adc_about(first, angles))
    if len(angles) != number or number > 3:
        raise ValueError("Expected as many angles as axes")
    rest = seq.removeprefix(first)
    second = adc_first_axis(rest)
    found = adc_both_turns(seq, adc_about(first, angles[0]), adc_about(second, angles[1]))
    if number == 2:
        return adc_rotation(found)
    third = adc_first_axis(rest.removeprefix(second))
    return adc_rotation(adc_both_turns(seq, found, adc_about(third, angles[2])))


def scipy_spatial_transform_Rotation_identity():
    return adc_rotation(np.array([0.0, 0.0, 0.0, 1.0]))
