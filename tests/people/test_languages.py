"""Everybody reads their own language: guessed from the browser, kept, and chosen at the foot.

The example is Esperanto, of which ``tests/example_language`` has a few texts.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from django.conf import settings
from django.test import Client, override_settings
from django.utils import translation

from games.models import OutgoingEmail, User
from games.post.emails.rendering import compose
from games.post.inbox import turn_links
from games.post.outbox import unsubscribe_links
from games.post.outbox.queue import queue_email
from games.rulesets import rulebook
from games.table.lobby import expiry
from games.table.seats import taking_over
from tests.sample_games import seat_table

pytestmark = pytest.mark.django_db

EXAMPLE = Path(__file__).parent.parent / "example_language"
GAME = {"players": "2", "board": "delta", "bot": "greedy"}
SITE = "http://testserver"
SKIP = "Al la enhavo"  # "Skip to the content", which is on every page


@pytest.fixture(autouse=True)
def offered(tmp_path: Path) -> Iterator[None]:
    """The site speaks Esperanto: a folder of catalogues and a line of the settings."""
    for path in EXAMPLE.rglob("*.po"):
        compiled = tmp_path / path.relative_to(EXAMPLE).with_suffix(".mo")
        compiled.parent.mkdir(parents=True, exist_ok=True)
        with path.open("rb") as source, compiled.open("wb") as target:
            write_mo(target, read_po(source, locale="eo"))
    with override_settings(LANGUAGES=[*settings.LANGUAGES, ("eo", "Esperanto")],
                           LOCALE_PATHS=[tmp_path]):
        yield


def choose(client: Client, language: str, *, seen_at: str = "") -> Any:
    """Press a button at the foot of a page."""
    return client.post("/account/language/", {"language": language},
                       headers={"referer": seen_at})


def is_esperanto(client: Client, path: str = "/", **headers: str) -> bool:
    page = client.get(path, headers=headers).content.decode()
    assert ('<html lang="eo"' in page) == (SKIP in page)
    return SKIP in page


def test_a_browser_says_what_a_visitor_reads(client: Client) -> None:
    assert is_esperanto(client, accept_language="eo, en;q=0.5")
    assert not is_esperanto(client, accept_language="tlh, en;q=0.5")
    assert not is_esperanto(client)
    answer = client.get("/", headers={"accept-language": "eo"})
    assert answer["Content-Language"] == "eo"
    assert "Accept-Language" in answer["Vary"]


def test_a_visitor_chooses_a_language_for_this_browser(client: Client) -> None:
    assert 'value="eo" lang="eo" translate="no" >Esperanto' in " ".join(
        client.get("/rules/").content.decode().split())
    assert choose(client, "eo", seen_at=f"{SITE}/rules/?x=1")["Location"] == "/rules/?x=1"
    assert is_esperanto(client)
    choose(client, "en-gb")
    assert not is_esperanto(client, accept_language="eo")


@pytest.mark.parametrize("where", ["https://evil.example/rules/", f"{SITE}.evil.example/", "/x"])
def test_the_choice_leads_to_no_other_site(client: Client, where: str) -> None:
    assert choose(client, "eo", seen_at=where)["Location"] == "/"


@pytest.mark.parametrize("path", ["//evil.example/", "/\\evil.example/"])
def test_the_choice_leads_to_no_path_that_means_another_site(client: Client, path: str) -> None:
    assert choose(client, "eo", seen_at=SITE + path)["Location"] == "/"


@pytest.mark.parametrize("language", ["", "tlh", "../eo", "EO", "eo\n"])
def test_only_a_language_that_is_offered_can_be_chosen(client: Client, language: str) -> None:
    answer = choose(client, language)
    assert answer.status_code == 400
    assert "Please choose one of those at the bottom" in answer.content.decode()
    assert settings.LANGUAGE_COOKIE_NAME not in client.cookies


def test_a_member_reads_their_language_in_every_browser(alice: User, bob: User) -> None:
    browsers = [Client(), Client()]
    for browser in browsers:
        browser.force_login(alice)
    choose(browsers[0], "eo")
    assert User.objects.get(pk=alice.pk).language == "eo"
    assert is_esperanto(browsers[1])
    choose(browsers[1], "en-gb")
    assert not is_esperanto(browsers[0], accept_language="eo")
    assert not is_esperanto(Client())


def test_a_guest_keeps_the_language_of_the_browser(client: Client) -> None:
    client.post("/play/", GAME, headers={"accept-language": "eo"})
    assert User.objects.get(is_guest=True).language == "eo"
    assert is_esperanto(client)


def test_a_language_that_is_chosen_is_not_guessed_again(alice: User, client: Client) -> None:
    client.force_login(alice)
    choose(client, "en-gb")
    client.post("/play/", GAME, headers={"accept-language": "eo"})
    assert User.objects.get(pk=alice.pk).language == "en-gb"


@pytest.mark.promise("R2")
def test_a_table_is_played_in_the_language_of_each_player(
    alice: User, bob: User, now: datetime
) -> None:
    User.objects.filter(pk=alice.pk).update(language="eo")
    game = seat_table([alice, bob], now=now)
    queued = [queue_email("started", to=user.email or "", game=game, seat=game.seats.get(user=user),
                          user=user, number=game.number, now=now) for user in (alice, bob)]
    texts = [str(compose(OutgoingEmail.objects.get(pk=email.pk)).alternatives[0][0])
             for email in queued if email is not None]
    assert ['lang="eo"' in text for text in texts] == [True, False]
    assert ["Vico 1." in text for text in texts] == [True, False]
    assert ["Your turn 1." in text for text in texts] == [False, True]


@pytest.mark.parametrize("link", ["turn", "resign", "more time", "keep open", "unsubscribe"])
def test_a_link_in_an_email_leads_to_a_page_in_the_language_of_its_reader(
    link: str, alice: User, bob: User, now: datetime
) -> None:
    User.objects.update(language="eo")
    game = seat_table([alice, bob], now=now)
    seat = game.seats.get(user=alice)
    email = queue_email("started", to=alice.email or "", game=game, seat=seat, user=alice,
                        number=game.number, now=now)
    assert email is not None
    url = {
        "turn": lambda: turn_links.action_url(game, seat, "", now=now),
        "resign": lambda: turn_links.resign_url(game, seat, now=now),
        "more time": lambda: taking_over.url(taking_over.EXTENSION, seat, alice.pk,
                                             to=alice.email or "", since=game.turn),
        "keep open": lambda: f"/keep/{expiry.link_key(game)}/",
        "unsubscribe": lambda: unsubscribe_links.url(email),
    }[link]()
    path = url.removeprefix(settings.BASE_URL)
    assert is_esperanto(Client(), path)
    chosen = Client()
    choose(chosen, "en-gb")
    assert not is_esperanto(chosen, path)


def test_a_code_comes_in_the_language_of_whoever_asks_for_it(client: Client) -> None:
    client.post("/account/login/", {"email": "eve@example.org"}, headers={"accept-language": "eo"})
    assert compose(OutgoingEmail.objects.get()).subject == "Via kodo por ensaluti"


def test_the_pages_of_operators_stay_in_the_language_of_the_site() -> None:
    client = Client(headers={"accept-language": "eo"})
    client.force_login(User.objects.create_superuser("root@example.org", name="Root"))
    assert client.get("/admin/")["Content-Language"] == settings.LANGUAGE_CODE


RULES = """# The march

| Rule | What it says |
|---|---|
| A4 | Alexander marches to the *nearest empty* space with the symbol on that card. |
| A5 | The distance to a space is counted in sides. |

## The march

See figure 1.

| Figure | What it shows |
|---|---|
| FIG1 | Nothing. |

| What | |
|---|---|
| | |
"""


def test_a_rule_that_is_newer_than_its_translation_is_shown_in_english_and_says_so() -> None:
    with translation.override("eo"):
        book = rulebook.rulebook(RULES, {"FIG1": '<svg width="4" height="3"></svg>'},
                                 rulebook.translation("eo"))
    page = book.opening + "".join(part.text for part in book.parts)
    assert "malplena</em> spaco kun tiu simbolo, vidu <a href=\"#A5\">A5</a>.</td>" in page
    assert ('<span lang="en">The distance to a space is counted in sides.</span> '
            '<small class="soft">Ĉi tiu alineo estas pli nova ol ĝia traduko.</small>') in page
    assert [(each.anchor, each.words) for each in book.contents] == [("the-march", "La marŝo")]
    assert "Language:" not in page
    assert rulebook.translation(settings.LANGUAGE_CODE) is None
