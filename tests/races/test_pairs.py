"""Two requests about one game at the same moment: neither fails, and one of them was first (R30).

Every two acts of a world (``worlds``), and each act with itself, are sent together, so that each
has read what it wants before either has its locks.  The answers and the database have to be those
of the same requests one after the other, in one of the two orders; or one of them is refused, and
all is as if only the other had been sent.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
import time_machine
from django.test import Client
from pytest_django import DjangoDbBlocker

from games.base import task_queue
from games.models import Game, IncomingEmail, User
from games.post.emails.rendering import texts
from games.post.inbox import processing
from games.post.inbox.parsing.message_reader import Envelope
from games.table.lobby import open_tables
from games.table.play import verification
from games.table.play.verification import Fault
from tests.conftest import NOW
from tests.inbox.email_replies import written
from tests.lock_order import recorder
from tests.races.arena import REFUSED, Arena, Outcome, Request
from tests.races.worlds import REPLY, VISITOR, WORLDS, Act

ERROR = 500
SIGNED_OUT = 401  # what a redirection to the sign-in page means
Umpire = Callable[[Callable[[], Any]], Any]

pytestmark = [pytest.mark.django_db, pytest.mark.servers, pytest.mark.promise("R30")]


@pytest.fixture(scope="module")
def umpire(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Umpire]:
    """A thread outside the transaction of the test, which nobody else sees."""
    with django_db_blocker.unblock(), ThreadPoolExecutor(1) as pool:
        yield lambda act: pool.submit(act).result()


@pytest.fixture(scope="module")
def arena(umpire: Umpire) -> Iterator[Arena]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(task_queue, "send_task", lambda task, *args: True)
        made = umpire(Arena)
        yield made
        umpire(made.close)


@pytest.fixture(scope="module")
def rings(umpire: Umpire, arena: Arena) -> Iterator[Callable[[str], Ring]]:
    """Return the world with this name, which is made when another one was asked for before."""
    known: dict[str, Ring] = {}

    def ring(name: str) -> Ring:
        if name not in known:
            known.clear()
            umpire(arena.clear)
            known[name] = umpire(lambda: Ring(arena, name))
        return known[name]

    yield ring
    umpire(arena.clear)


class Ring:
    """A world in the arena, with a session for everybody."""

    def __init__(self, arena: Arena, name: str):
        self.arena, self.values = arena, WORLDS[name].make()
        self.cookies = {user.name: _signed_in(user) for user in User.objects.all()}
        arena.keep()
        self._after: tuple[Act, int] | None = None

    def request(self, act: Act, *, again: bool = False) -> Request:
        """Return the request of an act, or that with which it is sent ``again``."""
        return Request(f"{act}, again" if again else str(act), self._sending(act))

    def _sending(self, act: Act) -> Callable[[], int]:
        form = {name: text.format_map(self.values) for name, text in act.form.items()}
        who = act.who.format_map(self.values)
        if act.path == REPLY:
            return lambda: _reply(form, who)
        client = Client(raise_request_exception=False)
        if who != VISITOR:
            client.cookies.load(self.cookies[who])
        path = act.path.format_map(self.values)
        return lambda: _post(client, path, form, visitor=who == VISITOR)

    def one_after_the_other(self, first: Act, second: Act) -> Outcome:
        """Return the outcome of the second act after the first, which is carried out only once."""
        if self._after is None or self._after[0] is not first:
            self._after = first, self.arena.go_on_from(self.request(first))
        return self.arena.then(self._after[1], self.request(second, again=second == first))

    def at_once(self, first: Act, second: Act) -> Outcome:
        return self.arena.at_once(self.request(first), self.request(second, again=second == first))


def _signed_in(user: User) -> dict[str, str]:
    client = Client()
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return {name: morsel.value for name, morsel in client.cookies.items()}


def _post(client: Client, path: str, form: dict[str, str], *, visitor: bool) -> int:
    response = client.post(path, form)
    if response.streaming:
        response.getvalue()
    # Visitors may be asked to sign in after they have been let do it.
    signed_out = not visitor and response.headers.get("Location", "").startswith("/account/login/")
    return SIGNED_OUT if signed_out else response.status_code


def _reply(form: dict[str, str], who: str) -> int:
    sender = f"{who.lower()}@example.org"
    raw = written(form["text"], to=form["to"], sender=sender, message_id=f"<{form['text'][:4]}@x>")
    message = processing.store(raw, gateway="smtp", now=NOW,
                               envelope=Envelope(sender, (form["to"],)))
    processing.process(message.pk, now=NOW, render=texts)
    done = IncomingEmail.objects.get(pk=message.pk).status == IncomingEmail.Status.DONE
    return 200 if done else 409


@pytest.fixture(autouse=True)
def _same_time_and_chance(arena: Arena, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    arena.give_chances(monkeypatch)
    with time_machine.travel(NOW, tick=False):
        yield


def rows() -> Iterator[Any]:
    for name, world in WORLDS.items():
        for act in (*world.acts, *world.others):
            yield pytest.param(name, act, id=f"{name}: {act}")


@pytest.mark.parametrize(("world", "first"), [*rows()])
def test_an_act_and_any_other_at_once_are_as_one_after_the_other(
    umpire: Umpire, rings: Callable[[str], Ring], world: str, first: Act
) -> None:
    ring, acts = rings(world), WORLDS[world].rivals(first)
    recorder.begin(None)
    faults = umpire(lambda: [*_faults(ring, first, acts)])
    assert not faults, "\n".join(faults)


def test_a_lock_that_is_missing_is_found(
    umpire: Umpire, rings: Callable[[str], Ring], monkeypatch: pytest.MonkeyPatch
) -> None:
    ring, recorded = rings("open"), {str(act): act for act in WORLDS["open"].acts}
    acts = [recorded[f"Alice /games/{{game}}/{name}/"] for name in ("fill", "withdraw")]
    monkeypatch.setattr(open_tables, "_locked", lambda game: Game.objects.get(pk=game.pk))
    recorder.begin(None)
    assert umpire(lambda: [*_faults(ring, acts[0], acts), *_faults(ring, acts[1], acts)])


def _faults(ring: Ring, first: Act, acts: Sequence[Act]) -> Iterator[str]:
    """Yield what is wrong when the first request gets its locks before the others, each alone."""
    before = {second: ring.one_after_the_other(first, second) for second in acts}
    assert before[acts[0]].statuses[0] < REFUSED, f"{first} is refused when it is alone"
    for second in acts:
        found = ring.at_once(first, second)
        said = f"{first}, {second}: {found.statuses}"
        if max(found.statuses) >= ERROR:
            yield f"{said}, an error"
        elif ring.arena.deadlocks:
            yield f"{said}, a deadlock: {ring.arena.deadlocks}"
        elif fault := _first_fault(ring):
            yield f"{said}, {fault}"
        elif found.result != before[second].result and not (
                _is_other_order(ring, found, first, second) or _is_one(ring, found, first, second)):
            expected = before[second]
            yield f"{said}, not as {expected.statuses}:\n{_differences(found, expected)}"


def _is_other_order(ring: Ring, found: Outcome, first: Act, second: Act) -> bool:
    other = ring.one_after_the_other(second, first)
    return found.result == Outcome(other.statuses[::-1], other.rows).result


def _is_one(ring: Ring, found: Outcome, *acts: Act) -> bool:
    """Return whether one was refused, and all is as if only the other had been sent."""
    done = [status < REFUSED for status in found.statuses]
    if sum(done) != 1:
        return False
    place = done.index(True)
    return found.rows == ring.arena.alone(
        ring.request(acts[place], again=place == 1 and acts[0] == acts[1]))


def _first_fault(ring: Ring) -> Fault | None:
    """Return what is wrong with the log of a game to which something was added."""
    if "games_row" not in ring.arena.dirty:
        return None
    return next(filter(None, map(verification.first_fault, Game.objects.all())), None)


def _differences(found: Outcome, expected: Outcome) -> str:
    return "\n".join(f"  {name}: {row}" for name, one, other in (
        ("at once", found, expected), ("one after the other", expected, found))
        for row in sorted({*one.rows} - {*other.rows}))
