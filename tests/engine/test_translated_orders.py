"""Orders in the languages of the site are read as the orders in notation that they translate."""

from __future__ import annotations

import re
from itertools import islice, pairwise, product
from typing import Any

import pytest
from django.utils.translation import override

from alexandros_rules.alexandros import order_text as alexandros_orders
from alexandros_rules.campaign import map_file
from alexandros_rules.campaign import order_text as campaign_orders
from alexandros_rules.campaign import order_words as ow
from alexandros_rules.campaign.gazetteer import foreign_names, place_name
from alexandros_rules.campaign.reading import tokens
from alexandros_rules.campaign.world import World
from alexandros_rules.collection import rulesets
from alexandros_rules.drafts import SEPARATOR
from alexandros_rules.orders import split
from alexandros_rules.translation import translate_orders
from tests.engine.formats.test_grammars import orders

LANGUAGES = ("de", "fr", "it", "es", "nl", "pl")
MARKED = {"alexandros": alexandros_orders.WORDS, "campaign": campaign_orders.WORDS}
EVERY = {"alexandros": 7, "campaign": 97}  # one in so many orders


def some_orders(name: str) -> dict[str, tuple[Any, int]]:
    """Some legal orders, among them the first ones of each form."""
    found = orders(name)
    forms: dict[str, str] = {}
    for order in found:
        forms.setdefault(re.sub(r"[A-Z0-9.]+", "", order), order)
    some = {*forms.values(), *islice(found, 0, None, EVERY[name])}
    return {order: found[order] for order in found if order in some}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", MARKED)
def test_a_translated_order_is_the_same_move(name: str, language: str) -> None:
    rules, wrong = rulesets()[name], []
    with override(language):
        for order, (state, seat) in some_orders(name).items():
            (read,) = split(translate_orders(order), rules.verbs)
            if rules.parse(read, state, seat=seat) != rules.parse(order, state, seat=seat):
                wrong.append((order, read))
    assert wrong == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", MARKED)
def test_translated_orders_of_a_turn_stay_apart(name: str, language: str) -> None:
    some, verbs = [*some_orders(name)][::3], rulesets()[name].verbs
    with override(language):
        for pair in pairwise(some):
            for separator in (SEPARATOR, ", "):
                text = separator.join(pair)
                assert len(split(translate_orders(text), verbs)) == len(split(text, verbs)), text


@pytest.mark.parametrize("name", MARKED)
def test_every_word_of_notation_is_marked(name: str) -> None:
    written = {word for order in orders(name) for word in re.findall(r"[a-z]+", order)}
    assert written <= {word for phrase in MARKED[name] for word in phrase.split()}


def test_labels_numbers_and_signs_of_orders_stay_as_they_are() -> None:
    with override("de"):
        assert translate_orders("take horse; march B5.NW via E SE; draw") == (
            "nimm Pferd; marschiere B5.NW über E SE; ziehe Karte")
        assert translate_orders("standing offer 2 wool ore for gold 3 times to red blue") == (
            "Dauerangebot 2 Wolle Erz gegen Gold 3 mal an Rot Blau")


def test_orders_in_english_are_written_in_notation() -> None:
    for order in ("take horse; march B5.NW via E", "prefer to roll at once", "bid up to 3"):
        assert translate_orders(order) == order


def named_places(world: World) -> set[str]:
    return {*(tile.name for tile in world.hexes), *world.stop_names.values()}


def test_orders_take_the_names_of_places_as_every_language_shows_them() -> None:
    missing = []
    for language, world in product(LANGUAGES, map(map_file.load, map_file.shipped().values())):
        with override(language):
            for name in named_places(world):
                taken = {tokens(name), *(tuple(one.split()) for one in foreign_names(world, name))}
                if tokens(place_name(world, name)) not in taken:
                    missing.append((language, name, place_name(world, name)))
    assert missing == []


def test_a_name_stands_for_one_hex_and_one_junction_in_all_languages() -> None:
    for world in map(map_file.load, map_file.shipped().values()):
        for names in ({tile.name for tile in world.hexes}, {*world.stop_names.values()}):
            spellings = [spelling for name in names for spelling in {
                " ".join(tokens(name)), *foreign_names(world, name)}]
            assert len(spellings) == len({*spellings})


def test_names_of_places_are_no_other_words_of_orders() -> None:
    others = {*ow.VERBS, *ow.OPENINGS, *ow.KINDS, *ow.COLOURS, *ow.NUMBERS, *ow.NOISE}
    meant_as_verb = {"tiro"}  # Tyre; only where an order begins, it is "I roll"
    for world in map(map_file.load, map_file.shipped().values()):
        spellings = {spelling for name in named_places(world)
                     for spelling in foreign_names(world, name)}
        assert spellings & others <= meant_as_verb


@pytest.mark.parametrize(("order", "written"), [
    ("robber D8 from green", "Räuber nach Arachosien von Grün"),
    ("robber D8 from green", "robber Arachozja from green"),
    ("road D5.SW", "chemin sud-ouest de la Babylonie"),
    ("road D5.SW", "road SW of Babilonia"),
    ("road C4.SW", "carretera suroeste de Alta Siria"),
])
def test_an_order_names_places_in_another_language(order: str, written: str) -> None:
    rules, (state, seat) = rulesets()["campaign"], orders("campaign")[order]
    expected = rules.parse(order, state, seat=seat)
    assert rules.parse(written, state, seat=seat) == expected
