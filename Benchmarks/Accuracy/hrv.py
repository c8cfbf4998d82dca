"""RMSSD from a camera's light against a chest strap."""
import csv
import statistics

from peers import PEERS, analyze, heartpy_beats, neurokit_beats, biosppy_beats, quietly, rmssd

TITLE = "Heart rate variability"
ORDER = 30


def peers(path, strap):
    """The errors of each peer, on samples made even at 30 a second as peers want them."""
    import numpy
    with path.open() as file:
        rows = list(csv.DictReader(file))
    times = numpy.array([float(row["time"]) / 1000 for row in rows])
    light = numpy.array([float(row["R"]) for row in rows])
    even = numpy.arange(0, times[-1], 1 / 30)
    # Upside down: blood darkens the picture.
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
            # These peers leave the choice of intervals to their user: those near the median of eleven.
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


def section(halo, shared):
    rows, errors, peer_errors = [], [], {}
    recordings = sorted((shared / "signals" / "welltory").iterdir())
    seconds = 0.0
    for folder in recordings:
        strap = rmssd([float(value) for value in (folder / "RR.txt").read_text().split()])
        (answer,), cpu = analyze(halo, "hrv", folder / "PPG.csv", "--ppg", "R", "--time", "time")
        seconds += cpu
        if "rmssd" in answer:
            errors.append(abs(answer["rmssd"] - strap))
            rows.append(f"| {folder.name} | {strap:.1f} | {answer['rmssd']:.1f} | {answer['used']} of {answer['beats'] - 1} | |")
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
of the Welltory data set. The strap's RMSSD is of all its intervals as they came. Where too few pulses are clear Halo refuses.

| | median absolute error, ms | answered | CPU s |
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
    return text, figures
