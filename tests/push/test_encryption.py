"""Messages for browsers are encrypted as RFC 8291 says."""

import pytest
from cryptography.hazmat.primitives.asymmetric import ec

from games.post.push import web_push
from games.post.push.keys import decoded, encoded

# The example of RFC 8291, section 5 and appendix A.
SENDER = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"
RECEIVER = ("BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAi"
            "w4")
SECRET, SALT = "BTBZMqHH6r4Tts7J_aSIgg", "DGv6ra1nlYgDCS1FRnbzlw"
TEXT = b"When I grow up, I want to be a watermelon"
SEALED = ("DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmY"
          "WAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxs"
          "j_Qulcy4a-fN")


def test_the_example_of_the_standard_comes_out():
    sender = ec.derive_private_key(int.from_bytes(decoded(SENDER), "big"), ec.SECP256R1())
    sealed = web_push.seal(TEXT, to=decoded(RECEIVER), secret=decoded(SECRET), sender=sender,
                           salt=decoded(SALT))
    assert encoded(sealed) == SEALED


def test_two_messages_with_the_same_text_differ():
    first, second = (web_push.seal(TEXT, to=decoded(RECEIVER), secret=decoded(SECRET))
                     for _ in range(2))
    assert first[:86] != second[:86]
    assert first[86:] != second[86:]


def test_a_message_that_just_fits_is_one_record():
    longest = bytes(web_push.MAX_TEXT)
    sealed = web_push.seal(longest, to=decoded(RECEIVER), secret=decoded(SECRET))
    assert len(sealed) == 4096


def test_a_message_that_does_not_fit_is_refused():
    with pytest.raises(ValueError, match="at most"):
        web_push.seal(bytes(4000), to=decoded(RECEIVER), secret=decoded(SECRET))
