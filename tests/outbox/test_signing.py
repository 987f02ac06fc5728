"""The documented OpenDKIM signs the headers on which one-click unsubscribing depends (R15)."""

from __future__ import annotations

import re
import shutil
import subprocess
from email.message import EmailMessage
from pathlib import Path

import pytest

from tests.outbox.test_notifications import email_of, table
from tests.with_servers import free_port

pytestmark = [pytest.mark.django_db, pytest.mark.promise("R15")]

SCRIPT = Path("docs/public-site/opendkim.sh")
DOMAIN = "play.example.org"  # of the script


def configuration(folder: Path, socket: str) -> str:
    """The script's configuration, with files in this folder and this socket."""
    found = re.search(r"<<'END'\n(.*?)\nEND\n", SCRIPT.read_text(encoding="utf-8"), re.DOTALL)
    assert found is not None
    changed = {"KeyFile": str(folder / "mail.private"), "Socket": socket,
               "PidFile": str(folder / "opendkim.pid")}
    lines = [line.split(maxsplit=1) for line in found[1].splitlines()]
    kept = [f"{name} {changed.get(name, value)}\n" for name, value in lines if name != "UserID"]
    return "".join([*kept, "RequireSafeKeys no\n"])  # anybody may write to /tmp


def quoted(text: str) -> str:
    """A string of Lua."""
    return '"' + re.sub(r"[^ -!#-\[\]-~]", lambda each: f"\\{ord(each[0]):03d}", text) + '"'


def program(name: str) -> str:
    """The path of a program, which Debian may have put where only root looks."""
    found = shutil.which(name) or shutil.which(name, path="/usr/sbin")
    assert found, "Install the packages opendkim, opendkim-tools, miltertest."
    return found


def signature(message: EmailMessage, folder: Path) -> str:
    """The header that OpenDKIM adds to a message which Postfix hands to it."""
    subprocess.run([program("opendkim-genkey"), "-D", str(folder), "-s", "mail", "-d", DOMAIN],
                   check=True)
    socket = f"inet:{free_port()}@127.0.0.1"
    (folder / "opendkim.conf").write_text(configuration(folder, socket), encoding="ascii")
    headers = "\n".join(f"mt.header(c, {quoted(name)}, {quoted(str(value))})"
                        for name, value in message.items())
    (folder / "send.lua").write_text(f"""
mt.startfilter({quoted(program("opendkim"))}, "-f", "-x",
               {quoted(str(folder / "opendkim.conf"))})
c = mt.connect({quoted(socket)}, 100, 0.1)
mt.conninfo(c, "localhost", "127.0.0.1")
mt.macro(c, SMFIC_MAIL, "i", "A1B2C3")
mt.mailfrom(c, "<games@{DOMAIN}>")
mt.rcptto(c, "<alice@example.org>")
{headers}
mt.eoh(c)
mt.bodystring(c, "It is your turn.\\r\\n")
mt.eom(c)
print(mt.getheader(c, "DKIM-Signature", 0))
mt.disconnect(c)
""", encoding="ascii")
    done = subprocess.run([program("miltertest"), "-s", str(folder / "send.lua")],
                          capture_output=True, text=True, timeout=60, check=True)
    return done.stdout


def test_one_click_unsubscribing_is_signed(alice, bob, now, tmp_path: Path, settings) -> None:
    settings.DEFAULT_FROM_EMAIL = f"games@{DOMAIN}"
    table(alice, bob, now=now)
    made = signature(email_of("turn", alice.email, now), tmp_path)
    signed = re.search(r"\bh=([^;]+);", made)
    assert signed is not None
    names = {name.strip().lower() for name in signed[1].split(":")}
    assert {"from", "subject", "date", "reply-to", "list-unsubscribe",
            "list-unsubscribe-post"} <= names
