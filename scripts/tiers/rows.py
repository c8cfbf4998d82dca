"""The proofs: the claim of each, the covered files, and the commands for `make prove` (full size) and `make check` (reduced size)."""
import dataclasses

from . import builds


@dataclasses.dataclass(frozen=True)
class Row:
    """A proof. Its commands are bash lines; their environment variable HALO_BUILD is the folder of the build's programs."""

    name: str
    # The claim, in one sentence, and what no unit test shows.
    shows: str
    beyond: str
    # The covered files: git pathspecs. A result counts in a release's report if none of them has changed.
    covers: tuple
    # The build that `full` runs on, one of builds.ALL.
    build: str
    # The proof at full size, and its time limit in seconds without the build.
    full: str
    limit: int
    # The same program at its smallest size, without bounds on time; None if `full` is small itself.
    check: str = None
    check_build: str = "debug"
    # The budget of the smallest size: seconds on two cores, if nothing else runs.
    seconds: int = 0
    # What it occupies: "cpu" for each core, and resources of which there is one (schedule.py). With "alone" nothing else runs.
    needs: tuple = ("cpu",)
    # Why `make check` does not run it, and what covers it there.
    unchecked: str = None
    # Prepares this machine. Exits with 75, and the reason in its last line, if the proof cannot run here.
    setup: str = None

    @property
    def keeps_time(self):
        """True if it runs beside other rows although programs with time limits of their own take part: bluetoothd, a broker."""
        return not {"laboratory", "waiting"}.isdisjoint(self.needs) and "alone" not in self.needs

    @property
    def smallest(self):
        """The command for `make check`; None if it does not run there."""
        return None if self.unchecked else self.check or self.full


def program(folder):
    """Returns the files of Tests/FOLDER/prove."""
    return f"Tests/{folder}", "Tests/prove.py"


# The driver interface, and the bundled device families.
DRIVERS = ("Sources/HaloWearables", "Sources/HaloColmiRing", "Sources/HaloEverestW311", "Sources/HaloFitnessMachine", "Sources/HaloHealthDevices",
           "Sources/HaloHeartRateMonitor")
BYTES = ("Sources/HaloBluetooth", "Sources/HaloHealth", *DRIVERS, "Tests/HaloFuzz", "Tests/HaloFuzzing")
RADIO = ("Sources/HaloBluetooth", "Sources/HaloBlueZRadio", *DRIVERS, "Sources/HaloEngine", *program("Laboratory"))
STORAGE = ("Sources/HaloEngine", "Sources/HaloHealth", "Sources/HaloJournal", *DRIVERS)
PACKAGE = ("Package.swift", "Makefile", "packaging")
IMPORTS = (*STORAGE, "Tests/HaloFuzz")
LABORATORY = "Tests/Laboratory/setup"
FUZZ = '"$HALO_BUILD/halo-fuzz"'
HALO = '"$HALO_BUILD/halo"'
# Without long tests of decoders, which are pure functions. Two halves, because one process under the sanitizer uses little more than one core.
DECODERS = (
    "MessageValueTests|ByteMapTests|ClockEvidenceTests|FoundClockTests|MergeTests|StatementTests|DamagedRecordTests|RoundTripTests"
    "|RedactionTests|FramingTests|FormTests|VectorTests|LogTests|MadeWorkoutTests|ForeignNumberTests")
JOURNAL_TESTS = "Halo(Engine|Journal|Daemon)Tests"
THREADS = {
    "radios": f"^(?!{JOURNAL_TESTS})(?!.*({DECODERS}))",
    "journal": f"^{JOURNAL_TESTS}(?!.*({DECODERS}))",
}
API = 'scripts/api-check --build "$HALO_BUILD"'


def fuzz_text(count):
    # `halo decode` exits with 64 if a line is not hexadecimal.
    return f'{FUZZ} text {count} "$FUZZ_SEED" | {{ {HALO} decode --device colmi-ring >/dev/null 2>&1 || [ $? -eq 64 ]; }}'


def tests(names, settings, build="debug", log=None):
    """Runs unit tests with other settings, such as a larger size."""
    return f"{settings} scripts/test --build {build} --filter '{names}'" + (f" --log {log}" if log else "")


def threads(half, settings="HALO_WEEKS=1 HALO_MERGE_COUNT=1 HALO_WRITE_COUNT=1000"):
    return tests(THREADS[half], settings, "thread", f"threads-{half}")


def fuzz_requests(count):
    return tests("RequestFuzzTests", f"HALO_FUZZ_COUNT={count}") + " && grep -a '^requests: ' .build/proofs/tests-debug.log"


def fuzz_worker(count):
    return tests("WorkerCommandTests", f"HALO_FUZZ_COUNT={count}")


def merges(count):
    return tests("MergeTests", f"HALO_MERGE_COUNT={count}")


def random_writes(count):
    return tests("RandomWriteTests|RefusalTests", f"HALO_WRITE_COUNT={count}") + " && grep -a '^writes: ' .build/proofs/tests-debug.log"


def minutes_alone(minutes, settings="", build="debug"):
    # Runs alone in its process, because the test counts the process's descriptors.
    return tests("DaemonLifeTests", f"HALO_ALONE={minutes}{settings}", build)


def laboratory(scenarios):
    return f'Tests/Laboratory/prove --build "$HALO_BUILD" {scenarios}'


ALL = [
    Row("fuzz-frames", "10 million random frames through each decoder: no trap, no byte lost.",
        "Unit tests decode chosen frames, not millions of random ones.",
        BYTES,
        "release", f'{FUZZ} 10000000 "$FUZZ_SEED"', 2400,
        check=f'{FUZZ} 5000 "$FUZZ_SEED"', seconds=9),
    Row("fuzz-text", "10 million lines that are nearly frames through `halo decode`: no trap, the right exit status.",
        "The whole program reads the lines, from its standard input to its exit status.",
        (*BYTES, "Sources/HaloCommand/UnknownDevices/Decode"),
        "release", fuzz_text(10000000), 900,
        check=fuzz_text(50000), seconds=3),
    Row("packets", "Random values of 16 standard characteristics, made or read by three programs from PyPI: `halo decode` finds the same fields.",
        "Other people's programs say what the bytes mean.",
        (*BYTES, "Sources/HaloCommand/UnknownDevices/Decode", *program("Packets")),
        "release", f"Tests/Packets/prove --halo {HALO} --packets 20000", 900,
        check=f"Tests/Packets/prove --halo {HALO}", seconds=10, setup="Tests/Packets/prove --can"),
    Row("fuzz-captures", "10 million mutated capture files: no trap, no endless loop.",
        "Unit tests read a few damaged files.",
        (*BYTES, "Sources/HaloCaptures", "Sources/HaloVirtualDevices/Replay"),
        "release", f'{FUZZ} captures 10000000 "$FUZZ_SEED"', 900,
        check=f'{FUZZ} captures 20000 "$FUZZ_SEED"', seconds=8),
    Row("fuzz-lines", "A million mutated lines of exports: no trap, each read within a second, under 200 MB, the next sync as fast as before.",
        "Time, memory and the next sync are measured for each damaged line.",
        IMPORTS,
        "release", f'{FUZZ} lines 1000000 "$FUZZ_SEED"', 1800,
        check=f'{FUZZ} lines 20000 "$FUZZ_SEED"', seconds=30),
    Row("fuzz-databases",
        "100,000 mutated databases of colmi_r02_client, Gadgetbridge and Health Connect, journals and backups: no trap, each read within a second, under 200 MB, the next sync as fast.",
        "SQLite reads the damaged pages of whole databases.",
        IMPORTS,
        "release", f'{FUZZ} databases 100000 "$FUZZ_SEED"', 1800,
        check=f'{FUZZ} databases 1000 "$FUZZ_SEED"', seconds=25),
    Row("fuzz-values",
        "100,000 files each of journals, exports, Gadgetbridge, Health Connect and rows for `halo worker` with one hostile value: no trap, no hang over five seconds, under 200 MB, in any command or page that reads them.",
        "The commands and pages come from the program's own lists, and the death of a child process shows a trap.",
        (*IMPORTS, "Sources/HaloInsights", "Sources/HaloReports", "Sources/HaloCommand", "Sources/HaloTerminal", "Sources/HaloDashboard"),
        "release", f'{FUZZ} values all 100000 "$FUZZ_SEED"', 14400,
        check=f'{FUZZ} values all 55s "$FUZZ_SEED"', seconds=60, needs=("cpu", "cpu")),
    Row("fuzz-worker", "10,000 damaged lines for `halo worker`: no trap, an answer for each, and the next line is computed.",
        "Unit tests send 60 damaged lines.",
        (*STORAGE, "Sources/HaloCommand/ManyPeople/Worker"),
        "debug", fuzz_worker(10000), 1800,
        check=fuzz_worker(60), seconds=5, needs=("cpu", "build")),
    Row("merge", "200 weeks of two rings with clock changes, imports and workouts: two journals that saw parts equal one that saw everything, in either order.",
        "Unit tests merge four weeks.",
        (*IMPORTS, "Sources/HaloJournal", "Tests/HaloEngineTests/Journal/SplitWeek.swift"),
        "debug", merges(200), 1800,
        check=merges(2), seconds=10, needs=("cpu", "build")),
    Row("made-workouts", "10,000 made workouts with restarts, wrong records, second streams, other units and lost links: no figure is off and not marked.",
        "Unit tests make 100.",
        (*DRIVERS, "Sources/HaloEngine/Workout", "Tests/HaloEngineTests"),
        "debug", tests("MadeWorkoutTests", "HALO_WORKOUT_COUNT=1000"), 1800,
        check=tests("MadeWorkoutTests", "HALO_WORKOUT_COUNT=10"), seconds=10, needs=("cpu", "build")),
    Row("fuzz-health", "A million mutated exports of Apple Health: no trap, each read within a second, under 200 MB.",
        "Unit tests read chosen exports; here time and memory are measured.",
        IMPORTS,
        "release", f'{FUZZ} health 1000000 "$FUZZ_SEED"', 1800,
        check=f'{FUZZ} health 20000 "$FUZZ_SEED"', seconds=4),
    Row("fuzz-archives", "100,000 mutated archives: no trap, each read within a second, under 200 MB, no file written by a name in them.",
        "libarchive reads the damaged archives, and the folder is searched for files.",
        IMPORTS,
        "release", f'{FUZZ} archives 100000 "$FUZZ_SEED"', 1800,
        check=f'{FUZZ} archives 5000 "$FUZZ_SEED"', seconds=3),
    Row("fuzz-requests", "A million mutated bodies of the page's requests: no trap, each decoded or refused within a second, and deep nesting is refused.",
        "Unit tests decode 2,000 bodies.",
        ("Sources/HaloDashboard", "Tests/HaloDashboardTests/RequestFuzzTests.swift"),
        "debug", fuzz_requests(1000000), 1800,
        check=fuzz_requests(5000), seconds=5, needs=("cpu", "build")),
    Row("refused-writes", "A million random writes each through explore and the ring's driver, and 100,000 through the API and the daemon: only listed frames reach the radio; with `--unknown-command` unknown ones too, dangerous ones never.",
        "Unit tests send at most 20,000 writes each way, and through the API 60.",
        (*DRIVERS, "Sources/HaloEngine/Exploring", "Sources/HaloCommand/UnknownDevices/Explore", "Sources/HaloDaemon", "Sources/HaloDashboard/Devices",
         "Tests/HaloCommandTests/RandomWriteTests.swift", "Tests/HaloDashboardTests/RandomWriteTests.swift"),
        "debug", random_writes(1000000), 3600,
        check=random_writes(200), seconds=10, needs=("cpu", "build")),
    Row("first-sync", "A first sync needs few more connection events than the protocol's minimum.",
        "The minimum is computed from the protocol, independently of the driver.",
        ("Sources/HaloBluetooth", *DRIVERS, "Sources/HaloSimulatedRadio", "Sources/HaloVirtualDevices", "Benchmarks/FirstSync"),
        "debug", '"$HALO_BUILD/halo-first-sync"', 300,
        seconds=1),
    Row("accuracy", "Halo's signal processing is as accurate on reference recordings as docs/accuracy.md says.",
        "The recordings are of real people, with a reference beside them.",
        ("Sources/HaloSignals", "Sources/HaloCommand/RawSignals/Analyze", "Benchmarks/Accuracy", "scripts/accuracy"),
        "release", f'python3 scripts/accuracy --quick --check --halo {HALO}', 900,
        check=f'python3 scripts/accuracy --smallest --halo {HALO}', seconds=30),
    Row("truth", "5,000 simulated lives: the days shown by each front end equal the true data, or are marked as partial.",
        "Each front end is a process, and its answers are compared with the simulated life.",
        (*STORAGE, "Sources/HaloInsights", "Sources/HaloVirtualDevices", "Sources/HaloCommand", "Sources/HaloTerminal", "Sources/HaloDashboard/Reading",
         "Sources/HaloTesting", "Sources/HaloHome", "Sources/HaloInterchange", "Tools/python/src", *program("Truth")),
        "release", 'Tests/Truth/prove --build "$HALO_BUILD" --lives 5000', 7200,
        check='Tests/Truth/prove --build "$HALO_BUILD" --lives 8', seconds=30, needs=("cpu", "cpu")),
    Row("imported-lives",
        "1,000 simulated people whose phones, watches, rings and apps write files: each front end shows of the imported files what happened, or a true reason.",
        "The files follow the formats of Apple Health, Gadgetbridge and Health Connect, and only the simulated life says what is right.",
        (*STORAGE, "Sources/HaloInsights", "Sources/HaloInterchange/Import", "Sources/HaloReports", "Sources/HaloCommand", "Sources/HaloTerminal", "Sources/HaloDashboard/Reading",
         "Tools/python/src", *program("Truth")),
        "release", 'Tests/Truth/imports --build "$HALO_BUILD" --lives 1000 --all', 3600,
        check='Tests/Truth/imports --build "$HALO_BUILD"', seconds=40, needs=("cpu", "cpu")),
    Row("killed-syncs", "200 syncs killed at random moments: the journal stays intact, and the next sync completes it, computed values included.",
        "SIGKILL ends a process in the middle of a write.",
        (*STORAGE, "Sources/HaloCommand/StartHere/Sync", "scripts/kill"),
        "release", f'scripts/kill {HALO} sync --seed "$FUZZ_SEED"', 900,
        check=f'scripts/kill {HALO} sync --count 6 --days 30 --seed "$FUZZ_SEED"', seconds=10),
    Row("killed-imports",
        "200 each of import, merge, undo and rebuild killed at random moments, half of them between their data and the computed values: the same command again ends in the same rows.",
        "SIGKILL ends a process in the middle of a write, or before it has computed values.",
        (*STORAGE, "Sources/HaloInsights", "Sources/HaloCommand/YourData", "scripts/kill"),
        "release", f'scripts/kill {HALO} import merge undo rebuild --seed "$FUZZ_SEED"', 2400,
        check=f'scripts/kill {HALO} import merge undo rebuild --count 4 --days 30 --seed "$FUZZ_SEED"', seconds=24),
    Row("killed-files",
        "200 each of update, restore and backup killed at random moments: nothing is lost, no file is partial under its final name, and the same command again completes it.",
        "SIGKILL ends a process while it copies a journal, and during and between migrations.",
        ("Sources/HaloJournal", "Sources/HaloCommand/YourData", "Tests/HaloEngineTests/Journal/Versions", "scripts/kill"),
        "release", f'scripts/kill {HALO} update restore backup --seed "$FUZZ_SEED"', 1800,
        check=f'scripts/kill {HALO} update restore backup --count 4 --days 30 --seed "$FUZZ_SEED"', seconds=20),
    Row("full-disk", "A journal on a full disk, and on one that is read-only: a clear error, nothing lost, and syncing continues afterwards.",
        "The file system is real, and full or read-only.",
        (*STORAGE, "scripts/full-disk"),
        "debug", f"scripts/full-disk {HALO}", 300,
        seconds=2,
        setup='[ "$(uname -s)" = Linux ] && [ "$(id -u)" -eq 0 ] || { echo "mounting a small disk needs root on Linux"; exit 75; }'),
    Row("lab-week", "A week's sync through the real bluetoothd, three times, and once with a bluetoothd that reports no features.",
        "Kernel, bluetoothd and controller are real programs instead of Halo's doubles.",
        RADIO,
        "debug", laboratory("stands week=3 hasty"), 600,
        check=laboratory("stands week"), seconds=95, needs=("laboratory",), setup=LABORATORY),
    Row("lab-devices", "A treadmill, a heart-rate strap, a bridge that bleak and bumble read, and `halo explore`, through the real bluetoothd.",
        "Kernel and bluetoothd are real, and the bridge is read by bleak and bumble, independent programs.",
        RADIO,
        "debug", laboratory("treadmill treadmill-killed strap bridge bridge-bumble explore"), 600,
        check=laboratory("treadmill treadmill-killed strap bridge-bumble"), seconds=75, needs=("laboratory",), setup=LABORATORY),
    Row("lab-bonds", "bumble's heart-rate monitors with six kinds of security: each command shows the right values or the reason, within ten seconds.",
        "Services and security manager are bumble's, the other side is the kernel's and bluetoothd's.",
        RADIO,
        "debug", laboratory("bond-open bond-just-works bond-refusing bond-display bond-keyboard bond-comparison bond-unasked"), 600,
        check=laboratory("bond-just-works bond-refusing bond-display bond-unasked"), seconds=75, needs=("laboratory",), setup=LABORATORY),
    Row("lab-conforms", "Every requirement of a radio on the real bluetoothd, for the BlueZ radio and for Apple's.",
        "Unit tests check the same requirements on the simulated radio and on a simulated bluetoothd.",
        ("Sources/HaloBluetooth", "Sources/HaloBlueZRadio", "Sources/HaloAppleRadio", "Sources/CoreBluetooth", "Tests/HaloRadioConformance",
         *program("Laboratory")),
        "debug", laboratory("conforms conforms-apple"), 600,
        check=laboratory("conforms"), seconds=60, needs=("laboratory",), setup=LABORATORY),
    Row("lab-core-bluetooth", "Core Bluetooth code for an iPhone reads a ring through the real bluetoothd.",
        "The code of an iPhone program runs unchanged over the real bluetoothd.",
        ("Sources/CoreBluetooth", "Sources/HaloBlueZRadio", "Examples/CoreBluetoothRing", *program("Laboratory")),
        "debug", laboratory("core-bluetooth"), 300,
        seconds=45, needs=("laboratory",), setup=LABORATORY),
    Row("lab-clients",
        "Other programs read the same values from the virtual ring as Halo: colmi_r02_client from PyPI, and a reader that parses frames as those programs do.",
        "The readers are other people's programs.",
        (*RADIO, "Sources/HaloVirtualDevices", "scripts/python-environment"),
        "debug", laboratory("client client-live reader reader-older reader-commands"), 600,
        check=laboratory("reader reader-commands"), seconds=45, needs=("laboratory",), setup=LABORATORY),
    Row("lab-serving", "A device that Halo serves, read by Halo and by bleak through the real bluetoothd.",
        "Another process connects through the real bluetoothd.",
        ("Sources/HaloBluetooth", "Sources/HaloBlueZRadio", *program("Laboratory")),
        "debug", 'Tests/Laboratory/run -t 300 Tests/Laboratory/serve "$HALO_BUILD"', 330,
        seconds=90, needs=("laboratory", "alone"), setup=LABORATORY),
    Row("lab-faults", "Eight faults of link, adapter and bluetoothd in the middle of a sync: nothing lost, nothing left connected. Seven states: each command shows them as `halo doctor`.",
        "The link, the adapter and bluetoothd disappear for the whole system.",
        RADIO,
        "debug", laboratory("states drop power unplug kill restart orphan together interrupt"), 900,
        check=laboratory("drop kill"), seconds=110, needs=("laboratory",), setup=LABORATORY),
    Row("installed", "The Debian package in a bare Debian 12: ten days with a restart and a kill -9 a day, nothing lost; then purged.",
        "systemd, dpkg, users and file owners are Debian's.",
        (*PACKAGE, "Sources/HaloDaemon", *program("Installed")),
        "release",
        f'make --no-print-directory release deb >/dev/null && Tests/Installed/prove "dist/halo_$({HALO} --version)_$(dpkg --print-architecture).deb"', 600,
        check=f'Tests/Installed/prove --program {HALO} --days 1', seconds=45, setup="Tests/Installed/prove --can"),
    Row("tls", "`halo serve --certificate` attacked: versions, all suites, malformed and half-open handshakes, unusable and replaced certificates.",
        "The clients are Python's ssl and OpenSSL. `make check` has a build without TLS, which must refuse the certificate.",
        ("Package.swift", "Sources/HaloDashboard/Server", "Sources/HaloCommand/StartHere/Serve", *program("TLS")),
        "release", f"Tests/TLS/prove {HALO}", 900,
        check=f"Tests/TLS/prove {HALO} --quick", seconds=1),
    Row("mqtt", "MQTT and Home Assistant's discovery, as docs/home.md describes them, with a real mosquitto.",
        "The broker is mosquitto.",
        ("Sources/HaloHome", "Sources/CMosquitto", *program("Home")),
        "debug", 'Tests/Home/prove "$HALO_BUILD/halo-home-client"', 300,
        check='Tests/Home/prove "$HALO_BUILD/halo-home-client" discovery changes tls', seconds=10, needs=("waiting",), setup="Tests/Home/prove --can"),
    Row("workout-files", "Workout files, also of an imported run: FIT read by Garmin's SDK and fitdecode, TCX valid by Garmin's schema.",
        "The readers are Garmin's SDK, fitdecode, tcxreader and Garmin's schema.",
        ("Sources/HaloInterchange", "Sources/HaloJournal/Workouts", "Tests/HaloInterchangeTests", *program("Interchange")),
        "debug", "Tests/Interchange/prove", 300,
        seconds=5, needs=("cpu", "build"), setup="Tests/Interchange/prove --can"),
    Row("browser", "The page in Chromium: from the first visit to a live pulse, all pages at two widths, light and dark, no axe-core finding.",
        "Chromium draws the page and runs its scripts.",
        ("Sources/HaloDashboard", "Sources/CHaloSite", "Sources/HaloCommand/StartHere/Serve", *program("Browser")),
        "debug", f"Tests/Browser/prove --halo {HALO}", 600,
        check=f"Tests/Browser/prove --halo {HALO} --only words use tabs", seconds=110, setup="Tests/Browser/prove --can"),
    Row("page-api", "The page's API answers as openapi.json describes it: jsonschema over answers of many days, and requests made by schemathesis.",
        "jsonschema and schemathesis know nothing but openapi.json.",
        ("Sources/HaloDashboard", "Sources/CHaloSite", "Sources/HaloCommand/StartHere/Serve", *program("API")),
        "debug", f"Tests/API/prove --halo {HALO} --examples 200", 1200,
        check=f"Tests/API/prove --halo {HALO} --examples 1 --days 3", seconds=75, setup="Tests/API/prove --can"),
    Row("hostile", "30 hostile connections and 1,000 event streams, also over TLS: the page's Stop stops a running belt in its usual time, and the page answers.",
        "Sockets, their limits and time are the operating system's.",
        ("Sources/HaloBluetooth", "Sources/HaloEngine", "Sources/HaloDashboard", "Sources/HaloCommand/StartHere/Serve", *program("Hostile")),
        "release", f"Tests/Hostile/prove --halo {HALO} && Tests/Hostile/prove --halo {HALO} --tls --tries 20", 3000,
        check=f"timeout 60 Tests/Hostile/prove --halo {HALO} --tries 5 --seconds 35", seconds=38, needs=("alone",)),
    Row("python", "halodata: journals and exports as DataFrames, each value equal to that of `halo export`; the stager retrained.",
        "pandas reads journals that `halo` has written.",
        ("Tools/python", "Sources/HaloSignals/Sleep", "Sources/HaloJournal", "Sources/HaloInterchange"),
        "debug", 'Tools/python/prove --build "$HALO_BUILD"', 600,
        check='Tools/python/prove --build "$HALO_BUILD" --smallest', seconds=65, setup="Tools/python/prove --can"),
    Row("lake",
        "200 people for 30 days: each value decoded again by Spark (one worker killed), by DuckDB and by `halo rebuild` is equal; 1,000 people are queried in 2 s.",
        "Spark and DuckDB run in several processes, one of which is killed.",
        (*STORAGE, "Sources/HaloInsights", "Sources/HaloCohort", "Sources/HaloCommand/ManyPeople/Worker", "Sources/HaloCommand/ManyPeople/Simulate", "Tools/python/src",
         *program("Lake"), "Examples/Lake"),
        "release", 'Tests/Lake/prove --build "$HALO_BUILD" --wearers 200 --days 30 --copies 5', 7200,
        check='Tests/Lake/prove --build "$HALO_BUILD" --wearers 2 --days 7', seconds=105, needs=("cpu", "cpu", "spark"), setup="Tests/Lake/environment"),
    Row("lake-damage",
        "30 pairs of appends at once, 50 killed ones, 300 changed bits, lost lists and files, wrong keys, hostile people: no person is lost or doubled, no untrue value is shown or gets a new digest, `verify` names each.",
        "Processes append at the same time and are killed, and files change between them.",
        ("Tools/python/src", *program("Lake")),
        "release", 'Tests/Lake/damage --build "$HALO_BUILD"', 3600,
        check='Tests/Lake/damage --build "$HALO_BUILD" --part 15', seconds=40, needs=("cpu", "spark"), setup="Tests/Lake/environment"),
    Row("worker-speed",
        "Heart rate from raw light on DuckDB and Spark costs at most 1.3 times the processor time of `halo analyze`; a worker's memory is flat over 10 million rows.",
        "Processor time and memory are measured below Spark and DuckDB.",
        ("Sources/HaloSignals", "Sources/HaloCommand/RawSignals/Analyze", "Sources/HaloCommand/ManyPeople/Worker", "Sources/HaloJournal/Rows", "Tools/python/src",
         "Benchmarks/worker.py", *program("Lake")),
        "release", f"python3 Benchmarks/worker.py --halo {HALO}", 3600,
        check=f"python3 Benchmarks/worker.py --halo {HALO} --smallest", seconds=70, needs=("cpu", "spark"), setup="Tests/Lake/environment"),
    Row("iphone", "The iPhone app parses for an iPhone and compiles against the package and Apple's documented interfaces; all planted errors are found.",
        "The app is not part of the package's build.",
        ("Apps/Halo-iOS", "Sources/HaloModels", "Sources/HaloAppleRadio", "Sources/HaloInterchange"),
        "debug", "Apps/Halo-iOS/check", 600,
        seconds=120, needs=("cpu", "build"),
        setup='[ "$(uname -s)" = Linux ] || { echo "on macOS, Xcode checks the app: Apps/Halo-iOS/README.md"; exit 75; }'),
    Row("phone-weeks", "30 simulated weeks with a phone: the night is there by nine o'clock, nothing near is called missing, and no day has over 30 connections.",
        "A week takes half a minute of processor time.",
        ("Sources/HaloModels", "Sources/HaloEngine", "Tests/HaloModelsTests"),
        "debug", tests("PhoneWeeksTests", "HALO_PHONE_WEEKS=30", log="phone-weeks"), 1800,
        unchecked="`make test` simulates two days."),
    Row("coverage", "Each family module's own tests run at least 80 % of its lines, HaloEngine's at least 75 %.",
        "The lines that the tests run are counted.",
        (*DRIVERS, "Sources/HaloEngine", *(f"Tests/{module}Tests" for module in builds.COVERAGE_BOUNDS), "scripts/coverage"),
        "coverage", "scripts/coverage", 900,
        check="scripts/coverage --smallest", seconds=2),
    Row("api", "No public declaration that docs/compatibility.md lists was removed or changed, and each is in scripts/api.",
        "The built modules are compared with the promised declarations.",
        ("Sources", "scripts/api", "scripts/api-check", "scripts/symbol_graphs.py"),
        "debug", API, 60,
        seconds=10, needs=("cpu", "build")),
    Row("docc", "The documentation of five libraries is made without a warning: every link and parameter exists.",
        "DocC resolves each link.",
        ("Sources/HaloBluetooth", "Sources/HaloWearables", "Sources/HaloJournal", "Sources/HaloReports", "Sources/HaloTesting", "scripts/docc",
         "scripts/symbol_graphs.py"),
        "debug", 'scripts/docc --build "$HALO_BUILD"', 120,
        seconds=15, needs=("cpu", "build"),
        setup='command -v docc >/dev/null || { echo "docc is not installed"; exit 75; }'),
    Row("guide", "The code in docs/guide and docs/drivers is the project's own, and the guide's runs.",
        "The documentation is compared with the sources.",
        ("docs/guide", "docs/drivers.md", "docs/drivers", "Examples/Guide", "Examples/OutsideDriver", *DRIVERS),
        "debug", 'docs/guide/check && "$HALO_BUILD/halo-guide" | tail -1', 120,
        seconds=2),
    Row("outside-driver", "A family from a package of its own: tests, and every command of docs/drivers prints what the page shows.",
        "The family is built in a package of its own.",
        ("Examples/OutsideDriver", "docs/drivers.md", "docs/drivers", *DRIVERS, "Sources/HaloTesting", "Sources/HaloVirtualDevices",
         "Sources/HaloEngine", "Sources/HaloCommand", "Sources/HaloTerminal"),
        "debug", "Examples/OutsideDriver/check", 600,
        seconds=45, needs=("cpu", "cpu", "build")),
    Row("docs-commands", "The commands of README.md and docs/ work in their order on the page, with the simulated radio.",
        "The commands run as a reader runs them.",
        ("README.md", "docs", ":(exclude)docs/proofs.md", ":(exclude)docs/proofs", "Examples", "Sources/HaloCommand", "Sources/HaloTerminal", "Sources/HaloSimulatedRadio",
         "Sources/HaloVirtualDevices", "Sources/CoreBluetooth", "scripts/docs-commands"),
        "debug", 'scripts/docs-commands --build "$HALO_BUILD"', 300,
        seconds=80),
    Row("long-tests",
        "Unit tests at full length: 1,000 weeks over bad links, 400 synced weeks, a million treadmill orders, ten weeks of battery, 200 seeds twice, 200 captures with planted identities.",
        "Unit tests run the same at a smaller size, such as 100 weeks.",
        ("Sources/HaloBluetooth", *DRIVERS, "Sources/HaloCaptures", "Sources/HaloSimulatedRadio", "Sources/HaloVirtualDevices", "Sources/HaloJournal", "Sources/HaloEngine"),
        "debug",
        tests("BadLinkTests|BatteryTests|RepeatedSeedTests|PriorClockTests|ClockEvidenceTests|SyncTests|FitnessMachineTests|TargetWindowTests|FieldsTests|PlantedIdentityTests",
              "HALO_WEEKS=1000 HALO_LONG_TESTS=1"), 600,
        check=tests("BadLinkTests|RepeatedSeedTests", "HALO_WEEKS=1"), seconds=10, needs=("cpu", "build")),
    Row("addresses", "All tests under the address sanitizer.",
        "The address sanitizer finds wrong accesses that do not crash.",
        ("Sources", "Tests"),
        "address", "HALO_WEEKS=50 ASAN_OPTIONS=detect_leaks=0 scripts/test --build address", 1500,
        unchecked="`make test` runs the same tests without the sanitizer."),
    Row("ten-hours", "A program with the BlueZ radio leaks no descriptor and no memory in ten hours.",
        "The descriptors of a process are counted, which has no other tests.",
        ("Sources/HaloBlueZRadio", "Sources/HaloBluetooth", "Tests/HaloBlueZRadioTests"),
        "address", minutes_alone(600, " ASAN_OPTIONS=detect_leaks=0", "address"), 300,
        check=minutes_alone(20), seconds=5, needs=("cpu", "build")),
    Row("threads", "The tests of the radios and the drivers under the thread sanitizer.",
        "The thread sanitizer finds races that do not fail a test.",
        ("Sources/HaloBluetooth", "Sources/HaloBlueZRadio", "Sources/CoreBluetooth", "Sources/HaloSimulatedRadio", "Sources/HaloVirtualDevices",
         *DRIVERS),
        "thread", threads("radios", "HALO_WEEKS=25"), 1500,
        check=threads("radios"), seconds=35, check_build="thread-check"),
    Row("threads-journal", "The tests of the journal, the engine and the daemon under the thread sanitizer.",
        "The thread sanitizer finds races that do not fail a test.",
        STORAGE,
        "thread", threads("journal", "HALO_WEEKS=25"), 1500,
        check=threads("journal"), seconds=80, check_build="thread-check"),
    Row("ten-years", "Ten years of one person: a day, a year and an insertion stay within their bounds.",
        "Time is measured on a large journal.",
        (*STORAGE, "Sources/HaloInsights", "Benchmarks/TenYears"),
        "release", '"$HALO_BUILD/halo-ten-years"', 600,
        check='"$HALO_BUILD/halo-ten-years" --smallest', seconds=6),
    Row("import-beside-serve", "Imports of 30 years of another device, 10 of them uploaded on the page, delay no live value on the page by more than 100 ms.",
        "Two processes write one journal, and the live values are timed.",
        (*STORAGE, "Sources/HaloBluetooth/Tasks", "Sources/HaloDashboard", "scripts/import-beside-serve"),
        "release", f"scripts/import-beside-serve {HALO} 10 3", 600,
        check=f"scripts/import-beside-serve {HALO} --smallest", seconds=35, needs=("waiting",)),
    Row("import-speed", "A generated 2 GB export of Apple Health is imported in at most twice the time of expat with empty handlers, with at most 200 MB of memory.",
        "Time and memory are measured on a large file, expat's in the same run.",
        (*STORAGE, "Sources/HaloInterchange/Import", "Benchmarks/apple_health.py"),
        "release", "python3 Benchmarks/apple_health.py", 900,
        check="python3 Benchmarks/apple_health.py --smallest", seconds=1),
    Row("page-speed", "The page's answers over ten years with 20 viewers and a sync; 1,000 event streams; 50 live viewers.",
        "Answers are timed under load.",
        (*STORAGE, "Sources/HaloDashboard", "Benchmarks/dashboard.py"),
        "release", "python3 Benchmarks/dashboard.py --check --seconds 15 --requests 2000", 900,
        check="python3 Benchmarks/dashboard.py --smallest", seconds=45, needs=("waiting",),
        setup='[ "$(uname -s)" = Linux ] || { echo "the measurement needs /proc"; exit 75; }'),
    Row("decode-memory", "`halo decode` uses constant memory for input of any length.",
        "The memory of a process is measured.",
        ("Sources/HaloCommand/UnknownDevices/Decode", *DRIVERS),
        "release", "python3 Benchmarks/decode.py --memory", 300,
        check="python3 Benchmarks/decode.py --memory --smallest", seconds=2),
    Row("capture-memory", "`halo capture show` uses constant memory for a log of any length.",
        "The memory of a process is measured.",
        ("Sources/HaloCommand/UnknownDevices/Capture", "Sources/HaloCaptures"),
        "release", "python3 Benchmarks/captures.py --memory", 300,
        check="python3 Benchmarks/captures.py --memory --smallest", seconds=3),
    Row("capture-speed", "`halo capture show` is 20 times as fast as tshark (--json: 5 times), and shows the same operations.",
        "tshark reads the same log.",
        ("Sources/HaloCommand/UnknownDevices/Capture", "Sources/HaloCaptures"),
        "release", "python3 Benchmarks/captures.py", 600,
        check="python3 Benchmarks/captures.py --smallest", seconds=2, setup='command -v tshark >/dev/null || { echo "tshark is not installed"; exit 75; }'),
]

BY_NAME = {row.name: row for row in ALL}
