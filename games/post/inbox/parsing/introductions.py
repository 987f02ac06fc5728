"""Words that introduce orders: "Hi Bob, draw", "Here are my orders:"."""

from __future__ import annotations

from collections.abc import Sequence

from alexandros_rules.wording import words

_MAX_SALUTATION = 3  # words
SALUTATIONS = frozenset(words("""
    hi hello hey hiya dear hallo moin servus bonjour bonsoir salut coucou ciao salve buongiorno hola
    buenas caro cara caros caras dag hoi goedemorgen ola oi hej hei moi cześć ahoj привет
    merhaba szia bună selam halo hai good guten gute schonen bom boa buen buenos bonne god dobar
    dobrý dzień добрый здравствуйте привіт добрий γεια καλημέρα chào selamat שלום مرحبا
"""))
_PREFACES = """
    here are my orders|here is my order|here are my moves|here is my move|here is my turn
    my orders are|my order is|my move is|my orders|my order|my moves|my move|my turn|orders
    here s my turn|here s my move|here are my moves|here s my order|here are the orders
    hier sind meine befehle|hier sind meine zuge|hier ist mein zug|meine befehle|mein zug
    voici mes ordres|voici mon tour|mes ordres|mon tour
    ecco i miei ordini|ecco la mia mossa|i miei ordini|la mia mossa
    aqui estan mis ordenes|aqui van mis ordenes|mis ordenes|mi turno|mi jugada
    hier zijn mijn orders|hier is mijn beurt|mijn orders|mijn zet|mijn beurt
    aqui estao minhas ordens|aqui vao minhas ordens|minhas ordens|minha jogada
"""


def _phrases(text: str) -> frozenset[str]:
    parts = (part for line in text.strip().splitlines() for part in line.split("|"))
    return frozenset(" ".join(words(part)) for part in parts)


PREFACES = _phrases(_PREFACES)


def is_preface(line_words: Sequence[str]) -> bool:
    """Return whether these words only announce the orders."""
    return " ".join(line_words) in PREFACES


def is_salutation(line_words: Sequence[str]) -> bool:
    """Return whether these words may greet somebody at the beginning of a line with orders."""
    return len(line_words) <= _MAX_SALUTATION and line_words[0] in SALUTATIONS
