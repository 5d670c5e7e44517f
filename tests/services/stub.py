"""`python -S -E stub.py SOCKET ARGUMENT …`: stands for a process that the nursery forks.

It hands over its arguments, environment, folder and open files, and ends as that process does;
where it is ended first, so is the other. It imports little, so that it starts at once.
"""

import json
import os
import socket
import sys

LENGTH = 4  # bytes of the length of what is handed over, and of the status that comes back


def open_files() -> list[int]:
    """The descriptors this process was given."""
    found = []
    for number in map(int, os.listdir("/dev/fd")):  # noqa: PTH208 - pathlib takes long to import
        try:
            os.fstat(number)
        except OSError:  # that of the folder itself
            continue
        found.append(number)
    return found


def main(address: str, *arguments: str) -> None:
    files = open_files()
    job = {
        "arguments": arguments,
        "environment": dict(os.environ),
        "folder": os.getcwd(),  # noqa: PTH109 - the same
        "files": files,
    }
    said = json.dumps(job).encode()
    nursery = socket.socket(socket.AF_UNIX)
    nursery.connect(address)
    socket.send_fds(nursery, [len(said).to_bytes(LENGTH, "big")], files)
    nursery.sendall(said)
    for number in files:
        if number > sys.stderr.fileno():
            os.close(number)  # whoever waits for its end waits for the other process alone
    status = int.from_bytes(nursery.recv(LENGTH), "big", signed=True)
    if status < 0:
        os.kill(os.getpid(), -status)
    sys.exit(status)


if __name__ == "__main__":
    main(*sys.argv[1:])
