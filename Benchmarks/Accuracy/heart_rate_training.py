"""Trains the confidence of the heart rate, and evaluates it on held-out sets. For scripts/train-heart-rate; requires NumPy."""
import csv
import pathlib
import subprocess
import tempfile

import numpy as np
from scipy.optimize import minimize
from scipy.signal import butter, find_peaks, hilbert, lfilter, sosfiltfilt

import heart_rate
import no_pulse
from heart_rate import HOP, WINDOW

FEATURES = 12
# The weight of each set in training, in windows. Light without a pulse is weighted by kind; at low sampling rates by half,
# because any noise looks like a rhythm there and people at rest would be refused.
WEIGHTS = {"Welltory": 2000, "oximetry": 3000, "stretched": 1500, "exercise": 1000, "made runs": 500, "arm swing": 2000,
           "NeuroKit": 300, "intensive care": 500, "arm swing alone": 500}
NO_PULSE = {"white noise": 50, "pink noise": 50, "random walk": 75, "movement alone": 100, "mains hum": 50, "breath": 700, "idle ring": 0,
            "packets": 0}
AT_REST, IN_MOVEMENT, WHEN_SLOW, LEAST_UNEXPLAINED = 0.72, 0.65, 0.95, 0.05


class Recording:
    def __init__(self, group, light, axes, rate, reference, kind=None, delay=0.0):
        self.group, self.light, self.axes, self.rate, self.reference, self.kind, self.delay = group, light, axes, rate, reference, kind, delay

    def truth(self, start):
        """Returns the heart rate of a window that begins at `start`, corrected for the delay of the light."""
        return None if self.reference is None or start < self.delay else self.reference(start - self.delay)


def even(times, values, rate):
    return np.interp(times[0] + np.arange(int((times[-1] - times[0]) * rate) + 1) / rate, times, values)


def by_beats(beats):
    """Returns a reference by the median interval, which missed or extra beats do not change."""
    def reference(start):
        inside = [b - a for a, b in zip(beats, beats[1:]) if a >= start and b <= start + WINDOW and 0.25 < b - a < 2]
        return 60 / float(np.median(inside)) if len(inside) > 2 else None
    return reference


def r_peaks(halo, path, column, rate):
    """Returns Halo's own R peaks, which are right on annotated electrocardiograms."""
    from peers import analyze
    return [line["time"] for line in analyze(halo, "beats", path, "--ecg", column, "--rate", rate)[0] if "time" in line]


def delay(light, beats, rate, longest=12):
    """Returns the delay of the light after the R peaks in seconds: the lag of the best phase match, without any heart rate estimate."""
    beats = np.array(beats)[np.r_[True, np.diff(beats) > 0.4]]
    times = np.arange(len(light)) / rate
    wave = hilbert(sosfiltfilt(butter(2, [0.7, 4], "band", fs=rate, output="sos"), light))

    def likeness(lag):
        phase = np.interp(times - lag, beats, 2 * np.pi * np.arange(len(beats)), left=np.nan, right=np.nan)
        inside = ~np.isnan(phase)
        return np.abs((wave[inside] * np.exp(-1j * phase[inside])).sum()) / np.abs(wave[inside]).sum()
    return float(max(np.arange(0, longest, 0.1), key=likeness))


def stretched(reference, factor):
    """Returns the reference of a recording played `factor` times as fast."""
    def of(start):
        spare = WINDOW * factor - WINDOW
        starts = [start * factor + spare * k / 2 for k in range(3)] if spare > 0 else [max(0, start * factor + spare / 2)]
        values = [reference(s) for s in starts]
        return None if None in values else factor * float(np.mean(values))
    return of


def pulse_at(rng, source, times, bpm):
    """Returns a person's pulse wave with its beats moved to another heart rate."""
    clean = sosfiltfilt(butter(2, [0.5, 8], "band", fs=30, output="sos"), source)
    peaks, _ = find_peaks(clean, distance=12, prominence=0.4 * clean.std())
    beat = np.concatenate([[0], np.cumsum(np.diff(times) * bpm[:-1] / 60)]) + rng.uniform(0, len(peaks) - 2)
    at = np.interp(np.mod(beat, len(peaks) - 2), np.arange(len(peaks)), peaks)
    wave = np.interp(at, np.arange(len(clean)), clean)
    return wave / wave.std()


def follows(rng, axes, rate):
    """Returns light that follows a movement within 0.3 s, partly by its magnitude, with varying strength."""
    length, count = int(0.3 * rate), axes.shape[1]
    moved = sum(rng.normal() * np.convolve(a, rng.normal(0, 1, length) * np.exp(-np.arange(length) / (0.1 * rate)))[:count] / max(a.std(), 1e-3)
                for a in sosfiltfilt(butter(2, 0.4, "high", fs=rate, output="sos"), axes))
    if rng.random() < 0.5:
        size = np.sqrt((axes ** 2).sum(0))
        size = size - size.mean()
        size = np.sign(size) * np.abs(size) ** rng.uniform(0.5, 1.5)
        moved = moved / moved.std() + rng.uniform(0, 0.7) * size / size.std()
    moved *= np.interp(np.arange(count), np.linspace(0, count, 12), rng.uniform(0.3, 1.5, 12))
    return moved / moved.std()


def arm_swings(signals, sources, count, seed, has_pulse):
    """Yields acceleration of people who walk with a phone in seven places, at up to 1.6 times the speed, and light that follows it."""
    walks = [np.genfromtxt(path, delimiter=",", skip_header=1).T / 1000 for path in sorted((signals / "steps/optimisation_50hz").glob("*.csv"))]
    for number in range(count):
        rng = np.random.default_rng(seed + number)
        rate, seconds, walk = rng.choice([12.5, 25, 32, 50, 64]), rng.uniform(120, 240), walks[rng.integers(len(walks))]
        times, speed = np.arange(int(seconds * rate)) / rate, rng.uniform(0.85, 1.6)
        smooth = sosfiltfilt(butter(6, min(23, 0.45 * rate / speed), "low", fs=50, output="sos"), walk)
        at = np.mod(times * speed + rng.uniform(0, 30), walk.shape[1] / 50 - 5)
        axes = np.stack([np.interp(at, np.arange(walk.shape[1]) / 50, axis) for axis in smooth])
        level = axes.mean(1, keepdims=True)
        axes = level + (axes - level) * speed ** 2 * rng.uniform(0.5, 1.5)
        moved = follows(rng, axes, rate)
        if rng.random() < 0.4:
            ramp = np.clip((times - rng.uniform(20, 60)) / 3, 0.02, 1)
            moved, axes = moved * ramp, level + (axes - level) * ramp
        light = moved * rng.choice([0.3, 0.6, 1, 2, 3, 5]) + rng.uniform(0.05, 0.6) * rng.normal(size=len(times))
        reference = None
        if has_pulse:
            goal = np.interp(times, np.linspace(0, seconds, 5), rng.uniform(rng.uniform(60, 100), rng.uniform(100, 180), 5))
            slow = 1 / (20 * rate)
            bpm = lfilter([slow], [1, slow - 1], goal, zi=[goal[0] * (1 - slow)])[0]
            bpm = bpm + lfilter([1], [1, -np.exp(-1 / (3 * rate))], rng.normal(0, (2 / (3 * rate)) ** 0.5, len(times)))
            light = light + pulse_at(rng, sources[rng.integers(len(sources))], times, bpm) * rng.uniform(0.7, 1.3)
            reference = lambda start, bpm=bpm, rate=rate: float(bpm[int(start * rate):int((start + WINDOW) * rate)].mean())
        yield Recording("arm swing" if has_pulse else "arm swing alone", 100 + light, axes + rng.normal(0, 0.005, axes.shape), rate, reference)


def sets(halo, shared):
    signals = shared / "signals"
    people = [(name, np.array(times), np.array(red), reference) for name, _, times, red, reference in heart_rate.at_rest(signals)]
    for number, (name, times, red, reference) in enumerate(people):
        group = "Welltory" if name.startswith("subject") else "oximetry"
        for rate in (30, 12.5, 4):
            yield Recording(group, even(times, red, rate), None, rate, reference)
        if not name.startswith("Right"):
            for turn, factor in enumerate((0.55, 0.75, 1.5, 2.0)):
                if 36 < (reference(8) or 70) * factor < 205:
                    rate = (30, 12.5, 4)[(number + turn) % 3]
                    played = even(times, red, 30)[:9000]
                    yield Recording("stretched", even(np.arange(len(played)) / (30 * factor), played, rate), None, rate, stretched(reference, factor))
    for path in sorted((signals / "exercise").glob("*.csv")):
        table = np.genfromtxt(path, delimiter=",", skip_header=1)
        beats = r_peaks(halo, path, "ecg", 256)
        yield Recording("exercise", table[:, 1], table[:, 2:5].T, 256, by_beats(beats), delay=delay(table[:, 1], beats, 256))
    sources = [-red for name, _, red, _ in people if not name.startswith("subject")]
    for number in range(12):
        light, axes, reference = heart_rate.run_of(100 + number, sources[number % len(sources)])
        yield Recording("made runs", np.array(light), np.array(axes), 25, reference)
    more = sources + [-even(times, red, 30) for name, times, red, _ in people if name.startswith("subject") and times[-1] > 80]
    yield from arm_swings(signals, more, 60, 1000, True)
    yield from arm_swings(signals, more, 30, 3000, False)
    path = signals / "rest/neurokit-rest-5min-100hz.csv"
    yield Recording("NeuroKit", np.genfromtxt(path, delimiter=",", skip_header=1)[:, 1], None, 100, by_beats(r_peaks(halo, path, "ecg", 100)))
    with (signals / "physionet/bidmc_01_Signals.csv").open() as file:
        light = [float(row[" PLETH"]) for row in csv.DictReader(file)]
    yield Recording("intensive care", np.array(light), None, 125, by_beats(list(np.loadtxt(signals / "physionet/bidmc01_ecg_beats_s.csv"))))


def windows(bench, recordings):
    """Returns for each window its features, estimate, reference (nan if unknown), and if it is judged by the confidence."""
    with tempfile.TemporaryDirectory() as folder:
        path, table = pathlib.Path(folder) / "in", pathlib.Path(folder) / "out"
        with path.open("wb") as file:
            for r in recordings:
                np.array([r.rate, len(r.light), r.axes is not None], float).tofile(file)
                np.asarray(r.light, float).tofile(file)
                if r.axes is not None:
                    np.ascontiguousarray(r.axes, float).tofile(file)
        subprocess.run([bench, "evidence", path, table], check=True)
        rows = [line.rstrip("\n").split(",") for line in table.open()]
    found = {key: [] for key in ("group", "kind", "rate", "features", "truth", "aligned", "bpm", "movement", "judged")}
    for refusal, *fields in rows:
        number, start, bpm, movement, *features = map(float, fields)
        r = recordings[int(number)]
        found["group"].append(r.group)
        found["kind"].append(r.kind or "")
        found["rate"].append(r.rate)
        found["features"].append(features)
        found["truth"].append(np.nan if r.reference is None else r.reference(start) or np.nan)
        found["aligned"].append(r.truth(start) or np.nan)
        found["bpm"].append(bpm)
        found["movement"].append(movement)
        found["judged"].append(refusal in ("", "unclear", "movement") and not (movement >= 0.01 and features[8] > 1 - LEAST_UNEXPLAINED))
    return {key: np.array(values) for key, values in found.items()}


def has_pulse(data):
    return ~np.isin(data["group"], ["no pulse", "arm swing alone"])


def known(data):
    return ~has_pulse(data) | ~np.isnan(data["truth"])


def right(data):
    with np.errstate(invalid="ignore"):
        return has_pulse(data) & (np.abs(data["bpm"] - data["truth"]) <= 5)


def learn(data, without=None):
    weight = np.zeros(len(data["bpm"]))
    for group, size in WEIGHTS.items():
        rows = (data["group"] == group) & known(data)
        if group != without and rows.any():
            weight[rows] = size / rows.sum()
    for kind, size in NO_PULSE.items():
        rows = (data["group"] == "no pulse") & (data["kind"] == kind)
        if rows.any():
            weight[rows] = size / rows.sum() * np.where(data["rate"][rows] < 10, 0.5, 1)
    used = (weight > 0) & data["judged"]
    x, y, w = data["features"][used], right(data)[used].astype(float), weight[used]

    def loss(b):
        z = x @ b
        return (w * (np.logaddexp(0, z) - y * z)).sum() + 0.15 * b @ b, x.T @ (w * (1 / (1 + np.exp(-z)) - y)) + 0.3 * b
    return minimize(loss, np.zeros(FEATURES), jac=True, method="L-BFGS-B", options=dict(maxiter=1000)).x


def answers(data, weights):
    probability = 1 / (1 + np.exp(-data["features"] @ weights))
    least = np.where(data["bpm"] < 40, WHEN_SLOW, np.where(data["movement"] >= 0.5, IN_MOVEMENT, AT_REST))
    return probability, data["judged"] & (probability >= least)


def reliability(probability, is_right):
    """Returns for each tenth of confidence the number of answers, their mean confidence, and the share that is right."""
    place = np.minimum((probability * 10).astype(int), 9)
    return [dict(answers=int((place == k).sum()), confidence=round(float(probability[place == k].mean()), 3),
                 right=round(float(is_right[place == k].mean()), 3)) for k in range(10) if (place == k).any()]


def measured(part, weights):
    probability, answered = answers(part, weights)
    error = np.abs(part["bpm"] - part["truth"])[answered]
    bins = reliability(probability[answered], right(part)[answered])
    return dict(
        windows=len(answered), answered=int(answered.sum()), error=round(float(error.mean()), 2), within=int((error <= 5).sum()),
        gross=int((error > 20).sum()), bins=bins,
        calibration=round(sum(b["answers"] * abs(b["confidence"] - b["right"]) for b in bins) / max(1, int(answered.sum())), 3))


def chosen(data, rows):
    return {key: values[rows] for key, values in data.items()}


def unseen(data, test):
    """Returns the results of each set with weights learned from the others; light without a pulse uses separate seeds."""
    report = {"sets": {}, "no pulse": {}}
    for group in WEIGHTS:
        weights = learn(data, without=group)
        part = chosen(data, (data["group"] == group) & known(data))
        if group == "arm swing alone":
            report["no pulse"][group] = dict(windows=len(part["bpm"]), answered=int(answers(part, weights)[1].sum()))
            continue
        report["sets"][group] = measured(part, weights)
        if group == "exercise":
            part["truth"] = part["aligned"]
            report["sets"]["exercise, delay taken out"] = measured(chosen(part, ~np.isnan(part["truth"])), weights)
    weights = learn(data)
    _, answered = answers(test, weights)
    for kind in no_pulse.KINDS:
        rows = test["kind"] == kind
        report["no pulse"][kind] = dict(windows=int(rows.sum()), answered=int(answered[rows].sum()))
    return report


def without_pulse(seed, shared, again):
    return [Recording("no pulse", light, axes, rate, None, kind) for kind, rate, light, axes in no_pulse.recordings(seed, shared, again=again)]
