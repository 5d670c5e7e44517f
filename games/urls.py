"""Addresses. Pages of games are in the namespace `games`; those of accounts are not."""

from django.apps import apps
from django.contrib.auth.views import LoginView, LogoutView
from django.urls import URLPattern, URLResolver, include, path

from games.views import accounts, lobby, table

pages = [
    path("", lobby.lobby, name="lobby"),
    path("scenarios/", lobby.scenario_list, name="scenario_list"),
    path("scenarios/<str:scenario_id>/", lobby.scenario, name="scenario"),
    path("games/new/", lobby.new_game, name="new_game"),
    path("games/<uuid:game_id>/", lobby.game, name="game"),
    path("games/<uuid:game_id>/join/", lobby.join, name="join"),
    path("games/<uuid:game_id>/invite/", lobby.invite, name="invite"),
    path("g/<uuid:game_id>/", table.table, name="table"),
    path("g/<uuid:game_id>/replay/", table.replay, name="replay"),
    path("g/<uuid:game_id>/replay/data", table.replay_data, name="replay_data"),
    path("g/<uuid:game_id>/dice/", table.dice, name="dice"),
    path("g/<uuid:game_id>/dice.json", table.dice_file, name="dice_export"),
    path("g/<uuid:game_id>/back/", table.back, name="back"),
    path("boards/<str:scenario_id>-<slug:digest>.svg", table.board, name="board"),
]

urlpatterns: list[URLPattern | URLResolver] = [
    path("", include((pages, "games"))),
    path("accounts/login/", LoginView.as_view(), name="login"),
    path("accounts/logout/", LogoutView.as_view(), name="logout"),
    path("accounts/register/", accounts.register, name="register"),
]

if apps.is_installed("django.contrib.admin"):
    from django.contrib import admin

    urlpatterns.append(path("admin/", admin.site.urls))
