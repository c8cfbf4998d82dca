"""Light without a pulse: noise, movement alone, hum, breathing, a device's packets, and a ring on a table. Seeded; no NumPy."""
import csv
import math
import random

from peers import selected

RATES = (4, 5, 8, 12.5, 25, 50, 100)
KINDS = ("white noise", "pink noise", "random walk", "movement alone", "mains hum", "breath", "packets", "idle ring")
RING = 3.94


def tones(random, times, hertz, weights):
    """Returns a rhythm with a slightly varying rate and harmonics."""
    phases = [random.uniform(0, 2 * math.pi) for _ in weights]
    pace, angle, values, step = hertz, 0.0, [], times[1] - times[0]
    for _ in times:
        pace += (hertz - pace) * step / 10 + random.gauss(0, 0.01 * hertz) * step ** 0.5
        angle += 2 * math.pi * pace * step
        values.append(sum(w * math.cos((k + 1) * angle + p) for k, (w, p) in enumerate(zip(weights, phases))))
    return values


def pink(random, count):
    """Returns noise whose power falls with frequency: a sum of slow noises."""
    levels, values = [0.0] * 12, []
    for index in range(count):
        for octave in range(12):
            if index % (1 << octave) == 0:
                levels[octave] = random.gauss(0, 1)
        values.append(sum(levels))
    return values


def movement(random, times, rate):
    """Returns three axes at a cadence with harmonics, and light that follows them with a delay of up to 0.2 s."""
    cadence = random.uniform(0.7, 1.5)
    audible = [k for k in range(1, 9) if k * cadence < 0.45 * rate]
    axes = []
    for _ in range(3):
        axes.append(tones(random, times, cadence, [random.uniform(0.2, 1) / max(1, abs(k - 2)) for k in audible]))
    axes = [[0.3 * a + random.gauss(0, 0.01) for a in axis] for axis in axes]
    delays, light = max(1, int(0.2 * rate)), [0.0] * len(times)
    for axis in axes:
        taps = [random.gauss(0, 1) * math.exp(-k / (0.08 * rate)) for k in range(min(delays, 8))]
        stride = max(1, delays // 8)
        for k, tap in enumerate(taps):
            for index in range(k * stride, len(times)):
                light[index] += tap * axis[index - k * stride]
    size = (sum(v * v for v in light) / len(light)) ** 0.5
    noise = random.uniform(0.02, 0.3)
    return [1000 + 10 * v / size + 10 * noise * random.gauss(0, 1) for v in light], [axes[0], axes[1], [a + 1 for a in axes[2]]]


def recordings(seed, shared=None, seconds=150, again=2):
    """Yields kind, sampling rate, light, and three axes or None."""
    for rate in selected(RATES):
        for turn in range(again):
            rng = random.Random(f"{seed} {rate} {turn}")
            times = [i / rate for i in range(int(seconds * rate))]
            yield KINDS[0], rate, [1000 + rng.gauss(0, 1) for _ in times], None
            yield KINDS[1], rate, [1000 + v for v in pink(rng, len(times))], None
            walk, level = [], 1000.0
            for _ in times:
                level += rng.gauss(0, 1)
                walk.append(level)
            yield KINDS[2], rate, walk, None
            light, axes = movement(rng, times, rate)
            yield KINDS[3], rate, light, axes
            hertz, noise, phase = rng.choice((50, 60)), rng.uniform(0.05, 1), rng.uniform(0, 6)
            yield KINDS[4], rate, [1000 + 5 * math.sin(2 * math.pi * hertz * t + phase) + rng.gauss(0, noise) for t in times], None
            hertz, fall, noise = rng.uniform(0.12, 0.45), rng.uniform(1, 2.5), rng.uniform(0.1, 1)
            weights = [20 * rng.uniform(0.5, 1.2) * k ** -fall for k in range(1, 8) if k * hertz < 0.45 * rate]
            yield KINDS[5], rate, [1000 + v + rng.gauss(0, noise) for v in tones(rng, times, hertz, weights)], None
            depth, noise, first = rng.uniform(5, 40), rng.uniform(0.3, 2), rng.randrange(5)
            yield KINDS[6], rate, [1000 + rng.gauss(0, noise) - (depth if i % 5 == first else 0) for i in range(len(times))], None
    if shared:
        with (shared / "signals/rings/colmi_r02_idle_50hz_interpolated.csv").open() as file:
            rows = [[float(row[key]) for key in ("ppg", "accX", "accY", "accZ")] for row in csv.DictReader(file) if row["ppg"]]
        for rate in (RING, 50):
            picked = [rows[int(i * 50 / rate)] for i in range(int(len(rows) * rate / 50))]
            light, *axes = [list(column) for column in zip(*picked)]
            yield KINDS[7], rate, light, axes
            yield KINDS[7], rate, light, None
