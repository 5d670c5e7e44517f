"""The Django project: settings from the environment, URLs and the ASGI application."""
