"""Targets that need no database: emails, orders, board files, records and positions."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from functools import cache
from itertools import islice
from typing import Any

from alexandros_rules import codec, drafts, positions, record, replay
from alexandros_rules.alexandros import board_file
from alexandros_rules.alexandros import continuing as alexandros
from alexandros_rules.alexandros.order_words import VERBS
from alexandros_rules.alexandros.rules import RULESET
from alexandros_rules.bot_games import play_out
from alexandros_rules.campaign import continuing as campaign
from alexandros_rules.chance import commitment
from alexandros_rules.collection import rulesets
from alexandros_rules.drafts import Draft
from alexandros_rules.errors import Refusal
from alexandros_rules.record import Record
from alexandros_rules.ruleset import Setup
from games.post.inbox.parsing import size_limits
from games.post.inbox.parsing.message_reader import read
from games.post.inbox.parsing.requests import read_request
from tests.email_parsing import corpus_index
from tests.fuzz.mutations import damaged_bytes, damaged_text
from tests.sample_games import GOLDEN, SEED, beginning, recorded

MAX_MOVES = 20  # that a game is played on a damaged board
RULESETS = {RULESET.name: RULESET}
PARTS = {"alexandros": alexandros, "campaign": campaign}
WORDS = (*VERBS, "K7", "K7.SE", "via", "E", "SE", "NW", "lyre", "horse", "soldier", "temple",
         "amphora", "guard", "2 guards", "->", ";", "and", "with", "help", "yes")
SNIPPETS = (
    b"\r\n", b"\r\n\r\n", b"\0", b"--", b"-- \r\n", b"> ", b"=?utf-8?q?", b"?=", b"message/rfc822",
    b"<blockquote>", b"</div>", b"<!--", b"<style>", b"Content-Type: multipart/mixed; boundary=",
    b"Content-Transfer-Encoding: base64\r\n", b"\xff\xfe", b"charset=utf-7", b"wrote:", b"From: ",
    b"\xc3", b"=\r\n", b"&#x", b";", b'"', b"\\", b"draw\r\n", b"take lyre\r\n",
)


def said_well(refusal: Refusal) -> None:
    """Every refusal has a code and a whole sentence."""
    assert refusal.code, "a refusal without a code"
    assert refusal.sentence.strip(), "a refusal without a sentence"
    assert refusal.sentence.strip()[-1] in ".?!”’)", f"no whole sentence: {refusal.sentence!r}"


class Emails:
    """Bytes of emails: no exception, little time, and a reading that keeps its limits."""

    name = "emails"
    watched = ("games/post/inbox/parsing", "engine")

    def seeds(self) -> Sequence[bytes]:
        return [corpus_index.raw(entry) for entry in corpus_index.INDEX]

    def mutate(self, data: bytes, rng: random.Random) -> bytes:
        return damaged_bytes(data, rng, snippets=SNIPPETS)

    def check(self, data: bytes) -> None:
        reading = read(data, own_domain=corpus_index.OWN_DOMAIN)
        assert reading == read(data, own_domain=corpus_index.OWN_DOMAIN), "read in two ways"
        assert reading.refused in ("", *size_limits.CODES)
        assert reading.refused != "unreadable", "a parser failed on it"
        assert len(reading.text) <= size_limits.MAX_WRITTEN
        request = read_request(reading.text, verbs=RULESET.verbs)
        assert all(order.strip() for _, order in request.orders), "an empty order"


class Orders:
    """Orders in recorded positions; the first line of an input says in which one.

    Whatever can be played is written in a notation that means the same, and whatever a refusal
    proposes can be played.
    """

    name = "orders"
    watched = ("engine",)

    def seeds(self) -> Sequence[bytes]:
        inputs = []
        for name in _recorded_games():
            rows = _rows(name).rows
            for row, after in zip(rows[1::7], rows[2::7], strict=False):
                inputs.append(f"{name} {row.number}\n{after.move}".encode())
        return inputs

    def mutate(self, data: bytes, rng: random.Random) -> bytes:
        head, _, orders = data.partition(b"\n")
        if rng.random() < 0.1:  # the same orders elsewhere
            name = rng.choice(_recorded_games())
            head = f"{name} {rng.randrange(1, len(_rows(name).rows))}".encode()
        return head + b"\n" + damaged_text(orders, rng, words=WORDS)

    def check(self, data: bytes) -> None:
        head, _, orders = data.partition(b"\n")
        found = _position(head.decode("utf-8", "replace"))
        if found is None:
            return
        view, seat = found
        draft = self._draft(view, orders.decode("utf-8", "surrogatepass"), seat)
        again = self._draft(view, draft.text, seat)
        assert again.refusal is None or not draft.steps, f"not readable: {draft.text!r}"
        assert again.text == draft.text, f"{draft.text!r} became {again.text!r}"
        if draft.refusal is not None:
            self._check_refusal(draft, seat)

    def _draft(self, view: Any, text: str, seat: int) -> Draft:
        return drafts.evaluate(RULESET, view, text, seat=seat)

    def _check_refusal(self, draft: Draft, seat: int) -> None:
        assert draft.refusal is not None  # the caller has checked
        said_well(draft.refusal)
        for order in draft.refusal.allowed[:20]:
            refused = self._draft(draft.view, order, seat).refusal
            assert refused is None, f"{order!r} was proposed, but {refused}"


class Boards:
    """Board files: a fault that names the mistake, or a board on which a game can be played."""

    name = "boards"
    watched = ("engine/alexandros_rules/alexandros/board_file.py",
               "engine/alexandros_rules/alexandros/board.py",
               "engine/alexandros_rules/alexandros/lattice.py",
               "engine/alexandros_rules/alexandros/marches.py")

    def seeds(self) -> Sequence[bytes]:
        return [text.encode() for text in board_file.shipped().values()]

    def mutate(self, data: bytes, rng: random.Random) -> bytes:
        words = ("~", "#", ".", "h", "start", "map", '"""', "[", "B3.NW")
        return damaged_text(data, rng, words=words)

    def check(self, data: bytes) -> None:
        text = data.decode("utf-8", "surrogatepass")
        try:
            board_file.load(text)
        except Refusal as refusal:
            said_well(refusal)
            return
        bots = [RULESET.bots["random"]] * 2
        for _ in islice(play_out(RULESET, Setup(text, 2), seed=SEED, bots=bots), MAX_MOVES):
            pass


class Records:
    """Records of games: a refusal that names the line, or a record that can be written again."""

    name = "records"
    watched = ("engine/alexandros_rules/record.py", "engine/alexandros_rules/replay.py",
               "engine/alexandros_rules/chance.py", "engine/alexandros_rules/codec.py",
               "engine/alexandros_rules/alexandros/notation.py",
               "engine/alexandros_rules/alexandros/decide.py")

    def seeds(self) -> Sequence[bytes]:
        return [beginning(recorded(name), moves=12).encode() for name in _recorded_games()]

    def mutate(self, data: bytes, rng: random.Random) -> bytes:
        return damaged_text(data, rng, words=("-", "!", ">", "=", "@bot", "first:0", "start", "1",
                                              "shuffle-1:", '{"seat":0}', "moves:", "board:"))

    def check(self, data: bytes) -> None:
        try:
            loaded = record.load(data.decode("utf-8", "surrogatepass"), RULESETS)
        except Refusal as refusal:
            said_well(refusal)
            return
        if loaded.seed is not None and commitment(loaded.seed) == loaded.commitment:
            written = record.export(loaded, RULESET, seed=loaded.seed)
            assert record.load(written, RULESETS) == loaded, "written differently"


class Positions:
    """Texts of positions, as somebody can write them into an address, and strings themselves.

    Whatever is read is written the same way again, and a game can go on from it.
    """

    name = "positions"
    watched = ("engine/alexandros_rules/positions.py",
               "engine/alexandros_rules/alexandros/continuing.py",
               "engine/alexandros_rules/campaign/continuing.py")

    def seeds(self) -> Sequence[bytes]:
        return [f"{name}\n{text}".encode() for name, part in PARTS.items()
                for text in part.samples if text.endswith("]")]

    def mutate(self, data: bytes, rng: random.Random) -> bytes:
        words = ("0", "-1", "null", "true", '"?"', "[]", ",", "[", "]", "?", "9", "f", "$", "1e9")
        name, _, text = data.partition(b"\n")
        try:
            parts = json.loads(text)
            self._change(parts, rng)
        except (ValueError, LookupError, TypeError, RecursionError):
            return damaged_text(data, rng, words=words)
        return name + b"\n" + codec.canonical(parts).encode()

    def _change(self, parts: Any, rng: random.Random) -> None:
        """Changes some value deep in a list, so that the text stays JSON."""
        at = rng.randrange(len(parts))
        if isinstance(parts[at], list) and parts[at] and rng.random() < 0.9:
            self._change(parts[at], rng)
        elif type(parts[at]) is int:
            parts[at] += rng.choice((1, -1, 1, -1, 7, 1 << 70))
        else:
            parts[at] = rng.choice(("?", "", "?" * 5, "take", "march", "act", "roll", "discard",
                                    "robber", "auction", "build", f"{1 << rng.randrange(80):x}",
                                    None, True, 0, rng.randrange(60), [], [None, None]))

    def check(self, data: bytes) -> None:
        name, _, text = data.decode("utf-8", "replace").partition("\n")
        if name not in PARTS:
            self._read(name)
            return
        try:
            string = positions.write(name, text.encode("ascii", "replace").decode(),
                                     PARTS[name].samples)
        except ValueError:
            return
        self._read(string)

    def _read(self, string: str) -> None:
        try:
            name, setup = positions.read(string, PARTS)
        except Refusal as refusal:
            said_well(refusal)
            return
        rules = rulesets()[name]
        assert positions.write(name, setup.options["position"], PARTS[name].samples) == string
        view = PARTS[name].view(setup)
        assert rules.status(view).to_move
        assert rules.text_board(view)
        bots = [rules.bots["random"]] * setup.players
        for _ in islice(play_out(rules, setup, seed=SEED, bots=bots), MAX_MOVES):
            pass


@cache
def _recorded_games() -> tuple[str, ...]:
    return tuple(sorted(path.stem for path in GOLDEN.glob("*.record")))


@cache
def _rows(name: str) -> Record:
    return record.load(recorded(name), RULESETS)


@cache
def _states(name: str) -> tuple[Any, ...]:
    one = _rows(name)
    return tuple(replay.states(RULESET, one.rows, version=one.version))


def _position(head: str) -> tuple[Any, int] | None:
    """The view of the seat to move after the row that the first line of an input names."""
    name, _, number = head.partition(" ")
    if name not in _recorded_games() or not number.isascii() or not number.isdecimal():
        return None
    states = _states(name)
    if not 0 < int(number[:6]) <= len(states):
        return None
    state = states[int(number[:6]) - 1]
    movers = RULESET.status(state).to_move
    return (RULESET.view(state, movers[0]), movers[0]) if movers else None
