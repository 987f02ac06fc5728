"""Sentences go through the translation functions, in the engine too."""

from __future__ import annotations

import pytest
from django.utils.translation import gettext, ngettext, pgettext

from alexandros_rules import translation
from tests import pseudo_language


def test_the_engine_writes_english_unless_somebody_translates_it() -> None:
    assert translation.list_with_and(["Alice", "Bob", "Carol"]) == "Alice, Bob and Carol"
    assert translation.list_with_or(["K7", "L9"]) == "K7 or L9"
    assert translation.list_with_and(["Alice"]) == "Alice"
    assert translation.list_with_and([]) == ""


def test_the_service_translates_the_sentences_of_the_engine() -> None:
    with pseudo_language.spoken():
        assert translation.list_with_and(["Alice", "Bob"]) == "Alice áñđ Bob"
        assert translation.ngettext("%(n)s card", "%(n)s cards", 2) == "%(n)s çářđš"

    assert translation.ngettext("%(n)s card", "%(n)s cards", 1) == "%(n)s card"


def test_the_pseudo_language_keeps_placeholders_tags_and_contexts() -> None:
    with pseudo_language.spoken():
        assert gettext('Ask <a href="/x">%(name)s</a>.') == 'Ášķ <a href="/x">%(name)s</a>.'
        assert pgettext("a month", "May") == "Ɱáý"
        assert ngettext("%d day", "%d days", 3) == "%d đáýš"


@pytest.mark.parametrize(("page", "missed"), [
    ("<p>Ášķ <b>Alice</b> <code>take horse</code></p>", []),
    ("<p>Ask <b>Alice</b></p>", ["Ask"]),
    ('<img alt="The board"><br><p>Ášķ</p>', ["The board"]),
    ('<input type="submit" value="Send"><script>let sum</script>', ["Send"]),
    ('<p translate="no">Their own <b>words</b></p><p>Ášķ</p>', []),
])
def test_plain_letters_on_a_page_are_found(page: str, missed: list[str]) -> None:
    assert pseudo_language.untranslated_on_page(page, names=frozenset({"Alice"})) == missed
