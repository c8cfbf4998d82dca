"""Creates nights of synthetic people, small enough for training in a second."""

import csv

import numpy as np

PSG = [0, 2, 3, 5]


def made(people=5, epochs=120, seed=1):
    """Yields (subject, psg, count, hr_sd) for each epoch: awake people move, and the heart rate varies in REM and is steady in deep sleep."""
    random = np.random.default_rng(seed)
    for person in range(people):
        order = random.permutation(4)
        for epoch in range(epochs):
            # Every person has each stage several times.
            if epoch % 10 == 0:
                stage = int(order[epoch // 10 % 4])
            count = random.gamma(0.5, 20) if stage == 0 else random.gamma(0.2, 2) * (random.random() < 0.2)
            heart = random.lognormal([0.8, 0, -0.8, 0.5][stage], 0.3) * (1 + person / 5)
            yield f"p{person}", PSG[stage], round(float(count), 3), round(float(heart), 4)


def write(path, rows=None):
    """Writes the nights as epochs.csv."""
    numbers = {}
    with open(path, "w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["subject", "epoch", "psg", "count", "hr_sd"])
        for subject, psg, count, heart in rows if rows is not None else made():
            numbers[subject] = numbers.get(subject, -1) + 1
            writer.writerow([subject, numbers[subject], psg, count, heart])
    return path
