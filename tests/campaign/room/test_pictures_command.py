"""The pictures of The Campaign in the documentation: all there, small, the same each time."""

from __future__ import annotations

import io
from pathlib import Path

from django.conf import settings
from django.core.management import call_command
from PIL import Image

NAMES = ("campaign.png", "campaign-dark.png")


def test_the_command_draws_the_position_in_two_themes(tmp_path: Path) -> None:
    told = io.StringIO()
    call_command("campaign_pictures", to=tmp_path, stdout=told)
    assert {path.name for path in tmp_path.iterdir()} == {*NAMES}
    light, dark = ((tmp_path / name).read_bytes() for name in NAMES)
    assert light != dark
    assert Image.open(io.BytesIO(light)).size[0] == 900
    assert len(light) <= 150_000
    assert f"campaign.png: {len(light):,} bytes" in told.getvalue()


def test_the_pictures_that_the_documents_show_are_there() -> None:
    for name in NAMES:
        assert (Path(settings.BASE_DIR) / "docs" / "pictures" / name).stat().st_size > 1000
