"""Compiles the catalogues for the wheel, since programs read compiled ones."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CustomBuildHook(BuildHookInterface):
    """A hook of Hatchling's, which `pyproject.toml` names."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Put a compiled file beside each catalogue."""
        self.made = TemporaryDirectory()
        for number, path in enumerate(Path(self.root).glob("locale/*/LC_MESSAGES/*.po")):
            compiled = Path(self.made.name, f"{number}.mo")
            with path.open("rb") as catalogue, compiled.open("wb") as file:
                write_mo(file, read_po(catalogue))
            beside = path.relative_to(self.root).with_suffix(".mo")
            build_data["force_include"][str(compiled)] = f"alexandros_site/shipped/{beside}"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Remove the compiled files."""
        self.made.cleanup()
