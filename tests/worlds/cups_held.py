"""Cups at a site: the same cards are played at several tables, of which not all are over."""

from __future__ import annotations

from datetime import timedelta

from games.base import events
from games.features.competitions import cups, lifecycle, organising
from games.models import Competition, Fixture, Game, Match
from games.table.events import Ended
from games.table.play import event_log
from tests.worlds.sites import Site

Kind = Competition.Kind
# Who plays a duplicate cup.  The numbers of positions that are read come from the first game, which
# is therefore the same in both worlds.
_ALONE = ("Bob", "Alice", "Carol")


def hold_cup(site: Site) -> None:
    """Have the game be a table of a cup, at whose other one Carol and Dave go on playing."""
    cup = _announced(site, Kind.CUP, "Alice", "Carol", "Bob", "Dave")  # the stronger half first
    with site.doing("the cup begins", after=cups.SOONEST):
        cup.status = Competition.Status.RUNNING  # eight people would show nothing more
        cup.save()
        cups.begin(cup, list(cup.entries.all()), now=site.now)
        first = Fixture.objects.get(seats__entry__user=site.users["Alice"])
        assert [seat.entry.user for seat in first.seats.all()] == [
            site.users["Alice"], site.users["Bob"]]
        Game.objects.filter(pk=site.games[0].pk).update(
            sealed=True, arranged=True, rated=True, listed=False, created_by=None,
            match=Match.FIRST if site.game.ruleset == "alexandros" else Match.NONE)
        first.game = site.game
        first.save()
        lifecycle.look_after(cup.pk, now=site.now)
        organising.announce(cup, by=site.users["Bob"], text="Have fun", now=site.now)


def hold_duplicate_cup(site: Site) -> None:
    """Have Bob, Alice and Carol play a deal, each alone; these are the games of the site."""
    cup = _announced(site, Kind.DUPLICATE, *_ALONE)
    with site.doing("the cup begins", after=cups.SOONEST):
        lifecycle.look_after(cup.pk, now=site.now)
    site.games[:] = Game.objects.filter(fixture__competition=cup).order_by("fixture__number")


def _announced(site: Site, kind: Competition.Kind, *people: str) -> Competition:
    """Return a cup that Bob organises, for which these people have signed up."""
    game = site.game
    with site.doing("people sign up for a cup"):
        cup = cups.create(cups.Plan(
            title="Spring cup", kind=kind, ruleset=game.ruleset,
            players=2 if kind == Kind.CUP else 4, starts_at=site.now + cups.SOONEST,
        ), by=site.users["staff"], now=site.now)
        cup.organiser = site.users["Bob"]  # who has not played enough to announce one
        cup.save()
        for name in people:
            cups.enter(site.users[name], cup, now=site.now)
    return cup


def play_alone(site: Site, who: str) -> None:
    """Have somebody make a move in their game of the duplicate cup."""
    game = site.games[_ALONE.index(who)]
    rules, state = event_log.ruleset_of(game), event_log.state_at(game)
    order = rules.format(rules.legal_moves(state, seat=0)[0], state)
    with site.doing(f"{who} plays alone"):
        response = site.clients[who].post(f"/games/{game.code}/orders/", {
            "orders": order, "number": str(game.number), "key": "1"})
    assert response.status_code == 302, response.content.decode()[:3000]


def win_alone(site: Site) -> None:
    """Have Alice make a move, and then win their game against the bots."""
    play_alone(site, "Alice")
    _end(site, "Alice", 90)


def lose_alone(site: Site) -> None:
    """Have Bob lose their game, and Alice as well if they have not won it."""
    for who in ("Alice", "Bob"):
        _end(site, who, 10)
    site.let_pass(timedelta(hours=20))


def _end(site: Site, who: str, score: int) -> None:
    """End a game against bots with 50 points each, unless it is over."""
    game = Game.objects.get(pk=site.games[_ALONE.index(who)].pk)
    if game.status == Game.Status.OVER:
        return
    with site.doing(f"the game of {who} ends"):
        game.status, game.finished_at = Game.Status.OVER, site.now
        game.result = {"winners": [0] if score > 50 else [1, 2, 3], "reason": "walls",
                       "scores": [score, 50, 50, 50]}
        game.save()
        events.publish(Ended(game=game, seats=list(game.seats.select_related("user")),
                             now=site.now))
