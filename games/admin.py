"""The admin: games, users, the log, email, clocks and vacations, and reported messages."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any

from allauth.account.models import EmailAddress
from django.contrib import admin, messages
from django.contrib.auth.admin import GroupAdmin
from django.contrib.auth.models import Group
from django.core.exceptions import PermissionDenied
from django.db.models import Count, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import path
from django.views.decorators.http import require_POST

from games.base import events, site_clock
from games.base.admin_bases import Admin, Lasting, ReadOnly, StoredValues, Tabular
from games.models import (
    AddressStatus,
    ChatMessage,
    ClockStop,
    Failure,
    FormerPlayer,
    Game,
    IncomingEmail,
    LoggedMove,
    OutgoingEmail,
    PlayingHours,
    Seat,
    Snapshot,
    User,
    Vacation,
)
from games.operations.monitoring import failure_records
from games.people import account_deletion, accounts, handles
from games.post.outbox import bounces, delivery
from games.rulesets import registry
from games.table.clocks import outages, seat_clocks
from games.table.events import ListingChanged
from games.table.play import history
from games.table.talk import conversations, speaking


@admin.register(PlayingHours)
class PlayingHoursAdmin(ReadOnly, Admin):
    """The playing hours of people, which only they can change."""

    list_display = ("user", "since", "time_zone", "opens", "closes", "free_weekdays")
    list_select_related = ("user",)
    search_fields = ("user__email", "user__name")
    ordering = ("-since",)
    fields = list_display


@admin.register(Vacation)
class VacationAdmin(ReadOnly, Admin):
    """The vacations of people, which only they can change."""

    list_display = ("user", "first_day", "last_day", "begins_at", "ends_at")
    list_select_related = ("user",)
    search_fields = ("user__email", "user__name")
    ordering = ("-begins_at",)
    fields = list_display


@admin.register(ClockStop)
class ClockStopAdmin(ReadOnly, Admin):
    """The periods in which all clocks stood still, with buttons to stop and start them."""

    change_list_template = "admin/games/clock_stops.html"
    list_display = ("begins_at", "ends_at", "cause", "reason")
    list_filter = ("cause",)
    ordering = ("-begins_at",)
    fields = list_display
    readonly_fields = fields

    def get_urls(self) -> list[Any]:
        stop, go_on = (self.admin_site.admin_view(require_POST(view))
                       for view in (self.stop_clocks, self.let_clocks_run))
        return [path("stop/", stop, name="games_clockstop_stop"),
                path("go-on/", go_on, name="games_clockstop_go_on"), *super().get_urls()]

    def changelist_view(self, request: HttpRequest,
                        extra_context: dict[str, Any] | None = None) -> HttpResponse:
        return super().changelist_view(request, {
            **(extra_context or {}), "may_stop": _may_stop(request),
            "stopped": ClockStop.objects.filter(cause=ClockStop.Cause.OPERATOR,
                                                ends_at=None).exists()})

    def stop_clocks(self, request: HttpRequest) -> HttpResponse:
        """Stop all clocks for as long as operators want."""
        reason = request.POST.get("reason", "").strip()
        return self._change(request, did=lambda now: outages.stop(reason=reason, now=now),
                            told="All clocks stand still.", not_told="They stand still already.")

    def let_clocks_run(self, request: HttpRequest) -> HttpResponse:
        """End the operators' stop."""
        return self._change(request, did=lambda now: outages.go_on(now=now),
                            told="The clocks run again.",
                            not_told="No operator has stopped the clocks.")

    def _change(self, request: HttpRequest, *, did: Callable[[datetime], bool], told: str,
                not_told: str) -> HttpResponse:
        """Stop or start the clocks with ``did``, and compute all deadlines again."""
        if not _may_stop(request):
            raise PermissionDenied
        now = site_clock.now()
        changed = did(now)
        count = seat_clocks.refresh_all(now=now) if changed else 0
        if changed:
            stop = ClockStop.objects.filter(cause=ClockStop.Cause.OPERATOR).first()
            self.log_change(request, stop, told)
            self.message_user(request, f"{told} {count} deadlines were computed again.",
                              messages.SUCCESS)
        else:
            self.message_user(request, not_told, messages.WARNING)
        return redirect("admin:games_clockstop_changelist")


def _may_stop(request: HttpRequest) -> bool:
    return bool(request.user.has_perm("games.change_clockstop"))


class ReportedMessageAdmin(Lasting, Admin):
    """Messages that were reported, the newest first; they can be hidden but not changed."""

    list_display = ("pk", "words", "user", "game", "channel", "reported", "created_at",
                    "hidden_at")
    list_filter = ("channel", ("hidden_at", admin.EmptyFieldListFilter))
    list_select_related = ("game", "user")
    search_fields = ("game__code", "user__name")
    ordering = ("-pk",)
    fields = ("words", "user", "game", "channel", "number", "reported", "created_at", "hidden_at")
    readonly_fields = fields
    actions = ("hide", "show_again")

    def get_queryset(self, request: HttpRequest) -> QuerySet[ChatMessage]:
        """Return the messages that somebody has reported."""
        reported: QuerySet[ChatMessage] = super().get_queryset(request).filter(
            reports__isnull=False)
        return reported.annotate(times=Count("reports"))

    @admin.display(description="message")
    def words(self, message: ChatMessage) -> str:
        return conversations.words_of(message)

    @admin.display(description="reports")
    def reported(self, message: Any) -> int:
        return int(message.times)

    @admin.action(description="Hide the selected messages", permissions=["change"])
    def hide(self, request: HttpRequest, reported: QuerySet[ChatMessage]) -> None:
        self._record(request, reported, "Hid this message.")
        count = speaking.hide(reported.values_list("pk", flat=True), now=site_clock.now())
        self.message_user(request, f"{count} messages are hidden now.", messages.SUCCESS)

    @admin.action(description="Show the selected messages again", permissions=["change"])
    def show_again(self, request: HttpRequest, reported: QuerySet[ChatMessage]) -> None:
        self._record(request, reported, "Showed this message again.")
        count = speaking.show_again(reported.values_list("pk", flat=True))
        self.message_user(request, f"{count} messages are shown again.", messages.SUCCESS)

    def _record(self, request: HttpRequest, reported: QuerySet[ChatMessage], what: str) -> None:
        """Note in the admin's history who did this."""
        for message in reported:
            self.log_change(request, message, what)


HIDDEN = "hidden until the game is over"

# Our users' addresses are in a column of their own; an address in allauth's table would sign in
# to the account as well.
admin.site.unregister(EmailAddress)
admin.site.unregister(Group)
admin.site.register(ChatMessage, ReportedMessageAdmin)


def may_show_secrets(game: Game) -> bool:
    """Return whether the game's secrets may be shown: only when it is over and not sealed."""
    return game.is_revealed


class SavesChanges(Admin):
    """An admin that saves only the changed columns, as players may have changed others since."""

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
        """Send the record with the seed and a failure, and note in the history who took it."""
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
    """Groups of rights, which only superusers can change, because others belong to them."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return request.user.is_superuser

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return request.user.is_superuser

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return request.user.is_superuser


class SeatInline(ReadOnly, Tabular):
    """The seats of a game on its page."""

    model = Seat
    fields = ("index", "name", "user", "bot", "left_by", "left_at", "offered_at", "status", "score",
              "to_move", "may_act")
    extra = 0


class RulesetFilter(admin.SimpleListFilter):
    """A filter by one of the games on this site."""

    title = "ruleset"
    parameter_name = "ruleset"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [(name, name) for name in registry.names()]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Game]) -> QuerySet[Game]:
        return queryset.filter(ruleset=self.value()) if self.value() else queryset


@admin.register(Game)
class GameAdmin(Lasting, OffersRecord, SavesChanges):
    """Games, without secrets until they are over; few columns can be changed."""

    list_display = ("code", "name", "status", "number", "turn", "created_at", "moved_at")
    list_filter = ("status", RulesetFilter, "listed", "match", "rated", "arranged", "sealed",
                   "imported")
    search_fields = ("code", "name", "seats__name", "seats__user__email")
    ordering = ("-created_at",)
    fields = (
        "code", "name", "note", "listed", "pace", "required_reliability", "newcomers", "status",
        "match", "match_of", "rated", "arranged", "sealed", "imported", "suggested_turns",
        "origin", "origin_number", "ruleset", "rules_version", "commitment", "seed_shown",
        "created_by", "created_at", "active_at", "warned_at", "started_at", "moved_at",
        "finished_at", "number", "turn", "result", "last_failure", "setup_shown",
    )
    inlines = (SeatInline,)

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> tuple[str, ...]:
        is_private = obj and (obj.sealed or obj.imported)
        changeable = {"name", "note"} if is_private else {"name", "note", "listed"}
        return tuple(field for field in self.fields if field not in changeable)

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:
        super().save_model(request, obj, form, change)
        if "listed" in form.changed_data:
            events.publish(ListingChanged(game=obj))

    @admin.display(description="last failure")
    def last_failure(self, game: Game) -> str:
        failure = game.failures.first()
        return f"{failure} ({failure.doing}, {failure.place})" if failure else "none"

    @admin.display(description="setup")
    def setup_shown(self, game: Game) -> str:
        # The deal of the second game of a match is the seed of the first.
        return HIDDEN if game.sealed and game.match_of_id else game.setup.text

    @admin.display(description="seed")
    def seed_shown(self, game: Game) -> str:
        return bytes(game.seed).hex() if may_show_secrets(game) else HIDDEN


@admin.register(FormerPlayer)
class FormerPlayerAdmin(ReadOnly, Admin):
    """The former players of seats that other people have taken over."""

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
    """Failures of games, without details, which may be secret."""

    list_display = ("last_at", "times", "game", "number", "doing", "error", "place")
    list_filter = ("doing",)
    list_select_related = ("game",)
    search_fields = ("game__code",)
    fields = list_display
    readonly_fields = fields


@admin.register(LoggedMove)
class LoggedMoveAdmin(ReadOnly, Admin):
    """The rows of all logs, as a spectator may see them."""

    list_display = ("game", "number", "seat", "actor", "move_shown", "created_at")
    list_filter = ("actor",)
    list_select_related = ("game",)
    search_fields = ("game__code",)
    ordering = ("-pk",)
    fields = ("game", "number", "seat", "actor", "move_shown", "events_shown", "digest_shown",
              "chain", "created_at")
    readonly_fields = fields

    @admin.display(description="move")
    def move_shown(self, row: LoggedMove) -> str:
        """Return the move as a spectator sees it."""
        return history.visible_move(row.game, row, None)

    @admin.display(description="events")
    def events_shown(self, row: LoggedMove) -> str:
        return row.events if may_show_secrets(row.game) else HIDDEN

    @admin.display(description="digest")
    def digest_shown(self, row: LoggedMove) -> str:
        """Return the digest of the position, which would tell that it is the same as before."""
        return row.digest if may_show_secrets(row.game) else HIDDEN


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
    """The outbox, without any text: an email is rendered when it is sent."""

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
        """Load each email with the one it is a copy of, both without their raw bytes."""
        emails = super().get_queryset(request).select_related("original")
        return emails.defer("raw", "original__raw")


def _is_operator(user: User | None) -> bool:
    return user is not None and (user.is_staff or user.is_superuser)


@admin.register(User)
class UserAdmin(SavesChanges):
    """Members, guests and bots of members; deleting one is what its owner could do."""

    list_display = ("shown_name", "email", "is_guest", "is_staff", "is_active", "date_joined",
                    "last_login")
    list_filter = ("is_guest", ("owner", admin.EmptyFieldListFilter), "is_staff", "is_active")
    search_fields = ("email", "name")
    ordering = ("-date_joined",)
    fields = ("email", "name", "is_active", "is_staff", "is_superuser", "groups", "is_guest",
              "owner", "date_joined", "last_login")
    readonly_fields = ("is_guest", "owner", "date_joined", "last_login")
    filter_horizontal = ("groups",)
    actions = ("take_name_away",)

    @admin.action(description="Take their name away, so that they choose another", permissions=[
        "change"])
    def take_name_away(self, request: HttpRequest, queryset: QuerySet[User]) -> None:
        """Give members with an unseemly name a drawn one, also in games in progress."""
        members = queryset.filter(is_guest=False, is_staff=False)
        for user in members:
            accounts.lose_name(user)
            self.log_change(request, user, "Has lost their name.")
        self.message_user(request, f"{len(members)} members have lost their names.",
                          messages.SUCCESS)

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> tuple[str, ...]:
        # Only superusers can change the rights of users.
        rights = ("is_staff", "is_superuser", "groups")
        protected: tuple[str, ...] = () if request.user.is_superuser else rights
        if obj is not None and obj.is_bot:
            protected = ("email", *rights)
        return (*self.readonly_fields, *protected, *(("name",) if obj else ()))

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        # Only superusers may change operators: whoever has their address can sign in as them.
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
        if not change:
            handles.take_like(obj, obj.name)
        if change and "email" in form.changed_data:
            bounces.look_at_turns([obj.pk])
        if change and not obj.is_active and "is_active" in form.changed_data:
            account_deletion.close_seats(obj, now=site_clock.now())

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        # Nobody may delete an operator, not even a superuser.
        return request.user.is_superuser and not _is_operator(obj)

    def get_deleted_objects(self, objs: Any, request: HttpRequest) -> Any:
        """List only users on the confirmation page; ``delete_account`` does the rest."""
        users = list(objs)
        operators = {str(user) for user in users if not self.has_delete_permission(request, user)}
        return [str(user) for user in users], {"people": len(users)}, operators, []

    def delete_model(self, request: HttpRequest, obj: User) -> None:
        account_deletion.delete_account(obj, now=site_clock.now())

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[User]) -> None:
        for user in queryset.order_by("-pk"):  # bots before their owners, who are older
            account_deletion.delete_account(user, now=site_clock.now())
