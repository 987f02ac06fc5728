"""The page that imports a game, and what its importer and others can do with the game."""

from __future__ import annotations

import json
from datetime import datetime

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import DatabaseError, IntegrityError, transaction
from django.test import Client

from games.features.importing import imports
from games.features.importing.pages import MAX_BYTES
from games.features.play_on import pages as play_on
from games.features.review import reviewing
from games.models import (
    ArchivedGame,
    ChatMessage,
    Game,
    LoggedMove,
    OutgoingEmail,
    Review,
    Seat,
    StoredSetup,
    User,
)
from games.people import account_deletion, accounts
from games.table.lobby import game_lists, replay_links
from games.table.play import records
from tests.api.programs import program_of
from tests.pages.page_reader import Sit
from tests.sample_games import FINISHED, HALFWAY, recorded

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]


@pytest.fixture
def imported(alice: User, now: datetime) -> Game:
    return imports.import_file(alice, FINISHED, now=now)[0]


def test_somebody_pastes_a_record_replays_it_and_deletes_it(alice: User, sit: Sit) -> None:
    browser = sit(alice)
    browser.open("/games/")
    browser.follow("Import a game")
    page = browser.press("Import this game", text=FINISHED.replace("\n", "\r\n"))
    game = Game.objects.get()
    assert page.url.startswith(f"/games/{game.code}/replay/")
    assert "Every move of it agrees" in page.words
    assert (game.created_by, game.imported, game.listed, game.rated) == (alice, True, False, False)
    page = browser.open(f"/games/{game.code}/")
    assert "This game was imported from a file." in page.words
    page = browser.open("/import/")
    assert "Record of v1-delta-2-walls-5" in page.words
    page = browser.press("Delete this game")
    assert "The imported game has been deleted." in page.words
    assert not any(model.objects.exists() for model in (Game, Seat, LoggedMove))


def test_somebody_uploads_a_log_and_it_keeps_its_names(
    finished: Game, alice: User, sit: Sit
) -> None:
    text = records.export_log(finished)
    file = SimpleUploadedFile("log.json", text.encode("utf-8-sig"))
    answer = sit(alice).client.post("/import/", {"file": file})
    game = Game.objects.get(imported=True)
    assert answer["Location"] == f"/games/{game.code}/replay/"
    assert json.loads(records.export_log(game)) == {**json.loads(text), "game": game.code}
    assert not game.seats.exclude(user=None, bot="").exists()


@pytest.mark.parametrize(("text", "sentence"), [
    ("", "Please choose a file, or paste its text."),
    ("hello", "Line 1 of the record: A record must begin with the line"),
    (HALFWAY, "This game is not over, or the file ends too early."),
    ('{\n "game": "k3v', "The file ends early, in line 2, so its rest is missing."),
    ('{\n "game" "k3v"\n}', "The file is damaged in line 2. Please download it again"),
    (FINISHED[:-40], " of the record: The file ends early, within this line"),
    ("9" * (MAX_BYTES + 1), "This file is too large for a game."),
    (FINISHED.replace("\n5 ", "\n6 "), " of the record: Move 6 leads to a different position"),
    (FINISHED.replace("march ", "march Z9 "), "Please download it again and import it as it is."),
])
def test_what_is_no_finished_game_is_refused_with_the_place(
    text: str, sentence: str, alice: User, sit: Sit
) -> None:
    answer = sit(alice).client.post("/import/", {"text": text})
    assert answer.status_code == 400
    assert sentence in answer.content.decode()
    assert not Game.objects.exists()


@pytest.mark.parametrize(("content", "status", "sentence"), [
    (b"\xff\xfe", 400, "This file is not text."), (b"", 400, "This file is empty."),
    (b"x" * (MAX_BYTES + 1), 400, "This file is too large for a game."),
    (b"x" * 3_000_000, 413, "This file is too large for a game."),
])
def test_a_file_that_is_no_text_or_too_large_is_refused(
    content: bytes, status: int, sentence: str, alice: User, sit: Sit
) -> None:
    answer = sit(alice).client.post(
        "/import/", {"file": SimpleUploadedFile("game.txt", content)})
    assert (answer.status_code, Game.objects.count()) == (status, 0)
    assert sentence in answer.content.decode()


def test_a_file_and_a_text_together_are_refused(alice: User, sit: Sit) -> None:
    file = SimpleUploadedFile("game.txt", FINISHED.encode())
    answer = sit(alice).client.post("/import/", {"file": file, "text": HALFWAY})
    assert (answer.status_code, Game.objects.count()) == (400, 0)
    assert "empty the text field and choose the file again." in answer.content.decode()


def test_a_game_that_is_imported_again_leads_to_the_one_that_is_there(
    imported: Game, alice: User, bob: User, sit: Sit, now: datetime
) -> None:
    browser = sit(alice)
    browser.open("/import/")
    page = browser.press("Import this game", text=records.export_log(imported))
    assert page.url.startswith(f"/games/{imported.code}/replay/")
    assert "You have imported this game already." in page.words
    assert list(Game.objects.all()) == [imported]
    assert imports.import_file(bob, FINISHED, now=now)[1]


def test_its_pages_lead_to_the_request_for_a_review_until_there_is_one(
    imported: Game, alice: User, sit: Sit, now: datetime
) -> None:
    browser, shared = sit(alice), replay_links.sharing_key(imported)
    for address in (f"/games/{imported.code}/", f"/games/{imported.code}/replay/1/"):
        page = browser.open(address)
        assert "Ask for a review" in page.words
        assert "See the review" not in page.words
    watched = f"/shared/{imported.code}/{shared}/replay/1/"
    assert "review" not in sit(None).open(watched).words
    reviewing.request(imported, now=now)
    for reader, address in ((browser, f"/games/{imported.code}/"), (sit(None), watched)):
        assert "See the review" in reader.open(address).words


def test_nobody_talks_as_a_spectator_of_a_game_that_nobody_watched(
    imported: Game, alice: User, sit: Sit
) -> None:
    browser = sit(alice)
    assert "Spectators" not in browser.open(f"/games/{imported.code}/").words
    browser.client.post(f"/games/{imported.code}/talk/say/",
                        {"channel": "spectators", "text": "Hello"})
    assert not ChatMessage.objects.exists()


def test_a_row_of_a_log_that_was_changed_is_named(finished: Game, alice: User, sit: Sit) -> None:
    log = json.loads(records.export_log(finished))
    log["rows"][6]["events"] = log["rows"][5]["events"]
    answer = sit(alice).client.post("/import/", {"text": json.dumps(log)})
    assert "Row 7 of the log: &quot;events&quot; differs from what follows" in (
        answer.content.decode())


def test_a_record_of_a_running_game_is_refused_with_what_to_do(
    running: Game, alice: User, sit: Sit
) -> None:
    answer = sit(alice).client.post("/import/", {"text": records.export_record(running)})
    assert "Please download it again when the game is over" in answer.content.decode()


def test_visitors_sign_in_first_and_nobody_else_sees_or_deletes_the_game(
    imported: Game, bob: User, sit: Sit
) -> None:
    assert sit(None).client.get("/import/")["Location"].startswith("/account/login/")
    for client in (sit(bob).client, sit(None).client):
        assert client.get(f"/games/{imported.code}/").status_code == 404
        assert client.get(f"/games/{imported.code}/replay/1/").status_code == 404
        assert client.post(f"/games/{imported.code}/delete/").status_code == 404
    shared = f"/shared/{imported.code}/{replay_links.sharing_key(imported)}/replay/1/"
    assert sit(None).client.get(shared).status_code == 200


def test_its_importer_shares_it_and_revokes_the_link(
    imported: Game, alice: User, sit: Sit
) -> None:
    browser = sit(alice)
    page = browser.open(f"/games/{imported.code}/replay/1/")
    assert replay_links.sharing_key(imported) in page.html
    browser.press("Revoke them")
    token = imported.invite_token
    imported.refresh_from_db()
    assert imported.invite_token != token


def test_no_other_game_can_be_deleted(finished: Game, alice: User, sit: Sit) -> None:
    assert sit(alice).client.post(f"/games/{finished.code}/delete/").status_code == 404
    assert Game.objects.filter(pk=finished.pk).exists()


def test_nobody_hears_of_it_and_it_is_in_no_list(imported: Game, alice: User) -> None:
    assert not OutgoingEmail.objects.exists()
    assert not ArchivedGame.objects.exists()
    assert not game_lists.finished(alice).exists()
    for columns in ({"listed": True}, {"rated": True}, {"arranged": True}):
        with pytest.raises(IntegrityError), transaction.atomic():
            Game.objects.filter(pk=imported.pk).update(**columns)


@pytest.mark.promise("R9")
def test_rows_of_an_imported_game_can_be_deleted_and_not_changed(imported: Game) -> None:
    with pytest.raises(DatabaseError, match="never changed"), transaction.atomic():
        LoggedMove.objects.filter(game=imported).update(move="end")
    LoggedMove.objects.filter(game=imported, number=3).delete()
    assert not LoggedMove.objects.filter(game=imported, number=3).exists()


def test_its_importer_tries_turns(imported: Game, alice: User, sit: Sit) -> None:
    client = sit(alice).client
    answer = client.post(f"/games/{imported.code}/what-if/new/", {"number": "5"})
    assert client.get(answer["Location"]).status_code == 200
    imports.delete(imported)
    assert client.get(answer["Location"]).status_code == 404


def test_its_importer_has_it_reviewed_and_plays_on(
    imported: Game, alice: User, sit: Sit, now: datetime
) -> None:
    browser = sit(alice)
    browser.open(f"/games/{imported.code}/review/")
    assert not Review.objects.exists()  # nobody has asked for it yet
    assert browser.client.post(f"/games/{imported.code}/review/ask/").status_code == 302
    assert Review.objects.filter(game=imported).exists()
    assert reviewing.reviewed_seats(imported) == {0, 1}
    further = play_on.create_table(imported, 5, by=alice, seat=0, bots={1: "greedy"}, now=now)
    imports.delete(imported)
    further.refresh_from_db()
    assert further.origin is None
    assert sit(alice).client.get(f"/games/{further.code}/").status_code == 200


def test_it_goes_with_the_account_and_stays_with_a_guest_who_signs_in(
    guest: User, alice: User, now: datetime
) -> None:
    game, _is_new = imports.import_file(guest, FINISHED, now=now)
    accounts.merge_guest(guest, alice, now=now)
    assert imports.of(alice) == [game]
    assert imports.exported(alice)[0]["record"].startswith("game record 1")
    account_deletion.delete_account(alice, now=now)
    assert not LoggedMove.objects.exists()
    assert StoredSetup.objects.exists()  # a board and options, about nobody


def test_only_so_many_are_kept(
    imported: Game, alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(imports, "MOST", 1)
    client = Client()
    client.force_login(alice, backend="django.contrib.auth.backends.ModelBackend")
    answer = client.post("/import/", {"text": recorded("v3-delta-2-walls-5")})
    assert "You have imported 1 games" in answer.content.decode()
    assert Game.objects.count() == 1


def test_a_program_imports_a_game_for_its_owner_alone_and_deletes_it(
    alice: User, bob: User
) -> None:
    alices, bobs = program_of(alice), program_of(bob)
    before, _march, after = FINISHED.rpartition("march")
    wrong = f"{before}fly{after}"
    refused = alices.post("/api/1/imports", {"text": wrong}, content_type="application/json")
    assert (refused.status_code, refused.json()["line"]) == (400, len(before.split("\n")))
    made = alices.post("/api/1/imports", {"text": FINISHED}, content_type="application/json")
    assert (made.status_code, made.json()["status"]) == (201, "over")
    again = alices.post("/api/1/imports", {"text": FINISHED}, content_type="application/json")
    assert (again.status_code, again.json()["code"]) == (200, made.json()["code"])
    path = f"/api/1/imports/{made.json()['code']}"
    assert [one["code"] for one in alices.get("/api/1/imports").json()["games"]] == [
        made.json()["code"]]
    assert bobs.get("/api/1/imports").json()["games"] == []
    assert bobs.delete(path).status_code == 404
    assert alices.delete(path).status_code == 204
    assert not Game.objects.exists()
