"""Where a request comes from, as limits count it."""

from collections import Counter
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from typing import Any, Final

from django.conf import settings
from django.http import HttpRequest

UNKNOWN: Final = "unknown"
ONE_CUSTOMER: Final = 64  # bits of an IPv6 address that a provider gives to one customer


def client_address(request: HttpRequest) -> str | None:
    """The address that a request is counted by, or None if there is none, as behind a Unix socket.

    Behind a proxy it stands in the one header that CLIENT_ADDRESS_HEADER names, which the proxy
    sets; of several addresses the last, since those before it are what the client claims. Without
    that setting no header is believed.
    """
    header = settings.CLIENT_ADDRESS_HEADER
    claimed = request.headers.get(header, "") if header else ""
    return counted(_last(claimed) or str(request.META.get("REMOTE_ADDR") or ""))


def socket_address(scope: dict[str, Any]) -> str:
    """The same of a socket's ASGI scope; those that have none are counted as one."""
    header, client = settings.CLIENT_ADDRESS_HEADER.lower().encode("latin1"), scope.get("client")
    claimed = [value for name, value in scope.get("headers", ()) if header and name == header]
    told = _last(claimed[-1].decode("latin1")) if claimed else ""
    return counted(told or str(client[0] if client else "")) or UNKNOWN


def _last(header: str) -> str:
    return header.rpartition(",")[2].strip()


def counted(address: str) -> str | None:
    """An address without what a client may choose: of IPv6 the network. None if it is none."""
    try:
        found = ip_address(address)
    except ValueError:
        return None
    if isinstance(found, IPv6Address) and found.ipv4_mapped:
        found = found.ipv4_mapped
    if isinstance(found, IPv4Address):
        return str(found)
    return str(IPv6Network((int(found), ONE_CUSTOMER), strict=False).network_address)


class Crowd:
    """How many sockets of this process each address has open to watch."""

    def __init__(self) -> None:
        self._sockets: Counter[str] = Counter()

    def enter(self, address: str) -> bool:
        """Count one more, unless there are too many."""
        if self._sockets[address] >= settings.TABLE_SOCKETS_PER_ADDRESS:
            return False
        self._sockets[address] += 1
        return True

    def leave(self, address: str) -> None:
        self._sockets[address] -= 1
        if self._sockets[address] <= 0:
            del self._sockets[address]


CROWD = Crowd()
