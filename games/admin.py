"""The operators' view: games, players, the log, the outbox.

Owns what an operator sees.  An operator may be a player too: what is hidden at a running
table (seed, drawn cards) is hidden here as well, and the log is for reading only.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone

from games.models import (
    AddressStatus,
    Game,
    IncomingEmail,
    LoggedMove,
    OutgoingEmail,
    Seat,
    Snapshot,
    User,
)
from games.outbox import outbox
from games.people import account_deletion

if TYPE_CHECKING:
    Admin = admin.ModelAdmin[Any]
    Tabular = admin.TabularInline[Any, Any]
else:
    Admin, Tabular = admin.ModelAdmin, admin.TabularInline

HIDDEN = "hidden until the game is over"


def is_open(game: Game) -> bool:
    """Whether a game's secrets may be shown."""
    return game.status == Game.Status.OVER


class SavesChanges(Admin):
    """Saves only the columns an operator changed: players may have changed others meanwhile."""

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:
        if not change:
            obj.save(force_insert=True)
            return
        columns = {field.name for field in obj._meta.concrete_fields}  # groups have their own rows
        obj.save(update_fields=columns.intersection(form.changed_data))


class ReadOnly:
    """Nothing can be added, changed or deleted."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class SeatInline(ReadOnly, Tabular):
    model = Seat
    fields = ("index", "name", "user", "bot", "status", "score")
    extra = 0


@admin.register(Game)
class GameAdmin(SavesChanges):
    list_display = ("code", "name", "status", "number", "turn", "to_move", "created_at", "moved_at")
    list_filter = ("status", "ruleset", "listed")
    search_fields = ("code", "name", "seats__name", "seats__user__email")
    ordering = ("-created_at",)
    fields = (
        "code", "name", "note", "listed", "pace", "status", "ruleset", "rules_version",
        "commitment", "seed_shown", "created_by", "created_at", "active_at", "warned_at",
        "started_at", "moved_at", "finished_at", "number", "turn", "to_move", "result", "setup",
    )
    inlines = (SeatInline,)

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> tuple[str, ...]:
        return tuple(field for field in self.fields if field not in ("name", "note", "listed"))

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    @admin.display(description="seed")
    def seed_shown(self, game: Game) -> str:
        return bytes(game.seed).hex() if is_open(game) else HIDDEN


@admin.register(LoggedMove)
class RowAdmin(ReadOnly, Admin):
    list_display = ("game", "number", "seat", "actor", "move", "created_at")
    list_filter = ("actor",)
    list_select_related = ("game",)
    search_fields = ("game__code",)
    ordering = ("-pk",)
    fields = ("game", "number", "seat", "actor", "move", "events_shown", "digest", "chain",
              "created_at")
    readonly_fields = fields
    show_full_result_count = False

    @admin.display(description="events")
    def events_shown(self, row: LoggedMove) -> str:
        return row.events if is_open(row.game) else HIDDEN


@admin.register(Snapshot)
class SnapshotAdmin(Admin):
    """A cache: it may be thrown away, never edited."""

    list_display = ("game", "number")
    list_select_related = ("game",)
    fields = ("game", "number", "state_shown")
    readonly_fields = fields

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    @admin.display(description="state")
    def state_shown(self, snapshot: Snapshot) -> str:
        return snapshot.state if is_open(snapshot.game) else HIDDEN


@admin.register(OutgoingEmail)
class MailAdmin(ReadOnly, Admin):
    """The outbox.  A mail's content is nowhere kept: it is written when it is sent."""

    list_display = ("pk", "kind", "to", "game", "number", "status", "attempts", "error",
                    "created_at", "sent_at")
    list_filter = ("status", "kind")
    list_select_related = ("game",)
    search_fields = ("to", "game__code", "message_id")
    ordering = ("-pk",)
    actions = ("send_again",)

    @admin.action(description="Send the chosen mails again that failed or wait")
    def send_again(self, request: HttpRequest, mails: QuerySet[OutgoingEmail]) -> None:
        again = outbox.send_again(mails.values_list("pk", flat=True), now=timezone.now())
        self.message_user(request, f"{again} mails will be tried again at once.", messages.SUCCESS)


@admin.register(AddressStatus)
class AddressAdmin(ReadOnly, Admin):
    """Addresses no mail goes to: those that bounced, those whose readers want none."""

    list_display = ("address", "bounced_at", "error", "refused_at")
    search_fields = ("address",)
    fields = list_display
    readonly_fields = fields


@admin.register(IncomingEmail)
class InboundMessageAdmin(ReadOnly, Admin):
    """Mail that came in: what became of it, but not what it says or what was wrong with it."""

    list_display = ("pk", "door", "sender", "status", "outcome", "command", "attempts",
                    "received_at", "finished_at")
    list_filter = ("status", "door", "outcome")
    search_fields = ("sender", "message_id")
    ordering = ("-pk",)
    fields = (*list_display[1:], "message_id", "first", "last", "answer", "original")
    readonly_fields = fields

    def get_queryset(self, request: HttpRequest) -> QuerySet[IncomingEmail]:
        """Shown with the message it is a copy of, but neither with its raw bytes."""
        found = super().get_queryset(request).select_related("original")
        return found.defer("raw", "original__raw")


@admin.register(User)
class UserAdmin(SavesChanges):
    list_display = ("shown_name", "email", "is_guest", "is_staff", "is_active", "date_joined",
                    "last_login")
    list_filter = ("is_guest", "is_staff", "is_active")
    search_fields = ("email", "name")
    ordering = ("-date_joined",)
    fields = ("email", "name", "is_active", "is_staff", "is_superuser", "groups", "is_guest",
              "date_joined", "last_login")
    readonly_fields = ("is_guest", "date_joined", "last_login")
    filter_horizontal = ("groups",)

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> tuple[str, ...]:
        """Only somebody who may do everything hands out rights."""
        rights = () if request.user.is_superuser else ("is_staff", "is_superuser", "groups")
        return (*self.readonly_fields, *rights)

    def get_form(self, request: HttpRequest, obj: Any = None, change: bool = False,
                 **kwargs: Any) -> Any:
        told = {"is_active": "Somebody who is not cannot sign in and gets no mail. Bots play on in"
                             " his games for good, and his tables that wait are called off."}
        return super().get_form(request, obj, change=change, **{"help_texts": told, **kwargs})

    def save_model(self, request: HttpRequest, obj: User, form: Any, change: bool) -> None:
        super().save_model(request, obj, form, change)
        if change and not obj.is_active and "is_active" in form.changed_data:
            account_deletion.close_seats(obj, now=timezone.now())

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Only superusers, and no operator's account as long as it is one."""
        return request.user.is_superuser and not (obj and (obj.is_staff or obj.is_superuser))

    def get_deleted_objects(self, objs: Any, request: HttpRequest) -> Any:
        """What the page that asks names: the people; what else goes is the service's to know."""
        people = list(objs)
        operators = {str(user) for user in people if not self.has_delete_permission(request, user)}
        return [str(user) for user in people], {"people": len(people)}, operators, []

    def delete_model(self, request: HttpRequest, obj: User) -> None:
        account_deletion.delete_account(obj, now=timezone.now())

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[User]) -> None:
        for user in queryset:
            account_deletion.delete_account(user, now=timezone.now())
