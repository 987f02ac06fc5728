"""The addresses of the games: home, lobby, tables, turns, replays, rules."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec

from django.conf import settings
from django.urls import include, path, register_converter
from django.urls.converters import PathConverter

from games.operations.monitoring import status_pages
from games.web import (
    calendar_page,
    clock_panel,
    crawling,
    downloads,
    email_links,
    email_settings,
    home,
    installed,
    legal_pages,
    lobby_pages,
    opponents_page,
    people_pages,
    playing_hours_page,
    position_pages,
    push_pages,
    replay,
    table_feed,
    table_page,
    talk_pages,
    token_pages,
    turn_forms,
    vacant_seats,
)
from games.web import checker as checker_pages
from games.web.api import api


class Anything(PathConverter):
    """A part of an address with line breaks, too, which a program may send by mistake."""

    regex = "(?s:.+)"


register_converter(Anything, "anything")

_features = [import_module(module) for feature in settings.FEATURES
             if find_spec(module := f"{feature}.urls")]

# Both for those who may see the table and, with a key, for anybody after the end.
replay_urls = [
    path("replay/", replay.jump, name="replay"),
    path("replay/<int:number>/", replay.show_position, name="position"),
    path("replay/<int:number>/address/", position_pages.show_address, name="position-address"),
    path("replay/<int:number>/step.json", replay.show_step, name="position-step"),
    path("replay/<int:number>/board.svg", downloads.position_svg, name="position-picture"),
    path("replay/<int:number>/board.png", downloads.position_png, name="position-photo"),
    path("replay/<int:number>/comment/", talk_pages.comment, name="position-comment"),
    path("game.gif", downloads.animation, name="animation"),
    path("record.txt", downloads.record, name="record"),
    path("log.json", downloads.log, name="log"),
    *(each for module in _features for each in getattr(module, "replay_urlpatterns", ())),
]

urlpatterns = [
    path("", home.show_home, name="home"),
    path("robots.txt", crawling.show_robots, name="robots"),
    path("sitemap.xml", crawling.show_sitemap, name="sitemap"),
    path(".well-known/security.txt", crawling.show_security_contact, name="security-contact"),
    path("health", status_pages.health, name="health"),
    path("ready", status_pages.ready, name="ready"),
    path("metrics", status_pages.metrics, name="metrics"),
    path("play/", home.play_now, name="play-now"),
    path("preview.png", home.show_preview, name="preview-picture"),
    path("preview/<slug:game>.png", home.show_preview, name="preview-picture"),
    path("rules/", home.show_rules, name="rules"),
    path("rules/<slug:game>/", home.show_rules, name="rules"),
    path("rules/figures/<slug:theme>/<slug:name>.svg", home.show_figure, name="figure"),
    path("rules/<slug:game>/figures/<slug:theme>/<slug:name>.svg", home.show_figure, name="figure"),
    path("legal/<slug:subject>/", legal_pages.show, name="legal"),
    path("opponents/", opponents_page.show_opponents, name="opponents"),
    path("opponents/<slug:game>/", opponents_page.show_opponents, name="opponents"),
    path("check/", checker_pages.show_checker, name="checker"),
    path("check/page.html", checker_pages.download_checker, name="checker-file"),
    path("position/", position_pages.find_position, name="find-position"),
    path("position/<str:string>/", position_pages.show_position, name="given-position"),
    path("position/<str:string>/draft/<str:given>/", position_pages.add_to_draft,
         name="given-position-draft"),
    path("lobby/", lobby_pages.show_lobby, name="lobby"),
    path("watch/", lobby_pages.show_watch, name="watch"),
    path("games/", lobby_pages.show_my_games, name="my-games"),
    path("next/", lobby_pages.show_next_game, name="next-game"),
    path("games/new/", lobby_pages.new_game, name="new-game"),
    path("games/<slug:code>/", table_page.show_game, name="game"),
    path("games/<slug:code>/feed/", table_feed.show_feed, name="game-feed"),
    # Open pages listen to this one.
    path("games/<slug:code>/stream/", table_page.show_stream, name="game-stream"),
    path("games/<slug:code>/join/", table_page.join, name="game-join"),
    path("games/<slug:code>/leave/", table_page.leave, name="game-leave"),
    path("games/<slug:code>/cancel/", table_page.cancel, name="game-cancel"),
    path("games/<slug:code>/rematch/", table_page.ask_for_rematch, name="game-rematch"),
    path("games/<slug:code>/keep/", table_page.keep_open, name="game-keep"),
    path("games/<slug:code>/list/", table_page.show_in_lobby, name="game-list"),
    path("games/<slug:code>/fill/", table_page.fill, name="game-fill"),
    path("games/<slug:code>/invite/", table_page.invite, name="game-invite"),
    path("games/<slug:code>/withdraw/", table_page.withdraw, name="game-withdraw"),
    path(
        "games/<slug:code>/invitation/<slug:token>/", table_page.show_invitation, name="invitation"
    ),
    path("games/<slug:code>/offer/", vacant_seats.offer, name="game-offer"),
    path("games/<slug:code>/take-over/<int:seat>/", vacant_seats.take_over, name="take-over"),
    path(
        "games/<slug:code>/take-over/<int:seat>/<slug:token>/",
        vacant_seats.take_over,
        name="take-over-link",
    ),
    path("games/<slug:code>/decline/", table_page.decline, name="game-decline"),
    path("games/<slug:code>/favourite/", people_pages.choose_favourite, name="game-favourite"),
    path("games/<slug:code>/more-time/", clock_panel.extend, name="game-extend"),
    path("games/<slug:code>/pause/", clock_panel.pause, name="game-pause"),
    path("games/<slug:code>/resume/", clock_panel.resume, name="game-resume"),
    path("games/<slug:code>/return/", clock_panel.take_back, name="game-return"),
    path("games/<slug:code>/draft/", turn_forms.add_to_draft, name="game-draft"),
    path("games/<slug:code>/preview/", turn_forms.preview, name="game-preview"),
    path("games/<slug:code>/orders/", turn_forms.give_orders, name="game-orders"),
    path("games/<slug:code>/talk/", talk_pages.show_talk, name="talk"),
    path("games/<slug:code>/talk/messages/", talk_pages.show_messages, name="talk-messages"),
    path("games/<slug:code>/talk/say/", talk_pages.say, name="talk-say"),
    path("games/<slug:code>/talk/mute/", talk_pages.mute, name="talk-mute"),
    path("games/<slug:code>/talk/report/", talk_pages.report, name="talk-report"),
    path("games/<slug:code>/note/", talk_pages.write_note, name="game-note"),
    path("people/", people_pages.show_people, name="people"),
    path("people/<str:name>/", people_pages.show_person, name="person"),
    path("tokens/", token_pages.show_tokens, name="api-tokens"),
    path("tokens/end/", token_pages.take_back, name="api-token-end"),
    path("api/", api.show_reference, name="api"),
    path("api/openapi.json", api.show_description, name="api-description"),
    path("api/1/", api.show_nothing, {"path": ""}),
    path("api/1/", api.api.urls),
    path("api/1/<anything:path>", api.show_nothing, name="api-nothing"),
    path("mail/", email_settings.show, name="email-settings"),
    path("mail/test/", email_settings.send_test, name="test-email"),
    path("mail/claim/", email_settings.claim_email, name="claim-email"),
    path("time/", playing_hours_page.show, name="playing-hours"),
    path("time/vacations/", playing_hours_page.add_vacation, name="vacation-add"),
    path(
        "time/vacations/<slug:vacation>/cancel/",
        playing_hours_page.cancel_vacation,
        name="vacation-cancel",
    ),
    path("time/calendar/", calendar_page.renew, name="calendar-renew"),
    path("time/calendar/off/", calendar_page.turn_off, name="calendar-off"),
    path("calendar/<slug:token>.ics", calendar_page.show_calendar, name="calendar-feed"),
    path("calendar/<slug:token>.atom", calendar_page.show_news, name="private-news"),
    path("push-worker.js", installed.show_worker, name="push-worker"),
    path("site.webmanifest", installed.show_manifest, name="manifest"),
    path("offline/", installed.show_offline, name="offline"),
    path("push/", push_pages.turn_on, name="push-on"),
    path("push/remove/", push_pages.remove, name="push-remove"),
    path("push/test/", push_pages.send_test, name="push-test"),
    path("unsubscribe/<str:token>/", email_links.show_unsubscribe, name="unsubscribe"),
    path("keep/<str:token>/", email_links.show_keep, name="keep-open"),
    path("more-time/<str:token>/", clock_panel.extend_by_link, name="extension-link"),
    path("return/<str:token>/", clock_panel.return_by_link, name="return-link"),
    path("turn/<slug:token>/", email_links.show_turn, name="turn-link"),
    path("turn/<slug:token>/leave/", email_links.resign, name="resign-link"),
    path("games/<slug:code>/share/end/", replay.end_sharing, name="end-sharing"),
    path("games/<slug:code>/", include(replay_urls)),
    path("shared/<slug:code>/<slug:token>/", include(replay_urls)),
    *(path("", include(module)) for module in _features),
]
