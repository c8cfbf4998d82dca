"""The peers, and functions shared by sections. NumPy and the peers are installed only if PEERS is true; the rest is the standard library."""
import json
import os
import subprocess
import time
import typing

PEERS = bool(os.environ.get("HALO_ACCURACY_PEERS"))
IS_SMALLEST = bool(os.environ.get("HALO_ACCURACY_SMALLEST"))


def selected(recordings):
    """Returns the recordings; at the smallest size only the first one."""
    return list(recordings)[:1] if IS_SMALLEST else list(recordings)


def analyze(halo, *arguments, stdin=None):
    """Returns the output of `halo analyze …`, line by line, and its CPU seconds."""
    before = os.times()
    result = subprocess.run([halo, "analyze", *map(str, arguments), "--json"], input=stdin, capture_output=True, text=True, check=True)
    after = os.times()
    lines = [json.loads(line) for line in result.stdout.splitlines()]
    return lines, after.children_user + after.children_system - before.children_user - before.children_system


def matched(found, truth, tolerance):
    """Returns the number of matching pairs, using each element at most once."""
    first = second = count = 0
    while first < len(found) and second < len(truth):
        distance = found[first] - truth[second]
        if abs(distance) <= tolerance:
            count, first, second = count + 1, first + 1, second + 1
        elif distance < 0:
            first += 1
        else:
            second += 1
    return count


class Found(typing.NamedTuple):
    """F1 in percent, and its counts: true beats found, all beats found, all true beats."""
    f1: float
    right: int
    found: int
    truth: int

    def __str__(self):
        return f"{self.f1:.2f} ({self.right:,} of {self.truth:,}; {self.found - self.right:,} extra)"


def f1(found, truth, tolerance=0.15, furthest=0.4):
    """Returns F1 after the best constant lag of at most `furthest` seconds."""
    best = (0.0, 0.0, 0)
    for step in range(-int(furthest * 100), int(furthest * 100) + 1):
        lag = step / 100
        count = matched([beat - lag for beat in found], truth, tolerance)
        score = 200 * count / (len(found) + len(truth)) if found or truth else 0.0
        best = max(best, (score, -abs(lag), count))
    return Found(best[0], best[2], len(found), len(truth))


def rmssd(intervals):
    """Returns the root mean square of successive differences."""
    steps = [(b - a) ** 2 for a, b in zip(intervals, intervals[1:])]
    return (sum(steps) / len(steps)) ** 0.5


def quietly(function, *arguments):
    """Returns a peer's answer (None if it fails) and its CPU seconds."""
    import contextlib
    import io
    import warnings
    begin = time.process_time()
    try:
        with warnings.catch_warnings(), contextlib.redirect_stdout(io.StringIO()):
            warnings.simplefilter("ignore")
            answer = function(*arguments)
    except Exception:
        answer = None
    return answer, time.process_time() - begin


def heartpy_beats(light, rate):
    import heartpy
    band = heartpy.filter_signal(light, [0.5, 8], sample_rate=rate, order=3, filtertype="bandpass")
    work, _ = heartpy.process(band, rate)
    return [peak / rate for peak, kept in zip(work["peaklist"], work["binary_peaklist"]) if kept]


def neurokit_beats(light, rate, method):
    import neurokit2
    clean = neurokit2.ppg_clean(light, sampling_rate=rate, method="elgendi")
    return [peak / rate for peak in neurokit2.ppg_findpeaks(clean, sampling_rate=rate, method=method)["PPG_Peaks"]]


def biosppy_beats(light, rate):
    from biosppy.signals import ppg
    result = ppg.ppg(signal=light, sampling_rate=rate, show=False)
    return [peak / rate for peak in result["peaks" if "peaks" in result.keys() else "onsets"]]


BEAT_PEERS = [
    ("HeartPy 1.2.7", heartpy_beats),
    ("NeuroKit2 0.2.13 (Elgendi)", lambda light, rate: neurokit_beats(light, rate, "elgendi")),
    ("NeuroKit2 0.2.13 (MSPTDfast v2)", lambda light, rate: neurokit_beats(light, rate, "charlton")),
    ("BioSPPy 2.2.4", biosppy_beats),
]
