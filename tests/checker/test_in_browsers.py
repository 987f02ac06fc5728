"""The page that checks games in a real browser: on the site, and as a file without a server."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from games.models import Game
from games.table.play import records
from tests.checker.test_campaign_games import by_bots, forged
from tests.visits import DESK, PHONE, TIMEOUT, Visit, fits, severe

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

Open = Callable[..., Any]


@pytest.fixture
def log(finished: Game, tmp_path: Path) -> Path:
    """The log of a finished game as it is saved by a browser."""
    path = tmp_path / "game-log.json"
    path.write_text(records.export_log(finished), encoding="utf-8")
    return path


@pytest.fixture
def open_file(browser: Any, tmp_path: Path, faults: list[str]) -> Iterator[Open]:
    """Saves the page and opens it from the disk, with the network switched off."""
    contexts = []

    def opened(**options: Any) -> Any:
        path = tmp_path / "checker.html"
        path.write_bytes(Client().get("/check/page.html").content)
        context = browser.new_context(offline=True, **options)
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(TIMEOUT)
        page.on("console",
                lambda m: faults.append(m.text) if m.type in ("error", "warning") else None)
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on("request", lambda request: faults.append(request.url)
                if not request.url.startswith(("file:", "data:")) else None)
        page.goto(path.as_uri())
        return page

    yield opened
    for context in contexts:
        context.close()
    assert faults == []


@pytest.mark.promise("R24")
@pytest.mark.parametrize(("size", "scheme"), [(PHONE, "dark"), (DESK, "light")],
                         ids=["phone, dark", "desk, light"])
def test_the_saved_page_checks_a_game_without_a_server(
    open_file: Open, log: Path, finished: Game, size: dict[str, int], scheme: str
) -> None:
    page = open_file(viewport=size, color_scheme=scheme)
    assert fits(page)
    page.get_by_label("The log of the game").set_input_files(log)
    page.get_by_role("heading", name="Everything matches").wait_for()
    page.get_by_text("You have not pasted anything from your emails.").wait_for()
    page.get_by_label("Your emails").fill(
        f"row {finished.number}, {finished.rows.get(number=finished.number).chain}")
    page.get_by_text(f"up to row {finished.number} it is what it was").wait_for()
    assert page.locator(".checks > .good").count() == 5
    assert "Alice 10, Bob 92" in page.locator(".facts").inner_text()
    assert fits(page)


@pytest.mark.promise("R24")
def test_the_same_page_checks_a_game_of_the_campaign(open_file: Open, tmp_path: Path) -> None:
    page = open_file(viewport=PHONE)
    path = tmp_path / "campaign-log.json"
    path.write_text(json.dumps(by_bots(1, players=2)), encoding="utf-8")
    page.get_by_label("The log of the game").set_input_files(path)
    page.get_by_role("heading", name="Everything matches").wait_for()
    assert "The Campaign" in page.locator("dl.facts dd").all_inner_texts()

    forgery, row = forged("rolled", lambda event: event.update(dice=[0, 0]))
    path = tmp_path / "forgery.json"
    path.write_text(json.dumps(forgery), encoding="utf-8")
    page.get_by_label("The log of the game").set_input_files(path)
    page.get_by_text(f"In row {row}, the dice show 0 + 0, but the seed gives").first.wait_for()
    assert fits(page)


@pytest.mark.promise("R21")
@pytest.mark.parametrize(("size", "scheme"), [(PHONE, "light"), (DESK, "dark")],
                         ids=["phone, light", "desk, dark"])
def test_the_page_on_the_site_names_the_row_that_differs(
    visit: Visit, log: Path, size: dict[str, int], scheme: str
) -> None:
    page = visit(None, "/check/", viewport=size, color_scheme=scheme)
    assert fits(page)
    text = log.read_text(encoding="utf-8")
    changed = re.sub(r'("number": 40,\s+"seat": )\d', r"\g<1>7", text)
    assert changed != text
    log.write_text(changed, encoding="utf-8")
    page.get_by_label("The log of the game").set_input_files(log)
    page.get_by_role("heading", name="The first difference is in row 40").wait_for()
    page.get_by_text("The hash of row 40 does not follow from the row").first.wait_for()
    assert fits(page)
    letter = log.with_name("letter.txt")
    letter.write_text("Dear Bob", encoding="utf-8")
    page.get_by_label("The log of the game").set_input_files(letter)
    page.get_by_role("heading", name="We cannot check this file").wait_for()
    assert severe(page) == []


def test_a_file_can_be_chosen_again_after_it_has_changed(open_file: Open, log: Path) -> None:
    page = open_file()
    good = log.read_text(encoding="utf-8")
    for text, heading in ((good[:-9], "We cannot check this file"), (good, "Everything matches")):
        log.write_text(text, encoding="utf-8")
        with page.expect_file_chooser() as chooser:
            page.locator("#log-file").click()
        chooser.value.set_files(log)
        page.get_by_role("heading", name=heading).wait_for()


def test_names_in_a_file_stay_text(open_file: Open, log: Path) -> None:
    text = log.read_text(encoding="utf-8")
    hostile = '<img src=x onerror=\\"document.title=1\\"><script>document.title=2</script>'
    log.write_text(text.replace('"Alice"', f'"{hostile}"'), encoding="utf-8")
    page = open_file()
    page.get_by_label("The log of the game").set_input_files(log)
    page.get_by_role("heading", name="Everything matches").wait_for()
    assert "<img src=x" in page.locator(".facts").inner_text()
    assert page.title().startswith("Check a finished game")


@pytest.mark.promise("R21")
def test_the_policy_allows_the_page_s_own_script_and_style_and_nothing_else(db: None) -> None:
    response = Client().get("/check/")
    policy = response["Content-Security-Policy"]
    assert "unsafe-" not in policy
    assert re.fullmatch(
        r"default-src 'none'; script-src 'sha256-[\w+/]{43}='; style-src 'sha256-[\w+/]{43}=';"
        r" img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'", policy)
    html = response.content.decode()
    (meta,) = re.findall(r'http-equiv="Content-Security-Policy"\s+content="([^"]+)"', html)
    assert meta.replace("&#x27;", "'") == policy.removesuffix("; frame-ancestors 'none'")
    assert not re.search(r'\son\w+="|\sstyle="|<link rel="stylesheet"|src="http', html)
