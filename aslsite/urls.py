"""All pages are the games app's."""

from importlib.util import find_spec

from django.urls import include, path

urlpatterns = [path("", include("games.urls"))] if find_spec("games.urls") else []
