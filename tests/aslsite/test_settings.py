"""How the three modes differ. Each test loads the settings in a process of its own."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
MODES = ("SECRET_KEY", "DEBUG", "DEMO", "DATABASE_URL", "ALLOWED_HOSTS", "REDIS_URL")


def manage(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    base = {"ENV_FILE": os.devnull} | {
        name: value for name, value in os.environ.items() if name not in MODES
    }
    return subprocess.run(  # noqa: S603 - our own manage.py
        [sys.executable, "manage.py", *arguments],
        env=base | environment,
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )


def test_production_has_no_key_of_its_own() -> None:
    answer = manage("check", DEBUG="off", DEMO="off")
    assert answer.returncode != 0
    assert "SECRET_KEY is not set" in answer.stderr


def test_production_passes_the_deployment_check() -> None:
    answer = manage(
        "check", "--deploy", "--fail-level=WARNING",
        SECRET_KEY="0123456789abcdefghijklmnopqrstuvwxyz-ABCDEFGHIJKLMNOPQRSTUVWXYZ",
        ALLOWED_HOSTS="play.example.org", DEBUG="off", DEMO="off",
    )  # fmt: skip
    assert answer.returncode == 0, answer.stderr


def test_a_bare_checkout_is_a_demo_for_this_machine_alone() -> None:
    show = "from django.conf import settings as s; print(s.DEMO, s.DEBUG, *s.ALLOWED_HOSTS)"
    answer = manage("shell", "--no-imports", "-c", show)
    assert answer.stdout.split() == ["True", "False", "localhost", "127.0.0.1", "[::1]"]


def test_a_quiet_layer_is_not_taken_for_a_dead_one() -> None:
    show = (
        "from channels.layers import get_channel_layer; layer = get_channel_layer();"
        "pool = layer.create_pool(0);"
        "print(layer.brpop_timeout < pool.connection_kwargs['socket_timeout'])"
    )
    answer = manage("shell", "--no-imports", "-c", show, REDIS_URL="redis://localhost:1/0")
    assert answer.stdout.split() == ["True"], answer.stderr
