"""The tables of what is hidden: scenes, and in each the secrets and who may know them.

A secret is either a difference in the log, which looks the same to others (``logs.twin``), or
something that somebody does in one of the two worlds only.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from alexandros_rules.alexandros.rules import RULESET as ALEXANDROS
from alexandros_rules.campaign import state as campaign
from alexandros_rules.campaign import things
from games.features.plans import saving
from games.features.review import reviewing
from games.features.what_if import open_tree, trees
from games.features.what_if.open_tree import OpenTree
from games.models import EmailPreferences, Game, LoggedMove, Match, PlayingHours, Seat
from games.post.inbox import processing, tokens
from games.post.inbox.parsing.message_reader import Envelope
from games.table.play import records
from tests.features.review.remembering_analyst import ask
from tests.inbox.email_replies import written
from tests.pages.every_request import TURN
from tests.sample_games import FINISHED, import_sample
from tests.worlds.cups_held import (
    hold_cup,
    hold_duplicate_cup,
    lose_alone,
    play_alone,
    win_alone,
)
from tests.worlds.logs import Log, Plot
from tests.worlds.sites import PLAYERS, Site

ALICE, BOB, CAROL = range(3)
DEAL, SUPPLY, DECK, CHITS = (
    "shuffle-1", "shuffle-supply", "shuffle-development", "shuffle-chits")  # random results

Act = Callable[[Site], None]


def nothing(site: Site) -> None:
    """Do nothing."""


def wait(site: Site) -> None:
    """Let two days pass, with a sweep now and then."""
    for hours in (1, 20, 30):
        site.let_pass(timedelta(hours=hours))


def talk_and_wait(site: Site) -> None:
    site.post("Bob", "talk/say/", {"text": "Good luck, all of you"})
    wait(site)


@dataclass(frozen=True, slots=True)
class Scene:
    """A game at a moment, and what happens then: the last ``live`` moves, and what follows.

    ``drafts`` are orders that everybody tries.
    """

    plot: Plot
    live: int = 1
    before: Act = nothing
    after: Act = talk_and_wait
    drafts: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Secret:
    """Something hidden: what differs in the log and ``where``, or what only one world has."""

    scene: str
    knows: frozenset[str]
    differs: Callable[[Log], Any] | None = None
    where: str = ""
    act: Act = nothing


# ---------- scenes ----------
MARCHES = ("draw", "take nothing", TURN, "hello")
TRADES = ("bid up to 3", "bid nothing", "offer wool for ore", "standing offer ore for wool",
          "accept 1", "accept 10", "discard 2 wool ore", "bank 4 gold for ore", "buy development",
          "robber A2 from red", "end", "hello")


def _bids(state: campaign.State) -> bool:
    """Whether Alice, who holds a development card, has bid something, and others are asked."""
    own = state.auction.bids[ALICE] if state.auction else None
    return bool(state.turn >= 12 and state.phase == campaign.AUCTION and state.auction and own
                and own.limit and None in state.auction.bids)


def _opens(state: campaign.State) -> bool:
    """Whether Alice has bid something, and others may bid more."""
    own = state.auction.bids[ALICE] if state.auction else None
    return bool(state.turn >= 8 and own and own.limit and state.auction
                and None in state.auction.bids)


def _outbid(state: campaign.State) -> bool:
    return state.turn >= 8 and state.phase == campaign.BUILD


def _alice_builds(state: campaign.State) -> bool:
    return state.turn >= 6 and state.phase == campaign.BUILD and state.seat == ALICE


def _discards(state: campaign.State) -> bool:
    """Whether Alice has chosen what to discard, and others have not."""
    return state.phase == campaign.DISCARD and state.discards[ALICE] is not None


def _campaign(wanted: Callable[[Any], bool], *orders: tuple[int, str], bot: str = "counselor",
              players: int = 3, seed: bytes = bytes(range(32)), **options: Any) -> Plot:
    return Plot("campaign", players, "campaign", wanted, tuple(options.items()), orders, bot=bot,
                seed=seed)


def seat_a_bot(site: Site) -> None:
    """Give Carol's seat to a bot."""
    name = next(iter(site.log.plot.rules.bots))
    Seat.objects.filter(game=site.games[0], index=CAROL).update(user=None, bot=name, name="Zeno")


def play_a_match(site: Site) -> None:
    """Have a first game with the same deal, which is over and which Bob began."""
    with site.doing("the first game"):
        first = import_sample(FINISHED, name="First", now=site.now)
        for seat in first.seats.all():
            seat.user, seat.name = site.users[PLAYERS[1 - seat.index]], PLAYERS[1 - seat.index]
            seat.save(update_fields=["user", "name"])
        Game.objects.filter(pk=first.pk).update(match=Match.CONTINUED)
        Game.objects.filter(pk=site.games[0].pk).update(match=Match.SECOND, match_of=first)
        site.games.append(first)


def review(site: Site) -> None:
    """Have the game reviewed as soon as it is over."""
    with site.doing("a review"):
        assert reviewing.go_on(site.games[0].pk, now=site.now, ask=ask, seconds=600)
    talk_and_wait(site)


def cancel(site: Site) -> None:
    site.post("Bob", "cancel/", {})
    wait(site)


_DEAL_OF_FIRST = bytes(records.read_record(FINISHED).seed or b"").hex()

SCENES: Mapping[str, Scene] = {
    "marches": Scene(Plot("alexandros", 3, "delta", lambda state: state.turn >= 5),
                     drafts=MARCHES),
    "a bot’s march": Scene(Plot("alexandros", 3, "delta", lambda state: state.turn == 6),
                           before=seat_a_bot, drafts=MARCHES),
    "a match": Scene(Plot("alexandros", 2, "delta", lambda state: state.turn >= 4,
                          (("deal", _DEAL_OF_FIRST),)), before=play_a_match, drafts=MARCHES),
    "the end": Scene(Plot("alexandros", 2, "delta", lambda state: ALEXANDROS.status(state).over),
                     after=review, drafts=MARCHES),
    "a sealed end": Scene(Plot("alexandros", 2, "delta", lambda s: ALEXANDROS.status(s).over,
                               seed=bytes([1] * 32)), before=hold_cup, drafts=MARCHES),
    "a sealed end of trades": Scene(_campaign(
        lambda state: state.phase == campaign.OVER, players=2, seed=bytes([2] * 32)),
        before=hold_cup, drafts=TRADES),
    "a duplicate cup": Scene(Plot("alexandros", 2, "delta", lambda state: True), live=0,
                             before=hold_duplicate_cup, after=lose_alone),
    "cancelled": Scene(Plot("alexandros", 3, "delta", lambda state: state.turn >= 3),
                       after=cancel, drafts=MARCHES),
    "sealed bids": Scene(_campaign(_bids), drafts=TRADES),
    "open bids": Scene(_campaign(_opens, open_bidding=True), drafts=TRADES),
    "bluffs": Scene(_campaign(_bids, bluff=True), drafts=TRADES),
    "a lost auction": Scene(_campaign(_outbid), drafts=TRADES),
    "discards": Scene(_campaign(_discards, bot="random", seed=bytes(32)), drafts=TRADES),
    "theft": Scene(_campaign(lambda state: state.thefts == 1, bot="random", seed=bytes(32)),
                   drafts=TRADES),
    "preferences": Scene(_campaign(_alice_builds, (BOB, "prefer to discard wool ore"),
                                   (BOB, "prefer to roll at once")), live=2, drafts=TRADES),
    "an offer": Scene(_campaign(_alice_builds, (ALICE, "offer wool for wheat"),
                                seed=bytes([2] * 32)), drafts=TRADES),
    # The bot accepts the first of these offers and not the second.
    "a bot accepts": Scene(_campaign(_alice_builds, (ALICE, "offer ore for gold"),
                                     seed=bytes([2] * 32)),
                           before=seat_a_bot, drafts=TRADES),
    "a bot does not accept": Scene(_campaign(_alice_builds, (ALICE, "offer wool for ore"),
                                             seed=bytes([1] * 32)),
                                   before=seat_a_bot, drafts=TRADES),
}


# ---------- what somebody does ----------
def write_note(site: Site) -> None:
    site.post("Alice", "note/", {"text": "Bob wants the temple", "number": "1"})


PLANS = {"alexandros": f"if my score is at least 900: {TURN}",
         "campaign": "if my score is at least 900: end"}


def plan(site: Site) -> None:
    game = site.game
    with site.doing("a plan"):
        saving.store(game, seat=game.seats.get(user=site.users["Alice"]).index,
                     user=site.users["Alice"], text=PLANS[game.ruleset], grace=timedelta(hours=3),
                     made_by=LoggedMove.Actor.PAGE, now=site.now)


def try_out(site: Site) -> None:
    """Have a what-if board with the first legal order of whoever is to move."""
    game = site.game
    with site.doing("a what-if board"):
        tree = trees.begin(game, user=site.users["Alice"], number=game.number, now=site.now,
                           seat=game.seats.get(user=site.users["Alice"]).index)
        trees.rename(tree, "Alice’s secret", now=site.now)
        board = OpenTree(tree)
        rules, view = board.base.ruleset, board.base.position.view
        mover = rules.status(view).to_move[0]
        order = rules.format(rules.legal_moves(view, seat=mover)[0], view)
        open_tree.add_orders(board, board.root, seat=mover, text=order, now=site.now)


def set_emails(site: Site) -> None:
    """Want emails once a day, at another hour, in another part of the world."""
    EmailPreferences.objects.filter(user=site.users["Alice"]).update(
        when="daily", hour=17, time_zone="Asia/Tokyo", quiet_from=20, quiet_until=6, remind=False,
        chat="never")


def set_hours(site: Site) -> None:
    """Play at night, in another part of the world; nobody has a clock."""
    PlayingHours.objects.create(user=site.users["Alice"], since=site.now, time_zone="Asia/Tokyo",
                                opens=22 * 60, closes=4 * 60, free_weekdays=3)


def mute(site: Site) -> None:
    site.post("Alice", "talk/mute/", {"do": "table"})


def reply_badly(site: Site) -> None:
    """Have a reply refused, with the email that says so."""
    game = site.game
    with site.doing("a reply"):
        to = tokens.reply_address(game.seats.get(user=site.users["Alice"]), number=game.number,
                                  now=site.now)
        raw = written("take the temple and win", to=to, sender="alice@example.org",
                      message_id="<reply@mail.example.org>")
        processing.store(raw, gateway="smtp", now=site.now,
                         envelope=Envelope("alice@example.org", (to,)))


def draft(site: Site) -> None:
    """Look at drafts and a preview."""
    with site.doing("a draft"):
        table = f"/games/{site.games[0].code}"
        for path in ("?draft=draw", "draft/?do=look&horse=1", "stream/", "plan/?orders=draw"):
            site.clients["Alice"].get(f"{table}/{path}")
        site.clients["Alice"].post(f"{table}/preview/", {"orders": "take temple"})


ACTS: Mapping[str, Act] = {
    "a note": write_note, "a plan": plan, "a what-if board": try_out,
    "email settings": set_emails, "playing hours": set_hours, "a mute": mute,
    "a refused reply": reply_badly, "a draft": draft,
}
# What operators see in the admin, because they look after emails.
OF_OPERATORS = {"email settings", "playing hours", "a refused reply", "a mute"}


# ---------- secrets ----------
def _state(scene: str, knows: str, where: str, differs: Callable[[Any], Any]) -> Secret:
    """Return something hidden in the last state."""
    return Secret(scene, frozenset(knows.split()), lambda log: differs(log.states[-1]), where)


def _move(scene: str, who: str, kind: str) -> Secret:
    """Return a hidden move: somebody's last one of this kind."""
    return Secret(scene, frozenset({who}), lambda log: [
        move for seat, move in log.moves
        if PLAYERS[seat] == who and type(move).__name__ == kind][-1], kind)


def _act(scene: str, name: str) -> Secret:
    """Return what Alice does in one world only."""
    operators = {"operator"} if name in OF_OPERATORS else set()
    return Secret(scene, frozenset({"Alice", *operators}), act=ACTS[name])


SECRETS: Mapping[str, Secret] = {
    **{f"{scene}: {kind}": secret for scene in ("marches", "a bot’s march", "cancelled")
       for kind, secret in {
           "Alice’s hand": _state(scene, "Alice", DEAL, lambda s: s.hands[ALICE]),
           "Bob’s hand": _state(scene, "Bob", DEAL, lambda s: s.hands[BOB]),
           "the supply": _state(scene, "", DEAL, lambda s: s.supply),
       }.items()},
    "a match: Alice’s hand": _state("a match", "Alice", DEAL, lambda s: s.hands[ALICE]),
    "a match: the supply": _state("a match", "", DEAL, lambda s: s.supply),
    **{f"sealed bids: {kind}": secret for kind, secret in {
        "Alice’s hand": _state("sealed bids", "Alice", SUPPLY, lambda s: s.hands[ALICE]),
        "Bob’s hand": _state("sealed bids", "Bob", SUPPLY, lambda s: s.hands[BOB]),
        "Carol’s hand": _state("sealed bids", "Carol", SUPPLY, lambda s: s.hands[CAROL]),
        "the supply": _state("sealed bids", "", SUPPLY, lambda s: s.supply),
        "Alice’s cards": _state("sealed bids", "Alice", DECK, lambda s: s.cards[ALICE]),
        "Carol’s cards": _state("sealed bids", "Carol", DECK, lambda s: s.cards[CAROL]),
        "the deck": _state("sealed bids", "", DECK, lambda s: s.deck),
        "the chits": _state("sealed bids", "", CHITS, lambda s: s.chits),
        "the chits left over": _state("sealed bids", "", CHITS, lambda s: s.aside),
        "a limit": _move("sealed bids", "Alice", "Bid"),
    }.items()},
    "open bids: a payment": _move("open bids", "Alice", "Bid"),
    "bluffs: a limit": _move("bluffs", "Alice", "Bid"),
    "bluffs: Alice’s hand": _state("bluffs", "Alice", SUPPLY, lambda s: s.hands[ALICE]),
    "a lost auction: a limit": _move("a lost auction", "Alice", "Bid"),
    "discards: a choice": _move("discards", "Alice", "Discard"),
    "theft: the card": _state("theft", "Alice Bob", "theft-1", lambda s: s.hands),
    "preferences: of discards": _move("preferences", "Bob", "PreferDiscards"),
    "preferences: of rolling": _move("preferences", "Bob", "PreferRolling"),
    "a sealed end: Alice’s hand": _state("a sealed end", "Alice", DEAL, lambda s: s.hands[ALICE]),
    "a sealed end: Bob’s hand": _state("a sealed end", "Bob", DEAL, lambda s: s.hands[BOB]),
    "a sealed end of trades: Alice’s cards": _state(
        "a sealed end of trades", "Alice", DECK, lambda s: s.cards[ALICE]),
    "a sealed end of trades: the deck": _state(
        "a sealed end of trades", "", DECK, lambda s: s.deck),
    "a duplicate cup: Alice’s result": Secret(
        "a duplicate cup", frozenset({"Alice"}), act=win_alone),
    "a duplicate cup: Carol’s turns": Secret(
        "a duplicate cup", frozenset({"Carol"}), act=lambda site: play_alone(site, "Carol")),
    # Only who can accept gets an email, and operators see whom emails went to.
    "an offer: whether Bob could accept": _state(
        "an offer", "Bob operator", SUPPLY, lambda s: bool(s.hands[BOB][things.WHEAT])),
    **{f"{scene}: Bob’s hand": _state(scene, "Bob", SUPPLY, lambda s: s.hands[BOB])
       for scene in ("a bot accepts", "a bot does not accept")},
    **{f"marches: {name}": _act("marches", name) for name in ACTS},
    **{f"{scene}: {name}": _act(scene, name) for scene in ("sealed bids", "the end")
       for name in ("a note", "a plan", "a what-if board", "a mute")},
}
