# signature: point_to_plane(pose: float64[6], src: float64[N, 3], dst: float64[N, 3], normals: float64[N, 3])
import numpy as np


def euler_to_matrix(rx, ry, rz):
    cx, sx = np.cos(rx), np.sin(rx)
    cy, sy = np.cos(ry), np.sin(ry)
    cz, sz = np.cos(rz), np.sin(rz)
    Rx = np.array([[1, 0, 0], [0, cx, -sx], [0, sx, cx]])
    Ry = np.array([[cy, 0, sy], [0, 1, 0], [-sy, 0, cy]])
    Rz = np.array([[cz, -sz, 0], [sz, cz, 0], [0, 0, 1]])
    return np.linalg.multi_dot([Rz, Ry, Rx])


def point_to_plane(pose, src, dst, normals, kernel_width=0.5):
    R = euler_to_matrix(*pose[:3])
    t = pose[3:]
    moved = np.einsum("ij,nj->ni", R, src) + t
    resid = np.einsum("ni,ni->n", moved - dst, normals)
    w = 1.0 / (1.0 + (resid / kernel_width) ** 2)
    return 0.5 * np.sum(w * resid ** 2)
