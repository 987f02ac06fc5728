"""Words in the orders of every game: those around an order, such as "thanks", and directions.

The words are in English, German, French, Italian, Spanish, Dutch, Portuguese, Swedish, Danish,
Norwegian and Polish.  Words that are
not listed here are never passed over: "I would draw" and "don't draw" stay as they are, and the
ruleset refuses them.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterable, Mapping, Sequence

WORD = re.compile(r"[^\W_]+")
MAX_OPENING = 16  # words that are looked at before a verb
MAX_PHRASE = 8  # words
MAX_QUOTED = 60  # characters

_Phrases = frozenset[tuple[str, ...]]


def phrases(text: str) -> _Phrases:
    """Return the phrases of a text, each as its words; bars and line ends divide them."""
    return frozenset(tuple(part.split()) for part in text.replace("\n", "|").split("|") if part)


# Words that join two orders.  "e" is left out: E is a step.
LINKS = frozenset((
    "and", "then", "und", "dann", "et", "puis", "poi", "luego", "y", "en", "dan", "depois",
    "och", "sedan", "og", "derefter", "deretter", "potem", "oraz", "nastepnie",
))

# Words that may precede a verb, in this order: adverbs, a subject, adverbs, an intention, adverbs.
ADVERBS = phrases("|".join(LINKS)) | phrases("""\
please|first|second|third|lastly|next|now|also|finally|afterwards|again|just|simply|after that
ok|okay|so|well|alright|right|sure|yes|this turn|for this turn|this time|on my turn|for my turn
for my move
diesmal|in diesem zug|diesen zug|pour ce tour|ce tour|cette fois|questo turno|in questo turno
este turno|en este turno|esta vez|deze beurt|deze keer|neste turno|desta vez
bitte|zuerst|erst|erstens|danach|jetzt|nun|noch|zuletzt|schliesslich|anschliessend|als erstes
als nachstes|einfach|also|gern|gerne|ja|erstmal|hinterher|abschliessend|zum schluss|zuletzt noch
d abord|pour finir|pour terminer|ensuite|enfin|maintenant
svp|s il vous plait|s il te plait|alors|finalement|bon|oui
prima|per finire|per concludere|stavolta|ora|adesso
infine|ancora|per favore|per piacere|quindi|allora|dopo
primero|ahora|despues|finalmente|por favor|entonces|por ultimo
eerst|daarna|nu|vervolgens|tenslotte|tot slot|graag|alsjeblieft|alstublieft|gewoon|dit keer|hierna
ten slotte|als laatste
primeiro|agora|por fim|entao|sim
a continuacion|para terminar|para empezar|tras eso
najpierw|teraz|na koniec|w tej turze|tym razem|a potem|a nastepnie|pozniej""")
SUBJECTS = phrases("i|we|ich|wir|je|j|nous|io|noi|yo|nosotros|ik|we|wij|eu|nos|jag|jeg|vi")
INTENTIONS = phrases("""\
will|ll|shall|d like to|would like to|d love to|would love to|want to|wanna|wish to
am going to|m going to|are going to|re going to|going to|gonna|am|m|are|re
could you please|can you please|would you please|think i ll|guess i ll
ve decided to|have decided to|decided to|choose to|let s|let us|let me
mochte|mochten|will|wollen|werde|werden|wurde gern|wurde gerne|wurden gern|wurden gerne
lass uns|lasst uns|bin
voudrais|aimerais|veux|souhaite|souhaiterais|vais|allons|voulons|voudrions
vorrei|voglio|mi piacerebbe|desidero|vado a|vogliamo|vorremmo|andiamo a
quiero|quisiera|me gustaria|deseo|voy a|vamos a|queremos
wil|willen|zou graag|zal|zullen|ga|gaan|laten we
quero|queria|gostaria de|desejo|vou|vamos
vill|ska|skal|vil|chce|chcialbym|chcialabym|bede|zamierzam|chcemy""")
_SUBJECTS_AFTER_VERB = frozenset(["ich", "wir", "ik", "we", "wij", "jag", "jeg", "vi"])
_MODALS_BEFORE_SUBJECT = phrases("mochte|will|werde|wollen|werden|wil|zal|ga|willen|zullen")
_INVERTED = frozenset((*modal, subject) for modal in _MODALS_BEFORE_SUBJECT
                      for subject in _SUBJECTS_AFTER_VERB)
_ADVERBS_AFTER_VERB = (ADVERBS - {(link,) for link in LINKS}) | phrases("dann|dan|mal|maar")
COURTESIES = phrases("""\
please|thanks|thank you|thx|cheers|for me|many thanks|that s all|that s it|that is all
bitte|svp|danke|danke schon|vielen dank|danke im voraus|gruss|grusse|viele grusse|liebe grusse|lg|vg
groet|groeten|groetjes|met vriendelijke groet|mvg|dank je wel|dank u wel|alvast bedankt
merci|merci d avance|pour moi|per me|merci beaucoup|s il vous plait|s il te plait|stp
grazie|grazie mille|per favore|per piacere|gracias|muchas gracias|por favor
bedankt|dank je|dank u|alsjeblieft|alstublieft|aub|graag|obrigado|obrigada|muito obrigado
muito obrigada
saludos|un saludo|pozdrawiam|pozdrowienia|dzieki|dziekuje|prosze|poprosze""")
_LONGEST_COURTESY = max(map(len, COURTESIES))

TIMES = frozenset((
    "x", "time", "times", "mal", "fois", "volte", "veces", "keer", "maal", "vezes", "vez",
    "ganger", "gange", "razy",
))
_COUNTED = (
    "1 1x x1 once one",
    "2 2x x2 twice two both couple zweimal zwei deux due dos tweemaal twee dois duas tva dwa dwie",
    "3 3x x3 thrice three dreimal drei trois tre tres driemaal drie trzy",
)
COUNTS = {word: count for count, group in enumerate(_COUNTED, 1) for word in group.split()}


# Every word above, to which misspelled words may be corrected.
LEADING = frozenset().union(
    *ADVERBS, *SUBJECTS, *INTENTIONS, *COURTESIES, TIMES, COUNTS)

# Characters that may stand between these words; any other, such as "/" or "(", keeps a text as it
# is.
_HARMLESS = re.compile(r"[\s.,:;!'\"`*_>=\-\u2010-\u2027\u00ab\u00bb\u00b4\u2192\u2022&+]*")
_QUESTION = re.compile(r"[?\u00bf\uff1f\u061f\u037e]")
_ASIDE = re.compile(r"//|/\*|\*/|#|~~|<!--|%%|^[\s\-*]*[(\[{<]")
# "tomó", "robé", "pescò": an accent on the last vowel makes these forms tell a past action.
_TOLD = re.compile(r"^\W*[^\W\d_]+[\u00e9\u00f2\u00f3](?![^\W_])", re.IGNORECASE)

_COMPASS = {
    "N": "north northern nord nor norte noord norden noorden nordlich nordlichen norr nordre"
    " nordliche noordelijk noordelijke polnoc polnocny polnocno polnocna",
    "S": "south southern sud sur sul zuid suden zuiden sudlich sudlichen soder syd poludnie"
    " sudliche zuidelijk zuidelijke poludniowy poludniowo poludniowa",
    "E": "east eastern est este leste oost ost osten oosten ostlich ostlichen wschod wschodni"
    " ostliche oostelijk oostelijke wschodnia",
    "W": "west western ouest ovest oeste westen westlich westlichen vaster vest zachod zachodni"
    " westliche westelijk westelijke zachodnia",
}
_QUARTERS = {word: letter for letter, words in _COMPASS.items() for word in words.split()}
_BARE_DIRECTIONS = {
    **_QUARTERS,
    **{first + second: _QUARTERS[first] + _QUARTERS[second]
       for first in _QUARTERS if _QUARTERS[first] in "NS"
       for second in _QUARTERS if _QUARTERS[second] in "EW"},
}
# German and Dutch write "north corner" and "east side" as one word.
CORNERS = {
    f"{direction}{corner}": letters for direction, letters in _BARE_DIRECTIONS.items()
    if direction.startswith(("nord", "noord", "sud", "zuid", "ost", "oost", "west"))
    for corner in ("ecke", "spitze", "punkt", "hoek", "punt", "hoekpunt")
}
DIRECTIONS = {
    **_BARE_DIRECTIONS, **CORNERS,
    **{f"{direction}{side}": letters for direction, letters in _QUARTERS.items()
       for side in ("kante", "seite", "kant", "zijde")},
}

_LETTERS = str.maketrans({"\u00e6": "ae", "\u00f8": "o", "\u0142": "l"})  # not with an accent

QUESTION, ASIDE, TOLD = "question", "aside", "told"


def plain(text: str) -> str:
    """Return the text in lower case without accents, so "Ánfora" becomes "anfora"."""
    parts = unicodedata.normalize("NFKD", text.casefold().translate(_LETTERS))
    return "".join(char for char in parts if not unicodedata.combining(char))


def quoted(text: str) -> str:
    """Return what somebody has written in quotation marks, shortened if it is long.

    A full stop at its end is left out, since the sentence around it may have its own there.
    """
    text = " ".join(text.split())
    text = text.rstrip(".") or text
    return repr(text if len(text) <= MAX_QUOTED else f"{text[:MAX_QUOTED - 3]}...")


def words(text: str) -> list[str]:
    """Return the words of a text in lower case, without accents and punctuation."""
    if text.isascii():  # nearly always, and then it has no accents
        return WORD.findall(text.lower())
    return WORD.findall(plain(text))


def doubt(text: str) -> str:
    """Return why this text cannot be an order, whatever its words are; "" if it can."""
    if _QUESTION.search(text):
        return QUESTION
    if _ASIDE.search(text):
        return ASIDE
    return TOLD if _TOLD.search(unicodedata.normalize("NFC", text)) else ""


def is_told(text: str, verbs: Collection[str]) -> bool:
    """Check if any verb of the text has an accent that makes it tell a past action."""
    spoken = WORD.findall(unicodedata.normalize("NFC", text.casefold()))
    return any(word[-1] in "\u00e9\u00f2\u00f3" and plain(word) in verbs for word in spoken)


def phrase_at_start(spoken: Sequence[str], phrases: _Phrases) -> int:
    """Return the length of the longest of these phrases that the words begin with, or 0."""
    return next((length for length in range(MAX_PHRASE, 0, -1)
                 if tuple(spoken[:length]) in phrases), 0)


def is_only_opening(spoken: Sequence[str]) -> bool:
    """Check if all of these words may stand before an order, such as "OK" and "then"."""
    return len(spoken) in _past_adverbs(spoken, {0})


def begins_order(spoken: Sequence[str], verbs: Mapping[str, bool]) -> bool:
    """Check if these words are an order or the beginning of one."""
    return _verb_at(spoken, verbs) is not None or _last_verb(spoken, verbs) is not None


def trimmed(piece: str, verbs: Mapping[str, bool]) -> str:
    """Return an order from its verb on, without "I'd like to" before it and "thanks" after it.

    A verb at the end of a clause moves to the start: "Pferd nehmen" becomes "nehmen Pferd".  Any
    other text remains as it is.
    """
    found = list(WORD.finditer(piece))
    spoken = ["".join(words(word[0])) for word in found]
    end = _without_courtesy(spoken)
    if end < len(found) and begins_order(spoken[:end], verbs) and not doubt(piece):
        piece = piece[: found[end - 1].end()]
        found, spoken = found[:end], spoken[:end]
    verb = _verb_at(spoken, verbs)
    last = _last_verb(spoken, verbs)
    if last is not None and verb is not None and last <= verb:
        last = None
    start = verb if last is None else last
    if start is None or not _HARMLESS.fullmatch(WORD.sub("", piece[: found[start].start()])):
        return piece
    if last is not None:
        clause = piece[found[start].start() : found[-1].start()].rstrip()
        return f"{found[-1][0]} {clause}{piece[found[-1].end() :]}"
    return _without_words_after_verb(piece, found, spoken, start)


def _without_words_after_verb(
    piece: str, found: Sequence[re.Match[str]], spoken: Sequence[str], verb: int
) -> str:
    """Return the order without the subject in "dann nehme ich" or the adverb in "ziehe dann"."""
    at = verb + 1
    if verb in _past_adverbs(spoken, {0}) and verb and at < len(spoken):
        at += spoken[at] in _SUBJECTS_AFTER_VERB
    while further := _past(spoken, {at}, _ADVERBS_AFTER_VERB):
        at = max(further)
    if at == verb + 1:
        return piece[found[verb].start() :]
    rest = piece[found[at].start() if at < len(found) else found[-1].end() :]
    return f"{found[verb][0]} {rest}".strip()


def _without_courtesy(spoken: Sequence[str]) -> int:
    """Return the number of words before courtesies at the end, such as "thanks"."""
    end = len(spoken)
    while True:
        length = next((length for length in range(_LONGEST_COURTESY, 0, -1)
                       if length < end and tuple(spoken[end - length : end]) in COURTESIES), 0)
        if not length:
            return end
        end -= length


def _verb_at(spoken: Sequence[str], verbs: Collection[str]) -> int | None:
    """Return the index of the verb that the order begins with."""
    return max((at for at in _openings(spoken) if at < len(spoken) and spoken[at] in verbs),
               default=None)


def _last_verb(spoken: Sequence[str], verbs: Collection[str]) -> int | None:
    """Return where a clause like "das Pferd nehmen" begins, which ends with its only verb.

    The verb is a German or Dutch infinitive.
    """
    if len(spoken) < 2 or spoken[-1] not in verbs or not spoken[-1].endswith("n"):
        return None
    start = max(at for at in _openings(spoken) if at < len(spoken))
    alone = start < len(spoken) - 1 and not any(word in verbs for word in spoken[start:-1])
    return start if alone else None


def _openings(spoken: Sequence[str]) -> set[int]:
    """Return the indices at which the verb may be: 0, and those after possible openings."""
    adverbs = _past_adverbs(spoken, {0})
    subject = adverbs | _past_adverbs(spoken, _past(spoken, adverbs, SUBJECTS))
    intention = subject | _past_adverbs(spoken, _past(spoken, subject, INTENTIONS))
    inverted = _past_adverbs(spoken, _past(spoken, adverbs - {0}, _INVERTED))
    return intention | inverted


def _past_adverbs(spoken: Sequence[str], starts: set[int]) -> set[int]:
    """Return the starts, and the indices after any adverbs from there on."""
    reached, new = set(starts), set(starts)
    while new:
        new = _past(spoken, new, ADVERBS) - reached
        reached |= new
    return reached


def _past(spoken: Sequence[str], starts: set[int], phrases: _Phrases) -> set[int]:
    """Return the indices after each of these phrases that begins at one of the starts."""
    return {
        at + length for at in starts if at <= MAX_OPENING for length in (1, 2, 3, 4)
        if tuple(spoken[at : at + length]) in phrases and at + length <= len(spoken)
    }


def directions(words: Iterable[str]) -> list[str]:
    """Return the words with directions as letters: "south west" and "sudwest" become "SW"."""
    replaced: list[str] = []
    unfinished = False  # whether the last word may continue, like "south" in "south west"
    for word in words:
        letters = DIRECTIONS.get(word, "")
        if unfinished and letters in ("E", "W"):
            replaced[-1] += letters
        else:
            replaced.append(letters or word)
        unfinished = letters in ("N", "S")
    return replaced
