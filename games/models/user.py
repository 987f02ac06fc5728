"""People: members, who log in by a mailed code, and guests, who have no address.

Owns who somebody is; not what he may do at a table (that is his seat's matter).
"""

from __future__ import annotations

from typing import Any, ClassVar

from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.contrib.auth.models import PermissionsMixin
from django.db import models
from django.utils import timezone

NAME_LENGTH = 40


class UserManager(BaseUserManager["User"]):
    """Makes people; nobody needs a password, but an operator may have one."""

    def create_user(self, email: str, password: str | None = None, **fields: Any) -> User:
        """A member with this address."""
        if not email:
            raise ValueError("a member has a mail address; somebody without one is a guest")
        user = self.model(email=self.normalize_email(email), **fields)
        user.set_password(password)
        user.save(using=self._db, force_insert=True)
        return user

    def create_superuser(self, email: str, password: str | None = None, **fields: Any) -> User:
        """An operator who may do everything in the admin."""
        return self.create_user(email, password, is_staff=True, is_superuser=True, **fields)

    def create_guest(self, name: str = "", **fields: Any) -> User:
        """Somebody who plays at once: no address, no password, known by his session only."""
        user = self.model(email=None, name=name, is_guest=True, **fields)
        user.set_unusable_password()
        user.save(using=self._db, force_insert=True)
        return user

    def get_by_natural_key(self, username: str | None) -> User:
        """The member with this address, however its letters are cased."""
        return self.get(email__iexact=username)

    @classmethod
    def normalize_email(cls, email: str | None) -> str:
        """The address in lower case: two spellings of it must not be two people."""
        return super().normalize_email(email).strip().lower()


class User(AbstractBaseUser, PermissionsMixin):
    """A person.  ``email`` is None for guests; ``name`` is what others see."""

    email = models.EmailField("mail address", unique=True, null=True, blank=True)
    name = models.CharField("shown name", max_length=NAME_LENGTH, blank=True)
    is_guest = models.BooleanField("guest", default=False)
    is_staff = models.BooleanField("operator", default=False)
    is_active = models.BooleanField("active", default=True)
    date_joined = models.DateTimeField("joined", default=timezone.now)

    objects: ClassVar[UserManager] = UserManager()

    USERNAME_FIELD = "email"
    EMAIL_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = []

    def __str__(self) -> str:
        return self.shown_name

    @property
    def shown_name(self) -> str:
        """What others read: the chosen name, else a neutral one; never the address."""
        if self.name:
            return self.name
        return f"Guest {self.pk}" if self.is_guest else f"Player {self.pk}"

    def get_full_name(self) -> str:
        return self.shown_name

    def get_short_name(self) -> str:
        return self.shown_name
