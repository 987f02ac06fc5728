"""Finds the code to compare with: a revision, a checkout or a virtual environment.

A revision is exported into a private temporary directory: nothing is checked out, and nothing is
left behind.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from zipfile import ZipFile

import engine

ROOT = Path(engine.__file__).resolve().parents[1]  # the checkout, if this code runs from one


class NoSuchCode(Exception):
    """There is nothing to compare with; the message says why and what to do."""


@dataclass(frozen=True, slots=True)
class Code:
    """One version of the code.

    ``python``  the interpreter that runs it.
    ``paths``   where its packages are, before what this interpreter has installed.
    ``root``    the directory that must contain its engine; None for what is installed.
    """

    python: str
    paths: tuple[str, ...] = ()
    root: Path | None = None


def running() -> Code:
    """The code that is running now."""
    return Code(sys.executable, (str(ROOT), *filter(None, sys.path)), ROOT)


@contextmanager
def other(name: str) -> Iterator[Code]:
    """The code in the directory with this name, or else at the revision; raises NoSuchCode."""
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
        return Code(sys.executable, (str(directory),), directory)
    raise NoSuchCode(f"{directory} is neither a checkout nor a virtual environment. Name the"
                     " directory into which you have installed the other version.")


def _commit(name: str) -> str:
    """The commit that a revision means in the checkout this code runs from."""
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
    return Code(sys.executable, (str(code),), code)


def _git(*arguments: str) -> subprocess.CompletedProcess[str]:
    try:
        return subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True,
                              check=False)
    except FileNotFoundError:
        raise NoSuchCode("Revisions can only be read with git, which is not installed. Install it,"
                         " or name the directory of a checkout.") from None
