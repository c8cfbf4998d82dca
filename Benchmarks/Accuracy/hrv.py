"""RMSSD from a camera's light against a chest strap, and of series with injected faults."""
import csv
import pathlib
import statistics
import tempfile

import beats
from faults import KINDS, injected
from peers import PEERS, analyze, heartpy_beats, neurokit_beats, biosppy_beats, quietly, rmssd, selected

TITLE = "Heart rate variability"
ORDER = 30


def peers(path, strap):
    """Returns the errors of each peer, on samples resampled to 30 Hz as peers require."""
    import numpy
    with path.open() as file:
        rows = list(csv.DictReader(file))
    times = numpy.array([float(row["time"]) / 1000 for row in rows])
    light = numpy.array([float(row["R"]) for row in rows])
    even = numpy.arange(0, times[-1], 1 / 30)
    # Inverted: blood darkens the picture.
    light = -numpy.interp(even, times, light)

    def heartpy_rmssd():
        import heartpy
        band = heartpy.filter_signal(light, [0.7, 3.5], sample_rate=30, order=3, filtertype="bandpass")
        _, values = heartpy.process(band, 30, clean_rr=True)
        return values["rmssd"]

    def of(beats):
        def value():
            found = beats(light, 30)
            intervals = [1000 * (b - a) for a, b in zip(found, found[1:])]
            # These peers leave the selection of intervals to the user: take those near the median of eleven.
            middle = [statistics.median(intervals[max(0, i - 5):i + 6]) for i in range(len(intervals))]
            good = [abs(interval - usual) < 0.25 * usual for interval, usual in zip(intervals, middle)]
            steps = [(intervals[i + 1] - intervals[i]) ** 2 for i in range(len(intervals) - 1) if good[i] and good[i + 1]]
            return (sum(steps) / len(steps)) ** 0.5
        return value

    methods = [
        ("HeartPy 1.2.7", heartpy_rmssd), ("BioSPPy 2.2.4", of(biosppy_beats)),
        ("NeuroKit2 0.2.13 (Elgendi)", of(lambda x, r: neurokit_beats(x, r, "elgendi"))),
        ("NeuroKit2 0.2.13 (MSPTDfast v2)", of(lambda x, r: neurokit_beats(x, r, "charlton"))),
    ]
    answers = {}
    for name, method in methods:
        value, cpu = quietly(method)
        good = value is not None and value == value
        answers[name] = (abs(float(value) - strap) if good else None, cpu)
    return answers


SHARES = (0.01, 0.03, 0.06, 0.1)


def clean_series(signals):
    """Yields intervals in ms without faults: a strap's, and stretches of an annotated ECG in which every beat is normal."""
    for folder in selected(sorted((signals / "welltory").iterdir())):
        yield folder.name, [float(value) for value in (folder / "RR.txt").read_text().split()]
    times = [beat / 360 for beat in beats.annotations(signals / "physionet" / "100.atr")]
    for first in selected((102, 610, 710)):
        yield f"mit-bih-100-{first}", [1000 * (b - a) for a, b in zip(times[first:first + 100], times[first + 1:])]


def of_intervals(halo, path, intervals):
    path.write_text("rr\n" + "".join(f"{interval:.3f}\n" for interval in intervals))
    (answer,), _ = analyze(halo, "hrv", path, "--intervals", "rr")
    return answer


def faults(halo, signals):
    """Returns the table and the figures of series with faults."""
    counts, refused, changed, clean, held, ranged = {}, 0, 0, 0, 0, 0
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "intervals.csv"
        for name, series in clean_series(signals):
            truth = rmssd(series)
            answer = of_intervals(halo, path, series)
            clean += 1
            refused += "rmssd" not in answer
            changed += "rmssd" in answer and abs(answer["rmssd"] / truth - 1) > 0.001
            for kind in KINDS:
                for share in SHARES:
                    count = counts.setdefault((kind, share), [0, 0, 0])
                    answer = of_intervals(halo, path, injected(series, kind, share, name))
                    count[0] += 1
                    if "rmssd" not in answer:
                        count[2] += 1
                        continue
                    count[1] += abs(answer["rmssd"] / truth - 1) > 0.1
                    ranged += 1
                    low, high = answer["range"]["rmssd"]
                    held += low <= truth <= high
    lines = []
    for kind in KINDS:
        cells = [counts[kind, share] for share in SHARES]
        lines.append(f"| {kind} | " + " | ".join(f"{wrong} of {all - lost}; {lost} of {all}" for all, wrong, lost in cells) + " |")
    pure = [count for (kind, _), count in counts.items() if kind != "mixed"]
    wrong, everything = sum(count[1] for count in pure), sum(count[0] for count in pure)
    six = [counts[kind, 0.06] for kind in KINDS]
    answered = 100 * sum(all - lost for all, _, lost in six) / sum(all for all, _, _ in six)
    text = f"""
### With faulty beats

RMSSD of {clean} series of some 100 intervals without faults (11 of a strap, 3 stretches of MIT-BIH 100), into which `Benchmarks/Accuracy/faults.py`
puts missed, extra and ectopic beats; "mixed" are these and beats that are out of place by up to 15 %, which can be too little to be seen. Each
cell: values more than 10 % off, of the answered; then how many were refused, of all.

| faults | {" | ".join(f"{100 * share:.0f} %" for share in SHARES)} |
|---|{"---|" * len(SHARES)}
""" + "\n".join(lines) + f"""

Of the series without faults {refused} of {clean} are refused, and {changed} of {clean} change by more than 0.1 %. The 95 % range that Halo gives
holds the RMSSD of the series without faults in {held} of {ranged}.
"""
    data = f"{clean} series of intervals with faults put in"
    figures = [
        dict(name="hrv.faults.wrong", value=100 * wrong / everything, unit="%", target=2.8, data=data, people=12,
             says=f"with 1 to 10 % missed, extra or ectopic beats, {wrong} of {everything} RMSSD were more than 10 % off and not refused"),
        dict(name="hrv.faults.answered", value=answered, unit="%", target=60.0, better="higher", data=data, people=12,
             says=f"of series with 6 % faulty beats, {answered:.0f} % had a value"),
        dict(name="hrv.clean.refused", value=100 * refused / clean, unit="%", target=5.0, data=data, people=12,
             says=f"of {clean} series without faults, {refused} were refused"),
    ]
    return text, figures


def section(halo, shared):
    rows, errors, peer_errors = [], [], {}
    recordings = selected(sorted((shared / "signals" / "welltory").iterdir()))
    seconds = 0.0
    for folder in recordings:
        strap = rmssd([float(value) for value in (folder / "RR.txt").read_text().split()])
        (answer,), cpu = analyze(halo, "hrv", folder / "PPG.csv", "--ppg", "R", "--ppg", "G", "--ppg", "B", "--time", "time")
        seconds += cpu
        if "rmssd" in answer:
            errors.append(abs(answer["rmssd"] - strap))
            rows.append(f"| {folder.name} | {strap:.1f} | {answer['rmssd']:.1f} | {answer['used']} of {answer['beats'] - 1} ({answer['column']}) | |")
        else:
            rows.append(f"| {folder.name} | {strap:.1f} | – | {answer['used']} of {max(answer['beats'] - 1, 0)} | {answer['reason']} |")
        if PEERS:
            for name, (error, cpu) in peers(folder / "PPG.csv", strap).items():
                peer_errors.setdefault(name, []).append((error, cpu))
    median = statistics.median(errors) if errors else float("inf")
    answered = 100 * len(errors) / len(recordings)
    summary = [f"| **Halo** | **{median:.1f}** | {len(errors)} of {len(recordings)} | {seconds:.2f} |"]
    heartpy = None
    for name, some in peer_errors.items():
        good = [error for error, _ in some if error is not None]
        middle = statistics.median(good) if good else float("inf")
        if name.startswith("HeartPy"):
            heartpy = middle
        summary.append(f"| {name} | {middle:.1f} | {len(good)} of {len(some)} | {sum(cpu for _, cpu in some):.2f} |")
    text = f"""
RMSSD from a finger on a phone's camera (about 30 uneven frames a second, 68–112 s) against the beat intervals of a Polar H10, 11 recordings
of the Welltory data set. The strap's RMSSD is of all its intervals as they came. Constants were chosen with these recordings in view. Halo is given red, green
and blue and takes the one with the most clear beats; if too few pulses are clear in each of them it refuses. The peers are given red.

| | median absolute error of the answers, ms | answered | CPU s |
|---|---|---|---|
""" + "\n".join(summary) + """

| recording | strap, ms | Halo, ms | intervals used | refused because |
|---|---|---|---|---|
""" + "\n".join(rows) + """

*Limits*: rest only; one kind of camera light; SDNN, pNN50, LF and HF were not compared with a reference from light (on analytic series
their definitions are exact: `swift test --filter VariabilityTests`). In the night, on a finger ring: not validated.
"""
    target = 8.6 if heartpy is None else min(8.6, heartpy * 2 / 3)
    figures = [
        dict(name="hrv.rmssd.error", value=median, unit="ms", target=target, data="Welltory, 11 camera recordings, Polar H10", people=11,
             says=f"RMSSD from light was off by {median:.1f} ms (median of {len(errors)} recordings against a strap)"),
        dict(name="hrv.answered", value=answered, unit="%", target=80.0, better="higher", data="Welltory, 11 camera recordings", people=11,
             says=f"{len(errors)} of {len(recordings)} recordings were clear enough for a value"),
    ]
    more, others = faults(halo, shared / "signals")
    return text + more, figures + others
