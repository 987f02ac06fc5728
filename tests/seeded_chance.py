"""Makes the randomness of each test repeatable, with a seed made from the test's name.

Deals, codes and tokens come from `secrets`, so without this a test would get a different deal in
every run and might fail once in a while.  `pytest --chance WORD` changes the seed of all tests:
run it with many words to find tests, and code, that only one deal in thirty breaks.  Processes
that a test starts have real randomness.
"""

from __future__ import annotations

import random
import secrets

import hypothesis
import pytest

DEFAULT_BYTES = 32  # the standard library's default
EXAMPLES, FEWER_EXAMPLES = 100, 30  # of a property, and in the gate
FEWEST = 3  # examples that every property is tried with


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--chance", default="", metavar="WORD",
                     help="give all tests different cards, codes and examples")


def pytest_configure(config: pytest.Config) -> None:
    """Makes Hypothesis try the same examples in every run; each word gives different ones."""
    word = config.getoption("--chance")
    fewer = config.getoption("--gate") and "properties" not in config.getoption("--slow")
    hypothesis.settings.register_profile(
        "named", derandomize=not word, database=None, deadline=None,
        max_examples=FEWER_EXAMPLES if fewer else EXAMPLES,
        suppress_health_check=list(hypothesis.HealthCheck))
    hypothesis.settings.load_profile("named")


@pytest.fixture(autouse=True)
def _chance(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    seed_chance(monkeypatch, request.node.nodeid, config=request.config)


def seed_chance(patch: pytest.MonkeyPatch, name: str, *, config: pytest.Config) -> None:
    """Replaces the functions of ``secrets`` with seeded ones."""
    generator = random.Random(f"{config.getoption('--chance')} {name}")

    def token_bytes(nbytes: int | None = None) -> bytes:
        return generator.randbytes(DEFAULT_BYTES if nbytes is None else nbytes)

    patch.setattr(secrets, "token_bytes", token_bytes)
    patch.setattr(secrets, "token_hex", lambda nbytes=None: token_bytes(nbytes).hex())
    patch.setattr(secrets, "choice", generator.choice)
    patch.setattr(secrets, "randbelow", generator.randrange)


def examples(share: int) -> hypothesis.settings:
    """Return settings to try so many examples for each hundred that the profile allows."""
    allowed = hypothesis.settings().max_examples
    return hypothesis.settings(max_examples=max(min(share, FEWEST), share * allowed // 100))
