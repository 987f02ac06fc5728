"""Separation of a person's own text from quotes, signatures and forwarded emails.

Quotes are recognised in any language: by ``>``, by our own marker and footer, and by dates and
addresses in the lines above them.  Each line is read with a short look-ahead, so the cost is linear
in the length of the text.

``Removed`` keeps everything that is removed, because half of somebody's orders must never be played
(R18): ``lost_orders`` searches it for orders that are not from our own email.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import lru_cache

from games.post.inbox.parsing.html_text import CUT, DROPPED, FOOTER
from games.post.inbox.parsing.markers import beside_marker, is_marker, is_unsubscribe_link

# "On Friday Bob wrote:"
ATTRIBUTION_OPENINGS = ("on", "am", "le", "il", "el", "op", "em", "in data", "den", "at", "quoting")
ATTRIBUTION_VERBS = (
    "wrote", "writes", "schrieb", "a écrit", "ha scritto", "scrive", "escribió", "escribio",
    "schreef", "geschreven", "escreveu", "quoting", "skrev", "skriver", "kirjoitti", "napisał",
    "napisała", "napisał(a)", "pisze", "napsal", "napsala", "napsal(a)", "píše", "napísal",
    "napísala", "napisao", "napisala", "je napisal", "написал", "написала", "пишет", "написав",
    "написа", "пише", "írta", "a scris", "va escriure", "έγραψε", "yazdı", "şunları yazdı", "כתב",
    "כתבה", "كتب", "写道", "寫道", "のメール", "wrote", "작성", "menulis", "đã viết", "เขียนว่า",
    "rašė", "rakstīja", "kirjutas", "skrifaði", "escrigué", "idatzi",
)

# The header block that Outlook and others put above the quoted email: its labels by meaning.
LABELS = {
    "from": ("from", "von", "de", "da", "van"),
    "sent": (
        "sent", "gesendet", "envoyé", "inviato", "enviado", "enviado el", "verzonden", "enviada",
        "date", "datum", "data", "fecha", "enviado em", "enviada em",
    ),
    "to": ("to", "an", "à", "a", "aan", "para"),
    "copy": ("cc", "kopie", "bcc", "ccn"),
    "subject": (
        "subject", "betreff", "objet", "oggetto", "asunto", "onderwerp", "assunto",
    ),
    "reply": ("reply-to", "antwort an", "répondre à", "rispondi a", "importance"),
}

# Above a forwarded or quoted email: between dashes, or alone on a line.
DASHED = (
    "original message", "original-nachricht", "ursprüngliche nachricht", "originalnachricht",
    "message d'origine", "message original", "message d’origine", "messaggio originale",
    "mensaje original", "oorspronkelijk bericht", "mensagem original", "forwarded message",
    "weitergeleitete nachricht", "message transféré", "messaggio inoltrato",
    "mensaje reenviado", "doorgestuurd bericht", "mensagem encaminhada", "original email",
    "ursprüngliche mail", "reply message", "original appointment",
)
FORWARDS = (
    "begin forwarded message:", "anfang der weitergeleiteten nachricht:",
    "début du message transféré :", "début du message réexpédié :",
    "inizio messaggio inoltrato:", "inicio del mensaje reenviado:",
    "begin doorgestuurd bericht:", "início da mensagem encaminhada:",
    "início da mensagem reencaminhada:",
)

# In lines that telephones and email programs add by themselves, in any language.
_DEVICE = re.compile(
    r"(?<![@\w])(?:i(?:phone|pad)|outlook|android|samsung|galaxy|gmail|yahoo|proton|mail\b)",
    re.IGNORECASE)
_DEVICE_WORDS = 8
_MAX_PREFIX = 400  # characters of a line that are compared
_MAX_ATTRIBUTION = 4  # lines
_LOOK_AHEAD = 8  # lines
_MIN_HEADERS = 3  # lines like "Subject: Friday table"

_KIND = {label: kind for kind, labels in LABELS.items() for label in labels}
_WHEN = re.compile(r"\d{4}|\d[:.h时時點点]\s?\d\d|\d{1,2}[./-]\s?\d{1,2}[./-]\s?\d\d")
_VERB = re.compile(r"(?<!\w)(?:" + "|".join(map(re.escape, ATTRIBUTION_VERBS)) + r")(?!\w)")
_UNSPACED_VERB = re.compile(r"写道|寫道|のメール|作成|작성")
_OPENING = re.compile(r"(?:" + "|".join(ATTRIBUTION_OPENINGS) + r")\b")
# "2026-11-20 10:15 Bob <bob@example.org>:" and "Bob <bob@example.org> [2026-11-20 10:15]:"
_OLD_STYLE = re.compile(r"\d{4}-\d\d-\d\d.{0,300}@.{0,100}:$|[^@]{0,200}@.{0,100} \[\d{4}.{0,60}:$")
_RULE = re.compile(r"[_]{10,}$|[-]{20,}$")
_HEADLINE = re.compile(r"[-_—–~]{3,}\s*\w.{0,300}[-_—–~]{3,}$")
_HEADER = re.compile(r"[^\W\d][^:：]{0,30}\s?[:：](?!//)\s*(.{0,300})")
# "T: +44 20 7946 0000": such lines are a signature.
_CONTACT = re.compile(r"(?:[^\W\d_]|t[eé]l\w*|phone|mob\w*|cell|handy|fax|web\w*|www)\W*[:：]")
_DASHES = "-–—_=* "
_MARKS = {ord(mark): None for mark in (CUT, DROPPED, FOOTER)}
_COLONS = (":", "：", "׃")


@dataclass(slots=True)
class Removed:
    """The lines that were removed, sorted by how likely they are the person's own.

    ``signature`` lines below the mark of a signature, and those that a program marks as one.
    ``cut``       lines below a dividing line, a header or the like, without a quote mark.
    ``after``     lines below the end of our own email, if that is quoted without marks.
    ``quoted``    lines marked as quoted, and our own email from its marker to its end.
    ``open_end``  our own email from its marker on, if its end is missing.
    """

    signature: list[str] = field(default_factory=list)
    cut: list[str] = field(default_factory=list)
    after: list[str] = field(default_factory=list)
    quoted: list[str] = field(default_factory=list)
    open_end: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Stripped:
    """The person's own text, without blank lines around it, and the lines that were removed."""

    text: str
    removed: Removed


def separate(text: str) -> Stripped:
    """Separate the sender's own text from the rest; lines end with line feeds."""
    lines = text.split("\n")
    kept: list[str] = []
    removed = Removed()
    place, at = kept, 0  # where the next line belongs
    while at < len(lines):
        line = lines[at].rstrip()
        if _is_quoted(line):
            _remove_device_line(kept, removed)
            removed.quoted.append(_unquoted(_without_marks(line)))
            at += 1
        elif is_marker(line):
            _remove_device_line(kept, removed)
            return Stripped(_joined(kept), _with_own_email(removed, lines, at))
        elif length := _attribution(lines, at):
            _remove_device_line(kept, removed)
            removed.cut += [part for part in lines[at : at + length] if not _is_evident(part)]
            place = place if _quote_follows(lines, at + length) else removed.cut
            at += length
        else:
            if _is_divider(lines, at):
                place = removed.cut
            elif place is kept and line == "--":
                place = removed.signature
            is_dropped = place is kept and line.startswith(DROPPED)
            (removed.signature if is_dropped else place).append(_without_marks(line))
            at += 1
    _remove_device_line(kept, removed)
    return Stripped(_joined(kept), removed)


def _remove_device_line(kept: list[str], removed: Removed) -> None:
    """Remove a last line such as "Sent from my iPhone", below which there may be more orders."""
    at = next((at for at in reversed(range(len(kept))) if kept[at].strip()), None)
    if at is not None and len(kept[at].split()) <= _DEVICE_WORDS and _DEVICE.search(kept[at]):
        removed.signature.append(kept[at])
        del kept[at:]


def _joined(lines: list[str]) -> str:
    return "\n".join(lines).strip("\n")


def _with_own_email(removed: Removed, lines: list[str], marker: int) -> Removed:
    """Add our own email, quoted without marks from its marker on, and the lines below it."""
    removed.cut.append(beside_marker(lines[marker]))
    footer = max((at for at in range(marker, len(lines)) if _is_footer(lines[at])),
                 default=None)
    if footer is None:
        removed.open_end += [_without_marks(line).rstrip() for line in lines[marker:]]
        return removed
    end = footer + 1
    while end < len(lines) and (not lines[end].strip() or "://" in lines[end]):
        end += 1
    removed.quoted += [_without_marks(line).rstrip() for line in lines[marker:end]]
    removed.after += [_without_marks(line) for line in lines[end:]
                      if line.strip() and not _is_quoted(line)]
    return removed


def _is_footer(line: str) -> bool:
    """Return whether this line is from the end of our emails."""
    return FOOTER in line or is_unsubscribe_link(line)


def _without_marks(line: str) -> str:
    """Return the line without the marks of ``html_text`` that do not stand for words."""
    return line.translate(_MARKS)


def _is_quoted(line: str) -> bool:
    return line.lstrip().startswith((">", "＞", "|"))


def _unquoted(line: str) -> str:
    rest = line.lstrip()
    while rest[:1] in (">", "＞", "|") and rest:
        rest = rest[1:].removeprefix(" ") if rest[1:2] == " " else rest[1:]
    return rest


@lru_cache(maxsize=64)  # each line is looked at several times in a row
def _normalised(line: str) -> str:
    """Return the line in lower case, without emphasis and with single spaces, to compare it."""
    plain = line[:_MAX_PREFIX].strip(CUT + DROPPED).replace("*", "").replace("\xa0", " ")
    return " ".join(plain.split()).casefold()


def _is_divider(lines: list[str], at: int) -> bool:
    """Return whether everything from this line on is from somebody else or from a program."""
    if lines[at].startswith(CUT):
        return True
    phrase = _normalised(lines[at])
    if not phrase:
        return False
    return (
        (phrase.strip(_DASHES) in DASHED and phrase[0] in _DASHES)
        or phrase in FORWARDS
        or bool(_RULE.match(phrase) or _HEADLINE.match(phrase))
        or _is_header_block(lines, at)
    )


@lru_cache(maxsize=64)
def _label(line: str) -> str:
    name, colon, _ = _normalised(line).replace("：", ":").partition(":")
    return _KIND.get(name.strip(), "") if colon else ""


def _is_header_block(lines: list[str], at: int) -> bool:
    """Return whether From, Sent, To and Subject, in any order, begin here.

    In a language that is not in LABELS, one of them must have a date or an address.
    """
    if not any(colon in lines[at] for colon in _COLONS):
        return False
    following = [line for line in lines[at : at + _LOOK_AHEAD] if line.strip()]
    if _label(lines[at]) in ("from", "sent"):
        return len({kind for kind in map(_label, following) if kind}) >= _MIN_HEADERS
    if not _label(lines[at]) and any(map(_label, following[1:_MIN_HEADERS])):
        return False  # "My turn: draw" above a header
    phrases = [_normalised(line) for line in following[:_MIN_HEADERS]]
    if not _label(lines[at]) and any(map(_CONTACT.match, phrases)):
        return False
    headers = [_HEADER.match(phrase) for phrase in phrases]
    values = [match[1] for match in headers if match]
    return len(values) == _MIN_HEADERS and any("@" in v or _WHEN.search(v) for v in values)


def _attribution(lines: list[str], at: int) -> int:
    """Return how many lines "On Friday Bob wrote:" takes from here; 0 if there is none."""
    phrase = _normalised(lines[at])
    if not (_OPENING.match(phrase) or _is_evident(phrase) or _address_follows(lines, at)):
        return 0
    joined = ""
    for length, line in enumerate(lines[at : at + _MAX_ATTRIBUTION], 1):
        part = _normalised(line)
        if not part or (_is_quoted(line) and part != ">:"):  # the end of a wrapped address
            return 0
        joined = f"{joined} {part}".strip()
        if joined.endswith(_COLONS) and _is_attribution(joined):
            return length
        if _is_dated(joined) and _own_text_follows(lines, at + length):
            return length
        if joined.endswith(_COLONS):
            return 0
    return 0


def _address_follows(lines: list[str], at: int) -> bool:
    """Return whether the next line has an address in brackets, which a program has wrapped."""
    line = lines[at].strip()
    following = lines[at + 1].lstrip() if line and at + 1 < len(lines) else ""
    return "@" in following and (line.endswith("<") or following.startswith(("<", "(", "[")))


def _is_attribution(joined: str) -> bool:
    if _has_verb(joined):
        return "@" in joined or bool(_WHEN.search(joined)) or len(joined.split()) <= 6
    return bool(_OLD_STYLE.match(joined))


def _has_verb(phrase: str) -> bool:
    return bool(_VERB.search(phrase) or _UNSPACED_VERB.search(phrase))


def _is_dated(phrase: str) -> bool:
    return "@" in phrase or bool(_WHEN.search(phrase))


def _is_evident(line: str) -> bool:
    """Return whether a line has a date, an address or a verb like "wrote", unlike any order."""
    phrase = _normalised(line)
    return _is_dated(phrase) or _has_verb(phrase)


def _own_text_follows(lines: list[str], at: int) -> bool:
    """Return whether a quoted line, our marker or a header block comes next."""
    following = next((n for n, line in enumerate(lines[at : at + _LOOK_AHEAD], at)
                      if line.strip()), None)
    return following is not None and (
        _is_quoted(lines[following]) or is_marker(lines[following])
        or _is_header_block(lines, following)
    )


def _quote_follows(lines: list[str], at: int) -> bool:
    """Return whether the next line that is not blank is marked as quoted."""
    # Then the sender wrote the lines without a mark; otherwise everything below is quoted.
    following = (line for line in lines[at : at + _LOOK_AHEAD] if line.strip())
    return _is_quoted(next(following, ""))

