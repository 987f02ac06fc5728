"""Prints how much of the corpus is understood: ``python -m tests.email_parsing.report``.

With ``--unknown`` as if nobody knew what our quoted emails said.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable, Sequence

from alexandros_rules.alexandros.rules import RULESET
from games.post.inbox.parsing import html_text
from games.post.inbox.parsing.left_out import Meaning
from games.post.inbox.parsing.lost_orders import doubts_in_signature, first_lost
from games.post.inbox.parsing.message_reader import Reading, read
from games.post.inbox.parsing.own_text import OwnText, own_text
from games.post.inbox.parsing.requests import ORDERS, QUESTIONS, read_request
from tests.email_parsing import generated, phrasings_index, typed_into_quotes

UNDERSTOOD, REFUSED, MISREAD = "understood", "refused", "misread"
OWN = (own_text(generated.OWN_TEXT), own_text(html_text.to_text(generated.OWN_HTML)))


def outcome(expected: str, found: str) -> str:
    """Whether what was found is what was meant, nothing, or something else."""
    if found == expected:
        return UNDERSTOOD
    return REFUSED if not found else MISREAD


def phrasing_outcome(phrasing: phrasings_index.Phrasing) -> str:
    """The outcome of reading a phrasing."""
    return outcome(phrasing.orders, phrasings_index.read(phrasing))


def found(reading: Reading, own: Sequence[OwnText] = OWN) -> tuple[str, ...]:
    """The orders that would be played for an email; none if it is refused."""
    names = (reading.name, reading.sender.split("@")[0])
    if reading.refused:
        return ()
    request = read_request(reading.text, verbs=RULESET.verbs, things=RULESET.things,
                           known=RULESET.words, names=names)
    meaning = Meaning.of(RULESET.verbs, things=RULESET.things, known=RULESET.words, names=names)
    doubts = doubts_in_signature(reading.removed.signature, meaning, is_whole=False)
    lost = first_lost(reading.removed, meaning, own) or doubts.orders + doubts.others
    if request.command != ORDERS or (lost and request.command not in QUESTIONS):
        return ()
    return tuple(request.texts)


def email_outcome(case: generated.Case, own: Sequence[OwnText] = OWN) -> str:
    """The outcome of reading a generated email.

    An email whose orders cannot all be found is understood if none of them is, and so is one with
    something that is not an order.
    """
    texts = found(read(case.raw, own_domain=generated.OWN_DOMAIN), own)
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


def main(own: Sequence[OwnText] = OWN) -> None:
    """Prints the counts, and each case that is not as it should be."""
    _print_emails("emails", generated.cases(), own)
    _print_emails("emails with a quote somebody has typed into", typed_into_quotes.cases(), own)
    _print_phrasings()


def _print_emails(name: str, emails: Iterable[generated.Case], own: Sequence[OwnText]) -> None:
    cases = [(case, email_outcome(case, own)) for case in emails]
    for whole, which, ideal in (
        (True, "all orders in one place", "understood"),
        (False, "orders that may be cut off", "played in full or not at all"),
    ):
        counts = Counter(result for case, result in cases if case.whole == whole)
        print(_line(f"{name}, {which}", counts, ideal))
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
    main(() if "--unknown" in sys.argv else OWN)
