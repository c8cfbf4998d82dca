"""Writes docs/where-it-fails.md with its pictures. Every answer comes from the program `halo`. Standard library only.

Each function below draws one picture and returns its section of the page. The text does not depend on the counts.
"""
import csv
import math
import pathlib
import random
import statistics
import tempfile

import beats
import drawing
import faults
import heart_rate
import hrv
import no_pulse
import sleep
import steps
from heart_rate import WINDOW
from peers import analyze, matched, rmssd

SOURCES = {
    "exercise": "Wrist PPG During Exercise 1.0.0, PhysioNet (Jarchi and Casson 2017), ODC-By 1.0",
    "heartpy": "HeartPy's example data, MIT",
    "welltory": "Welltory PPG dataset, CC0 1.0",
    "oximetry": "ubicomplab oximetry-phone-cam-data, MIT",
    "a103l": "PhysioNet Challenge 2015, a103l, ODC-By 1.0",
    "118e06": "MIT-BIH Noise Stress Test Database 1.0.0, PhysioNet, ODC-By 1.0",
    "steps": "Oxford step counter data, CC BY 4.0, resampled",
    "clinical": "mobgap's example data (Mobilise-D), Apache-2.0; the bars are made",
    "sleep": "features of PhysioNet sleep-accel 1.0.0 (Walch 2019), ODC-By 1.0",
    "made": "made by `Benchmarks/Accuracy/no_pulse.py`",
    "lively": "made by `Benchmarks/Accuracy/failures.py`",
    "ring": "Edge Impulse's recording of a COLMI R02, Clear BSD",
}


def shown(name, picture, alt, source):
    drawing.PICTURES[f"fails-{name}.svg"] = picture.svg()
    return f"![{alt}](images/fails-{name}.svg)\n\n*Recording: {SOURCES[source]}.*"


def part(count, of, noun):
    percent = 100 * count / of if of else 0
    return f"{count:,} of {of:,} {noun} ({percent:.{1 if 0 < percent < 10 else 0}f} %)"


def columns(path, *names):
    with path.open() as file:
        rows = list(csv.DictReader(file))
    return [[float(row[name]) for row in rows] for name in names]


def thinner(values, rate, first, last, points=500):
    """Returns points of a stretch in seconds, decimated for a small picture."""
    step = max(1, int((last - first) * rate / points))
    return [(i / rate, values[i]) for i in range(int(first * rate), min(int(last * rate), len(values)), step)]


def trace(picture, title, points, height=70, **panel):
    picture.heading(title)
    first, last = points[0][0], points[-1][0]
    drawn = picture.panel((first, last), spread_of(points), height, left=24, **panel)
    drawn.line(points)
    drawn.below([first, (first + last) / 2, last], lambda value: f"{value:.0f} s")
    return drawn


def spread_of(points):
    return drawing.spread([y for _, y in points])


def by_beats(times):
    """Returns the reference heart rate of a window: from the median interval of the beats in it."""
    def reference(start):
        inside = [b - a for a, b in zip(times, times[1:]) if a >= start and b <= start + WINDOW and 0.25 < b - a < 2]
        return 60 / statistics.median(inside) if len(inside) > 2 else None
    return reference


def judge(lines, reference):
    """Returns the answers in windows with a reference, with the reference, and the number of these windows."""
    known = [(line, reference(line["start"])) for line in lines if "start" in line]
    known = [(line, truth) for line, truth in known if truth]
    return [(line, truth) for line, truth in known if "bpm" in line], len(known)


def heart_rates(picture, title, lines, reference, up=None):
    """Draws Halo's answers over time and the reference: dots within 5 bpm, crosses beyond, strokes for refusals."""
    picture.heading(title)
    lines = [line for line in lines if "start" in line]
    truth = [(line["start"] + WINDOW / 2, reference(line["start"]) if reference else None) for line in lines]
    values = [y for _, y in truth if y] + [line["bpm"] for line in lines if "bpm" in line]
    low, high = up or (10 * math.floor(min(values) / 10) - 10, 10 * math.ceil(max(values) / 10) + 10)
    panel = picture.panel((0, lines[-1]["end"]), (low, high), 120)
    if reference:
        panel.line(truth, "truth")
    good, bad, refused = [], [], []
    for line, (middle, known) in zip(lines, truth):
        if "bpm" not in line:
            refused.append(middle)
        elif known and abs(line["bpm"] - known) <= 5:
            good.append((middle, line["bpm"]))
        else:
            bad.append((middle, line["bpm"]))
    panel.strokes(refused, 0, 0.07, "gone")
    panel.dots(good)
    panel.crosses(bad)
    panel.beside([low, (low + high) / 2, high], lambda value: f"{value:.0f}")
    panel.below([0, lines[-1]["end"] / 2, lines[-1]["end"]], lambda value: f"{value:.0f} s")


LEGEND = "Line: reference. Dot: Halo, within 5 bpm. Cross: Halo, farther off. Stroke at the bottom: refused."


def exercise(halo, signals, name):
    path = signals / "exercise" / f"{name}.csv"
    peaks, _ = analyze(halo, "beats", path, "--ecg", "ecg", "--rate", 256)
    reference = by_beats([line["time"] for line in peaks if "time" in line])
    blind, _ = analyze(halo, "heart-rate", path, "--ppg", "ppg", "--rate", 256)
    seeing, _ = analyze(halo, "heart-rate", path, "--ppg", "ppg", "--rate", 256, "--acceleration", "ax,ay,az")
    return path, reference, blind, seeing


def movement(halo, signals, report):
    counts = {"with": [0, 0, 0, 0], "without": [0, 0, 0, 0]}
    confident, recordings = 0, {}
    for name in ("s1_high_resistance_bike", "s1_walk", "s2_high_resistance_bike"):
        recordings[name] = path, reference, blind, seeing = exercise(halo, signals, name)
        for key, lines in (("with", seeing), ("without", blind)):
            pairs, windows = judge(lines, reference)
            off = [abs(line["bpm"] - truth) for line, truth in pairs]
            for index, value in enumerate((windows, len(pairs), sum(e <= 5 for e in off), sum(e > 20 for e in off))):
                counts[key][index] += value
            if key == "without":
                confident += sum(line["confidence"] >= 0.9 and abs(line["bpm"] - truth) > 5 for line, truth in pairs)
    path, reference, blind, seeing = recordings["s1_walk"]
    light, x, y, z = columns(path, "ppg", "ax", "ay", "az")
    walk = drawing.Picture("A minute of walking", "Light and acceleration at the wrist, and the heart rate with and without the accelerometer beside the electrocardiogram")
    walk.heading("A minute of walking, at the wrist")
    walk.note(LEGEND)
    trace(walk, "Light, ten seconds", thinner(light, 256, 20, 30))
    trace(walk, "Acceleration along x, the same ten seconds", thinner(x, 256, 20, 30))
    heart_rates(walk, "Heart rate from light alone, bpm", blind, reference)
    heart_rates(walk, "With the accelerometer, bpm", seeing, reference, (40, 90))
    path, reference, blind, seeing = recordings["s2_high_resistance_bike"]
    light, = columns(path, "ppg")
    ride = drawing.Picture("A minute on a bicycle", "Light at the wrist, and the heart rate with the accelerometer beside the electrocardiogram")
    ride.heading("A minute on a bicycle, at the wrist")
    ride.note(LEGEND)
    trace(ride, "Light, ten seconds", thinner(light, 256, 20, 30))
    heart_rates(ride, "Heart rate with the accelerometer, bpm", seeing, reference)
    left = report["sets"]["exercise"]
    aligned = report["sets"].get("exercise, delay taken out")
    delay = "A part of the error is that the light comes some seconds after the electrocardiogram."
    if aligned:
        delay += f"\nWithout this delay, {part(aligned['within'], aligned['answered'], 'answers')} are within 5 bpm."
    swing = report["sets"]["arm swing"]
    claimed = sum(b["answers"] * b["confidence"] for b in left["bins"]) / left["answered"] if left["answered"] else 0
    windows, answered, within, gross = counts["without"]
    refused = left["windows"] - left["answered"]
    rows = [
        ("walking and cycling, no accelerometer", f"{part(answered, windows, 'windows')} answered; {part(gross, answered, 'answers')} over 20 bpm off",
         f"{confident} wrong answers have a confidence of 0.9 or more"),
        ("bicycle and walk, with accelerometer", f"{part(left['within'], left['answered'], 'answers')} within 5 bpm; {left['gross']} over 20 bpm off",
         f"refuses {part(refused, left['windows'], 'windows')}; claims {100 * claimed:.0f} %"),
    ]
    hidden = sum("bpm" not in line for line in recordings["s1_walk"][3])
    return rows, f"""## Walking, without an accelerometer

Light at the wrist follows the arm. Without an accelerometer Halo cannot distinguish this rhythm from a pulse. Of {windows} windows (two rides on a bicycle and a walk, a
minute each) it answers {answered}; {within} answers are within 5 bpm, **{gross} are more than 20 bpm off**, and {confident} wrong ones have a confidence of 0.9 or more. If you
move and the device has no accelerometer, do not rely on the heart rate or its confidence.

With the accelerometer (`--acceleration`) Halo takes the movement out of the light, and refuses if the movement explains what is left. On this walk it refuses
{part(hidden, len(recordings["s1_walk"][3]), "windows")}. The reference is the R peaks that Halo finds in the electrocardiogram.

{shown("movement", walk, "A walk: light and acceleration, and the heart rate with and without the accelerometer beside the electrocardiogram's", "exercise")}

## On a bicycle, with an accelerometer

With a confidence learned on other sets, {part(left['answered'], left['windows'], 'windows')} of the same three recordings are
answered; {part(left['within'], left['answered'], 'answers')} are within 5 bpm and {left['gross']} more than 20 bpm off. The confidence is {100 * claimed:.0f} % on average.
{delay} On **made** light that follows real arms (*arm swing*),
{part(swing['answered'], swing['windows'], 'windows')} are answered and {part(swing['gross'], swing['answered'], 'answers')} are more than 20 bpm off.

{shown("bicycle", ride, "A minute on a bicycle: light, and the heart rate with the accelerometer beside the electrocardiogram's", "exercise")}
"""


def judged(lines, truth, tolerance=0.15, furthest=0.4):
    """Returns, after the best constant lag, the true beats found, extra ones (with their confidence), and missed ones."""
    times = [line["time"] for line in lines]
    lag = max((k / 100 for k in range(-int(100 * furthest), int(100 * furthest) + 1)),
              key=lambda lag: (matched([time - lag for time in times], truth, tolerance), -abs(lag)))
    right, extra, free = [], [], list(truth)
    for line in lines:
        time = line["time"] - lag
        near = min(free, key=lambda other: abs(other - time), default=None)
        if near is not None and abs(near - time) <= tolerance:
            free.remove(near)
            right.append(line["time"])
        else:
            extra.append(line)
    return right, extra, [time + lag for time in free]


def worst_stretch(places, seconds, most):
    """Returns the start of the stretch of `seconds` that contains most of these places."""
    return max((min(max(0, place - seconds / 2), most - seconds) for place in places),
               key=lambda first: sum(first <= place <= first + seconds for place in places), default=0)


def beat_picture(title, values, rate, lines, truth, seconds, reference, **how):
    right, extra, missed = judged(lines, truth, **how)
    first = worst_stretch([line["time"] for line in extra] + missed, seconds, len(values) / rate - 0.1)
    picture = drawing.Picture(title, f"{seconds} seconds of the signal with the beats that Halo found and those of the reference")
    picture.heading(title)
    picture.note(f"The worst {seconds} seconds. Upper strokes: beats that Halo found; lower ones: {reference}. Cross: an extra or a missed beat.")
    points = thinner(values, rate, first, first + seconds, 700)
    low, high = spread_of(points)
    panel = picture.panel((first, first + seconds), (low - 0.35 * (high - low), high + 0.1 * (high - low)), 160, left=24)
    panel.line(points)
    panel.strokes([line["time"] for line in lines], 0.13, 0.22, "mark")
    panel.strokes(right + missed, 0.02, 0.11, "truth")
    panel.crosses([(line["time"], high + 0.03 * (high - low)) for line in extra])
    panel.crosses([(time, high + 0.03 * (high - low)) for time in missed])
    panel.below([first, first + seconds], lambda value: f"{value:.0f} s")
    return picture, right, extra, missed


def dicrotic(halo, signals):
    path = signals / "rest" / "heartpy-data3.csv"
    lines, _ = analyze(halo, "beats", path, "--ppg", "hr", "--time", "t", "--time-unit", "s", "--quality")
    lines = [line for line in lines if "time" in line]
    gaps = [(b["time"] - a["time"], a["time"], b) for a, b in zip(lines, lines[1:])]
    usual = statistics.median(gap for gap, _, _ in gaps)
    short = [(start, line) for gap, start, line in gaps if gap < 0.7 * usual]
    doubtful = sum(line["confidence"] < 0.9 for _, line in short)
    times, values = columns(path, "t", "hr")
    first = worst_stretch([start for start, _ in short], 10, times[-1])
    picture = drawing.Picture("Pulses with a strong second wave", "Ten seconds of light with the beats that Halo found")
    picture.heading("Pulses with a strong second wave")
    picture.note("Ten seconds with the most short intervals. Strokes: beats that Halo found. Cross: the second beat of a short interval. No reference for single beats.")
    points = [(t, v) for t, v in zip(times, values) if first <= t <= first + 10]
    low, high = spread_of(points)
    panel = picture.panel((first, first + 10), (low - 0.2 * (high - low), high + 0.1 * (high - low)), 150, left=24)
    panel.line(points)
    panel.strokes([line["time"] for line in lines], 0.03, 0.13, "mark")
    panel.crosses([(line["time"], high + 0.03 * (high - low)) for _, line in short])
    panel.below([first, first + 10], lambda value: f"{value:.0f} s")
    return [("pulses with a strong second wave", f"{len(lines):,} beats for about 1,130; {part(len(short), len(gaps), 'intervals')} are short",
             f"the second beats of {doubtful} of the {len(short)} have a confidence below 0.9")], f"""## Pulses with a strong second wave

Some arteries send back an echo, the dicrotic wave, which can look like a beat. In eleven minutes with about 1,130 beats Halo finds {len(lines):,}.
{part(len(short), len(gaps), "intervals")} are shorter than 0.7 of the usual one: a second wave was counted, or the beat really came early. Of their second beats {doubtful} have a confidence below
0.9. HRV leaves these intervals out or refuses.

{shown("dicrotic", picture, "Ten seconds of pulses with second waves, the beats that Halo found, and short intervals between them", "heartpy")}
"""


def contact(halo, signals):
    folder = signals / "physionet"
    values, rate = beats.lights(folder)["a103l"]
    lines, _ = analyze(halo, "beats", folder / "a103l", "--ppg", "PLETH", "--quality")
    truth = beats.truth(folder / "a103l_ecg_beats_s.csv")
    picture, right, extra, missed = beat_picture("A finger clip that moves", values, rate, [line for line in lines if "time" in line], truth, 12, "those of the electrocardiogram")
    doubtful = sum(line["confidence"] < 0.9 for line in extra)
    return [("a clip that moves or loses contact", f"{part(len(missed), len(truth), 'beats')} missed; {part(len(extra), len(right) + len(extra), 'found ones')} extra",
             f"{doubtful} of the {len(extra)} extra beats have a confidence below 0.9")], f"""## Lost contact

In five and a half minutes in intensive care, in which the clip moves and comes off, {part(len(missed), len(truth), "beats")} are missed, and
{part(len(extra), len(right) + len(extra), "beats")} that Halo reports are extra. Of the extra ones {doubtful} have a confidence below 0.9. In minutes without clear beats, Halo
reports no beats. The reference was found by a program in a noisy electrocardiogram, so some of its own beats may be wrong.

{shown("contact", picture, "Twelve seconds in which the clip moves, with beats found and the electrocardiogram's", "a103l")}
"""


def refused_at_rest(halo, signals):
    counts, worst = [], None
    for name, _, times, light, reference in heart_rate.at_rest(signals):
        if not name.startswith("subject"):
            continue
        lines, _ = heart_rate.halo_windows(halo, [heart_rate.thinned(times, light, 30)], 30)
        pairs, windows = judge(lines, reference)
        counts.append((len(pairs), windows))
        if worst is None or len(pairs) / windows < worst[0]:
            worst = (len(pairs) / windows, name, times, light, lines, reference, len(pairs), windows)
    _, name, times, light, lines, reference, answered, windows = worst
    points = [(t, v) for t, v in zip(times, light) if 20 <= t <= 35]
    picture = drawing.Picture("At rest, and still refused", "Light of a finger on a camera, and the heart rate beside a chest strap's")
    picture.heading("At rest, and still refused")
    picture.note(LEGEND)
    trace(picture, "Light (red), fifteen seconds", points)
    heart_rates(picture, "Heart rate, bpm", lines, reference)
    everything, told = sum(w for _, w in counts), sum(a for a, _ in counts)
    least = min(a / w for a, w in counts)
    return [("a finger on a camera at rest", f"{part(everything - told, everything, 'windows')} refused; of one person {windows - answered} of {windows}",
             "refused: “no pulse stands out from the noise”")], f"""## Refused at rest

Halo refuses good light too. Of {len(counts)} people who hold a finger on a phone's camera, {part(everything - told, everything, "windows")} are refused, and not equally:
of the person below {part(windows - answered, windows, "windows")}. In this light a change of the finger's pressure is far stronger than the pulse.

{shown("rest", picture, "A person at rest: light that drifts, and the heart rate beside a chest strap's", "welltory")}
"""


def lively_pulse(swing, rate=25, seconds=150):
    """Returns a noise-free synthetic pulse of 66 bpm that breathing speeds up and slows down by `swing`, and its heart rate in bpm at each sample."""
    light, rates, phase = [], [], 0.0
    for index in range(rate * seconds):
        rates.append(66 * (1 + swing * math.sin(2 * math.pi * index / rate / 9)))
        phase = (phase + rates[-1] / 60 / rate) % 1
        light.append(1000 + 10 * math.exp(-((phase - 0.2) / 0.08) ** 2) + 3 * math.exp(-((phase - 0.5) / 0.1) ** 2))
    return light, rates


def lively(halo, signals):
    swings, counts = (0.05, 0.1, 0.15, 0.2, 0.3), []
    for swing in swings:
        light, rates = lively_pulse(swing)
        lines, _ = heart_rate.halo_windows(halo, [light], 25)
        pairs, windows = judge(lines, lambda start: statistics.mean(rates[int(25 * start):int(25 * (start + WINDOW))]))
        counts.append((len(pairs), sum(abs(line["bpm"] - truth) <= 5 for line, truth in pairs), windows))
    picture = drawing.Picture("A lively pulse", "A made pulse whose rate follows breath, and the share of windows answered by how much it does")
    picture.heading("A lively pulse: the heart rate follows breath")
    trace(picture, f"Made light, ± {100 * swings[-1]:.0f} %, twelve seconds", thinner(light, 25, 20, 32))
    picture.heading("Windows answered, by how far the rate swings")
    panel = picture.panel((0, len(swings)), (0, 1.15), 130)
    for index, (swing, (answered, within, windows)) in enumerate(zip(swings, counts)):
        panel.bar(index + 0.15, index + 0.85, answered / windows)
        picture.text(panel.x(index + 0.5), panel.y(answered / windows) - 4, f"{100 * answered / windows:.0f} %", "ink", 11, "middle")
        picture.text(panel.x(index + 0.5), panel.top + panel.height + 14, f"± {100 * swing:.0f} %", "faint", 11, "middle")
    panel.beside([0, 0.5, 1], lambda value: f"{100 * value:.0f} %")
    answered, within, windows = map(sum, zip(*counts))
    hardest = counts[-1]
    return [("a lively pulse (made, follows breath)", f"at ± {100 * swings[-1]:.0f} %, {part(hardest[2] - hardest[0], hardest[2], 'windows')} refused; "
             f"{part(within, answered, 'answers')} of all swings within 5 bpm", "refused")], f"""## A lively pulse

The heart of a young and healthy person at rest speeds up and slows down with breath. Its power is then spread over many frequencies, and nothing stands out. On **made** light without
any noise at 66 bpm, {part(windows - answered, windows, "windows")} are refused; if the rate swings by 30 %, {part(hardest[2] - hardest[0], hardest[2], "windows")}. {part(within, answered, "answers")} are
within 5 bpm of the window's mean. If your pulse is such, expect gaps during slow breathing.

{shown("lively", picture, "A made pulse that follows breath, and the share of windows answered by how far its rate swings", "lively")}
"""


def nothing(halo, signals):
    counts, best, sure = {kind: [0, 0] for kind in no_pulse.KINDS}, {}, []
    for kind, rate, light, axes in no_pulse.recordings(77, signals.parent):
        lines, _ = heart_rate.halo_windows(halo, [light] + (axes or []), rate)
        told = sum("bpm" in line for line in lines)
        counts[kind][0] += len(lines)
        counts[kind][1] += told
        sure += [line["confidence"] for line in lines if "bpm" in line]
        if kind not in best or told > best[kind][0]:
            best[kind] = (told, rate, light, lines)
    worst = max(counts, key=lambda kind: counts[kind][1] / counts[kind][0])
    picture = drawing.Picture("No pulse, and an answer", "Light without a pulse that Halo answered")
    picture.heading("No pulse, and an answer")
    picture.note("The recordings with the most answers. Cross: an answer, which is always wrong here. Stroke: refused.")
    for kind in dict.fromkeys((worst, "idle ring")):
        told, rate, light, lines = best[kind]
        if told:
            trace(picture, f"{kind.capitalize()}, {rate:g} samples a second, 20 s", thinner(light, rate, 20, 40))
            heart_rates(picture, f"{told} of {len(lines)} windows have an answer, bpm", lines, None)
    windows, told = (sum(row[index] for row in counts.values()) for index in (0, 1))
    rows = "\n".join(f"| {kind} | {part(told, windows, 'windows')} |" for kind, (windows, told) in counts.items())
    high = sum(value >= 0.9 for value in sure)
    return [("no pulse in the light", f"{part(told, windows, 'windows')} answered; {worst}: {counts[worst][1]} of {counts[worst][0]:,}",
             f"{part(high, len(sure), 'answers')} have a confidence of 0.9 or more")], f"""## No pulse

A ring on a table, or a loose strap, sends light too. No window of it should have an answer; {part(told, windows, "windows")} do, most often of {worst}:

| light without a pulse | answered |
| --- | --- |
{rows}

Slow breathing has harmonics in the range of a pulse, and mains hum folds into it. Of these answers {part(high, len(sure), "answers").replace(" answers", "")} have a confidence of 0.9 or
more, at most {max(sure, default=0):.2f}. All kinds but the last are made.

{shown("no-pulse", picture, "Light without a pulse, and the few windows that Halo answers", "made")} *Ring: {SOURCES["ring"]}; interpolated by its author from about four samples a second.*
"""


def noisy_ecg(halo, signals, values_):
    folder = signals / "noise-stress"
    values = [float(line) for line in (folder / "118e06-ecg-360hz.csv").read_text().split()]
    truth = [float(line) / 360 for line in (folder / "118e06-annotations-sample-index.csv").read_text().split()]
    lines, _ = analyze(halo, "beats", folder / "118e06-ecg-360hz.csv", "--ecg", "1", "--no-header", "--rate", 360, "--quality")
    picture, right, extra, missed = beat_picture("An electrocardiogram with noise", values, 360, [line for line in lines if "time" in line], truth, 10,
                                                 "annotated ones", furthest=0.05)
    doubtful = sum(line["confidence"] < 0.9 for line in extra)
    return [("ECG with noise of moving electrodes, 6 dB", f"{part(len(missed), len(truth), 'beats')} missed; {part(len(extra), len(right) + len(extra), 'found ones')} extra",
             f"{doubtful} of the {len(extra)} extra beats have a confidence below 0.9")], f"""## An electrocardiogram with noise

Electrodes that move make noise of the same shape as a beat. At 6 dB (the signal has four times the noise's power), in two minutes {part(len(missed), len(truth), "beats")} are
missed, and {part(len(extra), len(right) + len(extra), "beats")} that Halo reports are extra; {doubtful} of these have a confidence below 0.9. If nothing can be read, a minute has no
beats. At 24 dB F1 is {values_.get("r-peaks.noise-24-db.f1", 0):.1f} %. Only one person's electrocardiogram was tried with noise.

{shown("ecg", picture, "Ten seconds of a noisy electrocardiogram with beats found and annotated", "118e06")}
"""


def four_samples(halo, signals):
    pulse, total, answered, within, mirrored, example = 140, 0, 0, 0, 0, None
    for name, _, times, light, reference in heart_rate.at_rest(signals):
        if name.startswith("subject"):
            continue
        known = [value for value in map(reference, range(0, 280, 8)) if value]
        factor = pulse / statistics.median(known)
        played = heart_rate.thinned(times, light, 30)[:9000]
        fast = [index / (30 * factor) for index in range(len(played))]
        slow = heart_rate.thinned(fast, played, 4)

        def truth(start, reference=reference, factor=factor):
            values = [reference(start * factor + WINDOW * (factor - 1) * k / 2) for k in range(3)]
            return None if None in values else factor * statistics.mean(values)
        lines, _ = heart_rate.halo_windows(halo, [slow], 4)
        pairs, windows = judge(lines, truth)
        total, answered = total + windows, answered + len(pairs)
        within += sum(abs(line["bpm"] - known) <= 5 for line, known in pairs)
        mirrored += sum(abs(line["bpm"] - (240 - known)) <= 5 for line, known in pairs)
        if example is None or len(pairs) > example[0]:
            example = (len(pairs), [(t, v) for t, v in zip(fast, played)], slow, lines, truth)
    _, whole, slow, lines, truth = example
    picture = drawing.Picture("Four samples a second", "Light with a fast pulse, its samples, and the heart rate that they show")
    picture.heading("A pulse of 140 bpm in four samples a second")
    picture.note("Thin line: the light. Dots: the samples, which draw a slower wave.")
    points = [(t, v) for t, v in whole if 20 <= t <= 26]
    panel = trace(picture, "Six seconds", points, 110)
    panel.dots([(index / 4, value) for index, value in enumerate(slow)])
    panel.line([(index / 4, value) for index, value in enumerate(slow) if 20 <= index / 4 <= 26], "mark")
    picture.note(LEGEND)
    heart_rates(picture, "Heart rate, bpm", lines, truth)
    return [("a pulse above 120 bpm at 4 samples a second", f"{part(answered, total, 'windows')} answered; {part(mirrored, answered, 'answers')} are 240 less the pulse",
             "the report has a note; the confidence does not show it")], f"""## Four samples a second

Some rings send about four samples a second. A pulse above 120 bpm then looks exactly like one of 240 less the pulse, and no arithmetic can distinguish them. Six recordings at rest,
played faster so that the pulse is about {pulse} bpm: {part(answered, total, "windows")} are answered, {within} within 5 bpm of the pulse, and **{part(mirrored, answered, "answers")} are its
mirror image**. A pulse between 110 and 120 bpm is refused. The report of `halo analyze heart-rate` has a note at such rates. During exercise, do not trust a value from four samples a second.

{shown("four-samples", picture, "A fast pulse whose four samples a second draw a slower wave", "oximetry")} *Played faster.*
"""


def faulty_intervals(halo, signals):
    counts, worst = {share: [0, 0, 0] for share in hrv.SHARES}, None
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "intervals.csv"
        for name, series in hrv.clean_series(signals):
            truth = rmssd(series)
            for share in hrv.SHARES:
                faulty = faults.injected(series, "mixed", share, name)
                answer = hrv.of_intervals(halo, path, faulty)
                count = counts[share]
                count[0] += 1
                if "rmssd" not in answer:
                    count[2] += 1
                    continue
                off = abs(answer["rmssd"] / truth - 1)
                count[1] += off > 0.1
                if worst is None or off > worst[0]:
                    worst = (off, name, series, faulty, share, truth, answer)
    off, name, series, faulty, share, truth, answer = worst
    low, high = answer["range"]["rmssd"]
    picture = drawing.Picture("Intervals with faulty beats", "Intervals between heartbeats before and after faults were put in")
    picture.heading(f"Intervals with {100 * share:.0f} % faulty beats")
    picture.note(f"The worst answer. RMSSD without faults {truth:.1f} ms; Halo's answer {answer['rmssd']:.1f} ms, range {low:.1f} to {high:.1f} ms.")
    up = drawing.spread(series + faulty)
    for title, values in (("As measured, ms", series), ("With faults, ms", faulty)):
        picture.heading(title)
        panel = picture.panel((0, max(len(series), len(faulty))), up, 110)
        panel.line(list(enumerate(values)), "other")
        panel.dots(list(enumerate(values)), size=1.8)
        panel.beside([min(series), max(series)], lambda value: f"{value:.0f}")
    six, ten = counts[0.06], counts[0.1]
    rows = "\n".join(f"| {100 * share:.0f} % | {part(wrong, all - lost, 'answers')} | {part(lost, all, 'series')} |" for share, (all, wrong, lost) in counts.items())
    return [("intervals with 6 or 10 % mixed faults", f"RMSSD over 10 % off: {six[1]} of {six[0] - six[2]} and {ten[1]} of {ten[0] - ten[2]} answers",
             "counts of faults, a range, and refusal above 10 % found")], f"""## Faulty intervals

One missed or extra beat can double RMSSD. Halo removes beats that break rules, counts them in the answer, and refuses above one in ten. Beats that are
only a little out of place (up to 15 % of the interval) break no rule. "Mixed" faults have some of these, in {counts[0.06][0]} series of some 100 intervals:

| faults | RMSSD more than 10 % off | refused |
| --- | --- | --- |
{rows}

{shown("intervals", picture, "A series of intervals before and after faults were put in", "welltory")} *Faults by `Benchmarks/Accuracy/faults.py`.*
"""


def shaking(rate=50, seconds=60):
    return [(0.02 * math.sin(7 * i / rate), 0.0, 1 + 0.3 * math.sin(2 * math.pi * 2 * i / rate)) for i in range(rate * seconds)]


def uneven_walk(shortest, longest, seed, rate=100, seconds=60):
    """Returns synthetic acceleration in g of soft impacts whose distance varies between two times, and their number."""
    chance, impacts = random.Random(seed), [1.0]
    while impacts[-1] < seconds - 1:
        impacts.append(impacts[-1] + chance.uniform(shortest, longest))
    impacts.pop()
    up = [1 + chance.gauss(0, 0.004) for _ in range(rate * seconds)]
    for impact in impacts:
        for index in range(max(0, int(rate * (impact - 0.4))), min(len(up), int(rate * (impact + 0.6)))):
            since = index / rate - impact
            up[index] += 0.13 * math.exp(-(since / 0.13) ** 2) - 0.06 * math.exp(-((since - 0.3) / 0.15) ** 2) + 0.16 * math.exp(-((since - 0.03) / 0.025) ** 2)
    return [(chance.gauss(0, 0.005), chance.gauss(0, 0.005), value) for value in up], len(impacts)


def slow_walks(halo, signals):
    paces, counted = ((0.45, 0.55), (0.6, 0.9), (0.8, 1.2), (1.1, 1.5), (0.5, 1.5)), []
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "walk.csv"
        for pace in paces:
            steps_, impacts = 0, 0
            for seed in range(6):
                rows, true = uneven_walk(*pace, seed)
                path.write_text("x,y,z\n" + "".join(f"{x:.4f},{y:.4f},{z:.4f}\n" for x, y, z in rows))
                (answer,), _ = analyze(halo, "steps", path, "--rate", 100, "--unit", "g")
                steps_, impacts = steps_ + (answer.get("steps") or 0), impacts + true
            counted.append((steps_, impacts))
    path = signals / "clinical-walking" / "HA_002_Test11_Trial1.csv"
    (person,), _ = analyze(halo, "steps", path, "--acceleration", "ax,ay,az", "--rate", 100, "--unit", "g")
    x, y, z = columns(path, "ax", "ay", "az")
    length = [math.sqrt(a * a + b * b + c * c) for a, b, c in zip(x, y, z)]
    picture = drawing.Picture("Slow and uneven walks", "Acceleration of an older person, and the share of steps counted of made walks")
    picture.heading("An older person about a household")
    picture.note("The acceleration's length at the lower back, 20 seconds.")
    busiest = max(range(0, len(length) // 100 - 20), key=lambda at: statistics.pvariance(length[100 * at:100 * at + 2000]))
    trace(picture, f"{person.get('steps') or 0} steps of 46 in 160 s", thinner(length, 100, busiest, busiest + 20))
    picture.heading("Made walks: steps counted, by seconds between them")
    panel = picture.panel((0, len(paces)), (0, 2.1), 130)
    for index, ((low, high), (steps_, true)) in enumerate(zip(paces, counted)):
        panel.bar(index + 0.15, index + 0.85, min(steps_ / true, 1.9))
        picture.text(panel.x(index + 0.5), panel.y(min(steps_ / true, 1.9)) - 4, f"{100 * steps_ / true:.0f} %", "ink", 11, "middle")
        picture.text(panel.x(index + 0.5), panel.top + panel.height + 14, f"{low:g}–{high:g} s", "faint", 11, "middle")
    panel.beside([0, 0.5, 1, 1.5, 2], lambda value: f"{100 * value:.0f} %")
    slowest, widest = counted[3], counted[4]
    return [("slow and uneven walks (made)", f"{slowest[0]} steps for {slowest[1]} at 1.1 to 1.5 s a step; {widest[0]} for {widest[1]} at 0.5 to 1.5 s",
             "not at all" if "confidence" not in person else "the bouts' confidence")], f"""## Slow and uneven walks

One older person's recording is all there is: {person.get("steps") or 0} steps of 46. The constants were chosen on that recording, so it proves little. On **made** walks of soft
impacts, six minutes of each kind, Halo counts {counted[0][0]} steps for {counted[0][1]} at a step every half second, {slowest[0]} for {slowest[1]} at 1.1 to 1.5 s, and {widest[0]} for
{widest[1]} if the time between steps varies from 0.5 to 1.5 s. People with a stick, a walker or a limp may be counted short, at 0, or twice.

{shown("slow-walks", picture, "An older person's acceleration, and the share of steps counted of made walks by the time between steps", "clinical")}
"""


def walks(halo, signals):
    lengths, counted, sure = (6, 8, 10, 12, 15, 20, 30, 60), {}, []
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "walk.csv"
        with (signals / "steps" / "optimisation_truth.csv").open() as file:
            truth = {row["track"]: (float(row["seconds"]), int(row["true_steps"])) for row in csv.DictReader(file)}
        recordings = [(source, steps_) for kind, source, _, steps_ in steps.walks(signals) if kind == "walks"]
        for source, true in recordings:
            seconds = truth[source.stem][0]
            head, *rows = source.read_text().splitlines()
            for length in lengths:
                path.write_text("\n".join([head] + rows[3000:3000 + 50 * length]) + "\n")
                (answer,), _ = analyze(halo, "steps", path, "--acceleration", "x_mg,y_mg,z_mg", "--rate", 50, "--unit", "mg")
                row = counted.setdefault(length, [0, 0.0])
                row[0] += answer.get("steps") or 0
                if length == 8 and "confidence" in answer:
                    sure.append(answer["confidence"])
                row[1] += true * length / seconds
        path.write_text("x,y,z\n" + "".join(f"{x:.4f},{y:.4f},{z:.4f}\n" for x, y, z in shaking()))
        (answer,), _ = analyze(halo, "steps", path, "--rate", 50, "--unit", "g")
        shaken, sure_of_shaking = answer.get("steps") or 0, answer.get("confidence")
    picture = drawing.Picture("Steps of short walks", "The share of steps that Halo counts, by the length of the walk")
    picture.heading("Steps counted, by the length of the walk")
    picture.note(f"Pieces from the middle of {len(recordings)} walks, nothing before and after them.")
    panel = picture.panel((0, len(lengths)), (0, 1.15), 140)
    for index, length in enumerate(lengths):
        share = counted[length][0] / counted[length][1]
        panel.bar(index + 0.15, index + 0.85, share)
        picture.text(panel.x(index + 0.5), panel.y(share) - 4, f"{100 * share:.0f} %", "ink", 11, "middle")
        picture.text(panel.x(index + 0.5), panel.top + panel.height + 14, f"{length} s", "faint", 11, "middle")
    panel.beside([0, 0.5, 1], lambda value: f"{100 * value:.0f} %")
    eight, minute = counted[8], counted[60]
    of_short = f"confidence {statistics.mean(sure):.2f} on average" if sure else "not at all"
    of_shaking = "not at all" if sure_of_shaking is None else f"confidence {sure_of_shaking:.2f}"
    return [("walks of 8 s", f"{part(eight[0], round(eight[1]), 'steps')} counted", of_short),
            ("shaking as regular as a walk (made)", f"{shaken} steps in a minute at 2 Hz", of_shaking)], f"""## Short walks, and shaking

Walking counts only after some ten seconds, so that gestures are no steps. Of walks of 8 s {part(eight[0], round(eight[1]), "steps")} are counted, of a minute
{part(minute[0], round(minute[1]), "steps")}; the true steps of a piece are those of the whole walk in proportion. In a household most walks are short.

{shown("short-walks", picture, "The share of steps counted, by the length of the walk from six seconds to a minute", "steps")}

**Shaking**: a minute of *made* shaking at 2 Hz counts as {shaken} steps. Arms that stay still (a pram, a trolley, hands in pockets) and a finger
were not measured.
"""


def nights(halo, signals, values):
    path = signals / "sleep" / "epochs.csv"
    with path.open() as file:
        rows = list(csv.DictReader(file))
    keys = [(row["subject"], int(row["epoch"])) for row in rows]
    lines, _ = analyze(halo, "sleep", path, "--movement", "count", "--epoch", 30, "--group", "subject", "--heart-rate-sd", "hr_sd")
    answers = {(line["subject"], line["epoch"]): line for line in lines if "stage" in line}
    by_night = {}
    for key, row in zip(keys, rows):
        by_night.setdefault(key[0], []).append((sleep.FROM_PSG[int(row["psg"])], answers.get(key, {})))
    awake = found = confident = missed = 0
    worst = None
    for subject, epochs in by_night.items():
        asleep = [index for index, (truth, _) in enumerate(epochs) if truth != "wake"]
        inside = [answer for truth, answer in epochs[asleep[0]:asleep[-1]] if truth == "wake"]
        lost = [answer for answer in inside if answer.get("stage") != "wake"]
        awake, found = awake + len(inside), found + len(inside) - len(lost)
        missed, confident = missed + len(lost), confident + sum(answer.get("confidence", 0) >= 0.8 for answer in lost)
        if worst is None or len(lost) > worst[0]:
            worst = (len(lost), len(inside), subject, epochs)
    lost, inside, _, epochs = worst
    levels = {"deep": 0, "light": 1, "rem": 2, "wake": 3}
    picture = drawing.Picture("A night", "Stages by polysomnography and by Halo")
    picture.heading("A night: wake that looks like sleep")
    picture.note(f"The night with the most wake missed: {lost} of {inside} epochs after sleep onset. Strokes at the top: wake that Halo calls sleep.")
    for title, of in (("Polysomnography", lambda truth, answer: truth), ("Halo", lambda truth, answer: answer.get("stage"))):
        picture.heading(title)
        panel = picture.panel((0, len(epochs) / 120), (-0.3, 3.6), 90, left=52)
        points = []
        for index, (truth, answer) in enumerate(epochs):
            stage = levels.get(of(truth, answer))
            points += [(index / 120, stage), ((index + 1) / 120, stage)] if not points or points[-1][1] != stage else []
            points[-1] = ((index + 1) / 120, stage)
        panel.line(points, "truth" if title != "Halo" else "mark")
        if title == "Halo":
            onset = next(index for index, (truth, _) in enumerate(epochs) if truth != "wake")
            panel.strokes([index / 120 for index, (truth, answer) in enumerate(epochs)
                           if index > onset and truth == "wake" and answer.get("stage") != "wake"], 0.9, 1, "cross")
        panel.beside([0, 1, 2, 3], lambda level: ("deep", "light", "REM", "wake")[level])
        panel.below(range(0, int(len(epochs) / 120) + 1, 2), lambda hour: f"{hour} h")
    kappa, wake, error = (values.get(f"sleep.{name}") for name in ("stages.kappa", "wake.found", "stages.calibration"))
    people = len(by_night)
    everything = [pair for epochs in by_night.values() for pair in epochs]
    light = {name: (sum(truth == name and answer.get("stage") == "light" for truth, answer in everything), sum(truth == name for truth, _ in everything))
             for name in ("rem", "deep")}
    return [("awake in bed without moving", f"{part(found, awake, 'epochs')} awake after onset found, on nights that it learned from",
             f"{part(confident, missed, 'missed epochs')} have a confidence of 0.8 or more"),
            ("stages of sleep", f"kappa {kappa:.2f} on {people} people who were each held out of the training (1 is agreement)",
             f"confidence off by {error:.3f} on average")], f"""## Sleep: wake that looks like sleep, and stages

A person who lies awake without moving looks asleep. Of all epochs awake, {wake:.0f} % are found in {people} people who were each held out of the training
([figures](accuracy-movement.md)). After sleep onset it is worse: even on nights that the stager learned from, {part(found, awake, "epochs")} are found;
{part(confident, missed, "missed epochs")} have a confidence of 0.8 or more. **Halo's time awake after sleep onset is therefore too short, and its sleep efficiency too high.**

Stages agree with polysomnography with a kappa of {kappa:.2f} (held-out people); two human scorers reach about 0.76 (Lee et al. 2022). Of REM {part(*light["rem"], "epochs")} and of deep
sleep {part(*light["deep"], "epochs")} are called light, on nights that the stager learned from. The picture shows the one of these on which most wake is missed.

{shown("sleep", picture, "Two hypnograms of one night, by polysomnography and by Halo, with the wake that Halo calls sleep", "sleep")}
"""


PEOPLE = """## People and devices that are not in the data

Every share on this page and in [accuracy.md](accuracy.md) is of few people. A case that was never tried can fail in any way, with any confidence.

| what | people in the data | not in the data |
| --- | --- | --- |
| heart rate at rest | 14: 11 with a finger on a phone's camera, 3 in an experiment with little oxygen | a ring's or a watch's own light at rest; children; pregnancy; cold hands; tattoos. No set here says what skin tone its people have |
| heart rate in movement | 2 people on a bicycle and walking, 3 minutes in all; the rest is made | real runs, strength training, swimming, daily life |
| beats and HRV | 2 in intensive care, 11 with a camera, some examples | atrial fibrillation, many ectopic beats, pacemakers; a whole night |
| electrocardiogram | 4 people | patches and straps in movement |
| steps | 4 people who walk on purpose, 1 older person about a household | a finger; sticks, walkers, wheelchairs; prams; real runs |
| sleep | 23 people without a diagnosis, one night each in a laboratory | insomnia, apnea, shift work, naps, children; a finger |
| SpO₂ | none | all: no calibration is shipped, so Halo gives no value from light |

If you have such a recording with a reference and may share it, open an issue.
"""


def page(halo, shared, values):
    """Returns the page. `values` are the measured figures by name (`MeasuredAccuracy`), for measurements that take too long here."""
    signals = shared / "signals"
    parts = [movement(halo, signals, heart_rate.unseen()), nothing(halo, signals), four_samples(halo, signals), refused_at_rest(halo, signals),
             lively(halo, signals), dicrotic(halo, signals), contact(halo, signals), noisy_ecg(halo, signals, values), faulty_intervals(halo, signals), walks(halo, signals),
             slow_walks(halo, signals), nights(halo, signals, values)]
    rows = "\n".join(f"| {what} | {often} | {how} |" for some, _ in parts for what, often, how in some)
    return f"""# Where it fails

Halo's own arithmetic is wrong in known ways. This page shows each: what goes wrong, how often and of how many, and whether Halo shows it by a refusal or a low confidence. The
pictures show the recording, Halo's answers and the reference. `scripts/accuracy --pictures` writes this page and draws the pictures from recordings through the program `halo`;
[accuracy.md](accuracy.md) has all measurements, including the good ones.

| what | how often | how Halo shows it |
| --- | --- | --- |
{rows}

Heart rate is judged in windows of eight seconds, and *right* is within 5 bpm.

""" + "\n".join(text for _, text in parts) + "\n" + PEOPLE
