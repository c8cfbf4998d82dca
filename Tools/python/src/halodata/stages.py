"""The rule for time asleep, which is that of Halo (SleepRecord.swift)."""
from __future__ import annotations

from collections.abc import Iterable

#: The stages of sleep. Time awake alone makes no sleep staged.
STAGES = ("deep", "light", "rem")


def is_staged(stages: Iterable) -> bool:
    """Returns True if any stage of sleep was reported."""
    return any(stage in STAGES for stage in stages)


def minutes_asleep(parts: Iterable[tuple]) -> float:
    """Returns the minutes asleep in parts of a sleep, each with its stage and minutes.

    ``asleep`` is sleep in an unknown stage. A part without a stage (``none``) counts as sleep only if no part has one.
    """
    parts = list(parts)
    counted = {*STAGES, "asleep"} | (set() if is_staged(stage for stage, _ in parts) else {"none"})
    return sum(minutes for stage, minutes in parts if stage in counted)
