"""Times the listing of a folder of descriptors, and the start of a login from it, by the size of the folder."""

import os
import statistics
import sys
import time

FOLDER, MODEL, RUNS = sys.argv[1], sys.argv[2], int(sys.argv[3])
CORE = os.path.join(FOLDER, "authrun-core")
SIZES = [10, 1_000, 10_000]
LOGIN = ["--option", "client_id=id", "--option", "client_secret=secret", "--capture", "paste"]


def generate(size):
    """A folder of copies of one descriptor, each under a name of its own."""
    with open(MODEL) as file:
        model = file.read()
    own = f'id = "{os.path.basename(MODEL).removesuffix(".lua")}"'
    if own not in model:
        sys.exit(f"{MODEL}: no {own}")
    folder = os.path.join(FOLDER, str(size))
    os.mkdir(folder, 0o700)
    for number in range(size):
        name = f"made{number:05}"
        with open(os.path.join(folder, f"{name}.lua"), "w") as file:
            file.write(model.replace(own, f'id = "{name}"'))
    return folder


def run(*words):
    """One run in milliseconds, and the lines that it printed."""
    path = os.path.join(FOLDER, "output")
    actions = [
        (os.POSIX_SPAWN_OPEN, 0, "/dev/null", os.O_RDONLY, 0),
        (os.POSIX_SPAWN_OPEN, 1, path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600),
        (os.POSIX_SPAWN_OPEN, 2, "/dev/null", os.O_WRONLY, 0),
    ]
    environment = {"HOME": os.path.join(FOLDER, "home"), "PATH": "/usr/bin:/bin"}
    start = time.perf_counter_ns()
    child = os.posix_spawn(CORE, [CORE, *words], environment, file_actions=actions)
    _, status = os.waitpid(child, 0)
    taken = (time.perf_counter_ns() - start) / 1e6
    if status:
        sys.exit(f"{' '.join(words)}: exit status {os.waitstatus_to_exitcode(status)}")
    with open(path) as file:
        return taken, len(file.readlines())


os.umask(0o077)
folders = [generate(size) for size in SIZES]
run("begin", "made00000", "--providers", folders[0], *LOGIN)  # makes the vault
listings, logins = [[] for _ in SIZES], [[] for _ in SIZES]
for _ in range(RUNS):
    for size, folder, listing, login in zip(SIZES, folders, listings, logins):
        taken, lines = run("providers", "--providers", folder)
        # A line for each, and the heading.
        if lines <= size:
            sys.exit(f"{lines} lines for {size} descriptors")
        listing.append(taken)
        login.append(run("begin", "made00007", "--providers", folder, *LOGIN)[0])
print(f"\n| descriptors | providers, ms | begin, ms |\n|---|---|---|")
for size, listing, login in zip(SIZES, listings, logins):
    print(f"| {size:,} | {statistics.median(listing):.0f} | {statistics.median(login):.0f} |")
