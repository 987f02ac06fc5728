"""All targets of the fuzzer by name."""

from __future__ import annotations

from tests.fuzz.engine_targets import Boards, Emails, Orders, Positions, Records
from tests.fuzz.fuzzing import Target
from tests.fuzz.site_targets import Addresses, Commands, Drafts, Imports, Replies

TARGETS: dict[str, Target] = {
    target.name: target
    for target in (Emails(), Orders(), Boards(), Records(), Positions(), Addresses(), Drafts(),
                   Imports(), Replies(), Commands())
}
