"""Certificates and keys that cannot be used, and certificates that are replaced while the page is served."""
import concurrent.futures
import itertools
import os
import shutil
import ssl
import subprocess
import time

from prove import check, environment
from tls import ADDRESS, certificate, connect, context, handshake, openssl


numbers = itertools.count()


def refused(halo, folder, chain, key, *more):
    """Returns the exit status and the words of `halo serve`; None and no words if it serves or does not end."""
    run = subprocess.Popen(
        [halo, "serve", "--radio", "simulated", "--journal", folder / f"refused-{next(numbers)}.sqlite", "--port", "0", "--certificate", chain, "--key", key, *more],
        env=environment(folder), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    try:
        said = run.communicate(timeout=10)[0]
        return run.returncode, said
    except subprocess.TimeoutExpired:
        run.kill()
        return None, run.communicate()[0]


def unusable(halo, folder, chain, key):
    """Each of these ends `halo serve` at once, with the file and the reason."""
    def write(name, content):
        (folder / name).write_bytes(content if isinstance(content, bytes) else content.encode())
        (folder / name).chmod(0o600)
        return folder / name

    def made(name, *arguments):
        openssl(*arguments, "-out", folder / name)
        (folder / name).chmod(0o600)
        return folder / name

    one, other_key = certificate(folder, "other")
    weak, weak_key = certificate(folder, "weak", ("rsa:1536",))
    old, old_key = certificate(folder, "curve", ("ec", "-pkeyopt", "ec_paramgen_curve:secp224r1"))
    os.mkfifo(folder / "pipe")
    (folder / "loop").symlink_to(folder / "loop")
    encrypted = made("locked.pem", "pkey", "-in", key, "-aes256", "-passout", "pass:x")
    p12 = made("both.p12", "pkcs12", "-export", "-in", chain, "-inkey", key, "-passout", "pass:")
    begin = time.monotonic()
    cases = [
        ("a missing certificate", folder / "nothing.pem", key, 0, "no such file"),
        ("a missing key", chain, folder / "nothing.pem", 1, "no such file"),
        ("a certificate that is not a PEM file", write("rubbish.pem", "rubbish"), key, 0, "not a PEM file"),
        ("an empty certificate", write("empty.pem", ""), key, 0, "not a PEM file"),
        ("an empty key", chain, folder / "empty.pem", 1, "not a PEM file"),
        ("a certificate in DER", made("page.der", "x509", "-in", chain, "-outform", "DER"), key, 0, "not a PEM file"),
        ("a key in DER", chain, made("key.der", "pkey", "-in", key, "-outform", "DER"), 1, "not a PEM file"),
        ("a certificate in PKCS#12", p12, key, 0, "not a PEM file"), ("a key in PKCS#12", chain, p12, 1, "not a PEM file"),
        ("half a certificate", write("half.pem", chain.read_text()[:300]), key, 0, "something else"),
        ("a certificate and a half", write("more.pem", chain.read_text() + one.read_text()[:300]), key, 0, "something else"),
        ("a chain of 2,001 certificates", write("long.pem", chain.read_text() + one.read_text() * 2000), key, 0, "larger than 64 kB"),
        ("/dev/zero", "/dev/zero", key, 0, "larger than 64 kB"), ("a folder", folder, key, 0, "is a directory"),
        ("a pipe that nobody writes to", folder / "pipe", key, 0, "not a PEM file"), ("a link to itself", folder / "loop", key, 0, "symbolic links"),
        ("a key with a passphrase", chain, encrypted, 1, "passphrase"),
        ("a certificate for the key", chain, write("public.pem", one.read_bytes()), 1, "something else"),
        ("another certificate's key", chain, other_key, 1, "does not belong"),
        ("a chain in the wrong order", write("order.pem", one.read_text() + chain.read_text()), key, 0, "Certificates of authorities come after it"),
        ("an RSA key of 1,536 bits", weak, weak_key, 1, "is weak"), ("the curve P-224", old, old_key, 1, "P-256, P-384 or P-521"),
    ]
    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        results = list(pool.map(lambda case: refused(halo, folder, case[1], case[2]), cases))
    for (what, bad_chain, bad_key, is_key, words), (status, said) in zip(cases, results):
        path = bad_key if is_key else bad_chain
        check(status == 78 and str(path) in said and words in said and len(said.strip().splitlines()) == 1, f"{what}: status {status}: {said.strip()}")
    print(f"    {len(cases)} files within {time.monotonic() - begin:.1f} s")


def not_yet_valid(folder):
    """A certificate from 2040 on. `openssl req` makes none, `openssl ca` does."""
    settings, request, chain, key = (folder / name for name in ("ca.conf", "later.csr", "later.pem", "later-key.pem"))
    settings.write_text(f"[ca]\ndefault_ca = own\n[own]\ndatabase = {folder}/ca.txt\nnew_certs_dir = {folder}\nrand_serial = yes\ndefault_md = sha256\n"
                        "policy = any\n[any]\ncommonName = optional\n")
    (folder / "ca.txt").touch()
    openssl("req", "-new", "-newkey", "rsa:2048", "-nodes", "-keyout", key, "-subj", "/CN=halo", "-out", request)
    openssl("ca", "-batch", "-selfsign", "-config", settings, "-keyfile", key, "-in", request, "-out", chain, "-notext",
            "-startdate", "20400101000000Z", "-enddate", "20410101000000Z")
    key.chmod(0o600)
    return chain, key


def accepted(serving, halo, folder, chain, key):
    """Unusual but usable files."""
    both = folder / "both.pem"
    both.write_text(key.read_text() + chain.read_text())
    both.chmod(0o600)
    linked = folder / "linked-key.pem"
    linked.symlink_to(key)
    cases = {"key and certificate in one file": (both, both), "a link to a private key, as certbot makes one": (chain, linked)}
    for name, kind in {"RSA 4096": ("rsa:4096",), "P-384": ("ec", "-pkeyopt", "ec_paramgen_curve:secp384r1"),
                       "P-521": ("ec", "-pkeyopt", "ec_paramgen_curve:secp521r1"), "Ed25519": ("ed25519",)}.items():
        cases[name] = certificate(folder, name.replace(" ", ""), kind)
    for name, (made, made_key) in cases.items():
        with serving(halo, folder, made, made_key) as server:
            agreed = [handshake(server.port, context(made, version)) for version in (ssl.TLSVersion.TLSv1_2, ssl.TLSVersion.TLSv1_3)]
            check(agreed == ["TLSv1.2", "TLSv1.3"] and "chmod" not in server.output, f"{name}: {agreed}")


class Watch:
    """Which of some certificates a page presents, and how long it takes to change."""

    def __init__(self, server, chains):
        self.server = server
        self.names = {ssl.PEM_cert_to_DER_cert(chain.read_text()): name for name, chain in chains.items()}

    def presented(self):
        with connect(self.server.port) as plain, context().wrap_socket(plain, server_hostname=ADDRESS) as secure:
            return self.names.get(secure.getpeercert(binary_form=True))

    def until(self, wanted, seconds=15):
        """Returns the seconds until the certificate or the words in the log are those; None if they never are."""
        begin = time.monotonic()
        while time.monotonic() - begin < seconds:
            if wanted in self.server.output or self.presented() == wanted:
                return time.monotonic() - begin
            time.sleep(0.2)

    def stays(self, name, seconds):
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if self.presented() != name:
                return False
            time.sleep(0.5)
        return True


def replaced(serving, halo, folder):
    """A renewed certificate is used without a restart; an unusable one never is, and causes one warning."""
    chains = {name: certificate(folder, name) for name in ("first", "second", "third")}
    chain, key = folder / "used.pem", folder / "used-key.pem"

    def put(name, key_of=None):
        """Replaces both files, as certbot does it, by renaming."""
        for path, source in ((chain, chains[name][0]), (key, chains[key_of or name][1])):
            shutil.copy(source, f"{path}.new")
            os.chmod(f"{path}.new", 0o600)
            os.replace(f"{path}.new", path)

    put("first")
    with serving(halo, folder, chain, key) as server:
        watch = Watch(server, {name: made for name, (made, _) in chains.items()})
        check(watch.presented() == "first", "the first certificate is presented")
        client = context()
        client.maximum_version = ssl.TLSVersion.TLSv1_2

        def session(earlier=None):
            with connect(server.port) as plain, client.wrap_socket(plain, server_hostname=ADDRESS, session=earlier) as secure:
                return secure.session, secure.session_reused

        before, _ = session()
        check(session(before)[1], "a session is resumed")
        with connect(server.port, 60) as plain, context().wrap_socket(plain, server_hostname=ADDRESS) as open_before:
            put("second")
            seconds = watch.until("second")
            check(seconds is not None and seconds < 12, f"a replaced certificate is presented after {seconds or -1:.1f} s")
            open_before.sendall(f"GET / HTTP/1.1\r\nHost: {ADDRESS}:{server.port}\r\n\r\n".encode())
            check(open_before.recv(12) == b"HTTP/1.1 200", "an earlier connection stays usable")
        check(not session(before)[1], "a session that began with the earlier certificate is not resumed")
        # Written slowly: half of the certificate, then its key, then the rest. Never more than 4 s without a change.
        whole = chains["third"][0].read_text()
        for part in range(4):
            chain.write_text(whole[:len(whole) * (part + 1) // 5])
            if not watch.stays("second", 3):
                check(False, "a certificate that is being written is not used")
        shutil.copy(chains["third"][1], key)
        chain.write_text(whole)
        seconds = watch.until("third")
        check(seconds is not None and "stays in use" not in server.output, f"a certificate that is written for 12 s is used once it is whole: after {seconds or -1:.1f} s")
        for name, break_it, words in [
            ("a certificate with another's key", lambda: put("first", "second"), "does not belong"),
            ("half a certificate", lambda: chain.write_text(whole[:200]), "something else"),
            ("a deleted certificate", chain.unlink, "no such file"),
            ("a key that others can read", lambda: (put("second"), key.chmod(0o644)), "chmod 600"),
        ]:
            seen = server.output.count("stays in use")
            break_it()
            seconds = watch.until(words)
            is_same = watch.stays("third", 6)
            check(seconds is not None and is_same and server.output.count("stays in use") == seen + 1,
                  f"{name}: the previous one stays, with one warning after {seconds or -1:.1f} s")
        put("first")
        check(watch.until("first") is not None, "a good one is used afterwards")
