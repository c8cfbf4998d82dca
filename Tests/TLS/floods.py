"""Many connections at once: half-open ones, handshakes without an end, and clients that read nothing. What the signed-in browser sees meanwhile."""
import contextlib
import os
import pathlib
import re
import resource
import socket
import subprocess
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from prove import check  # noqa: E402
from tls import ADDRESS, SUITES, connect, context, hello, records  # noqa: E402

# `halo serve` holds 256 unauthenticated connections, and closes one that sends no request for 30 seconds.
HELD, IDLE, STATUS = 256, 30, 1.0
OWN = 60  # descriptors of the program itself, at most
MEMORY = 64  # MB more than before


def facts(server):
    """Memory in MB and open descriptors."""
    status = pathlib.Path(f"/proc/{server.process.pid}/status").read_text()
    return int(re.search(r"VmRSS:\s+(\d+)", status)[1]) / 1024, len(os.listdir(f"/proc/{server.process.pid}/fd"))


def more_descriptors():
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 8192), hard))


class Observer:
    """The longest response time, the most descriptors and the most memory of a server during an attack."""

    def __init__(self, server):
        self.server = server
        self.before, _ = facts(server)
        self.status, self.descriptors, self.memory, self.refused = 0, 0, 0, 0

    def look(self):
        begin = time.monotonic()
        self.refused += self.server.ask("GET", "/status").status != 200
        self.status = max(self.status, time.monotonic() - begin)
        memory, descriptors = facts(self.server)
        self.memory, self.descriptors = max(self.memory, memory - self.before), max(self.descriptors, descriptors)

    def judge(self, name, memory=MEMORY):
        check(self.status < STATUS and not self.refused and self.descriptors < HELD + OWN and self.memory < memory,
              f"{name}: status within {self.status:.2f} s, {self.descriptors} descriptors, {self.memory:.0f} MB more")

    def freed(self, seconds=IDLE + 5):
        begin = time.monotonic()
        while facts(self.server)[1] > OWN and time.monotonic() - begin < seconds:
            time.sleep(0.5)
        check(facts(self.server)[1] <= OWN, f"    {facts(self.server)[1]} descriptors {time.monotonic() - begin:.1f} s afterwards")


def half_open(server, count):
    observer, open_ones = Observer(server), []
    begin_of_hello = records(hello(SUITES))[:100]
    whole = records(hello(SUITES))
    for number in range(count):
        for bytes_ in (b"", whole if number % 2 else begin_of_hello):
            made = connect(server.port)
            made.sendall(bytes_)
            open_ones.append(made)
        if number % 100 == 0:
            observer.look()
    observer.look()
    observer.judge(f"{count} connections without a byte and {count} half-open handshakes")
    observer.freed()
    for made in open_ones:
        made.close()


def flood(port, seconds):
    """Completes handshakes, and then neither sends nor reads anything, also not the end of TLS. Prints how many."""
    more_descriptors()
    client, kept, end = context(), [], time.monotonic() + seconds
    while time.monotonic() < end:
        with contextlib.suppress(OSError):
            kept.append(client.wrap_socket(connect(port), server_hostname=ADDRESS))
    print(len(kept), flush=True)
    sys.stdin.read()


def unfinished(server, seconds):
    """An evicted connection must not wait for the client's close_notify."""
    observer = Observer(server)
    attackers = [subprocess.Popen([sys.executable, __file__, str(server.port), str(seconds)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
                 for _ in range(2)]
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        observer.look()
        time.sleep(0.1)
    count = sum(int(attacker.stdout.readline()) for attacker in attackers)
    observer.look()
    observer.judge(f"{count} handshakes in {seconds} s whose clients fall silent")
    for attacker in attackers:
        attacker.communicate()
    observer.freed()


def unread(server, count):
    """Clients that send 1,000 requests at once and read no response."""
    observer, open_ones = Observer(server), []
    request = f"GET /app.js HTTP/1.1\r\nHost: {ADDRESS}:{server.port}\r\n\r\n".encode()
    for _ in range(count):
        with contextlib.suppress(OSError):
            plain = connect(server.port)
            plain.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            made = context().wrap_socket(plain, server_hostname=ADDRESS)
            made.settimeout(0.2)
            open_ones.append(made)
            made.sendall(request * 1000)
    observer.look()
    observer.judge(f"{count} clients that send 1,000 requests at once")
    for made in open_ones:
        made.close()
    observer.freed()


def slow(server):
    """Handshakes at a byte a second, and connections that end without close_notify."""
    bytes_ = records(hello(SUITES))
    connections = [connect(server.port) for _ in range(20)]
    begin, ended = time.monotonic(), {}
    for at in range(IDLE + 10):
        for number, made in enumerate(connections):
            if number not in ended:
                try:
                    made.sendall(bytes_[at:at + 1])
                    made.settimeout(0.001)
                    if not made.recv(100):
                        ended[number] = time.monotonic() - begin
                except TimeoutError:
                    pass
                except OSError:
                    ended[number] = time.monotonic() - begin
        time.sleep(1)
    check(len(ended) == 20 and max(ended.values()) < IDLE + 5, f"handshakes at a byte a second end after {max(ended.values(), default=0):.0f} s: {len(ended)} of 20")
    streams = []
    for _ in range(40):
        made = context().wrap_socket(connect(server.port), server_hostname=ADDRESS)
        made.sendall(f"GET /api/v2/events HTTP/1.1\r\nHost: {ADDRESS}:{server.port}\r\nCookie: {server.cookie}\r\n\r\n".encode())
        streams.append(made)
    check(b"200 OK" in streams[-1].recv(100), "an event stream begins")
    for made in streams:
        os.close(made.detach())  # without close_notify
    Observer(server).freed(10)


def ends(server):
    """SIGTERM ends the page while clients hold connections and event streams open."""
    held = [context().wrap_socket(connect(server.port), server_hostname=ADDRESS) for _ in range(50)] + [connect(server.port) for _ in range(20)]
    for made in held[:10]:
        made.sendall(f"GET /api/v2/events HTTP/1.1\r\nHost: {ADDRESS}:{server.port}\r\nCookie: {server.cookie}\r\n\r\n".encode())
    begin = time.monotonic()
    server.end()
    check(time.monotonic() - begin < 5 and server.process.returncode == 0, f"SIGTERM with 70 open connections: the end after {time.monotonic() - begin:.1f} s")
    for made in held:
        made.close()


if __name__ == "__main__":
    flood(int(sys.argv[1]), float(sys.argv[2]))
