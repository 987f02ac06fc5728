"""The worlds in which requests race, and what people can do there at the same moment.

Each world is a game in one phase, with people around it.  Its acts are POST requests and replies by
email, each of which is accepted there if nobody else acts; names in braces are values of the world.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

from alexandros_rules import drafts
from alexandros_rules.campaign import things
from games.base.sealing import row_token
from games.features.competitions import calendar, cups, seasons
from games.features.finding import pool
from games.features.importing import imports
from games.features.plans import saving
from games.features.puzzles import solving
from games.features.what_if import open_tree, trees
from games.features.what_if.open_tree import OpenTree
from games.models import (
    ChatMessage,
    Competition,
    EmailPreferences,
    Game,
    OutgoingEmail,
    Seat,
    User,
)
from games.people import api_tokens, bot_accounts
from games.post.calendar_feed import feed_links
from games.post.deliveries import hooks
from games.post.emails.rendering import texts
from games.post.inbox import processing, tokens, turn_links
from games.post.inbox.parsing.message_reader import Envelope
from games.post.outbox import unsubscribe_links
from games.post.push import devices
from games.rulesets import registry
from games.table.clocks import playing_hours
from games.table.lobby import expiry, open_tables, replay_links
from games.table.play import event_log, history, pauses
from games.table.seats import taking_over
from games.table.talk import speaking
from tests import sample_games, sample_puzzles
from tests.campaign.room.conftest import play_until, submit
from tests.conftest import NOW
from tests.inbox.email_replies import written
from tests.pages import tables
from tests.pages.conftest import _key_in
from tests.sample_games import POSITION, clocked_table

REPLY = "reply"  # instead of a path: a reply to an email
VISITOR = "visitor"
TURN = "take temple; march B5.NW via E; draw; draw"
PLAN = "take horse; march B3; draw; end"
DAY = str((NOW + timedelta(days=30)).date())

Values = dict[str, str]


@dataclass(frozen=True, slots=True)
class Act:
    """A form that somebody sends to a path, or a text with which they reply to an address."""

    who: str
    path: str
    form: Mapping[str, str] = field(default_factory=dict)

    def __str__(self) -> str:
        what = " ".join(self.form.get(name, "") for name in ("do", "text", "orders", "offer"))
        return " ".join(f"{self.who} {self.path} {what}".split())

    def __hash__(self) -> int:
        return hash(str(self))


@dataclass(frozen=True, slots=True)
class World:
    """A function that makes the people and the game and returns the values, and the acts.

    If there are ``others``, each of them races with itself and with the acts, but not with the
    rest of them: they do not touch the game.
    """

    make: Callable[[], Values]
    acts: tuple[Act, ...]
    others: tuple[Act, ...] = ()

    def rivals(self, act: Act) -> tuple[Act, ...]:
        """Return the acts that race with this one."""
        return (act, *self.acts) if act in self.others else (*self.acts, *self.others)


def act(who: str, path: str, **form: str) -> Act:
    return Act(who, path, form)


def people() -> list[User]:
    made = [User.objects.create_user(f"{name.lower()}@example.org", name=name)
            for name in ("Alice", "Bob", "Carol", "Dave", "Eve")]
    for user in made:
        EmailPreferences.objects.create(user=user, when="now", chat="now")
    return made


# ---------- a table that waits for players ----------
def _open() -> Values:
    alice, bob, carol, *_ = people()
    game = tables.waiting_table(alice, bob, carol, now=NOW)
    carols = game.seats.get(invited_email=carol.email)
    invitation = OutgoingEmail.objects.get(kind="invitation", game=game)
    return {"game": game.code, "table_token": game.invite_token, "keep": expiry.link_key(game),
            "invitation": carols.invite_token, "carols": str(carols.index),
            "to_carol": tokens.email_reply_address(invitation)}


OPEN = (
    act("Dave", "/games/{game}/join/", token="{table_token}"),
    act("Eve", "/games/{game}/join/", token="{table_token}"),
    act(VISITOR, "/games/{game}/join/", token="{table_token}"),
    act("Carol", "/games/{game}/join/", token="{invitation}"),
    act(VISITOR, "/games/{game}/join/", token="{invitation}"),
    act("Carol", REPLY, to="{to_carol}", text="yes"),
    act("Carol", REPLY, to="{to_carol}", text="no"),
    act("Carol", "/games/{game}/decline/"),
    act(VISITOR, "/games/{game}/decline/", token="{invitation}"),
    act("Bob", "/games/{game}/leave/"),
    act("Alice", "/games/{game}/cancel/"),
    act("Alice", "/games/{game}/keep/"),
    act(VISITOR, "/keep/{keep}/"),
    act("Alice", "/games/{game}/list/"),
    act("Alice", "/games/{game}/fill/"),
    act("Alice", "/games/{game}/invite/", email="eve@example.org"),
    act("Alice", "/games/{game}/withdraw/", seat="{carols}"),
    act("Alice", "/games/{game}/talk/say/", text="Hello"),
    act("Bob", "/games/{game}/talk/say/", text="Hello"),
    *(act(who, "/account/delete/", sure="on") for who in ("Alice", "Bob", "Carol", "Dave")),
    act("Bob", "/account/", name="Bobby"),
    act("Carol", "/account/", name="Carla"),
)


# ---------- a game of four with a clock, in which Alice is to move ----------
def _running() -> Values:
    alice, bob, carol, dave, eve = people()
    game = clocked_table([alice, bob, carol, dave], now=NOW)
    Game.objects.filter(pk=game.pk).update(listed=True)
    game.refresh_from_db()
    speaking.say(game, user=carol, channel=ChatMessage.Channel.TABLE, text="Hello", key="first",
                 now=NOW)
    turn = _turn(game)
    seats = list(game.seats.select_related("user"))
    day = (NOW + timedelta(days=60)).date()
    device = devices.register(
        alice, endpoint="https://updates.push.example/send/0", name="Phone", now=NOW, **KEYS)
    puzzles, course = sample_puzzles.todays(), registry.default().course
    assert course is not None
    solving.note(alice, puzzles[1], solved=True, now=NOW)
    seasons.enter(alice, seasons.find("alexandros", 4, calendar.following(NOW)), now=NOW)
    open_cup, entered = _cups(alice, operator=eve)
    hook = hooks.enter(alice, "https://hooks.example/1", posts="json", game=game, now=NOW)
    api_tokens.make(alice, name="A program", scopes=["read"], now=NOW)
    pool.ask(alice, ruleset="campaign", players=[2], paces=["day"], rated=False, now=NOW)
    return {
        "open_cup": open_cup.code, "entered_cup": entered.code,
        "game": game.code, "turn": turn, "tree": _tree(game, alice, turn), "message": row_token(
            ChatMessage.objects.get()),
        "to_alice": tokens.reply_address(seats[0], number=game.number, now=NOW),
        "to_bob": tokens.reply_address(seats[1], number=game.number, now=NOW),
        "turn_link": _key_in(turn_links.action_url(game, seats[0], "", now=NOW)),
        "resign_link": _key_in(turn_links.resign_url(game, seats[0], now=NOW)),
        "extension_link": _key_in(taking_over.url(
            taking_over.EXTENSION, seats[0], alice.pk, to=alice.email or "", since=game.turn)),
        "unsubscribe_link": _key_in(unsubscribe_links.url(
            OutgoingEmail(game=game, user=alice, to=alice.email or ""))),
        "vacation": row_token(playing_hours.add(alice, day, last=day, now=NOW)),
        "webhook": row_token(hook), "api_token": row_token(alice.api_tokens.get()),
        "bot": row_token(bot_accounts.make(alice, "Hal", now=NOW)),
        "record": sample_games.FINISHED,
        "imported": imports.import_file(alice, sample_games.FINISHED, now=NOW)[0].code,
        "device": row_token(device), "feed": feed_links.url(feed_links.renew(alice, now=NOW)),
        "puzzle": puzzles[0].key, "solved": puzzles[1].key, "claim": _claim(seats[0]),
        "lesson_solution": next(
            task.solution for task in course.lessons if task.slug == "walls"),
        "puzzle_solution": sample_puzzles.task_of(puzzles[0]).best.text,
    }


def _cups(user: User, *, operator: User) -> list[Competition]:
    """Return two cups that somebody organises; they play in the second."""
    User.objects.filter(pk=operator.pk).update(is_staff=True)
    operator.refresh_from_db()
    found = [cups.create(cups.Plan(
        title=title, kind=Competition.Kind.CUP, ruleset="alexandros", players=4,
        starts_at=NOW + timedelta(days=9)), by=operator, now=NOW) for title in ("First", "Second")]
    Competition.objects.filter(organiser=operator).update(organiser=user)
    cups.enter(user, found[1], now=NOW)
    return found


def _claim(seat: Seat) -> str:
    """Return the name of an email of the seat's player that was taken for an automatic one."""
    assert seat.user is not None
    to = tokens.reply_address(seat, number=seat.game.number, now=NOW)
    sender = seat.user.email or ""
    raw = written(TURN, to=to, sender=sender, message_id="<claimed@example.org>",
                  headers={"Auto-Submitted": "auto-generated"})
    message = processing.store(raw, gateway="smtp", now=NOW, envelope=Envelope(sender, (to,)))
    processing.process(message.pk, now=NOW, render=texts)
    return processing.reference(message)


def _turn(game: Game) -> str:
    """Return a turn of the first seat."""
    return drafts.example_turn(event_log.ruleset_of(game), history.view(game, 0), seat=0)


def _tree(game: Game, user: User, text: str) -> str:
    """Return the key of a what-if board with a turn and an assumption after it."""
    tree = trees.begin(game, user=user, seat=0, number=1, now=NOW)
    turn = open_tree.add_orders(OpenTree(tree), tree.nodes.get(), seat=0, text=text, now=NOW)
    open_tree.add_assumption(OpenTree(tree), turn, text="hand 2 horse", now=NOW)
    return tree.key


KEYS = {
    "auth": "c2l4dGVlbiBieXRlcyBvaw",
    "p256dh": "BFDaamxvxFSc3HlEeYWaHJnBP-90pOiw6mzaaEqhPUae"
              "yY7J6TYK2O3UIoQQTddoPc2Jkp5MmtgWPiJRbvNa-38",
}
# What changes the reader's account and their games.
ACCOUNT = (
    act("Alice", "/account/", name="Alicia"),
    act("Alice", "/account/email/code/", code="none"),
    act("Alice", "/account/delete/", sure="on"),
    act("Alice", "/mail/", when="daily", minutes="10", hour="8", time_zone="Europe/Berlin"),
    act("Alice", "/mail/test/"),
    act("Alice", "/time/", time_zone="Europe/Berlin", opens="18:00", closes="23:00",
        free_weekdays="5"),
    act("Alice", "/time/vacations/", first_day=DAY, last_day=DAY),
    act("Alice", "/time/vacations/{vacation}/cancel/"),
    act("Alice", "/webhooks/remove/", webhook="{webhook}"),
    act("Alice", "/bots/retire/", bot="{bot}", sure="on"),
    act("Alice", "/games/{imported}/delete/"),
)
# What leaves the games alone.
PERSONAL = (
    act("Alice", "/account/reviews/", reviews="on"),
    act("Alice", "/account/page/", audience="played"),
    act("Alice", "/account/language/", language="fr"),
    act("Alice", "/ladder/hide/", hide="on"),
    act("Alice", "/leagues/alexandros/2/2026-03-09/enter/"),
    act("Alice", "/leagues/alexandros/4/2026-03-09/withdraw/"),
    act("Eve", "/cups/new/", title="Third", what="cup-alexandros-4", day="2026-03-20", weeks="2"),
    act("Alice", "/cups/{open_cup}/enter/"),
    act("Alice", "/cups/{entered_cup}/withdraw/"),
    act("Alice", "/cups/{open_cup}/organise/", do="announce", text="Hello"),
    act("Alice", "/find/", game="alexandros", players="2", paces="day"),
    act("Alice", "/find/wish/", game="campaign", do="renew"),
    act("Alice", "/account/blocks/", name="Bob"),
    act("Alice", "/account/download/"),
    act("Alice", "/account/email/", email="alice@new.example"),
    act("Alice", "/time/calendar/"),
    act("Alice", "/time/calendar/off/"),
    act("Alice", "/push/", endpoint="https://updates.push.example/send/1", **KEYS),
    act("Alice", "/push/remove/", device="{device}"),
    act("Alice", "/push/test/"),
    act("Alice", "/tokens/", name="Bot", scope="read"),
    act("Alice", "/tokens/end/", token="{api_token}"),
    act("Alice", "/bots/", do="make", name="Eliza"),
    act("Alice", "/webhooks/", address="https://hooks.example/2", format="slack"),
    act("Alice", "/webhooks/change/", webhook="{webhook}", do="test"),
    act("Alice", "/import/", text="{record}"),
    act("Alice", "/mail/claim/", email="{claim}"),
    act(VISITOR, "/unsubscribe/{unsubscribe_link}/"),
    act("Alice", "/play/", players="2", board="delta", bot="greedy"),
    act("Alice", "/games/new/", players="3", board="delta", bots="0", bot="greedy",
        emails="bob@example.org"),
    act("Alice", "/learn/walls/orders/", orders="{lesson_solution}"),
    act("Alice", "/learn/games/alexandros/walls/orders/", orders="{lesson_solution}"),
    act("Alice", "/learn/email/", weekly="on"),
    act("Alice", "/learn/games/alexandros/email/", weekly="on"),
    act("Alice", "/puzzles/{puzzle}/orders/", orders="{puzzle_solution}"),
    act("Alice", "/puzzles/games/alexandros/{puzzle}/orders/", orders="{puzzle_solution}"),
    act("Alice", "/puzzles/{solved}/vote/", liked="yes"),
    act("Alice", "/puzzles/games/alexandros/{solved}/vote/", liked="yes"),
    act("Alice", "/puzzles/email/", daily="on"),
    act("Alice", "/puzzles/games/alexandros/email/", daily="on"),
)
RUNNING = (
    act("Alice", "/games/{game}/orders/", orders="{turn}", number="1"),
    act(VISITOR, "/turn/{turn_link}/", orders="{turn}"),
    act("Alice", REPLY, to="{to_alice}", text="{turn}"),
    act("Alice", "/games/{game}/preview/", orders="{turn}"),
    act("Alice", "/games/{game}/plan/", text="{turn}", grace="60"),
    act("Bob", "/games/{game}/plan/", text=PLAN, grace="60"),
    act("Bob", REPLY, to="{to_bob}", text=f"plan {PLAN}"),
    act("Alice", "/games/{game}/more-time/"),
    act(VISITOR, "/more-time/{extension_link}/"),
    act("Alice", REPLY, to="{to_alice}", text="extension"),
    act("Alice", "/games/{game}/pause/"),
    act("Bob", "/games/{game}/pause/"),
    act("Alice", "/games/{game}/leave/"),
    act("Bob", "/games/{game}/leave/"),
    act(VISITOR, "/turn/{resign_link}/leave/"),
    act("Alice", REPLY, to="{to_alice}", text="resign"),
    act("Alice", "/games/{game}/cancel/"),
    act("Bob", "/games/{game}/cancel/"),
    act("Alice", "/games/{game}/talk/say/", text="Good luck"),
    act("Bob", "/games/{game}/talk/say/", text="Good luck"),
    act("Alice", REPLY, to="{to_alice}", text="--talk\nGood luck"),
    act("Alice", "/games/{game}/talk/mute/", do="table"),
    act("Alice", "/games/{game}/talk/mute/", message="{message}"),
    act("Alice", "/games/{game}/talk/report/", message="{message}"),
    act("Bob", "/games/{game}/talk/report/", message="{message}"),
    act("Alice", "/games/{game}/webhooks/", address="https://hooks.example/3", format="json"),
    act("Alice", "/games/{game}/note/", text="Beware of Bob", number="1"),
    act("Alice", "/games/{game}/what-if/new/", number="1"),
    act("Alice", "/games/{game}/what-if/{tree}/1/add/", draft="{turn}", seat="0"),
    act("Alice", "/games/{game}/what-if/{tree}/2/suppose/", text="row lyre"),
    act("Alice", "/games/{game}/what-if/{tree}/2/name/", name="Alice"),
    act("Alice", "/games/{game}/what-if/{tree}/2/delete/"),
    act("Alice", "/games/{game}/what-if/{tree}/1/delete/"),
    act("Bob", "/account/", name="Bobby"),
    act("Bob", "/account/delete/", sure="on"),
    act("Bob", "/time/", time_zone="Europe/Berlin", opens="18:00", closes="23:00"),
)
RIVALS = (act("Alice", "/account/delete/", sure="on"), act("Alice", "/account/", name="Alicia"),
          act("Bob", "/account/delete/", sure="on"))


# ---------- a game of two: one more agrees to a pause, and leaving ends it ----------
def _duel() -> Values:
    alice, bob, *_ = people()
    game = clocked_table([alice, bob], now=NOW)
    pauses.agree(game, seat=1, now=NOW)
    saving.store(game, seat=1, user=bob, text=PLAN, grace=timedelta(hours=1), made_by="page",
                 now=NOW)
    return {"game": game.code, "number": "1"}


DUEL = (
    act("Alice", "/games/{game}/orders/", orders=TURN, number="1"),
    act("Alice", "/games/{game}/more-time/"),
    act("Alice", "/games/{game}/pause/"),
    act("Bob", "/games/{game}/pause/", do="withdraw"),
    act("Alice", "/games/{game}/leave/"),
    act("Bob", "/games/{game}/leave/"),
    act("Bob", "/games/{game}/cancel/"),
    act("Alice", "/games/{game}/plan/", text=TURN, grace="60"),
    act("Bob", "/games/{game}/plan/", do="off"),
    act("Alice", "/account/delete/", sure="on"),
    act("Bob", "/account/delete/", sure="on"),
)


# ---------- the same while it is paused ----------
def _paused() -> Values:
    values = _duel()
    pauses.agree(Game.objects.get(), seat=0, now=NOW)
    return values


PAUSED = (
    act("Alice", "/games/{game}/resume/"),
    act("Bob", "/games/{game}/resume/"),
    act("Alice", "/games/{game}/orders/", orders=TURN, number="1"),
    act("Alice", "/games/{game}/leave/"),
    act("Bob", "/games/{game}/cancel/"),
    act("Alice", "/account/delete/", sure="on"),
    act("Bob", "/time/", time_zone="Europe/Berlin", opens="18:00", closes="23:00"),
)


# ---------- a game of three that Alice has left ----------
def _vacant() -> Values:
    alice, bob, carol, *_ = people()
    game = tables.vacant_game(alice, bob, carol, now=NOW)
    seat = game.seats.get(index=0)
    Seat.objects.filter(pk=seat.pk).update(offered_at=NOW)
    return {"game": game.code, "link": seat.takeover_token, "return_link": _key_in(
        taking_over.url(taking_over.RETURN, seat, alice.pk, to=alice.email or "",
                        since=game.number))}


VACANT = (
    act("Dave", "/games/{game}/take-over/0/"),
    act("Eve", "/games/{game}/take-over/0/"),
    act(VISITOR, "/games/{game}/take-over/0/{link}/"),
    act("Alice", "/games/{game}/return/"),
    act(VISITOR, "/return/{return_link}/"),
    *(act("Bob", "/games/{game}/offer/", seat="0", do=do)
      for do in ("lobby", "withdraw", "link", "revoke")),
    act("Bob", "/games/{game}/leave/"),
    act("Carol", "/games/{game}/leave/"),
    act("Bob", "/games/{game}/cancel/"),
    act("Eve", "/games/{game}/talk/say/", channel="spectators", text="Hello"),
    *(act(who, "/account/delete/", sure="on") for who in ("Alice", "Bob", "Dave")),
    act("Dave", "/account/", name="David"),
)


# ---------- a game that is over ----------
def _finished() -> Values:
    alice, bob, *_ = people()
    game = tables.finished_game(alice, bob, now=NOW)
    game.listed = True
    game.save(update_fields=["listed"])
    tree = trees.begin(game, user=bob, seat=1, number=1, now=NOW)
    return {"game": game.code, "key": replay_links.sharing_key(game), "tree": tree.key}


FINISHED = (
    act("Alice", "/games/{game}/rematch/"),
    act("Alice", "/games/{game}/favourite/", show="yes"),
    act("Bob", "/games/{game}/rematch/"),
    act("Alice", "/games/{game}/replay/9/comment/", text="Well played"),
    act("Carol", "/shared/{game}/{key}/replay/9/comment/", text="Well played"),
    act("Alice", "/games/{game}/replay/9/play-on/", seat_0="me", seat_1="bot greedy"),
    act("Carol", "/shared/{game}/{key}/replay/9/play-on/", seat_0="me", seat_1="friend"),
    act("Carol", f"/position/{POSITION}/play-on/", seat_0="me", seat_1="bot greedy"),
    act("Alice", "/games/{game}/review/ask/"),
    act("Bob", "/games/{game}/review/ask/"),
    act("Alice", "/games/{game}/share/end/"),
    act("Bob", "/games/{game}/what-if/{tree}/1/share/"),
    act("Alice", "/games/{game}/note/", text="I had the worse cards"),
    act("Alice", "/games/{game}/talk/say/", text="Thanks"),
    act("Alice", "/account/delete/", sure="on"),
    act("Bob", "/account/delete/", sure="on"),
    act("Carol", "/account/delete/", sure="on"),
)


# ---------- a game against a bot, with hints ----------
def _learning() -> Values:
    alice, *_ = people()
    game = open_tables.play_now(alice, players=2, board="delta", bots=["greedy"],
                                options={"first": 0}, now=NOW)
    return {"game": game.code, "number": str(game.number), "turn": _turn(game)}


LEARNING = (
    act("Alice", "/games/{game}/hint/", number="{number}"),
    act("Alice", "/games/{game}/orders/", orders="{turn}", number="{number}"),
    act("Alice", "/games/{game}/leave/"),
    act("Alice", "/games/{game}/cancel/"),
    act("Alice", "/account/delete/", sure="on"),
)


# ---------- The Campaign: Alice has made an offer that two others can accept ----------
def _campaign() -> Values:
    alice, *others, _eve = people()
    game = open_tables.create_table(by=alice, ruleset="campaign", players=4, listed=True,
                                    pace="day", options={"first": 0}, now=NOW)
    for user in others:
        open_tables.join(game, user=user, now=NOW)
    game.refresh_from_db()
    while play_until(game, "build", now=NOW).seat or not (offer := _offer(game)):
        submit(game, history.state(game).seat, "end", now=NOW)
    submit(game, 0, offer, now=NOW)
    game.refresh_from_db()
    takers = [seat for seat in game.seats.select_related("user") if seat.asked][:2]
    assert len(takers) == 2
    number = history.state(game).offers[0].number
    return {"game": game.code, "number": str(game.number), "offer": offer,
            "accept": f"accept {number}", "withdraw": f"withdraw {number}",
            "to_first": tokens.reply_address(takers[0], number=game.number, now=NOW),
            **{f"taker_{index}": seat.user.name for index, seat in enumerate(takers)
               if seat.user}}


def _offer(game: Game) -> str:
    """Return an offer of the first seat that at least two others could accept, or ""."""
    hands: Any = history.state(game).hands
    for give in things.KINDS:
        for get in things.KINDS:
            if give != get and hands[0][give] and sum(bool(hand[get]) for hand in hands[1:]) >= 2:
                return f"offer {things.KIND_NAMES[give]} for {things.KIND_NAMES[get]}"
    return ""


CAMPAIGN = (
    act("{taker_0}", "/games/{game}/orders/", orders="{accept}", number="{number}"),
    act("{taker_1}", "/games/{game}/orders/", orders="{accept}", number="{number}"),
    act("Alice", "/games/{game}/orders/", orders="{withdraw}", number="{number}"),
    act("Alice", "/games/{game}/orders/", orders="end", number="{number}"),
    act("Bob", "/games/{game}/orders/", orders="prefer to choose discards", number="{number}"),
    act("Bob", "/games/{game}/plan/", text="end", grace="60"),
    act("Alice", "/games/{game}/pause/"),
    act("Alice", "/games/{game}/leave/"),
    act("{taker_0}", "/games/{game}/leave/"),
    act("Alice", "/account/delete/", sure="on"),
    act("{taker_0}", "/account/delete/", sure="on"),
)

WORLDS = {
    "open": World(_open, OPEN),
    "vacant": World(_vacant, VACANT),
    "campaign": World(_campaign, CAMPAIGN),
    "finished": World(_finished, FINISHED),
    "learning": World(_learning, LEARNING),
    "duel": World(_duel, DUEL),
    "paused": World(_paused, PAUSED),
    "person": World(_running, (RUNNING[0], *RIVALS), PERSONAL),
    "running": World(_running, (*RUNNING, *ACCOUNT)),
}
