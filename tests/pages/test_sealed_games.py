"""A sealed game that is over stays hidden, because the same cards are played at other tables.

Whether its pages, emails and files give anything away is compared byte by byte in ``tests/worlds``.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from typing import Any

import pytest

from alexandros_rules.campaign import events, things
from alexandros_rules.campaign.rules import RULESET as CAMPAIGN
from alexandros_rules.narration import narrate_for
from games.base.refusals import Closed
from games.features.archive import facts
from games.features.puzzles import collecting
from games.features.what_if import trees
from games.models import ArchivedGame, ChatMessage, Game, Match, OutgoingEmail, Review, User
from games.people import profiles
from games.post.emails.rendering import texts
from games.post.outbox import queue
from games.table import picture_cache
from games.table.lobby import replay_links
from games.table.play import continued_games, event_log, history, records, revealing, verification
from games.table.talk import conversations, speaking
from games.web import data_export
from tests.pages.page_reader import Sit
from tests.worlds.hidden_things import SCENES
from tests.worlds.logs import played

pytestmark = [pytest.mark.django_db, pytest.mark.promise("R10", "R24"), pytest.mark.any_database]

ALL, PLAYER = (200, 200, 200), (200, 404, 404)
REFUSED, NOBODY = (409, 404, 404), (404, 404, 404)
# What Alice, who has played, Carol, who has not, and a visitor get before and after unsealing.
ROUTES = {
    "": (PLAYER, ALL),
    "stream/": (PLAYER, ALL),
    "replay/1/": (PLAYER, ALL),
    "replay/{last}/": (PLAYER, ALL),
    "replay/{last}/step.json": (PLAYER, ALL),
    "replay/{last}/board.svg": (PLAYER, ALL),
    "replay/{last}/board.png": (PLAYER, ALL),
    "replay/5/play-on/": (REFUSED, ALL),
    "replay/5/address/": (REFUSED, (302, 302, 302)),
    "record.txt": (REFUSED, ALL),
    "log.json": (REFUSED, ALL),
    "game.gif": (REFUSED, (202, 202, 202)),
    "review/": (REFUSED, ALL),
    "what-if/": (PLAYER, (200, 200, 403)),  # of Alice's own view
    "/shared/{code}/{key}/replay/1/": (NOBODY, ALL),
    "/shared/{code}/{key}/record.txt": (NOBODY, ALL),
    "/shared/{code}/{key}/review/": (NOBODY, ALL),
}


@pytest.fixture
def sealed(finished: Game) -> Game:
    """A sealed game of Alice and Bob that is over."""
    Game.objects.filter(pk=finished.pk).update(sealed=True, arranged=True, listed=False,
                                               created_by=None)
    return Game.objects.get(pk=finished.pk)


def unseal(game: Game, now: datetime) -> Game:
    revealing.unseal([game], now=now)
    return Game.objects.get(pk=game.pk)


def address(game: Game, path: str) -> str:
    path = path if path.startswith("/") else f"/games/{{code}}/{path}"
    return path.format(code=game.code, last=game.number, key=replay_links.sharing_key(game))


@pytest.mark.parametrize("path", ROUTES)
def test_nobody_but_its_players_sees_a_sealed_game_before_it_is_unsealed(
    sit: Sit, sealed: Game, alice: User, carol: User, now: datetime, path: str
) -> None:
    readers = [sit(alice).client, sit(carol).client, sit().client]
    before, after = ROUTES[path]
    answers = [reader.get(address(sealed, path)) for reader in readers]
    assert tuple(answer.status_code for answer in answers) == before
    seed = bytes(sealed.seed).hex().encode()
    assert not any(seed in answer.content for answer in answers)
    sealed = unseal(sealed, now)
    answers = [reader.get(address(sealed, path)) for reader in readers]
    assert tuple(answer.status_code for answer in answers) == after


def test_a_refusal_says_when_everybody_will_see_the_cards(
    sit: Sit, sealed: Game, alice: User
) -> None:
    said = "nobody sees all of them before those tables are over"
    for path, (before, _after) in ROUTES.items():
        if before == REFUSED:
            answer = sit(alice).client.get(address(sealed, path))
            assert said in answer.content.decode(), path


def test_the_page_of_a_sealed_game_says_why_it_shows_no_more(
    sit: Sit, sealed: Game, alice: User, now: datetime
) -> None:
    said = "When all of them are over, everybody will see the cards"
    pages = [address(sealed, path) for path in ("", "replay/{last}/")]
    for page in pages:
        assert said in sit(alice).client.get(page).content.decode()
    unseal(sealed, now)
    for page in pages:
        shown = sit(alice).client.get(page).content.decode()
        assert said not in shown
        assert "Check the deal" in shown


def test_players_of_a_sealed_game_see_their_own_cards_and_the_result(sealed: Game) -> None:
    state = history.state(sealed)
    for seat in (0, 1, None):
        view = history.view(sealed, seat)
        assert view == event_log.ruleset_of(sealed).view(state, seat, sealed=True)
        assert view.scores == state.scores
        assert view.winners == state.winners
        if seat is not None:
            assert view.hands[seat] == state.hands[seat]


@pytest.mark.parametrize("act", [
    verification.reveal_deal, records.export_log, lambda game: continued_games.setup_at(game, 5)])
def test_nothing_that_needs_all_cards_is_done_with_a_sealed_game(
    sealed: Game, now: datetime, act: Any
) -> None:
    with pytest.raises(Closed) as refused:
        act(sealed)
    assert refused.value.code == "sealed"
    act(unseal(sealed, now))


def test_its_record_has_no_seed_and_its_players_do_not_get_it_with_their_data(
    sealed: Game, alice: User, now: datetime
) -> None:
    seed = bytes(sealed.seed).hex()
    assert seed not in records.export_record(sealed)
    assert seed not in str(data_export._game(sealed.seats.get(user=alice), alice))
    assert "record" not in data_export._game(sealed.seats.get(user=alice), alice)
    sealed = unseal(sealed, now)
    assert seed in records.export_record(sealed)
    assert "record" in data_export._game(sealed.seats.get(user=alice), alice)


def test_the_options_of_a_sealed_second_game_do_not_tell_the_seed_of_the_first(
    sealed: Game, bob: User, now: datetime
) -> None:
    seat = sealed.seats.get(user=bob)
    deal = {"deal": bytes(sealed.seed).hex()}
    setup = event_log.setup_of(sealed)
    sealed.setup_id = event_log.keep_setup(type(setup)(setup.board, 2, {**setup.options, **deal}))
    sealed.save(update_fields=["setup_id"])
    seat.game = Game.objects.get(pk=sealed.pk)
    assert deal["deal"] not in str(data_export._game(seat, bob))
    seat.game = unseal(sealed, now)
    assert deal["deal"] in str(data_export._game(seat, bob))


def test_the_email_about_its_end_never_has_the_seed(
    sealed: Game, alice: User, now: datetime
) -> None:
    seed = bytes(sealed.seed).hex()
    seats = list(sealed.seats.select_related("user"))
    queue.queue_for_seats("over", seats, game=sealed, now=now, by=None)
    email = OutgoingEmail.objects.get(kind="over", user=alice)
    parts = texts(email)
    for part in parts:
        assert seed not in part
        assert "we will publish all cards" in " ".join(part.split())
    unseal(sealed, now)
    assert texts(OutgoingEmail.objects.get(pk=email.pk)) == parts, "what was sent stays the same"


def test_the_animation_of_a_sealed_game_is_not_drawn(sealed: Game) -> None:
    assert picture_cache.draw_animation(sealed.pk) == b""


def test_no_puzzles_are_made_from_a_sealed_game(sealed: Game, now: datetime) -> None:
    Review.objects.create(game=sealed, asked_at=now, done_at=now)
    assert collecting.collect(sealed.pk, now=now) == []


def test_links_to_its_replay_cannot_be_revoked_because_there_are_none(
    sealed: Game, alice: User
) -> None:
    assert not replay_links.key_opens(replay_links.sharing_key(sealed), sealed)
    with pytest.raises(Closed, match="other tables"):
        replay_links.revoke_links(sealed, by=alice)


def test_what_if_boards_of_a_sealed_game_show_what_their_owner_sees(
    sealed: Game, alice: User, carol: User, now: datetime
) -> None:
    tree = trees.begin(sealed, user=alice, seat=0, number=sealed.number, now=now)
    assert tree.seat == 0
    with pytest.raises(Closed, match="other tables"):
        trees.share(tree, now=now)
    with pytest.raises(Closed, match="other tables"):
        trees.begin(sealed, user=carol, seat=None, number=1, now=now)
    assert trees.begin(unseal(sealed, now), user=carol, seat=None, number=1, now=now).seat is None


def test_what_players_say_at_a_sealed_table_is_read_by_others_once_it_is_unsealed(
    sealed: Game, alice: User, carol: User, now: datetime
) -> None:
    channels = ChatMessage.Channel
    assert conversations.readable_channels(sealed, seat=0, user=alice) == [channels.TABLE]
    assert channels.TABLE not in conversations.readable_channels(sealed, seat=None, user=carol)
    seat = sealed.seats.get(user=alice)
    why_not = speaking.why_not(sealed, user=alice, seat=seat, channel=channels.COMMENTS)
    assert why_not is not None
    assert why_not.code == "sealed"
    sealed = unseal(sealed, now)
    assert channels.TABLE in conversations.readable_channels(sealed, seat=None, user=carol)
    assert speaking.why_not(sealed, user=alice, seat=seat, channel=channels.COMMENTS) is None


def test_a_sealed_game_counts_on_no_profile_before_it_is_unsealed(
    sealed: Game, alice: User, bob: User, now: datetime
) -> None:
    assert profiles.profile(alice, reader=bob, now=now).played == []
    unseal(sealed, now)
    assert len(profiles.profile(alice, reader=bob, now=now).played) == 1


def test_unsealing_archives_a_game_and_has_it_reviewed(
    sealed: Game, now: datetime, announced: list[tuple[Any, ...]],
    django_capture_on_commit_callbacks: Any,
) -> None:
    assert not facts.belongs(sealed)
    with django_capture_on_commit_callbacks(execute=True):
        unseal(sealed, now)
    assert ArchivedGame.objects.filter(game=sealed).exists()
    assert Review.objects.filter(game=sealed, done_at=None).exists()
    assert ("review_game", sealed.pk) in announced


def test_everybody_may_watch_a_running_game_that_is_unsealed(
    sit: Sit, running: Game, now: datetime
) -> None:
    Game.objects.filter(pk=running.pk).update(sealed=True, listed=False)
    assert sit().client.get(address(running, "")).status_code == 404
    running = unseal(running, now)
    assert sit().client.get(address(running, "")).status_code == 200
    assert not running.is_revealed
    assert not ArchivedGame.objects.exists()


def test_both_games_of_a_match_are_unsealed_together(
    sealed: Game, running: Game, now: datetime
) -> None:
    Game.objects.filter(pk=sealed.pk).update(match=Match.CONTINUED)
    Game.objects.filter(pk=running.pk).update(
        sealed=True, listed=False, match=Match.SECOND, match_of=sealed)
    unseal(Game.objects.get(pk=running.pk), now)
    assert not Game.objects.filter(sealed=True).exists()


def test_the_end_of_a_sealed_campaign_tells_no_points_of_hidden_cards() -> None:
    log = played(replace(SCENES["a sealed end of trades"].plot, players=3))
    before, end = log.states[-2], log.states[-1]
    for seat in range(3):
        view = CAMPAIGN.view(end, seat, sealed=True)
        assert CAMPAIGN.status(view) == CAMPAIGN.status(end)
        others = [other for other in range(3) if other != seat]
        assert all(sum(view.hands[other][:things.GOLD]) == 0 for other in others)
        sentences = narrate_for(CAMPAIGN, seat, before,
                                [events.Ended(end.reason, end.winners)],
                                names=("Alice", "Bob", "Carol"))
        hidden = [other for other in others if before.cards[other][things.POINT]]
        assert not any(name in sentence and "point" in sentence for sentence in sentences
                       for name in (["Alice", "Bob", "Carol"][other] for other in hidden))
        assert "win" in sentences[-1]
