"""Whether a reply to an invitation says yes or no."""

from __future__ import annotations

import pytest

from games.post.inbox.parsing.consent import ACCEPT, DECLINE, UNCLEAR, read_consent
from games.post.inbox.parsing.left_out import without_footers

YES = [
    "yes", "Yes, I want to play!", "I'm in", "I’m in!", "YES PLEASE", "Accept", "accept.",
    "Hi Alice,\n\nthanks for the invitation! I'd love to play.\n\nCheers,\nEve",
    "Sure, count me in", "Ok, thanks", "Yes, Alice", "Ja, gerne!", "Ich bin dabei :-)",
    "Oui, avec plaisir", "Sì, volentieri", "¡Sí, me apunto!", "Ja graag", "Sim, com prazer",
    "Hello Alice. Yes. Looking forward to it!", "Of course!",
]
NO = [
    "no", "No, thanks", "no thank you!", "Decline", "I'm out", "Sorry, I can't.",
    "Hi Alice,\nno, sorry, I have no time.\nEve", "Nein, danke", "Leider nein", "Non merci",
    "No, grazie", "No gracias", "Nee, bedankt", "Não, obrigado", "Not this time, thanks",
]
NEITHER = [
    "", "Who else is playing?", "yes or no?", "Yes, but not before Monday", "I can't say yes",
    "Would love to, but I can't play", "Maybe", "Yes if Bob plays too", "no, wait, yes",
    "take temple", "Thanks!", "What is Alexandros?", "Yes. No.", "If I can, yes",
    "Who says no to that", "no idea", "Ja, aber nicht vor Montag", "Oui mais pas avant lundi",
]


@pytest.mark.promise("R18")
@pytest.mark.parametrize(
    ("text", "verdict"),
    [*((text, ACCEPT) for text in YES), *((text, DECLINE) for text in NO),
     *((text, UNCLEAR) for text in NEITHER)],
)
def test_a_reply_to_an_invitation_counts_only_if_it_is_clear(text: str, verdict: str) -> None:
    assert read_consent(text, names=("Alice", "Eve")) == verdict


@pytest.mark.promise("R17")
def test_a_long_reply_is_read_in_no_time() -> None:
    assert read_consent("please " * 700) == UNCLEAR
    assert read_consent("yes. " * 1000) == ACCEPT


def test_a_signature_and_a_legal_footer_do_not_make_consent_unclear() -> None:
    footer = ("This email is confidential. If you are not the intended recipient, please do not"
              " copy it, and notify the sender.")
    text = f"Yes\n\nBest regards\nAlice Archer\nT: +44 20 7946 0000\n\n{footer}"
    assert read_consent(text) == UNCLEAR
    assert read_consent(without_footers(text)) == ACCEPT
