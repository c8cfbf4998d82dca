"""Trains the confidence of steps, and evaluates it on held-out people and recordings. For scripts/train-step-confidence; requires
NumPy and SciPy."""
import json
import subprocess
import tempfile

import numpy as np
from scipy.signal import butter, sosfiltfilt

import steps

FEATURES = 8
# The share of real steps in training: in daily life, most counted movement is walking.
WALKING = 0.9
PIECE = 60
REAL = ("walks, person 1", "walks, person 2", "walks, person 3", "walks, person 4", "treadmill, wrist", "impaired gait, lower back")


class Made:
    """Synthetic acceleration in g: of arms and hands at work, of feet on pedals, of vehicles, of runs and of slow walks."""

    def __init__(self, seed, rate=50, seconds=300):
        self.rng, self.rate, self.count = np.random.default_rng(seed), rate, rate * seconds
        self.at = np.arange(self.count) / rate

    def noise(self, size):
        return self.rng.normal(0, size, (self.count, 3))

    def slow(self, below, size):
        wave = sosfiltfilt(butter(2, below, fs=self.rate, output="sos"), self.rng.normal(size=(self.count, 3)), axis=0)
        return wave / wave.std() * size

    def turns(self, frequency, spread):
        """Returns the phase of a rhythm with a varying rate."""
        return 2 * np.pi * np.cumsum(frequency * (1 + self.slow(0.3, spread)[:, 0])) / self.rate

    def bouts(self, on, off):
        """Returns 1 during activity and 0 in its pauses, each of some seconds."""
        gate, place = np.zeros(self.count), 0
        while place < self.count:
            length = int(self.rng.exponential(on) * self.rate)
            gate[place:place + length] = 1
            place += length + int(self.rng.exponential(off) * self.rate)
        edge = np.hanning(int(0.4 * self.rate))
        return np.convolve(gate, edge / edge.sum(), "same")

    def gravity(self, angle):
        return np.stack([np.sin(angle), 0 * angle, np.cos(angle)], 1)

    def turned(self, axes):
        return axes @ np.linalg.qr(self.rng.normal(size=(3, 3)))[0]

    def rhythm(self, frequency, spread, size, shape, tilt, gate):
        turn = self.turns(self.rng.uniform(*frequency), spread)
        size = (gate * self.rng.uniform(*size))[:, None]
        return self.turned(self.gravity(gate * tilt * np.sin(turn)) + size * np.stack(shape(turn), 1) + self.noise(0.03))

    def stirring(self):
        return self.rhythm((1, 2.2), 0.08, (0.1, 0.5), lambda t: [np.cos(t), np.sin(t), 0.1 * np.sin(2 * t + 1)], 0.1, self.bouts(20, 5))

    def waving(self):
        return self.rhythm((0.8, 2.5), 0.08, (0.3, 1), lambda t: [-np.sin(t), 0.2 * np.cos(t), 0.3 * np.cos(2 * t)], 0.8, self.bouts(20, 5))

    def hammering(self):
        def shape(turn):
            return [0.3 * np.cos(turn), 0 * turn, 3 * np.gradient(np.clip(np.sin(turn), 0, 1) ** 8)]
        return self.rhythm((0.7, 1.8), 0.12, (0.5, 2), shape, 0.6, self.bouts(20, 5))

    def brushing(self):
        return self.rhythm((2.5, 4.5), 0.08, (0.2, 0.8), lambda t: [np.sin(t), 0.2 * np.sin(t + 1), 0.2 * np.sin(2 * t)], 0.1, self.bouts(6, 2))

    def cycling(self):
        """Returns the movement of a foot or a pocket: circles, a rotating thigh, and the road."""
        turn = self.turns(self.rng.uniform(0.9, 1.6), 0.04)
        circle = self.rng.uniform(0.03, 0.25) * np.stack([np.cos(turn), np.sin(turn), 0.2 * np.sin(2 * turn)], 1)
        return self.turned(self.gravity(0.7 + 0.5 * np.sin(turn)) + circle + self.slow(18, self.rng.uniform(0.03, 0.2)))

    def fidgeting(self):
        still = self.gravity(self.slow(0.3, self.rng.choice([0.03, 0.08]))[:, 0])
        gate = self.bouts(self.rng.uniform(1, 8), self.rng.uniform(1, 6))[:, None]
        return still + self.slow(self.rng.uniform(1, 6), self.rng.uniform(0.03, 0.2)) * gate + self.noise(0.01)

    def knocking(self):
        """Returns the movement of a hand at work: regular knocks, a few at a time."""
        knocks, place = np.zeros(self.count), 0
        while place < self.count:
            period = self.rng.uniform(0.25, 1.2)
            for _ in range(self.rng.integers(2, 12)):
                if place < self.count:
                    knocks[place] = self.rng.uniform(0.2, 0.8) * np.exp(self.rng.normal(0, 0.3))
                    place += max(3, int(self.rate * period * np.exp(self.rng.normal(0, 0.15))))
            place += int(self.rate * self.rng.exponential(self.rng.uniform(0.5, 6)))
        knocks = np.convolve(knocks, [1, -0.5, 0.25, -0.1], "same")
        return self.gravity(self.slow(0.3, 0.05)[:, 0]) + np.stack([0.2 * knocks, 0 * knocks, knocks], 1) + self.slow(2, self.rng.uniform(0.02, 0.08)) \
            + self.noise(0.01)

    def shaking(self):
        turn = 2 * np.pi * self.rng.uniform(1.5, 2.3) * self.at
        return self.gravity(0 * turn) + 0.2 * np.stack([0 * turn, 0 * turn, np.sin(turn)], 1) + self.noise(0.01)

    def running(self):
        """Returns flight and stance, impacts, and at the wrist an arm that swings at half the rate."""
        cadence = self.rng.uniform(2.3, 3.2)
        turn = self.turns(cadence, 0.02)
        part, duty, size = turn / (2 * np.pi) % 1, self.rng.uniform(0.55, 0.75), self.rng.uniform(0.5, 1)
        up = size * np.where(part < duty, np.pi / 2 / duty * np.sin(np.pi * part / duty) - 1, -1)
        up += size * self.rng.uniform(0.3, 1.5) * np.exp(-((part / cadence - 0.03) / 0.012) ** 2)
        up *= 1 + self.rng.uniform(0, 0.2) * np.sin(turn / 2)
        arm, angle = self.rng.choice([0, 0.4, 1]), 0.5 * np.sin(turn / 2 + 0.5)
        axes = np.stack([0.25 * size * np.sin(turn + 1) + arm * np.cos(turn / 2 + 0.5), 0.3 * size * np.sin(turn / 2), 1 + up], 1)
        if arm:
            axes = np.stack([axes[:, 0] * np.cos(angle) + axes[:, 2] * np.sin(angle), axes[:, 1], axes[:, 2] * np.cos(angle) - axes[:, 0] * np.sin(angle)], 1)
        return axes + self.noise(0.08)

    def walking_slowly(self):
        """Returns soft uneven impacts about 0.5 to 1.2 s apart, weaker for one leg."""
        low, uneven = self.rng.uniform(0.45, 0.7), self.rng.uniform(0.15, 0.45)
        times = np.cumsum(self.rng.uniform(low, self.rng.uniform(1.4, 2) * low, 1000))
        size, limp, jerk = self.rng.uniform(0.1, 0.3), self.rng.uniform(0, 0.4), self.rng.uniform(0.3, 0.9)
        up, aside = 1 + self.rng.normal(0, self.rng.uniform(0.004, 0.02), self.count), np.zeros(self.count)
        for step, time in enumerate(times[times < self.at[-1]]):
            near = slice(max(0, int((time - 1) * self.rate)), int((time + 1) * self.rate))
            since, strength = self.at[near] - time, size * (1 - limp * (step % 2)) * np.exp(self.rng.normal(0, uneven))
            up[near] += strength * (0.7 * np.exp(-(since / 0.13) ** 2) - 0.35 * np.exp(-((since - 0.3) / 0.15) ** 2)
                                    + jerk * np.exp(-((since - 0.03) / 0.025) ** 2))
            aside[near] += self.rng.uniform(0.4, 1) * strength * (-1) ** step * np.exp(-((since - 0.05) / 0.2) ** 2)
        angle = self.slow(0.2, 0.03)[:, 0]
        return np.stack([up * np.sin(angle), aside, up * np.cos(angle)], 1) + self.noise(0.005)


#: The kinds of movement, and True for steps.
MADE = {"made runs": ("running", True), "made slow walks": ("walking_slowly", True), "stirring": ("stirring", False),
        "waving": ("waving", False), "hammering": ("hammering", False), "brushing": ("brushing", False), "cycling": ("cycling", False),
        "fidgeting": ("fidgeting", False), "knocks of a hand at work": ("knocking", False), "a shaker": ("shaking", False)}


def real(signals):
    """Yields set, sampling rate and acceleration in g of each recording of walking."""
    people = {"Jamie": 1, "Carmelo": 2, "Dario": 3}
    for kind, path, _, _ in steps.walks(signals):
        if kind == "walks":
            yield REAL[people[path.stem.split("_")[1]] - 1], 50, np.loadtxt(path, delimiter=",", skiprows=1)[:, :3] / 1000
        else:
            rows = np.loadtxt(path, delimiter=",")
            times = (rows[:, 0] - rows[0, 0]) / 1e9
            even = np.arange(0, times[-1], 0.01)
            yield REAL[3], 100, np.stack([np.interp(even, times, rows[:, axis]) for axis in (1, 2, 3)], 1) / 9.80665
    walk = np.loadtxt(signals / "exercise" / "s1_walk.csv", delimiter=",", skiprows=1)[:, 2:] / 9.80665
    yield REAL[4], 64, walk[:len(walk) // 4 * 4].reshape(-1, 4, 3).mean(axis=1)
    for trial in json.loads((signals / "clinical-walking" / "truth.json").read_text()):
        if trial["contactsInContinuousWalking"]:
            yield REAL[5], 100, np.loadtxt(signals / "clinical-walking" / trial["file"], delimiter=",", skiprows=1)


def recordings(signals):
    """Yields set, fold, sampling rate and acceleration of all recordings. Each person is a fold; of synthetic ones, every sixth of each kind."""
    for name, rate, axes in real(signals):
        yield name, name, rate, axes
    for place, (kind, (method, _)) in enumerate(MADE.items()):
        for number in range(12):
            yield kind, str(number % 6), 50, getattr(Made(100 * place + number), method)()


def bouts(bench, signals):
    """Returns set, fold, steps, label and features of each bout that Halo counts, at the full and at half the sampling rate."""
    parts, origins = [], []
    for name, fold, rate, axes in recordings(signals):
        for some, samples in ((rate, axes), (rate / 2, axes[::2])):
            length = int(PIECE * some)
            # The last piece includes the remaining seconds of a recording.
            ends = [*range(length, len(samples) - length // 2, length), len(samples)]
            for begin, end in zip([0, *ends], ends):
                parts += [[some, end - begin], samples[begin:end].ravel()]
                origins.append((name, fold))
    with tempfile.NamedTemporaryFile() as into, tempfile.NamedTemporaryFile() as table:
        np.concatenate(parts).astype("<f8").tofile(into.name)
        subprocess.run([bench, "step-evidence", into.name, table.name], check=True)
        rows = np.loadtxt(table.name, delimiter=",")
    sets, folds = np.array(origins)[rows[:, 0].astype(int)].T
    return sets, folds, rows[:, 1], np.array([MADE.get(name, ("", True))[1] for name in sets], float), rows[:, 2:2 + FEATURES]


def weigh(sets, counted, right):
    """Returns equal weights per set, except for sets with few steps; real steps have the share ``WALKING``."""
    weights = np.zeros(len(sets))
    for name in set(sets):
        inside = sets == name
        weights[inside] = counted[inside] / max(counted[inside].sum(), 500)
    for value, share in ((1, WALKING), (0, 1 - WALKING)):
        weights[right == value] *= share / weights[right == value].sum()
    return weights


def learned(features, right, weights):
    """Fits a logistic regression by Newton's method, slightly regularized."""
    found, held = np.zeros(FEATURES), 1e-3 * np.r_[0, np.ones(FEATURES - 1)]
    for _ in range(50):
        probability = 1 / (1 + np.exp(-features @ found))
        slope = features.T @ (weights * (probability - right)) + held * found
        curve = (features.T * (weights * probability * (1 - probability))) @ features + np.diag(held + 1e-9)
        found -= np.linalg.solve(curve, slope)
    return found


def measured(bench, signals):
    """Returns the weights from all folds, and the calibration on each fold with weights from the others."""
    sets, folds, counted, right, features = bouts(bench, signals)
    weights = weigh(sets, counted, right)
    told = np.zeros(len(sets))
    for fold in set(folds):
        inside = folds == fold
        others = weights[~inside] / weights[~inside].sum()
        told[inside] = 1 / (1 + np.exp(-features[inside] @ learned(features[~inside], right[~inside], others)))
    tenths, rows, error = np.minimum((told * 10).astype(int), 9), [], 0.0
    for tenth in range(10):
        inside = tenths == tenth
        if inside.any():
            claim, true = np.average(told[inside], weights=weights[inside]), np.average(right[inside], weights=weights[inside])
            rows.append(dict(steps=int(counted[inside].sum()), share=round(weights[inside].sum(), 4), confidence=round(claim, 3), right=round(true, 3)))
            error += weights[inside].sum() * abs(claim - true)
    table = {name: dict(steps=int(counted[sets == name].sum()), walking=bool(right[sets == name][0]),
                        confidence=round(np.average(told[sets == name], weights=counted[sets == name]), 3))
             for name in [*REAL, *MADE] if (sets == name).any()}
    return learned(features, right, weights / weights.sum()), dict(calibration=round(error, 4), bins=rows, sets=table)
