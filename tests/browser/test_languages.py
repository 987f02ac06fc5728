"""Long words and another direction: nothing is cut off or overlaps on a phone."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

import pytest
from django.conf import settings
from django.test import override_settings

from games.models import Game, User
from tests.pseudo_language import LANGUAGE, spoken, stretched
from tests.visits import PHONE, Visit

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

PAGES = (
    "/", "/rules/", "/rules/campaign/", "/opponents/", "/learn/", "/puzzles/", "/lobby/", "/find/",
    "/games/new/", "/games/", "/games/{code}/", "/games/{code}/talk/", "/games/{code}/replay/1/",
    "/watch/", "/archive/", "/ladder/", "/leagues/", "/people/", "/account/", "/mail/", "/time/",
    "/legal/privacy/", "/offline/",
)
# What is wider than its own box and cut off there, and what people can press that covers another.
FAULTS = """() => {
  const shown = (one) => {
    const box = one.getBoundingClientRect();
    return one.checkVisibility({ visibilityProperty: true, opacityProperty: true })
      && box.width > 1 && box.height > 1;
  };
  const name = (one) => `${one.tagName} ${one.textContent.trim().slice(0, 40)}`;
  const faults = [];
  for (const one of document.body.querySelectorAll("*")) {
    const style = getComputedStyle(one);
    if (!shown(one) || one.closest("svg, .visually-hidden") || !one.textContent.trim()) continue;
    if (["hidden", "clip"].includes(style.overflowX) && one.scrollWidth > one.clientWidth + 1
        && style.textOverflow !== "ellipsis") faults.push(`cut off: ${name(one)}`);
  }
  // What has been scrolled out of view is not there.
  const visible = (one) => {
    let boxes = [...one.getClientRects()];
    for (let over = one.parentElement; over; over = over.parentElement) {
      if (getComputedStyle(over).overflow === "visible") continue;
      const edge = over.getBoundingClientRect();
      boxes = boxes.map((box) => ({
        left: Math.max(box.left, edge.left), right: Math.min(box.right, edge.right),
        top: Math.max(box.top, edge.top), bottom: Math.min(box.bottom, edge.bottom),
      }));
    }
    return boxes;
  };
  // The number of waiting games is meant to stand close to the link before it.
  const pressed = [...document.body.querySelectorAll("a, button, select, summary, input")]
    .filter((one) => shown(one) && !one.closest("svg, .visually-hidden"))
    .filter((one) => !one.querySelector(".count"));
  for (const [i, one] of pressed.entries()) {
    const boxes = visible(one);
    for (const other of pressed.slice(i + 1)) {
      if (one.contains(other) || other.contains(one)) continue;
      if (boxes.some((a) => visible(other).some((b) =>
        Math.min(a.right, b.right) - Math.max(a.left, b.left) > 3
          && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 3))) {
        faults.push(`overlaps: ${name(one)} | ${name(other)}`);
      }
    }
  }
  const width = document.documentElement.scrollWidth;
  if (width > innerWidth) faults.push(`${width} pixels wide`);
  return faults;
}"""


@contextmanager
def _right_to_left() -> Iterator[None]:
    with override_settings(LANGUAGES_BIDI=[LANGUAGE.partition("-")[0]]):
        yield


@pytest.mark.parametrize("language", [settings.LANGUAGE_CODE, LANGUAGE, "right to left", *(
    code for code, _name in settings.LANGUAGES if code != settings.LANGUAGE_CODE)])
def test_nothing_is_cut_off_or_overlaps_on_a_phone(
    language: str, visit: Visit, alice: User, game: Game
) -> None:
    User.objects.filter(pk=alice.pk).update(
        language=language if language in dict(settings.LANGUAGES) else "")
    with ExitStack() as stack:
        if language in (LANGUAGE, "right to left"):
            stack.enter_context(spoken(stretched))
        if language == "right to left":
            stack.enter_context(_right_to_left())
        page = visit(alice, "/", viewport=PHONE)
        site = page.evaluate("location.origin")
        direction = "rtl" if language == "right to left" else "ltr"
        found = {}
        for path in PAGES:
            answer = page.goto(site + path.format(code=game.code))
            assert answer.status == 200, path
            assert page.locator("html").get_attribute("dir") == direction
            found[path] = page.evaluate(FAULTS)
    assert {path: faults for path, faults in found.items() if faults} == {}
