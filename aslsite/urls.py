"""All pages are the games app's."""

from django.urls import include, path

urlpatterns = [path("", include("games.urls"))]
