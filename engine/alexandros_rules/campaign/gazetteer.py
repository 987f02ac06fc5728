"""Names of the places on our own maps, marked for translators, and in the orders of all languages.

Names on other maps are their designers' own, and stay as they are.
"""

from __future__ import annotations

from collections.abc import Mapping

from alexandros_rules.campaign.world import World
from alexandros_rules.translation import ENGLISH, pgettext

# Our own maps are known by their titles, because the texts of their files may change.
_TITLES = (ENGLISH.pgettext("title of a board", "From Macedonia to Persepolis"),)
# Hexes, then stops, with their other names in German, French, Italian, Spanish, Dutch and Polish,
# as ``reading.tokens`` returns them.
_NAMES: Mapping[str, str] = {
    ENGLISH.pgettext("name of a place", "Macedonia"): "makedonien|macedoine|macedonie",
    ENGLISH.pgettext("name of a place", "Thrace"): "thrakien|tracia|thracie|tracja",
    ENGLISH.pgettext("name of a place", "Black Sea W"):
        "schwarzes meer w|mer noire o|mar nero o|mar negro o|zwarte zee w|morze czarne zach",
    ENGLISH.pgettext("name of a place", "Black Sea E"):
        "schwarzes meer o|mer noire e|mar nero e|mar negro e|zwarte zee o|morze czarne wsch",
    ENGLISH.pgettext("name of a place", "Colchis"): "kolchis|colchide|colquida|kolchida",
    ENGLISH.pgettext("name of a place", "Caspian N"):
        "kaspisches meer n|mer caspienne n|mar caspio n|kaspische zee n|morze kaspijskie pln",
    ENGLISH.pgettext("name of a place", "Caspian S"):
        "kaspisches meer s|mer caspienne s|mar caspio s|kaspische zee z|morze kaspijskie pld",
    ENGLISH.pgettext("name of a place", "Aral"):
        "aralsee|mer aral|lago aral|mar de aral|aralmeer|jezioro aralskie",
    ENGLISH.pgettext("name of a place", "Kyzylkum"): "kysylkum|kyzylkoum|kizil kum|kyzyl kum",
    ENGLISH.pgettext("name of a place", "Sogdia W"):
        "sogdien w|sogdiane o|sogdia o|sogdiana o|sogdie w|sogdiana zach",
    ENGLISH.pgettext("name of a place", "Sogdia E"):
        "sogdien o|sogdiane e|sogdiana e|sogdie o|sogdiana wsch",
    ENGLISH.pgettext("name of a place", "Scythia"): "skythien|scythie|scizia|escitia|scytia",
    ENGLISH.pgettext("name of a place", "Aegean"): "agais|egee|egeo|egeische zee|morze egejskie",
    ENGLISH.pgettext("name of a place", "Lydia"): "lydien|lydie|lidia",
    ENGLISH.pgettext("name of a place", "Phrygia"): "phrygien|phrygie|frigia|frygia",
    ENGLISH.pgettext("name of a place", "Armenia"): "armenien|armenie",
    ENGLISH.pgettext("name of a place", "Atropatene"): "",
    ENGLISH.pgettext("name of a place", "Margiana"): "margiane",
    ENGLISH.pgettext("name of a place", "Bactria"):
        "baktrien|bactriane|battriana|bactriana|bactrie|baktria",
    ENGLISH.pgettext("name of a place", "Ionian Sea"):
        "ionisches meer|mer ionienne|mar ionio|mar jonico|ionische zee|morze jonskie",
    ENGLISH.pgettext("name of a place", "Cretan Sea"):
        "kretisches meer|mer de crete|mar di creta|mar de creta|kretenzische zee|morze kretenskie",
    ENGLISH.pgettext("name of a place", "Cilicia"): "kilikien|cilicie|cylicja",
    ENGLISH.pgettext("name of a place", "Upper Syria"):
        "obersyrien|haute syrie|alta siria|boven syrie|gorna syria",
    ENGLISH.pgettext("name of a place", "Assyria"): "assyrien|assyrie|assiria|asiria|asyria",
    ENGLISH.pgettext("name of a place", "Media"): "medien|medie",
    ENGLISH.pgettext("name of a place", "Hyrcania"): "hyrkanien|hyrcanie|ircania|hircania|hyrkania",
    ENGLISH.pgettext("name of a place", "Areia"): "arie|aria",
    ENGLISH.pgettext("name of a place", "Paropamisus"): "paropamisos|paropamisades|paropamiso",
    ENGLISH.pgettext("name of a place", "Gandhara"): "",
    ENGLISH.pgettext("name of a place", "Libyan Sea"):
        "libysches meer|mer de libye|mar libico|mar de libia|libische zee|morze libijskie",
    ENGLISH.pgettext("name of a place", "Sea of Cyprus"):
        "zyprisches meer|mer de chypre|mar di cipro|mar de chipre|cyprische zee|morze cypryjskie",
    ENGLISH.pgettext("name of a place", "Phoenicia"): "phonizien|phenicie|fenicia|fenicie|fenicja",
    ENGLISH.pgettext("name of a place", "Syrian Desert"):
        "syrische wuste|desert de syrie|deserto siriano|desierto de siria|syrische woestijn"
        "|pustynia syryjska",
    ENGLISH.pgettext("name of a place", "Babylonia"): "babylonien|babylonie|babilonia",
    ENGLISH.pgettext("name of a place", "Salt Desert"):
        "salzwuste|desert de sel|deserto di sale|desierto de sal|zoutwoestijn|pustynia slona",
    ENGLISH.pgettext("name of a place", "Drangiana"): "drangiane",
    ENGLISH.pgettext("name of a place", "Arachosia"): "arachosien|arachosie|aracosia|arachozja",
    ENGLISH.pgettext("name of a place", "Punjab"): "pandschab|pendjab|punyab|pendzab",
    ENGLISH.pgettext("name of a place", "Cyrenaica"): "kyrenaika|cyrenaique|cirenaica|cyrenajka",
    ENGLISH.pgettext("name of a place", "Siwa"): "",
    ENGLISH.pgettext("name of a place", "Nile Delta"):
        "nildelta|delta du nil|delta del nilo|nijldelta|delta nilu",
    ENGLISH.pgettext("name of a place", "Arabia"): "arabien|arabie",
    ENGLISH.pgettext("name of a place", "Chaldea"): "chaldaa|chaldee|caldea",
    ENGLISH.pgettext("name of a place", "Susiana"): "susiane|suzjana",
    ENGLISH.pgettext("name of a place", "Persis"): "perside|persyda",
    ENGLISH.pgettext("name of a place", "Seistan"): "sistan",
    ENGLISH.pgettext("name of a place", "Indus"): "indo",
    ENGLISH.pgettext("name of a place", "Hyphasis"): "hyphase|ifasi|hifasis|hyfasis",
    ENGLISH.pgettext("name of a place", "Upper Egypt"):
        "oberagypten|haute egypte|alto egitto|alto egipto|boven egypte|gorny egipt",
    ENGLISH.pgettext("name of a place", "Red Sea"):
        "rotes meer|mer rouge|mar rosso|mar rojo|rode zee|morze czerwone",
    ENGLISH.pgettext("name of a place", "Gulf W"): "golf w|golfe o|golfo o|zatoka zach",
    ENGLISH.pgettext("name of a place", "Gulf E"): "golf o|golfe e|golfo e|zatoka wsch",
    ENGLISH.pgettext("name of a place", "Carmania"): "karmanien|carmanie|karmania",
    ENGLISH.pgettext("name of a place", "Gedrosia"): "gedrosien|gedrosie|gedrozja",
    ENGLISH.pgettext("name of a place", "Sind"): "sindh",
    ENGLISH.pgettext("name of a place", "Arabian Sea"):
        "arabisches meer|mer arabie|mar arabico|mar arabigo|arabische zee|morze arabskie",
    ENGLISH.pgettext("name of a place", "Pattala"): "patala",
    ENGLISH.pgettext("name of a place", "Philippi"): "philippes|filippi|filipos",
    ENGLISH.pgettext("name of a place", "Hellespont"): "ellesponto|helesponto",
    ENGLISH.pgettext("name of a place", "Sardis"): "sardes|sardi",
    ENGLISH.pgettext("name of a place", "Halicarnassus"):
        "halikarnassos|halicarnasse|alicarnasso|halicarnaso|halikarnas",
    ENGLISH.pgettext("name of a place", "Gordium"): "gordion|gordio",
    ENGLISH.pgettext("name of a place", "Issus"): "issos|isso|iso",
    ENGLISH.pgettext("name of a place", "Alexandria by Issus"):
        "alexandria bei issos|alexandrie pres issos|alessandria presso isso|alejandria de iso"
        "|alexandrie bij issus|aleksandria nad issos",
    ENGLISH.pgettext("name of a place", "Sidon"): "sidone|sydon",
    ENGLISH.pgettext("name of a place", "Tyre"): "tyros|tyr|tiro|tyrus",
    ENGLISH.pgettext("name of a place", "Alexandria"):
        "alexandrie|alessandria|alejandria|aleksandria",
    ENGLISH.pgettext("name of a place", "Heroonpolis"): "eroonpoli",
    ENGLISH.pgettext("name of a place", "Pelusium"): "pelusion|peluse|pelusio|peluzjum",
    ENGLISH.pgettext("name of a place", "Gaza"): "",
    ENGLISH.pgettext("name of a place", "Damascus"): "damaskus|damas|damasco|damaszek",
    ENGLISH.pgettext("name of a place", "Thapsacus"): "thapsakos|thapsaque|tapsaco|tapsakos",
    ENGLISH.pgettext("name of a place", "Carrhae"): "karrhai|carrhes|carre|carras|karry",
    ENGLISH.pgettext("name of a place", "Gaugamela"): "gaugameles",
    ENGLISH.pgettext("name of a place", "Babylon"): "babylone|babilonia|babilon",
    ENGLISH.pgettext("name of a place", "Susa"): "suse|suza",
    ENGLISH.pgettext("name of a place", "Persian Gates"):
        "persische tore|portes persiques|porte persiane|puertas persas|perzische poort"
        "|wrota perskie",
    ENGLISH.pgettext("name of a place", "Ecbatana"): "ekbatana|ecbatane",
    ENGLISH.pgettext("name of a place", "Caspian Gates"):
        "kaspische tore|portes caspiennes|porte caspie|puertas caspias|kaspische poort"
        "|wrota kaspijskie",
    ENGLISH.pgettext("name of a place", "Hecatompylos"): "hekatompylos|ecatompilo|hecatompilos",
    ENGLISH.pgettext("name of a place", "Alexandria in Areia"):
        "alexandrie arie|alessandria in aria|alejandria de aria|alexandrie in areia"
        "|aleksandria w arii",
    ENGLISH.pgettext("name of a place", "Artacoana"): "artakoana",
    ENGLISH.pgettext("name of a place", "Prophthasia"): "proftasia|proftazja",
    ENGLISH.pgettext("name of a place", "Alexandria in Arachosia"):
        "alexandria in arachosien|alexandrie arachosie|alessandria in aracosia"
        "|alejandria de aracosia|alexandrie in arachosie|aleksandria w arachozji",
    ENGLISH.pgettext("name of a place", "Ortospana"): "",
    ENGLISH.pgettext("name of a place", "Kapisa"): "",
    ENGLISH.pgettext("name of a place", "Hindu Kush"):
        "hindukusch|hindou kouch|hindoekoesj|hindukusz",
    ENGLISH.pgettext("name of a place", "Bactra"): "baktra|bactres|battra",
    ENGLISH.pgettext("name of a place", "Sogdian Rock"):
        "sogdischer fels|roche de sogdiane|rocca sogdiana|roca sogdiana|sogdische rots"
        "|skala sogdyjska",
    ENGLISH.pgettext("name of a place", "Aornos"): "aorno",
    ENGLISH.pgettext("name of a place", "Taxila"): "tassila|taksila",
    ENGLISH.pgettext("name of a place", "Hydaspes"): "hydaspe|idaspe|hidaspes",
    ENGLISH.pgettext("name of a place", "Malli"): "maller|malles|malios|mallowie",
    ENGLISH.pgettext("name of a place", "Alexandria on the Indus"):
        "alexandria am indus|alexandrie de indus|alessandria sull indo|alejandria del indo"
        "|alexandrie aan de indus|aleksandria nad indusem",
    ENGLISH.pgettext("name of a place", "Musicanus"): "musikanos|musicanos|musicano",
    ENGLISH.pgettext("name of a place", "Rhambacia"): "rhambakia|rambacia|rambakia",
    ENGLISH.pgettext("name of a place", "Ora"): "",
    ENGLISH.pgettext("name of a place", "Pura"): "",
    ENGLISH.pgettext("name of a place", "Salmous"): "salmunte|salmus",
    ENGLISH.pgettext("name of a place", "Persepolis"): "persepoli",
}


def place_name(world: World, name: str) -> str:
    """Return the name of a place in the reader's language."""
    return pgettext("name of a place", name) if world.title in _TITLES else name


def title(world: World) -> str:
    """Return the title of a map in the reader's language."""
    return pgettext("title of a board", world.title) if world.title in _TITLES else world.title


def foreign_names(world: World, name: str) -> list[str]:
    """Return the names that orders in other languages may use for a place, in plain letters."""
    names = _NAMES.get(name, "") if world.title in _TITLES else ""
    return names.split("|") if names else []
