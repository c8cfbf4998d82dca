"""Attacks on the protocol: versions, suites, groups and signatures, malformed records, renegotiation, resumption."""
import contextlib
import http.client
import os
import random
import socket
import ssl
import struct
import subprocess
import time

from prove import check, claim
from tls import (
    ADDRESS, ALERT, CHANGE_CIPHER, GROUPS, HANDSHAKE, HEARTBEAT, SERVER_HELLO, SIGNALS, SIGNATURES, SUITES, WEAK_SIGNATURES, Answer, connect, context, extension,
    handshake, hello, numbers, openssl, record, records, vector)

ALL = range(0x10000)


def own(kind):
    """The suites of TLS 1.2 for a certificate of this kind."""
    return [suite for suite, of in SUITES.items() if of == kind]


def offered(port, values, **how):
    """Offers suites in portions that fit into a ClientHello. Returns those that the server took; it must refuse the rest by an alert."""
    taken, values = [], list(values)
    for begin in range(0, len(values), 7000):
        portion = values[begin:begin + 7000]
        while (answer := Answer(port, records(hello(portion, **how)), until=(SERVER_HELLO,))).suite is not None:
            taken.append(answer.suite)
            portion.remove(answer.suite)
        claim(answer.alert == 40, f"suites from {portion[0]:04X} on: {answer}")
    return taken


def versions(port):
    for version, name in ((0x0002, "SSL 2"), (0x0300, "SSL 3"), (0x0301, "TLS 1.0"), (0x0302, "TLS 1.1")):
        answer = Answer(port, records(hello(SUITES, version)))
        check(answer.suite is None and answer.alert == 70, f"{name} is refused: {answer}")
    ssl2 = b"\x80\x2e\x01\x00\x02\x00\x15\x00\x00\x00\x10" + bytes(35)
    check(Answer(port, ssl2).suite is None, "a ClientHello of SSL 2 is refused")
    later = Answer(port, records(hello(SUITES, 0x0305)))
    check(later.suite is not None, f"a later version falls back to TLS 1.2: {later}")
    fallback = Answer(port, records(hello([*SUITES, 0x5600])))
    check(fallback.alert == 86, f"a downgraded client is told so (TLS_FALLBACK_SCSV): {fallback}")


def suites(port, kind):
    """All 65,536 numbers of suites are offered, not only those that an OpenSSL still knows: NULL, EXPORT, RC4, CBC, static RSA, anonymous, PSK, …"""
    for suite in own(kind):
        answer = Answer(port, records(hello([suite])), until=(SERVER_HELLO,))
        check(answer.suite == suite, f"TLS 1.2 with {suite:04X} is accepted: {answer}")
    others = [suite for suite in ALL if suite not in own(kind) and suite not in SIGNALS]
    taken = offered(port, others)
    check(taken == [], f"TLS 1.2 accepts none of the {len(others)} other suites: {taken}")
    taken = offered(port, (suite for suite in ALL if suite not in (0x5600,)), is_13=True)
    check(set(taken) <= {0x1301, 0x1302, 0x1303}, f"TLS 1.3 accepts its three suites of {len(ALL)}: {[f'{suite:04X}' for suite in taken]}")


def parameters(port, kind):
    weak = [group for group in ALL if group not in GROUPS]
    answers = [Answer(port, records(hello(own(kind), groups=weak[at:at + 7000]))) for at in range(0, len(weak), 7000)]
    check(all(answer.alert == 40 for answer in answers), f"none of the {len(weak)} other groups is accepted")
    for signatures, name in ((WEAK_SIGNATURES, "only SHA-1 and MD5"), ((), "no algorithms (SHA-1 by default)")):
        answer = Answer(port, records(hello(own(kind), signatures=signatures)))
        check(answer.signature is None, f"with {name} the server does not sign: {answer}, {answer.signature and hex(answer.signature)}")
    answer = Answer(port, records(hello(own(kind), signatures=(*WEAK_SIGNATURES, *SIGNATURES))))
    check(answer.signature in SIGNATURES, f"the ephemeral key is signed with {answer.signature and hex(answer.signature)}")
    answer = Answer(port, records(hello(own(kind), compression=b"\1\0", more=extension(15, b"\1"))))
    check(answer.compression == 0, "compression is off")
    check(Answer(port, records(hello(own(kind), compression=b"\1"))).suite is None, "a client with compression only is refused")
    check(15 not in answer.extensions, "there is no heartbeat extension")
    answer = Answer(port, records(hello(own(kind), more=extension(15, b"\1"))) + record(b"\1\x40\0", HEARTBEAT, 0x0303))
    check(len(answer.text) < 4000, "a heartbeat that asks for 16 kB gets nothing")
    check(0xFF01 in Answer(port, records(hello([*own(kind), 0x00FF]))).extensions, "secure renegotiation is indicated")


def oddities(port, kind):
    """Each of these is answered or refused at once, and never with data."""
    def sni(*names):
        return extension(0, vector(b"".join(b"\0" + vector(name, 2) for name in names), 2))

    def alpn(*names):
        return extension(16, vector(b"".join(vector(name, 1) for name in names), 2))

    whole = hello(own(kind))
    cases = {
        "a server name of another host": (sni(b"example.org"), True), "a server name with NUL": (sni(b"a\0b"), None), "an empty server name": (sni(b""), None),
        "a server name of 16,000 bytes": (sni(b"a" * 16000), None), "a server name that is not UTF-8": (sni(b"\xff\xfe"), None),
        "two server names": (sni(b"a", b"b"), None), "two extensions of server names": (sni(b"a") + sni(b"a"), False),
        "ALPN http/1.1": (alpn(b"http/1.1"), True), "ALPN h2 only": (alpn(b"h2"), None), "ALPN http/1.0": (alpn(b"http/1.0"), None),
        "ALPN with 5,000 unknown names": (alpn(*[b"xx"] * 5000), None), "ALPN with an empty name": (alpn(b""), False), "an empty ALPN": (alpn(), False),
        "an extension longer than the hello": (struct.pack("!HH", 5, 60000), False),
        "2,000 unknown extensions": (b"".join(extension(0x5000 + number, b"") for number in range(2000)), True),
    }
    for name, (more, wanted) in cases.items():
        begin = time.monotonic()
        answer = Answer(port, records(hello(own(kind), more=more)))
        seconds = time.monotonic() - begin
        taken = answer.suite is not None
        check(seconds < 2 and (wanted is None or taken == wanted) and (taken or answer.alert is not None), f"{name}: {answer}")
    for name, bytes_ in {
        "a ClientHello of 16 MB": record(b"\1\xff\xff\xff" + bytes(16000)), "a record of 65,535 bytes": b"\x16\3\1\xff\xff" + bytes(65535),
        "10,000 handshake records without a byte": record(b"") * 10000, "10,000 warnings": record(b"\1\0", ALERT) * 10000,
        "10,000 changes of the cipher": record(b"\1", CHANGE_CIPHER) * 10000, "a Finished instead of a ClientHello": record(b"\x14\0\0\x0c" + bytes(12)),
        "data instead of a ClientHello": record(bytes(100), 23), "an unknown kind of record": record(bytes(100), 99),
        "a ClientHello twice": records(whole) * 2, "64 kB of zeros": bytes(65536), "64 kB of 0xFF": b"\xff" * 65536, "a fatal alert": record(b"\2\x28", ALERT),
    }.items():
        begin = time.monotonic()
        answer = Answer(port, bytes_)
        check(time.monotonic() - begin < 2, f"{name}: {answer}")
    for size in (1, 2, 7):
        answer = Answer(port, records(whole, size))
        check(answer.suite is None or answer.suite in SUITES, f"a ClientHello in records of {size} bytes: {answer}")
    with connect(port) as made:
        made.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        for byte in records(whole):
            made.sendall(bytes([byte]))
        check(made.recv(5)[:1] == b"\x16", "a ClientHello in packets of 1 byte is answered")


def mutated(port, kind, count, seed):
    """Sends ClientHellos of which a few bytes were changed, inserted or removed, and checks that the server answers afterwards."""
    dice, slow = random.Random(seed), 0
    for number in range(count):
        bytes_ = bytearray(records(hello(own(kind), is_13=number % 2 == 0, more=extension(0, vector(b"\0" + vector(b"localhost", 2), 2)))))
        for _ in range(dice.randint(1, 4)):
            at = dice.randrange(len(bytes_))
            match dice.randrange(3):
                case 0:
                    bytes_[at] = dice.randrange(256)
                case 1:
                    bytes_[at:at] = dice.randbytes(dice.randint(1, 9))
                case _:
                    del bytes_[at:at + dice.randint(1, 9)]
        with contextlib.suppress(OSError), connect(port, 5) as made:
            made.sendall(bytes_)
            made.shutdown(socket.SHUT_WR)
            begin = time.monotonic()
            while made.recv(65536):
                pass
            slow += time.monotonic() - begin > 2
    check(handshake(port, context()) == "TLSv1.3" and not slow, f"{count} mutated ClientHellos (seed {seed}): the server lives, {slow} connections stayed open")


class Typed:
    """`openssl s_client`, whose commands are single letters on its input."""

    def __init__(self, port, *options):
        self.process = subprocess.Popen(["openssl", "s_client", "-connect", f"{ADDRESS}:{port}", *options], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        time.sleep(0.5)

    def type(self, letter, times):
        """Returns how many were written before the connection ended."""
        for number in range(times):
            try:
                self.process.stdin.write(letter + b"\n")
                self.process.stdin.flush()
            except OSError:
                return number
            time.sleep(0.02)
            if self.process.poll() is not None:
                return number
        return times

    def end(self):
        with contextlib.suppress(OSError, subprocess.TimeoutExpired):
            return self.process.communicate(timeout=5)[0].decode(errors="replace")
        self.process.kill()
        return self.process.communicate()[0].decode(errors="replace")


def renegotiation(port):
    client = Typed(port, "-tls1_2")
    done = client.type(b"R", 20)
    said = client.end()
    check(done == 0 and "RENEGOTIATING" in said, "the first renegotiation by a client ends its connection")
    client = Typed(port, "-tls1_3")
    done = client.type(b"K", 200)
    client.end()
    check(done < 50, f"a flood of key updates ends the connection: after {done} of 200")


def plain(port):
    with contextlib.closing(http.client.HTTPConnection(ADDRESS, port, timeout=20)) as client:
        try:
            client.request("GET", "/")
            answer = client.getresponse()
            check(answer.status >= 400 and not answer.getheader("Set-Cookie"), f"plain HTTP on that port is refused: {answer.status}")
        except (http.client.HTTPException, ConnectionError) as error:
            check(True, f"plain HTTP on that port is refused: {type(error).__name__}")


def truncated(port, token, chain):
    """A connection that ends without close_notify amid a request: the request must not be taken as complete."""
    head = f"POST /api/v2/session HTTP/1.1\r\nHost: {ADDRESS}:{port}\r\nOrigin: https://{ADDRESS}:{port}\r\nContent-Type: application/json\r\n"
    body = f'{{"token": "{token}"}}'
    for name, sent in {"Content-Length": f"Content-Length: {len(body) + 1}\r\n\r\n{body}",
                       "chunks": f"Transfer-Encoding: chunked\r\n\r\n{len(body):x}\r\n{body}\r\n"}.items():
        with connect(port, 10) as raw, context(chain).wrap_socket(raw, server_hostname=ADDRESS, suppress_ragged_eofs=True) as secure:
            secure.sendall((head + sent).encode())
            time.sleep(0.2)
            raw_end = socket.socket(fileno=os.dup(secure.fileno()))
            raw_end.shutdown(socket.SHUT_WR)
            raw_end.close()
            answer = b""
            with contextlib.suppress(OSError):
                answer = secure.recv(65536)
            check(b" 200 " not in answer, f"a request cut off without close_notify ({name}) is not carried out: {answer[:40]!r}")


def resumption(port):
    """Tickets must not allow early data, which an attacker could send again."""
    client = Typed(port, "-tls1_3")
    client.type(b"GET / HTTP/1.1\r\nHost: a\r\n\r", 1)
    time.sleep(0.5)
    client.type(b"Q", 1)
    said = client.end()
    check("Max Early Data: 0" in said, "TLS 1.3: tickets are without early data")
