"""What the proofs Tests/*/prove share: results, exit statuses, packages, and Halo's program without the settings of this user.

A proof exits with 0 if it passes, 1 if it fails, and 75, after printing the reason, if it cannot run on this machine.
"""
import contextlib
import http.client
import json
import os
import pathlib
import re
import shutil
import ssl
import subprocess
import sys
import threading

ROOT = pathlib.Path(__file__).resolve().parent.parent
failures = []


class Failed(Exception):
    """A claim is wrong."""


def claim(condition, words):
    """Ends the proof if a condition does not hold."""
    if not condition:
        raise Failed(words)


def check(condition, words):
    """Prints whether a condition holds, and continues."""
    print(f"{'ok' if condition else 'FAILED'}  {words}", flush=True)
    if not condition:
        failures.append(words)


def cannot(why):
    print(why)
    sys.exit(75)


def run(main):
    """Runs a proof, and exits with the status that it returns, or with 1 if a check or a claim failed."""
    try:
        status = main()
    except Failed as error:
        check(False, error)
        status = 1
    sys.exit(status or min(1, len(failures)))


def python_with(*packages, command=(ROOT / "scripts/python-environment", "--")):
    """Returns the path of a Python with packages from PyPI, which the command prints."""
    made = subprocess.run([*command, *packages], stdout=subprocess.PIPE, text=True)
    if made.returncode:
        cannot(made.stdout.strip())
    return made.stdout.strip()


def with_packages(*packages, **options):
    """Runs this program again with such a Python."""
    if not os.environ.get("HALO_PROOF_PYTHON"):
        python = python_with(*packages, **options)
        os.execve(python, [python, *sys.argv], os.environ | {"HALO_PROOF_PYTHON": python})


def install(*packages):
    """Installs Debian's packages if that is possible without a question."""
    if shutil.which("apt-get"):
        as_root = [] if os.geteuid() == 0 else ["sudo", "-n"]
        for command in (["update", "-qq"], ["install", "-y", "-qq", "--no-install-recommends", *packages]):
            subprocess.run([*as_root, "env", "DEBIAN_FRONTEND=noninteractive", "apt-get", *command], capture_output=True)


def environment(folder=None, **variables):
    """Returns the environment for a program: in English, without this user's HALO_ variables, and with its files below a folder."""
    own = {name: value for name, value in os.environ.items() if not name.startswith("HALO_")} | {"LC_ALL": "C.UTF-8"}
    places = ("XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_RUNTIME_DIR") if folder else ()
    return own | {place: str(folder) for place in places} | variables


class Server:
    """`halo serve` on a free port, and a browser, with TLS that trusts only `chain` if there is one."""

    def __init__(self, halo, *arguments, environment, chain=None):
        self.tls = ssl.create_default_context(cafile=str(chain)) if chain else None
        self.process = subprocess.Popen(
            [halo, "serve", "--print-link", "--radio", "simulated", "--port", "0", *arguments], env=environment, stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        self.output, self.cookie = "", None
        for line in self.process.stdout:
            self.output += line
            if "medical advice" in line:  # the last line
                break
        link = re.search(r"(https?://127\.0\.0\.1:(\d+))/enter#(\S+)", self.output)
        claim(link, f"halo serve did not start: {self.output}")
        self.address, self.port, self.token = link[1], int(link[2]), link[3]
        # A full pipe would block the program.
        threading.Thread(target=self.listen, daemon=True).start()

    def listen(self):
        for line in self.process.stdout:
            self.output += line

    def ask(self, method, path, body=None):
        """Returns the response with its `body`."""
        with contextlib.closing(self.connection()) as connection:
            cookie = {"Cookie": self.cookie} if self.cookie else {}
            headers = {"Origin": self.address, "Content-Type": "application/json", **cookie}
            connection.request(method, "/api/v2" + path, None if body is None else json.dumps(body), headers)
            response = connection.getresponse()
            response.body = response.read()
            return response

    def connection(self, timeout=60):
        if self.tls:
            return http.client.HTTPSConnection("127.0.0.1", self.port, context=self.tls, timeout=timeout)
        return http.client.HTTPConnection("127.0.0.1", self.port, timeout=timeout)

    def sign_in(self):
        self.cookie = self.ask("POST", "/session", {"token": self.token, "name": "Proof"}).headers["Set-Cookie"].split(";")[0]

    def end(self):
        self.process.terminate()
        try:
            self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
