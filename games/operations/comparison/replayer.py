"""A process that replays games with another version of the code."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from threading import Timer
from typing import Any, Self
from zipfile import ZipFile

import alexandros_rules

ROOT = Path(__file__).resolve().parents[3]  # the checkout, if this code runs from one
RULES = Path(alexandros_rules.__file__).resolve().parents[1]


class NoSuchCode(Exception):
    """A version of the code that does not exist; the message says what to do."""


@dataclass(frozen=True, slots=True)
class Code:
    """One version of the code.

    ``python``  the interpreter that runs it.
    ``paths``   where its packages are, before what this interpreter has installed.
    ``root``    the directory that must contain its rules; None for what is installed.
    """

    python: str
    paths: tuple[str, ...] = ()
    root: Path | None = None


def running_code() -> Code:
    """Return the code that is running now."""
    return Code(sys.executable, (str(ROOT), str(RULES), *filter(None, sys.path)), RULES)


def in_checkout(directory: Path) -> Code:
    """Return the code of a checkout; old revisions have the rules in a package named engine."""
    project = directory / "engine"
    paths = [project, directory] if (project / "alexandros_rules").is_dir() else [directory]
    return Code(sys.executable, tuple(map(str, paths)), directory)


@contextmanager
def other_code(name: str) -> Iterator[Code]:
    """Yield the code in this directory, or else at this revision; raise NoSuchCode."""
    directory = Path(name)
    if name and directory.is_dir():
        yield _in_directory(directory.absolute())
        return
    commit = _commit(name)
    with tempfile.TemporaryDirectory(prefix="revision-") as made:
        yield _exported(commit, Path(made))


def _in_directory(directory: Path) -> Code:
    if (directory / "pyvenv.cfg").is_file():
        return Code(str(directory / "bin" / "python"))
    if (directory / "engine").is_dir():
        return in_checkout(directory)
    raise NoSuchCode(f"{directory} is neither a checkout nor a virtual environment. Name the"
                     " directory into which you have installed the other version.")


def _commit(name: str) -> str:
    """Return the commit that a revision means in the checkout this code runs from."""
    if not (ROOT / "manage.py").is_file():
        raise NoSuchCode(f"There is no directory {name}, and this code does not run from a"
                         " checkout, so it knows no revisions. Name the directory into which you"
                         " have installed the other version.")
    found = _git("rev-parse", "--verify", "--quiet", "--end-of-options", f"{name}^{{commit}}")
    if found.returncode:
        said = found.stderr.strip().split("\n")[0]
        raise NoSuchCode(f"There is no directory and no revision {name} in {ROOT}"
                         f"{f' ({said})' if said else ''}. `git log` lists the revisions; fetch"
                         " first if it is a new one.")
    return found.stdout.strip()


def _exported(commit: str, place: Path) -> Code:
    file = place / "revision.zip"
    done = _git("archive", "--format=zip", "-0", f"--output={file}", commit)
    if done.returncode:
        raise NoSuchCode(f"The revision cannot be exported ({done.stderr.strip()}). Name the"
                         " directory of a checkout instead.")
    code = place / "code"
    with ZipFile(file) as archive:
        archive.extractall(code)
    return in_checkout(code)


def _git(*arguments: str) -> subprocess.CompletedProcess[str]:
    try:
        return subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True,
                              check=False)
    except FileNotFoundError:
        raise NoSuchCode("Revisions can only be read with git, which is not installed. Install it,"
                         " or name the directory of a checkout.") from None


RUNNER = Path(__file__).with_name("runner.py")
SECONDS_TO_START = 60.0
SECONDS_TO_END = 5.0
SECONDS_A_GAME = 300.0  # a long game takes less than one


class UnusableCode(Exception):
    """A version of the code that cannot replay games; the message says why and what to do."""

    def __init__(self, name: str, reason: str):
        super().__init__(f"{name} cannot replay these games: {reason}. Install it with everything"
                         " it requires, take a newer version, or name games that it knows.")


@dataclass(frozen=True, slots=True)
class Replayed:
    """A game as a version of the code replays it.

    ``rows``     an answer of ``runner`` for each row; fewer if it stopped.
    ``seconds``  of CPU time.
    ``failure``  why there are no rows, such as "was ended by signal 9"; "" if there are rows.
    """

    rows: list[dict[str, Any]] = field(default_factory=list)
    seconds: float = 0.0
    failure: str = ""


class Replayer:
    """A process that replays games, and its successor if a game has ended it.

    ``modules`` names the module of each ruleset, and ``name`` begins sentences about this code.
    As a context manager, it starts the process without waiting for it (``wait_until_ready``)
    and ends it.
    """

    def __init__(self, code: Code, modules: Mapping[str, str], *, name: str):
        self._code, self._modules, self._name = code, modules, name
        self._process: subprocess.Popen[bytes] | None = None
        self._too_slow = False
        self.versions: dict[str, int] = {}

    def __enter__(self) -> Self:
        self._start()
        return self

    def __exit__(self, *error: object) -> None:
        self._stop()

    def wait_until_ready(self) -> None:
        """Read which rules the code has; raise UnusableCode if it cannot replay games."""
        try:
            answer = json.loads(self._read(SECONDS_TO_START))
        except ValueError:
            answer = {"unusable": f"its Python {self._ending()}"}
        if "unusable" in answer:
            raise UnusableCode(self._name, answer["unusable"])
        self.versions = answer["versions"]

    def send(self, game: Mapping[str, Any]) -> None:
        """Let the process begin with a game; ``receive`` waits for its end."""
        if self._process is None:
            self._start()
            self.wait_until_ready()
        self._write(game)

    def receive(self) -> Replayed:
        """Return the result of the game that was sent last."""
        line = self._read(SECONDS_A_GAME)
        try:
            return Replayed(**json.loads(line))
        except (ValueError, TypeError):
            return Replayed(failure=self._ending())

    def _start(self) -> None:
        """Start the process; raise UnusableCode if its Python cannot be run."""
        try:
            # -I: without the directory, environment and user's packages of whoever runs this.
            # -B: without leaving compiled files in somebody's checkout.
            self._process = subprocess.Popen(
                [self._code.python, "-I", "-B", str(RUNNER)], stdin=subprocess.PIPE,
                stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env={}, cwd="/",
            )
        except OSError as error:
            reason = f"{self._code.python} cannot be run ({error.strerror})"
            raise UnusableCode(self._name, reason) from None
        self._write({"paths": self._code.paths, "rulesets": dict(self._modules),
                     "root": self._code.root and str(self._code.root)})

    def _write(self, message: Mapping[str, Any]) -> None:
        assert self._process is not None
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(json.dumps(message).encode() + b"\n")
            self._process.stdin.flush()
        except BrokenPipeError:
            return  # it has ended, which reading shows

    def _read(self, seconds: float) -> bytes:
        """Return the next line; only a part if the process ends or takes too long."""
        assert self._process is not None
        assert self._process.stdout is not None
        self._too_slow = False
        timer = Timer(seconds, self._end_slow_process)
        timer.start()
        try:
            return self._process.stdout.readline()
        finally:
            timer.cancel()

    def _end_slow_process(self) -> None:
        self._too_slow = True
        if self._process is not None:
            self._process.kill()

    def _ending(self) -> str:
        """End the process if it still runs, and return how it ended."""
        code = self._stop()
        if self._too_slow:
            return "took too long"
        return f"was ended by signal {-code}" if code < 0 else f"ended with exit code {code}"

    def _stop(self) -> int:
        """Close the pipes, at which the process ends, and return its exit code."""
        process, self._process = self._process, None
        if process is None:
            return 0
        for pipe in (process.stdin, process.stdout):
            if pipe is not None:
                _close(pipe)
        try:
            return process.wait(SECONDS_TO_END)
        except subprocess.TimeoutExpired:
            process.kill()
            return process.wait()


def _close(pipe: Any) -> None:
    try:
        pipe.close()
    except BrokenPipeError:
        return  # there was something left to write
