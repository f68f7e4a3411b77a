"""One matrix applied to the last axis of a field, in place."""


def doitgen(A, C4):
    for r in range(A.shape[0]):
        A[r] = A[r] @ C4
