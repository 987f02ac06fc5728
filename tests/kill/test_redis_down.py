"""Redis is down from the start, or hangs: every page answers, and codes are sent (R3)."""

from __future__ import annotations

import socket
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime

import pytest

from games.models import Game, OutgoingEmail, User
from games.table.play import records
from tests.kill.http_client import HttpClient, Response, signed_in_client
from tests.kill.processes import Programs, eventually
from tests.kill.smtp_sink import Sink
from tests.sample_games import FINISHED
from tests.with_servers import free_port

pytestmark = pytest.mark.promise("R3")

PROMISED = 2.0  # seconds
SLOWDOWN = 2  # how much slower than promised a machine that is busy with tests may be
PAGES = (
    "/", "/health", "/lobby/", "/games/", "/games/new/?game=alexandros", "/rules/", "/check/",
    "/preview.png",
    "/games/{fresh}/", "/games/{fresh}/stream/", "/games/{fresh}/?draft=take+nothing",
    "/games/{finished}/", "/games/{finished}/replay/9/", "/games/{finished}/replay/9/board.png",
    "/games/{finished}/record.txt", "/games/{finished}/log.json",
    "/mail/", "/account/", "/account/email/",
    "/admin/", "/admin/games/game/", "/admin/games/outgoingemail/", "/admin/games/failure/",
)
FORMS = (
    ("/play/", {"players": "2", "board": "delta", "bot": "greedy"}),
    ("/games/new/", {"players": "3", "board": "delta", "bots": "0", "bot": "greedy"}),
    ("/account/", {"name": "Alicia"}),
    ("/mail/test/", {}),
    ("/account/email/", {"email": "alice@new.example"}),
)


@pytest.fixture
def hanging() -> Iterator[str]:
    """The address of a Redis that accepts connections and never answers."""
    with socket.create_server(("127.0.0.1", 0), backlog=500) as listener:
        yield f"redis://127.0.0.1:{listener.getsockname()[1]}/0"


@pytest.fixture
def closed() -> str:
    """The address of a Redis that is not there."""
    return f"redis://127.0.0.1:{free_port()}/0"


@dataclass
class Site:
    """A web server without Redis or workers, and the paths of its games."""

    port: int
    operator: HttpClient
    games: dict[str, str]

    def pages(self) -> dict[str, Response]:
        """Every page, and the answer to every form."""
        seen = {f"GET {path}": self.operator.get(path.format(**self.games)) for path in PAGES}
        return seen | {f"POST {path}": self.operator.post(path, **form) for path, form in FORMS}

    def ask_for_code(self, address: str) -> Response:
        return HttpClient(self.port, "").post("/account/login/", email=address)


Start = Callable[[str], Site]


@pytest.fixture
def start(programs: Programs, mail_server: Sink, alice: User, real_now: datetime,
          start_games: Callable[[int], list[Game]]) -> Start:
    """Starts a web server with this address of a Redis; Alice is an operator."""
    User.objects.filter(pk=alice.pk).update(is_staff=True, is_superuser=True)
    finished = records.import_record(FINISHED, name="Finished", now=real_now)
    games = {"fresh": start_games(1)[0].code, "finished": finished.code}

    def start(redis: str) -> Site:
        port = free_port()
        web = programs.start("web", str(port), REDIS_URL=redis, EMAIL_URL=mail_server.url)
        operator = signed_in_client(alice, port=port)
        assert eventually(operator.can_connect), web.log_tail()
        return Site(port, operator, games)

    return start


@pytest.mark.parametrize("redis", ["closed", "hanging"])
def test_every_page_answers_promptly(
    start: Start, redis: str, request: pytest.FixtureRequest
) -> None:
    answers = start(request.getfixturevalue(redis)).pages()
    assert {asked: each.status for asked, each in answers.items() if each.status >= 400} == {}
    slowest = max(answers, key=lambda asked: answers[asked].seconds)
    assert answers[slowest].seconds < PROMISED * SLOWDOWN, slowest


@pytest.mark.promise("R14")
@pytest.mark.parametrize("redis", ["closed", "hanging"])
def test_people_get_their_codes(
    start: Start, redis: str, request: pytest.FixtureRequest, mail_server: Sink
) -> None:
    site = start(request.getfixturevalue(redis))
    answers = [site.ask_for_code(f"guest{number}@example.org") for number in range(10)]
    assert [answer.location for answer in answers] == ["/account/login/code/"] * 10
    assert max(answer.seconds for answer in answers) < PROMISED * SLOWDOWN
    assert eventually(lambda: len(mail_server.ids) == 10)
    assert eventually(lambda: not OutgoingEmail.objects.exclude(status="sent").exists())
