"""Times whole processes, in turn, and prints the medians with their ratios as a table."""

import os
import statistics
import sys
import time

FOLDER, RUNS = sys.argv[1], int(sys.argv[2])
FRONT = os.path.join(FOLDER, "authrun")
GIT = b"protocol=https\nhost=api.example\n\n"
HELPERS = [
    ("token", ["token", "acme"], b""),
    ("helper git", ["helper", "git", "acme", "get"], GIT),
    ("helper docker", ["helper", "docker", "get"], b"registry.example\n"),
    ("helper docker, a host of nobody's", ["helper", "docker", "get"], b"other.example\n"),
    ("helper aws", ["helper", "aws", "acme"], b""),
    ("helper kubectl", ["helper", "kubectl", "acme"], b""),
]


def contest():
    """Name, arguments, home and input of each program, the two that are compared with first."""
    yield "true", ["/usr/bin/true"], FOLDER, b""
    yield "git-credential-oauth -h", ["/usr/bin/git-credential-oauth", "-h"], FOLDER, b""
    for accounts in (1, 100_000):
        for name, words, text in HELPERS:
            label = f"{name}, {accounts:,} account{'s' if accounts > 1 else ''}"
            yield label, [FRONT, *words], os.path.join(FOLDER, str(accounts)), text


def run(arguments, home, text):
    """One run in milliseconds, and its exit status."""
    path = os.path.join(FOLDER, "input")
    with open(path, "wb") as file:
        file.write(text)
    null = [(os.POSIX_SPAWN_OPEN, stream, "/dev/null", os.O_WRONLY, 0) for stream in (1, 2)]
    actions = [(os.POSIX_SPAWN_OPEN, 0, path, os.O_RDONLY, 0), *null]
    environment = {"HOME": home, "PATH": "/usr/bin:/bin"}
    start = time.perf_counter_ns()
    child = os.posix_spawn(arguments[0], arguments, environment, file_actions=actions)
    _, status = os.waitpid(child, 0)
    return (time.perf_counter_ns() - start) / 1e6, os.waitstatus_to_exitcode(status)


rows = list(contest())
times = [[] for _ in rows]
for _ in range(RUNS):
    for (name, arguments, home, text), taken in zip(rows, times):
        milliseconds, status = run(arguments, home, text)
        # The front alone answers all of these: without its core anything else would be an error of 70.
        if status not in ((0, 2) if name.startswith("git-") else (0, 1)):
            sys.exit(f"{name}: exit status {status}")
        taken.append(milliseconds)
medians = [statistics.median(taken) for taken in times]
print(f"\n| whole process, median of {RUNS} | ms | ÷ true | ÷ git-credential-oauth -h |\n|---|---|---|---|")
for (name, *_), median in zip(rows, medians):
    print(f"| {name} | {median:.2f} | {median / medians[0]:.2f} | {median / medians[1]:.2f} |")
