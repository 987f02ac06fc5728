"""Until everybody has bid, a bid shows nowhere: twin tables differ in one bid and look the same.

Whatever anybody else gets of the two tables must be the same byte for byte, apart from the
tables' codes and random tokens.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import datetime, timedelta
from zipfile import ZipFile

import pytest

from games.models import Game, OutgoingEmail, Seat, User
from games.post.outbox.reminders import REMIND_AFTER, queue_reminders
from games.table.lobby import open_tables
from games.table.play import history, records
from games.web import data_export
from tests.auction.conftest import submit
from tests.inbox.email_replies import PostOffice, html_of, text_of
from tests.pages.page_reader import Sit

pytestmark = [pytest.mark.django_db, pytest.mark.promise("R10"), pytest.mark.any_database]

SEED = bytes(range(32))
BIDS = ("pass", "bid 9")
PATHS = (
    "", "feed/", "stream/", "?draft=bid+3", "?draft=pass", "replay/3/", "replay/2/step.json",
    "replay/3/step.json", "replay/3/board.svg", "replay/3/board.png", "record.txt", "log.json",
    "game.gif",
)
LISTS = ("/watch/", "/games/", "/")
_CHANCE = re.compile(
    r'name=\\*"csrfmiddlewaretoken\\*" value=\\*"\w+\\*"|"[0-9a-f]{32}"|turn-[a-z0-9]+@|/turn/\w+/'
    r"|/unsubscribe/[^/\s\"]+|data-mark=\"\w+\"|cid:[\w.-]+@"
)
# The hash of the log's last row, in text and in HTML: without the seed, nobody can tell it from a
# random number, as docs/reliability.md explains (R10).
_HASH = re.compile(r"(row\s+\d+,\s+(?:<span[^>]*>)?)[0-9a-f]{32}\b")

Twins = tuple[Game, Game]


@pytest.fixture
def twins(alice: User, bob: User, carol: User, now: datetime,
          monkeypatch: pytest.MonkeyPatch) -> Twins:
    """Two tables of Alice, Bob and Carol, in which Alice has offered a lot and has bid for it."""
    monkeypatch.setattr(open_tables.secrets, "token_bytes", lambda n: SEED[:n])
    made = []
    for bid in BIDS:
        game = open_tables.create_table(
            by=alice, name="Twin", ruleset="lots", players=3, listed=True, now=now
        )
        for user in (bob, carol):
            open_tables.join(game, user=user, now=now)
        game.refresh_from_db()
        submit(game, 0, "offer", now=now)
        submit(game, 0, bid, now=now)
        made.append(game)
    return made[0], made[1]


def neutral(text: str, game: Game) -> str:
    """The text without what is different at every table."""
    return _HASH.sub(r"\1", _CHANCE.sub("", text.replace(game.code, "CODE")))


def alike(twins: Twins, shown: Callable[[Game], str]) -> bool:
    one, other = (neutral(shown(game), game) for game in twins)
    assert one
    return one == other


@pytest.mark.parametrize("who", ["bob", "dave", "nobody"])
@pytest.mark.parametrize("path", PATHS)
def test_no_page_and_no_picture_shows_it(
    twins: Twins, sit: Sit, request: pytest.FixtureRequest, who: str, path: str
) -> None:
    client = sit(None if who == "nobody" else request.getfixturevalue(who)).client

    def shown(game: Game) -> str:
        response = client.get(f"/games/{game.code}/{path}")
        return f"{response.status_code} {response.content!r}"

    assert alike(twins, shown)


@pytest.mark.parametrize("path", ["", "replay/3/", "replay/3/board.svg"])
def test_the_bidder_sees_it(twins: Twins, sit: Sit, alice: User, path: str) -> None:
    client = sit(alice).client
    assert not alike(twins, lambda game: client.get(f"/games/{game.code}/{path}").content.decode())


@pytest.mark.parametrize("path", LISTS)
def test_no_list_shows_it(twins: Twins, sit: Sit, carol: User, dave: User, path: str) -> None:
    client, shown = sit(dave if path == "/watch/" else carol).client, []
    for game in twins:
        Game.objects.exclude(pk=game.pk).update(listed=False)
        Game.objects.filter(pk=game.pk).update(listed=True)
        Seat.objects.filter(game__in=twins, index=2).update(user=None)
        Seat.objects.filter(game=game, index=2).update(user=carol)
        shown.append(neutral(client.get(path).content.decode(), game))
    assert "CODE" in shown[0]
    assert shown[0] == shown[1]


def test_no_email_shows_it(twins: Twins, bob: User, now: datetime) -> None:
    office = PostOffice(now + timedelta(minutes=1))
    office.deliver()
    for email in ("turn", "reminder"):
        if email == "reminder":
            assert queue_reminders(now + REMIND_AFTER) == 4
        else:
            for game in twins:
                office.turn_email(game, bob)
        both = [message for message in office.delivered if message["To"] == bob.email]

    def shown(game: Game) -> str:
        mine = [message for message in both if f"game-{game.code}@" in str(message["References"])]
        pictures = [part.get_content() for message in mine for part in message.walk()
                    if part.get_content_maintype() == "image"]
        return " ".join([*map(text_of, mine), *map(html_of, mine), *map(str, pictures)])

    assert alike(twins, shown)


def test_no_answer_by_email_shows_it(twins: Twins, bob: User, now: datetime) -> None:
    office = PostOffice(now)
    answers: dict[int, str] = {}
    for game in twins:
        email = office.turn_email(game, bob)
        for command in ("show", "moves", "preview\nbid 2"):
            office.reply(email, f"{command}\n", sender=str(bob.email))
        answers[game.pk] = "\n".join(
            text_of(mail) + html_of(mail) for mail in office.deliver()
            if mail["X-Game-Post"] == "answer")
    assert alike(twins, lambda game: answers[game.pk])


def test_neither_the_stored_emails_nor_anybody_elses_data_contain_it(
    twins: Twins, bob: User, now: datetime
) -> None:
    for email in OutgoingEmail.objects.all():
        assert "bid 9" not in str(vars(email))
    with data_export.archive(bob, now=now) as file, ZipFile(file) as archive:
        assert "data.json" in archive.namelist()
        for name in archive.namelist():
            assert b"bid 9" not in archive.read(name), name


def test_it_is_shown_when_everybody_has_bid(twins: Twins, sit: Sit, now: datetime) -> None:
    game = twins[1]
    submit(game, 2, "pass", now=now)
    client = sit(None).client
    assert "Alice bid 9" not in client.get(f"/games/{game.code}/").content.decode()
    submit(game, 1, "bid 4", now=now)
    page = client.get(f"/games/{game.code}/").content.decode()
    assert "The bids are revealed: Alice bid 9, Bob bid 4 and Carol passed." in page
    assert history.read(game, None).moves[2] == "bid"


def test_the_record_of_a_running_game_is_for_nobody(twins: Twins, sit: Sit, alice: User) -> None:
    assert sit(alice).client.get(f"/games/{twins[0].code}/record.txt").status_code == 404
    assert "bid 9" in records.export_record(twins[1])  # for operators only
