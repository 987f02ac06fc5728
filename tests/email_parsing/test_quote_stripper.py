"""What is removed from a reply and what must stay."""

from __future__ import annotations

import pytest

from games.post.inbox.parsing.markers import MARKER, is_marker
from games.post.inbox.parsing.quote_stripper import DASHED, FORWARDS, LABELS, separate

BY_HAND = [
    ("On Friday, Bob Baker <bob@example.com> wrote:", "English"),
    ("Am 20.11.2026 um 10:15 schrieb Bob:", "German"),
    ("Le 20 novembre 2026, Bob a écrit :", "French"),
    ("Il giorno 20/11/2026 Bob ha scritto:", "Italian"),
    ("El 20/11/2026, Bob escribió:", "Spanish"),
    ("Op 20 november 2026 schreef Bob:", "Dutch"),
    ("Op 20 nov 2026, om 10:15 heeft Bob <bob@example.com> het volgende geschreven:", "Dutch iOS"),
    ("Em 20 de novembro de 2026, Bob escreveu:", "Portuguese"),
    ("On Friday, 20 November 2026,\nBob Baker\n<bob@example.com>\nwrote:", "over four lines"),
    ("Bob Baker <bob@example.com> [2026-11-20 10:15]:", "mutt"),
    ("2026-11-20 10:15 GMT+01:00 Bob <bob@example.com>:", "date first"),
    ("Bob wrote:", "short"),
]
LANGUAGES = [
    ("From", "Sent", "To", "Subject"), ("Von", "Gesendet", "An", "Betreff"),
    ("De", "Envoyé", "À", "Objet"), ("Da", "Inviato", "A", "Oggetto"),
    ("De", "Enviado el", "Para", "Asunto"), ("Van", "Verzonden", "Aan", "Onderwerp"),
    ("De", "Enviada em", "Para", "Assunto"), ("Gesendet", "Von", "An", "Betreff"),
]


def strip(text: str) -> str:
    return separate(text).text


@pytest.mark.parametrize("line", [line for line, _ in BY_HAND], ids=[name for _, name in BY_HAND])
def test_what_follows_an_attribution_is_quoted(line: str) -> None:
    assert strip(f"draw\nend\n\n{line}\n\ntake horse\n") == "draw\nend"


@pytest.mark.parametrize("line", [line for line, _ in BY_HAND], ids=[name for _, name in BY_HAND])
def test_what_follows_a_marked_quote_was_written(line: str) -> None:
    assert strip(f"{line}\n> take horse\n\ndraw\nend\n") == "draw\nend"


@pytest.mark.parametrize("labels", LANGUAGES, ids=lambda labels: labels[3])
def test_a_header_block_ends_what_was_written(labels: tuple[str, ...]) -> None:
    block = "\n".join(f"{label}: something" for label in labels)
    assert strip(f"draw\n\n{block}\n\ntake horse") == "draw"


def test_a_header_block_with_blank_lines_between_is_cut_too() -> None:
    assert strip("draw\n\nFrom: Bob\n\nSent: Friday\n\nSubject: Game\n\ntake horse") == "draw"


@pytest.mark.parametrize("line", ["My turn: draw", "Orders: take horse; draw"])
def test_a_line_with_a_colon_above_a_header_block_was_written(line: str) -> None:
    block = "From: Bob <bob@example.com>\nSent: Friday, 20 November 2026 10:15\nTo: Alice"
    assert strip(f"{line}\n\n{block}\nSubject: Game\n\ntake horse") == line


def test_a_single_label_ends_nothing() -> None:
    assert strip("draw\nTo: K7\nend") == "draw\nTo: K7\nend"


@pytest.mark.parametrize("phrase", DASHED)
def test_a_dashed_headline_ends_what_was_written(phrase: str) -> None:
    assert strip(f"draw\n-----{phrase.title()}-----\ntake horse") == "draw"


@pytest.mark.parametrize("phrase", FORWARDS)
def test_a_forwards_headline_ends_what_was_written(phrase: str) -> None:
    assert strip(f"draw\n{phrase.capitalize()}\ntake horse") == "draw"


def test_a_signature_is_cut() -> None:
    assert strip("draw\n-- \nBob\ntake horse") == "draw"


def test_the_marker_is_recognised_with_anything_around_it() -> None:
    for line in (MARKER, f"> {MARKER}", MARKER.upper(), MARKER.replace(" ", "\xa0"), f"*{MARKER}*"):
        assert is_marker(line)
    assert not is_marker("draw above this line")


def test_quoted_lines_of_any_depth_are_dropped_and_the_rest_stays_in_order() -> None:
    assert strip("> a\ntake horse\n>> b\n > c\ndraw\n>d\n\nend") == "take horse\ndraw\n\nend"


def test_orders_are_never_taken_for_an_attribution() -> None:
    orders = "march K7.SE via E SE\noccupy K7 give horse horse lyre\nend:"
    assert strip(orders) == orders


def test_every_label_has_one_meaning() -> None:
    labels = [label for group in LABELS.values() for label in group]
    assert len(labels) == len(set(labels))
