"""Stages of nights with polysomnography: published methods, and Halo's stager on held-out people."""
import csv
import pathlib
import re
import subprocess
import sys

import confidence
from peers import PEERS, analyze

TITLE = "Sleep"
ORDER = 50
FROM_PSG = {0: "wake", 1: "light", 2: "light", 3: "deep", 4: "deep", 5: "rem"}
PUBLISHED = ("cole-kripke", "sadeh", "oakley", "scripps")


def kappa(truth, guess):
    """Returns Cohen's kappa."""
    agreed = sum(a == b for a, b in zip(truth, guess)) / len(truth)
    chance = sum(truth.count(name) * guess.count(name) for name in set(truth)) / len(truth) ** 2
    return (agreed - chance) / (1 - chance)


def two(stages):
    return ["wake" if stage == "wake" else "sleep" for stage in stages]


def staged(halo, path, keys, *options):
    lines, seconds = analyze(halo, "sleep", path, "--movement", "count", "--epoch", 30, "--group", "subject", *options)
    told = {(line["subject"], line["epoch"]): line["stage"] for line in lines}
    return [told[key] for key in keys], seconds


def other_wrist(halo, path):
    """Returns a text and figures for nights with a device that was not in the training."""
    with path.open() as file:
        rows = list(csv.DictReader(file))
    names = {"W": "wake", "N1": "light", "N2": "light", "N3": "deep", "R": "rem"}
    truth = [names[row["stage"]] for row in rows]
    lines, _ = analyze(halo, "sleep", path, "--movement", "movement", "--epoch", 30, "--group", "person", "--heart-rate-sd", "heart_deviation")
    told = {(line["person"], line["epoch"]): line for line in lines}
    lines = [told[row["person"], int(row["epoch"])] for row in rows]
    guess = [line["stage"] for line in lines]
    people, both, wake = len({row["person"] for row in rows}), kappa(two(truth), two(guess)), found(truth, guess, "wake")
    claim = sum(line["confidence"] for line in lines) / len(lines)
    right = sum(a == b for a, b in zip(truth, guess)) / len(truth)
    data = f"DREAMT, {people} nights with polysomnography, another watch on the wrist, suspected apnea"
    text = (f"\nAnother watch, whose movement is never zero, on {people} people with suspected apnea (DREAMT; {len(truth):,} epochs, not used for training; two "
            f"constants were chosen on them): kappa of four stages {kappa(truth, guess):.2f}, of sleep and wake {both:.2f}; wake found {wake:.0f} %. The confidence "
            f"is {100 * claim:.0f} % on average, and {100 * right:.0f} % of the epochs are right.\n")
    return text, [
        dict(name="sleep.other.wake.kappa", value=both, unit="kappa", target=0.33, better="higher", data=data, people=people,
             says=f"on another device and people with suspected apnea, kappa of sleep and wake was {both:.2f}"),
        dict(name="sleep.other.wake.found", value=wake, unit="%", target=35.0, better="higher", data=data, people=people,
             says=f"on another device and people with suspected apnea, {wake:.0f} % of the wake was found"),
        dict(name="sleep.other.claim", value=claim - right, unit="", target=0.07, data=data, people=people,
             says=f"on another device and people with suspected apnea, the confidence was too high by {claim - right:.2f}")]


def found(truth, guess, name):
    return 100 * sum(b == name for a, b in zip(truth, guess) if a == name) / truth.count(name)


def left_out(folder):
    """Returns the results of scripts/train-stager on held-out people: kappa and interval of four stages, accuracy; kappa
    and interval of sleep and wake, and the share of each that was found."""
    script = pathlib.Path(__file__).resolve().parents[2] / "scripts" / "train-stager"
    told = subprocess.run([sys.executable, str(script), "--evaluate", str(folder)], capture_output=True, text=True, check=True).stdout
    lines = {line.split(":")[0]: line for line in told.splitlines() if ": stages" in line}
    pattern = (r"stages kappa (\S+) \((\S+)\), accuracy (\S+); sleep/wake kappa (\S+) \((\S+)\), wake found (\S+), sleep found (\S+)")

    def numbers(title):
        return re.search(pattern, lines[title]).groups()
    late = [re.search(r"progress, (\S+) minutes later: stages (\S+), sleep/wake (\S+)", line).groups()
            for title, line in lines.items() if title.startswith("in progress")]
    sure = []
    for line in told.splitlines():
        if line.startswith("reliability, stages"):
            head, *bins = line.split("; ")
            sure = [float(head.split()[-1])] + [tuple(map(float, row.split())) for row in bins]
    return numbers("whole nights"), numbers("without heart rate"), late, sure


def section(halo, shared):
    folder = shared / "signals" / "sleep"
    path = folder / "epochs.csv"
    with path.open() as file:
        rows = list(csv.DictReader(file))
    keys = [(row["subject"], int(row["epoch"])) for row in rows]
    truth = [FROM_PSG[int(row["psg"])] for row in rows]
    people, awake = len({subject for subject, _ in keys}), truth.count("wake")
    data = f"PhysioNet sleep-accel, {people} nights with polysomnography, a watch on the wrist"
    lines = []
    for method in PUBLISHED:
        guess, _ = staged(halo, path, keys, "--method", method)
        lines.append(f"| {method}, as published | – | {kappa(two(truth), guess):.3f} | {found(two(truth), guess, 'wake'):.0f} % |")
    guess, cpu = staged(halo, path, keys, "--heart-rate-sd", "hr_sd")
    seen = kappa(truth, guess)
    lines.append(f"| the stager on the nights that it learned from (*no measure of it*) | {seen:.3f} | {kappa(two(truth), two(guess)):.3f} | "
                 f"{found(two(truth), two(guess), 'wake'):.0f} % |")
    figures = [
        # Checks that the program contains the trained model, which fits these nights better than others.
        dict(name="sleep.stages.seen", value=seen, unit="kappa", target=0.5, better="higher", data=data + ", which the stager learned from",
             people=people, says=f"on the nights it learned from, kappa of four stages was {seen:.2f}, which says nothing about others")]
    notes, other = "", shared / "signals" / "sleep-wrist" / "epochs.csv"
    if other.exists():
        notes, more = other_wrist(halo, other)
        figures += more
    if PEERS:
        whole, blind, late, sure = left_out(folder)
        lines.insert(0, f"| **Halo**, each person left out once | **{whole[0]}** ({whole[1]}) | **{whole[3]}** ({whole[4]}) | {100 * float(whole[5]):.0f} % |")
        lines.insert(1, f"| **Halo**, the same without heart rate | – | {blind[3]} ({blind[4]}) | {100 * float(blind[5]):.0f} % |")
        notes += (f"\nAccuracy of four stages {100 * float(whole[2]):.0f} % of {len(truth):,} epochs; sleep found {100 * float(whole[6]):.0f} % of {len(truth) - awake:,}. In the night in progress, each "
                 "person left out: " + "; ".join(f"{minutes} minutes later kappa {four} (stages), {both} (sleep/wake)"
                                                  for minutes, four, both in late) + ".\n")
        drawn = confidence.diagram("confidence-sleep", "Sleep epochs: is the confidence true?", {f"{people} nights, each person left out": sure[1:]})
        notes += (f"""
### Is the confidence true?

Epochs by the confidence that is given, each person left out once (the temperature too is learned on the others). Expected calibration error: {sure[0]:.3f}.

{drawn}
| epochs | confidence | right |
|---|---|---|
""" + "\n".join(f"| {count:,.0f} | {100 * claim:.0f} % | {100 * right:.0f} % |" for count, claim, right in sure[1:]) + "\n")
        figures += [
            dict(name="sleep.stages.calibration", value=sure[0], unit="", target=0.05, data=data, people=people,
                 says=f"the confidence of stages was off by {sure[0]:.3f} on average (expected calibration error)"),
            dict(name="sleep.stages.kappa", value=float(whole[0]), unit="kappa", target=0.42, better="higher", data=data, people=people,
                 says=f"on people it had not seen, kappa of wake, light, deep and REM was {float(whole[0]):.2f} (95 % interval {whole[1]})"),
            dict(name="sleep.wake.kappa", value=float(whole[3]), unit="kappa", target=0.54, better="higher", data=data, people=people,
                 says=f"on people it had not seen, kappa of sleep and wake was {float(whole[3]):.2f} (95 % interval {whole[4]})"),
            dict(name="sleep.wake.found", value=100 * float(whole[5]), unit="%", target=45.0, better="higher", data=data, people=people,
                 says=f"of {awake:,} epochs awake in bed, {100 * float(whole[5]):.0f} % were found")]
    text = f"""
{len(truth):,} epochs of 30 s of {people} nights of {people} people, a watch on the wrist beside polysomnography (Walch 2019). Kappa is 0 for guessing and 1 for
agreement; in brackets the 95 % interval by drawing people again. "Each person left out once" means that models, transitions, priors and
exponents came from the others (`scripts/train-stager --evaluate`).

| | kappa, four stages | kappa, sleep/wake | wake found, of {awake:,} epochs |
|---|---|---|---|
""" + "\n".join(lines) + f"""
{notes}
The published methods are for counts of their authors' devices; these nights' counts are a watch's and smoothed, so their rows say little
about them. Walch's own method on these nights: 0.08 (four stages), 0.36 (sleep/wake).

*Limits*: one night each of {people} people without a diagnosis, in a laboratory, on a wrist. **Stages on a finger, of naps, shift workers, children or
patients are not validated.** Temperature is not used for anything, and is not validated either. A person who lies awake without moving looks asleep.
"""
    return text, figures
