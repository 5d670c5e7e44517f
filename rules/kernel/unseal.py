"""The one door to what is in a Secret.

An import contract lets only the rules that judge and the storage codec through it, so that a
leak from a view, a consumer or an offer is an import error first.
"""

from typing import TypeVar

from rules.kernel.secret import Secret, peek

T = TypeVar("T")


def unseal(secret: Secret[T]) -> T:
    """The value of a Secret, whoever may see it."""
    return peek(secret)
