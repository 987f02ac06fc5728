"""The queues of the worker's tasks: which task goes where, and how long a task is good for.

Each queue can have workers of its own, so that work that has to wait for somebody else, such as
email while the mail server is slow, holds up nothing but its like.  The site's settings and the
code that sends tasks both read this module, so it imports nothing.
"""

from __future__ import annotations

CODES = "codes"  # sign-in codes, for which somebody is waiting in front of a page
TURNS = "turns"  # bots, plans, second games of matches, ratings, games that are found, and seasons
THINKING = "thinking"  # bots that search for seconds
HINTS = "hints"  # hints and suggested turns, for which somebody is waiting in front of a page
INBOX = "inbox"  # incoming email
OUTBOX = "outbox"  # all other outgoing email
HELD = "held"  # emails that their readers wanted later, such as digests: many are due at once
PUSH = "push"  # notifications in browsers, which the services of several companies deliver
POSTS = "posts"  # webhooks, whose receivers may be slow or gone
REVIEWS = "reviews"  # reviews and dumps of games that have ended, which take up to a minute
PICTURES = "pictures"  # animations, which take long to draw
SWEEPS = "sweeps"
QUEUES = (CODES, TURNS, THINKING, HINTS, INBOX, OUTBOX, HELD, PUSH, POSTS, REVIEWS,
          PICTURES, SWEEPS)

ROUTES = {
    "deliver_code": CODES,
    "play_bot": TURNS,
    "think": THINKING,
    "find_advice": HINTS,
    "continue_match": TURNS,
    "play_plan": TURNS,
    "rate_games": TURNS,
    "look_after_season": TURNS,
    "find_games": TURNS,
    "read_message": INBOX,
    "deliver_email": OUTBOX,
    "deliver_held": HELD,
    "send_notice": PUSH,
    "send_post": POSTS,
    "review_game": REVIEWS,
    "judge_fixture": REVIEWS,
    "dump_games": REVIEWS,
    "draw_animation": PICTURES,
    "sweep": SWEEPS,
}
# Seconds after which a worker throws a task away: its work has been announced again by then.
# Short for what takes little time or leaves no trace in its row when a worker takes it up, and
# never so short that clocks of two machines that differ a little make a task expire at once.
LIFETIMES = {
    "deliver_code": 60,
    "play_bot": 60,
    "think": 300,
    "find_advice": 60,
    "continue_match": 60,
    "play_plan": 60,
    "rate_games": 60,
    "look_after_season": 60,
    "find_games": 60,
    "read_message": 600,
    "deliver_email": 600,
    "deliver_held": 600,
    "send_notice": 600,
    "send_post": 600,
    "review_game": 300,
    "judge_fixture": 300,
    "dump_games": 300,
    "draw_animation": 60,
    "sweep": 60,
    "heartbeat": 60,
}


def prefixed(task: str) -> str:
    """Return the name under which Celery knows this task."""
    return f"games.tasks.{task}"
