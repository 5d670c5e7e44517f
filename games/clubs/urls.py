"""Addresses of clubs, in the namespace `clubs`."""

from django.urls import path

from games.clubs.views import boards, changing, clubs, desk, events, files, pairings, ratings

app_name = "clubs"
urlpatterns = [
    path("clubs/", clubs.club_list, name="list"),
    path("clubs/new", clubs.club_new, name="new"),
    path("clubs/<uuid:club_id>/", clubs.club, name="club"),
    path("clubs/<uuid:club_id>/edit", clubs.club_edit, name="edit"),
    path("clubs/<uuid:club_id>/join", clubs.join, name="join"),
    path("clubs/<uuid:club_id>/leave", clubs.leave, name="leave"),
    path("clubs/<uuid:club_id>/invite", clubs.invite, name="invite"),
    path("clubs/<uuid:club_id>/role", clubs.role, name="role"),
    path("clubs/<uuid:club_id>/boards", boards.club_boards, name="boards"),
    path(
        "clubs/<uuid:club_id>/boards/<uuid:board_id>.txt", boards.club_board_text, name="board_text"
    ),
    path(
        "clubs/<uuid:club_id>/boards/<uuid:board_id>.svg",
        boards.club_board_image,
        name="board_image",
    ),
    path("clubs/<uuid:club_id>/events/new", events.event_new, name="event_new"),
    path("events/<uuid:event_id>/", events.event, name="event"),
    path("events/<uuid:event_id>/enter", events.event_enter, name="enter"),
    path("events/<uuid:event_id>/answer", events.event_answer, name="answer"),
    path("events/<uuid:event_id>/leave", events.event_leave, name="event_leave"),
    path("events/<uuid:event_id>/desk", desk.desk, name="desk"),
    path("events/<uuid:event_id>/act", desk.act, name="act"),
    path("events/<uuid:event_id>/sheet", files.sheet, name="sheet"),
    path("events/<uuid:event_id>/embed", files.embed, name="embed"),
    path("events/<uuid:event_id>/standings.csv", files.standings, name="standings_csv"),
    path("events/<uuid:event_id>/pairings.csv", files.pairings, name="pairings_csv"),
    path("events/<uuid:event_id>/event.trf", files.report_file, name="trf"),
    path("events/<uuid:event_id>/event.ics", files.calendar_file, name="calendar"),
    path("pairings/<int:pairing_id>/", pairings.pairing, name="pairing"),
    path("pairings/<int:pairing_id>/act", pairings.act, name="pairing_act"),
    path("pairings/<int:pairing_id>/decide", desk.decide, name="decide"),
    path("pairings/<int:pairing_id>/change", changing.change, name="change"),
    path("pairings/<int:pairing_id>/inspect", desk.look, name="inspect"),
    path("pairings/<int:pairing_id>/meeting.ics", pairings.meeting_file, name="meeting"),
    path("ratings/", ratings.rating_list, name="ratings"),
    path("ratings/<str:username>/", ratings.rating_history, name="rating"),
    path("balance/", ratings.balance, name="balance"),
    path("balance.csv", ratings.balance_file, name="balance_csv"),
]
