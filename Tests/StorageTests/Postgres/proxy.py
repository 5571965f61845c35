"""A TCP proxy before a database server that can lose an answer: it ends a connection at a statement of choice."""

import json
import socket
import sys
import threading

target = int(sys.argv[1])
listener = socket.create_server(("127.0.0.1", 0))
state = {"at": None, "served": False, "cuts": 0}
lock = threading.Lock()


def pump(source, sink, ended, sending):
    try:
        while data := source.recv(65536):
            if sending:
                with lock:
                    cut = state["at"] is not None and state["at"] in data
                    if cut:
                        state["at"] = None
                        state["cuts"] += 1
                if cut:
                    ended.set()
                    if state["served"]:
                        sink.sendall(data)
                        # The server has done its work when it answers; the answer goes nowhere.
                        sink.recv(1)
                    break
            elif ended.is_set():
                break
            sink.sendall(data)
    except OSError:
        pass
    for end in (source, sink):
        try:
            end.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass


def serve():
    while True:
        client, _ = listener.accept()
        server = socket.create_connection(("127.0.0.1", target))
        ended = threading.Event()
        threading.Thread(target=pump, args=(client, server, ended, True), daemon=True).start()
        threading.Thread(target=pump, args=(server, client, ended, False), daemon=True).start()


threading.Thread(target=serve, daemon=True).start()
print(json.dumps({"ready": True}), flush=True)
for line in sys.stdin:
    question = json.loads(line)
    reply = True
    with lock:
        if question["do"] == "port":
            reply = listener.getsockname()[1]
        elif question["do"] == "cut":
            state["at"] = question["with"]["at"].encode()
            state["served"] = question["with"]["served"] == "yes"
        elif question["do"] == "cuts":
            reply = state["cuts"]
    print(json.dumps({"id": question["id"], "reply": reply}), flush=True)
