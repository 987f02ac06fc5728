"""Orders in eleven languages mean the same as in English notation."""

from __future__ import annotations

import pytest

from alexandros_rules.alexandros import order_words
from alexandros_rules.alexandros.board import SYMBOLS
from alexandros_rules.alexandros.notation import parse
from alexandros_rules.alexandros.rules import RULESET
from alexandros_rules.wording import plain
from tests.engine.positions import started

FOREIGN = [
    ("take horse", "Nimm Pferd", "nehme das Pferd", "prends cheval", "Prends le cheval",
     "prendi cavallo", "toma caballo", "tomo el caballo", "neem het paard", "pega cavalo",
     "tar hästen", "tager hesten", "tar hesten", "biorę konia"),
    ("play lyre", "spiele Leier", "joue la lyre", "gioca lira", "juega lira", "speel lier",
     "joga a lira"),
    ("levy soldier", "besteuere Soldat", "impose soldat", "riscuoti soldato",
     "recauda soldado", "hef soldaat", "cobra soldado", "collect taxes using a soldier",
     "erhebe Steuern mit Soldat", "cobra impostos com soldado", "riscuoti le tasse con soldato"),
    ("take amphora", "nimm Amphore", "prends amphore", "prends l'amphore", "prendi l'anfora",
     "prendi anfora", "toma ánfora", "neem amfoor", "toma ânfora"),
    ("take temple", "nimm Tempel", "prends temple", "prendi tempio", "toma templo",
     "neem tempel"),
    ("draw", "pioche une carte", "pesca una carta", "roba una carta", "trek een kaart",
     "compra uma carta", "drar ett kort", "trækker et kort", "trekk et kort", "dobieram kartę"),
    ("end", "Ende.", "fin", "fine turno", "Fine del turno", "einde", "fim", "fertig!",
     "avsluta", "afslut", "avslutt", "koniec"),
    ("occupy C4", "besetze C4", "occupe C 4", "occupa c4", "ocupa C4", "bezet C4"),
    ("recall C4", "rufe C4 zurück", "rappelle C4", "richiama C4", "retira C4", "roep C4 terug"),
    ("march C4.N", "marschiere nach C4 N", "marche vers C4.N", "marcia verso C4 N",
     "marcha hacia C4 N", "marcheer naar C4 n"),
]
PAIRS = [(words[0], foreign) for words in FOREIGN for foreign in words[1:]]


@pytest.mark.parametrize(("english", "foreign"), PAIRS, ids=[foreign for _, foreign in PAIRS])
def test_an_order_in_another_language_is_the_same_move(english: str, foreign: str) -> None:
    state = started(board="march", seed=bytes(32))
    name = next(n for n in state.board.space_by_name if "N" in state.board.corner_names(
        state.board.space_by_name[n]))
    english, foreign = (
        text.replace("C4", name).replace("c4", name.lower()).replace("C 4", f"{name[0]} {name[1:]}")
        for text in (english, foreign)
    )
    assert parse(foreign, state) == parse(english, state)


@pytest.mark.parametrize("words", [order_words._VERBS, order_words._CARDS])
def test_no_word_is_two_verbs_or_two_cards(words: dict[str, str]) -> None:
    said = [word for some in words.values() for word in some.split()]
    assert len(said) == len(set(said))
    assert words is order_words._VERBS or not set(said) & set(SYMBOLS)


def test_few_verbs_and_of_cards_only_the_letter_a_can_be_passed_over_as_noise() -> None:
    # as in "levy tax soldier" and "take horse to march"
    assert set(order_words.VERBS) & order_words.NOISE == {"tax", "march"}
    assert set(order_words.CARDS) & order_words.NOISE == {"a"}
    assert not order_words.GIVE & (order_words.NOISE | set(order_words.CARDS))


def test_every_word_is_written_as_orders_are_compared() -> None:
    for word in (*order_words.VERBS, *order_words.CARDS, *order_words.NOISE, *order_words.GIVE):
        assert plain(word) == word


def test_the_ruleset_lists_the_words_that_begin_an_order() -> None:
    assert {"take", "march", "besetze"} <= set(RULESET.verbs)
