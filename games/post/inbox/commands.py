"""The commands that somebody can write to us by email, and what each of them does.

A command calls the function that its page calls, and is refused with the same sentences.  Features
add commands of their own (``Feature.commands``).  ``command_emails`` decides whose commands count.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cache
from itertools import product

from django.conf import settings
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import get_language, gettext_lazy, ngettext, override
from django.utils.translation import gettext as _

from alexandros_rules.errors import Unreadable
from alexandros_rules.translation import list_with_and
from games.base import blocks, events, features, web_addresses
from games.base.plain_text import one_line
from games.base.refusals import Foreign, Missing, TableRefusal
from games.models import EmailTiming, EmailToken, Game, Pace, Seat, User
from games.people import accounts
from games.post.email_kinds import COMMANDS, DESK
from games.post.inbox.parsing import commands as parsing
from games.post.inbox.parsing.commands import TableWish, Vocabulary
from games.post.outbox import preferences
from games.rulesets import registry
from games.rulesets.registry import Room
from games.table.clocks import playing_hours, playing_time, reliability, time_wording
from games.table.lobby import fit, game_lists, open_tables, table_settings
from games.table.play import event_log
from games.table.play.bots import default_bot
from games.table.play.waiting import waiting_for
from games.table.seats import leaving

MAX_LISTED = 30  # games in one answer
FEWER = (EmailTiming.NOW, EmailTiming.QUIET, EmailTiming.DAILY, EmailTiming.URGENT)


@dataclass(frozen=True, slots=True)
class Listed:
    """A game in an answer: ``facts`` are sentences, ``next`` are commands about it.

    ``orders`` is the seat for which the reader can give orders by email, and the row of the log;
    ``is_shared`` is whether the answer has the link with which others can join.
    """

    name: str
    code: str
    facts: Sequence[str]
    next: Sequence[str] = ()
    orders: tuple[int, int] | None = None
    is_shared: bool = False


@dataclass(frozen=True, slots=True)
class Said:
    """What has come of a command: sentences, games, and a game that is shown up to a row."""

    sentences: Sequence[str] = ()
    games: Sequence[Listed] = ()
    replay: tuple[str, int] | None = None
    lists_commands: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class EmailCommand:
    """A command.

    ``phrases``   with which it can begin, in lower case
    ``usage``     how to write it, for the help; "" if the help leaves it out
    ``about``     what it does, in a few words
    ``act``       does it for a user, whom the caller has locked with their tables, or refuses
                  (Refusal); the second argument is the text behind the phrase
    """

    phrases: Sequence[str]
    usage: str | Promise
    about: str | Promise
    act: Callable[..., Said]


def every() -> tuple[EmailCommand, ...]:
    """Return all commands, those of features included."""
    return (*OWN, *(each for feature in features.features() for each in feature.commands))


def by_phrase() -> dict[str, EmailCommand]:
    """Return all commands by each of their phrases."""
    return {phrase: command for command in every() for phrase in command.phrases}


def vocabulary() -> Vocabulary:
    """Return the words for games, boards and paces, in English and the reader's language."""
    return _vocabulary(registry.names(), get_language())


@cache
def _vocabulary(names: Sequence[str], language: str) -> Vocabulary:
    games, boards = dict[str, str](), dict[str, tuple[str, str]]()
    for name, spoken in product(names, ("en", language)):
        with override(spoken):
            _add_titles(registry.get(name), games, boards)
    words = {**{pace.value: pace.value for pace in Pace}, **_PACES}
    return Vocabulary(games, {called: pair for called, pair in boards.items()
                              if called not in games}, words)


def _add_titles(room: Room, games: dict[str, str], boards: dict[str, tuple[str, str]]) -> None:
    """Add what a game and its boards are called in the language of the moment."""
    title = room.title.casefold()
    games |= {room.name: room.name, title: room.name, title.removeprefix("the "): room.name}
    for board, text in room.ruleset.boards().items():
        for called in (board, room.boards.title(text)):
            boards.setdefault(called.casefold(), (room.name, board))


_PACES: Mapping[str, str] = {
    word: pace.value for pace, words in {
        Pace.LIVE: ("live", "now"), Pace.DAY: ("one day", "daily", "fast", "quick"),
        Pace.RELAXED: ("relaxed", "slow"), Pace.NONE: ("no clock", "without a clock", "no"),
        Pace.WEEKDAYS: ("weekends off", "weekend off", "weekends", "weekend", "weekdays only",
                        "no weekends"),
    }.items() for word in words}


# What the commands do.

def _help(user: User, rest: str, *, now: datetime) -> Said:
    return Said(lists_commands=True)


def _my_games(user: User, rest: str, *, now: datetime) -> Said:
    _check_alone(rest)
    mine = game_lists.my_games(user)
    invited = [_invitation(seat) for seat in game_lists.invitations(user)]
    zone = playing_hours.zone_of(user)
    listed = [*(_mine(each, user, zone=zone, now=now) for each in mine), *invited]
    if not listed:
        return Said([_("You have no games in progress, and nobody has invited you.")])
    waiting = sum(each.is_my_turn for each in mine)
    sentence = ngettext("It is your turn in %(count)s game.", "It is your turn in %(count)s games.",
                        waiting) % {"count": waiting} if waiting else _(
        "It is not your turn in any game at the moment. We will email you when it is.")
    return Said([sentence, *_left_out(len(listed), "my-games")], listed[:MAX_LISTED])


def _mine(mine: game_lists.MyGame, user: User, *, zone: str, now: datetime) -> Listed:
    game, seats = mine.game, list(mine.game.seats.all())
    if game.status == Game.Status.OPEN:
        return Listed(_shown(game.name), game.code, _about_open(game), [
            f"{'cancel' if game.created_by_id == user.pk else 'leave'} {game.code}"])
    waiting = waiting_for([_shown(seat.name) for seat in seats],
                          [seat.index for seat in seats if seat.to_move], reader=mine.seat)
    own = next(seat for seat in seats if seat.index == mine.seat)
    deadline = game_lists.deadline_of(own) if mine.is_my_turn else None
    facts = [_title(game), waiting.sentence]
    if deadline is not None:
        facts.append(_("You have until %(until)s (about %(left)s).") % {
            "until": time_wording.fixed(deadline, zone=zone),
            "left": time_wording.roughly(deadline - now)})
    return Listed(_shown(game.name), game.code, facts, [f"replay {game.code}"],
                  (own.index, game.number) if mine.is_my_turn else None)


def _invitation(seat: Seat) -> Listed:
    game = seat.game
    host = _shown(game.created_by.shown_name) if game.created_by else ""
    return Listed(_shown(game.name), game.code, [_title(game), _("%(name)s has invited you.") % {
        "name": host} if host else _("You are invited.")], [f"join {game.code}"])


def _open_tables(user: User, rest: str, *, now: datetime) -> Said:
    _check_alone(rest)
    part = game_lists.open_tables(user, pages=game_lists.PAGES_BY_FIT)
    people = {seat.user_id for game in part.games for seat in game.seats.all() if seat.user_id}
    standings = reliability.standings({*people, user.pk}, now=now)
    own = standings[user.pk]
    closed = {game.pk for game in part.games if not reliability.meets(game, own)}
    best, reasons = fit.best_first(part.games, user, standings=standings, closed=closed, now=now)
    listed = [Listed(_shown(game.name), game.code, [*_about_open(game), *(
        [reliability.why_not(game, own)] if game.pk in closed else _reasons(reasons[game.pk]))],
        [] if game.pk in closed else [f"join {game.code}"]) for game in best]
    if not listed:
        return Said([_("There is no open table at the moment. You can open one, or ask us to find a"
                       " game for you.")])
    return Said(_left_out(len(listed) + part.has_more, "lobby"), listed[:MAX_LISTED])


def _reasons(reasons: Sequence[str]) -> list[str]:
    return [_("It suits you: %(reasons)s.") % {"reasons": ", ".join(reasons)}] if reasons else []


def _title(game: Game) -> str:
    room, setup = registry.get(game.ruleset), event_log.setup_of(game)
    return _("%(game)s, board %(board)s, pace: %(pace)s.") % {
        "game": room.title, "board": room.boards.title(setup.board),
        "pace": Pace(game.pace).label}


def _about_open(game: Game) -> list[str]:
    """Return sentences about a table that has not started."""
    seats = list(game.seats.all())
    sitting = [_shown(seat.name) for seat in seats if seat.status == Seat.Status.TAKEN]
    free = sum(seat.status == Seat.Status.OPEN for seat in seats)
    present = _("At the table: %(names)s.") % {"names": list_with_and(sitting)}
    room = ngettext("%(count)s of %(seats)s seats is free.",
                    "%(count)s of %(seats)s seats are free.", free) % {
        "count": free, "seats": len(seats)}
    rated = [_("The game is rated.")] if game.rated else []
    match = [_("It is a match of two games.")] if game.match else []
    note = [_shown(game.note)] if game.note else []
    return [_title(game), present, room, *rated, *match, *note]


def _left_out(count: int, page: str) -> list[str]:
    """Return the sentence that there are more games than an answer lists, if there are."""
    return [_("There are more: %(link)s") % {"link": f"{settings.BASE_URL}{reverse(page)}"}
            ] if count > MAX_LISTED else []


def _shown(name: str) -> str:
    """Return what somebody has written as it may stand in an email: in one line, and no link."""
    return web_addresses.broken(one_line(name))


def _join(user: User, rest: str, *, now: datetime) -> Said:
    code, _beside, names = rest.partition(" beside ")
    game = _table(parsing.read_code(code))
    beside = [name for part in names.split(",") for name in part.split(" and ") if name.strip()]
    open_tables.join(game, user=user, beside=[name.strip() for name in beside], now=now)
    return _seated(game.code, user)


def _seated(code: str, user: User) -> Said:
    """Say that somebody has a seat, and what is next."""
    game = _table(code)
    seat = next(seat for seat in game.seats.all() if seat.user_id == user.pk)
    words = {"game": _shown(game.name), "name": _shown(seat.name)}
    seated = _("You have a seat in %(game)s. There you are called %(name)s.") % words
    if game.status == Game.Status.RUNNING:
        return Said([seated, _("The game has begun. We email you whenever it is your turn.")])
    return Said([seated, _("We will email you when the game begins.")],
                [Listed(_shown(game.name), game.code, _about_open(game), [f"leave {game.code}"])])


def _leave(user: User, rest: str, *, now: datetime) -> Said:
    code, *more = rest.split(maxsplit=1)[:2] or [""]
    game = _own_table(parsing.read_code(code), user)
    sure = bool(more) and more[0].casefold() == SURE
    if more and not sure:
        raise _superfluous(more[0])
    if game.status == Game.Status.RUNNING and not sure:
        raise TableRefusal("sure", _("%(consequence)s If that is what you want, write “%(line)s”."
                                     ) % {"consequence": leaving.consequence(game),
                                          "line": f"leave {game.code} {SURE}"})
    leaving.leave(game, user=user, now=now)
    return Said([_("You have left %(game)s.") % {"game": _shown(game.name)}])


def _cancel(user: User, rest: str, *, now: datetime) -> Said:
    game = _own_table(parsing.read_code(rest), user)
    if game.number:  # it has begun
        leaving.cancel(game, user=user, now=now)
    else:
        open_tables.cancel(game, by=user, now=now)
    return Said([_("%(game)s has been cancelled.") % {"game": _shown(game.name)}])


def _table(code: str) -> Game:
    """Return the table with this code; refuse (Missing) a code that is not one's."""
    game = game_lists.table(code)
    if game is None:
        raise _no_table()
    return game


def _own_table(code: str, user: User) -> Game:
    """Return the table at which somebody sits, or that they have created.

    Refuses (Foreign) a table of others in the lobby, and (Missing) those that they may not see.
    """
    game = _table(code)
    if game.created_by_id != user.pk and all(
            seat.user_id != user.pk for seat in game.seats.all()):
        if game.listed and not blocks.hides(game.created_by_id, user):
            raise Foreign("other-table", _(
                "You have no seat at this table, and only its players can leave or cancel it."))
        raise _no_table()
    return game


def _no_table() -> Missing:
    return Missing("no-table", _("There is no such table. Please check its code: “my games” and"
                                 " “open tables” list the codes."))


def _new(user: User, rest: str, *, now: datetime) -> Said:
    wish = parsing.read_table(rest, vocabulary())
    rules = table_settings.ruleset_named(wish.game)
    players = wish.players or max(rules.seats[0], 1 + len(wish.invite) + wish.bots)
    free = players - 1 - wish.bots - len(wish.invite)
    listed = wish.listed if wish.listed is not None else free > 0 and not wish.invite
    if len(wish.paces) > 1:
        raise TableRefusal("pace", _("A table has one pace. Please name only one."))
    game = open_tables.create_table(
        by=user, name=wish.name, ruleset=wish.game, board=wish.board, players=players,
        options={} if wish.rated else table_settings.proposed_options(rules),
        bots=[default_bot(rules)] * wish.bots, listed=listed,
        pace=wish.paces[0] if wish.paces else Pace.RELAXED, match=wish.match, rated=wish.rated,
        suggested_turns=not wish.rated, invite_emails=wish.invite, now=now)
    return _opened(game, user, wish)


def _opened(game: Game, user: User, wish: TableWish) -> Said:
    """Say what has come of a new table, and how others can join it."""
    said = _seated(game.code, user)
    if game.status == Game.Status.RUNNING:
        return said
    free = game.seats.filter(status=Seat.Status.OPEN).exists()
    ways = [*([_("We have invited %(addresses)s.") % {"addresses": list_with_and(wish.invite)}]
              if wish.invite else []),
            *([_("The table is in the lobby, so anybody may join.")] if game.listed else [])]
    return replace(said, sentences=[*said.sentences, *ways], games=[replace(
        each, next=[f"cancel {game.code}"], is_shared=free) for each in said.games])


def _call_me(user: User, rest: str, *, now: datetime) -> Said:
    if not rest:
        raise Unreadable("name", _("Please write the name behind it, as in “call me Ben”."))
    is_first_name = not user.has_chosen_name
    accounts.rename(user, accounts.fit_name(rest.strip("\"“”")), now=now)
    if is_first_name and user.has_chosen_name:
        return Said([_("Welcome, %(name)s.") % {"name": user.name}])
    return Said([_("Your name has been saved. Games that start from now on will show it.")])


def _my_hours(user: User, rest: str, *, now: datetime) -> Said:
    zone = playing_hours.zone_of(user)
    if not rest:
        return Said(_hours(user, now=now))
    wish = parsing.read_hours(rest, zones=playing_time.zone_names())
    if not (wish.zone or playing_hours.is_known(zone, user)):
        raise Unreadable("zone", _("We do not know your time zone yet. Please write it behind your"
                                   " hours, as in “my hours 18 to 23 Europe/Berlin”."))
    counts_from = playing_hours.change_hours(
        user, wish.zone or zone, opens=wish.opens, closes=wish.closes, free_weekdays=wish.free,
        now=now)
    if counts_from <= now:
        told = _("Your playing hours have been saved. They count from now on.")
    else:
        told = _("Your playing hours have been saved. They count from %(moment)s on; until then,"
                 " your present hours count.") % {"moment": time_wording.fixed(
                     counts_from, zone=playing_hours.zone_of(user))}
    return Said([told, *_hours(user, now=now)])


def _hours(user: User, *, now: datetime) -> list[str]:
    known = playing_hours.hours_of(user, now=now)
    later = [_("After that: %(hours)s.") % {
        "hours": playing_hours.hours_in_words(known.pending)}] if known.pending else []
    return [_("Your playing hours: %(hours)s.") % {
        "hours": playing_hours.hours_in_words(known.current)}, *later]


def _vacation(user: User, rest: str, *, now: datetime) -> Said:
    own = playing_hours.of(user)
    today = playing_time.local_day(playing_hours.zone_of(user), now)
    if rest:
        first, last = parsing.read_days(rest, today=today)
        playing_hours.add(user, first, last=last, now=now)
        own = playing_hours.of(user)
        told = [_("Your vacation has been entered. Have a good time!")]
    else:
        told = []
    left = playing_hours.days_left(own, today=today)
    coming = [_("%(first)s to %(last)s") % {"first": date_format(each.first_day, _("j F Y")),
                                            "last": date_format(each.last_day, _("j F Y"))}
              for each in own if each.ends_at > now]
    listed = _("Your vacations: %(vacations)s.") % {"vacations": "; ".join(coming)} if coming else (
        _("You have entered no vacation."))
    return Said([*told, listed, ngettext(
        "You can take %(days)s more day this year.", "You can take %(days)s more days this year.",
        left) % {"days": left}])


def _cancel_vacation(user: User, rest: str, *, now: datetime) -> Said:
    coming = [each for each in playing_hours.of(user) if each.ends_at > now]
    if rest:
        zone = playing_hours.zone_of(user)
        day, _last = parsing.read_days(rest, today=playing_time.local_day(zone, now))
        coming = [each for each in coming if each.first_day <= day <= each.last_day]
    elif len(coming) > 1:
        raise Unreadable("which", _("You have entered several vacations. Please write a day of the"
                                    " one that you mean, as in “cancel vacation 1 August”."))
    if not coming:
        raise Missing("no-vacation", _("There is no such vacation."))
    playing_hours.cancel(user, coming[0].pk, now=now)
    return Said([_("Your vacation has been cancelled.")])


def _fewer_emails(user: User, rest: str, *, now: datetime) -> Said:
    _check_alone(rest)
    return _emails_step(user, 1, now=now)


def _more_emails(user: User, rest: str, *, now: datetime) -> Said:
    _check_alone(rest)
    return _emails_step(user, -1, now=now)


def _emails_step(user: User, step: int, *, now: datetime) -> Said:
    """Choose the next setting with fewer or with more emails, if there is one."""
    present = preferences.preferences_of(user).when
    order = [timing.value for timing in (*FEWER, EmailTiming.NEVER)]
    place = min(max(order.index(present) + step, 0), len(FEWER) - 1)
    return _set_emails(user, EmailTiming(order[place]), now=now)


def _emails(user: User, rest: str, *, now: datetime) -> Said:
    chosen = rest.casefold().strip()
    if chosen not in EmailTiming.values:
        raise Unreadable("timing", _("Please write one of these behind it: %(timings)s.") % {
            "timings": ", ".join(f"{timing.value} ({timing.label})" for timing in EmailTiming)})
    return _set_emails(user, EmailTiming(chosen), now=now)


def _set_emails(user: User, timing: EmailTiming, *, now: datetime) -> Said:
    preferences.set_for_all(user, timing)
    events.publish(preferences.EmailHoursChanged(user, now))
    return Said([_("When something happens in your games, we email you: %(timing)s.") % {
        "timing": timing.label}, _("Games with a setting of their own keep it.")])


def _replay(user: User, rest: str, *, now: datetime) -> Said:
    game = _table(parsing.read_code(rest))
    if not may_replay(game, user):
        raise _no_table()
    if not game.number:
        raise Missing("no-game", _("This game has not started yet, so there is nothing to replay."))
    return Said([_("This is how %(game)s has gone.") % {"game": _shown(game.name)}],
                replay=(game.code, game.number))


def may_replay(game: Game, user: User) -> bool:
    """Return whether somebody may see this game: everybody a listed one, others its players."""
    return (game.listed and not game.sealed) or any(
        seat.user_id == user.pk for seat in game.seats.all())


def _new_address(user: User, rest: str, *, now: datetime) -> Said:
    _check_alone(rest)
    EmailToken.objects.filter(email__user=user, email__kind__in=(DESK, COMMANDS)).delete()
    return Said([_("Replies to our earlier answers are not read any more. Reply to this email"
                   " instead.")])


def _check_alone(rest: str) -> None:
    """Refuse (Unreadable) a text behind a command that takes none."""
    if rest:
        raise _superfluous(rest)


def _superfluous(rest: str) -> Unreadable:
    return Unreadable("superfluous", _(
        "We do not know what “%(words)s” means here. Please write the command without it.") % {
            "words": _shown(rest[:60])})


SURE = "now"
NAMING = ("call me", "my name is")

OWN = (
    EmailCommand(phrases=("help", "commands"), usage="help",
                 about=gettext_lazy("all commands"), act=_help),
    EmailCommand(phrases=("my games", "games", "my turns"), usage=gettext_lazy("my games"),
                 about=gettext_lazy("your games and whose turn it is"), act=_my_games),
    EmailCommand(phrases=("open tables", "tables", "lobby"), usage=gettext_lazy("open tables"),
                 about=gettext_lazy("tables that you can join"), act=_open_tables),
    EmailCommand(phrases=("join",), usage=gettext_lazy("join CODE"),
                 about=gettext_lazy("sit down at a table"), act=_join),
    EmailCommand(phrases=("leave",), usage=gettext_lazy("leave CODE"),
                 about=gettext_lazy("give up your seat"), act=_leave),
    EmailCommand(phrases=("cancel",), usage=gettext_lazy("cancel CODE"),
                 about=gettext_lazy("cancel your table, or a game that has only just begun"),
                 act=_cancel),
    EmailCommand(phrases=("new game", "new table", "new", "open a table"),
                 usage=gettext_lazy("new 3 players, relaxed, invite bob@example.org"),
                 about=gettext_lazy("open a table; without invitations, it is in the lobby"),
                 act=_new),
    EmailCommand(phrases=NAMING, usage=gettext_lazy("call me Ben"),
                 about=gettext_lazy("the name that others see"), act=_call_me),
    EmailCommand(phrases=("my hours", "hours", "i play from"),
                 usage=gettext_lazy("my hours 18 to 23 Europe/Berlin"),
                 about=gettext_lazy("the hours in which your time passes"), act=_my_hours),
    EmailCommand(phrases=("vacation", "vacations", "my vacation", "holiday", "holidays"),
                 usage=gettext_lazy("vacation 1 to 14 August"),
                 about=gettext_lazy("days on which your time stands still"), act=_vacation),
    EmailCommand(phrases=("cancel vacation", "cancel my vacation", "no vacation"),
                 usage=gettext_lazy("cancel vacation 1 August"),
                 about=gettext_lazy("cancel it, or end it today"), act=_cancel_vacation),
    EmailCommand(phrases=("fewer emails", "less emails", "less email", "fewer email"),
                 usage=gettext_lazy("fewer emails"),
                 about=gettext_lazy("about your games; “more emails” takes it back"),
                 act=_fewer_emails),
    EmailCommand(phrases=("more emails", "more email"), usage="",
                 about="", act=_more_emails),
    EmailCommand(phrases=("emails", "email me"), usage=gettext_lazy("emails daily"),
                 about=gettext_lazy("or “now”, “quiet”, “urgent”, “never”"), act=_emails),
    EmailCommand(phrases=("replay", "show"), usage=gettext_lazy("replay CODE"),
                 about=gettext_lazy("a game in pictures"), act=_replay),
    EmailCommand(phrases=("new address",), usage=gettext_lazy("new address"),
                 about=gettext_lazy("if somebody else may have one of our emails"),
                 act=_new_address),
)
