"""Consent to an invitation: whether a reply accepts or declines it, in seven languages.

A reply counts only if it is clear: one of these phrases must stand alone between punctuation
marks, and nothing else may take it back.  In case of doubt we ask again.
"""

from __future__ import annotations

import re
from collections.abc import Collection

from alexandros_rules.wording import words

ACCEPT, DECLINE, UNCLEAR = "accept", "decline", "unclear"


def _phrases(text: str) -> frozenset[str]:
    return frozenset(part.strip() for line in text.splitlines() for part in line.split("|")) - {""}


_YES = _phrases("""
    yes|yep|yeah|yea|y|ok|okay|sure|of course|certainly|absolutely|gladly|with pleasure|accept
    accepted|i accept|i accept the invitation|i accept your invitation|i m in|i am in|im in|in
    count me in|i ll play|i will play|i want to play|i d like to play|i would like to play
    i d love to|i would love to|love to|i d love to play|i would love to play|happy to|join
    i ll join|i will join|i d like to join|i want to join|let s play|sounds good|sounds great
    ja|jawohl|jo|gern|gerne|sehr gern|sehr gerne|ja gern|ja gerne|na klar|klar|sicher|naturlich
    ich bin dabei|bin dabei|dabei|ich nehme an|ich nehme die einladung an|annehmen|angenommen
    ich spiele mit|ich mochte mitspielen|ich will mitspielen|ich mochte spielen|ich mache mit
    oui|d accord|volontiers|avec plaisir|bien sur|j accepte|accepter|je joue|je participe
    j en suis|je veux jouer|je suis partant|je suis partante|partant|partante|je veux bien
    si|certo|va bene|volentieri|con piacere|accetto|accettare|ci sto|gioco|ci saro|partecipo
    voglio giocare|vorrei giocare
    claro|claro que si|por supuesto|vale|de acuerdo|con gusto|con mucho gusto|acepto|aceptar
    me apunto|juego|quiero jugar|cuenta conmigo|participo
    jazeker|zeker|graag|ja graag|natuurlijk|akkoord|aanvaard|accepteren|ik doe mee|ik speel mee
    ik wil spelen|ik wil meespelen|ik accepteer
    sim|com prazer|claro que sim|aceito|aceitar|jogo|quero jogar|estou dentro|conta comigo
    conte comigo|vou jogar
""")
_NO = _phrases("""
    no|nope|nah|n|no thanks|no thank you|not interested|i m not interested|i am not interested
    decline|declined|i decline|i decline the invitation|i have to decline|i must decline
    i m out|i am out|count me out|not this time|not now|maybe next time|i can t|i cannot
    i can t play|i cannot play|i don t want to play|i do not want to play|i don t want to
    i have no time|i don t have time|no time|sorry no|not for me|i d rather not
    nein|ne|nee|nein danke|leider nein|leider nicht|kein interesse|ich lehne ab|ablehnen
    abgelehnt|keine zeit|ich habe keine zeit|ich kann nicht|diesmal nicht|lieber nicht
    ich mochte nicht|ich mochte nicht spielen|ich will nicht|ohne mich
    non|non merci|pas cette fois|je refuse|refuser|je decline|decliner|pas interesse
    pas interessee|je ne peux pas|je n ai pas le temps|pas le temps|je ne veux pas jouer
    no grazie|rifiuto|rifiutare|declino|non posso|non ho tempo|non mi interessa|non questa volta
    non voglio giocare
    no gracias|rechazo|rechazar|no puedo|no tengo tiempo|no me interesa|esta vez no
    no quiero jugar
    nee dank je|nee bedankt|nee dank u|afwijzen|weigeren|ik doe niet mee|ik kan niet|geen tijd
    geen interesse|deze keer niet|ik heb geen tijd|ik wil niet spelen
    nao|nao obrigado|nao obrigada|recuso|recusar|nao posso|nao tenho tempo|sem tempo
    desta vez nao|nao quero jogar
""")
# Words that may stand before or after such a phrase without changing its meaning.
_FILLERS = _phrases("""
    please|thanks|thank you|thx|many thanks|well|oh|hi|hello|hey|sorry|bitte|danke|vielen dank
    hallo|leider|merci|s il vous plait|s il te plait|bonjour|salut|desole|desolee|grazie
    per favore|ciao|gracias|muchas gracias|por favor|hola|alsjeblieft|alstublieft|bedankt|dank je
    hoi|obrigado|obrigada|ola|mi dispiace|lo siento|desculpe
""")
# In a sentence that is neither yes nor no, these words may take either back.
_DOUBTS = _phrases("""
    no|not|but|if|unless|however|t|cannot|maybe|perhaps|when|only|except|instead|or|wait
    nicht|kein|keine|keinen|aber|wenn|falls|ausser|vielleicht|nur|oder|sondern|doch|erst
    pas|ne|mais|si|sauf|peut|seulement|ou|quand
    non|ma|se|pero|forse|solo|oppure|quando|tranne
    quiza|quizas|sino|o|cuando|salvo
    niet|geen|maar|als|tenzij|misschien|alleen|of|wanneer
    nao|mas|talvez|somente|so|exceto
""")
_CALL_ME = re.compile(
    r"\b(?:please )?(?:call me|nenn(?:t|en sie)? mich(?: bitte)?|(?:appelle|appelez)[- ]moi"
    r"|chiama(?:te)?mi|ll[aá]m[ae]me|noem me|chama[- ]me|me chame)"
    r"[ \t:]+(?P<name>[^,;!?()\n]+)", re.IGNORECASE)
_CLAUSE = re.compile(r"[.!?,;:()\n\u2026\u2013\u2014]+|\s-+\s|:-?[)D]")


def read_consent(text: str, *, names: Collection[str] = ()) -> str:
    """Return whether a text accepts, declines or leaves it open: ACCEPT, DECLINE or UNCLEAR.

    ``names`` are those of the host and the sender, which do not count.
    """
    name_words = {word for name in names for word in words(name)}
    text = _CALL_ME.sub("", text)
    clauses = [_bare(words(part), name_words) for part in _CLAUSE.split(text)]
    said = {verdict for clause in clauses if (verdict := _verdict(clause))}
    return said.pop() if len(said) == 1 else UNCLEAR


def wanted_name(text: str) -> str:
    """Return the name by which the writer of a reply wants to be called, "" if they do not say."""
    found = _CALL_ME.search(text)
    return found["name"].strip(" \t.\"'“”„") if found else ""


def _bare(clause: list[str], names: Collection[str]) -> str:
    """Return the words of a clause without names, and without fillers around them."""
    text = " ".join(word for word in clause if word not in names)
    while True:
        shorter = text
        for filler in _FILLERS:
            shorter = shorter.removeprefix(f"{filler} ").removesuffix(f" {filler}")
        if shorter == text or text in _YES | _NO:
            return text
        text = shorter


def _verdict(clause: str) -> str:
    """Return the verdict of one clause, "" if the clause does not matter."""
    if clause in _YES:
        return ACCEPT
    if clause in _NO:
        return DECLINE
    if clause == "t":  # of a telephone number, and not of "don't"
        return ""
    return UNCLEAR if _DOUBTS.intersection(clause.split()) and clause not in _FILLERS else ""
