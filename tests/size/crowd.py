"""Many made-up rows in every large table, of which no sweep has anything to do for a year.

They are inserted by SQL alone, on PostgreSQL, and are not played by any rules: they only fill the
tables.  Of everything that a sweep looks for there is a lot that waits, but is not due: clocks that
run or stand still, emails that are held, players who have been reminded or do not want to be,
games that rest or pause, open tables, games that ended a short time ago.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta

from django.core.management import call_command
from django.db import connection

from games.models import StoredSetup

GAMES, USERS, PUZZLES = 10_000, 10_000, 3000
FIRST = 1_000_000  # the first id: those of the tests' own rows are smaller
YEAR = timedelta(days=365)

# In each statement, i is the number of the row, %(now)s the time, %(later)s a year later.
TABLES = {
    ("games_user", USERS): """
        id, email, name, password, is_guest, is_staff, is_superuser, is_active, date_joined,
        last_login, kept_at, wants_reviews, page_for, language, owner_id)
        SELECT {first} + i, CASE WHEN i %% 50 <> 49 THEN 'person' || i || '@example.org' END,
            'Person ' || i, '', false, false, false, true, %(now)s,
            CASE WHEN i %% 5 > 0 THEN %(now)s END, %(later)s, true, 'members', '',
            CASE WHEN i %% 50 = 49 THEN {first} + i - 1 END""",
    ("games_handle", USERS): """
        user_id, name, key, look, given_up_at)
        SELECT {first} + i, 'Person-' || i, 'person-' || i, 'person-' || i,
            CASE WHEN i %% 2 = 0 THEN %(later)s END""",
    ("games_seenat", USERS): """
        user_id, kind, mark, seen_at)
        SELECT {first} + i, CASE WHEN i %% 2 = 0 THEN 'network' ELSE 'browser' END,
            i::text, %(later)s""",
    ("games_game", GAMES): """
        id, code, name, ruleset, rules_version, setup_id, seed, commitment, status, listed, pace,
        bank_at_start, bank_per_turn, bank_limit, grace, required_reliability, newcomers, note,
        invite_token, created_at, active_at, warned_at, started_at, moved_at, number, turn,
        paused_at, deserted_at, untidy_since, match, rated, suggested_turns, found,
        arranged, sealed, imported, created_by_id)
        SELECT {first} + i, 'crowd' || i, 'Game ' || i, 'alexandros', 1, %(setup)s, '', '',
            CASE i %% 10 WHEN 0 THEN 'open' WHEN 1 THEN 'running' WHEN 2 THEN 'running'
                WHEN 3 THEN 'running' ELSE 'over' END,
            i %% 10 <> 9, 'day', '1 day',
            CASE i %% 10 WHEN 1 THEN '0' ELSE '1 day' END::interval, '5 days', '6 hours', '', true,
            '', md5(i::text), %(now)s, %(later)s,
            CASE WHEN i %% 20 = 0 THEN %(later)s END, %(now)s, %(now)s, 4, 1,
            CASE WHEN i %% 40 IN (3, 6) THEN %(later)s END,
            CASE WHEN i %% 40 IN (2, 7) THEN %(later)s END,
            CASE WHEN i %% 20 > 10 THEN %(later)s END,
            CASE i %% 10 WHEN 1 THEN 'first' WHEN 4 THEN 'continued' ELSE '' END, i %% 5 = 2,
            true, false, false, false, i %% 10 = 9, {first} + i %% {users}""",
    ("games_seat", 3 * GAMES): """
        id, game_id, index, user_id, bot, name, status, invited_email, invite_token,
        takeover_token, score, to_move, stand_in, rests, remind_at, may_act, asked,
        unanswered, heard)
        SELECT {first} + i, {first} + i / 3, i %% 3,
            CASE WHEN i / 3 %% 40 <> 2 THEN {first} + (i / 3 + i %% 3) %% {users} END,
            CASE WHEN i / 3 %% 40 = 2 THEN 'greedy' ELSE '' END, '', 'taken', '', '', '', 0,
            i %% 3 = 0 AND i / 3 %% 10 IN (1, 2, 3), '', i / 3 %% 40 = 2,
            CASE WHEN i %% 3 = 0 AND i / 3 %% 20 = 1 THEN %(later)s END, i %% 3 > 0,
            CASE WHEN i %% 3 = 2 THEN 'one' ELSE '' END, i %% 3 = 2 AND i / 3 %% 40 = 2, ''""",
    ("games_row", 4 * GAMES): """
        game_id, number, seat, actor, move, events, digest, chain, key, created_at)
        SELECT {first} + i / 4, i %% 4 + 1, i %% 3, 'page', 'take horse', '[]', '', '', '', %(now)s
        """,
    ("games_snapshot", GAMES): """
        game_id, number, state) SELECT {first} + i, 4, repeat('x', 200)""",
    ("games_plan", GAMES): """
        id, seat_id, user_id, text, grace, as_usual, made_by, revision, played, created_at,
            ended_at, ending)
        SELECT {first} + i, {first} + 3 * i, {first} + i %% {users}, 'ask me', '0', false, 'page',
            1, 0, %(now)s, CASE WHEN i %% 2 = 0 THEN %(now)s END,
            CASE WHEN i %% 2 = 0 THEN 'off' ELSE '' END""",
    ("games_planattempt", 2 * GAMES): """
        plan_id, step, turn, number, outcome, begun_at, due_at, look_at, settled_at, orders, why)
        SELECT {first} + i / 2, 0, 1, i, CASE WHEN i %% 20 = 0 THEN 'waiting' ELSE 'refused' END,
            %(now)s, %(later)s, CASE WHEN i %% 20 = 0 THEN %(later)s END,
            CASE WHEN i %% 20 > 0 THEN %(now)s END, '', ''""",
    ("games_review", GAMES): """
        game_id, row, data, failures, delays, asked_at, done_at, served_at)
        SELECT {first} + i, 4, '{{}}', 0, 0, %(now)s, %(now)s, %(now)s - interval '1 day'""",
    ("games_ratedplayer", USERS): """
        id, user_id, hidden) SELECT {first} + i, {first} + i, false""",
    ("games_ratedgame", GAMES): """
        id, game_id, ruleset, players, began_at, ended_at, why, voided_at, because, folded)
        SELECT {first} + i, {first} + i, 'alexandros', 2, %(now)s,
            CASE WHEN i %% 3 > 0 THEN %(now)s - interval '1 day' - i * interval '1 minute' END,
            CASE WHEN i %% 7 = 0 THEN 'people' ELSE '' END, NULL, '', i %% 3 > 0 AND i %% 7 > 0""",
    ("games_ratedseat", 2 * GAMES): """
        id, rated_id, index, player_id, rank, mu_before, sigma_before, mu_after, sigma_after, games,
        weight, why)
        SELECT {first} + i, {first} + i / 2, i %% 2, {first} + (i / 2 + i %% 2) %% {users}, 1, 1500,
            246, 1510, 230, 1, 1, ''""",
    ("games_archivedgame", GAMES): """
        game_id, ended_at, ruleset, board, players, turns, lead, reason, won, whole, length, margin,
        band, counted)
        SELECT {first} + i, %(now)s + i * interval '1 minute', 'alexandros', 'alexandros-delta',
            2 + i %% 3, i %% 90, i %% 40, 'walls', '1', true, 1 + i %% 4, 1 + i %% 5, i %% 5,
            true""",
    ("games_rating", USERS): """
        player_id, ruleset, players, mu, sigma, games, at, standing, firm_until)
        SELECT {first} + i, 'alexandros', 2, 1510, 100, 1, %(now)s, 1500 + i, %(later)s""",
    ("games_competition", GAMES // 10): """
        id, ruleset, players, starts_at, ends_at, status, divisions, look_at, kind, code, title,
        about, organiser_id, rounds, round_length, seed)
        SELECT {first} + i, 'crowd' || i, 2, %(now)s - i * interval '1 hour', %(later)s,
            CASE WHEN i %% 2 = 0 THEN 'over' ELSE 'running' END, 1,
            CASE WHEN i %% 2 = 1 THEN %(later)s END,
            CASE i %% 3 WHEN 0 THEN 'season' WHEN 1 THEN 'cup' ELSE 'duplicate' END, 'crowd' || i,
            'Cup ' || i, '', {first} + i, 1, '14 days', ''""",
    ("games_competitionnote", GAMES): """
        competition_id, by_id, at, deed, facts, text)
        SELECT {first} + i / 10, {first} + i, %(now)s, 'announced', '{{}}', 'Hello'""",
    ("games_entry", GAMES): """
        id, competition_id, user_id, signed_up_at, division, lost)
        SELECT {first} + i, {first} + i / 10, {first} + i %% {users}, %(now)s, 1, 0""",
    ("games_fixture", GAMES): """
        id, competition_id, division, round, number, begins_at, game_id, decided)
        SELECT {first} + i, {first} + i / 10, 1, 1, i %% 10, %(now)s, {first} + i,
            CASE WHEN i %% 2 = 0 THEN 'played' ELSE '' END""",
    ("games_fixtureseat", 2 * GAMES): """
        fixture_id, index, entry_id, points)
        SELECT {first} + i / 2, i %% 2, {first} + (i / 20) * 10 + (i / 2 + i %% 2) %% 10,
            CASE WHEN (i / 2) %% 2 = 0 THEN 1 END""",
    ("games_poolentry", USERS): """
        user_id, ruleset, players, paces, rated, since, until, lapsed_at, game_id)
        SELECT {first} + i, 'alexandros', '[2]', '["day"]', false, %(now)s, %(later)s,
            CASE WHEN i %% 2 = 0 THEN %(now)s END, CASE WHEN i %% 2 = 1 THEN {first} + i END""",
    ("games_turnadvice", GAMES): """
        id, game_id, number, seat, orders, degree, in_emails, delays, answered_at, served_at)
        SELECT {first} + i, {first} + i, 4, 0, '[]', 0, true, 0, %(now)s,
            %(now)s - interval '1 day'""",
    ("games_outgoingemail", 4 * GAMES): """
        id, kind, game_id, seat_id, user_id, "to", number, message_id, status, attempts,
        not_before, due_since, error, created_at, sealed_code, language, sent_at)
        SELECT {first} + i,
            CASE i %% 50 WHEN 0 THEN 'login_code' WHEN 1 THEN 'digest' ELSE 'turn' END,
            CASE WHEN i %% 50 > 1 THEN {first} + i / 4 END, {first} + 3 * (i / 4),
            {first} + i %% {users},
            'person' || i %% {users} || '@example.org', 4, 'crowd' || i,
            CASE i %% 20 WHEN 0 THEN 'held' WHEN 1 THEN 'failed' WHEN 2 THEN 'folded'
                ELSE 'sent' END,
            1, CASE i %% 20 WHEN 0 THEN %(later)s ELSE %(now)s END,
            CASE i %% 20 WHEN 0 THEN NULL ELSE %(now)s END, '',
            CASE WHEN i %% 50 < 2 THEN %(later)s ELSE %(now)s END, '', '',
            CASE WHEN i %% 20 > 2 THEN %(now)s END""",
    ("games_seatclock", GAMES): """
        seat_id, bank, asked_at, since, email_id, due_at, deadline, look_at, spent, reminded,
        extended, extensions, in_time, missed, wants_pause)
        SELECT {first} + 3 * i, '1 day', CASE WHEN i %% 10 IN (2, 3) THEN %(now)s END,
            CASE WHEN i %% 20 IN (2, 3) THEN %(now)s END,
            CASE WHEN i %% 20 IN (12, 13) THEN {first} + 4 * i END,
            CASE WHEN i %% 20 IN (2, 3) THEN %(later)s END,
            CASE WHEN i %% 20 IN (2, 3) THEN %(later)s END,
            CASE WHEN i %% 20 = 12 THEN %(later)s END, '0', false, 0, 0, 0, 0, false""",
    ("games_turntiming", 2 * GAMES): """
        user_id, game_id, ended_at, outcome, used, took, is_new)
        SELECT {first} + i %% {users}, {first} + i / 2, %(later)s, 'in time', '1 hour', '1 hour',
            false""",
    ("games_turntoken", 2 * GAMES): """
        seat_id, user_id, turn, number, purpose, salt, digest, created_at)
        SELECT {first} + i, {first} + i %% {users}, 1, i, 'reply', '',
            sha256(i::text::bytea), %(now)s""",
    ("games_emailtoken", GAMES): """
        email_id, digest, created_at)
        SELECT {first} + 4 * i, sha256(i::text::bytea), %(later)s""",
    ("games_incomingemail", GAMES): """
        raw, received_at, gateway, recipients, status, outcome, attempts, finished_at, message_id,
        sender, command, orders)
        SELECT '', %(now)s, 'smtp', '', 'done', '', 1, %(later)s, '', '', '', '[]'""",
    ("games_session", GAMES): """
        session_key, session_data, expire_date, person)
        SELECT 'crowd' || i, '', %(later)s, {first} + i""",
    ("games_addressstatus", USERS): """
        address, bounced_at, error, refused_at)
        SELECT 'person' || i || '@example.org', CASE i %% 2 WHEN 0 THEN %(later)s END, '',
            CASE i %% 2 WHEN 1 THEN %(now)s END""",
    ("games_emailpreferences", USERS): """
        user_id, "when", minutes, hour, time_zone, remind, offers, other_senders, chat)
        SELECT {first} + i, 'daily', 10, 8, 'UTC', i %% 2 = 0, true, false, 'turn'""",
    ("games_gameemailpreference", GAMES): """
        user_id, game_id, "when") SELECT {first} + i, {first} + i, 'now'""",
    ("games_playinghours", USERS): """
        user_id, since, time_zone, opens, closes, free_weekdays)
        SELECT {first} + i, %(now)s, 'UTC', 0, 0, 0""",
    ("games_pushdevice", GAMES): """
        id, user_id, endpoint, p256dh, auth, name, created_at, failures)
        SELECT {first} + i, {first} + i, 'https://push.example/' || i, '', '', '', %(now)s, 0""",
    ("games_pushnotice", GAMES): """
        device_id, game_id, kind, number, status, revision, attempts, not_before, error,
        created_at, remind_at)
        SELECT {first} + i, {first} + i, 'turn', 1, 'sent', 0, 0, %(now)s, '', %(now)s,
            CASE WHEN i %% 2 = 0 THEN %(later)s END""",
    ("games_webhook", GAMES): """
        id, owner_id, game_id, format, sealed_address, sealed_secret, receiver, created_at, why)
        SELECT {first} + i, {first} + i, CASE WHEN i %% 2 = 0 THEN {first} + i END, 'json', '', '',
            'crowd' || i, %(now)s, ''""",
    ("games_delivery", 2 * GAMES): """
        hook_id, game_id, receiver, event, identity, facts, status, attempts, not_before, error,
        created_at)
        SELECT {first} + i / 2, {first} + i / 2, 'crowd' || i / 2, 'turn ' || i,
            md5(i::text)::uuid, '{{}}', CASE i %% 10 WHEN 0 THEN 'retry' ELSE 'sent' END, 1,
            %(later)s, '', %(later)s""",
    ("games_chatmessage", GAMES): """
        game_id, user_id, channel, preset, text, key, created_at)
        SELECT {first} + i, {first} + i, 'table', '', 'Hello', 'crowd' || i, %(now)s""",
    ("games_failure", 2000): """
        game_id, number, doing, details, error, place, times, last_at)
        SELECT {first} + i, 1, 'email', '{{}}', 'ValueError', '', 1, %(later)s""",
    ("games_puzzle", PUZZLES): """
        id, key, game, setup_id, seat, view, moves, best, margin, day, place, skill, doubt, tries,
        found, likes, dislikes)
        SELECT {first} + i, 'crowd' || i, 'alexandros', %(setup)s, 0, repeat('x', 200), '', 'draw',
            0.2, %(now)s::date - i / 3 - 1, i %% 3 + 1, 25, 8, 9, 3, 2, 1""",
    ("games_puzzleprogress", 4 * USERS): """
        user_id, puzzle_id, attempts, tried_at, solved_at)
        SELECT {first} + i %% {users}, {first} + i / {users}, 1, %(now)s, %(now)s""",
    ("games_puzzlesolver", USERS): """
        user_id, game, skill, doubt, rated, next_email_at)
        SELECT {first} + i, 'alexandros', 25, 8, 4, CASE WHEN i %% 2 = 0 THEN %(later)s END""",
    ("games_puzzleemail", GAMES): """
        email_id, game, puzzle_id)
        SELECT {first} + 4 * i, 'alexandros', {first} + i %% {puzzles}""",
    ("games_mailboxemail", GAMES): """
        message_id, "to", subject, text, html, raw, created_at)
        SELECT 'crowd' || i, 'nobody@example.org', 'Hello', '', '', '', %(later)s""",
    ("games_receivedvolume", 2000): """
        source, hour, emails, size) SELECT 'crowd' || i, %(later)s, 1, 1""",
}


@contextmanager
def crowded(now: datetime) -> Iterator[None]:
    """Within the block, the tables are full, for all connections; after it, they are empty."""
    try:
        with connection.cursor() as cursor:
            for (table, rows), columns in TABLES.items():
                text = columns.format(first=FIRST, users=USERS, puzzles=PUZZLES)
                cursor.execute(f"INSERT INTO {table} ({text} FROM generate_series(0, {rows - 1}) i",
                               {"now": now, "later": now + YEAR,
                                "setup": bytes.fromhex(StoredSetup.keep("{}"))})
            cursor.execute("ANALYZE")
        yield
    finally:
        call_command("flush", verbosity=0, interactive=False)  # see tests/append_only.py
