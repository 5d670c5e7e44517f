"""Addresses. Pages of games are in the namespace `games`; those of accounts are not."""

from django.apps import apps
from django.urls import URLPattern, URLResolver, include, path

from games.views import (
    accounts,
    boards,
    change,
    chat,
    editor,
    gamefile,
    house,
    languages,
    lobby,
    looks,
    notes,
    own_scenarios,
    players,
    table,
    together,
)

pages = [
    path("", lobby.lobby, name="lobby"),
    path("open/", lobby.open_list, name="open_list"),
    path("players/<str:username>/", players.player, name="player"),
    path("scenarios/", lobby.scenario_list, name="scenario_list"),
    path("scenarios/own/", own_scenarios.own_list, name="own_scenarios"),
    path("scenarios/<str:scenario_id>/source.yaml", own_scenarios.own_source, name="own_source"),
    path("scenarios/<str:scenario_id>/listed", own_scenarios.own_listed, name="own_listed"),
    path("scenarios/<str:scenario_id>/remove", own_scenarios.own_remove, name="own_remove"),
    path("scenarios/<str:scenario_id>/", lobby.scenario, name="scenario"),
    path("games/new/", lobby.new_game, name="new_game"),
    path("games/<uuid:game_id>/", lobby.game, name="game"),
    path("games/<uuid:game_id>/sit/", together.sit, name="sit"),
    path("games/<uuid:game_id>/join/", lobby.join, name="join"),
    path("games/<uuid:game_id>/invite/", lobby.invite, name="invite"),
    path("games/<uuid:game_id>/revoke/", lobby.revoke, name="revoke"),
    path("games/<uuid:game_id>/renew/", lobby.renew, name="renew"),
    path("games/<uuid:game_id>/look/", looks.look, name="look"),
    path("g/<uuid:game_id>/", table.table, name="table"),
    path("g/<uuid:game_id>/replay/", table.replay, name="replay"),
    path("g/<uuid:game_id>/replay/data", table.replay_data, name="replay_data"),
    path("g/<uuid:game_id>/dice/", table.dice, name="dice"),
    path("g/<uuid:game_id>/dice.json", table.dice_file, name="dice_export"),
    path("g/<uuid:game_id>/log", table.earlier, name="earlier"),
    path("g/<uuid:game_id>/seen.jsonl", table.seen_file, name="seen"),
    path("g/<uuid:game_id>/back/", table.back, name="back"),
    path("g/<uuid:game_id>/change/", change.change, name="change"),
    path("g/<uuid:game_id>/game.jsonl", gamefile.game_file, name="game_file"),
    path("g/<uuid:game_id>/notes", notes.notes, name="notes"),
    path("g/<uuid:game_id>/house", house.house, name="house"),
    path("g/<uuid:game_id>/chat", chat.chat, name="chat"),
    path("g/<uuid:game_id>/break.ics", house.calendar, name="calendar"),
    path("replay/", gamefile.open_file, name="open_file"),
    path("dice/", table.dice_help, name="dice_help"),
    path("boards/", boards.board_list, name="board_list"),
    path("boards/new", boards.board_new, name="board_new"),
    path("boards/copy", boards.board_copy, name="board_copy"),
    path("boards/import", boards.board_import, name="board_import"),
    path("boards/ours/<slug:board_id>.txt", boards.our_text, name="our_text"),
    path("boards/ours/<slug:board_id>.svg", boards.our_image, name="our_image"),
    path("boards/<uuid:board_id>/edit", editor.board_edit, name="board_edit"),
    path("boards/<uuid:board_id>/apply", editor.board_apply, name="board_apply"),
    path("boards/<uuid:board_id>/draw", editor.board_draw, name="board_draw"),
    path("boards/<uuid:board_id>/los", editor.board_los, name="board_los"),
    path("boards/<uuid:board_id>/save", editor.board_store, name="board_store"),
    path("boards/<uuid:board_id>/delete", boards.board_remove, name="board_remove"),
    path("boards/<uuid:board_id>/source.txt", boards.board_text, name="board_text"),
    path("boards/<uuid:board_id>/picture.svg", boards.board_image, name="board_image"),
    path("boards/<str:scenario_id>-<slug:digest>.svg", table.board, name="board"),
]

urlpatterns: list[URLPattern | URLResolver] = [
    path("", include((pages, "games"))),
    path("", include("games.clubs.urls")),
    path("accounts/", include(accounts.pages)),
    path("language/", languages.choose, name="language"),
    path("words/<slug:language>.<slug:digest>.js", languages.words, name="words"),
]

if apps.is_installed("django.contrib.admin"):
    from django.contrib import admin

    urlpatterns.append(path("admin/", admin.site.urls))
