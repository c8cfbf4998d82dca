"""Stages of nights with polysomnography. Called by scripts/accuracy: section(halo, shared) -> (markdown, figures)."""

import csv
import json
import pathlib
import subprocess
import sys

import numpy as np

NAMES = {"wake": 0, "light": 1, "deep": 2, "rem": 3, "sleep": 1}
FROM_PSG = {0: 0, 1: 1, 2: 1, 3: 2, 4: 2, 5: 3}


def kappa(truth, guess, classes):
    table = np.zeros((classes, classes))
    np.add.at(table, (truth, guess), 1)
    total = table.sum()
    chance = (table.sum(0) * table.sum(1)).sum() / total ** 2
    return (np.trace(table) / total - chance) / (1 - chance)


def section(halo, shared):
    folder = pathlib.Path(shared) / "signals/sleep"
    truth = [FROM_PSG[int(row["psg"])] for row in csv.DictReader(open(folder / "epochs.csv"))]
    truth = np.array(truth)
    lines = ["| on the nights of ../shared/signals/sleep | sleep/wake kappa | wake found |", "|---|---|---|"]
    for method in ("cole-kripke", "sadeh", "oakley", "scripps"):
        run = subprocess.run(
            [str(halo), "analyze", "sleep", str(folder / "epochs.csv"), "--movement", "count", "--group", "subject", "--method",
             method, "--json"], capture_output=True, text=True, check=True)
        guess = np.array([NAMES[json.loads(line)["stage"]] for line in run.stdout.splitlines()])
        wake = truth == 0
        lines.append(f"| {method}, coefficients as published | {kappa(wake * 1, (guess == 0) * 1, 2):.3f} | "
                     f"{(guess[wake] == 0).mean():.2f} |")
    # The stager knows these nights: only the script that leaves each person out may say how good it is.
    script = pathlib.Path(__file__).resolve().parents[2] / "scripts/train-stager"
    run = subprocess.run([sys.executable, str(script), "--evaluate", str(folder)], capture_output=True, text=True)
    figures = {}
    if run.returncode == 0:
        kept = [line for line in run.stdout.splitlines() if line.startswith(("whole nights", "without heart", "in progress"))]
        markdown = "\n\nThe stager, each person left out once (`scripts/train-stager --evaluate`):\n\n    " + "\n    ".join(kept)
        whole = kept[0].split("kappa ")
        figures = {"stages_kappa": float(whole[1].split()[0]), "sleep_wake_kappa": float(whole[2].split()[0])}
    else:
        markdown = "\n\nThe stager was not evaluated: scripts/train-stager wants numpy and scikit-learn."
    return ("### Sleep\n\n" + "\n".join(lines) + markdown + "\n\nStages on a finger are not validated.\n"), figures
