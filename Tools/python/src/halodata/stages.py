"""The rule for time asleep, which is that of Halo (SleepRecord.swift)."""

from __future__ import annotations

from collections.abc import Mapping

#: The stages of sleep. Time awake alone makes no sleep staged.
STAGES = ("deep", "light", "rem")


def minutes_asleep(minutes: Mapping, is_staged):
    """Returns the minutes asleep, from those in each stage and whether any stage was reported: numbers, or arrays of many sleeps.

    ``asleep`` is sleep in an unknown stage. Time without a stage (``none``) counts as sleep only in a sleep without any.
    """
    return sum(minutes.get(stage, 0) for stage in (*STAGES, "asleep")) + minutes.get("none", 0) * (1 - is_staged)
