"""Private instances of PostgreSQL and Redis, on free ports and in temporary folders.

Tests, benchmarks and `manage.py chaos` start them. Nothing already running is touched.
"""
