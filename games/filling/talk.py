"""What people said and noted at a table."""

from __future__ import annotations

import random
from datetime import datetime

from games.filling.bulk import Database
from games.filling.schedule import Plan
from games.models import ChatMessage, ChatReport, GameEmailPreference, Note
from games.models.email_preferences import EmailTiming

SAID = ("Good luck!", "Well played.", "Sorry for the delay, I was away.", "What a move!",
        "I did not see that coming.", "Shall we play again?")
MESSAGES = 4  # at most, at one table
NOTES, PREFERENCES, REPORTS = 0.1, 0.02, 0.001


def add_talk(database: Database, plan: Plan, game: int, *, chance: random.Random,
             now: datetime) -> None:
    """Adds messages, a few reports of them, private notes and settings for this game."""
    present = [(index, person) for index, person in enumerate(plan.people) if person is not None]
    reached = len(plan.reached.rows) if plan.reached else 1
    for _ in range(chance.randint(plan.rare, MESSAGES) if len(present) > 1 else 0):
        index, person = chance.choice(present)
        moment = plan.started_at + chance.random() * (plan.moved_at - plan.started_at)
        message = database.rows(ChatMessage).add(
            game_id=game, user_id=person.pk, seat=index, channel=ChatMessage.Channel.TABLE,
            text=chance.choice(SAID), key=f"{chance.getrandbits(64):016x}", created_at=moment)
        if plan.rare or chance.random() < REPORTS:
            other = present[0][1] if person is not present[0][1] else present[1][1]
            database.rows(ChatReport).add(message_id=message, reporter_id=other.pk,
                                          created_at=moment)
    for _, person in present:
        if chance.random() < NOTES:
            database.rows(Note).add(user_id=person.pk, game_id=game, text="Watch the north.",
                                    number=chance.randint(1, reached), changed_at=plan.moved_at)
        if chance.random() < PREFERENCES:
            database.rows(GameEmailPreference).add(user_id=person.pk, game_id=game,
                                                   when=EmailTiming.NEVER)
