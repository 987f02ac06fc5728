"""No address fails because a query or form has fields with unexpected names or values."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.urls import reverse
from django.utils.http import urlencode

from games.models import User
from tests.odd_names import odd_names
from tests.pages.each_request.conftest import Prepare
from tests.pages.every_request import FORMS, WORK, Line
from tests.pages.page_reader import Sit

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]

# One line for each address and method; the first is asked by somebody whom it answers.
LINES = list({(line.asks.partition("?")[0]): line for line in reversed(WORK)}.values())
VALUE = "abc"


def _asked(line: Line, names: list[str]) -> tuple[Line, dict[str, str]]:
    """The request with these names in its query and, if it is sent, in its form."""
    form = FORMS.get(line.asks, {})
    query = urlencode([(name, VALUE) for name in names])
    joint = "&" if "?" in line.asks else "?"
    asks = f"{line.asks}{joint}{query.replace('{', '%7B').replace('}', '%7D')}"
    return line._replace(asks=asks), {**dict.fromkeys(names, VALUE), **form}


@pytest.mark.parametrize("line", LINES, ids=lambda line: f"{line.who} {line.asks}")
def test_no_name_of_a_field_makes_a_page_fail(prepare: Prepare, line: Line) -> None:
    names = [name for name in odd_names() if "{" not in name]
    assert prepare(*_asked(line, names))().status_code != 500


@pytest.fixture
def follow(sit: Sit, alice: User) -> Callable[[str], Any]:
    """Saves Alice's name with a page to go to next, and returns where the answer leads."""
    def led_to(after: str) -> Any:
        return sit(alice).client.post("/account/", {"name": "Alice", "next": after})["Location"]

    return led_to


def test_after_saving_a_name_one_goes_on_to_a_page_of_this_site(
    follow: Callable[[str], Any]
) -> None:
    assert follow("/games/?page=2") == "/games/?page=2"


@pytest.mark.parametrize("after", ["abc", "home", "games.urls", "https://example.com/", "//x.com/",
                                   "/\\x.com", "javascript:alert(1)", "http:///x.com", "",
                                   "\n/games/", "lobby/", "?a=b", "http://[/"])
def test_what_is_not_a_path_of_this_site_is_not_gone_to(
    follow: Callable[[str], Any], after: str
) -> None:
    assert follow(after) == reverse("account")
