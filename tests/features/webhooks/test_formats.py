"""What a post looks like in each format, whatever names people choose."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings

from games.features.webhooks import formats, telling
from games.models import Delivery, Game, Seat, User
from games.post.deliveries import signing
from games.table.seats import leaving
from tests.features.webhooks.conftest import Enter

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]

Post = Callable[..., dict[str, Any]]
DOCUMENT = Path(settings.BASE_DIR) / "docs" / "webhooks.md"


@pytest.fixture
def post(fresh: Game, alice: User, enter: Enter, now: datetime) -> Post:
    """Returns the body of a post in a format about the turn of somebody with this name."""

    def written(posts: str, name: str = "Bob", table: str = "Friends") -> dict[str, Any]:
        Seat.objects.filter(game=fresh, index=1).update(name=name)
        Game.objects.filter(pk=fresh.pk).update(name=table)
        fresh.refresh_from_db()
        enter(alice, fresh, posts=posts)
        telling._tell(fresh, telling.TURN, [fresh.seats.get(index=1)], now=now)
        return dict(json.loads(formats.POSTS[posts](Delivery.objects.get())))

    return written


def test_plain_json_has_a_version_and_everything_as_it_is(post: Post, fresh: Game) -> None:
    found = post(formats.PLAIN, "*B* <b> @everyone")
    assert found == {
        "v": 1, "id": str(Delivery.objects.get().identity), "event": "turn",
        "at": "2026-03-01T12:00:00+00:00", "game": {
            "code": fresh.code, "name": "Friends",
            "url": f"{settings.BASE_URL}/games/{fresh.code}/"},
        "seats": [{"seat": 2, "name": "*B* <b> @everyone"}],
        "text": "Friends: It is the turn of *B* <b> @everyone."}


def test_in_discord_a_name_notifies_nobody_and_is_no_markdown(post: Post, fresh: Game) -> None:
    assert post(formats.DISCORD, "@everyone **B** [x](y) <@1>", "# `T`") == {
        "content": r"\# \`T\`: It is the turn of \@everyone \*\*B\*\* \[x\]\(y\) \<\@1\>."
                   f" <{settings.BASE_URL}/games/{fresh.code}/>",
        "allowed_mentions": {"parse": []}}


def test_in_slack_a_name_notifies_nobody_and_is_no_link(post: Post, fresh: Game) -> None:
    found = post(formats.SLACK, "<!channel> & *B*")
    assert found["text"] == ("Friends: It is the turn of &lt;!channel&gt; &amp; *B*."
                             f" {settings.BASE_URL}/games/{fresh.code}/")
    assert (found["mrkdwn"], found["link_names"]) == (False, False)


def test_in_matrix_a_name_notifies_nobody_and_is_no_html(post: Post) -> None:
    found = post(formats.MATRIX, "<b>@room</b>")
    assert "@room" not in found["text"] + found["html"]
    assert "&lt;b&gt;" in found["html"]
    assert "<b>" not in found["html"]


def test_several_who_decide_at_the_same_time_are_one_post(
    fresh: Game, alice: User, enter: Enter, now: datetime
) -> None:
    enter(alice, fresh)
    telling._tell(fresh, telling.TURN, [*fresh.seats.all()], now=now)
    found = json.loads(formats.POSTS[formats.PLAIN](Delivery.objects.get()))
    assert found["text"] == ("Friends: It is the turn of Alice and Bob, who decide at the same"
                             " time.")


@pytest.mark.parametrize("sealed", [False, True])
def test_plain_json_says_how_a_game_has_ended_unless_that_is_sealed(
    fresh: Game, alice: User, bob: User, enter: Enter, now: datetime, sealed: bool
) -> None:
    leaving.leave(fresh, user=bob, now=now)
    Game.objects.filter(pk=fresh.pk).update(sealed=sealed)
    enter(alice)
    telling._tell(fresh, telling.OVER, [*fresh.seats.all()], now=now)
    found = json.loads(formats.POSTS[formats.PLAIN](Delivery.objects.get()))
    assert found["result"] == (None if sealed else {
        "winners": [1], "scores": [0, 0], "reason": "resigned"})


def test_the_program_in_the_documentation_checks_a_signature() -> None:
    (code,) = re.findall(r"```python\n(.*?)```", DOCUMENT.read_text(encoding="utf-8"), re.DOTALL)
    assert len(code.splitlines()) <= 12
    names: dict[str, Any] = {}
    exec(code, names)  # noqa: S102 - our own documentation
    body, stamp, secret = b'{"v": 1}', int(time.time()), signing.new_secret()
    sent = signing.headers(body, secret=secret, key="1", timestamp=stamp)
    assert names["is_genuine"](sent, body, secret)
    assert not names["is_genuine"](sent, body + b" ", secret)
    assert not names["is_genuine"](sent, body, signing.new_secret())
    old = signing.headers(body, secret=secret, key="1", timestamp=stamp - 301)
    assert not names["is_genuine"](old, body, secret)


def test_the_documentation_shows_the_fields_of_plain_json(post: Post) -> None:
    (example,) = re.findall(r"```json\n(.*?)```", DOCUMENT.read_text(encoding="utf-8"), re.DOTALL)
    shown, found = json.loads(example), post(formats.PLAIN)
    assert [*shown] == [*found]
    assert [*shown["game"]] == [*found["game"]]
    assert shown["seats"] == found["seats"]
