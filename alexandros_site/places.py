"""Where the site's own files and the operator's data are: in a checkout, or once installed.

A checkout keeps everything together.  An installed package brings its templates and texts inside
the package, and keeps data where the operating system wants a user's data.
"""

from __future__ import annotations

from pathlib import Path

from platformdirs import user_data_path

PACKAGE = Path(__file__).resolve().parent
CHECKOUT = PACKAGE.parent
SHIPPED = PACKAGE / "shipped"  # where the wheel puts what a checkout has beside the packages


def is_checkout() -> bool:
    """Whether the code runs from a checkout rather than from an installed package."""
    return (CHECKOUT / "manage.py").is_file()


def command() -> str:
    """What an operator writes before the name of a command."""
    return "python manage.py" if is_checkout() else "alexandros"


def base_directory() -> Path:
    """The directory that contains ``templates``, ``locale`` and ``docs``."""
    return CHECKOUT if is_checkout() else SHIPPED


def data_directory(chosen: str) -> Path:
    """Where the database and the secret key are: what the operator chose, "" for the default."""
    if chosen:
        return Path(chosen).resolve()
    return CHECKOUT / "data" if is_checkout() else user_data_path("alexandros", appauthor=False)


def static_directory(data: Path) -> Path:
    """Where the static files are collected; an installed package may be read-only."""
    return CHECKOUT / "staticfiles" if is_checkout() else data / "staticfiles"
