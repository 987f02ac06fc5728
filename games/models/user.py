"""Users: members, who sign in with an emailed code, guests and bots, who have no email address.

What a user may do in a game depends on their seat, not on this model.
"""

from __future__ import annotations

from typing import Any, ClassVar

from django.conf import settings
from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.contrib.auth.models import PermissionsMixin
from django.core.exceptions import ValidationError
from django.db import models, transaction
from django.db.models.functions import Coalesce, Lower
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.models.fields import HashField
from games.models.handle import DRAWN, Handle

NAME_LENGTH = 40
ADDRESS_LENGTH = 254  # email cannot be sent to a longer address


def check_address_length(address: str) -> None:
    """Raise ValidationError if the address, in lower case, is too long for its column."""
    if len(address) > ADDRESS_LENGTH:
        raise ValidationError(
            _("An email address has at most %(length)s characters, so please check it.")
            % {"length": ADDRESS_LENGTH}
        )


class Audience(models.TextChoices):
    """Those to whom a member shows the page about them."""

    EVERYBODY = "everybody", gettext_lazy("everybody")
    MEMBERS = "members", gettext_lazy("people who are signed in")
    PLAYED = "played", gettext_lazy("people with whom I have finished a game")


class UserManager(BaseUserManager["User"]):
    """The manager that creates users.  Nobody needs a password, but an operator may have one."""

    def create_user(self, email: str, password: str | None = None, **fields: Any) -> User:
        """Create a member with this address, and a name like the wanted one or a drawn one."""
        if not email:
            raise ValueError("a member needs an email address; a user without one is a guest")
        wanted = fields.pop("name", "")
        user = self.model(email=self.normalize_email(email), **fields)
        user.set_password(password)
        with transaction.atomic(using=self._db):
            user.save(using=self._db, force_insert=True)
            user.name = Handle.assign(user, wanted)
            user.save(using=self._db, update_fields=["name"])
        return user

    def create_superuser(self, email: str, password: str | None = None, **fields: Any) -> User:
        """Create an operator who may do everything in the admin."""
        return self.create_user(email, password, is_staff=True, is_superuser=True, **fields)

    def create_guest(self, name: str = "", **fields: Any) -> User:
        """Create a guest: no address and no password; only their session identifies them."""
        user = self.model(email=None, name=name, is_guest=True, **fields)
        user.set_unusable_password()
        user.save(using=self._db, force_insert=True)
        return user

    def create_bot(self, owner: User, **fields: Any) -> User:
        """Create a bot of a member, still without a name, as which only programs act."""
        user = self.model(email=None, owner=owner, **fields)
        user.set_unusable_password()
        user.save(using=self._db, force_insert=True)
        return user

    def get_by_natural_key(self, username: str | None) -> User:
        """Return the member with this address, in upper or lower case."""
        return self.get(email=self.normalize_email(username))

    @classmethod
    def normalize_email(cls, email: str | None) -> str:
        """Return the address in lower case, so that one address cannot have two accounts."""
        return super().normalize_email(email).strip().lower()


class User(AbstractBaseUser, PermissionsMixin):
    """A person.  ``email``, in lower case, is None for guests; ``name`` is what others see.

    A member's name is their handle (``games.models.handle``), which nobody else has; guests call
    themselves what they like, or nothing.

    With an ``owner``, it is no person but a bot of that member, with a handle like a member's and
    no address.  It stays one for ever, and is not active any more once it is retired.

    ``language`` is the one they read, or "" as long as neither they nor their browser has named
    any but the site's own.  ``wants_reviews`` is whether their moves are judged in reviews.
    ``kept_at`` is when a sweep last kept the account although nobody had signed in to it, because
    it has games.  ``moved_at`` is when they last changed their address.
    """

    email = models.EmailField(
        "email address", max_length=ADDRESS_LENGTH, unique=True, null=True, blank=True
    )
    name = models.CharField("shown name", max_length=NAME_LENGTH, blank=True)
    is_guest = models.BooleanField("guest", default=False)
    owner = models.ForeignKey("self", on_delete=models.CASCADE, null=True, blank=True,
                              editable=False, related_name="bots")
    is_staff = models.BooleanField("operator", default=False)
    is_active = models.BooleanField("active", default=True)
    date_joined = models.DateTimeField("joined", default=timezone.now)
    page_for = models.CharField("their page is for", max_length=10, choices=Audience.choices,
                                default=Audience.MEMBERS)
    wants_reviews = models.BooleanField("games are reviewed", default=True)
    language = models.CharField(max_length=10, blank=True)
    kept_at = models.DateTimeField(null=True, editable=False)
    moved_at = models.DateTimeField(null=True, editable=False)

    objects: ClassVar[UserManager] = UserManager()

    USERNAME_FIELD = "email"
    EMAIL_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = []

    class Meta(AbstractBaseUser.Meta):
        indexes: ClassVar = [
            models.Index(fields=["date_joined", "id"], name="user_newest"),
            models.Index(Lower("name"), name="user_name"),
            models.Index(fields=["date_joined", "id"], name="user_operators",
                         condition=models.Q(is_staff=True)),
            models.Index(fields=["date_joined", "id"], name="user_shut_out",
                         condition=models.Q(is_active=False)),
            models.Index(Coalesce("kept_at", "date_joined"), name="user_never_signed_in",
                         condition=models.Q(last_login__isnull=True, is_guest=False,
                                            is_staff=False)),
        ]
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=models.Q(owner__isnull=True) | models.Q(
                    email__isnull=True, is_guest=False, is_staff=False, is_superuser=False),
                name="user_bot_or_person"),
        ]

    def __str__(self) -> str:
        return self.shown_name

    def clean(self) -> None:
        """Write the address in lower case, as forms may not."""
        super().clean()
        self.email = self.email and UserManager.normalize_email(self.email)

    @property
    def shown_name(self) -> str:
        """The name others see, never the address; that of a guest or a bot says that it is one."""
        if self.is_bot:
            return _("%(name)s (bot)") % {"name": self.name}
        if not self.is_guest:
            return self.name
        if self.name:
            return _("%(name)s (guest)") % {"name": self.name}
        # Always the same one, but not the row's, which would tell how many people have come.
        drawn = salted_hmac("games.neutral-name", str(self.pk), algorithm="sha256").digest()
        return _("Guest %(number)s") % {"number": 1000 + int.from_bytes(drawn[:8]) % 99_000}

    @property
    def is_bot(self) -> bool:
        """Whether it is a bot of a member."""
        return self.owner_id is not None

    @property
    def family(self) -> int:
        """The id of the member, which a member and all their bots have in common."""
        return self.owner_id or self.pk

    @property
    def has_chosen_name(self) -> bool:
        """Whether they have chosen their name themselves."""
        return bool(self.name) and (self.is_guest or not self.name.startswith(DRAWN))

    def get_full_name(self) -> str:
        return self.shown_name

    def get_short_name(self) -> str:
        return self.shown_name


class Favourite(models.Model):
    """A finished game that a member shows on their page."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE,
                             related_name="favourites", db_index=False)  # favourite_once has it
    game = models.ForeignKey("games.Game", on_delete=models.CASCADE, related_name="+")

    class Meta:
        constraints = (models.UniqueConstraint(fields=["user", "game"], name="favourite_once"),)

    def __str__(self) -> str:
        return f"game {self.game_id} of user {self.user_id}"


class CalendarFeed(models.Model):
    """The address of one person's private feeds: a calendar, and news of their games.

    The token in its URLs is derived from the site's secret and ``salt``; ``digest`` is its hash.
    ``created_at`` is when they were made or last renewed.
    """

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="calendar_feed"
    )
    salt = models.CharField(max_length=32, editable=False)
    digest = HashField(unique=True, editable=False)
    created_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"calendar feed of user {self.user_id}"
