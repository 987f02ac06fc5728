"""Paths of the pages that every game has: introduction, rules, figures, preview picture.

The default game has short paths, such as ``/rules/``; the paths of any other game contain its name.
"""

from __future__ import annotations

from urllib.parse import urlencode

from django.urls import reverse

from games.rulesets import registry
from games.rulesets.registry import Room

GAME = "game"  # the field of a query or a form that names a game
BOT = "bot"  # and the one that names a bot


def home_path(room: Room) -> str:
    """Return the path of the home page that introduces this game and offers to play it."""
    return reverse("home") if _is_default(room) else f"{reverse('home')}?{_query(room)}"


def new_table_path(room: Room) -> str:
    """Return the path of the form for a new table of this game."""
    form = reverse("new-game")
    return f"{form}?{_query(room)}" if registry.several() else form


def rules_path(room: Room) -> str:
    """Return the path of the game's rules."""
    return _path("rules", room)


def opponents_path(room: Room) -> str:
    """Return the path of the page that introduces the game's bots."""
    return _path("opponents", room)


def course_path(room: Room) -> str:
    """Return the path of the course that teaches the game."""
    return _path("course", room)


def course_email_path(room: Room) -> str:
    """Return the path of the form that asks for the course by email."""
    return _path("course-email", room)


def lesson_path(room: Room, lesson: str, *, page: str = "lesson") -> str:
    """Return the path of a lesson, or of another ``page`` that belongs to the lesson."""
    return _path(page, room, lesson=lesson)


def puzzles_path(room: Room) -> str:
    """Return the path of the puzzles of the last days."""
    return _path("puzzles", room)


def puzzle_path(room: Room, key: str, *, page: str = "puzzle") -> str:
    """Return the path of a puzzle, or of another ``page`` that belongs to the puzzle."""
    return _path(page, room, puzzle=key)


def puzzles_email_path(room: Room) -> str:
    """Return the path of the form that turns the daily puzzles by email on and off."""
    return _path("puzzles-email", room)


def play_path(room: Room, *, bot: str) -> str:
    """Return the path of the form on the home page to play against this bot."""
    named = {} if _is_default(room) else {GAME: room.name}
    return f"{reverse('home')}?{urlencode({**named, BOT: bot})}#play"


def figure_path(room: Room, *, theme: str, name: str) -> str:
    """Return the path of one picture of the game's rules in one theme."""
    return _path("figure", room, theme=theme, name=name)


def preview_path(room: Room) -> str:
    """Return the path of the picture that other sites show beside a link about the game."""
    return _path("preview-picture", room)


def _path(page: str, room: Room, **where: str) -> str:
    named = {} if _is_default(room) else {GAME: room.name}
    return reverse(page, kwargs={**named, **where})


def _query(room: Room) -> str:
    return urlencode({GAME: room.name})


def _is_default(room: Room) -> bool:
    return room.name == registry.default().name
