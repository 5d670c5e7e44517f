"""The secrecy check against the real application: what reaches a reader besides the kernel's bytes.

`worlds` says how the secrets of each scenario may vary; `database` makes a database that is gone
afterwards; `application` plays both worlds of a pair through the service and compares frames,
pages, replays and refusals; `report` prints what was exercised. Nothing here serves anybody.
"""
