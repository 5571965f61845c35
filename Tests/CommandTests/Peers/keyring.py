"""A session bus of a test's own, with a keyring on it: keyring.py HOME unlocked|hanging|none.

Says "ready" when it can be used. Then each line of standard input is an order: lock, stop, continue;
at the end of the input everything ends. Runs with Debian's python3, whose dbus module it needs.
"""

import os
import signal
import subprocess
import sys
import time

import dbus
import dbus.bus

home, mode = sys.argv[1:]
NAME = "org.freedesktop.secrets"
PATH = "/org/freedesktop/secrets"

# No service directories: nothing is started because somebody asks for it.
configuration = f"""<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <type>session</type>
  <listen>unix:path={home}/runtime/bus</listen>
  <policy context="default">
    <allow send_destination="*" eavesdrop="true"/>
    <allow eavesdrop="true"/>
    <allow own="*"/>
  </policy>
</busconfig>
"""
with open(f"{home}/bus.conf", "w") as file:
    file.write(configuration)

# They end with us, however that happens.
children = []


def start(words, **options):
    def follow():
        import ctypes

        ctypes.CDLL(None).prctl(1, signal.SIGKILL)  # PR_SET_PDEATHSIG

    child = subprocess.Popen(words, preexec_fn=follow, stderr=subprocess.DEVNULL, **options)
    children.append(child)
    return child


bus = start(
    ["dbus-daemon", f"--config-file={home}/bus.conf", "--nofork", "--nopidfile", "--print-address=1"],
    stdout=subprocess.PIPE,
)
address = bus.stdout.readline().decode().strip()
os.environ["DBUS_SESSION_BUS_ADDRESS"] = address
connection = dbus.bus.BusConnection(address)


def service():
    proxy = connection.get_object(NAME, PATH, introspect=False)
    return dbus.Interface(proxy, "org.freedesktop.Secret.Service")


keyring = None
if mode == "hanging":
    # Owns the name and reads nothing.
    connection.request_name(NAME)
elif mode == "unlocked":
    keyring = start(
        [
            "gnome-keyring-daemon", "--foreground", "--unlock", "--components=secrets",
            f"--control-directory={home}/runtime/keyring",
        ],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
    )
    keyring.stdin.write(b"a password")
    keyring.stdin.close()
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        try:
            if str(service().ReadAlias("default")) != "/":
                break
        except dbus.DBusException:
            pass
        time.sleep(0.02)

print("ready", flush=True)
for line in sys.stdin:
    order = line.strip()
    if order == "lock":
        service().Lock([dbus.ObjectPath(PATH + "/collection/login")])
    elif order == "stop":
        os.kill(keyring.pid, signal.SIGSTOP)
    elif order == "continue":
        os.kill(keyring.pid, signal.SIGCONT)
    print("done", order, flush=True)

for child in children:
    child.kill()
