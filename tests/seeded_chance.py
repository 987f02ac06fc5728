"""What is left to chance in a test follows from the test's name.

Deals, codes and tokens come from `secrets`; a test that meets another deal in every run is
green until the day it is not.  So each test has chance of its own, the same in every run, and
`pytest --chance WORD` gives all of them other luck: run it with many words to look for tests,
and for code, that only one deal in thirty breaks.  Processes a test starts have real secrets.
"""

from __future__ import annotations

import random
import secrets

import hypothesis
import pytest

BYTES = 32  # as many as the standard library gives to one who does not say


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--chance", default="", metavar="WORD",
                     help="deal every test other cards, codes and examples")


def pytest_configure(config: pytest.Config) -> None:
    """Hypothesis tries the same examples in every run, and others for every word."""
    word = config.getoption("--chance")
    hypothesis.settings.register_profile(
        "named", derandomize=not word, database=None, deadline=None,
        suppress_health_check=list(hypothesis.HealthCheck))
    hypothesis.settings.load_profile("named")


@pytest.fixture(autouse=True)
def _chance(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Secrets that are the same whenever this test runs."""
    word = request.config.getoption("--chance")
    luck = random.Random(f"{word} {request.node.nodeid}")

    def token_bytes(nbytes: int | None = None) -> bytes:
        return luck.randbytes(BYTES if nbytes is None else nbytes)

    monkeypatch.setattr(secrets, "token_bytes", token_bytes)
    monkeypatch.setattr(secrets, "token_hex", lambda nbytes=None: token_bytes(nbytes).hex())
    monkeypatch.setattr(secrets, "choice", luck.choice)
    monkeypatch.setattr(secrets, "randbelow", luck.randrange)
