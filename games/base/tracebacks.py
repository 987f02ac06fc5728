"""Where in our own code an exception occurred, also in another process."""

from __future__ import annotations

import traceback

OWN_CODE = ("engine", "games", "alexandros_site")
_ATTRIBUTE = "games_place"


def place_of(error: BaseException) -> str:
    """The last line of our own code that an exception came through: module, line and function."""
    place: str = getattr(error, _ATTRIBUTE, "")
    if place:
        return place
    for frame, line in traceback.walk_tb(error.__traceback__):
        module = frame.f_globals.get("__name__", "")
        if module.partition(".")[0] in OWN_CODE:
            place = f"{module}:{line} in {frame.f_code.co_name}"
    return place[:200]


def note(error: BaseException, place: str) -> None:
    """Notes where an exception occurred whose traceback does not show it."""
    setattr(error, _ATTRIBUTE, place)
