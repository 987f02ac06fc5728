"""What a sample of games says: medians of counts, and confidence intervals of shares."""

from __future__ import annotations

import math
from collections.abc import Mapping
from statistics import NormalDist

LEVEL = 0.95
Z = NormalDist().inv_cdf((1 + LEVEL) / 2)

Interval = tuple[float, float]


def wilson(count: float, total: float) -> Interval:
    """Return Wilson's interval for a share; ``count`` is fractional if ties are shared."""
    share, spread = count / total, Z * Z / total
    middle = share + spread / 2
    half = Z * math.sqrt(share * (1 - share) / total + spread / total / 4)
    low, high = (middle - half) / (1 + spread), (middle + half) / (1 + spread)
    return (low if count else 0.0, high if count < total else 1.0)  # not almost 0 or 1


def median(counts: Mapping[int, int]) -> float:
    """Return the median; with an even number of games the mean of the two in the middle."""
    total, seen, middle = sum(counts.values()), 0, []
    for value, count in sorted(counts.items()):
        for place in ((total - 1) // 2, total // 2):
            if seen <= place < seen + count:
                middle.append(value)
        seen += count
    return sum(middle) / len(middle)
