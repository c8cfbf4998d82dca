"""The figures of both examples, from DataFrames of pandas."""

from __future__ import annotations

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np
import pandas as pd


def resting_heart_rates(table: pd.DataFrame, path: str) -> None:
    """A line per person: the median resting heart rate of each week. Columns: wearer, week, bpm."""
    figure, axes = plt.subplots(figsize=(9, 5), layout="constrained")
    for _, person in table.sort_values("week").groupby("wearer"):
        axes.plot(pd.to_datetime(person["week"]), person["bpm"], marker="o", linewidth=1, alpha=0.7)
    axes.set(title=f"Median resting heart rate of {table['wearer'].nunique()} people, by week", ylabel="bpm")
    axes.grid(alpha=0.3)
    figure.autofmt_xdate()
    figure.savefig(path, dpi=120)


def completeness(table: pd.DataFrame, path: str) -> None:
    """A row per person, a column per day since their first: complete, partly measured, or not reported until its end."""
    table = table.assign(day=pd.to_datetime(table["day"]))
    table["number"] = (table["day"] - table.groupby("wearer")["day"].transform("min")).dt.days
    table["state"] = np.where(table["whole"], 2, np.where(table["reported"], 1, 0))
    grid = table.pivot_table(index="wearer", columns="number", values="state")
    figure, axes = plt.subplots(figsize=(9, 1.5 + 0.22 * len(grid)), layout="constrained")
    image = axes.imshow(grid, aspect="auto", interpolation="nearest", vmin=0, vmax=2, cmap=plt.get_cmap("viridis", 3))
    axes.set(title="Which days have data", xlabel="days since the first", ylabel="people")
    axes.set_yticks(range(len(grid)), grid.index, fontsize=7)
    bar = figure.colorbar(image, ticks=[1 / 3, 1, 5 / 3])
    bar.ax.set_yticklabels(["not reported", "with gaps", "complete"])
    figure.savefig(path, dpi=120)


def heart_rates(table: pd.DataFrame, path: str) -> None:
    """The heart rate from raw light of some recordings; paler if Halo is less confident."""
    # The first recording of each person.
    known = table.dropna(subset=["bpm"])
    first = known[known["recording"] == known.groupby("wearer")["recording"].transform("min")]
    recordings = [recording for _, recording in first.groupby("wearer")][:6]
    figure, axes = plt.subplots(2, 3, figsize=(11, 6), layout="constrained", sharey=True)
    for place, recording in zip(axes.flat, recordings):
        place.scatter(recording["start"], recording["bpm"], s=14, c="tab:red", alpha=recording["confidence"].astype(float).clip(0.1, 1))
        place.set_title(f"{recording['wearer'].iloc[0]}, {pd.to_datetime(recording['recording'].iloc[0]):%d %b %H:%M}", fontsize=8)
        place.grid(alpha=0.3)
    for place in axes[-1]:
        place.set_xlabel("seconds")
    for place in axes[:, 0]:
        place.set_ylabel("bpm")
    figure.suptitle("Heart rate from raw light")
    figure.savefig(path, dpi=120)
