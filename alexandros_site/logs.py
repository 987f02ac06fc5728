"""The format of log lines: JSON for programs or text for people, with everything secret masked.

Email addresses, tokens and codes are masked wherever they occur (R25).  The message of an
exception may quote a hand, so a traceback shows it only if the exception has nothing to do with
a game (R24).  Values of local variables are never shown.  Refused requests get one short line.
"""

from __future__ import annotations

import json
import logging
import re
import traceback
from collections.abc import Iterator
from datetime import UTC, datetime
from smtplib import SMTPException
from typing import Any

from django.core.exceptions import ImproperlyConfigured
from django.db import InterfaceError, OperationalError, ProgrammingError
from django.template import TemplateDoesNotExist
from kombu.exceptions import OperationalError as BrokerError
from redis.exceptions import RedisError
from structlog.contextvars import merge_contextvars
from structlog.stdlib import ExtraAdder, ProcessorFormatter
from structlog.typing import EventDict

from games.base import log_context

# What log lines may carry beside their sentence; everything else that is attached is left out.
FIELDS = ("game", "row", "email", "queue", "part", "method", "url", "status", "duration_ms")
# Exceptions that come from servers, files and settings, never from a position.
HARMLESS = (OSError, ImportError, ImproperlyConfigured, TemplateDoesNotExist, OperationalError,
            ProgrammingError, InterfaceError, BrokerError, RedisError, SMTPException)
HIDDEN = "(message hidden: it may quote hidden cards)"
REPRODUCE = ("python manage.py export_game {0} --failure --output {0}.record"
             " && python manage.py reproduce_failure {0}.record")

MAX_REFUSAL = 200  # characters

_MASKS = [
    (re.compile(r"://[^\s/@]+@"), "://(login)@"),
    (re.compile(r"[^\s<>\"'(),;:/@]{1,64}@[^\s<>\"'(),;:/@]+"), "(address)"),
    (re.compile(r"\b[0-9a-f]{24,}\b"), "(token)"),
    (re.compile(r"\b[a-z0-9]{32}\b"), "(token)"),  # a reply address, a link or a session id
    (re.compile(r"\b[\w-]{43}(?![\w-])"), "(token)"),  # a signature, or the key of a shared game
    (re.compile(r"/(unsubscribe|more-time|return)/[^/\s]+"), r"/\1/(token)"),  # sealed
    (re.compile(r"\b[A-Z]{4}-[A-Z]{4}\b"), "(code)"),
]


def masked(text: str) -> str:
    """Return the text without anything that gives access or identifies a person."""
    for pattern, mask in _MASKS:
        text = pattern.sub(mask, text)
    return text


BUSY = 503  # the status of such an answer


def shorten_refusals(record: logging.LogRecord) -> bool:
    """Shorten the line of a request that Django refuses, such as one for another host.

    A filter that keeps every record.  Whoever is asked to come back later is no error of ours.
    """
    # Anybody can send such requests, as many and as long as they like, and a traceback would say
    # nothing about us.
    if record.name.startswith("django.security."):
        line = " ".join(record.getMessage().split())
        record.msg, record.args = line[:MAX_REFUSAL], ()
        record.exc_info = record.exc_text = None
    if record.name == "django.request" and getattr(record, "status_code", 0) == BUSY:
        record.levelno, record.levelname = logging.WARNING, logging.getLevelName(logging.WARNING)
    return True


class MaskingFormatter(ProcessorFormatter):
    """The format of every log line, from any logger; ``layout`` is "json" or "text"."""

    def __init__(self, layout: str = "text"):
        super().__init__(
            foreign_pre_chain=[_describe_record, merge_contextvars, ExtraAdder(allow=FIELDS)],
            processors=[_describe_exception, ProcessorFormatter.remove_processors_meta, _mask,
                        _as_json if layout == "json" else _as_text],
        )


def _describe_record(_: Any, __: str, event: EventDict) -> EventDict:
    """Add time, level and logger, and replace sentences that quote a URL or an exception."""
    record: logging.LogRecord = event["_record"]
    time = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
    event.update(time=time, level=record.levelname.lower(), logger=record.name)
    failed_task = getattr(record, "data", None)  # attached by Celery to lines about failed tasks
    if isinstance(failed_task, dict) and "exc" in failed_task:
        event["event"] = "a task failed"
        event.update(task=failed_task.get("name"), task_id=failed_task.get("id"))
    match = getattr(getattr(record, "request", None), "resolver_match", None)
    if match is not None and record.name.startswith("django"):
        event["event"] = str(event["event"]).partition(":")[0]
        event["url"] = match.view_name
    return event


def _describe_exception(_: Any, __: str, event: EventDict) -> EventDict:
    """Turn an exception into its class and traceback, with the game that it is about."""
    if not isinstance(event.get("exc_info"), tuple) or event["exc_info"][1] is None:
        event.pop("exc_info", None)
        return event
    error: BaseException = event.pop("exc_info")[1]
    activity = log_context.activity_of(error)
    event.update(error=type(error).__name__, traceback=traceback_text(error))
    if activity is not None:
        event.update(game=activity.code, row=activity.number, doing=activity.doing,
                     reproduce=REPRODUCE.format(activity.code))
    return event


def traceback_text(error: BaseException) -> str:
    """Return the tracebacks of an exception and its causes, without messages that may be secret."""
    about_game = log_context.activity_of(error) is not None
    parts = []
    for each, link in _with_causes(error):
        line = type(each).__qualname__
        message = str(each) if _is_harmless(each, about_game=about_game) else HIDDEN
        lines = traceback.format_tb(each.__traceback__)
        parts.append(f"{link}Traceback (most recent call last):\n{''.join(lines)}{line}: {message}")
    return "\n\n".join(reversed(parts))


def _with_causes(error: BaseException) -> Iterator[tuple[BaseException, str]]:
    """Yield the exception and those before it, with the words that link each to its cause."""
    seen: set[int] = set()
    following: BaseException | None = error
    while following is not None and id(following) not in seen:
        seen.add(id(following))
        context = None if following.__suppress_context__ else following.__context__
        before = following.__cause__ or context
        known = before is None or id(before) in seen
        yield following, "" if known else "While handling it or because of it:\n\n"
        following = before


def _is_harmless(error: BaseException, *, about_game: bool) -> bool:
    """Return whether a message quotes no position and no row of the database."""
    if isinstance(error, HARMLESS):
        return True
    modules = (frame.f_globals.get("__name__", "")
               for frame, _ in traceback.walk_tb(error.__traceback__))
    return not about_game and not any(
        module.partition(".")[0] in ("alexandros_rules", "games") for module in modules
    )


def _mask(_: Any, __: str, event: EventDict) -> EventDict:
    return {name: _masked_value(value) for name, value in event.items()}


def _masked_value(value: Any) -> Any:
    """Return a number as it is, and everything else as masked text."""
    return value if value is None or isinstance(value, bool | int | float) else masked(str(value))


def _as_json(_: Any, __: str, event: EventDict) -> str:
    first = {name: event.pop(name, None) for name in ("time", "level", "logger", "event")}
    return json.dumps(first | dict(event), ensure_ascii=False)


def _as_text(_: Any, __: str, event: EventDict) -> str:
    time, level, logger, sentence = (event.pop(name, "")
                                     for name in ("time", "level", "logger", "event"))
    trace = event.pop("traceback", "")
    facts = " ".join(f"{name}={value}" for name, value in event.items())
    lines = [f"{time} {str(level).upper()} {logger}: {sentence}" + (f" [{facts}]" if facts else "")]
    return "\n".join([*lines, *([trace] if trace else [])])
