"""TLS clients for the proof: certificates made by openssl, Python's ssl, and records that no library would send."""
import contextlib
import os
import socket
import ssl
import struct
import subprocess

ADDRESS = "127.0.0.1"
HANDSHAKE, ALERT, CHANGE_CIPHER, DATA, HEARTBEAT = 22, 21, 20, 23, 24
SERVER_HELLO, SERVER_KEY_EXCHANGE, HELLO_DONE = 2, 12, 14
# RFC 8446, section 6.
ALERTS = {10: "unexpected message", 20: "bad record", 22: "record overflow", 40: "handshake failure", 47: "illegal parameter", 50: "decode error",
          70: "protocol version", 80: "internal error", 86: "inappropriate fallback", 100: "no renegotiation", 109: "missing extension"}
# TLS 1.2: ECDHE with AES-GCM or ChaCha20-Poly1305, for ECDSA and for RSA.
SUITES = {0xC02B: "ECDSA", 0xC02C: "ECDSA", 0xCCA9: "ECDSA", 0xC02F: "RSA", 0xC030: "RSA", 0xCCA8: "RSA"}
# Not suites but signals: a fallback, and secure renegotiation.
SIGNALS = (0x5600, 0x00FF)
# P-256, P-384, P-521, X25519; the hybrids with ML-KEM and with Kyber.
GROUPS = (23, 24, 25, 29, 0x11EC, 0x6399)
# Signatures with SHA-256, SHA-384 and SHA-512: ECDSA, RSA-PSS, RSA-PKCS1; Ed25519.
SIGNATURES = (0x0403, 0x0503, 0x0603, 0x0804, 0x0805, 0x0806, 0x0401, 0x0501, 0x0601, 0x0807)
WEAK_SIGNATURES = (0x0201, 0x0203, 0x0101, 0x0202)  # with SHA-1 and MD5


def openssl(*arguments):
    subprocess.run(["openssl", *map(str, arguments)], check=True, capture_output=True)


def certificate(folder, name, kind=("ec", "-pkeyopt", "ec_paramgen_curve:prime256v1"), *more):
    """Creates a self-signed certificate for 127.0.0.1 and its key, readable only by its owner."""
    chain, key = folder / f"{name}.pem", folder / f"{name}-key.pem"
    openssl("req", "-x509", "-newkey", *kind, "-nodes", "-keyout", key, "-out", chain,
            "-subj", "/CN=halo", "-addext", f"subjectAltName=IP:{ADDRESS}", "-days", "2", *more)
    key.chmod(0o600)
    return chain, key


def context(chain=None, version=None):
    """A client that trusts only `chain`; without it, every certificate."""
    made = ssl.create_default_context(cafile=str(chain) if chain else None)
    if not chain:
        made.check_hostname, made.verify_mode = False, ssl.CERT_NONE
    if version:
        with contextlib.suppress(Exception):
            made.set_ciphers("ALL:COMPLEMENTOFALL:@SECLEVEL=0")  # otherwise OpenSSL itself would refuse the old versions
        made.minimum_version = made.maximum_version = version
    return made


def handshake(port, of, ask=ssl.SSLSocket.version):
    """Returns the negotiated protocol, or the result of `ask` on the connection; None if the handshake fails."""
    try:
        with connect(port) as plain, of.wrap_socket(plain, server_hostname=ADDRESS) as secure:
            return ask(secure)
    except (ssl.SSLError, ConnectionError):
        return None


def connect(port, timeout=20):
    return socket.create_connection((ADDRESS, port), timeout=timeout)


# MARK: Records of one's own

def vector(bytes_, size):
    return len(bytes_).to_bytes(size, "big") + bytes_


def numbers(values):
    return b"".join(struct.pack("!H", value) for value in values)


def extension(kind, body):
    return struct.pack("!H", kind) + vector(body, 2)


def hello(suites, version=0x0303, groups=GROUPS[:4], signatures=SIGNATURES, compression=b"\0", more=b"", is_13=False, session=b""):
    """Returns a ClientHello without its record."""
    extensions = extension(10, vector(numbers(groups), 2)) + extension(11, b"\1\0")
    extensions += extension(13, vector(numbers(signatures), 2)) if signatures else b""
    if is_13:
        extensions += extension(43, b"\2\3\4") + extension(51, vector(numbers([29]) + vector(os.urandom(32), 2), 2))
    body = (struct.pack("!H", version) + os.urandom(32) + vector(session, 1) + vector(numbers(suites), 2) + vector(compression, 1)
            + vector(extensions + more, 2))
    return b"\1" + vector(body, 3)


def record(body, kind=HANDSHAKE, version=0x0301):
    return bytes([kind]) + struct.pack("!H", version) + vector(body, 2)


def records(message, size=16384):
    return b"".join(record(message[at:at + size]) for at in range(0, len(message), size))


class Answer:
    """What the server says to bytes: its handshake messages until the first alert, the end of the connection or of the time."""

    def __init__(self, port, bytes_, timeout=5, until=(HELLO_DONE,)):
        self.messages, self.alert, self.text, rest, flow = {}, None, b"", b"", b""
        with contextlib.suppress(OSError), connect(port, timeout) as made:
            made.sendall(bytes_)
            while self.alert is None and not set(until) & set(self.messages):
                data = made.recv(65536)
                if not data:
                    break
                self.text += data
                rest += data
                while len(rest) >= 5 and len(rest) >= 5 + int.from_bytes(rest[3:5], "big"):
                    length = int.from_bytes(rest[3:5], "big")
                    kind, body, rest = rest[0], rest[5:5 + length], rest[5 + length:]
                    if kind == ALERT and length == 2:
                        self.alert = body[1]
                    flow += body if kind == HANDSHAKE else b""
                while len(flow) >= 4 and len(flow) >= 4 + int.from_bytes(flow[1:4], "big"):
                    length = int.from_bytes(flow[1:4], "big")
                    self.messages[flow[0]], flow = flow[4:4 + length], flow[4 + length:]

    @property
    def suite(self):
        """The agreed suite; None if the handshake failed."""
        chosen = self.messages.get(SERVER_HELLO)
        return chosen and int.from_bytes(chosen[35 + chosen[34]:37 + chosen[34]], "big")

    @property
    def compression(self):
        chosen = self.messages.get(SERVER_HELLO)
        return chosen and chosen[37 + chosen[34]]

    @property
    def extensions(self):
        chosen = self.messages.get(SERVER_HELLO, b"")
        found, rest = {}, chosen[40 + chosen[34]:] if chosen else b""
        while len(rest) >= 4:
            length = int.from_bytes(rest[2:4], "big")
            found[int.from_bytes(rest[:2], "big")], rest = rest[4:4 + length], rest[4 + length:]
        return found

    @property
    def group(self):
        exchange = self.messages.get(SERVER_KEY_EXCHANGE)
        return exchange and int.from_bytes(exchange[1:3], "big")

    @property
    def signature(self):
        """The algorithm that signed the server's ephemeral key, in TLS 1.2."""
        exchange = self.messages.get(SERVER_KEY_EXCHANGE)
        return exchange and int.from_bytes(exchange[4 + exchange[3]:6 + exchange[3]], "big")

    def __str__(self):
        if self.alert is not None:
            return ALERTS.get(self.alert, f"alert {self.alert}")
        return f"suite {self.suite:04X}" if self.suite else "closed" if not self.text else f"{len(self.text)} bytes"
