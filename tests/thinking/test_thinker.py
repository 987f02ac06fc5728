"""Bots think in a process of its own, which knows no secrets and ends with its parent."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from alexandros_rules.alexandros.rules import RULESET
from alexandros_rules.bot_plans import next_move
from games.base import log_context
from games.base import thinker as thinking
from games.base.thinker import Died, Interrupted, Overdue, Thinker
from tests.engine.positions import draw_board, position
from tests.thinking.bots import Deaf, Faulty, Meeting, Odd, Ponderer, Reporter, Suicidal

VIEW = RULESET.view(position(draw_board("t.h.l...s.ta....")), 0)
ENDLESS = 3600.0


@pytest.fixture
def thinker() -> Iterator[Thinker]:
    started = Thinker()
    yield started
    with started.prevent():
        pass


def plan(thinker: Thinker, bot: Any, *, seconds: float = 60.0) -> Any:
    return thinker.ask(bot.plan, VIEW, seat=0, salt=b"any", seconds=seconds)


def eventually(condition: Callable[[], object]) -> bool:
    """Waits until the condition is true, and says whether it is."""
    for _ in range(2400):
        if condition():
            return True
        time.sleep(0.05)
    return False


def is_gone(process: int) -> bool:
    """Whether a process has ended, be it that nobody has collected it yet."""
    try:
        state = Path(f"/proc/{process}/stat").read_text(encoding="ascii").rpartition(")")[2]
    except FileNotFoundError:
        return True
    return state.split()[0] == "Z"


def test_it_plans_what_the_bot_would_plan_here(thinker: Thinker) -> None:
    assert plan(thinker, Ponderer()) == [
        next_move(RULESET.bots["greedy"], VIEW, seat=0, salt=b"any")]


@pytest.mark.promise("R24")
def test_the_process_stays_and_knows_neither_secrets_nor_django(
    thinker: Thinker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SECRET_KEY", "a secret")
    first, second = plan(thinker, Reporter()), plan(thinker, Reporter())
    process, variables, modules, niceness, has_time = first
    assert process == second[0] != os.getpid()
    assert {*variables} <= {"PYTHONPATH", "LC_CTYPE"}
    assert not [name for name in modules if name.partition(".")[0] in ("django", "celery")]
    assert niceness > os.nice(0)
    assert has_time


def test_a_bot_without_time_plans_at_once(thinker: Thinker) -> None:
    assert plan(thinker, Ponderer(at_most=ENDLESS), seconds=0)


def test_an_exception_of_a_bot_is_raised_here_with_its_place(thinker: Thinker) -> None:
    with pytest.raises(LookupError, match="no such card") as caught:
        plan(thinker, Faulty(LookupError("no such card")))
    assert log_context.place_of(caught.value).startswith("games.base.thinking_child:")
    assert plan(thinker, Ponderer())


def test_an_exception_that_cannot_be_sent_is_named(thinker: Thinker) -> None:
    with pytest.raises(RuntimeError, match="Odd"):
        plan(thinker, FaultyInItsOwnWay())


class FaultyInItsOwnWay(Faulty):
    """Raises an exception that is made where it thinks."""

    def __init__(self) -> None:
        super().__init__(ValueError())

    def plan(self, *_: Any, **__: Any) -> Any:
        raise Odd("of", " its own")


def test_a_process_that_was_killed_is_started_again(thinker: Thinker) -> None:
    process = plan(thinker, Reporter())[0]
    os.kill(process, signal.SIGKILL)
    assert eventually(lambda: is_gone(process))
    assert plan(thinker, Reporter())[0] != process


def test_a_bot_whose_process_died_is_asked_again_once(thinker: Thinker, tmp_path: Path) -> None:
    assert plan(thinker, Suicidal(f"{tmp_path}/once", always=False)) == ["alive"]
    with pytest.raises(Died):
        plan(thinker, Suicidal(f"{tmp_path}/always", always=True))
    assert plan(thinker, Ponderer())


def test_a_bot_that_does_not_notice_the_end_of_its_time_is_stopped(
    thinker: Thinker, monkeypatch: pytest.MonkeyPatch
) -> None:
    process = plan(thinker, Reporter())[0]
    monkeypatch.setattr(thinking, "PATIENCE", 0.1)
    with pytest.raises(Overdue):
        plan(thinker, Deaf(), seconds=0.1)
    assert is_gone(process)


def test_bots_think_side_by_side_in_as_many_processes_as_there_may_be(tmp_path: Path) -> None:
    thinker = Thinker(children=2)
    with ThreadPoolExecutor() as people:
        first, second = [people.submit(plan, thinker, Meeting(f"{tmp_path}", 2)) for _ in range(2)]
        assert first.result() == second.result() == ["met"]
        processes = {people.submit(plan, thinker, Reporter()).result()[0] for _ in range(4)}
    assert len(processes) <= 2
    with thinker.prevent():
        pass
    assert all(is_gone(process) for process in processes)


def test_short_questions_come_first_but_no_question_waits_for_ever(tmp_path: Path) -> None:
    asked = iter([0, 0, 50, 100])  # when each of the four questions is asked
    thinker, answered = Thinker(children=1, clock=lambda: next(asked)), list[str]()

    def ask(name: str, seconds: float) -> None:
        plan(thinker, Ponderer(), seconds=seconds)
        answered.append(name)

    with ThreadPoolExecutor() as people:
        people.submit(plan, thinker, Meeting(f"{tmp_path}", 2))
        assert eventually(lambda: len(list(tmp_path.iterdir())) == 1)
        for number, (name, seconds) in enumerate([("long", 120), ("short", 30), ("late", 30)], 1):
            people.submit(ask, name, seconds)
            assert eventually(lambda number=number: thinker.waiting == number)
        (tmp_path / "the other one").touch()
    assert answered == ["short", "long", "late"]
    with thinker.prevent():
        pass


def test_whoever_waits_for_a_plan_is_interrupted(thinker: Thinker) -> None:
    interrupted = threading.Event()

    def wait() -> None:
        with pytest.raises(Interrupted):
            plan(thinker, Ponderer(at_most=ENDLESS), seconds=ENDLESS)
        interrupted.set()

    process = plan(thinker, Reporter())[0]
    waiting = threading.Thread(target=wait)
    waiting.start()
    with thinker.prevent():
        assert interrupted.wait(120)
        with pytest.raises(Interrupted):
            plan(thinker, Ponderer())
    waiting.join()
    assert is_gone(process)
    assert plan(thinker, Ponderer())


def test_a_copy_of_this_process_has_a_child_of_its_own() -> None:
    code = """if True:
        import os
        from games.base.thinker import THINKER
        from tests.thinking.test_thinker import Reporter, plan
        mine = plan(THINKER, Reporter())[0]
        if os.fork():
            os.wait()
            print(mine == plan(THINKER, Reporter())[0])
        else:
            print(mine != plan(THINKER, Reporter())[0], flush=True)
    """
    done = subprocess.run([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True,
                          check=True)
    assert done.stdout.split() == ["True", "True"]


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_the_process_ends_with_its_parent_even_while_a_bot_thinks(number: int) -> None:
    code = """if True:
        import signal, threading
        # A shell that runs tests in the background lets them ignore this signal.
        signal.signal(signal.SIGINT, signal.default_int_handler)
        from games.base.thinker import THINKER
        from tests.thinking.test_thinker import ENDLESS, Ponderer, Reporter, plan
        process = plan(THINKER, Reporter())[0]
        threading.Thread(target=plan, daemon=True, kwargs={"seconds": ENDLESS},
                         args=(THINKER, Ponderer(at_most=ENDLESS))).start()
        print(process, flush=True)
        threading.Event().wait()
    """
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True,
                          stderr=subprocess.DEVNULL, start_new_session=True) as parent:
        assert parent.stdout
        process = int(parent.stdout.readline())
        assert not is_gone(process)
        os.killpg(parent.pid, number)
        parent.wait()
    assert eventually(lambda: is_gone(process))
