"""Tables before the game starts: creating, joining, inviting, filling with bots, cancelling.

Owns who may sit where, and starts a table as soon as it is full, with a secret seed and its
published commitment.  Every function checks and acts inside one transaction that holds the table's
lock, so when two people race for the last seat, one of them gets it and the other gets a refusal.
"""

from __future__ import annotations

import secrets
from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from alexandros_rules import replay
from alexandros_rules.chance import commitment
from alexandros_rules.ruleset import Ruleset, Setup
from alexandros_rules.translation import list_with_and
from games.base import blocks, locks, rate_limits
from games.base.refusals import Closed, Foreign, Missing, TableRefusal
from games.models import Game, LoggedMove, Match, Pace, Reliability, Seat, User
from games.table.clocks import paces, reliability
from games.table.clocks.paces import TimeControl
from games.table.events import TableChange
from games.table.lobby import expiry, table_settings
from games.table.play import event_log, turns
from games.table.play.bots import default_bot
from games.table.seats import leaving, seating


def start_if_full(game: Game, *, seed: bytes | None = None, now: datetime) -> bool:
    """Start the game if every seat is taken, and return whether it was.

    Without a ``seed``, it gets a random one.
    """
    if game.seats.exclude(status=Seat.Status.TAKEN).exists():
        return False
    start(game, seed=secrets.token_bytes(32) if seed is None else seed, now=now)
    return True


def start(game: Game, *, seed: bytes, now: datetime, version: int | None = None) -> None:
    """Deal the game from its seed, publish the commitment (R24) and notify the players.

    The game is played by this version of the rules or, without one, by the newest, even if its
    table is older than that version.
    """
    paces.clear_if_alone(game)
    ruleset = event_log.ruleset_of(game)
    game.seed, game.commitment, game.started_at = seed, commitment(seed), now
    game.rules_version = ruleset.version if version is None else version
    game.save(update_fields=["seed", "commitment", "started_at", "rules_version"])
    row, state = replay.start(ruleset, event_log.setup_of(game),
                              event_log.chance_of(game), event_log.key_of(game),
                              version=game.rules_version)
    seats = list(game.seats.select_related("user"))
    status = event_log.append(game, [row], state, seats=seats, actor=LoggedMove.Actor.TABLE,
                              key="", now=now)
    turns.announce(game, None, status, seats=seats, now=now)


def create_table(*, by: User, name: str = "", ruleset: str = "", board: str = "",
                 players: int, options: Mapping[str, Any] | None = None, bots: Sequence[str] = (),
                 listed: bool = False, pace: str = Pace.NONE,
                 control: TimeControl | None = None,
                 required_reliability: str = Reliability.ANY, newcomers: bool = True,
                 note: str = "", match: bool = False, rated: bool = False,
                 suggested_turns: bool = True, invite_emails: Sequence[str] = (),
                 others: Sequence[User] = (), now: datetime) -> Game:
    """Create a table with its creator in the first seat; start it if it is full.

    ``board`` is the name of one of the ruleset's boards ("": the default one); ``others`` have the
    next seats; ``bots`` are the names of the bots in the last seats; ``control`` is how much time
    each player has (None: what the pace gives).  ``match`` is whether a second game follows with
    the same deal.  A ``rated`` game has the options for rated games, and ``options`` may not say
    otherwise.
    ``suggested_turns`` is whether emails suggest turns, which a rated game never does.  Refuses
    (TableRefusal, or Illegal from the ruleset) and creates nothing if any setting is wrong.
    """
    rules = table_settings.ruleset_named(ruleset)
    setup, columns = _checked(rules, board, players=players, options=options or {}, rated=rated,
                              match=match)
    if rated:
        table_settings.check_not_alone(players - len(bots))
    emails = table_settings.checked_addresses(invite_emails, by=by)
    free = players - 1 - len(others) - len(emails)
    bots = table_settings.checked_bots(rules, bots, free=free)
    rate_limits.count("table", by.pk, now=now)
    columns |= {
        "name": table_settings.checked_name(name, by=by), "listed": listed, "newcomers": newcomers,
        "note": table_settings.checked_note(note), "suggested_turns": suggested_turns,
        "required_reliability": table_settings.checked_reliability(required_reliability),
        **table_settings.columns(pace, control)}
    nobody = [None] * (players - 1 - len(others) - len(bots))
    return _create(rules, setup, [by, *others, *nobody, *bots], by=by, emails=emails, now=now,
                   **columns)


def arrange(people: Sequence[User | None], *, name: str, ruleset: str, pace: str,
            match: bool = False, rated: bool = True, seed: bytes | None = None,
            sealed: bool = False, bot: str = "", now: datetime) -> Game:
    """Start a game of a competition, which nobody has created.

    ``people`` have the seats in their order; the bot with this name ("": the default one) has the
    seat of None.  A game that is not ``rated`` has the options that are proposed for new tables.
    Everybody may watch it unless it is ``sealed``, because other tables get the same ``seed``
    (``games.table.play.revealing``).  Refuses (TableRefusal) wrong settings, or if an account was
    deleted in the meantime.
    """
    rules = table_settings.ruleset_named(ruleset)
    options = {} if rated else table_settings.proposed_options(rules)
    setup, columns = _checked(rules, "", players=len(people), options=options, rated=rated,
                              match=match)
    (bot,) = table_settings.checked_bots(rules, [bot or default_bot(rules)], free=1)
    columns |= {"name": name, "arranged": True, "sealed": sealed, "listed": not sealed,
                **table_settings.columns(pace, None)}
    return _create(rules, setup, [bot if user is None else user for user in people], seed=seed,
                   now=now, **columns)


def _checked(rules: Ruleset, board: str, *, players: int, options: Mapping[str, Any], rated: bool,
             match: bool) -> tuple[Setup, dict[str, Any]]:
    """Return the setup of a table and the columns that go with it; refuse wrong settings."""
    if rated:
        options = table_settings.rated_options(rules, options, players=players)
    setup = table_settings.checked_setup(rules, board, players=players, options=options)
    in_match = table_settings.checked_match(rules, match, players=players)
    return setup, {"rated": rated, "match": Match.FIRST if in_match else Match.NONE}


def _create(rules: Ruleset, setup: Setup, seated: Sequence[User | str | None], *,
            by: User | None = None, emails: Sequence[str] = (), seed: bytes | None = None,
            now: datetime, **columns: Any) -> Game:
    """Create a table, and start it if it is full.

    ``seated`` are the people and the names of bots in its seats.  A seat of None stays open, or
    one of the ``emails`` is invited to it ``by`` the creator of the table.
    """
    people = [who for who in seated if isinstance(who, User)]
    with transaction.atomic():
        if len(people) > 1 or emails:
            _lock_people(people, emails)
        if by is not None:
            locks.lock_person(by)
        game = Game.objects.create(
            ruleset=rules.name, rules_version=rules.version, setup_id=event_log.keep_setup(setup),
            created_by=by, created_at=now, active_at=now, **columns)
        seats = [Seat.objects.create(game=game, index=index) for index in range(len(seated))]
        # People first, so that they keep their names.
        for seat, who in sorted(zip(seats, seated, strict=True),
                                key=lambda one: not isinstance(one[1], User)):
            if isinstance(who, User):
                seating.take(seat, who)
            elif who is not None:
                seating.take_by_bot(seat, who)
        for email in emails:
            assert by is not None  # else nobody invites anybody
            _invite(_first_open(game), email, by=by, now=now)
        start_if_full(game, seed=seed, now=now)
    return game


def _lock_people(people: Sequence[User], emails: Sequence[str]) -> None:
    """Lock the accounts of everybody at the table, always in the same order.

    Otherwise two people who invite each other at the same moment could wait for each other.
    """
    ids = [user.pk for user in people]
    locks.lock_people(User.objects.filter(Q(pk__in=ids) | Q(email__in=emails)))


def play_now(by: User, *, players: int = 3, board: str = "", bots: Sequence[str] = (),
             options: Mapping[str, Any] | None = None, ruleset: str = "",
             now: datetime) -> Game:
    """Start a game of one person, guest or member, against bots: a game without a clock.

    Without ``options``, it has those that the game proposes.
    """
    rules = table_settings.ruleset_named(ruleset)
    if options is None:
        options = table_settings.proposed_options(rules)
    all_bots = [*bots, *[default_bot(rules)] * (players - 1 - len(bots))]
    return create_table(by=by, name=_("Against bots"), ruleset=ruleset, board=board,
                        players=players, options=options, bots=all_bots, pace=Pace.NONE, now=now)


def invite(game: Game, *, by: User, email: str, now: datetime) -> Seat:
    """Reserve an open seat for the owner of this email address, and queue an invitation."""
    (address,) = table_settings.checked_addresses([email], by=by)
    with transaction.atomic():
        locked = _open_table(game, by=by)
        if locked.seats.filter(invited_email=address).exists():
            raise TableRefusal("invited", _("%(email)s is already invited to this table.")
                               % {"email": address})
        seat = _first_open(locked)
        _invite(seat, address, by=by, now=now)
        expiry.touch(locked, now=now)
        return seat


def _invite(seat: Seat, address: str, *, by: User, now: datetime) -> None:
    count_invitation(address, by=by, now=now)  # first: what it refuses is none of the day's
    rate_limits.count("invitation", by.pk, now=now)
    seating.invite(seat, address, now=now)


def count_invitation(address: object, *, by: User, now: datetime) -> None:
    """Count one more invitation to this address; refuse (TooOften) too many."""
    rate_limits.count("invited by", (by.pk, address), now=now)
    rate_limits.count("invited", address, now=now)


def withdraw(game: Game, *, by: User, seat: int, now: datetime) -> None:
    """Withdraw an invitation, so that the seat is open again."""
    with transaction.atomic():
        locked = _open_table(game, by=by)
        invited = locked.seats.filter(index=seat, status=Seat.Status.INVITED).first()
        if invited is None:
            raise TableRefusal("not-invited", _("Nobody has been invited to this seat. Choose"
                                                " another one."))
        seating.uninvite(invited, cause=by.pk, now=now)
        seating.vacate(invited)


def join(game: Game, *, user: User, now: datetime, token: str = "",
         beside: Collection[str] = ()) -> Seat:
    """Seat somebody at a listed table, at any table whose link they have, or a bot at its owner's.

    Somebody who already has a seat keeps it.  A seat reserved for this person is used first.
    Somebody who comes from the lobby must be as reliable as the creator wants; the creator has
    invited everybody else.  ``beside`` are the names of people whom they block and know to be here.
    """
    with transaction.atomic():
        locked = _locked(game)
        reserved = _find_reserved_seat(locked, user)
        chosen = (seating.find_seat(locked, user) or reserved
                  or seating.tokens_match(token, locked.invite_token)
                  or (user.is_bot and user.owner_id == locked.created_by_id))
        is_offered = not blocks.hides(locked.created_by_id, user) and locked.listed
        if not (chosen or is_offered):
            raise _no_table()
        if not chosen:
            reliability.check(locked, user, now=now)
        return _sit(locked, reserved, user, beside=beside, now=now)


def accept(game: Game, *, user: User, now: datetime, token: str = "",
           beside: Collection[str] = ()) -> Seat:
    """Seat somebody who was invited by address, or who has the token from the email."""
    with transaction.atomic():
        locked = _locked(game)
        held = seating.find_seat(locked, user)
        return held or _sit(
            locked, get_invited_seat(locked, user=user, token=token), user, beside=beside, now=now)


def decline(game: Game, *, token: str = "", user: User | None = None, now: datetime) -> None:
    """Decline an invitation, so that the seat is open again, of which the creator is told."""
    with transaction.atomic():
        locked = _locked(game)
        seat = get_invited_seat(locked, user=user, token=token)
        _check_open(locked)
        invited = User.objects.filter(email=seat.invited_email or None).first()
        cause = seat.kept_for_id or (invited.pk if invited else None)
        seating.vacate(seat)
        leaving.tell_creator(locked, cause=cause, now=now)


def fill_with_bots(game: Game, *, by: User, now: datetime, seat: int | None = None,
                   bot: str = "") -> None:
    """Put bots into all open seats, or into ``seat``, and start the table when full.

    ``bot`` is the kind of bot, "" for the default one; refuses an unknown kind.
    """
    with transaction.atomic():
        locked = _open_table(game, by=by)
        rules = event_log.ruleset_of(locked)
        (bot,) = table_settings.checked_bots(rules, [bot or default_bot(rules)], free=1)
        seats = {each.index: each for each in locked.seats.order_by("index")}
        if seat is not None and seat not in seats:
            raise TableRefusal("no-such-seat", _(
                "There is no such seat. The seats of this table are %(seats)s.")
                % {"seats": list_with_and(str(index) for index in seats)})
        free = [each for each in seats.values()
                if each.status != Seat.Status.TAKEN and seat in (None, each.index)]
        if not free:
            raise TableRefusal("taken", _("This seat is already taken. Choose one that is free."))
        for each in free:
            if each.status == Seat.Status.INVITED:
                seating.uninvite(each, cause=by.pk, now=now)
            seating.take_by_bot(each, bot)
        expiry.touch(locked, now=now)
        start_if_full(locked, now=now)
    game.refresh_from_db()


def show_in_lobby(game: Game, *, by: User, now: datetime) -> None:
    """List an open table, so that anybody may join and watch; this cannot be undone."""
    with transaction.atomic():
        locked = _open_table(game, by=by)
        if not locked.listed:
            locked.listed = True
            locked.save(update_fields=["listed"])
            expiry.tell(locked, TableChange.LISTED, by=by, now=now)
        expiry.touch(locked, now=now)
    game.refresh_from_db()


def cancel(game: Game, *, by: User, now: datetime) -> None:
    """Cancel a table that has not started, and tell everybody who has a seat there."""
    with transaction.atomic():
        locked = _open_table(game, by=by)
        expiry.close(locked, by=by, now=now)
        expiry.tell(locked, TableChange.CANCELLED, by=by, now=now)
    game.refresh_from_db()


def keep_open(game: Game, *, by: User, now: datetime) -> None:
    """Keep an open table from expiring (see ``expiry``)."""
    with transaction.atomic():
        expiry.touch(_open_table(game, by=by), now=now)
    game.refresh_from_db()


def _sit(game: Game, seat: Seat | None, user: User, *, beside: Collection[str],
         now: datetime) -> Seat:
    """Seat a person: in the seat they have, or in ``seat``, or else in the first open one.

    Every way to a seat before the start ends here, so here blocks are minded.
    """
    held = seating.find_seat(game, user)
    if held is not None:
        return held
    if blocks.shuts_out([game.created_by_id], user):
        raise _no_table()
    _check_open(game)
    people = game.seats.filter(user__isnull=False).values_list("user", flat=True)
    blocks.check_beside(people, user, known=beside)
    seat = seat or _first_open(game)
    seating.take(seat, user)
    expiry.touch(game, now=now)
    start_if_full(game, now=now)
    return seat


def _no_table() -> Missing:
    return Missing("no-table", _("There is no such table. Ask for a new link to it."))


def _find_reserved_seat(game: Game, user: User) -> Seat | None:
    """Return the seat reserved for this person or their email address, or None."""
    return game.seats.filter(seating.reserved_for(user), status=Seat.Status.INVITED).first()


def get_invited_seat(game: Game, *, user: User | None, token: str) -> Seat:
    """Return the seat of an invitation, found by its token or by the person it is for."""
    invited = game.seats.filter(status=Seat.Status.INVITED)
    seat = next((seat for seat in invited if seating.tokens_match(token, seat.invite_token)), None)
    if seat is None and user is not None:
        seat = _find_reserved_seat(game, user)
    if seat is None:
        raise Missing("no-invitation", _("This invitation is no longer open. Ask for a new one if"
                                         " you want to play."))
    return seat


def _first_open(game: Game) -> Seat:
    """Return the first open seat; refuse (Closed) a full table."""
    seat = game.seats.filter(status=Seat.Status.OPEN).order_by("index").first()
    if seat is None:
        raise Closed("full", _("All seats at this table are taken. Look for another table in the"
                               " lobby."))
    return seat


def _locked(game: Game) -> Game:
    return Game.objects.select_for_update(no_key=True).get(pk=game.pk)


def _open_table(game: Game, *, by: User) -> Game:
    """Return the table, locked; refuse one that has started, and anybody but its creator."""
    locked = _locked(game)
    if locked.created_by_id != by.pk:
        raise Foreign("not-creator", _("Only the player who made this table can do that."
                                       " Please ask them."))
    _check_open(locked)
    return locked


def _check_open(game: Game) -> None:
    if game.status == Game.Status.CANCELLED:
        raise Closed("cancelled", _("This table was cancelled. Look for another one in the"
                                    " lobby."))
    if game.status != Game.Status.OPEN:
        raise Closed("started", _("This game has already started, so its seats can no longer"
                                  " change."))
