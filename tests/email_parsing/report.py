"""Prints how much of the corpus is understood: ``python -m tests.email_parsing.report``."""

from __future__ import annotations

from collections import Counter

from tests.email_parsing import phrasings_index

UNDERSTOOD, REFUSED, MISREAD = "understood", "refused", "misread"


def outcome(expected: str, found: str) -> str:
    """Whether what was found is what was meant, nothing, or something else."""
    if found == expected:
        return UNDERSTOOD
    return REFUSED if not found else MISREAD


def phrasing_outcome(phrasing: phrasings_index.Phrasing) -> str:
    """The outcome of reading a phrasing."""
    return outcome(phrasing.orders, phrasings_index.read(phrasing))


def _line(name: str, counts: Counter[str], ideal: str) -> str:
    total = counts.total()
    parts = [f"{counts[each]} {ideal if each == UNDERSTOOD else each}"
             for each in (UNDERSTOOD, REFUSED, MISREAD)]
    return f"{name}: {', '.join(parts)}, of {total}"


def main() -> None:
    """Prints the counts, then each case that is not as it should be."""
    kinds = {
        "natural phrasings": (phrasings_index.UNDERSTOOD, "understood"),
        "what must not be played": (phrasings_index.NOT_ORDERS, "not played"),
    }
    for name, (phrasings, ideal) in kinds.items():
        print(_line(name, Counter(map(phrasing_outcome, phrasings)), ideal))
        for phrasing in phrasings:
            result = phrasing_outcome(phrasing)
            if result != UNDERSTOOD:
                found = phrasings_index.read(phrasing)
                where = f"{phrasing.kind}, {phrasing.position}"
                print(f"  {result} ({where}): {phrasing.text!r} {found}")


if __name__ == "__main__":
    main()
