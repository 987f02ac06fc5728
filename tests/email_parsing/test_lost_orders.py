"""No part of what somebody wrote is lost silently: all of it is read, or nothing is played."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.alexandros.rules import RULESET
from games.inbox.parsing.lost_orders import first_lost
from games.inbox.parsing.quote_stripper import separate
from games.inbox.parsing.requests import read_request
from tests.email_parsing.generated import OWN_TEXT, Written, marked

NAMES = ("Alice Archer", "alice")
BLOCK = "From: Alexandros\nSent: Friday\nTo: Alice\nSubject: Friday table"
FOREIGN = "Lähettäjä: post@play.example.net\nLähetetty: 20.11.2026\nAihe: Friday table"
DIVIDERS = [
    "-- ", "_" * 32, "-" * 40, "-----Original Message-----", "---- Urspr. melding ----",
    "Begin forwarded message:", "As Bob wrote:", "Bob napisał(a):", BLOCK, FOREIGN,
    "On Friday, Bob <bob@example.com> wrote:",
]


def lost(text: str) -> str:
    removed = separate(text).removed
    return first_lost(removed, verbs=RULESET.verbs, known=RULESET.words, names=NAMES)


def found(text: str) -> list[str]:
    """The orders that would be played."""
    if lost(text):
        return []
    request = read_request(separate(text).text, verbs=RULESET.verbs, names=NAMES)
    return request.texts if request.command == "orders" else []


@pytest.mark.promise("R18")
@pytest.mark.parametrize("divider", DIVIDERS)
@pytest.mark.parametrize("order", ["draw", "Take horse!", "1. draw", "then I draw", "taek horse",
                                   "I'd like to draw", "Pferd nehmen", "resign"])
def test_an_order_below_something_that_divides_an_email_is_noticed(
    divider: str, order: str
) -> None:
    assert lost(f"take horse\n{divider}\n{order}\n") == order


@pytest.mark.promise("R18")
@pytest.mark.parametrize("divider", DIVIDERS)
def test_a_signature_or_a_quote_without_orders_below_it_is_no_loss(divider: str) -> None:
    text = f"take horse\ndraw\n\n{divider}\n\nAlice Archer\nArchers & Co, +44 20 7946 0000\n"
    assert found(text) == ["take horse", "draw"]


@pytest.mark.promise("R18")
@pytest.mark.parametrize("below", ["draw", "levvy lyre", "one more thing", "resign", "No, wait"])
def test_whatever_follows_the_end_of_our_own_email_is_noticed(below: str) -> None:
    assert lost(f"take horse\n\n{BLOCK}\n\n{OWN_TEXT}\n\n{below}") == below


@pytest.mark.parametrize("below", [
    "", "Alice", "Thanks,\nAlice", "https://example.org/", "Sent from my iPhone",
    "Virus-free. www.example.com", "________________", "Confidentiality notice: do not read this.",
])
def test_a_signature_below_our_own_email_is_no_loss(below: str) -> None:
    assert found(f"take horse\n\n{BLOCK}\n\n{OWN_TEXT}\n\n{below}") == ["take horse"]


@pytest.mark.promise("R18")
@pytest.mark.parametrize("place", ["\n\nWHAT YOU CAN DO", "\n\nHOW TO REPLY", "\n\nSINCE YOUR"])
def test_an_order_in_the_middle_of_our_own_email_is_noticed(place: str) -> None:
    text = OWN_TEXT.replace(place, f"\n\ndraw twice{place}")
    assert lost(f"take horse\n\n{BLOCK}\n\n{text}") == "draw twice"
    quote = "\n".join(f"> {line}".rstrip() for line in text.split("\n"))
    assert lost(f"take horse\n\nBob wrote:\n{quote}") == "draw twice"


@pytest.mark.promise("R18")
def test_an_order_below_our_own_email_whose_end_was_deleted_is_noticed() -> None:
    shortened = OWN_TEXT.partition("WHOLE TURNS")[0]
    assert lost(f"take horse\n\n{shortened}") == ""
    assert lost(f"take horse\n\n{shortened}\ndraw") == "draw"


@pytest.mark.promise("R18")
def test_an_order_beside_our_marker_is_noticed() -> None:
    assert lost("take horse\n=== Write your orders above this line === draw") == "draw"


def test_our_own_email_alone_has_nothing_to_lose() -> None:
    assert lost(OWN_TEXT) == lost(marked(Written())) == lost(f"{BLOCK}\n\n{OWN_TEXT}") == ""


ORDER = st.sampled_from(["take horse", "march K7.SE via E SE", "draw twice", "levy lyre", "end",
                         "occupy K7 L9", "nimm Pferd", "I'd like to draw"])
REMOVABLE = st.sampled_from([
    *DIVIDERS, OWN_TEXT, f"{BLOCK}\n\n{OWN_TEXT}", marked(Written()), "> Alice wrote:\n>> draw",
    f"-----Original Message-----\n{FOREIGN}\n\n{OWN_TEXT}", "Sent from my iPhone",
    f"pt., 20 lis 2026 o 10:15 Bob <post@play.example.net> napisał(a):\n\n{marked(Written())}",
])


@pytest.mark.promise("R18")
@given(st.lists(st.tuples(st.lists(ORDER, max_size=3), REMOVABLE), max_size=4),
       st.lists(ORDER, max_size=3))
@settings(max_examples=300)
def test_all_orders_around_what_is_removed_are_found_or_none_is_played(
    parts: list[tuple[list[str], str]], last: list[str]
) -> None:
    text = "\n\n".join(["\n".join([*orders, "", between]) for orders, between in parts]
                       + ["\n".join(last)])
    written = [order for orders, _ in parts for order in orders] + last
    played = read_request("\n".join(written), verbs=RULESET.verbs).texts
    assert found(text) in ([], played)


@pytest.mark.promise("R18")
@given(st.lists(ORDER, min_size=1, max_size=2), ORDER, st.data(), st.booleans())
@settings(max_examples=200)
def test_an_order_anywhere_in_our_own_email_is_found_or_nothing_is_played(
    above: list[str], order: str, data: st.DataObject, with_marks: bool
) -> None:
    lines = OWN_TEXT.split("\n")
    at = data.draw(st.integers(1, len(lines)))
    quote = [*lines[:at], order, *lines[at:]]
    if with_marks:
        quote = [*(f"> {line}" for line in lines[:at]), order, *(f"> {li}" for li in lines[at:])]
    text = "\n".join([*above, "", "Bob wrote:" if with_marks else BLOCK, "", *quote])
    played = read_request("\n".join([*above, order]), verbs=RULESET.verbs).texts
    assert found(text) in ([], played)
