"""Recognition of greetings, thanks and signatures, which are not orders.

A pleasantry taken for an order is refused, but an order taken for a pleasantry would be lost
silently (R18).  So a line is skipped only if it begins with one of these phrases, is short, and has
no digit and no word similar to a verb of orders; and never if it begins with such a verb.
"""

from __future__ import annotations

import difflib
from collections.abc import Collection, Sequence

from engine.wording import words

MAX_WORDS = 6
SIMILARITY = 0.75  # "dravv" is not similar to "draw", but "confrim" is to "confirm"

_GREETINGS = """
    hi|hello|hey|hiya|dear|greetings|good morning|good afternoon|good evening|howdy
    hallo|liebe|lieber|guten tag|guten morgen|guten abend|moin|servus|gruss gott|sehr geehrte
    bonjour|bonsoir|salut|cher|chere|chers|coucou
    ciao|salve|buongiorno|buonasera|caro|cara|gentile
    hola|buenos dias|buenas tardes|buenas noches|buenas|estimado|estimada|querido|querida
    dag|hoi|beste|goedemorgen|goedemiddag|goedenavond|goedendag|geachte
    ola|oi|bom dia|boa tarde|boa noite|prezado|prezada|caros
    cześć|dzień dobry|witam|witaj|hej|hei|hejsan|moi|moikka|terve|god dag|godmorgen|kære
    ahoj|dobrý den|zdravím|čau|привет|здравствуйте|добрый день|здравей|здравейте|привіт|добрий день
    merhaba|selam|günaydın|szia|sziasztok|kedves|γεια|γεια σου|γεια σας|καλημέρα|bună|bună ziua
    salutare|bok|pozdrav|dobar dan|zdravo|bon dia|こんにちは|お世話になっております|你好|您好|大家好
    안녕하세요|안녕|שלום|היי|مرحبا|السلام عليكم|chào|chào bạn|halo|hai|selamat pagi
"""
_CLOSINGS = """
    thanks|thank you|thx|many thanks|cheers|best|best regards|best wishes|kind regards|regards
    warm regards|yours|sincerely|yours sincerely|all the best|see you|bye|good luck|have fun
    have a nice day|have a good day|good game|gg|ta|that s all|that s it|that is all
    danke|vielen dank|besten dank|dankeschon|herzlichen dank|gruss|grusse|viele grusse
    liebe grusse|beste grusse|schone grusse|herzliche grusse|freundliche grusse
    mit freundlichen grussen|mfg|lg|vg|bis bald|bis dann|tschuss|viel gluck|viel spass
    schonen abend|schonen tag|schone grusse
    merci|merci d avance|cordialement|bien cordialement|bien a vous|amicalement|a bientot
    a plus|bonne journee|bonne soiree|bonne chance|bises|salutations|sincerement
    grazie|grazie mille|saluti|cordiali saluti|un saluto|distinti saluti|a presto
    buona giornata|buona serata|buona fortuna|cordialmente
    gracias|muchas gracias|saludos|un saludo|saludos cordiales|un abrazo|abrazos|atentamente
    hasta luego|hasta pronto|buena suerte|suerte|que tengas un buen dia
    bedankt|dank|dank je|dank u|dank je wel|groet|groeten|groetjes|vriendelijke groet
    vriendelijke groeten|met vriendelijke groet|met vriendelijke groeten|mvg|tot snel|succes
    obrigado|obrigada|muito obrigado|muito obrigada|abraco|abracos|um abraco|atenciosamente
    cumprimentos|com os melhores cumprimentos|ate logo|ate breve|boa sorte
    pozdrawiam|pozdrowienia|dzięki|dziękuję|z poważaniem|serdeczne pozdrowienia|miłego dnia
    tack|mvh|hälsningar|med vänliga hälsningar|vänliga hälsningar|hej då|tak|hilsen|venlig hilsen
    med venlig hilsen|vennlig hilsen|med vennlig hilsen|vh|takk|på forhånd tak
    terveisin|kiitos|ystävällisin terveisin|díky|děkuji|dík|s pozdravem|s pozdravom|ďakujem|vďaka
    спасибо|с уважением|благодаря|поздрави|дякую|з повагою|всего доброго|пока|удачи
    teşekkürler|teşekkür ederim|saygılarımla|sevgiler|iyi günler|sağol|üdv|üdvözlettel|köszönöm
    köszi|ευχαριστώ|με εκτίμηση|φιλικά|mulțumesc|cu respect|toate cele bune|hvala|srdačan pozdrav
    lijep pozdrav|lp|gràcies|salutacions|よろしくお願いします|よろしくお願いいたします
    ありがとうございます|ありがとう|以上|谢谢|謝謝|祝好|此致|敬礼|감사합니다|고맙습니다|תודה|בברכה|شكرا
    مع التحية|cảm ơn|trân trọng|terima kasih|salam|hormat saya
"""
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


def _phrases(text: str) -> tuple[str, ...]:
    parts = (part for line in text.strip().splitlines() for part in line.split("|"))
    return tuple(" ".join(words(part)) for part in parts)


GREETINGS, CLOSINGS, PREFACES = map(_phrases, (_GREETINGS, _CLOSINGS, _PREFACES))


def is_similar_to_verb(word: str, verbs: Collection[str]) -> bool:
    """Return whether this word is a verb of orders, or a misspelled one."""
    if word in verbs:
        return True
    return len(word) > 3 and bool(difflib.get_close_matches(word, verbs, 1, SIMILARITY))


def is_preface(line_words: Sequence[str]) -> bool:
    """Return whether these words only announce the orders."""
    return " ".join(line_words) in PREFACES


def is_pleasantry(
    line_words: Sequence[str], *, verbs: Collection[str], names: Collection[str]
) -> bool:
    """Return whether these words are only a greeting, thanks or a closing."""
    if line_words[0] in verbs:
        return False
    phrase = _longest_phrase(" ".join(line_words), (*GREETINGS, *CLOSINGS))
    rest = line_words[len(phrase.split()) :]
    return bool(phrase) and len(line_words) <= MAX_WORDS and _has_no_order(rest, verbs, names)


def is_closing(line_words: Sequence[str]) -> bool:
    """Return whether these words begin with a closing, such as "best wishes"."""
    return bool(_longest_phrase(" ".join(line_words), CLOSINGS))


def is_name(
    line_words: Sequence[str], *, verbs: Collection[str], names: Collection[str], signed: bool
) -> bool:
    """Return whether these words are the sender's name or, after a closing, any name.

    ``signed`` is whether a closing comes before them.
    """
    if line_words[0] in verbs:
        return False
    if all(word in names for word in line_words):
        return True
    return signed and len(line_words) <= 3 and _has_no_order(line_words, verbs, names)


def _longest_phrase(line: str, phrases: Sequence[str]) -> str:
    matching = [
        phrase for phrase in phrases if line == phrase or line.startswith(phrase + " ")
    ]
    return max(matching, key=len, default="")


def _has_no_order(
    line_words: Sequence[str], verbs: Collection[str], names: Collection[str]
) -> bool:
    return not any(
        any(char.isdigit() for char in word)
        or (word not in names and is_similar_to_verb(word, verbs))
        for word in line_words
    )
