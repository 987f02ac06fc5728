"""Prints how much of the corpus is understood: ``python -m tests.email_parsing.report``."""

from __future__ import annotations

from collections import Counter

from engine.alexandros.rules import RULESET
from games.inbox.parsing.lost_orders import first_lost
from games.inbox.parsing.message_reader import Reading, read
from games.inbox.parsing.requests import ORDERS, QUESTIONS, read_request
from tests.email_parsing import generated, phrasings_index

UNDERSTOOD, REFUSED, MISREAD = "understood", "refused", "misread"


def outcome(expected: str, found: str) -> str:
    """Whether what was found is what was meant, nothing, or something else."""
    if found == expected:
        return UNDERSTOOD
    return REFUSED if not found else MISREAD


def phrasing_outcome(phrasing: phrasings_index.Phrasing) -> str:
    """The outcome of reading a phrasing."""
    return outcome(phrasing.orders, phrasings_index.read(phrasing))


def found(reading: Reading) -> tuple[str, ...]:
    """The orders that would be played for an email; none if it is refused."""
    names = (reading.name, reading.sender.split("@")[0])
    if reading.refused:
        return ()
    request = read_request(reading.text, verbs=RULESET.verbs, names=names)
    lost = first_lost(reading.removed, verbs=RULESET.verbs, known=RULESET.words, names=names)
    if request.command != ORDERS or (lost and request.command not in QUESTIONS):
        return ()
    return tuple(request.texts)


def email_outcome(case: generated.Case) -> str:
    """The outcome of reading a generated email.

    An email whose orders cannot all be found is understood if none of them is, and so is one with
    something that is not an order.
    """
    texts = found(read(case.raw, own_domain=generated.OWN_DOMAIN))
    if texts == case.orders:
        return UNDERSTOOD
    if not texts or not set(texts) <= set(generated.ORDERS):
        return REFUSED if case.whole else UNDERSTOOD
    return MISREAD


def _line(name: str, counts: Counter[str], ideal: str) -> str:
    total = counts.total()
    parts = [f"{counts[each]} {ideal if each == UNDERSTOOD else each}"
             for each in (UNDERSTOOD, REFUSED, MISREAD)]
    return f"{name}: {', '.join(parts)}, of {total}"


def main() -> None:
    """Prints the counts, and each case that is not as it should be."""
    _print_emails()
    _print_phrasings()


def _print_emails() -> None:
    cases = [(case, email_outcome(case)) for case in generated.cases()]
    for whole, name, ideal in (
        (True, "emails with all orders in one place", "understood"),
        (False, "emails with orders that may be cut off", "played in full or not at all"),
    ):
        counts = Counter(result for case, result in cases if case.whole == whole)
        print(_line(name, counts, ideal))
    for case, result in cases:
        if result != UNDERSTOOD:
            print(f"  {result}: {case.says}")


def _print_phrasings() -> None:
    kinds = {
        "natural phrasings": (phrasings_index.UNDERSTOOD, "understood"),
        "what must not be played": (phrasings_index.NOT_ORDERS, "not played"),
    }
    for name, (phrasings, ideal) in kinds.items():
        print(_line(name, Counter(map(phrasing_outcome, phrasings)), ideal))
        for phrasing in phrasings:
            result = phrasing_outcome(phrasing)
            if result != UNDERSTOOD:
                played = phrasings_index.read(phrasing)
                where = f"{phrasing.kind}, {phrasing.position}"
                print(f"  {result} ({where}): {phrasing.text!r} {played}")


if __name__ == "__main__":
    main()
