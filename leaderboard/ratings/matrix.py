"""Symmetric positive matrices as lists of rows, of up to a few hundred: all the fit needs."""

import math
from collections.abc import Sequence
from operator import mul
from typing import Final

_LEAST: Final = 1e-18

Vector = Sequence[float]
Matrix = Sequence[Vector]


def dot(left: Vector, right: Vector) -> float:
    """The sum of products."""
    total: float = sum(map(mul, left, right))
    return total


def cholesky(matrix: Matrix) -> list[list[float]]:
    """The lower triangle L, row by row up to its diagonal, with L·Lᵀ = matrix.

    A direction without any spread, which rounding may turn negative, gets a tiny one.
    """
    rows: list[list[float]] = []
    for i, source in enumerate(matrix):
        row: list[float] = []
        for j in range(i):
            row.append((source[j] - dot(row, rows[j])) / rows[j][j])
        row.append(math.sqrt(max(source[i] - dot(row, row), _LEAST * source[i], _LEAST)))
        rows.append(row)
    return rows


def solve(triangle: Matrix, right: Vector) -> list[float]:
    """The x with L·Lᵀ·x = right."""
    half: list[float] = []
    for row, value in zip(triangle, right, strict=True):
        half.append((value - dot(half, row)) / row[len(half)])
    result = half
    for i in range(len(result) - 1, -1, -1):
        result[i] /= triangle[i][i]
        share = result[i]
        row = triangle[i]
        for j in range(i):
            result[j] -= share * row[j]
    return result


def inverse(triangle: Matrix) -> list[list[float]]:
    """The inverse of L·Lᵀ."""
    size = len(triangle)
    columns = [solve(triangle, [1.0 if i == j else 0.0 for i in range(size)]) for j in range(size)]
    return [[(columns[i][j] + columns[j][i]) / 2 for j in range(size)] for i in range(size)]


def between(outer: Matrix, inner: Matrix) -> list[list[float]]:
    """The product outer·inner·outer, both symmetric; exactly symmetric itself."""
    half = [[dot(row, column) for column in inner] for row in outer]
    size = len(half)
    lower = [[dot(half[i], outer[j]) for j in range(i + 1)] for i in range(size)]
    return [[lower[max(i, j)][min(i, j)] for j in range(size)] for i in range(size)]
