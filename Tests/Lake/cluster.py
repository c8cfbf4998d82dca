"""A standalone cluster of Spark on this machine: a master and workers, started and ended by the proof."""
import os
import pathlib
import re
import signal
import socket
import subprocess
import sys
import time

import pyspark

SPARK = pathlib.Path(pyspark.__file__).parent


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Cluster:
    def __init__(self, folder, workers=2, cores=1):
        self.folder = pathlib.Path(folder)
        self.folder.mkdir(parents=True, exist_ok=True)
        self.environment = os.environ | {
            "SPARK_HOME": str(SPARK), "SPARK_LOCAL_IP": "127.0.0.1", "SPARK_NO_DAEMONIZE": "1", "PYSPARK_PYTHON": sys.executable,
            "SPARK_WORKER_DIR": str(self.folder / "work"),
        }
        port = free_port()
        self.address = f"spark://127.0.0.1:{port}"
        self.master = self._start("master", "org.apache.spark.deploy.master.Master", "--host", "127.0.0.1", "--port", str(port), "--webui-port", "0")
        self.workers = []
        try:
            for number in range(workers):
                self.workers.append(self._start(
                    f"worker{number}", "org.apache.spark.deploy.worker.Worker", "--host", "127.0.0.1", "--cores", str(cores), "--memory", "2g",
                    "--webui-port", "0", self.address))
            self._wait(workers)
        except BaseException:
            self.stop()
            raise

    def _start(self, name, java_class, *arguments):
        log = open(self.folder / f"{name}.log", "w")
        # A group of its own, so that ending it ends the executors and their Python processes as well.
        return subprocess.Popen([SPARK / "bin/spark-class", java_class, *arguments], env=self.environment, stdout=log, stderr=log, start_new_session=True)

    def _wait(self, workers):
        deadline = time.monotonic() + 120
        while time.monotonic() < deadline:
            registered = len(re.findall("Registering worker", (self.folder / "master.log").read_text()))
            if registered >= workers:
                return
            if self.master.poll() is not None:
                break
            time.sleep(0.2)
        raise SystemExit(f"the cluster did not start; see {self.folder}/master.log:\n" + (self.folder / "master.log").read_text()[-2000:])

    def kill_worker(self, number):
        """Ends a worker, its executors and their processes at once."""
        os.killpg(self.workers[number].pid, signal.SIGKILL)

    def processor_seconds(self):
        """The processor time of the workers, their executors, Python processes and `halo`, in seconds."""
        groups = {worker.pid for worker in self.workers}
        return sum(seconds(pid) for pid in all_processes() if group_of(pid) in groups)

    def stop(self):
        for process in [*self.workers, self.master]:
            try:
                os.killpg(process.pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
            process.wait()


def all_processes():
    return [int(name) for name in os.listdir("/proc") if name.isdigit()]


def fields(pid):
    # The name in parentheses may contain spaces.
    try:
        return pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(") ")[2].split()
    except (FileNotFoundError, ProcessLookupError):
        return None


def group_of(pid):
    """The session of a process: Spark's Python daemon has a process group of its own, but not a session."""
    found = fields(pid)
    return int(found[3]) if found else None


def seconds(pid):
    """The processor time of a process and its ended children."""
    found = fields(pid)
    return sum(int(value) for value in found[11:15]) / os.sysconf("SC_CLK_TCK") if found else 0.0
