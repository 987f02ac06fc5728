"""The pictures of the documentation: all there, small, the same each time."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command
from PIL import Image

from tests.golden.game_files import record_text

WIDE = ("start.png", "game.png", "game-dark.png", "march.png", "end.png")


def test_the_command_draws_six_positions_the_chart_and_the_whole_game(tmp_path: Path) -> None:
    told = io.StringIO()
    call_command("pictures", to=tmp_path, stdout=told)
    assert {p.name for p in tmp_path.iterdir()} == {*WIDE, "small.png", "scores.svg", "game.gif"}
    for name in WIDE:
        picture = (tmp_path / name).read_bytes()
        assert Image.open(io.BytesIO(picture)).size[0] == 1200
        assert len(picture) <= 150_000
        assert f"{name}: {len(picture):,} bytes" in told.getvalue()
    assert (tmp_path / "scores.svg").read_text(encoding="utf-8").startswith("<svg ")
    assert len((tmp_path / "game.gif").read_bytes()) <= 3_000_000


def test_the_pictures_that_are_shown_are_there() -> None:
    for name in (*WIDE, "small.png", "scores.svg", "game.gif"):
        assert (Path(settings.BASE_DIR) / "docs" / "pictures" / name).stat().st_size > 1000


def test_a_file_that_is_no_record_is_named(tmp_path: Path) -> None:
    (tmp_path / "x.record").write_text("no game", encoding="utf-8")
    with pytest.raises(CommandError, match=r"x\.record cannot be shown: "):
        call_command("pictures", record=tmp_path / "x.record", to=tmp_path)


def test_a_game_that_has_only_begun_is_refused(tmp_path: Path) -> None:
    lines = record_text("v1-delta-2-walls-5").split("\n")
    begun = [*lines[: lines.index("moves:") + 2], ""]
    (tmp_path / "begun.record").write_text("\n".join(begun), encoding="utf-8")
    with pytest.raises(CommandError, match="nobody has marched"):
        call_command("pictures", record=tmp_path / "begun.record", to=tmp_path)
