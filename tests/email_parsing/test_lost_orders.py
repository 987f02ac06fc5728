"""No part of what somebody wrote is lost silently: all of it is read, or nothing is played."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from alexandros_rules.alexandros.rules import RULESET
from alexandros_rules.wording import begins_order, words
from games.post.inbox.parsing import html_text
from games.post.inbox.parsing.left_out import Meaning
from games.post.inbox.parsing.lost_orders import doubts_in_signature, first_lost
from games.post.inbox.parsing.own_text import MAX_WORDS, OwnText, own_text
from games.post.inbox.parsing.quote_stripper import separate
from games.post.inbox.parsing.requests import read_request
from tests.email_parsing.generated import OWN_HTML, OWN_TEXT, Written, marked
from tests.seeded_chance import examples

OWN = (own_text(OWN_TEXT), own_text(html_text.to_text(OWN_HTML)))
FLAT = "\n".join(line.strip() for line in OWN_TEXT.split("\n"))
NAMES = ("Alice Archer", "alice")
MEANING = Meaning.of(RULESET.verbs, things=RULESET.things, known=RULESET.words, names=NAMES)
BLOCK = "From: Alexandros\nSent: Friday\nTo: Alice\nSubject: Friday table"
FOREIGN = "Lähettäjä: post@play.example.net\nLähetetty: 20.11.2026\nAihe: Friday table"
DIVIDERS = [
    "-- ", "_" * 32, "-" * 40, "-----Original Message-----", "---- Urspr. melding ----",
    "Begin forwarded message:", "As Bob wrote:", "Bob napisał(a):", BLOCK, FOREIGN,
    "On Friday, Bob <bob@example.com> wrote:",
]


def lost(text: str, own: Sequence[OwnText] = ()) -> str:
    removed = separate(text).removed
    doubts = doubts_in_signature(removed.signature, MEANING, is_whole=False)
    return first_lost(removed, MEANING, own) or next(iter(doubts.orders + doubts.others), "")


def found(text: str) -> list[str]:
    """The orders that would be played."""
    if lost(text):
        return []
    request = read_request(separate(text).text, verbs=RULESET.verbs, things=RULESET.things,
                           known=RULESET.words, names=NAMES)
    is_refused = any(not begins_order(words(order), RULESET.verbs) for order in request.texts)
    return [] if is_refused or request.command != "orders" else request.texts


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
@pytest.mark.parametrize("below", ["draw", "levvy lyre", "one more, please", "resign", "No, wait"])
def test_whatever_follows_the_end_of_our_own_email_is_noticed(below: str) -> None:
    assert lost(f"take horse\n\n{BLOCK}\n\n{OWN_TEXT}\n\n{below}") == below


@pytest.mark.parametrize("below", [
    "", "Alice", "Thanks,\nAlice", "https://example.org/", "Sent from my iPhone",
    "Virus-free. www.example.com", "________________",
    "Confidential: if you are not the addressee, do not read this email.",
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
@examples(300)
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
@examples(200)
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


def quoted(text: str, *, mark: str) -> str:
    """Orders above our email, which is quoted with or without a mark before each line."""
    return f"take horse\n\n{BLOCK}\n\n" + "\n".join(mark + line for line in text.split("\n"))


@pytest.mark.promise("R18")
@pytest.mark.parametrize("mark", ["", "> "])
@given(order=ORDER, at=st.integers(1, OWN_TEXT.count("\n") - 7))
@examples(150)
def test_an_order_typed_anywhere_into_an_email_we_know_is_noticed(
    mark: str, order: str, at: int
) -> None:
    lines = FLAT.split("\n")
    text = quoted("\n".join([*lines[:at], order, *lines[at:]]), mark=mark)
    assert lost(text, OWN)
    assert lost(text.replace("\n> ", " ") if mark else text, OWN)


@pytest.mark.promise("R18")
@given(at=st.integers(10, FLAT.count(" ")), mark=st.sampled_from(["", "> "]))
@examples(100)
def test_our_email_with_its_lines_broken_anywhere_has_nothing_to_lose(at: int, mark: str) -> None:
    words = FLAT.split(" ")
    text = " ".join(words[:at]) + "\n" + " ".join(words[at:])
    assert lost(quoted(text, mark=mark), OWN) == ""


@pytest.mark.promise("R18")
@pytest.mark.parametrize(("ours", "changed", "said"), [
    ("draw\nlevy", "draw <- this one\nlevy", "draw <- this one"),
    ("draw\nlevy", "OK, draw\nlevy", "OK"), ("draw\nlevy", "draw\nend\nlevy", "end"),
    ("You play red.", "You play red. draw", "draw"),
    ("L9.N via SE SE", "L9.N via SE E", "march L9.N via SE E"),
    ("take lyre", "take lyre and draw", "take lyre and draw"),
])
def test_what_somebody_changed_in_a_line_of_ours_is_noticed(
    ours: str, changed: str, said: str
) -> None:
    assert ours in FLAT
    assert lost(quoted(FLAT.replace(ours, changed), mark="> "), OWN) == said


def test_an_order_is_not_taken_for_an_example_from_a_part_that_was_deleted() -> None:
    start, _, end = FLAT.partition("WHOLE TURNS")
    assert lost(quoted(f"{start}draw", mark="> "), OWN) == "draw"
    assert lost(quoted(f"{start}draw\n{end.partition('HOW TO')[2]}", mark="> "), OWN) == "draw"
    assert lost(quoted(start + end.partition("a province of 5")[2], mark="> "), OWN) == ""


def test_our_emails_quoted_in_one_another_have_nothing_to_lose() -> None:
    older = FLAT.replace("draw", "levy horse").replace("turn 7", "turn 6")
    both = f"{FLAT}\n" + "\n".join(f"> {line}" for line in older.split("\n"))
    assert lost(quoted(both, mark="> "), OWN) == "levy horse; levy horse"
    assert lost(quoted(both, mark="> "), [own_text(older), *OWN]) == ""


def test_without_a_footer_whatever_follows_our_whole_email_is_noticed() -> None:
    known = FLAT.replace("/unsubscribe/", "/abmelden/")
    own = [own_text(known)]
    assert lost(quoted(f"{known}\n\nAlice", mark=""), own) == ""
    assert lost(quoted(f"{known}\n\nNo, wait", mark=""), own) == "No, wait"
    assert lost(quoted(known.replace("red.", "red. No, wait"), mark=""), own) == ""


def test_the_addresses_of_links_and_their_numbers_are_not_orders() -> None:
    linked = FLAT.replace("draw\nlevy", "draw [12] <https://links.example/?u=draw>\nlevy")
    assert lost(quoted(linked, mark="> "), OWN) == ""


@pytest.mark.promise("R17")
@pytest.mark.parametrize("many", ["so it goes on ", "so it goes on\n"])
def test_a_quote_is_compared_and_searched_only_up_to_a_limit(many: str) -> None:
    text = "\n".join([FLAT, many * (MAX_WORDS // 4), "draw"])
    assert lost(quoted(text, mark="> "), OWN) in ("draw", "so it goes on")
