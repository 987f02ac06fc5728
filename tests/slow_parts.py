"""The slow parts of the tests: what ``make test`` leaves out, and which changes bring it back.

``make test ARGS=--all`` runs every part.  Continuous integration runs those whose files have
changed since the last release; ``python tests/slow_parts.py`` prints the options for that.
CONTRIBUTING.md tells what each part proves and how long it takes.
"""

from __future__ import annotations

import re
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
RECENT = 30  # commits that count as new if there is no release
LIBRARIES = "requirements"  # the lock files


@dataclass(frozen=True, slots=True)
class Part:
    """Tests that take long, and the files whose changes they are needed for.

    ``tests`` and ``stays`` are beginnings of test ids; those that begin with one of ``stays`` are
    not part of it.  ``covers`` are beginnings of paths.
    """

    tests: tuple[str, ...]
    covers: tuple[str, ...]
    stays: tuple[str, ...] = ()

    @property
    def files(self) -> tuple[str, ...]:
        """The beginnings of the paths of its tests."""
        return tuple(test.partition("::")[0] for test in self.tests)

    def has(self, test: str) -> bool:
        """Return whether the test with this id belongs to the part."""
        return test.startswith(self.tests) and not test.startswith(self.stays)


def _of(file: str, *tests: str) -> list[str]:
    """Return the ids of these tests of a file."""
    return [f"{file}::{test}" for test in tests]


PARTS = {
    "browsers": Part(
        tests=(
            "tests/browser/",
            "tests/auction/test_in_browsers.py",
            "tests/campaign/room/test_in_browsers.py",
            "tests/checker/test_in_browsers.py",
            "tests/features/course/test_in_browsers.py",
            "tests/features/hints/test_in_browsers.py",
            "tests/features/plans/test_in_browsers.py",
            "tests/features/puzzles/test_in_browsers.py",
            "tests/features/review/test_in_browsers.py",
            "tests/features/what_if/test_in_browsers.py",
        ),
        stays=(
            # The main paths of both games; the rest are details, other sizes and other colours.
            *_of("tests/browser/test_a_new_table.py", "test_a_table_is_made_shared_and_filled"),
            "tests/browser/test_a_whole_game.py",
            *_of("tests/browser/test_accessibility.py", "test_axe_finds_nothing_grave_in_a_turn"),
            *_of(
                "tests/browser/test_choosing.py",
                "test_a_draft_one_has_left_is_kept",
                "test_a_whole_turn_by_keyboard_alone",
                "test_going_back_takes_the_step_back",
                "test_typed_orders_are_read_while_they_are_typed",
            ),
            *_of(
                "tests/features/course/test_in_browsers.py",
                "test_a_lesson_is_failed_and_then_solved_by_clicking[chromium-phone-scripts]",
            ),
            *_of(
                "tests/browser/test_each_action.py",
                "test_a_levy_shows_its_table_before_it_is_done[phone-chromium]",
                "test_a_province_is_occupied_as_proposed[phone-chromium]",
                "test_a_province_is_taken_over_with_the_gift_proposed[phone-chromium]",
            ),
            *_of(
                "tests/browser/test_notifications.py",
                "test_somebody_turns_notifications_on_gets_one_and_turns_them_off[chromium-size1]",
            ),
            *_of(
                "tests/browser/test_open_pages.py",
                "test_title_and_icon_show_how_many_games_wait_and_follow_the_stream",
            ),
            *_of(
                "tests/browser/test_opponents.py",
                "test_somebody_meets_the_bots_and_plays_one[chromium-phone, dark]",
            ),
            *_of(
                "tests/features/plans/test_in_browsers.py",
                "test_a_plan_is_made_and_turned_off_by_keyboard[chromium-desk, light]",
            ),
            *_of(
                "tests/features/puzzles/test_in_browsers.py",
                "test_a_puzzle_is_failed_solved_and_liked_on_a_phone[chromium-scripts]",
            ),
            *_of(
                "tests/browser/test_replay.py",
                "test_axe_finds_nothing_serious[chromium-home-light]",
                "test_keys_step_and_jump[chromium-desk]",
                "test_without_javascript_everything_is_a_link",
            ),
            *_of(
                "tests/features/review/test_in_browsers.py",
                "test_stepping_through_the_replay_shows_what_was_better",
            ),
            *_of(
                "tests/browser/test_running_out_of_time.py",
                "test_the_time_bank_is_shown_and_one_more_day_is_a_click[chromium-phone]",
            ),
            *_of(
                "tests/browser/test_talking.py",
                "test_what_one_player_says_appears_at_the_others_without_a_reload",
            ),
            *_of("tests/browser/test_turns_on_the_board.py", "test_a_turn_is_played_on_the_board"),
            *_of(
                "tests/features/what_if/test_in_browsers.py",
                "test_a_turn_is_tried_and_added_by_keyboard_alone",
            ),
            *_of(
                "tests/campaign/room/test_in_browsers.py",
                "test_a_bid_is_made_with_two_keys",
                "test_a_choice_on_the_map_makes_the_draft",
            ),
            *_of(
                "tests/checker/test_in_browsers.py",
                "test_the_saved_page_checks_a_game_without_a_server[chromium-desk, light]",
            ),
        ),
        covers=(
            "games/web/checker/",
            "games/drawing/",
            "games/features/",
            "games/rulesets/",
            "games/static/",
            "games/templatetags/",
            "games/web/",
            "templates/",
        ),
    ),
    "auction": Part(
        tests=("tests/auction/",),
        stays=(
            "tests/auction/test_at_the_table.py",
            "tests/auction/test_in_browsers.py",
            "tests/auction/test_one_folder.py",
            "tests/auction/test_rules.py",
            "tests/auction/test_whole_games.py",
        ),
        covers=(
            "engine/alexandros_rules/ruleset.py",
            "games/post/emails/",
            "games/post/inbox/",
            "games/table/lobby/",
            "games/features/plans/",
            "games/rulesets/registry.py",
            "games/web/",
            "games/features/what_if/",
            "templates/",
        ),
    ),
    "kills": Part(
        tests=("tests/kill/",),
        stays=(
            *_of(
                "tests/kill/test_embedded_thinking.py",
                "test_a_bot_plays_on_although_its_process_was_killed",
            ),
            *_of(
                "tests/kill/test_fault_points.py",
                "test_an_email_is_sent_although_its_worker_died_with_it[outbox.sent-2]",
            ),
            *_of(
                "tests/kill/test_one_turn_many_senders.py",
                "test_of_fifty_submissions_by_page_and_email_exactly_one_is_played",
            ),
        ),
        covers=(
            "alexandros_site/",
            "games/operations/embedded/",
            "games/post/inbox/",
            "games/post/outbox/",
            "games/table/play/",
            "games/operations/sweeps.py",
            "games/base/task_queue.py",
            "games/tasks.py",
            "games/base/thinker.py",
            "games/base/thinking_child.py",
        ),
    ),
    "backups": Part(
        tests=("tests/platform/test_backup.py", "tests/platform/test_restoring.py"),
        stays=("tests/platform/test_backup.py::test_every_game_is_restored_unchanged",),
        covers=(
            "games/operations/backups/",
            "games/migrations/",
            "games/management/commands/backup.py",
            "games/management/commands/restore.py",
        ),
    ),
    "upgrades": Part(
        tests=(
            "tests/platform/test_comparing_versions.py",
            "tests/platform/test_upgrading.py",
        ),
        covers=(
            "games/operations/backups/",
            "games/operations/comparison/",
            "games/migrations/",
            "games/models/",
        ),
    ),
    "sizes": Part(
        tests=("tests/size/",),
        covers=(
            "games/labs/filling/",
            "games/labs/management/commands/fill.py",
            "games/table/lobby/",
            "games/migrations/",
            "games/models/",
            "games/operations/sweeps.py",
            "games/web/",
        ),
    ),
    "emails": Part(
        tests=(
            "tests/email_parsing/test_generated.py",
            "tests/email_parsing/test_hostile.py",
            "tests/email_parsing/test_properties.py",
            *_of(
                "tests/inbox/test_strangers_and_programs.py",
                "test_a_hostile_email_raises_no_exception",
                "test_no_email_from_a_program_in_the_corpus_plays_or_is_answered",
            ),
        ),
        covers=("games/post/inbox/",),
    ),
    "floods": Part(
        tests=("tests/pages/each_request/test_repeated_requests.py",),
        stays=(
            *_of(
                "tests/pages/each_request/test_repeated_requests.py",
                "test_every_address_that_takes_a_post_is_walked",
                "test_every_command_of_a_reply_is_walked",
                "test_nobody_is_flooded_by_replies_that_somebody_repeats[orders-campaign]",
                "test_nobody_is_flooded_by_whatever_somebody_repeats[Bob: /games/{club}/leave/,",
                "test_nobody_is_flooded_by_whatever_somebody_repeats[Alice: /games/{club}/orders/,",
                "test_nobody_is_flooded_by_whatever_somebody_repeats"
                "[Alice: /games/{waiting}/invite/,",
            ),
        ),
        covers=("games/post/", "games/table/", "games/people/", "games/web/", "games/features/"),
    ),
    "races": Part(
        tests=("tests/races/test_pairs.py",),
        stays=(
            *_of(
                "tests/races/test_pairs.py",
                "test_a_lock_that_is_missing_is_found",
                "test_an_act_and_any_other_at_once_are_as_one_after_the_other"
                "[duel: Bob /games/{game}/leave/]",
            ),
        ),
        covers=("games/base/locks.py", "games/features/", "games/people/", "games/post/inbox/",
                "games/table/", "games/web/"),
    ),
    "worlds": Part(
        tests=("tests/worlds/",),
        stays=(
            *_of(
                "tests/worlds/test_twin_worlds.py",
                "test_a_few_are_given_nothing_hidden",
                "test_every_address_is_found_or_written_down",
                "test_a_leak_is_found_and_named",
                "test_a_header_is_compared_too",
            ),
        ),
        covers=("engine/", "games/features/", "games/people/", "games/post/", "games/rulesets/",
                "games/table/", "games/web/", "templates/"),
    ),
    "programs": Part(
        tests=(*_of("tests/api/test_documentation.py",
                    "test_the_bot_plays_a_whole_game[campaign]",
                    "test_the_bot_plays_a_rated_match_of_a_league"),),
        covers=("docs/api.md", "games/web/api/"),
    ),
    "season": Part(
        tests=(
            "tests/absence/test_email_outages.py",
            "tests/season/test_repeatable.py",
            "tests/features/puzzles/test_daily_emails.py::test_no_day_has_two_when_the_clock_changes",
            *_of(
                "tests/absence/test_letting_time_pass.py",
                "test_steps_that_are_left_out_change_nothing",
            ),
        ),
        covers=(
            "games/table/seats/",
            "games/table/clocks/",
            "games/post/outbox/",
            "games/features/puzzles/",
            "games/labs/season/",
            "games/labs/management/commands/season.py",
        ),
    ),
    "sites": Part(
        tests=(
            "tests/doctor/test_report.py::test_a_site_that_runs_sends_and_reads_a_test_message",
            "tests/monitoring/test_status_pages.py::test_a_program_that_ours_starts",
            "tests/monitoring/test_status_pages.py::test_processes_",
            "tests/monitoring/test_alerts_and_dashboard.py",
            *_of(
                "tests/monitoring/test_log_lines.py",
                "test_a_public_site_logs_json_and_your_own_machine_text",
                "test_the_web_server_logs_in_the_same_way",
                "test_workers_log_in_the_same_way",
            ),
            "tests/platform/test_invalid_hosts.py",
            *_of(
                "tests/platform/test_mailbox_is_private.py",
                "test_a_public_site_has_no_mailbox_even_if_it_is_started",
                "test_a_unix_socket",
            ),
            "tests/platform/test_private_files.py::test_a_site_that_is_being_played",
            "tests/platform/test_queues.py::test_after_a_night",
            "tests/platform/test_streaming.py::test_a_stream_tells",
            "tests/play/test_races.py::test_many_processes_append",
        ),
        covers=(
            "alexandros_site/",
            "docs/monitoring/",
            "games/base/counters.py",
            "games/operations/doctor/",
            "games/management/commands/doctor.py",
            "games/operations/embedded/",
            "games/operations/monitoring/",
            "games/table/play/event_log.py",
            "games/base/task_queue.py",
            "games/operations/embedded/mailbox_pages.py",
            "games/operations/web_server.py",
            "games/web/streams.py",
        ),
    ),
    "machines": Part(
        tests=(
            "tests/several_machines/test_any_machine.py",
            "tests/several_machines/test_pooler.py",
            *_of(
                "tests/several_machines/test_agreeing.py",
                "test_a_new_machine_says_which_key_it_needs_and_an_operator_can_change_the_key",
                "test_neither_web_server_nor_worker_starts_with_another_key",
            ),
        ),
        covers=("alexandros_site/celery.py", "alexandros_site/environment.py",
                "alexandros_site/asgi.py", "alexandros_site/wsgi.py",
                "docs/public-site/pgbouncer.ini", "games/base/site_keys.py",
                "games/operations/backups/", "games/operations/machines.py"),
    ),
    "signing": Part(
        tests=("tests/outbox/test_signing.py",),
        covers=("docs/public-site/opendkim.sh", "games/post/emails/rendering.py"),
    ),
    "features": Part(
        tests=("tests/platform/test_fewer_features.py::test_every_other_test",),
        covers=("games/base/features.py", "games/features/", "games/post/", "games/table/",
                "games/web/", "templates/"),
    ),
    "languages": Part(
        tests=(
            "tests/campaign/room/test_translated",
            "tests/inbox/test_translated",
            "tests/outbox/test_translated",
            "tests/pages/each_request/test_translated",
            "tests/pages/test_translated",
            "tests/features/plans/test_translated",
        ),
        stays=(
            *_of(
                "tests/pages/each_request/test_translated_pages.py",
                "test_every_page_is_translated[Alice GET /games/{fresh}/]",
                "test_every_page_is_translated[Bob GET /games/{running}/]",
                "test_every_page_is_translated[visitor GET /]",
            ),
        ),
        covers=("engine/", "games/", "templates/"),
    ),
    "suggestions": Part(
        tests=(
            "tests/engine/test_suggested_orders.py",
            "tests/outbox/test_suggestions.py",
            "tests/engine/test_move_list.py::test_occupations_are_those_found_by_trying",
        ),
        covers=("engine/alexandros_rules/alexandros/", "engine/alexandros_rules/spelling.py",
                "games/rulesets/alexandros/"),
    ),
    "pictures": Part(
        tests=(
            "tests/drawing/test_pictures_command.py",
            "tests/drawing/test_pictures_in_layers.py",
            "tests/drawing/test_png.py::test_a_picture_is_never_wider_or_taller",
        ),
        covers=("games/drawing/", "games/rulesets/"),
    ),
    "checker": Part(
        tests=("tests/checker/",),
        stays=("tests/checker/test_in_browsers.py",),
        covers=("engine/", "games/web/checker/", "games/rulesets/"),
    ),
    "models": Part(
        tests=("tests/campaign/test_against_", "tests/engine/test_against_reference.py"),
        covers=("engine/alexandros_rules/alexandros/", "engine/alexandros_rules/campaign/"),
    ),
    "learning": Part(
        tests=("tests/engine/learning/",),
        covers=("engine/PETTINGZOO.md", "engine/alexandros_rules/encoding.py",
                "engine/alexandros_rules/environment.py",
                "engine/alexandros_rules/alexandros/encoding.py",
                "engine/alexandros_rules/alexandros/legal_moves.py",
                "engine/alexandros_rules/alexandros/occupying.py",
                "engine/alexandros_rules/campaign/encoding.py",
                "engine/alexandros_rules/campaign/legal_moves.py",
                "engine/alexandros_rules/campaign/move_sequences.py"),
    ),
    # The search is compiled first, which takes half a minute itself.
    "bots": Part(
        tests=(
            "tests/engine/search/",
            "tests/engine/test_strength.py",
            "tests/operators/test_ladder.py",
            "tests/operators/test_measure.py",
            "tests/operators/test_training.py",
            *_of(
                "tests/engine/analysis/test_judging.py",
                "test_a_judgement_does_not_depend_on_cards_that_the_player_had_not_seen",
                "test_no_move_is_better_than_the_best_turn",
                "test_playing_the_best_turn_loses_nothing",
                "test_weaker_bots_lose_more_in_an_average_turn",
            ),
            *_of(
                "tests/engine/analysis/test_luck.py",
                "test_luck_adds_up_to_about_nothing_over_many_games",
                "test_the_luck_of_all_cards_that_might_have_come_is_0_on_average",
            ),
            "tests/features/puzzles/test_collecting.py",
            *_of(
                "tests/features/puzzles/test_finding.py",
                "test_a_puzzle_that_says_something_else_is_named",
                "test_a_turn_that_wins_no_more_games_than_another_is_no_puzzle",
                "test_every_puzzle_of_the_stock_is_still_one",
                "test_hidden_cards_do_not_decide_which_turn_is_best",
                "test_the_same_game_has_the_same_puzzles",
            ),
            *_of(
                "tests/features/review/test_reviewing.py",
                "test_a_deleted_review_is_computed_again_and_is_the_same",
            ),
        ),
        stays=(
            "tests/engine/search/test_endings.py",
            "tests/engine/search/test_guesses.py",
            *_of(
                "tests/engine/search/test_rules_of_the_search.py",
                "test_games_go_on_and_end_as_in_the_engine[3000]",
            ),
        ),
        covers=(
            "engine/alexandros_rules/alexandros/",
            "engine/alexandros_rules/bot_games.py",
            "engine/alexandros_rules/bot_plans.py",
            "games/labs/measuring/",
            "games/features/puzzles/",
            "games/features/review/",
        ),
    ),
    # In the gate, PostgreSQL gets the tests with real transactions and those of our own SQL.
    "database": Part(
        tests=(),
        covers=(
            "games/table/seats/",
            "games/table/lobby/",
            "games/migrations/",
            "games/models/",
            "games/post/outbox/",
            "games/people/",
            "games/table/play/",
            "games/features/plans/",
            "games/features/puzzles/",
        ),
    ),
    # Properties are tested in the gate, too, but with fewer examples (tests/seeded_chance.py).
    "properties": Part(
        tests=(),
        covers=("engine/", "games/table/clocks/", "games/post/inbox/parsing/"),
    ),
    "imports": Part(
        tests=(
            *_of("tests/features/importing/test_round_trips.py",
                 "test_a_hundred_games_of_each_kind_come_back_unchanged"),
        ),
        covers=("engine/", "games/features/importing/", "games/models/setup.py",
                "games/table/play/"),
    ),
    "wheel": Part(
        tests=("tests/platform/test_wheel.py",),
        covers=("alexandros_site/command_line.py", "alexandros_site/places.py",
                "engine/pyproject.toml", "pyproject.toml"),
    ),
}


def part_of(test: str) -> str:
    """Return the name of the slow part that has the test with this id; "" if none has it."""
    return next((name for name, part in PARTS.items() if part.has(test)), "")


def touched(paths: Sequence[str]) -> list[str]:
    """Return the names of the parts that cover one of these paths, or whose tests changed.

    Other versions of libraries touch every part.
    """
    if any(path.startswith(LIBRARIES) for path in paths):
        return [*PARTS]
    return [name for name, part in PARTS.items()
            if any(path.startswith((*part.covers, *part.files)) for path in paths)]


def _git(*arguments: str) -> str:
    done = subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True,
                          check=False)
    return done.stdout.strip() if done.returncode == 0 else ""


def touched_lately() -> list[str]:
    """Return the parts that changed since the last tag before, or in ``RECENT`` commits.

    Those are all parts if there are fewer commits, or if git does not answer.
    """
    since = _git("describe", "--tags", "--abbrev=0", "HEAD^")
    if not since:
        commits = _git("rev-list", f"--max-count={RECENT + 1}", "HEAD").split()
        if len(commits) <= RECENT:
            return [*PARTS]
        since = commits[-1]
    paths = _git("diff", "--name-only", since, "HEAD").split("\n")
    locks = [path for path in paths if path.startswith(LIBRARIES)]
    if not other_versions(_git("diff", "--unified=0", since, "HEAD", "--", *locks)):
        paths = [path for path in paths if path not in locks]
    return touched(paths)


def other_versions(changes: str) -> bool:
    """Return whether changes of lock files take away a version of a library.

    A library that is only added is used by files that have changed as well.
    """
    return any(re.match(r"-[\w.-]+==", line) for line in changes.splitlines())


if __name__ == "__main__":
    print(*(f"--slow={name}" for name in touched_lately()))
