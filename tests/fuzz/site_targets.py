"""Targets that need a database: addresses, drafts, imports, replies to turns, and commands."""

from __future__ import annotations

import json
import random
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from email.utils import formataddr
from functools import wraps
from typing import Any
from unittest.mock import patch
from urllib.parse import parse_qsl, quote, urlencode

from django.core import mail
from django.core.cache import cache
from django.db import connection, transaction
from django.test import Client
from django.urls import resolve

from alexandros_rules import record, replay
from alexandros_rules.alexandros.rules import RULESET
from alexandros_rules.errors import Refusal
from alexandros_rules.record import Record
from games.features.what_if import trees
from games.models import Game, IncomingEmail, LoggedMove, OutgoingEmail, Seat, User
from games.post.email_kinds import COMMANDS
from games.post.inbox import commands, processing, tokens
from games.post.inbox.parsing.message_reader import read
from games.post.outbox.queue import queue_email
from games.table.play import records, verification
from tests.email_parsing import corpus_index
from tests.fuzz.engine_targets import RULESETS, SNIPPETS, WORDS, said_well
from tests.fuzz.mutations import damaged_bytes, damaged_text
from tests.inbox.email_replies import PostOffice, written
from tests.odd_names import odd_names
from tests.pages.every_request import WORK
from tests.sample_games import FINISHED, HALFWAY, beginning, recorded, seat_table
from tests.sample_puzzles import todays

NOW = datetime(2026, 5, 1, 12, tzinfo=UTC)
MOST_FIELDS = 900  # Django refuses more than a thousand
ADDRESS = "alice@example.org"
ANSWERS = frozenset({200, 302, 303, 400, 403, 404, 405, 409, 410, 413, 414, 429})


class _RolledBack(Exception):
    """Ends a transaction so that nothing of it stays."""


@contextmanager
def nothing_stays() -> Iterator[None]:
    """Within the block, changes are made in a transaction that is rolled back."""
    try:
        with transaction.atomic():
            yield
            raise _RolledBack
    except _RolledBack:
        cache.clear()
        mail.outbox = []


def isolated(check: Callable[[Any, bytes], None]) -> Callable[[Any, bytes], None]:
    """Wraps ``check`` so that no input changes what the next one finds."""
    @wraps(check)
    def wrapped(self: Any, data: bytes) -> None:
        with nothing_stays():
            check(self, data)

    return wrapped


def the_game() -> Game:
    """A game on the small board with Alice to move; made once, if that is outside a check."""
    found = Game.objects.filter(name="Friends").first()
    if found is not None:
        return found
    people = [User.objects.get_or_create(email=f"{name}@example.org",
                                         defaults={"name": name.title(), "date_joined": NOW})[0]
              for name in ("alice", "bob")]
    return seat_table(people, now=NOW, options={"first": 0})


class Drafts:
    """The game page with any query, and the forms that add to a draft or play it.

    The first word of an input says which page; the rest is the query.
    """

    name = "drafts"
    watched = ("games/views", "games/rulesets", "engine")
    pages = ("", "draft/", "preview/", "orders/", "stream/", "replay/", "replay/1/", "replay/9/",
             "record.txt", "replay/1/board.svg")

    def seeds(self) -> Sequence[bytes]:
        queries = ["draft=draw; draw", "draft=march B3.SE; draw", "draft=take+lyre&do=look",
                   "do=add&draft=draw&action=march", "do=add&action=draw", "do=add&action=levy",
                   "orders=draw&number=1&key=1", "orders=march%20B3.SE&number=1",
                   "played=1-2", "zoom=2&fit=1", "reader=&step=1", "point=B3.SE&way=0"]
        return [f"{i % len(self.pages)} {query}".encode() for i, query in enumerate(queries * 3)]

    def mutate(self, data: bytes, rng: random.Random) -> bytes:
        page, _, query = data.partition(b" ")
        if rng.random() < 0.2:
            page = str(rng.randrange(len(self.pages))).encode()
        names = ("draft", "do", "add", "look", "action", "point", "way", "card", "space", "orders",
                 "number", "key", "played", "zoom", "step", "=", "&", "guards", "route")
        return page + b" " + damaged_text(query, rng, words=(*WORDS, *names))

    @isolated
    def check(self, data: bytes) -> None:
        page, _, query = data.decode("utf-8", "replace").partition(" ")
        if not page.isascii() or not page.isdecimal():
            return
        game = the_game()
        client = Client(raise_request_exception=True)
        client.force_login(game.seats.get(index=0).user,
                           backend="django.contrib.auth.backends.ModelBackend")
        path = f"/games/{game.code}/{self.pages[int(page[:3]) % len(self.pages)]}"
        if path.endswith(("preview/", "orders/")):
            answer = client.post(path, dict(parse_qsl(query, keep_blank_values=True)))
        else:
            pairs = parse_qsl(query, keep_blank_values=True)
            answer = client.get(f"{path}?{urlencode(pairs, quote_via=quote)}")
        assert answer.status_code in ANSWERS, f"status {answer.status_code}"


class Addresses:
    """Every address of the site, read and sent to, with fields of any name.

    The first word of an input says which address; the rest is the query or the form.
    """

    name = "addresses"
    watched = ("games/web", "games/features", "games/rulesets")
    pages = tuple(sorted({line.asks.partition("?")[0] for line in WORK}))

    def seeds(self) -> Sequence[bytes]:
        names = odd_names()
        return [f"{page} {urlencode([(name, '1') for name in names[page % 7::7]])}".encode()
                for page in range(len(self.pages))]

    def mutate(self, data: bytes, rng: random.Random) -> bytes:
        page, _, query = data.partition(b" ")
        if rng.random() < 0.5:
            page = str(rng.randrange(len(self.pages))).encode()
        if rng.random() < 0.5:  # few names, so that no other one is refused before they are read
            query = urlencode([(rng.choice(odd_names()), rng.choice(WORDS))
                               for _ in range(rng.randrange(1, 4))]).encode()
        return page + b" " + damaged_text(query, rng, words=(*odd_names(), "=", "&", "abc", "1"))

    @isolated
    def check(self, data: bytes) -> None:
        page, _, query = data.decode("utf-8", "replace").partition(" ")
        if not page.isascii() or not page.isdecimal():
            return
        game = the_game()
        alice = game.seats.get(index=0).user
        method, path = self.pages[int(page[:4]) % len(self.pages)].split(" ")
        url = path.format_map(self._arguments(game, alice))
        if url.startswith("/admin/"):
            alice.is_staff = alice.is_superuser = True
            alice.save(update_fields=["is_staff", "is_superuser"])
        client = Client(raise_request_exception=True)
        client.force_login(alice, backend="django.contrib.auth.backends.ModelBackend")
        pairs = parse_qsl(query, keep_blank_values=True)[:MOST_FIELDS]
        asked = f"{url}?{urlencode(pairs, quote_via=quote)}"
        answer = client.post(asked, dict(pairs)) if method == "POST" else client.get(asked)
        if answer.streaming:
            answer.getvalue()  # reading a file to its end closes it
        assert answer.status_code != 500, "status 500"

    def _arguments(self, game: Game, alice: User) -> dict[str, Any]:
        """Return what the paths in ``every_request`` name: this game and what belongs to it."""
        tree, puzzle = trees.begin(game, user=alice, seat=0, number=1, now=NOW), todays()[0].key
        return defaultdict(lambda: "1", {
            **dict.fromkeys(("fresh", "running", "finished", "waiting", "vacant", "clocked",
                             "paused", "deserted", "against_a_bot"), game.code),
            "what_if": tree.key, "puzzle": puzzle, "solved_puzzle": puzzle,
        })


class Imports:
    """Imported records and logs: a whole game that verifies, or refused and nothing stored.

    What somebody imports is over and can be looked at, whatever it contains.
    """

    name = "imports"
    watched = ("games/table/play", "games/features/importing",
               "engine/alexandros_rules/record.py", "engine/alexandros_rules/replay.py")

    def seeds(self) -> Sequence[bytes]:
        resolve("/import/")  # loading all pages takes a second, which is not the first input's
        started, ended = record.load(HALFWAY, RULESETS), record.load(FINISHED, RULESETS)
        left, back, end = ({"type": "@seat", "seat": 1, "bot": "greedy"},
                           {"type": "@return", "seat": 1},
                           {"type": "@end", "seat": 0, "reason": "resigned", "winners": [1]})
        endless = {"type": "@extension", "seat": 0, "seconds": 10**30, "automatic": False}
        noted = [self._with_notes(started, *notes) for notes in (
            (left, back, end), (left, endless, end), (end, back))]
        return [
            HALFWAY.encode(), beginning(recorded("v1-delta-2-walls-5"), moves=30).encode(),
            beginning(recorded("v1-persia-3-points-0"), moves=8).encode(), FINISHED.encode(),
            *(record.export(game, RULESET, seed=game.seed or b"").encode() for game in noted),
            *(json.dumps(record.log_of(game, name="Friends")).encode()
              for game in (started, ended, *noted)),
        ]

    def _with_notes(self, game: Record, *notes: dict[str, Any]) -> Record:
        rows = [*game.rows]
        for note in notes:
            rows.append(replay.note_row(note, game.key, previous=rows[-1], seat=note["seat"]))
        return replace(game, rows=tuple(rows))

    def mutate(self, data: bytes, rng: random.Random) -> bytes:
        return damaged_text(data, rng, words=("-", "!", ">", "=", "@bot", "@left", "first:0", "1",
                                              '[{"seat":0}]', "moves:", "players:", "|", "null",
                                              "true", "[", "]", "{}", "\\ud800", "1e999", "@end"))

    @isolated
    def check(self, data: bytes) -> None:
        text, before = data.decode("utf-8", "surrogatepass"), self._stored()
        try:
            game = records.import_record(text, now=NOW)
        except Refusal as refusal:
            said_well(refusal)
            assert self._stored() == before, "refused, but something was stored"
            return
        fault = verification.first_fault(game)
        assert fault is None, f"imported, but {fault}"
        self._import_for_somebody(text)

    def _import_for_somebody(self, text: str) -> None:
        alice = User.objects.create_user("importer@example.org", name="Importer")
        client = Client(raise_request_exception=True)
        client.force_login(alice, backend="django.contrib.auth.backends.ModelBackend")
        answer = client.post("/import/", {"text": text})
        game = Game.objects.filter(created_by=alice).first()
        assert answer.status_code == (302 if game else 400)
        if game is None:
            return
        assert game.status == Game.Status.OVER
        for path in ("", "replay/1/", f"replay/{game.number}/", "log.json", "record.txt"):
            answer = client.get(f"/games/{game.code}/{path}")
            assert answer.status_code == 200, path
        assert records.read_finished(records.export_log(game))[1].rows
        records.delete_imported(game)

    def _stored(self) -> tuple[int, ...]:
        return tuple(model.objects.count() for model in (Game, Seat, LoggedMove))


class Replies:
    """Replies to a turn email: read, answered and recorded, whatever their bytes are."""

    name = "replies"
    watched = ("games/post/inbox", "games/post/emails", "engine")

    def seeds(self) -> Sequence[bytes]:
        texts = ["draw\ndraw", "march B3.SE\ndraw", "help", "moves", "show", "preview\ndraw",
                 "resign", "draw\n\n> draw\n", "take lyre; end", "What shall I do?"]
        plain = [written(text, to="TO", sender=ADDRESS) for text in texts]
        return [*plain, *(corpus_index.raw(entry) for entry in corpus_index.REPLIES[::4])]

    def mutate(self, data: bytes, rng: random.Random) -> bytes:
        return damaged_bytes(data, rng, snippets=[*SNIPPETS, *(word.encode() for word in WORDS)])

    @isolated
    def check(self, data: bytes) -> None:
        game = the_game()
        to = tokens.reply_address(game.seats.get(index=0), number=game.number,
                                       now=NOW)
        head = b"".join((b"From: ", formataddr(("Alice", ADDRESS)).encode(), b"\r\n"))
        take_in_and_answer(head + data, to=to)


def take_in_and_answer(raw: bytes, *, to: str) -> None:
    """Reads an email of Alice's and sends what answers it; neither may fail."""
    office = PostOffice(NOW)
    with patch.object(processing, "read_in_sandbox", read):  # a process for each takes long
        message = office.take_in(raw, to=to, sender=ADDRESS)
    assert message.status in (IncomingEmail.Status.DONE, IncomingEmail.Status.REFUSED,
                              IncomingEmail.Status.IGNORED), f"left {message.status}"
    assert message.outcome != "fault", "it could not be handled"
    office.deliver()
    failed = OutgoingEmail.objects.filter(status=OutgoingEmail.Status.FAILED)
    assert not failed.exclude(error__startswith=OutgoingEmail.OBSOLETE).exists()


class Commands:
    """Lines of commands: carried out or refused with whole sentences, and answered."""

    name = "commands"
    watched = ("games/post/inbox/command_emails.py", "games/post/inbox/commands.py",
               "games/post/inbox/parsing/commands.py", "games/post/emails/command_answers.py")
    words = (*commands.by_phrase(), "CODE", "now", "1 to 14 August", "2026-08-01", "1/8",
             "18 to 23", "Europe/Berlin", "not on Sunday", "pm", "invite", "bob@example.org",
             "3 players", "a bot", "no clock", "rated", "match", "private", "called", "beside",
             "alexandros", "daily", "never", ",", "\n", "“", "yes")

    def seeds(self) -> Sequence[bytes]:
        usages = [str(command.usage) for command in commands.every() if command.usage]
        return [usage.encode() for usage in (*usages, "\n".join(usages), "yes, call me Ben")]

    def mutate(self, data: bytes, rng: random.Random) -> bytes:
        return damaged_text(data, rng, words=self.words)

    @isolated
    def check(self, data: bytes) -> None:
        game = the_game()
        alice = game.seats.get(index=0).user
        email = queue_email(COMMANDS, to=ADDRESS, now=NOW, user=alice)
        assert email is not None
        to = tokens.email_reply_address(email)
        text = data.decode("utf-8", "replace").replace("CODE", game.code)
        take_in_and_answer(written(text, to=to, sender=ADDRESS), to=to)
        for result in (IncomingEmail.objects.latest("pk").finding or {}).get("results", ()):
            assert result["done"] or all(result["sentences"]), "refused without a sentence"


@contextmanager
def empty_database() -> Iterator[None]:
    """A database of its own for one run, as tests have."""
    from django.test.utils import (
        setup_databases,
        setup_test_environment,
        teardown_databases,
        teardown_test_environment,
    )

    setup_test_environment()
    made = setup_databases(verbosity=0, interactive=False)
    try:
        yield
    finally:
        connection.close()
        teardown_databases(made, verbosity=0)
        teardown_test_environment()
