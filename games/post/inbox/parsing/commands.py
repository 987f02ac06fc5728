"""Commands: lines of an email such as "join k3v9x7qa2m" or "vacation 1 to 14 August".

Each line is a command of its own.  The phrases with which commands begin, and the words for games
and boards, come from the caller.  Greetings and signatures are passed over; any other line that is
not a command is returned, so that its writer learns that nothing has come of it.
"""

from __future__ import annotations

import calendar
import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from difflib import get_close_matches

from alexandros_rules.errors import Unreadable
from alexandros_rules.translation import gettext as _
from alexandros_rules.wording import words
from games.post.inbox.parsing.introductions import SALUTATIONS
from games.post.inbox.parsing.left_out import Meaning, begins_signature, lines_to_leave_out

MAX_READ = 100  # lines of an email that are looked at
MAX_LINE = 500  # characters of a line that are looked at
MAX_MEANT = 3  # commands that somebody may have meant
MIN_SENTENCE = 4  # words of a line outside a signature that its writer means us to understand

_PART = re.compile(r"[^\s<>()\[\]:;,\"“”]+")
_CODE = re.compile(r"(?<![^\W_])[a-z0-9]{10}(?![^\W_])", re.IGNORECASE)
_MAILTO = re.compile(r"[<\[(]mailto:[^>\])]*[>\])]", re.IGNORECASE)  # behind a linked address
_OPENING = re.compile(
    r"(?:please|kindly|and|then|i (?:want|wish) to|i(?: woul|['’])d like to|(?:could|can) you"
    r"|i want|[-*•]|\d{1,2}[.)])[\s,:]+", re.IGNORECASE)
_CLOSING = re.compile(
    r"(?:(?:^|[\s,.!;]+)(?:please|thanks|thank you|many thanks|thx|cheers))?[\s.!;,:]*$",
    re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Line:
    """A line of an email that is a command, or that should perhaps be one.

    ``phrase`` is the one with which its command begins, "" if there is none; ``rest`` is the text
    behind the phrase; ``meant`` are phrases of commands that may have been meant.
    """

    text: str
    phrase: str = ""
    rest: str = ""
    meant: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Mentioned:
    """The codes of games and the email addresses that a text names, in lower case."""

    codes: frozenset[str]
    addresses: frozenset[str]


def mentioned(text: str) -> Mentioned:
    """Return all that a text may name, so that it can be locked before anything is done."""
    return Mentioned(frozenset(code.lower() for code in _CODE.findall(text)),
                     frozenset(map(str.lower, addresses_in(text))))


def addresses_in(text: str) -> list[str]:
    """Return the email addresses in a text."""
    # Not with a pattern for whole addresses, which would take long for a long word without "@".
    return [part.rstrip(".") for part in _PART.findall(text) if _is_address(part)]


def _is_address(part: str) -> bool:
    before, at, behind = part.partition("@")
    return bool(before and at and behind) and "@" not in behind


def read_commands(text: str, phrases: Collection[str], *, names: Collection[str] = ()
                  ) -> list[Line]:
    """Return the commands of this text (``Reading.text``), and lines that may have been meant so.

    ``phrases`` are in lower case; ``names`` are the sender's.  A line that ends with a comma goes
    on in the next one.
    """
    lines = _joined(text.split("\n")[:MAX_READ], phrases)
    verbs = {word: False for phrase in phrases for word in phrase.split()[:1]}
    meaning = Meaning.of(verbs, names=names)
    silent = lines_to_leave_out(lines, meaning)
    found, silently = list[Line](), list[Line]()
    signed = False
    for at, line in enumerate(lines):
        if not words(line):
            continue
        read = _read(line, phrases)
        if read.phrase or read.meant:
            # Above a command stands no signature, so those lines were not part of one.
            found += [*silently, read]
            silently.clear()
            signed = False
        elif at not in silent.lines:
            found.append(read)
        else:
            signed = signed or begins_signature(line, meaning)
            says_something = (len(words(line)) >= MIN_SENTENCE
                              or (at in silent.unsure and not signed))
            if says_something and words(line)[0] not in SALUTATIONS:
                (silently if signed else found).append(read)
    return found


def _joined(lines: Sequence[str], phrases: Collection[str]) -> list[str]:
    """Return the lines, short enough, with those joined of which a program has made two."""
    joined: list[str] = []
    for line in lines:
        clean = _MAILTO.sub("", line[:MAX_LINE]).strip()
        before = joined[-1] if joined else ""
        is_begun = before.endswith(",") and bool(_read(before, phrases).phrase)
        if is_begun and clean and not _read(clean, phrases).phrase:
            joined[-1] = f"{before} {clean}"[:MAX_LINE]
        else:
            joined.append(clean)
    return joined


def _read(line: str, phrases: Collection[str]) -> Line:
    text = " ".join(line.split())
    said = text.strip("\"“”'` ")
    while opening := _OPENING.match(said):
        said = said[opening.end():]
    for phrase in sorted(phrases, key=len, reverse=True):
        begun = said[: len(phrase)].casefold() == phrase
        rest = said[len(phrase):]
        if begun and not rest[:1].isalnum():
            return Line(text, phrase, _CLOSING.sub("", rest.lstrip(" :,")))
    return Line(text, meant=_meant(said, phrases))


def _meant(said: str, phrases: Collection[str]) -> tuple[str, ...]:
    """Return the phrases that look most like the beginning of this line."""
    spoken = said.casefold().split()
    if not spoken or spoken[0].strip(",") in SALUTATIONS:
        return ()
    near: dict[str, None] = {}
    for length in (3, 2, 1):
        begun = " ".join(spoken[:length]).strip(".,!?")
        like = [phrase for phrase in phrases if phrase[0] == begun[:1]
                and len(phrase.split()) == length]
        near |= dict.fromkeys(get_close_matches(begun, like, n=MAX_MEANT, cutoff=0.75))
    return tuple(near)[:MAX_MEANT]


# What stands behind a phrase.

def read_code(rest: str) -> str:
    """Return the code of a game; refuse (Unreadable) anything else."""
    code = rest.strip("#\"“”'").lower()
    if not _CODE.fullmatch(code):
        raise Unreadable("code", _(
            "Please write the code of the game behind this command: ten letters and digits, as in"
            " our emails and in the address of the game’s page."))
    return code


_MONTHS = tuple(month.casefold() for month in calendar.month_name[1:])
_ISO = re.compile(r"(\d{4})-(\d{1,2})-(\d{1,2})")
_TO = re.compile(r"\s*(?:\b(?:to|until|till|through)\b|[-\u2010-\u2015]|\.{2,3})\s*")
_NUMBERS = re.compile(r"\d\s?[./]\s?\d")  # 1/8 is in January for some and in August for others
_DAY = re.compile(r"(\d{1,2})(?:st|nd|rd|th)?\.?")
_AROUND = frozenset(("of", "the", "on", "from", "in"))


def read_days(rest: str, *, today: date) -> tuple[date, date]:
    """Return the first and the last day, such as those of "1 to 14 August" and "2026-08-01".

    Without a year, it is the next time that the first day comes.  Refuses (Unreadable) dates that
    can mean two days.
    """
    text = rest.casefold().replace(",", " ").strip()
    if dates := _ISO.findall(text):
        found = [_date(int(year), int(month), int(day)) for year, month, day in dates]
        if len(found) > 2 or words(_TO.sub(" ", _ISO.sub(" ", text.replace("from", " ")))):
            raise _unclear_days()
        return found[0], found[-1]
    if _NUMBERS.search(text):
        raise Unreadable("two-dates", _(
            "“%(text)s” can mean two different days. Please write the month as a word, as in “1 to"
            " 14 August”, or each day like 2026-08-01.") % {"text": rest})
    parts = [_Part.read(part, today=today) for part in _TO.split(text)]
    if not 1 <= len(parts) <= 2:
        raise _unclear_days()
    first, last = parts[0], parts[-1]
    month = first.month or last.month
    if not month:
        raise _unclear_days()
    goes_over = (month, first.day) > (last.month or month, last.day) and month != last.month
    begin = _next(first.day, month, first.year or (last.year and last.year - goes_over),
                  today=today)
    end = _date(last.year or begin.year + goes_over, last.month or month, last.day)
    return begin, end


@dataclass(frozen=True, slots=True)
class _Part:
    """One side of a range of days; a month or a year of 0 is to be found on the other side."""

    day: int
    month: int = 0
    year: int = 0

    @classmethod
    def read(cls, text: str, *, today: date) -> _Part:
        """Return the side that this text means; refuse (Unreadable) anything else."""
        days = {"today": today, "tomorrow": today + timedelta(days=1)}
        if named := days.get(text.strip()):
            return cls(named.day, named.month, named.year)
        day = month = year = 0
        for word in text.split():
            number = _DAY.fullmatch(word)
            name = word.rstrip(".")
            if number and not day:
                day = int(number[1])
            elif len(name) > 2 and not month and (at := _month(name)):
                month = at
            elif re.fullmatch(r"20\d\d", word) and not year:
                year = int(word)
            elif word not in _AROUND:
                raise _unclear_days()
        if not day:
            raise _unclear_days()
        return cls(day, month, year)


def _month(name: str) -> int:
    return next((at for at, month in enumerate(_MONTHS, 1) if month.startswith(name)), 0)


def _next(day: int, month: int, year: int, *, today: date) -> date:
    """Return this day in this year or, if that is 0, the next one."""
    is_over = (month, day) < (today.month, today.day)
    return _date(year or today.year + is_over, month, day)


def _date(year: int, month: int, day: int) -> date:
    try:
        return date(year, month, day)
    except ValueError:
        raise Unreadable("no-day", _("There is no such day. Please check the dates.")) from None


def _unclear_days() -> Unreadable:
    return Unreadable("days", _(
        "We cannot tell which days you mean. Please write them like “1 to 14 August” or “2026-08-01"
        " to 2026-08-14”."))


@dataclass(frozen=True, slots=True)
class HoursWish:
    """Playing hours that somebody wants, in minutes from midnight; a ``zone`` of "" is theirs."""

    opens: int
    closes: int
    zone: str = ""
    free: frozenset[int] = frozenset()


_WEEKDAYS = tuple(day.casefold() for day in calendar.day_name)
_WITHOUT = re.compile(r"\b(?:not(?: on)?|except(?: on)?|without|free(?: on)?|but not(?: on)?)\b")
_TIME = r"(\d{1,2})(?:[:.h](\d{2}))?\s*(am|pm|a\.m\.|p\.m\.|h|o['’]clock|uhr)?"
_SPAN = re.compile(rf"(?:from\s+)?{_TIME}\s*(?:to|until|till|and|[-\u2010-\u2015])\s*{_TIME}")
_WHOLE = re.compile(r"(?:the )?(?:whole|all) day|always|any ?time")


def read_hours(rest: str, *, zones: Collection[str]) -> HoursWish:
    """Return the hours in a text such as "18 to 23 Europe/Berlin, not on Sunday".

    ``zones`` are the names of all time zones.  Refuses (Unreadable) anything else.
    """
    text = rest.replace(",", " ").replace("(", " ").replace(")", " ").strip()
    known = {zone.casefold(): zone for zone in zones}
    named = [word for word in text.split() if word.casefold() in known]
    zone = known[named[0].casefold()] if named else ""
    text = " ".join(word for word in text.split() if word not in named).casefold()
    before, *without = _WITHOUT.split(text, maxsplit=1)
    span, whole = _SPAN.fullmatch(before.strip()), _WHOLE.fullmatch(before.strip())
    if len(named) > 1 or not (span or whole):
        raise _unclear_hours()
    free = _weekdays(without[0]) if without else frozenset[int]()
    if span is None:
        return HoursWish(0, 0, zone, free)
    begin = _minutes(span[1], span[2], span[3])
    return HoursWish(begin, _minutes(span[4], span[5], span[6]), zone, free)


def _minutes(hour: str, minute: str | None, half: str | None) -> int:
    hours, minutes = int(hour), int(minute or 0)
    if half and half[0] in "ap":
        if not 1 <= hours <= 12:
            raise _unclear_hours()
        hours = hours % 12 + (12 if half[0] == "p" else 0)
    if hours > 24 or minutes > 59 or (hours == 24 and minutes):
        raise _unclear_hours()
    return hours % 24 * 60 + minutes


def _weekdays(text: str) -> frozenset[int]:
    found = set[int]()
    for word in re.findall(r"[^\W\d_]+", text):
        day = next((at for at, name in enumerate(_WEEKDAYS)
                    if len(word) > 1 and name.startswith(word.removesuffix("s"))), None)
        if word in ("weekend", "weekends"):
            found |= {5, 6}
        elif day is not None:
            found.add(day)
        elif word not in ("and", "or", "on", "the"):
            raise _unclear_hours()
    return frozenset(found)


def _unclear_hours() -> Unreadable:
    return Unreadable("hours", _(
        "We cannot tell which hours you mean. Please write them like “my hours 18 to 23"
        " Europe/Berlin”, with your time zone, or “my hours 18 to 23 Europe/Berlin, not on"
        " Sunday”."))


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The words for a table that depend on the service: each in lower case, with what it means.

    ``boards`` are pairs of a game and a board of it.
    """

    games: Mapping[str, str] = field(default_factory=dict)
    boards: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    paces: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class TableWish:
    """A table that somebody wants: "" and 0 for what they have not said."""

    game: str = ""
    board: str = ""
    players: int = 0
    bots: int = 0
    paces: tuple[str, ...] = ()
    rated: bool = False
    match: bool = False
    listed: bool | None = None
    name: str = ""
    invite: tuple[str, ...] = ()


_COUNTS = {"a": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6}
_COUNT = r"(\d{1,2}|" + "|".join(_COUNTS) + ")"
_PLAYERS = re.compile(rf"{_COUNT}[ -]?(?:players?|people|persons?|seats?)")
_BOTS = re.compile(rf"{_COUNT}[ -]?(?:bots?|computers?)")
_NAME = re.compile(r"(?:called|named?|title)\s*:?\s*(?:[\"“”]([^\"“”]+)[\"“”]|([^,;]+))",
                   re.IGNORECASE)
_FILLER = re.compile(
    r"[\s,;.:+&]+|(?:and|with|of|for|the|a|an|on|at|in|game|games|table|board|pace|clock|invite"
    r"|inviting|invited|please|me|us|to|play)(?![^\W_])")
_KINDS = {"rated": ("rated", True), "unrated": ("rated", False), "not rated": ("rated", False),
          "match": ("match", True)}
_LISTED = re.compile(r"(?:open (?:to|for) )?(?:anybody|everybody|anyone|everyone|all)"
                     r"|(?:in )?(?:the )?lobby|listed|public|open")
_PRIVATE = re.compile(r"private|unlisted|not listed|friends(?: only)?|only friends")


def read_table(rest: str, vocabulary: Vocabulary) -> TableWish:
    """Return the table in a text such as "3 players, no clock, invite bob@example.org".

    Refuses (Unreadable) words that say nothing about a table, and what is said twice.
    """
    found: dict[str, object] = {}
    invite = tuple(dict.fromkeys(map(str.lower, addresses_in(rest))))
    text = _PART.sub(lambda part: " " if _is_address(part[0]) else part[0], rest)
    if named := _NAME.search(text):
        found["name"] = (named[1] or named[2]).strip()
        text = f"{text[:named.start()]} , {text[named.end():]}"
    text, paces = text.casefold(), list[str]()
    while text:
        length, said = _next_word(text, vocabulary)
        if not length and (filler := _FILLER.match(text)):
            text = text[filler.end():]
            continue
        if not length or any(found.get(name, value) != value for name, value in said.items()):
            raise Unreadable("table", _(
                "We do not know what “%(words)s” means for a table. Please write it like"
                " “%(example)s”.") % {
                    "words": text.split(",")[0].strip()[:60],
                    "example": _("new 3 players, relaxed, invite bob@example.org")})
        paces += [str(said.pop("pace"))] if "pace" in said else []
        found |= said
        text = text[length:]
    return TableWish(invite=invite, paces=tuple(dict.fromkeys(paces)), **found)  # type: ignore[arg-type]


def _next_word(text: str, vocabulary: Vocabulary) -> tuple[int, dict[str, object]]:
    """Return the length of what the text begins with, and what that says; 0 if it says nothing."""
    for pattern, name in ((_PLAYERS, "players"), (_BOTS, "bots")):
        if counted := pattern.match(text):
            return counted.end(), {name: _COUNTS.get(counted[1]) or int(counted[1])}
    if board := _begins(text, vocabulary.boards):
        game, name = vocabulary.boards[board]
        return len(board), {"game": game, "board": name}
    for key, meanings in (("game", vocabulary.games), ("pace", vocabulary.paces)):
        if phrase := _begins(text, meanings):
            return len(phrase), {key: meanings[phrase]}
    if phrase := _begins(text, _KINDS):
        return len(phrase), dict([_KINDS[phrase]])
    for pattern, listed in ((_PRIVATE, False), (_LISTED, True)):
        if (open_to := pattern.match(text)) and not text[open_to.end():][:1].isalnum():
            return open_to.end(), {"listed": listed}
    return 0, {}


def _begins(text: str, phrases: Iterable[str]) -> str:
    """Return the longest of these phrases with which the text begins; "" if there is none."""
    return next((phrase for phrase in sorted(phrases, key=len, reverse=True)
                 if text.startswith(phrase) and not text[len(phrase):][:1].isalnum()), "")
