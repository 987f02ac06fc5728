"""With hundreds of millions of legal moves, pages, emails and bots still do little work."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Any

import pytest

from alexandros_rules import replay
from alexandros_rules.alexandros.events import Drew, Occupied, Stayed
from alexandros_rules.bot_plans import next_move
from alexandros_rules.chance import SeededChance
from alexandros_rules.drafts import Draft, evaluate, example_turn
from alexandros_rules.spelling import correct
from games.models import Game, LoggedMove, Seat, User
from games.rulesets import plain
from games.rulesets.alexandros.suggestions import suggestions
from games.table.lobby import open_tables
from games.table.play import bots, event_log
from tests.engine.hoards import BOARD, BOBS_GUARDS, few_moves_made, hoard
from tests.inbox.email_replies import PostOffice, html_of, text_of
from tests.pages.page_reader import Sit
from tests.sample_games import NAMES, RULES, SEED

MOST = 60_000  # gifts and occupations, counted on every level of the recursion
ALICE = 0


@pytest.fixture(autouse=True)
def _few() -> Iterator[None]:
    with few_moves_made(MOST):
        yield


@pytest.fixture
def office(now: datetime) -> PostOffice:
    return PostOffice(now)


@pytest.fixture
def hoarding(alice: User, bob: User, carol: User, now: datetime) -> Game:
    """A game in which Alice has drawn nearly all cards while Bob holds the whole board.

    Its last row could not be played: it is written to the log by hand.
    """
    game = Game.objects.create(
        name="Friends", ruleset=RULES.name, rules_version=RULES.version, created_by=alice,
        setup_id=event_log.keep_setup(event_log.Setup(BOARD, 3, {"first": ALICE})), created_at=now,
    )
    for index, user in enumerate((alice, bob, carol)):
        Seat.objects.create(game=game, index=index, user=user, name=user.name,
                            status=Seat.Status.TAKEN)
    open_tables.start(game, seed=SEED, now=now)
    state, _ = event_log.latest_state(game)
    events = [Occupied(1, BOBS_GUARDS, (0,) * 6),
              *(Drew(ALICE, card) for card in state.supply[:-2]), Stayed(ALICE, None)]
    previous = event_log.to_log_row(event_log.logged_moves(game)[-1])
    after = replay.fold(RULES, state, events)
    row = replay.make_row(RULES, event_log.key_of(game), previous=previous, seat=ALICE,
                          move="draw", events=replay.events_text(RULES, events), state=after)
    event_log.append(game, [row], after, seats=game.seats.all(), actor=LoggedMove.Actor.OPERATOR,
                     key="", now=now)
    game.emails.all().delete()
    assert len(RULES.legal_moves(after, seat=ALICE)) > 10_000_000
    return game


@pytest.mark.django_db
def test_the_page_and_its_form_show_it(hoarding: Game, sit: Sit, alice: User) -> None:
    browser = sit(alice)
    page = browser.open(f"/games/{hoarding.code}/")
    form = browser.open(f"/games/{hoarding.code}/?province=A1&picked=yes&guard=A1")

    assert page.status == form.status == 200
    assert "gets 23 of the cards you play" in form.words or "more choices" in form.words
    assert len(form.html) < 500_000


@pytest.mark.django_db
@pytest.mark.parametrize(
    "order", ["fly away", "occupy A1", "ocupy A1", "occupy A1 give horse", "occupy A9 A9", "recal"]
)
def test_a_wrong_order_is_refused_on_the_page_and_by_email(
    hoarding: Game, sit: Sit, alice: User, office: PostOffice, order: str
) -> None:
    page = sit(alice).open(f"/games/{hoarding.code}/?draft={order}")
    office.reply(office.turn_email(hoarding, alice), order, sender=str(alice.email))
    (refusal,) = office.deliver()

    assert page.status in (200, 400)
    assert len(page.html) < 500_000
    assert len(text_of(refusal)) < 20_000
    assert "Nothing was played" in html_of(refusal)


@pytest.mark.django_db
@pytest.mark.parametrize("command", ["moves", "help", "show", "preview\ndraw"])
def test_questions_by_email_are_answered_with_the_first_moves_and_the_number_of_others(
    hoarding: Game, alice: User, office: PostOffice, command: str
) -> None:
    office.reply(office.turn_email(hoarding, alice), command, sender=str(alice.email))
    (answer,) = office.deliver()

    text = text_of(answer)
    assert len(text) < 20_000
    if command in ("moves", "help"):
        assert "more orders that begin with \"occupy\"" in " ".join(text.split())


@pytest.mark.django_db
@pytest.mark.parametrize("bot", sorted(RULES.bots))
def test_a_bot_plays_on(hoarding: Game, now: datetime, bot: str) -> None:
    Seat.objects.filter(game=hoarding, index=ALICE).update(bot=bot, user=None)

    assert bots.play(hoarding.pk, now=now)
    hoarding.refresh_from_db()
    assert hoarding.number > 2


@pytest.mark.parametrize("bot", sorted(RULES.bots))
def test_a_bot_chooses_the_same_move_for_the_same_salt(bot: str) -> None:
    state = hoard()
    view = RULES.view(state, ALICE)

    chosen = [next_move(RULES.bots[bot], view, seat=ALICE, salt=bytes([salt]))
              for salt in (1, 1, 2)]

    assert chosen[0] == chosen[1]
    for move in chosen:
        assert RULES.decide(state, move, SeededChance(SEED), seat=ALICE)


def test_suggestions_drafts_and_corrections_stay_short() -> None:
    view = RULES.view(hoard(), ALICE)

    found: dict[str, Any] = suggestions(view, names=NAMES, seat=ALICE)
    assert sum(len(part) for part in found.values() if isinstance(part, list)) < 100
    assert evaluate(RULES, view, example_turn(RULES, view, seat=ALICE), seat=ALICE).refusal is None
    draft = evaluate(RULES, view, "occupy A2", seat=ALICE)
    assert draft.refusal is not None
    assert len(draft.refusal.allowed) == 12
    correction = correct(RULES, view, ["ocupy A2"], seat=ALICE)
    assert correction is None or correction.refusal is not None


def test_the_plain_form_and_email_list_the_first_moves_and_count_the_others() -> None:
    view = RULES.view(hoard(), ALICE)
    every = len(RULES.legal_moves(view, seat=ALICE))
    form = plain.PlainTurnForm(RULES, None, example_orders="draw")  # type: ignore[arg-type]
    emails = plain.PlainEmailParts(RULES, example_orders="draw", turn_outline="")

    panel = form.panel(Draft(view, ()), seat=ALICE, names=NAMES, link=lambda draft, **more: "/")
    found = emails.suggestions(view, names=NAMES, seat=ALICE)

    assert len(panel["choices"]) == plain.MOST_CHOICES
    assert len(found["orders"]) == plain.MOST_LISTED
    assert panel["more"] == every - plain.MOST_CHOICES
    assert found["more"] == every - plain.MOST_LISTED

