#!/usr/bin/env python3
"""Measures Halo's signal processing against Python peers: the same hour of synthetic signals, one run, CPU time of one core.

    python3 Benchmarks/signals.py                    needs NumPy, SciPy, pandas, HeartPy 1.2.7, NeuroKit2 0.2.13, ssqueezepy, beiwe-forest 1.0
                                                     (pip install --no-deps), sleepecg 0.6.0, keras and tensorflow-cpu,
    python3 Benchmarks/signals.py --only-halo        or nothing but Halo
                                                     and: swift build -c release --product halo-signals-bench

Exits with 1 if a target is missed. HALO_SIGNALS_BENCH is the program's path if it is elsewhere. docs/accuracy.md has the accuracy
of the peers.
"""
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time

from built import built

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE / "Accuracy"))


def best_cpu(function, runs=3):
    """Returns the CPU seconds of a call, the minimum of `runs`; a first call is not counted (imports, caches)."""
    import contextlib
    import io
    import warnings
    times = []
    for _ in range(runs + 1):
        begin = time.process_time()
        with warnings.catch_warnings(), contextlib.redirect_stdout(io.StringIO()):
            warnings.simplefilter("ignore")
            function()
        times.append(time.process_time() - begin)
    return min(times[1:])


def halo(folder):
    """Returns Halo's report: milliseconds (for the detector nanoseconds) by name."""
    program = os.environ.get("HALO_SIGNALS_BENCH") or built("halo-signals-bench")
    text = subprocess.run([program, folder], check=True, capture_output=True, text=True).stdout
    print(text, end="")
    return {name: float(value) for name, value in re.findall(r"^(.*?): ([\d.]+)", text, re.M)}


def variability_peers(light, rate):
    """Returns functions for beats, and time and frequency measures of their intervals, as in each library's documentation."""
    import heartpy
    import neurokit2
    import numpy
    # NumPy 2 removed this name, which this version of HeartPy still calls.
    numpy.trapz = numpy.trapezoid

    def with_heartpy():
        band = heartpy.filter_signal(light, [0.5, 8], sample_rate=rate, order=3, filtertype="bandpass")
        heartpy.process(band, rate, calc_freq=True)

    def with_neurokit(method):
        clean = neurokit2.ppg_clean(light, sampling_rate=rate, method="elgendi")
        found = neurokit2.ppg_findpeaks(clean, sampling_rate=rate, method=method)
        peaks = neurokit2.signal_fixpeaks(found["PPG_Peaks"], sampling_rate=rate, iterative=True, method="Kubios")[1]
        neurokit2.hrv_time(peaks, sampling_rate=rate)
        neurokit2.hrv_frequency(peaks, sampling_rate=rate)

    return [
        ("HeartPy 1.2.7", with_heartpy),
        ("NeuroKit2 0.2.13 (MSPTDfast v2)", lambda: with_neurokit("charlton")),
        ("NeuroKit2 0.2.13 (Elgendi)", lambda: with_neurokit("elgendi")),
    ]


def steps_peer(walks, rate):
    """Oak of the Forest library (Straczkiewicz et al. 2023): detects walking at any sensor location by wavelets, and counts steps."""
    import numpy
    from forest.oak import base as oak
    x, y, z = (numpy.ascontiguousarray(column) for column in walks.T)
    times = numpy.arange(len(x)) / rate
    return lambda: oak.find_walking(oak.preprocess_bout(times, x, y, z)[1]).sum()


def stages_peer(beats):
    """SleepECG with its own classifier: from heartbeats to wake, REM and NREM, with the model loaded beforehand."""
    os.environ.setdefault("KERAS_BACKEND", "tensorflow")
    os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
    import sleepecg
    classifier = sleepecg.load_classifier("wrn-gru-mesa", "SleepECG")
    record = sleepecg.SleepRecord(sleep_stage_duration=30, heartbeat_times=beats)
    return lambda: sleepecg.stage(classifier, record, return_mode="prob")


def cole_kripke_with_pandas(counts):
    """Cole-Kripke as in pyActigraphy: a rolling window of pandas and a dot product."""
    import numpy
    import pandas
    weights = numpy.array([106, 54, 58, 76, 230, 74, 67]) * 0.001
    series = pandas.Series(counts)
    return lambda: series.rolling(7, center=True).apply(lambda window: numpy.dot(window, weights), raw=True) < 1


def main():
    missed = []

    def check(name, value, least=None, most=None):
        good = (least is None or value >= least) and (most is None or value <= most)
        print(f"{'met   ' if good else 'MISSED'} {name}: {value:.2f} (target: {'at least' if least else 'at most'} {least or most})")
        if not good:
            missed.append(name)

    print("machine load: %.1f %.1f %.1f, %d cores" % (*os.getloadavg(), os.cpu_count()))
    with tempfile.TemporaryDirectory() as folder:
        ours = halo(folder)
        check("streaming detector, ns a sample", ours["streaming detector"], most=5)
        check("heart rate, ms an hour of 25 Hz", ours["heart rate"], most=15)
        if "--only-halo" not in sys.argv:
            import numpy
            light = numpy.fromfile(pathlib.Path(folder) / "pulses", "<f8")
            beats = ours["beats"] + ours["variability"]
            peers = [(name, 1000 * best_cpu(function)) for name, function in variability_peers(light, 125)]
            for name, cpu in peers:
                print(f"beats and variability, {name}: {cpu:.0f} ms of CPU an hour, {cpu / beats:.1f} times Halo's {beats:.1f}")
            # HeartPy's RMSSD is the nearest to Halo's of all peers (docs/accuracy.md).
            check("beats and variability, times faster than HeartPy", peers[0][1] / beats, least=100)
            from heart_rate import prototype
            movement = numpy.fromfile(pathlib.Path(folder) / "movement", "<f8").reshape(-1, 4)
            columns = [numpy.ascontiguousarray(column) for column in movement.T]
            cpu = 1000 * best_cpu(lambda: prototype(columns[0], columns[1:], 25))
            print(f"heart rate, the method in NumPy: {cpu:.0f} ms of CPU an hour")
            check("heart rate, times faster than NumPy", cpu / ours["heart rate"], least=10)

            def beside(name, peer, function, runs=3):
                cpu = 1000 * best_cpu(function, runs)
                print(f"{name}, {peer}: {cpu:.1f} ms of CPU")
                check(f"{name}, times faster than {peer}", cpu / ours[name], least=100)

            walks = numpy.fromfile(pathlib.Path(folder) / "walks", "<f8").reshape(-1, 3)
            beside("steps", "Oak (Forest 1.0)", steps_peer(walks, 50))
            beats = numpy.fromfile(pathlib.Path(folder) / "heartbeats", "<f8")
            beside("stages", "SleepECG 0.6.0", stages_peer(beats))
            counts = numpy.fromfile(pathlib.Path(folder) / "counts", "<f8")
            beside("cole-kripke", "pandas", cole_kripke_with_pandas(numpy.resize(counts, 1440)), runs=20)
    sys.exit(1 if missed else 0)


if __name__ == "__main__":
    main()
