"""Every address that a form is sent to leads to a page, if somebody opens or reloads it."""

from __future__ import annotations

import pytest
from django.test import Client

from tests.pages.each_request.conftest import Prepare, is_program
from tests.pages.every_request import WORK, Line

pytestmark = pytest.mark.django_db

TAKING_FORMS = [line for line in WORK
                if line.asks.startswith("POST ") and not is_program(line.who)]
LEADING_HOME = {"POST /play/", "POST /push/", "POST /push/remove/", "POST /push/test/"}
REFUSED = {  # pages that say why these people may not see them
    "POST /games/{fresh}/hint/": (403,), "POST /games/{waiting}/join/": (404,),
}
MOST_STEPS = 4


@pytest.mark.parametrize("line", TAKING_FORMS, ids=lambda line: f"{line.who} {line.asks}")
def test_it_leads_to_a_page_of_the_site(line: Line, prepare: Prepare) -> None:
    opened = prepare(line._replace(asks=line.asks.replace("POST", "GET")))()
    steps = 0
    while opened.status_code == 303:
        opened = opened.client.get(opened["Location"])
        steps += 1
    assert steps <= MOST_STEPS
    if opened.status_code != 302:  # a page that first wants something else
        assert opened.status_code in (200, *REFUSED.get(line.asks, ()))
        assert "<main" in opened.content.decode()
    leads_home = steps > 0 and opened.request["PATH_INFO"] == "/"
    assert leads_home == (line.asks in LEADING_HOME)


def test_scripts_are_told_that_the_method_is_wrong() -> None:
    answer = Client().get("/push/", headers={"accept": "application/json"})
    assert (answer.status_code, answer["Allow"]) == (405, "POST")


def test_another_method_than_reading_is_refused() -> None:
    assert Client().put("/play/").status_code == 405


def test_a_page_that_only_shows_takes_no_form() -> None:
    assert Client().post("/health").status_code == 405
