"""Beats from light against R peaks, and R peaks against annotations."""
import array
import csv

from peers import BEAT_PEERS, IS_SMALLEST, PEERS, analyze, f1, quietly, selected

TITLE = "Beats"
ORDER = 20


def truth(path):
    return [float(line) for line in path.read_text().split()]


def annotations(path):
    """Returns the beats of an annotation file in MIT format, in samples: words of a type (6 bits) and a time (10 bits)."""
    words = array.array("H", path.read_bytes())
    beats, time, index = [], 0, 0
    normal = set(range(1, 14)) | {25, 30, 31, 34, 35, 38, 41}
    while index < len(words):
        kind, step = words[index] >> 10, words[index] & 1023
        index += 1
        if kind == 0 and step == 0:
            break
        if kind == 59:  # a long step, in two words
            step = words[index] << 16 | words[index + 1]
            index += 2
            time += step - (1 << 32 if step >> 31 else 0)
        elif kind == 63:  # a text
            index += (step + 1) // 2
        elif kind < 50:
            time += step
            if kind in normal:
                beats.append(time)
    return beats


def lights(folder):
    with (folder / "bidmc_01_Signals.csv").open() as file:
        rows = list(csv.reader(file))
    column = [name.strip() for name in rows[0]].index("PLETH")
    bidmc = [float(row[column]) for row in rows[1:]]
    samples = array.array("h", (folder / "a103l.mat").read_bytes()[24:])
    return {"bidmc_01": (bidmc, 125), "a103l": ([float(value) for value in samples[2::3]], 250)}


def noisy(halo, signals):
    """Returns lines and figures for electrocardiograms with noise, and for pulses with a strong second wave."""
    lines, figures, neurokit = [], [], {}
    for name, decibels in (("118e24", 24), ("118e06", 6)):
        path = signals / "noise-stress" / f"{name}-ecg-360hz.csv"
        reference = [float(line) / 360 for line in (signals / "noise-stress" / f"{name}-annotations-sample-index.csv").read_text().split()]
        found, _ = analyze(halo, "beats", path, "--ecg", "1", "--no-header", "--rate", 360)
        score = f1([line["time"] for line in found if "time" in line], reference, 0.15, 0.05)
        peer = ""
        if PEERS:
            def peaks():
                import neurokit2
                import numpy
                clean = neurokit2.ecg_clean(numpy.loadtxt(path), sampling_rate=360)
                return [peak / 360 for peak in neurokit2.ecg_peaks(clean, sampling_rate=360)[1]["ECG_R_Peaks"]]
            beats, _ = quietly(peaks)
            if beats:
                neurokit[name] = f1(beats, reference, 0.15, 0.05)
                peer = str(neurokit[name])
        lines.append(f"| MIT-BIH 118 with noise of electrodes, {decibels} dB, 2 min, 360 Hz | {score} | {peer} |")
        figures.append(dict(
            name=f"r-peaks.noise-{decibels}-db.f1", value=score.f1, unit="%", target=99.5 if decibels == 24 else 88.0, better="higher",
            data=f"MIT-BIH Noise Stress Test {name}, two minutes", people=1, says=f"of {score.truth} R peaks in noise at {decibels} dB, F1 was {score.f1:.1f} %"))
    rest = signals / "rest"
    counts = {}
    for name, arguments, truth in (
        ("ECG with two short artifacts, 5 min", ["neurokit-rest-5min-100hz.csv", "--ecg", "ecg", "--rate", 100], 432),
        ("pulses with strong second waves, 25 s", ["heartpy-data-100hz.csv", "--ppg", "ppg", "--rate", 100], 24),
        ("pulses with strong second waves, 682 s", ["heartpy-data3.csv", "--ppg", "hr", "--time", "t", "--time-unit", "s"], 1130),
    ):
        found, _ = analyze(halo, "beats", rest / arguments[0], *arguments[1:])
        times = [line["time"] for line in found if "time" in line]
        steps = sorted(b - a for a, b in zip(times, times[1:]))
        short = sum(step < 0.7 * steps[len(steps) // 2] for step in steps)
        counts[name] = (len(times), truth, short)
        figures.append(dict(
            name=f"beats.count.{arguments[0].split('.')[0]}", value=100 * abs(len(times) - truth) / truth, unit="%", target=1.5,
            data=f"{arguments[0]}, beats as its source counts them", people=1, says=f"in {name}, {len(times)} beats were found of {truth}"))
    text = """

Electrocardiograms with noise, against annotations, ±150 ms, beside NeuroKit2:

| | F1 | F1 of NeuroKit2 |
|---|---|---|
""" + "\n".join(lines) + """

Recordings whose beats are known by number only; a short interval is below 0.7 of the median one:

| | beats | found | short intervals |
|---|---|---|---|
""" + "\n".join(f"| {name} | {truth} | {found} | {short} |" for name, (found, truth, short) in counts.items()) + "\n"
    return text, figures


def confidences(halo, signals):
    """Returns the calibration of the beats' confidence, on each recording with a table learned from the others."""
    import confidence
    text, figures = "\n### Is the confidence true?\n", []
    for name, sets in zip(("light", "electrocardiograms"), confidence.recordings(halo, signals)):
        errors, rows, error = confidence.left_out(sets)
        worst = max(errors, key=errors.get)
        drawn = confidence.diagram(f"confidence-beats-{name.split('s')[0]}", f"Beats in {name}: is the confidence true?",
                                   {f"{len(sets)} recordings, each left out": rows})
        text += f"""
Beats in {name} by the confidence that is given, {len(sets)} recordings, each with a table learned from the others. Expected calibration error {error:.3f} of {sum(count for count, _, _ in rows):,} beats; by recording
{", ".join(f"{key} {value:.3f}" for key, value in errors.items())}.

{drawn}
| beats | confidence | right |
|---|---|---|
""" + "".join(f"| {count:,} | {100 * claim:.0f} % | {100 * true:.0f} % |\n" for count, claim, true in rows)
        figures.append(dict(
            name=f"beats.confidence.{name.split('s')[0]}", value=error, unit="", target=0.07, data=f"{len(sets)} recordings", people=len(sets),
            says=f"the confidence of beats in {name} was off by {error:.3f} on average; worst on {worst}: {errors[worst]:.3f}"))
    return text, figures


def section(halo, shared):
    folder = shared / "signals" / "physionet"
    records = {
        "bidmc_01": (["beats", folder / "bidmc_01_Signals.csv", "--ppg", "PLETH", "--rate", 125], folder / "bidmc01_ecg_beats_s.csv"),
        "a103l": (["beats", folder / "a103l", "--ppg", "PLETH"], folder / "a103l_ecg_beats_s.csv"),
    }
    more, noise_figures = noisy(halo, shared / "signals")
    sure, sure_figures = ("", []) if IS_SMALLEST else confidences(halo, shared / "signals")
    more += sure
    rows, figures, ours = [], [], {}
    seconds = 0.0
    for name, (arguments, reference) in records.items():
        lines, cpu = analyze(halo, *arguments)
        seconds += cpu
        ours[name] = f1([line["time"] for line in lines], truth(reference))
    rows.append(["**Halo**", *(f"**{ours[name]}**" for name in records), f"{seconds:.2f}"])
    best = {name: 0.0 for name in records}
    if PEERS:
        import numpy
        light = lights(folder)
        for peer, function in BEAT_PEERS:
            scores, seconds = [], 0.0
            for name in records:
                quietly(function, numpy.array(light[name][0][:5000]), light[name][1])  # imports and caches are not counted
                found, cpu = quietly(function, numpy.array(light[name][0]), light[name][1])
                seconds += cpu
                score = None if found is None else f1(sorted(map(float, found)), truth(records[name][1]))
                best[name] = max(best[name], score.f1 if score else 0)
                scores.append("failed" if score is None else str(score))
            rows.append([peer, *scores, f"{seconds:.2f}"])
    electric = []
    for title, arguments, reference in [] if IS_SMALLEST else [
        ("MIT-BIH 100, 30 min, 360 Hz", ["beats", folder / "100", "--ecg", "MLII"], [b / 360 for b in annotations(folder / "100.atr")]),
        ("bidmc_01, 8 min, 125 Hz", ["beats", folder / "bidmc_01_Signals.csv", "--ecg", "II", "--rate", 125],
         truth(folder / "bidmc01_ecg_beats_s.csv")),
    ]:
        lines, _ = analyze(halo, *arguments)
        electric.append((title, f1([line["time"] for line in lines], reference, 0.05, 0.05)))
    text = f"""
F1 in percent of beats from light against the R peaks of the ECG beside it, ±150 ms after one constant lag of at most 400 ms; in brackets how
many of the true beats were found, and how many more were reported. Only the confidence is learned; constants were chosen with
these recordings in view. Two recordings of two people in intensive care: `bidmc_01` (8 min, 125 Hz; ten seconds of it have no pulse at all, so no method can reach 100) and `a103l`
(5.5 min, 250 Hz, with movement and lost contact). CPU seconds for both, Halo's with starting the program and reading the files.

| | bidmc_01 | a103l | CPU s |
|---|---|---|---|
""" + "\n".join("| " + " | ".join(row) + " |" for row in rows) + """

R peaks of electrocardiograms against annotations, ±50 ms:

| | F1 |
|---|---|
""" + "\n".join(f"| {title} | {score} |" for title, score in electric) + more + """
*Limits*: two people, both lying still. The R peaks of `bidmc_01` and `a103l` were themselves found by a program.
"""
    for name in records:
        figures.append(dict(
            name=f"beats.{name}.f1", value=ours[name].f1, unit="%", target=98.0 if name == "bidmc_01" else 96.0, better="higher",
            data=f"PhysioNet {name}", people=1, says=f"of {ours[name].truth} beats from light, F1 was {ours[name].f1:.1f} % on {name} (intensive care)"))
        if PEERS:
            figures.append(dict(
                name=f"beats.{name}.lead", value=round(ours[name].f1 - best[name], 2) + 0.0, unit="points", target=-0.01, better="higher",
                data=f"PhysioNet {name}", people=1, says=f"that is {ours[name].f1 - best[name]:+.2f} points from the best of {len(BEAT_PEERS)} peers"))
    for (title, score), name in zip(electric, ("mit-bih-100", "bidmc_01")):
        figures.append(dict(
            name=f"r-peaks.{name}.f1", value=score.f1, unit="%", target=99.5, better="higher", data=title, people=1,
            says=f"of {score.truth:,} R peaks, F1 was {score.f1:.2f} % on {title}"))
    return text, figures + noise_figures + sure_figures
