"""Trains Halo's sleep stager, evaluates it on people who were not used for training, and exports it for Halo.

    from halodata import training
    nights = training.nights("epochs.csv")
    print(training.evaluate(nights))                # leave one subject out
    stager = training.train(nights)
    stager.shares(count, heart_rate_sd)             # the probabilities of wake, light, deep, REM, one row per epoch
    stager.export("halo")                           # the model and the test vector, in a checkout of Halo

Requires scikit-learn: pip install './Tools/python[train]'. Everything is seeded, and runs on one thread: the same nights give the same
stager. ``docs/movement-and-sleep.md`` of Halo defines the features, which Swift computes as well; change both together.
"""

from __future__ import annotations

import argparse
import csv
import json
import math
import pathlib
import struct
import sys
import time
from dataclasses import dataclass

import numpy as np

from .errors import HaloDataError, Unreadable

try:
    from sklearn.ensemble import HistGradientBoostingClassifier
    from sklearn.linear_model import LogisticRegression
    from threadpoolctl import threadpool_limits
except ImportError as error:
    raise ImportError(
        f"training requires scikit-learn, which is not installed ({error}): run pip install './Tools/python[train]' in a checkout of Halo."
    ) from error

STAGES = ["wake", "light", "deep", "rem"]
#: Stages of polysomnography (0 wake, 1 N1, 2 N2, 3 N3, 4 N4, 5 REM) as numbers of ``STAGES``.
FROM_PSG = {0: 0, 1: 1, 2: 1, 3: 2, 4: 2, 5: 3}
#: The scikit-learn version that Halo's own stager was trained with.
TRAINED_WITH = "1.9.1"
#: The shortest night used for training, in epochs.
SHORTEST = 60
CENTRED = (0, 2, 5, 10, 20, 40, 80)
ASIDE = (4, 10, 20, 40)
PRIOR_EXPONENTS = (0.4, 0.5, 0.6)
EVIDENCE_EXPONENTS = (0.25, 0.4, 0.55)
WAKE_WEIGHTS = (1.0, 1.3)
#: The share of the floor in the mean movement from which on a device certainly has one.
CERTAIN_FLOOR = 0.1
#: The shortest time before or after the time in bed, in epochs.
LONGEST_AWAKE = 120
#: The weight of movement alone in the odds of wake, and how much less certain the stages are, for a device with a floor. Chosen on 30 nights of
#: such a device (sleep-wrist), which are not used for training.
MOVEMENT_WEIGHT = 0.4
FLOOR_DOUBT = 0.5
TEMPERATURES = tuple(round(0.8 + 0.1 * step, 1) for step in range(43))


class TrainingError(HaloDataError):
    """Nights that cannot be used for training, and the reason."""


# Nights


@dataclass(frozen=True, eq=False)
class Night:
    """A night with polysomnography, as consecutive epochs of 30 seconds."""

    subject: str
    #: Indexes into ``STAGES``.
    stages: np.ndarray
    #: Movement, in any unit: it is ranked within its night. NaN if unknown.
    count: np.ndarray
    #: The standard deviation of the heart rate around the epoch, bpm. NaN if unknown.
    heart: np.ndarray


def nights(path) -> list[Night]:
    """Reads the nights in a CSV file, or in ``epochs.csv`` of a folder.

    Columns: ``subject``, ``epoch`` (its number, in order), ``psg`` (0 wake, 1 to 4 N1 to N4, 5 REM), ``count`` (movement), ``hr_sd``
    (bpm), of which the last two may be empty; and ``night`` if a subject has several.
    """
    path = pathlib.Path(path)
    if path.is_dir():
        path = path / "epochs.csv"
    rows: dict[tuple[str, str], list[tuple[int, float, float]]] = {}
    try:
        with path.open(newline="", encoding="utf-8-sig") as file:
            reader = csv.DictReader(file)
            missing = {"subject", "epoch", "psg", "count", "hr_sd"} - set(reader.fieldnames or [])
            if missing:
                raise Unreadable(f"{path} has no column {', '.join(sorted(missing))}: it needs subject, epoch, psg, count, hr_sd.")
            last: dict[tuple[str, str], float] = {}
            for row in reader:
                try:
                    key = row["subject"], row.get("night") or ""
                    stage, epoch = FROM_PSG[int(row["psg"])], float(row["epoch"])
                    count, heart = (math.nan if row[name] == "" else float(row[name]) for name in ("count", "hr_sd"))
                except (KeyError, TypeError, ValueError):
                    raise Unreadable(
                        f"{path}, line {reader.line_num}: not an epoch. psg is 0 (wake), 1 to 4 (N1 to N4) or 5 (REM), epoch, count "
                        "and hr_sd are numbers, of which the last two may be empty.") from None
                if epoch <= last.get(key, -math.inf):
                    raise Unreadable(
                        f"{path}, line {reader.line_num}: epoch {row['epoch']} of {row['subject']} does not follow the previous one. "
                        "If a subject has several nights, add a column night.")
                last[key] = epoch
                rows.setdefault(key, []).append((stage, count, heart))
    except OSError as error:
        raise Unreadable(f"{path} cannot be opened: {error.strerror}.") from error
    found = []
    for (subject, _), values in rows.items():
        table = np.array(values, "float64")
        found.append(Night(subject, table[:, 0].astype(int), table[:, 1], table[:, 2]))
    return found


# Features


def rank(values, bed):
    """Returns the share of the known values in `bed` that are smaller; equal values count half."""
    reference = np.sort(values[bed][~np.isnan(values[bed])])
    result = np.full(len(values), np.nan)
    known = ~np.isnan(values)
    if len(reference):
        below, through = (np.searchsorted(reference, values[known], side) for side in ("left", "right"))
        result[known] = (below + through) / 2 / len(reference)
    return result


def mean(values, first, last):
    """Returns the mean of the known values from `first` to `last` epochs after each epoch, limited to the night."""
    known = ~np.isnan(values)
    sums = np.concatenate([[0], np.cumsum(np.where(known, values, 0))])
    counts = np.concatenate([[0], np.cumsum(known)])
    here = np.arange(len(values))
    start = np.clip(here + first, 0, len(values))
    end = np.maximum(np.clip(here + last + 1, 0, len(values)), start)
    count = counts[end] - counts[start]
    return np.where(count > 0, (sums[end] - sums[start]) / np.maximum(count, 1), np.nan)


def deviation(values, half):
    average = mean(values, -half, half)
    # Rounded, so that rounding errors between equal values do not affect the result.
    return np.sqrt(np.maximum(np.round(mean(values * values, -half, half) - average * average, 6), 0))


def highest(values, half):
    padded = np.concatenate([np.full(half, -np.inf), np.where(np.isnan(values), -np.inf, values), np.full(half, -np.inf)])
    result = np.lib.stride_tricks.sliding_window_view(padded, 2 * half + 1).max(1)
    return np.where(np.isinf(result), np.nan, result)


def distances(marks):
    """Returns the epochs since the last mark and until the next one, at most 240."""
    here = np.arange(len(marks))
    since = here - np.maximum.accumulate(np.where(marks, here, -1000))
    until = np.minimum.accumulate(np.where(marks, here, 100000)[::-1])[::-1] - here
    return np.minimum(since, 240), np.minimum(until, 240)


@dataclass(frozen=True, eq=False)
class Movement:
    """The movement of a night, so that the floor, the unit and the sampling of a device, and a time out of bed, change little."""

    #: Smoothed as the counts of the training nights are, without the floor.
    values: np.ndarray
    bed: slice
    #: In bed.
    mean: float
    #: 0 for counts, of which most are zero; 1 for a device whose movement never is.
    floor: float


def _average(values):
    return np.nanmean(values) if (~np.isnan(values)).any() else 0.0


def _bed(values):
    """Returns the time from the first to the last twenty minutes with less than half of the mean movement."""
    limit = _average(values) / 2
    first, last = (np.flatnonzero(mean(values, *window) < limit) for window in ((0, 39), (-39, 0)))
    if not len(first) or not len(last) or last[-1] - first[0] < len(values) // 3:
        return slice(0, len(values))
    first, last = first[0], last[-1]
    return slice(0 if first < LONGEST_AWAKE else first, len(values) if len(values) - last <= LONGEST_AWAKE else last + 1)


def moved(count) -> Movement:
    weights, known = np.exp(-0.18 * np.arange(-7, 8) ** 2), ~np.isnan(count)
    sums, all_weights = (np.convolve(values, weights)[7:7 + len(count)] for values in (np.where(known, count, 0), known * 1.0))
    smooth = np.where(known, sums / np.maximum(all_weights, 1e-12), np.nan)
    inside = smooth[_bed(smooth)]
    lowest = 1.25 * np.nanpercentile(inside, 30) if (~np.isnan(inside)).any() else 0.0
    values = np.maximum(smooth - lowest, 0)
    bed = _bed(values)
    average = _average(smooth[bed])
    return Movement(values, bed, _average(values[bed]), min(1, lowest / average / CERTAIN_FLOOR) if average > 0 else 0)


def features(count, heart):
    return _features(moved(count), heart)


def _features(night: Movement, heart):
    movement = np.log1p(10 * night.values / night.mean) if night.mean > 0 else np.where(np.isnan(night.values), np.nan, 0.0)
    middle = np.nanmedian(heart[night.bed]) if (~np.isnan(heart[night.bed])).any() else 0
    spread = np.clip(np.log(np.maximum(heart, 1e-9) / middle), -3, 3) if middle > 0 else np.full(len(heart), np.nan)
    columns = []
    for values in (rank(night.values, night.bed), rank(heart, night.bed), movement, spread):
        columns += [mean(values, -half, half) for half in CENTRED]
    for values in (movement, spread):
        columns += [mean(values, -width, -1) for width in ASIDE]
        columns += [mean(values, 1, width) for width in ASIDE]
        columns += [deviation(values, half) for half in (5, 20, 60)]
        columns += [highest(values, half) for half in (10, 40)]
        columns += [rank(np.round(mean(values, -half, half), 6), night.bed) for half in (10, 40)]
    columns += distances(movement > np.log(11))
    quiet = np.flatnonzero(mean(movement, 0, 19) < np.log(3))
    here = np.arange(len(movement))
    columns += [np.maximum(here - start, -60) / 120 for start in (night.bed.start, quiet[0] if len(quiet) else 0)]
    return np.stack(columns, 1)


def by_movement(night: Movement, shares):
    """Mixes in the odds of wake by movement alone, for a device with a floor: it also shows movement that the counts of training leave out."""
    weight = MOVEMENT_WEIGHT * night.floor
    if not weight or not night.mean > 0:
        return shares
    size = np.nan_to_num(mean(np.sqrt(night.values / night.mean), -5, 5))
    odds = np.clip(4 * np.log((size + 0.05) / 0.7), -6, 6)
    wake = np.clip(shares[:, 0], 1e-6, 1 - 1e-6)
    both = 1 / (1 + np.exp(-(1 - weight) * np.log(wake / (1 - wake)) - weight * odds))
    return np.concatenate([both[:, None], shares[:, 1:] * ((1 - both) / (1 - wake))[:, None]], 1)


def _averaged(values, width):
    """Returns the means of `width` epochs each, as epochs of several minutes are."""
    whole = len(values) // width * width
    return np.concatenate([np.repeat(values[:whole].reshape(-1, width).mean(1), width), values[whole:]])


def _other_device(count, heart, generator):
    """Returns the night as another device may record it: with a floor, small movement shown more or less, longer epochs."""
    average = _average(count)
    if not average > 0:
        return count, heart
    other = (count / average) ** np.exp(generator.uniform(np.log(0.3), np.log(1.3)))
    floor = generator.choice((0, 0.2, 0.5, 1.0)) * _average(other)
    if floor:
        other = other + floor * generator.gamma(60, 1 / 60, len(other))
    width = generator.choice((1, 1, 2, 10))
    return _averaged(other, width), _averaged(heart, width)


def training_rows(stages, count, heart, generator):
    """Returns the night unchanged; as another device records it; every second epoch without heart rate; and the ends of nights in progress."""
    rows, truth = [features(count, heart), features(*_other_device(count, heart, generator))], [stages, stages]
    nothing = np.full(len(heart), np.nan)
    rows.append(features(count, nothing)[::2])
    truth.append(stages[::2])
    for end in generator.integers(60, len(stages), 8) if len(stages) > 60 else []:
        rows.append(features(count[:end], heart[:end])[-40:])
        truth.append(stages[end - 40:end])
    return np.concatenate(rows), np.concatenate(truth)


# The model


class _Model:
    """Boosted trees and a logistic regression on the same features, with averaged log probabilities: the trees detect wake,
    the regression generalizes across people."""

    #: The number of boosting rounds.
    rounds = 80

    def __init__(self, rows, truth):
        self.trees = HistGradientBoostingClassifier(
            max_iter=self.rounds, learning_rate=0.06, max_leaf_nodes=8, min_samples_leaf=60, l2_regularization=5, max_features=0.3,
            early_stopping=False, random_state=14).fit(rows, truth)
        self.middle = np.nanmean(rows, 0)
        self.scale = np.nanstd(rows, 0) + 1e-9
        if len(self.trees.classes_) != len(STAGES):
            names = [name for number, name in enumerate(STAGES) if number not in self.trees.classes_]
            raise TrainingError(f"{' and '.join(names)} cannot be learned: no training night contains it.")
        self.linear = LogisticRegression(C=0.002, max_iter=120).fit(self.standard(rows), truth)

    def standard(self, rows):
        return np.nan_to_num(np.clip((rows - self.middle) / self.scale, -4, 4))

    def predict_proba(self, rows):
        sums = (np.log(np.maximum(self.trees.predict_proba(rows), 1e-6)) +
                np.log(np.maximum(self.linear.predict_proba(self.standard(rows)), 1e-6))) / 2
        shares = np.exp(sums - sums.max(1, keepdims=True))
        return shares / shares.sum(1, keepdims=True)


def transitions(stages):
    table, first = np.full((4, 4), 0.5), np.full(4, 0.5)
    for night in stages:
        np.add.at(table, (night[:-1], night[1:]), 1)
        first[night[0]] += 1
    return table / table.sum(1, keepdims=True), first / first.sum()


def smoothed(shares, chain, prior, prior_exponent, evidence_exponent, forward_only=False):
    table, first = chain
    evidence = (np.maximum(shares, 1e-6) / prior ** prior_exponent) ** evidence_exponent
    forward, backward = np.zeros_like(evidence), np.ones_like(evidence)
    for t in range(len(evidence)):
        forward[t] = (first if t == 0 else forward[t - 1] @ table) * evidence[t]
        forward[t] /= forward[t].sum()
    if not forward_only:
        for t in range(len(evidence) - 2, -1, -1):
            backward[t] = table @ (evidence[t + 1] * backward[t + 1])
            backward[t] /= backward[t].sum()
    both = forward * backward
    return both / both.sum(1, keepdims=True)


def tempered(shares, temperature):
    """Returns the same order of stages, less certain for a temperature above 1."""
    softened = np.maximum(shares, 1e-9) ** (1 / temperature)
    return softened / softened.sum(1, keepdims=True)


def reliability(shares, truth, guess, bins=10):
    """Returns a reliability table: for each tenth of claimed confidence, the number of epochs, the mean claim, and the share of correct ones.
    Also returns the expected calibration error: the mean difference between claimed confidence and accuracy."""
    claimed = shares[np.arange(len(guess)), guess]
    return reliability_of(claimed, guess == truth, bins)


def reliability_of(claimed, right, bins=10):
    rows, error = [], 0.0
    for bin in range(bins):
        inside = (claimed >= bin / bins) & ((claimed < (bin + 1) / bins) | (bin == bins - 1))
        if inside.any():
            rows.append((int(inside.sum()), float(claimed[inside].mean()), float(right[inside].mean())))
            error += inside.mean() * abs(rows[-1][1] - rows[-1][2])
    return rows, error


def decided(shares, wake_weight):
    return (shares * [wake_weight, 1, 1, 1]).argmax(1)


def kappa(truth, guess, classes):
    table = np.zeros((classes, classes))
    np.add.at(table, (truth, guess), 1)
    total = table.sum()
    chance = (table.sum(0) * table.sum(1)).sum() / total ** 2
    return (np.trace(table) / total - chance) / (1 - chance) if chance < 1 else 0.0


def both_kappas(truth, guess):
    return kappa(truth, guess, 4), kappa((truth == 0) * 1, (guess == 0) * 1, 2)


def subjects(data: list[Night]) -> list[str]:
    """Returns the people, in order."""
    return list(dict.fromkeys(night.subject for night in data))


def _fit(rows, chosen):
    return _Model(np.concatenate([rows[i][0] for i in chosen]), np.concatenate([rows[i][1] for i in chosen]))


def _constants(data, plain, rows, chosen):
    """Fits transitions and priors on the selected nights, and chooses the exponents that work best on each half of their people with a fit of the
    other half."""
    stages = [data[i].stages for i in chosen]
    chain = transitions(stages)
    prior = np.bincount(np.concatenate(stages), minlength=4) / sum(map(len, stages))
    people = list(dict.fromkeys(data[i].subject for i in chosen))
    halves = [[i for i in chosen if data[i].subject in half] for half in (set(people[0::2]), set(people[1::2]))]
    shares = {}
    for seen, unseen in (halves, halves[::-1]):
        model = _fit(rows, seen)
        shares.update({i: model.predict_proba(plain[i]) for i in unseen})
    best = None
    for a in PRIOR_EXPONENTS:
        for b in EVIDENCE_EXPONENTS:
            posterior = [smoothed(shares[i], chain, prior, a, b) for i in chosen]
            for w in WAKE_WEIGHTS:
                guess = np.concatenate([decided(p, w) for p in posterior])
                score = sum(both_kappas(np.concatenate(stages), guess))
                if best is None or score > best[0]:
                    best = score, (a, b, w)
    a, b, _ = best[1]
    posterior = np.concatenate([smoothed(shares[i], chain, prior, a, b) for i in chosen])
    return chain, prior, (*best[1], _temperature(posterior, np.concatenate(stages)))


def _temperature(posterior, truth):
    """Fits the temperature, which divides the log probabilities so that they are calibrated: the most likely value for people who were not used
    to train the model of the posterior."""
    def loss(temperature):
        return -np.log(tempered(posterior, temperature)[np.arange(len(truth)), truth]).mean()
    return min(TEMPERATURES, key=loss)


def _prepared(data, fewest):
    people = subjects(data)
    if len(people) < fewest:
        raise TrainingError(f"training needs nights of {fewest} people, but there are {len(people)}.")
    for night in data:
        if len(night.stages) < SHORTEST:
            raise TrainingError(f"the night of {night.subject} has {len(night.stages)} epochs, but at least {SHORTEST} are needed.")
    generator = np.random.default_rng(14)
    plain = [features(night.count, night.heart) for night in data]
    return plain, [training_rows(night.stages, night.count, night.heart, generator) for night in data]


def _learned(data, plain, rows, chosen) -> Stager:
    chain, prior, exponents = _constants(data, plain, rows, chosen)
    return Stager(
        _fit(rows, chosen), chain, prior, *exponents, nights=len(chosen), epochs=sum(len(data[i].stages) for i in chosen))


def train(data: list[Night]) -> Stager:
    """Trains a stager on all nights."""
    with threadpool_limits(1):
        plain, rows = _prepared(data, 2)
        return _learned(data, plain, rows, range(len(data)))


@dataclass(frozen=True, eq=False)
class Stager:
    """A trained stager."""

    model: _Model
    #: The transition probabilities, one row per previous stage; and the probability that a night begins in each stage.
    chain: tuple[np.ndarray, np.ndarray]
    prior: np.ndarray
    prior_exponent: float
    evidence_exponent: float
    wake_weight: float
    temperature: float
    #: The amount of training data.
    nights: int
    epochs: int

    def shares(self, count, heart=None) -> np.ndarray:
        """Returns the probability of each of ``STAGES``, one row per epoch of 30 seconds. Without a heart rate, light, deep and REM are guesses."""
        count = np.asarray(count, "float64")
        heart = np.full(len(count), np.nan) if heart is None else np.asarray(heart, "float64")
        if count.ndim != 1 or heart.shape != count.shape:
            raise ValueError("count and heart must be one-dimensional and of the same length, one value per epoch")
        if not len(count):
            return np.zeros((0, len(STAGES)))
        with threadpool_limits(1):
            return self._shares(count, heart)[0]

    def _shares(self, count, heart):
        """Returns the probabilities, and the temperature that calibrated them."""
        night = moved(count)
        shares = by_movement(night, self.model.predict_proba(_features(night, heart)))
        temperature = self.temperature * (1 + FLOOR_DOUBT * night.floor)
        return tempered(smoothed(shares, self.chain, self.prior, self.prior_exponent, self.evidence_exponent), temperature), temperature

    def _decided(self, shares, temperature):
        # The weight was fitted for probabilities without temperature.
        return decided(shares, self.wake_weight ** (1 / temperature))

    def stages(self, count, heart=None) -> list[str]:
        """Returns the stage of each epoch, of ``STAGES``."""
        count = np.asarray(count, "float64")
        heart = np.full(len(count), np.nan) if heart is None else np.asarray(heart, "float64")
        return [STAGES[number] for number in self._decided(*self._shares(count, heart))] if len(count) else []

    def swift(self) -> str:
        """Returns the stager's numbers beside the model in Halo's format: SleepStagerModel.swift."""
        table, first = self.chain
        prior, a, b, w = self.prior, self.prior_exponent, self.evidence_exponent, self.wake_weight
        numbers = lambda values: "[" + ", ".join(f"{value:.6f}" for value in values) + "]"
        return f'''// Written by scripts/train-stager --export. Do not edit.
// swift-format-ignore-file

/// The trained parameters of ``SleepStager`` beside its trees and regression (`sleep-stager.bin`): above all the Markov chain of
/// stages that smooths their results.
///
/// Learned from {self.nights} people's nights ({self.epochs} epochs of 30 s, Walch 2019, PhysioNet sleep-accel 1.0.0,
/// ODC-By 1.0).
enum SleepStagerModel {{
  /// The probability that a night begins in each stage: wake, light, deep, REM.
  static let first: [Double] = {numbers(first)}

  /// The transition probabilities within 30 s, one row per previous stage.
  static let transitions: [[Double]] = [
    {(","+chr(10)+"    ").join(numbers(row) for row in table)},
  ]

  /// The share of each stage in the training nights.
  static let prior: [Double] = {numbers(prior)}

  /// The exponent of the prior by which the probabilities are divided.
  static let priorExponent = {a}

  /// The weight of one epoch's probabilities in the chain.
  static let evidenceExponent = {b}

  /// The factor of the wake probability for the choice of a stage.
  static let wakeWeight = {w}

  /// The divisor of the log probabilities, which calibrates them for people who were not used for training.
  static let temperature = {self.temperature}

  /// The weight of movement alone in the odds of wake, for a device with a floor.
  static let movementWeight = {MOVEMENT_WEIGHT}

  /// The relative increase of the temperature for a device with a floor.
  static let floorDoubt = {FLOOR_DOUBT}
}}
'''

    def vector(self) -> dict:
        """Returns synthetic nights and this stager's results for them, with and without heart rate: the test vector for the Swift implementation."""
        made = np.random.default_rng(2)
        n = 500
        count = np.round(made.gamma(0.3, 8, n) * (made.random(n) < 0.3 + 0.5 * (np.arange(n) < 40)), 3)
        heart = np.round(np.exp(np.cumsum(made.normal(0, 0.12, n)) - 1), 5)
        gap = heart.copy()
        gap[200:260] = np.nan
        # A device with a floor that was recording long before and after the night.
        floored = count + 2 + np.where(np.abs(np.arange(n) - n / 2) > n / 2 - 130, 60, 0)
        return {"nights": [
            {"count": counts.tolist(), "heartRateSD": [None if np.isnan(value) else value for value in values.tolist()],
             "shares": np.round(self.shares(counts, values), 5).tolist()}
            for counts, values in ((count, heart), (count, gap), (count, np.full(n, np.nan)), (floored, heart))]}

    def export(self, checkout) -> list[pathlib.Path]:
        """Writes all of it into a checkout of Halo, and returns the paths."""
        files = {
            "Sources/HaloSignals/Sleep/SleepStagerModel.swift": self.swift().encode(),
            "Sources/HaloSignals/Sleep/sleep-stager.bin": packed(self.model),
            "Tests/HaloSignalsTests/Vectors/sleep-stager.json": json.dumps(self.vector()).encode() + b"\n"}
        paths = [pathlib.Path(checkout) / name for name in files]
        for path, content in zip(paths, files.values()):
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
        return paths


# Evaluation


def evaluate(data: list[Night], tell=lambda line: None) -> str:
    """Evaluates the stager on people who were not used for training, and returns a text: each subject's nights are staged by a stager trained on
    the others, including trees, priors, transitions and exponents. ``tell`` gets a line per subject as progress."""
    started = time.process_time()
    with threadpool_limits(1):
        plain, rows = _prepared(data, 3)
        claims, blind_claims = [None] * len(data), [None] * len(data)
        guesses, blind, late = [None] * len(data), [None] * len(data), {0: [], 10: [], 30: []}
        late_truth = {lag: [] for lag in late}
        floors = {0.2: [], 0.5: [], 1.0: []}
        for subject in subjects(data):
            out = [i for i, night in enumerate(data) if night.subject == subject]
            stager = _learned(data, plain, rows, [i for i in range(len(data)) if i not in out])
            for i in out:
                night = data[i]
                nothing = np.full(len(night.count), np.nan)
                (claims[i], heat), (blind_claims[i], blind_heat) = (stager._shares(night.count, heart) for heart in (night.heart, nothing))
                guesses[i], blind[i] = stager._decided(claims[i], heat), stager._decided(blind_claims[i], blind_heat)
                for floor in floors:
                    floors[floor].append(stager._decided(*stager._shares(night.count + floor * _average(night.count), night.heart)))
                for end in range(40, len(night.stages), 20):
                    guess = stager._decided(*stager._shares(night.count[:end], night.heart[:end]))
                    for lag in late:
                        late[lag].append(guess[end - 1 - lag])
                        late_truth[lag].append(night.stages[end - 1 - lag])
            four, two = both_kappas(np.concatenate([data[i].stages for i in out]), np.concatenate([guesses[i] for i in out]))
            tell(f"{subject:>8}  stages {four:.2f}  sleep/wake {two:.2f}  (exponents {stager.prior_exponent}, "
                 f"{stager.evidence_exponent}, weight {stager.wake_weight}, temperature {stager.temperature})")
    lines = _report("whole nights", data, guesses) + _report("without heart rate", data, blind)
    for floor, guess in floors.items():
        order = [i for subject in subjects(data) for i, night in enumerate(data) if night.subject == subject]
        four, two = both_kappas(np.concatenate([data[i].stages for i in order]), np.concatenate(guess))
        lines.append(f"with a floor of {floor:g} of the mean movement: stages {four:.3f}, sleep/wake {two:.3f}")
    truth = np.concatenate([night.stages for night in data])
    asleep = 1 - np.concatenate(blind_claims)[:, 0]
    blind_wake = np.concatenate(blind) == 0
    for title, (bins, error) in (
        ("stages", reliability(np.concatenate(claims), truth, np.concatenate(guesses))),
        ("sleep/wake without heart rate", reliability_of(
            np.where(blind_wake, 1 - asleep, asleep), blind_wake == (truth == 0))),
    ):
        lines.append(f"reliability, {title}: error {error:.3f}; " + "; ".join(f"{n} {claim:.3f} {right:.3f}" for n, claim, right in bins))
    for lag in late:
        four, two = both_kappas(np.array(late_truth[lag]), np.array(late[lag]))
        lines.append(f"in progress, {lag / 2:g} minutes later: stages {four:.3f}, sleep/wake {two:.3f}")
    return "\n".join(lines + [f"{time.process_time() - started:.0f} CPU seconds"])


def _report(title, data, guesses) -> list[str]:
    truth = [night.stages for night in data]
    all_truth, all_guesses = np.concatenate(truth), np.concatenate(guesses)
    four, two = both_kappas(all_truth, all_guesses)
    generator = np.random.default_rng(14)
    people = subjects(data)
    of = [[i for i, night in enumerate(data) if night.subject == subject] for subject in people]
    samples = []
    for _ in range(2000):
        pick = [i for number in generator.integers(0, len(people), len(people)) for i in of[number]]
        samples.append(both_kappas(np.concatenate([truth[i] for i in pick]), np.concatenate([guesses[i] for i in pick])))
    low, high = np.percentile(samples, [2.5, 97.5], axis=0)
    wake = all_truth == 0
    return [
        f"{title}: stages kappa {four:.3f} ({low[0]:.2f}-{high[0]:.2f}), accuracy {(all_truth == all_guesses).mean():.3f}; "
        f"sleep/wake kappa {two:.3f} ({low[1]:.2f}-{high[1]:.2f}), wake found {(all_guesses[wake] == 0).mean():.3f}, "
        f"sleep found {(all_guesses[~wake] != 0).mean():.3f}",
        "  truth (rows) and result: " + "; ".join(
            f"{STAGES[s]} " + " ".join(str(int(((all_truth == s) & (all_guesses == g)).sum())) for g in range(4)) for s in range(4)),
    ]


# Packing for Swift


def packed(model):
    """Packs the model as little-endian bytes, with 32-bit floats: the trees' baseline of each stage; the numbers of rounds and of features (16
    bits each); the regression's centers, scales, intercepts, and coefficients of each stage; then the trees, each with its number of nodes and
    eight bytes per node: feature (255: a leaf), direction of a missing value (1: left), left, right, and the bound or the leaf's value."""
    trees, linear = model.trees, model.linear
    data = struct.pack("<4fHH", *trees._baseline_prediction.ravel(), len(trees._predictors), len(model.middle))
    for values in (model.middle, model.scale, linear.intercept_, *linear.coef_):
        data += struct.pack(f"<{len(values)}f", *values)
    for iteration in trees._predictors:
        for tree in iteration:
            data += struct.pack("<B", len(tree.nodes))
            for node in tree.nodes:
                if node["is_leaf"]:
                    data += struct.pack("<BBBBf", 255, 0, 0, 0, node["value"])
                else:
                    data += struct.pack("<BBBBf", node["feature_idx"], node["missing_go_to_left"], node["left"],
                                        node["right"], node["num_threshold"])
    return data

# Command line


def main(arguments=None, checkout=".") -> int:
    parser = argparse.ArgumentParser(prog="train-stager", description="Trains Halo's sleep stager. Pass --evaluate, --export, or both.")
    parser.add_argument("nights", help="a folder with epochs.csv, or a file with that format: subject, epoch, psg, count, hr_sd")
    parser.add_argument("--evaluate", action="store_true", help="leave one subject out; prints the figures of docs/movement-and-sleep.md")
    parser.add_argument("--export", action="store_true", help="train on all nights; writes the model and the test vector")
    parser.add_argument("--to", default=checkout, metavar="CHECKOUT", help="the checkout of Halo that --export writes to (%(default)s)")
    options = parser.parse_args(arguments)
    if not (options.export or options.evaluate):
        parser.error("pass --evaluate or --export")
    try:
        data = nights(options.nights)
        if options.export:
            stager = train(data)
            for path in stager.export(options.to):
                print(f"{path}: {path.stat().st_size} bytes")
            print(f"exponents {stager.prior_exponent}, {stager.evidence_exponent}, weight {stager.wake_weight}, "
                  f"temperature {stager.temperature}")
        if options.evaluate:
            print(evaluate(data, lambda line: print(line, flush=True)))
    except HaloDataError as error:
        print(f"train-stager: {error}", file=sys.stderr)
        return 65
    return 0


if __name__ == "__main__":
    sys.exit(main())
