"""Lots and dice of an event: from a seed that was committed to, each by what it is for.

A lot follows from the seed and its purpose alone, so that nothing is drawn twice and nobody can
draw again until he likes it. The seed is published when the event is over.
"""

import hashlib
import hmac
from typing import Final

_BLOCK: Final = 1 << 64


def lot(seed: bytes, purpose: str, faces: int) -> int:
    """A number from 0 to `faces - 1`, each as likely as another."""
    if faces < 1:
        raise ValueError("a lot has a face at least")
    limit, turn = _BLOCK - _BLOCK % faces, 0
    while True:
        text = f"lot:{turn}:{purpose}".encode()
        drawn = int.from_bytes(hmac.new(seed, text, hashlib.sha256).digest()[:8], "big")
        if drawn < limit:
            return drawn % faces
        turn += 1


def die(seed: bytes, purpose: str) -> int:
    """One die."""
    return lot(seed, purpose, 6) + 1
