"""The admin: games, users, the log, incoming and outgoing email; ``clock_admin`` adds time.

Operators may be players too, so what is secret in a running game (seed, drawn cards) is
hidden here as well, except in the record that a superuser downloads to look into a failure.  The
log is read-only.
"""

from __future__ import annotations

from typing import Any

from allauth.account.models import EmailAddress
from django.contrib import admin, messages
from django.contrib.auth.admin import GroupAdmin
from django.contrib.auth.models import Group
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import path
from django.views.decorators.http import require_POST

from games import chat_admin, clock_admin
from games.admin_bases import Admin, ReadOnly, StoredValues, Tabular
from games.base import site_clock
from games.models import (
    AddressStatus,
    ChatMessage,
    Failure,
    FormerPlayer,
    Game,
    IncomingEmail,
    LoggedMove,
    OutgoingEmail,
    Seat,
    Snapshot,
    User,
)
from games.monitoring import failure_records
from games.people import account_deletion
from games.post.outbox import bounces, delivery
from games.rulesets import registry
from games.table.play import history

__all__ = ["clock_admin"]  # registers its classes when it is imported

HIDDEN = "hidden until the game is over"

# Our users' addresses are in a column of their own; an address in allauth's table would sign in
# to the account as well.
admin.site.unregister(EmailAddress)
admin.site.unregister(Group)
admin.site.register(ChatMessage, chat_admin.ReportedMessageAdmin)


def may_show_secrets(game: Game) -> bool:
    """Whether the game's secrets may be shown: only when it is over."""
    return game.status == Game.Status.OVER


class SavesChanges(Admin):
    """Saves only the changed columns, since players may have changed others in the meantime."""

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:
        if not change:
            obj.save(force_insert=True)
            return
        columns = {field.name for field in obj._meta.concrete_fields}  # without many-to-many fields
        obj.save(update_fields=columns.intersection(form.changed_data))


class OffersRecord(Admin):
    """A page on which superusers can download the game's record with a failure and the seed."""

    change_form_template = "admin/games/offers_record.html"

    def get_urls(self) -> list[Any]:
        download = self.admin_site.admin_view(require_POST(self.download_record))
        return [path("<int:object_id>/record/", download,
                     name=f"games_{self.opts.model_name}_record"),
                *super().get_urls()]

    def download_record(self, request: HttpRequest, object_id: int) -> HttpResponse:
        """The record with the seed and a failure; the admin's history says who took it."""
        if not request.user.is_superuser:
            raise PermissionDenied
        shown = get_object_or_404(self.model, pk=object_id)
        game, failure = (shown.game, shown) if isinstance(shown, Failure) else (shown, None)
        if not game.number:
            raise Http404("This game has not started.")
        self.log_change(request, game, "Downloaded the record, which shows every card.")
        return HttpResponse(
            failure_records.export(game, failure), content_type="text/plain; charset=utf-8",
            headers={"Content-Disposition": f'attachment; filename="{game.code}.record"'})

    def change_view(self, request: HttpRequest, object_id: str, form_url: str = "",
                    extra_context: dict[str, Any] | None = None) -> HttpResponse:
        shown = self.get_object(request, object_id)
        offered = request.user.is_superuser and bool(getattr(shown, "number", 0))
        return super().change_view(request, object_id, form_url,
                                   {**(extra_context or {}), "offers_record": offered})


@admin.register(Group)
class RightsAdmin(GroupAdmin):
    """Groups of rights, which only superusers can change: others are in such groups."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return request.user.is_superuser

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return request.user.is_superuser

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return request.user.is_superuser


class SeatInline(ReadOnly, Tabular):
    model = Seat
    fields = ("index", "name", "user", "bot", "left_by", "left_at", "offered_at", "status", "score",
              "to_move", "may_act")
    extra = 0


class RulesetFilter(admin.SimpleListFilter):
    """A filter by one of the games that this site offers."""

    title = "ruleset"
    parameter_name = "ruleset"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [(name, name) for name in registry.names()]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Game]) -> QuerySet[Game]:
        return queryset.filter(ruleset=self.value()) if self.value() else queryset


@admin.register(Game)
class GameAdmin(OffersRecord, SavesChanges):
    list_display = ("code", "name", "status", "number", "turn", "created_at", "moved_at")
    list_filter = ("status", RulesetFilter, "listed", "match", "rated")
    search_fields = ("code", "name", "seats__name", "seats__user__email")
    ordering = ("-created_at",)
    fields = (
        "code", "name", "note", "listed", "pace", "required_reliability", "newcomers", "status",
        "match", "match_of", "rated", "suggested_turns", "origin", "origin_number", "ruleset",
        "rules_version", "commitment", "seed_shown", "created_by", "created_at", "active_at",
        "warned_at", "started_at", "moved_at", "finished_at", "number", "turn", "result",
        "last_failure", "setup_shown",
    )
    inlines = (SeatInline,)

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> tuple[str, ...]:
        return tuple(field for field in self.fields if field not in ("name", "note", "listed"))

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    @admin.display(description="last failure")
    def last_failure(self, game: Game) -> str:
        failure = game.failures.first()
        return f"{failure} ({failure.doing}, {failure.place})" if failure else "none"

    @admin.display(description="setup")
    def setup_shown(self, game: Game) -> str:
        return game.setup.text

    @admin.display(description="seed")
    def seed_shown(self, game: Game) -> str:
        return bytes(game.seed).hex() if may_show_secrets(game) else HIDDEN


@admin.register(FormerPlayer)
class FormerPlayerAdmin(ReadOnly, Admin):
    """Whose seats other people have taken over."""

    list_display = ("replaced_at", "game", "name", "user", "number")
    list_select_related = ("seat__game", "user")
    search_fields = ("name", "user__email", "seat__game__code")
    ordering = ("-replaced_at",)
    fields = list_display

    @admin.display(description="game")
    def game(self, former: FormerPlayer) -> Game:
        return former.seat.game


@admin.register(Failure)
class FailureAdmin(ReadOnly, OffersRecord):
    """What went wrong with games, without details, which may be secret."""

    list_display = ("last_at", "times", "game", "number", "doing", "error", "place")
    list_filter = ("doing",)
    list_select_related = ("game",)
    search_fields = ("game__code",)
    fields = list_display
    readonly_fields = fields


@admin.register(LoggedMove)
class LoggedMoveAdmin(ReadOnly, Admin):
    list_display = ("game", "number", "seat", "actor", "move_shown", "created_at")
    list_filter = ("actor",)
    list_select_related = ("game",)
    search_fields = ("game__code",)
    ordering = ("-pk",)
    fields = ("game", "number", "seat", "actor", "move_shown", "events_shown", "digest", "chain",
              "created_at")
    readonly_fields = fields

    @admin.display(description="move")
    def move_shown(self, row: LoggedMove) -> str:
        """The move as a spectator sees it."""
        return history.visible_move(row.game, row, None)

    @admin.display(description="events")
    def events_shown(self, row: LoggedMove) -> str:
        return row.events if may_show_secrets(row.game) else HIDDEN


@admin.register(Snapshot)
class SnapshotAdmin(Admin):
    """A cache: snapshots may be deleted but not edited."""

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
        return snapshot.state if may_show_secrets(snapshot.game) else HIDDEN


class KindFilter(StoredValues):
    """A filter by one of the kinds of emails in the outbox."""

    title = parameter_name = "kind"


@admin.register(OutgoingEmail)
class OutgoingEmailAdmin(ReadOnly, Admin):
    """The outbox.  It has no content to show: an email is rendered when it is sent."""

    list_display = ("pk", "kind", "to", "game", "number", "status", "attempts", "error",
                    "created_at", "sent_at")
    list_filter = ("status", KindFilter)
    list_select_related = ("game",)
    search_fields = ("to", "game__code", "message_id")
    ordering = ("-pk",)
    actions = ("send_again",)

    @admin.action(description="Retry the selected emails that failed or are waiting for a retry")
    def send_again(self, request: HttpRequest, emails: QuerySet[OutgoingEmail]) -> None:
        count = delivery.send_again(emails.values_list("pk", flat=True), now=site_clock.now())
        self.message_user(request, f"{count} emails will be retried at once.", messages.SUCCESS)


@admin.register(AddressStatus)
class AddressStatusAdmin(ReadOnly, Admin):
    """Addresses to which we send nothing: they bounced, or their reader asked for no email."""

    list_display = ("address", "bounced_at", "error", "refused_at")
    search_fields = ("address",)
    fields = list_display
    readonly_fields = fields


class OutcomeFilter(StoredValues):
    """A filter by one of the outcomes of incoming emails."""

    title = parameter_name = "outcome"


@admin.register(IncomingEmail)
class IncomingEmailAdmin(ReadOnly, Admin):
    """Incoming emails and their status, but neither their content nor why one was refused."""

    list_display = ("pk", "gateway", "sender", "status", "outcome", "command", "attempts",
                    "received_at", "finished_at")
    list_filter = ("status", "gateway", OutcomeFilter)
    search_fields = ("sender", "message_id")
    ordering = ("-pk",)
    fields = (*list_display[1:], "message_id", "first", "last", "answer", "original")
    readonly_fields = fields

    def get_queryset(self, request: HttpRequest) -> QuerySet[IncomingEmail]:
        """Loads each email with the one it is a copy of, both without their raw bytes."""
        emails = super().get_queryset(request).select_related("original")
        return emails.defer("raw", "original__raw")


def _is_operator(user: User | None) -> bool:
    return user is not None and (user.is_staff or user.is_superuser)


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
        """Only superusers can change the rights of users."""
        protected = () if request.user.is_superuser else ("is_staff", "is_superuser", "groups")
        return (*self.readonly_fields, *protected)

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Only superusers may change operators: whoever has their address can sign in as them."""
        allowed = super().has_change_permission(request, obj)
        return allowed and (request.user.is_superuser or not _is_operator(obj))

    def get_form(self, request: HttpRequest, obj: Any = None, change: bool = False,
                 **kwargs: Any) -> Any:
        help_texts = {
            "is_active": "Inactive users cannot sign in and get no email. Bots take over their"
                         " seats for good, and their open tables are cancelled.",
        }
        return super().get_form(request, obj, change=change,
                                **{"help_texts": help_texts, **kwargs})

    def save_model(self, request: HttpRequest, obj: User, form: Any, change: bool) -> None:
        super().save_model(request, obj, form, change)
        if change and "email" in form.changed_data:
            bounces.look_at_turns([obj.pk])
        if change and not obj.is_active and "is_active" in form.changed_data:
            account_deletion.close_seats(obj, now=site_clock.now())

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Only superusers may delete users, and nobody may delete an operator."""
        return request.user.is_superuser and not _is_operator(obj)

    def get_deleted_objects(self, objs: Any, request: HttpRequest) -> Any:
        """What the confirmation page lists: only the users; ``delete_account`` does the rest."""
        users = list(objs)
        operators = {str(user) for user in users if not self.has_delete_permission(request, user)}
        return [str(user) for user in users], {"people": len(users)}, operators, []

    def delete_model(self, request: HttpRequest, obj: User) -> None:
        account_deletion.delete_account(obj, now=site_clock.now())

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[User]) -> None:
        for user in queryset:
            account_deletion.delete_account(user, now=site_clock.now())
