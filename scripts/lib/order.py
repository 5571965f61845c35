"""Prints, in the order of their first use, a symbol of each section of the front that a stored token needs.

Takes the front, the linker's map of it, a home with the accounts of `storage-probe put-for-tools acme`, and
follows every instruction and access of the front's runs in valgrind.
"""

import bisect
import re
import subprocess
import sys
import tempfile

FRONT, MAP, HOME = sys.argv[1:]
RUNS = [
    (["token", "acme"], b""),
    (["helper", "docker", "get"], b"registry.example\n"),
    (["helper", "git", "acme", "get"], b"protocol=https\nhost=api.example\n\n"),
    (["helper", "aws", "acme"], b""),
    (["helper", "kubectl", "acme"], b""),
    (["token", "acme", "--json"], b""),
]
# What a page fault is paid for at the first touch: code in pieces of a few pages, and zeroed memory.
WANTED = (".text", ".bss")


def sections():
    """Start, size and symbols of each piece that the linker can move (lld's map: indented by level)."""
    found, current, wanted = [], None, False
    with open(MAP) as file:
        for line in file:
            match = re.match(r"\s*([0-9a-f]+)\s+[0-9a-f]+\s+([0-9a-f]+)\s+\d+ (\s*)(.*)$", line)
            if not match:
                continue
            start, size, level, text = int(match[1], 16), int(match[2], 16), len(match[3]), match[4]
            if level == 0:
                current, wanted = None, text in WANTED
            elif level == 8 and wanted and size:
                current = (start, size, [])
                found.append(current)
            elif level == 16 and current:
                current[2].append(text)
    return sorted(found)


def globals_of(program):
    lines = subprocess.check_output(["nm", "--defined-only", program], text=True).splitlines()
    return {words[2] for words in map(str.split, lines) if len(words) == 3 and words[1].isupper()}


def addresses(words, text):
    """Every address that a run fetches, reads or writes, each once."""
    seen = set()
    with tempfile.NamedTemporaryFile("r") as log:
        subprocess.run(
            ["valgrind", "--tool=lackey", "--trace-mem=yes", f"--log-file={log.name}", FRONT, *words],
            env={"HOME": HOME, "PATH": "/usr/bin:/bin"},
            input=text,
            stdout=subprocess.DEVNULL,
            check=True,
        )
        for line in log:
            if line[:3] in ("I  ", " L ", " S ", " M "):
                address = int(line[3:].split(",")[0], 16)
                if address not in seen:
                    seen.add(address)
                    yield address


pieces = sections()
starts = [piece[0] for piece in pieces]
shared = globals_of(FRONT)
done = set()
for words, text in RUNS:
    for address in addresses(words, text):
        index = bisect.bisect_right(starts, address) - 1
        if index < 0 or index in done:
            continue
        start, size, symbols = pieces[index]
        if address >= start + size:
            continue
        done.add(index)
        # A name that only one file has, where there is one.
        symbols = sorted(symbols, key=lambda symbol: symbol not in shared)
        if symbols:
            print(symbols[0])
