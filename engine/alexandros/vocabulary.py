"""The words orders may be written in: what the notation reads beyond what it writes.

English, German, French, Italian, Spanish, Dutch, Portuguese; lower case, accents dropped as
``plain`` drops them.  A word stands here only where it means one thing in all seven: German
"ziehen" is to march as well as to draw, so it is left out.
"""

from __future__ import annotations

import unicodedata

from engine.alexandros.board import SYMBOLS


def plain(text: str) -> str:
    """The text in lower case without accents: "Ánfora" and "anfora" are one word."""
    parts = unicodedata.normalize("NFKD", text.lower())
    return "".join(char for char in parts if not unicodedata.combining(char))


_VERBS = {
    "take": "take choose pick nimm nehme nehmen wahle prends prend prendre choisis prendi prendo"
    " prendere toma tomo tomar coge cojo coger elige neem nemen kies tome pega pego pegar",
    "play": "play discard spiel spiele spielen joue jouer gioca gioco giocare juega juego jugar"
    " speel spelen joga jogo jogar",
    "march": "march move go marsch marschier marschiere marschieren marche marcher marcia marcio"
    " marciare marcha marcho marchar marcheer marcheren",
    "draw": "draw supply pioche piocher pesca pesco pescare roba robo robar trek trekken compra"
    " compro comprar",
    "occupy": "occupy conquer takeover besetz besetze besetzen occupe occuper occupa occupo"
    " occupare ocupa ocupo ocupar bezet bezetten",
    "levy": "levy tax besteuer besteuere besteuern impose imposer riscuoti riscuotere recauda"
    " recaudo recaudar hef heffen cobra cobro cobrar",
    "recall": "recall withdraw remove ruf rufe rappelle rappeler richiama richiamo richiamare"
    " retira retiro retirar roep",
    "end": "end pass done ende fertig fin fini terminer fine einde klaar fim",
    "stay": "stay bleib bleibe reste rester resta resto restare blijf fica ficar queda",
}
_CARDS = {
    "temple": "t temples tempel tempels templo templos tempio templi",
    "amphora": "a amphorae amphoras jar jars amphore amphoren amphores anfora anforas anfore"
    " amfora amforas amforen amfoor",
    "horse": "h horses pferd pferde cheval chevaux cavallo cavalli caballo caballos paard"
    " paarden cavalo cavalos",
    "lyre": "l lyres harp harps lyra leier leiern lira lire liras lier lieren",
    "soldier": "s soldiers soldat soldaten soldats soldato soldati soldado soldados soldaat",
}

_GIVE = "give gib gebe donne donner dai dare dar geef geven"
_TOWARDS = "to at point the nach zu vers verso hacia naar para"
_NOISE = (
    "a an the to on at of and with card cards guard guards tax taxes province point face up faceup"
    " from for as joker hand my in turn back over"
    " der die das den dem ein eine einen und mit karte karten zuruck offen offene zug"
    " le la les un une et avec carte cartes il lo una con carta el los las y het een en met"
    " kaart kaarten terug o os um uma com cartas de del della du"
)

VERBS = {word: verb for verb, words in _VERBS.items() for word in words.split()}
CARDS = {
    **{name: i for i, name in enumerate(SYMBOLS)},
    **{word: i for i, name in enumerate(SYMBOLS) for word in _CARDS[name].split()},
}
GIVE = frozenset(_GIVE.split())
TOWARDS = frozenset(_TOWARDS.split())
NOISE = frozenset(_NOISE.split())
