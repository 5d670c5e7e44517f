"""The rulebook as code. Nothing here knows Django, apart from apps.py and the commands."""
