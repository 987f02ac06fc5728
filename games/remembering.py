"""What tests need to change settings of which something was made only once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.core.signals import setting_changed


def when_setting_changes(name: str, act: Callable[[], object]) -> None:
    """Calls ``act`` whenever a test changes this setting, for what was made of it only once.

    Nothing else changes a setting while a process runs.
    """
    def changed(*, setting: str, **_: Any) -> None:
        if setting == name:
            act()

    setting_changed.connect(changed, weak=False)
