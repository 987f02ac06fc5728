"""The addresses of the games: home, lobby, tables, turns, replays, rules."""

from __future__ import annotations

from django.urls import include, path

from games.views import (
    checker,
    downloads,
    email_links,
    email_settings,
    home,
    keep_table,
    lobby,
    push,
    rematch,
    replay,
    status_pages,
    table,
    turn_forms,
    unsubscribe,
)

# Both for those who may see the table and, with a key, for anybody after the end.
replay_urls = [
    path("replay/", replay.jump, name="replay"),
    path("replay/<int:number>/", replay.show_position, name="position"),
    path("replay/<int:number>/step.json", replay.show_step, name="position-step"),
    path("replay/<int:number>/board.svg", downloads.position_svg, name="position-picture"),
    path("replay/<int:number>/board.png", downloads.position_png, name="position-photo"),
    path("game.gif", downloads.animation, name="animation"),
    path("record.txt", downloads.record, name="record"),
    path("log.json", downloads.log, name="log"),
]

urlpatterns = [
    path("", home.show_home, name="home"),
    path("health", status_pages.health, name="health"),
    path("metrics", status_pages.metrics, name="metrics"),
    path("play/", home.play_now, name="play-now"),
    path("preview.png", home.show_preview, name="preview-picture"),
    path("preview/<slug:game>.png", home.show_preview, name="preview-picture"),
    path("rules/", home.show_rules, name="rules"),
    path("rules/<slug:game>/", home.show_rules, name="rules"),
    path("rules/figures/<slug:theme>/<slug:name>.svg", home.show_figure, name="figure"),
    path("rules/<slug:game>/figures/<slug:theme>/<slug:name>.svg", home.show_figure,
         name="figure"),
    path("check/", checker.show_checker, name="checker"),
    path("check/page.html", checker.download_checker, name="checker-file"),
    path("lobby/", lobby.show_lobby, name="lobby"),
    path("games/", lobby.show_my_games, name="my-games"),
    path("games/new/", lobby.new_game, name="new-game"),
    path("games/<slug:code>/", table.show_game, name="game"),
    path("games/<slug:code>/mark/", table.show_version, name="game-version"),  # open pages poll it
    path("games/<slug:code>/join/", table.join, name="game-join"),
    path("games/<slug:code>/leave/", table.leave, name="game-leave"),
    path("games/<slug:code>/cancel/", table.cancel, name="game-cancel"),
    path("games/<slug:code>/rematch/", rematch.ask, name="game-rematch"),
    path("games/<slug:code>/keep/", table.keep_open, name="game-keep"),
    path("games/<slug:code>/list/", table.show_in_lobby, name="game-list"),
    path("games/<slug:code>/fill/", table.fill, name="game-fill"),
    path("games/<slug:code>/invite/", table.invite, name="game-invite"),
    path("games/<slug:code>/withdraw/", table.withdraw, name="game-withdraw"),
    path("games/<slug:code>/invitation/<slug:token>/", table.show_invitation, name="invitation"),
    path("games/<slug:code>/decline/", table.decline, name="game-decline"),
    path("games/<slug:code>/draft/", turn_forms.add_to_draft, name="game-draft"),
    path("games/<slug:code>/preview/", turn_forms.preview, name="game-preview"),
    path("games/<slug:code>/orders/", turn_forms.give_orders, name="game-orders"),
    path("mail/", email_settings.show, name="email-settings"),
    path("mail/test/", email_settings.send_test, name="test-email"),
    path("push-worker.js", push.show_worker, name="push-worker"),
    path("site.webmanifest", push.show_manifest, name="manifest"),
    path("push/", push.turn_on, name="push-on"),
    path("push/remove/", push.remove, name="push-remove"),
    path("push/test/", push.send_test, name="push-test"),
    path("unsubscribe/<str:token>/", unsubscribe.show, name="unsubscribe"),
    path("keep/<str:token>/", keep_table.show, name="keep-open"),
    path("turn/<slug:token>/", email_links.show_turn, name="turn-link"),
    path("turn/<slug:token>/leave/", email_links.resign, name="resign-link"),
    path("games/<slug:code>/share/end/", replay.end_sharing, name="end-sharing"),
    path("games/<slug:code>/", include(replay_urls)),
    path("shared/<slug:code>/<slug:token>/", include(replay_urls)),
]
