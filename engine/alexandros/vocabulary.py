"""The words that orders may use, in English and six other languages.

The others are German, French, Italian, Spanish, Dutch and Portuguese.  Words are in lower case
without accents (see ``plain``).  A word is listed only if it means the same in all seven.  German
"ziehen" can mean to march and to draw, so it is a verb of its own: ``notation`` decides by the
rest of the order.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

from engine.alexandros.board import SYMBOLS


def plain(text: str) -> str:
    """Returns the text in lower case without accents, so "Ánfora" becomes "anfora"."""
    parts = unicodedata.normalize("NFKD", text.lower())
    return "".join(char for char in parts if not unicodedata.combining(char))


_VERBS = {
    "take": "take choose pick grab nimm nehme nehmen wahle prends prend prendre choisis prendi"
    " prendo prendere toma tomo tomar coge cojo coger elige neem nemen pak kies tome pega pego"
    " pegar",
    "play": "play discard spiel spiele spielen joue jouer gioca gioco giocare juega juego jugar"
    " speel spelen joga jogo jogar",
    "march": "march move go walk marsch marschier marschiere marschieren geh gehe gehen marche"
    " marcher va vais aller marcia marcio marciare vado vai marcha marcho marchar voy vou marcheer"
    " marcheren ga",
    "draw": "draw draws supply pioche piocher pesca pesco pescare roba robo robar trek trekken"
    " compra compro comprar",
    "occupy": "occupy conquer takeover put place besetz besetze besetzen setz setze occupe"
    " occuper occupa occupo occupare metti metto ocupa ocupo ocupar pon pongo coloca coloco"
    " bezet bezetten zet plaats",
    "levy": "levy tax collect besteuer besteuere besteuern erhebe impose imposer preleve riscuoti"
    " riscuotere recauda recaudo recaudar hef heffen cobra cobro cobrar",
    "recall": "recall withdraw remove ruf rufe rappelle rappeler retire richiama richiamo"
    " richiamare retira retiro retirar roep",
    "end": "end pass done finish finished stop ende fertig beende fin fini terminer fine finisco"
    " termino einde klaar fim",
    "stay": "stay bleib bleibe reste rester resta resto restare blijf fica ficar queda",
    "ziehen": "zieh ziehe ziehen",
}
_COUNTED = ("draw", "ziehen")
_CARDS = {
    "temple": "t temples tempel tempels templo templos tempio templi",
    "amphora": "a amphorae amphoras jar jars amphore amphoren amphores anfora anforas anfore"
    " amfora amforas amforen amfoor",
    "horse": "h horses pferd pferde cheval chevaux cavallo cavalli caballo caballos paard"
    " paarden cavalo cavalos",
    "lyre": "l lyres harp harps lyra leier leiern lira lire liras lier lieren",
    "soldier": "s soldiers soldat soldaten soldats soldato soldati soldado soldados soldaat",
}
_COMPASS = {
    "N": "north northern nord nor norte noord norden noorden nordlich",
    "S": "south southern sud sur sul zuid suden zuiden sudlich",
    "E": "east eastern est este leste oost ost osten oosten ostlich",
    "W": "west western ouest ovest oeste westen westlich",
}

_GIVE = "give giving gib gebe donne donner dai dare dar geef geven"
_VIA = "via by through along uber entlang par por per langs"
_CARD = "card cards karte karten carte cartes carta cartas kaart kaarten"
_POINT = "point corner tip punkt ecke spitze pointe coin punta punto angolo esquina punt hoek ponto"
_GUARD = (
    "guard guards wache wachen wachter garde gardes guardia guardie guardias guarda guardas wacht"
)
_SUPPLY = "supply deck stapel nachziehstapel talon mazzo mazo reserve baralho"
_BACK = f"back zuruck terug {_GUARD}"
_SMALL = (
    "a an the to on at of and with from for in my as il lo la le les los las el y het een"
    " en met van der die das den dem ein eine einen und mit von vom am an un une et avec una con um"
    " uma com de del della du des da do al au di mein meine mon ma mes mi mio mia mijn meu minha"
)
_TOWARDS = f"{_SMALL} {_POINT} nach zu zum vers verso hacia naar para alexander"
_NOISE = (
    f"{_SMALL} {_CARD} {_GUARD} tax taxes province point face up faceup over joker hand turn back"
    " row open top more another again please march him her them using"
    " auf offene zug bitte zuruck reihe steuer steuern noch weitere mehr provinz"
    " sur province tour impots provincia su tasse turno en impuestos"
    " terug op belasting provincie rij svp o os em na impostos"
)

VERBS = {word: verb for verb, words in _VERBS.items() for word in words.split()}
ORDER_WORDS = {word: verb in _COUNTED for word, verb in VERBS.items()}  # see ``Ruleset.verbs``
CARDS = {
    **{name: i for i, name in enumerate(SYMBOLS)},
    **{word: i for i, name in enumerate(SYMBOLS) for word in _CARDS[name].split()},
}
GIVE, VIA, CARD, POINT, SUPPLY, BACK, TOWARDS, NOISE = (
    frozenset(words.split())
    for words in (_GIVE, _VIA, _CARD, _POINT, _SUPPLY, _BACK, _TOWARDS, _NOISE)
)
_QUARTERS = {word: letter for letter, words in _COMPASS.items() for word in words.split()}
_DIRECTIONS = {
    **_QUARTERS,
    **{first + second: _QUARTERS[first] + _QUARTERS[second]
       for first in _QUARTERS if _QUARTERS[first] in "NS"
       for second in _QUARTERS if _QUARTERS[second] in "EW"},
}
WORDS = frozenset((
    *VERBS, *CARDS, *GIVE, *VIA, *CARD, *POINT, *SUPPLY, *BACK, *TOWARDS, *NOISE, *_DIRECTIONS,
))


def directions(words: Iterable[str]) -> list[str]:
    """Replaces words for directions by letters: "south west" and "Südwest" become "SW"."""
    replaced: list[str] = []
    unfinished = False  # whether the last word may continue, like "south" in "south west"
    for word in words:
        letters = _DIRECTIONS.get(word, "")
        if unfinished and letters in ("E", "W"):
            replaced[-1] += letters
        else:
            replaced.append(letters or word)
        unfinished = letters in ("N", "S")
    return replaced
