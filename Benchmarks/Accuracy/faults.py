"""Injects faults into a series of beats: missed, extra, ectopic and misplaced ones. The same seed gives the same faults."""
import random

KINDS = ("missed", "extra", "ectopic", "mixed")


def injected(intervals, kind, share, seed):
    """Returns intervals in ms of a series in which `share` of the beats are faulty. Faulty beats are never adjacent.

    missed: the beat is removed. extra: a beat is added at 25 to 75 % of the interval. ectopic: the beat comes 22 to 45 % of its
    interval too early, followed by a compensatory pause. mixed: one of these each, or a beat misplaced by up to 15 %.
    """
    chance = random.Random(f"{kind} {share} {seed}")
    beats = [0.0]
    for interval in intervals:
        beats.append(beats[-1] + interval)
    free = list(range(2, len(beats) - 2))
    chance.shuffle(free)
    chosen = []
    for beat in free:
        if len(chosen) >= max(1, round(share * len(intervals))):
            break
        if all(abs(beat - other) > 1 for other in chosen):
            chosen.append(beat)
    faulty, added = dict.fromkeys(chosen), []
    for beat in chosen:
        fault = chance.choice(("missed", "extra", "ectopic", "misplaced")) if kind == "mixed" else kind
        before = beats[beat] - beats[beat - 1]
        if fault == "missed":
            faulty[beat] = None
        elif fault == "extra":
            faulty[beat] = beats[beat]
            added.append(beats[beat - 1] + before * chance.uniform(0.25, 0.75))
        elif fault == "ectopic":
            faulty[beat] = beats[beat] - before * chance.uniform(0.22, 0.45)
        else:
            faulty[beat] = beats[beat] + before * chance.uniform(-0.15, 0.15)
    kept = [faulty.get(index, beat) for index, beat in enumerate(beats)]
    kept = sorted([beat for beat in kept if beat is not None] + added)
    return [after - before for before, after in zip(kept, kept[1:])]
