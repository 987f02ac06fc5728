"""Hostile emails take little CPU, raise nothing and are refused or read harmlessly."""

from __future__ import annotations

import json
import resource
import subprocess
import sys
from typing import Any

import pytest

from games.post.inbox.parsing import sandbox, sandbox_worker, size_limits
from games.post.inbox.parsing.message_reader import Envelope, read
from games.post.inbox.parsing.sandbox import read_in_sandbox
from tests.email_parsing import corpus_index, hostile
from tests.email_parsing.hostile import Hostile

LIMITED = "from games.post.inbox.parsing import sandbox_worker as worker; worker.limit_resources()"
ENVELOPE = Envelope("alice@example.org", ("turn+k3v9q0x7m2@play.example.net",))


@pytest.mark.promise("R17")
@pytest.mark.parametrize("mail", hostile.MAILS, ids=lambda mail: mail.says)
def test_it_is_refused_or_read_within_a_second_of_cpu_and_the_same_without_the_sandbox(
    mail: Hostile
) -> None:
    raw = mail.make()
    reading = read_in_sandbox(raw, envelope=ENVELOPE)
    assert reading.refused != "too-costly", "the sandbox was stopped at its limit"
    assert reading.refused in mail.outcomes
    assert reading.recipients == ENVELOPE.recipients
    assert len(reading.text) <= size_limits.MAX_WRITTEN
    assert "\0" not in reading.text + reading.subject
    assert read(raw, envelope=ENVELOPE) == reading


@pytest.mark.promise("R17")
def test_a_sandbox_that_burns_cpu_is_stopped_after_a_second() -> None:
    burn = f"{LIMITED}\nwhile True: pass"
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run([sys.executable, "-S", "-c", burn], cwd=sandbox.ROOT, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    assert done.returncode < 0
    spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    assert spent < sandbox_worker.CPU_SECONDS + 1


@pytest.mark.promise("R17")
def test_a_sandbox_that_needs_too_much_memory_gets_none() -> None:
    greedy = f"{LIMITED}\nbytearray(worker.MEMORY)"
    done = subprocess.run(
        [sys.executable, "-S", "-c", greedy], cwd=sandbox.ROOT, check=False, stderr=subprocess.PIPE
    )
    assert b"MemoryError" in done.stderr


@pytest.mark.promise("R17")
@pytest.mark.parametrize(
    ("program", "refused"),
    [
        ("import os; os.kill(os.getpid(), 9)", "too-costly"),
        ("raise SystemExit(3)", "unreadable"),
        ("print('no json')", "unreadable"),
        ("print('[]')", "unreadable"),
    ],
    ids=["is killed", "gives up", "talks nonsense", "answers with something else"],
)
def test_a_sandbox_that_fails_gives_a_refusal(
    program: str, refused: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = subprocess.run

    def other(_: list[str], **kwargs: Any) -> subprocess.CompletedProcess[bytes]:
        return run([sys.executable, "-S", "-c", program], **kwargs)

    monkeypatch.setattr(subprocess, "run", other)
    reading = read_in_sandbox(b"Subject: x\r\n\r\ndraw\r\n", envelope=ENVELOPE)
    assert (reading.refused, reading.sender, reading.text) == (refused, "", "")
    assert reading.recipients == ENVELOPE.recipients
    assert reading.sentence.endswith(".")


@pytest.mark.promise("R17")
def test_a_sandbox_that_never_ends_gives_a_refusal(monkeypatch: pytest.MonkeyPatch) -> None:
    run = subprocess.run

    def sleeping(_: list[str], **kwargs: Any) -> subprocess.CompletedProcess[bytes]:
        return run([sys.executable, "-S", "-c", "import time; time.sleep(60)"], **kwargs)

    monkeypatch.setattr(subprocess, "run", sleeping)
    assert read_in_sandbox(b"x", timeout=0.2).refused == "too-costly"


@pytest.mark.promise("R25")
def test_the_sandbox_gets_no_secret(monkeypatch: pytest.MonkeyPatch) -> None:
    run = subprocess.run
    seen: dict[str, Any] = {}

    def watched(command: list[str], **kwargs: Any) -> subprocess.CompletedProcess[bytes]:
        seen.update(kwargs)
        return run(command, **kwargs)

    monkeypatch.setenv("SECRET_KEY", "do-not-tell")
    monkeypatch.setattr(subprocess, "run", watched)
    assert read_in_sandbox(b"Subject: x\r\n\r\ndraw\r\n").text == "draw"
    assert [*seen["env"]] == ["PYTHONPATH"]
    assert json.loads(seen["input"].split(b"\n")[0]).keys() == {
        "sender", "recipients", "own_domain", "vouched"
    }


@pytest.mark.promise("R16", "R17")
def test_a_bounce_too_large_to_read_is_still_recognised() -> None:
    raw = (corpus_index.FOLDER / "automatic/postfix-bounce-plain.eml").read_bytes()
    reading = read(raw + b"x\r\n" * 1_000_000)
    assert (reading.refused, reading.reason) == ("too-large", "bounce")


@pytest.mark.parametrize("code", sorted(size_limits.CODES))
def test_every_refusal_has_a_sentence_that_says_what_to_do(code: str) -> None:
    assert "lease" in size_limits.sentence(code) or "unencrypted" in size_limits.sentence(code)
    assert size_limits.sentence(code).endswith(".")
