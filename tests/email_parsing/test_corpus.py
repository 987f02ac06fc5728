"""Every email of the corpus is read as its index says."""

from __future__ import annotations

from typing import Any

import pytest

from alexandros_rules.alexandros.rules import RULESET
from games.post.inbox.parsing.message_reader import read
from games.post.inbox.parsing.requests import ORDERS, read_request
from tests.email_parsing import corpus_index

VERBS = RULESET.verbs


@pytest.mark.parametrize("entry", corpus_index.REPLIES, ids=corpus_index.says)
def test_a_reply(entry: dict[str, Any]) -> None:
    reading = read(corpus_index.raw(entry), own_domain=corpus_index.OWN_DOMAIN)
    assert (reading.sender, reading.reason) == (entry["sender"], "")
    assert reading.refused == entry.get("refused", "")
    assert reading.message_id.startswith("<")
    assert reading.recipients[0].startswith("turn+")
    assert reading.subject == entry.get("subject", reading.subject)
    if reading.refused:
        assert reading.text == ""
        assert reading.sentence.endswith(".")
    else:
        names = (reading.name, reading.sender.split("@")[0])
        request = read_request(reading.text, verbs=VERBS, things=RULESET.things,
                               known=RULESET.words, names=names)
        assert request.texts == entry["orders"], reading.text
        assert request.command == entry.get("command", ORDERS)


@pytest.mark.promise("R16")
@pytest.mark.parametrize("entry", corpus_index.AUTOMATIC, ids=corpus_index.says)
def test_an_email_from_a_program(entry: dict[str, Any]) -> None:
    reading = read(corpus_index.raw(entry), own_domain=corpus_index.OWN_DOMAIN)
    told = entry.get("told", "reason")
    assert reading.reason == (entry["automatic"] if told == "reason" else "")
    assert reading.doubt == (entry["automatic"] if told == "doubt" else reading.doubt)
    assert (reading.text == "") == (told == "reason"), "a program's text is not read for orders"


@pytest.mark.promise("R16")
def test_the_corpus_has_a_hundred_and_ten_emails_and_thirty_from_programs() -> None:
    assert len(corpus_index.INDEX) >= 110
    assert len(corpus_index.AUTOMATIC) >= 30


def test_the_index_names_every_file_once() -> None:
    named = [entry["file"] for entry in corpus_index.INDEX]
    found = [str(p.relative_to(corpus_index.FOLDER)) for p in corpus_index.FOLDER.rglob("*.eml")]
    assert sorted(named) == sorted(found)
