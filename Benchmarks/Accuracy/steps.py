"""Steps and counts of walks with known truth. Called by scripts/accuracy: section(halo, shared) -> (markdown, figures)."""

import csv
import json
import pathlib
import subprocess

import numpy as np


def peer(acceleration, rate):
    """A step counter as they are written in Python: SciPy's band-pass of 0.8-3.5 Hz and its peaks by prominence."""
    from scipy.signal import butter, find_peaks, sosfiltfilt

    length = np.linalg.norm(acceleration, axis=1)
    band = sosfiltfilt(butter(2, [0.8, 3.5], "band", fs=rate, output="sos"), length - length.mean())
    return len(find_peaks(band, prominence=0.7 * band.std(), distance=int(0.25 * rate))[0])


def walks(shared):
    folder = pathlib.Path(shared) / "signals/steps"
    with open(folder / "optimisation_truth.csv") as file:
        for row in csv.DictReader(file):
            path = folder / "optimisation_50hz" / (row["track"] + ".csv")
            if path.exists():
                yield path, "x_mg,y_mg,z_mg", ["--rate", "50", "--unit", "mg"], int(row["true_steps"])
    with open(folder / "validation_truth.csv") as file:
        for row in csv.DictReader(file):
            for path in folder.glob(f"validation/{row['track']}_*.csv"):
                yield path, "2,3,4", ["--no-header", "--time", "1", "--time-unit", "ns", "--unit", "m/s2"], int(
                    row["true_steps"])


def section(halo, shared):
    errors, peer_errors = {"walks": [], "validation": []}, []
    for path, axes, options, truth in walks(shared):
        run = subprocess.run([str(halo), "analyze", "steps", str(path), "--acceleration", axes, "--json", *options],
                             capture_output=True, text=True, check=True)
        steps = json.loads(run.stdout)["steps"]
        kind = "validation" if "validation" in path.parts else "walks"
        errors[kind].append(100 * (steps - truth) / truth)
        if kind == "walks":
            table = np.loadtxt(path, delimiter=",", skiprows=1) / 1000
            peer_errors.append(100 * (peer(table, 50) - truth) / truth)
    both = np.array(errors["walks"] + errors["validation"])
    lines = ["| steps | recordings | mean absolute error | worst |", "|---|---|---|---|"]
    for name, values in (("48 walks, 50 Hz, phones in seven places", errors["walks"]),
                         ("one person, six places, 100 Hz", errors["validation"]), ("both", both),
                         ("the walks by SciPy's band-pass and peaks", peer_errors)):
        values = np.array(values)
        worst = values[np.abs(values).argmax()]
        lines.append(f"| {name} | {len(values)} | {np.abs(values).mean():.2f} % | {worst:+.1f} % |")
    markdown = ("### Steps\n\n" + "\n".join(lines) + "\n\nSteps in daily life and on a finger are not validated. "
                "The constants were chosen on these walks.\n")
    return markdown, {"steps_mape": float(np.abs(both).mean()), "steps_worst": float(np.abs(both).max())}
