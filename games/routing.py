"""Where the streams are."""

from django.urls import path

from games.consumers import TableConsumer

websocket_urlpatterns = [path("ws/g/<uuid:game_id>/", TableConsumer.as_asgi())]
