"""Steps of walks with known truth, and of ten minutes each of synthetic sitting, typing and driving."""
import csv
import json
import math
import pathlib
import random
import tempfile
import time

import confidence
from peers import PEERS, analyze, selected

TITLE = "Steps"
ORDER = 40


def walks(signals):
    """Yields kind, file, options for reading it, and true steps of each recording."""
    folder = signals / "steps"
    with (folder / "optimisation_truth.csv").open() as file:
        for row in selected(csv.DictReader(file)):
            path = folder / "optimisation_50hz" / (row["track"] + ".csv")
            if path.exists():
                yield "walks", path, ("x_mg,y_mg,z_mg", "--rate", 50, "--unit", "mg"), int(row["true_steps"])
    with (folder / "validation_truth.csv").open() as file:
        for row in selected(csv.DictReader(file)):
            for path in folder.glob(f"validation/{row['track']}_*.csv"):
                options = ("2,3,4", "--no-header", "--time", "1", "--time-unit", "ns", "--unit", "m/s2")
                yield "validation", path, options, int(row["true_steps"])


def still_life(rate=50, seconds=600):
    """Returns synthetic acceleration in g without walking: sitting, typing (knocks, three to eight per second), driving (a body on springs on a
    rough road, and an engine)."""
    chance = random.Random(14)
    body = speed = tap = 0.0
    wait = 10
    rows = {"sitting": [], "typing": [], "driving": []}
    for sample in range(rate * seconds):
        at = sample / rate
        rows["sitting"].append((chance.gauss(0, 0.01), chance.gauss(0, 0.01), 1 + chance.gauss(0, 0.01)))
        wait -= 1
        if wait == 0:
            wait = chance.randint(6, 16) + (100 if chance.random() < 0.05 else 0)
            tap = chance.uniform(0.03, 0.15)
        rows["typing"].append((chance.gauss(0, 0.005), 0.02 * math.sin(at / 20), 1 + tap + chance.gauss(0, 0.005)))
        tap *= -0.4
        speed += (-(2 * math.pi * 1.5) ** 2 * body - 2 * 0.3 * 2 * math.pi * 1.5 * speed) / rate + chance.gauss(0, 0.3)
        body += speed / rate
        rows["driving"].append((chance.gauss(0, 0.03), chance.gauss(0, 0.03) + 0.05 * math.sin(at / 9),
                                1 + 3 * body + chance.gauss(0, 0.05) + 0.03 * math.sin(2 * math.pi * 23 * at)))
    return rows


def made_run(cadence, swing, rate=50, seconds=120):
    """Returns synthetic acceleration in g of a run: one bounce per step, a swing at half the rate, some noise; and its steps."""
    chance = random.Random(f"{cadence} {swing}")
    rows = []
    for sample in range(rate * seconds):
        turn = 2 * math.pi * sample / rate * cadence
        rows.append((0.9 * math.cos(turn / 2) + chance.gauss(0, 0.08), 0.5 * math.cos(turn / 2 + 2) + chance.gauss(0, 0.08),
                     1 + 0.9 * math.cos(turn) + 0.3 * math.cos(2 * turn + 0.4) + swing * math.cos(turn / 2 + 0.7) + chance.gauss(0, 0.08)))
    return rows, int(cadence * seconds)


def slow_walk(seed, rate=100, seconds=60):
    """Returns synthetic acceleration in g of slow, uneven walking: soft impacts 0.6 to 0.9 s apart; and its steps."""
    chance, times = random.Random(seed), [1.0]
    while times[-1] < seconds - 1:
        times.append(times[-1] + chance.uniform(0.6, 0.9))
    up = [1 + chance.gauss(0, 0.004) for _ in range(rate * seconds)]
    for at in times[:-1]:
        for sample in range(max(0, int(rate * (at - 0.4))), min(len(up), int(rate * (at + 0.6)))):
            since = sample / rate - at
            up[sample] += 0.18 * (0.7 * math.exp(-(since / 0.13) ** 2) - 0.35 * math.exp(-((since - 0.3) / 0.15) ** 2)
                                  + 0.9 * math.exp(-((since - 0.03) / 0.025) ** 2))
    return [(chance.gauss(0, 0.005), chance.gauss(0, 0.005), value) for value in up], len(times) - 1


def confidences():
    """Returns the calibration of the confidence on held-out people and recordings, as measured by scripts/train-step-confidence."""
    report = json.loads((pathlib.Path(__file__).parent / "steps_unseen.json").read_text())
    bins = "\n".join(f"| {row['steps']} | {row['confidence']:.2f} | {row['right']:.2f} |" for row in report["bins"])
    sets = "\n".join(f"| {name} | {'steps' if row['walking'] else 'no steps'} | {row['steps']} | {row['confidence']:.2f} |"
                     for name, row in report["sets"].items())
    drawn = confidence.diagram("confidence-steps", "Steps: is the confidence true?", {
        "each person and made recording left out": [(row["steps"], row["confidence"], row["right"]) for row in report["bins"]]})
    text = f"""
### Is the confidence true?

A bout's confidence is the probability that what it counts is steps. It is learned (`scripts/train-step-confidence`) from pieces of a minute of five
people's walks, one older person with impaired gait, and synthetic movement. There was no recording of real movement without steps that Halo would count.
Below, each person is measured with what the others taught, and each made recording with what other made recordings taught. Each set counts alike, weighted
so that nine tenths of the steps are steps. Expected calibration error {report['calibration']:.3f}.

{drawn}
| counted steps | confidence | are steps |
|---|---|---|
{bins}

| set | is | counted | mean confidence |
|---|---|---|---|
{sets}

Waving or hammering as strong and even as a walk is counted as a walk, and the confidence in the steps of the person with impaired gait is too low:
{report['sets']['impaired gait, lower back']['confidence']:.2f}, though they are steps.
"""
    figure = dict(name="steps.confidence", value=report["calibration"], unit="", target=0.07, data="walks of 6 people, made walks, runs and other movement",
                  people=6, says=f"the confidence of steps was off by {report['calibration']:.3f} on average (expected calibration error)")
    return text, figure


def rough_road(rate=50, seconds=600):
    """Returns synthetic acceleration in g of a rough road: random knocks."""
    chance, rows, knock = random.Random(5), [], 0.0
    for _ in range(rate * seconds):
        knock = -0.5 * knock + (chance.expovariate(2) if chance.random() < 0.04 else 0)
        rows.append((chance.gauss(0, 0.05), chance.gauss(0, 0.05), 1 + knock + chance.gauss(0, 0.05)))
    return rows


def scipy_peaks(length, rate):
    """A typical step counter in Python: SciPy's band-pass of 0.8-3.5 Hz, and peaks by prominence."""
    from scipy.signal import butter, find_peaks, sosfiltfilt
    band = sosfiltfilt(butter(2, [0.8, 3.5], "band", fs=rate, output="sos"), length - length.mean())
    return len(find_peaks(band, prominence=0.7 * band.std(), distance=int(0.25 * rate))[0])


def percent(name, errors, counted=None, true=None):
    worst = max(errors, key=abs)
    mean = sum(map(abs, errors)) / len(errors)
    steps = f"{counted:,} of {true:,}" if true else "–"
    return mean, abs(worst), f"| {name} | {len(errors)} | {mean:.2f} % | {worst:+.1f} % | {steps} |"


def section(halo, shared):
    errors, peer, cpu, peer_cpu = {"walks": [], "validation": []}, [], 0.0, 0.0
    counted, true = dict.fromkeys(errors, 0), dict.fromkeys(errors, 0)
    for kind, path, options, truth in walks(shared / "signals"):
        (answer,), seconds = analyze(halo, "steps", path, "--acceleration", *options)
        errors[kind].append(100 * (answer["steps"] - truth) / truth)
        counted[kind] += answer["steps"]
        true[kind] += truth
        if PEERS and kind == "walks":
            import numpy
            cpu += seconds
            before = time.process_time()
            length = numpy.linalg.norm(numpy.loadtxt(path, delimiter=",", skiprows=1), axis=1) / 1000
            peer.append(100 * (scipy_peaks(length, 50) - truth) / truth)
            peer_cpu += time.process_time() - before
    invented = {}
    with tempfile.TemporaryDirectory() as folder:
        runs = []
        for cadence in selected((2.2, 2.4, 2.6, 2.8, 3.0, 3.2)):
            for swing in (0.4, 0.8):
                rows, truth = made_run(cadence, swing)
                path = pathlib.Path(folder) / "run.csv"
                path.write_text("x,y,z\n" + "".join(f"{x:.4f},{y:.4f},{z:.4f}\n" for x, y, z in rows))
                (answer,), _ = analyze(halo, "steps", path, "--rate", 50, "--unit", "g")
                runs.append(100 * (answer["steps"] - truth) / truth)
        slow = []
        for seed in selected(range(10)):
            rows, truth = slow_walk(seed)
            path = pathlib.Path(folder) / "slow.csv"
            path.write_text("x,y,z\n" + "".join(f"{x:.4f},{y:.4f},{z:.4f}\n" for x, y, z in rows))
            (answer,), _ = analyze(halo, "steps", path, "--rate", 100, "--unit", "g")
            slow.append(100 * (answer["steps"] - truth) / truth)
        for name, rows in {**still_life(), "a rough road": rough_road()}.items():
            path = pathlib.Path(folder) / f"{name}.csv"
            path.write_text("x,y,z\n" + "".join(f"{x:.4f},{y:.4f},{z:.4f}\n" for x, y, z in rows))
            (answer,), _ = analyze(halo, "steps", path, "--rate", 50, "--unit", "g")
            invented[name] = answer["steps"]
    impaired, contacts = 0, 0
    for trial in json.loads((shared / "signals" / "clinical-walking" / "truth.json").read_text()):
        (answer,), _ = analyze(halo, "steps", shared / "signals" / "clinical-walking" / trial["file"], "--acceleration", "ax,ay,az", "--rate", 100,
                               "--unit", "g")
        impaired += answer.get("steps") or 0
        contacts += trial["contactsInContinuousWalking"]
    mean, worst, row = percent("**Halo**, both", errors["walks"] + errors["validation"], sum(counted.values()), sum(true.values()))
    lines = [percent("**Halo**, a person whose walks no constant was chosen on, six places, 100 Hz", errors["validation"], counted["validation"],
                     true["validation"])[2],
             percent("**Halo**, 48 walks of 2.5 min, 50 Hz, phones in seven places", errors["walks"], counted["walks"], true["walks"])[2], row]
    if PEERS:
        lines.append(percent("the walks by SciPy's band-pass and peaks (no test for walking)", peer)[2])
    still = ", ".join(f"{name} {steps}" for name, steps in invented.items())
    text = f"""
Steps in {len(errors['walks']) + len(errors['validation'])} recordings of a phone (Oxford step counter data), against steps counted by hand.

| | recordings | mean absolute error of a recording | worst | steps, of true steps |
|---|---|---|---|---|
""" + "\n".join(lines) + f"""

Ten minutes each of **made** acceleration without a step: {still}. {len(runs)} **made** runs of two minutes, 2.2 to 3.2 steps a second: mean absolute error
{sum(map(abs, runs)) / len(runs):.1f} %, worst {max(runs, key=abs):+.1f} %. {len(slow)} **made** slow walks of a minute, with soft impacts 0.6 to 0.9 s apart: mean absolute error
{sum(map(abs, slow)) / len(slow):.1f} %, worst {max(slow, key=abs):+.1f} %. An older person about a household ({contacts} contacts by pressure insoles, one recording of 160 s
and two of 8 s): {impaired} steps. The constants for slow walks were chosen on this recording.

*Limits*: four people who walk on purpose; the counter's constants were chosen on the 48 walks. Steps in daily life, on a finger, and of people
who walk slowly or with a stick are not validated beyond that one person, and no real run was. Walks of less than ten seconds are not counted, and
shaking as regular and as strong as walking is. At fewer than some 0.9 steps a second steps are missed, or counted twice.
"""
    if PEERS:
        text += f"\nCPU seconds for the walks, reading the files included: Halo {cpu:.2f}, SciPy {peer_cpu:.2f}.\n"
    sure, sure_figure = confidences()
    text += sure
    ran = sum(map(abs, runs)) / len(runs)
    data = "Oxford step counter, 54 recordings of phones"
    figures = [
        dict(name="steps.error", value=mean, unit="%", target=2.0, data=data, people=4,
             says=f"on walks, steps from acceleration were off by {mean:.1f} % on average"),
        dict(name="steps.worst", value=worst, unit="%", target=10.0, data=data, people=4,
             says=f"on the worst walk they were off by {worst:.1f} %"),
        dict(name="steps.invented", value=float(sum(invented.values())), unit="steps", target=0.0,
             data="40 min of made sitting, typing, driving and a rough road", people=None,
             says=f"in forty minutes without a step, {sum(invented.values())} steps were counted"),
        dict(name="steps.runs", value=ran, unit="%", target=5.0, data=f"{len(runs)} made runs", people=None,
             says=f"on made runs steps were off by {ran:.1f} % on average"),
        dict(name="steps.impaired", value=100 * abs(impaired - contacts) / contacts, unit="%", target=20.0,
             data="an older person about a household (Mobilise-D example), 160 s, on which the constants were chosen", people=1,
             says=f"of {contacts} steps of an older person, {impaired} were counted"),
        dict(name="steps.slow", value=sum(map(abs, slow)) / len(slow), unit="%", target=10.0, data=f"{len(slow)} made slow, uneven walks", people=None,
             says=f"on made slow, uneven walks steps were off by {sum(map(abs, slow)) / len(slow):.1f} % on average"),
        sure_figure,
    ]
    return text, figures
