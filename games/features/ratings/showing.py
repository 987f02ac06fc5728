"""What people are told of ratings: on pages, in emails, and what other features may ask for."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from alexandros_rules.addressing import for_reader, told
from games.base import site_clock
from games.features.ratings import facts, folding
from games.features.ratings.facts import Why
from games.features.ratings.ledger import FEWEST, Pool, Skill
from games.models import (
    Game,
    OutgoingEmail,
    RatedGame,
    RatedPlayer,
    RatedSeat,
    Rating,
    RatingInEmail,
    Seat,
    User,
)
from games.post.email_kinds import EmailKind, Excess, Waits
from games.post.emails.content import EmailContent, link_to, names_at
from games.post.outbox.delivery import Obsolete
from games.rulesets import registry
from games.table.play import history
from games.web.access import TableAccess

PATIENCE = timedelta(minutes=1)  # of an email, for the ratings that it tells of
_WAITS, _VOIDED = "waits", "voided"  # besides the codes of ``Why``

_SENTENCES: Mapping[str, Any] = {
    Why.PEOPLE: gettext_lazy("This game does not count for the ratings, because that takes at"
                             " least two people."),
    Why.GUEST: gettext_lazy("This game does not count for the ratings, because guests are not"
                            " rated, and one takes part."),
    Why.HIDDEN: gettext_lazy("This game does not count for the ratings, because somebody hides"
                             " their rating."),
    Why.SHARED: gettext_lazy("This game does not count for the ratings, because two of the players"
                             " use the same network or browser."),
    Why.BOT: gettext_lazy("This game does not count for the ratings, because nobody has measured"
                          " how strong one of the bots is."),
    Why.CANCELLED: gettext_lazy("This game does not count for the ratings, because it was"
                                " cancelled."),
    Why.DESERTED: gettext_lazy("This game does not count for the ratings, because nobody stayed to"
                               " the end."),
    Why.SHORT: gettext_lazy("This game does not count for the ratings, because it ended before"
                            " everybody had played two turns."),
    _WAITS: gettext_lazy("The new ratings will be here in a moment."),
    _VOIDED: gettext_lazy("An operator has taken this game out of the ratings because of foul"
                          " play."),
}


# For other parts of the service.

def shown(rating: Skill | None, *, now: datetime) -> str:
    """Return a rating as people see it: "1612 ± 70", or "new" as long as little is known."""
    if rating is None or rating.is_new(now):
        return _("new")
    return f"{round(rating.mu)} ± {round(rating.doubt(now))}"


def why_new(rating: Skill | None, *, now: datetime) -> str:
    """Return a few words that say what is missing until a rating is shown; "" if it is."""
    rating = rating or Skill()
    if rating.missing:
        return ngettext("at least %(missing)s more game until it is shown",
                        "at least %(missing)s more games until it is shown",
                        rating.missing) % {"missing": rating.missing}
    return _("not certain enough yet to be shown") if rating.is_new(now) else ""


def what_new_means() -> str:
    """Return the sentence that says when a rating is new."""
    return _("New means that a rating is not shown yet: it takes %(fewest)s rated games with this"
             " number of players, and as many more as make it certain enough.") % {"fewest": FEWEST}


def of(users: Collection[User], *, ruleset: str, players: int) -> dict[int, Skill]:
    """Return the ratings of those of these users who have one and show it, by their ids."""
    rows = Rating.objects.filter(player__user__in=users, player__hidden=False, ruleset=ruleset,
                                 players=players).select_related("player")
    return {row.player.user_id: folding.skill_of(row) for row in rows
            if row.player.user_id is not None}


def ratings_of(user: User, *, reader: User) -> list[Rating]:
    """Return the ratings of a member; none for others if they hide them."""
    rows = Rating.objects.filter(player__user=user, ruleset__in=registry.names())
    if user != reader:
        rows = rows.filter(player__hidden=False)
    return list(rows.order_by("ruleset", "players"))


def strengths(users: Collection[int], *, now: datetime) -> dict[int, dict[Pool, float]]:
    """Return the ratings that are shown, by the ids of users; leave out those who hide theirs."""
    found: dict[int, dict[Pool, float]] = {user: {} for user in users}
    rows = RatedPlayer.objects.filter(user__in=found).values_list(
        "user", "hidden", "ratings__ruleset", "ratings__players", "ratings__mu",
        "ratings__firm_until")
    for user, hidden, ruleset, players, mu, firm_until in rows:
        if hidden:
            found.pop(user, None)
        elif firm_until is not None and firm_until >= now:
            found[user][ruleset, players] = mu
    return found


def history_of(user: User) -> list[RatedSeat]:
    """Return what each rated game has changed for a person, with the games, in their order."""
    return list(RatedSeat.objects.filter(player__user=user, weight__gt=0).select_related("rated")
                .order_by("rated__ended_at", "rated__game"))


def ladder(ruleset: str, players: int, *, now: datetime) -> QuerySet[Rating]:
    """Return the ratings that are shown, the best first: by mean minus twice the uncertainty."""
    return Rating.objects.filter(
        ruleset=ruleset, players=players, firm_until__gte=now, player__hidden=False,
        player__user__isnull=False).select_related("player__user").order_by("-standing")


def hide(user: User) -> None:
    """Hide the person's rating from others; games that they begin from now on do not count."""
    facts.player_of(user)
    RatedPlayer.objects.filter(user=user).update(hidden=True)


def show(user: User) -> None:
    """Show the person's rating again."""
    RatedPlayer.objects.filter(user=user).update(hidden=False)


def is_hidden(user: User) -> bool:
    """Return whether the person hides their rating."""
    return RatedPlayer.objects.filter(user=user, hidden=True).exists()


# The end of a game.

@dataclass(frozen=True, slots=True)
class Line:
    """What a game has changed for the first player of a seat, in points.

    ``now`` is None for somebody who is still new, for at least ``missing`` more games; ``gain`` is
    None if the game is unrated for them.  ``member`` is what the player is called today.
    """

    seat: int
    gain: int | None
    now: int | None
    missing: int = 0
    member: str = ""

    @property
    def is_new(self) -> bool:
        """Whether too little is known to show the rating."""
        return self.gain is not None and self.now is None


def _state(rated: RatedGame) -> str:
    """Return why there are no changes to tell: a code of ``Why`` or of our own, "" if there are."""
    return rated.why or (_VOIDED if rated.voided_at else "" if rated.folded else _WAITS)


def _lines(rated: RatedGame, reader: int | None) -> list[Line]:
    """Return the changes that the user with this id may see."""
    rows = rated.seats.filter(player__user__isnull=False, weight__isnull=False)
    return [_line(row, row.player.user.name) for row in rows.select_related("player__user", "rated")
            if row.player is not None and row.player.user is not None and (
                not row.player.hidden or row.player.user_id == reader)]


def _line(row: RatedSeat, member: str) -> Line:
    if row.why:
        return Line(row.index, None, None, member=member)
    before, after = round(row.mu_before or 0), folding.skill_after(row)
    assert after.at is not None  # the game has ended
    return Line(row.index, round(after.mu) - before,
                None if after.is_new(after.at) else round(after.mu), after.missing, member)


def in_words(line: Line, names: Sequence[str]) -> str:
    """Return a change as a sentence; ``names`` are those at the start, for their reader."""
    return "".join(in_parts(line, names))


def in_parts(line: Line, names: Sequence[str]) -> tuple[str, str, str]:
    """Return that sentence as what stands before the name, the name, and what stands after it.

    If it says "you", there is no name, and all of it is the first part.
    """
    if line.gain is None:
        sentence = told(
            names, line.seat,
            _("You: unrated, because an opponent has lost three other games on time."),
            _("%(name)s: unrated, because an opponent has lost three other games on time."))
    elif line.missing:
        sentence = told(
            names, line.seat,
            ngettext("You: %(gain)s, still new for at least %(missing)s more game",
                     "You: %(gain)s, still new for at least %(missing)s more games", line.missing),
            ngettext("%(name)s: %(gain)s, still new for at least %(missing)s more game",
                     "%(name)s: %(gain)s, still new for at least %(missing)s more games",
                     line.missing))
    elif line.now is None:
        sentence = told(names, line.seat,
                        _("You: %(gain)s, still new until the rating is more certain"),
                        _("%(name)s: %(gain)s, still new until the rating is more certain"))
    else:
        sentence = told(names, line.seat, _("You: %(gain)s, now %(now)s"),
                        _("%(name)s: %(gain)s, now %(now)s"))
    gain = line.gain or 0
    sign = "+" if gain > 0 else "−" if gain < 0 else "±"
    facts = {"gain": f"{sign}{abs(gain)}", "now": line.now, "missing": line.missing}
    before, name, after = sentence.partition("%(name)s")
    return before % facts, names[line.seat] if name else "", after % facts


def _note(lines: Sequence[Line]) -> str:
    """Return what else to say of these changes; "" for nothing."""
    return what_new_means() if any(line.is_new for line in lines) else ""


def on_game_page(access: TableAccess) -> dict[str, Any]:
    """Return the context of a game's page: nothing as long as the game is in progress."""
    rated = _ended(access.game)
    if rated is None:
        return {}
    if state := _state(rated):
        return {"rating_sentence": _SENTENCES[state]}
    names = list(access.names)
    for _number, seat, name in history.former_names(access.game):
        names[seat] = name
    addressed = for_reader(names, access.seat)
    lines = _lines(rated, access.user.pk if access.user else None)
    return {"rating_lines": [(line.member, *in_parts(line, addressed)) for line in lines],
            "rating_note": _note(lines)}


def _ended(game: Game) -> RatedGame | None:
    if not game.rated or game.status not in (Game.Status.OVER, Game.Status.CANCELLED):
        return None
    return RatedGame.objects.filter(game=game, ended_at__isnull=False).first()


def after_leaving(game: Game) -> list[str]:
    """Return sentences on what leaving this running game means for the ratings."""
    counts = game.rated and not RatedGame.objects.filter(game=game).exclude(why="").exists()
    return [_("For the ratings you are last, behind all who stay.")] if counts else []


# Emails.

def until_rated(email: OutgoingEmail, *, now: datetime) -> datetime | None:
    """Return until when the email about the end of a game waits for the ratings, or None."""
    game = email.game
    if email.kind != "over" or game is None or not game.rated:
        return None
    until = (email.due_since or email.created_at) + PATIENCE
    waits = now < until and folding.due().filter(game=game).exists()
    return until if waits else None


def in_last_email(email: OutgoingEmail, game: Game, seat: Seat) -> dict[str, Any]:
    """Return the context of the email about the end of a game."""
    rated = _ended(game)
    if rated is None or (found := told_in(email, lambda: _facts(rated, email))) is None:
        return {}
    if state := found.get("state"):
        return {"rating": [_SENTENCES[state]]}
    names = for_reader(names_at(game, 1), seat.index)
    lines = [Line(*line) for line in found["lines"]]
    said = [_("Ratings:"), *(in_words(line, names) for line in lines)] if lines else []
    return {"rating": [*said, note] if (note := _note(lines)) else said}


def _facts(rated: RatedGame, email: OutgoingEmail) -> dict[str, Any]:
    if state := _state(rated):
        return {"state": state}
    return {"lines": [[line.seat, line.gain, line.now, line.missing]
                      for line in _lines(rated, email.user_id)]}


def told_in(email: OutgoingEmail, find: Any) -> dict[str, Any] | None:
    """Return what this email says of ratings: once it is said, it stays."""
    row = RatingInEmail.objects.filter(email=email).first()
    if row is None:
        if (email.digest or email).sent_at is not None:
            return None
        row = RatingInEmail.objects.create(email=email, told=find())
    stored: dict[str, Any] = row.told
    return stored


def voided(email: OutgoingEmail) -> EmailContent:
    """Write the email that an operator has taken a game out of the ratings."""
    game = email.game
    rated = RatedGame.objects.filter(game=game, voided_at__isnull=False).first()
    is_told = RatingInEmail.objects.filter(email=email).exists()
    if game is None or (rated is None and not is_told):
        raise Obsolete("the game counts again")
    found = told_in(email, lambda: {"because": rated.because if rated else ""})
    return EmailContent(game, {"because": (found or {}).get("because", ""),
                               "link": link_to("game", game.code)})


def _is_out(email: OutgoingEmail, game: Game, seat: Seat) -> bool:
    return RatedGame.objects.filter(game=game, voided_at__isnull=False).exists()


KINDS = (EmailKind(name=folding.VOIDED, content=voided, waits=Waits.FOR_QUIET_HOURS,
                   excess=Excess.SENT, still_true=_is_out,
                   description=gettext_lazy("a game no longer counts for the ratings")),)


def exported(user: User) -> dict[str, Any]:
    """Return a person's ratings and rated games, as JSON values and times."""
    now = site_clock.now()
    seats = RatedSeat.objects.filter(player__user=user).select_related("rated__game")
    return {
        "hidden": is_hidden(user),
        "now": [{"game": row.ruleset, "players": row.players, "rating": row.mu,
                 "uncertainty": folding.skill_of(row).doubt(now), "games": row.games}
                for row in Rating.objects.filter(player__user=user).order_by("pk")],
        "games": [{"game": row.rated.game.code, "ended_at": row.rated.ended_at, "rank": row.rank,
                   "lost_on_time_at": row.lost_at, "before": row.mu_before, "after": row.mu_after,
                   "uncertainty": row.sigma_after, "weight": row.weight}
                  for row in seats.order_by("rated__ended_at", "pk")],
    }
