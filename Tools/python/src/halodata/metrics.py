"""The metrics of a journal, by their numbers there (Sources/HaloHealth/Metrics/Metric+Own.swift) and their names in exports."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Metric:
    code: int
    name: str
    unit: str
    #: True if values are counts of their interval, so that they can be summed.
    is_count: bool = False


METRICS = [
    Metric(1, "heart-rate", "bpm"),
    Metric(2, "heart-rate-variability", "ms"),
    Metric(3, "oxygen-saturation-minimum", "%"),
    Metric(4, "oxygen-saturation-maximum", "%"),
    Metric(5, "stress", ""),
    Metric(6, "steps", "count", True),
    Metric(7, "distance", "m", True),
    Metric(8, "active-energy", "kcal", True),
    Metric(9, "skin-temperature", "°C"),
    Metric(10, "beat-interval", "ms"),
    Metric(11, "heart-rate-variability-rmssd", "ms"),
    Metric(12, "heart-rate-variability-sdnn", "ms"),
    Metric(13, "oxygen-saturation", "%"),
    Metric(14, "battery", "%"),
    Metric(15, "speed", "m/s"),
    Metric(16, "power", "W"),
    Metric(17, "cadence", "/min"),
    Metric(18, "battery-charging", "1/0"),
    Metric(19, "resting-heart-rate", "bpm"),
    Metric(20, "cycling-distance", "m", True),
    Metric(21, "inclination", "%"),
    Metric(22, "resistance", "level"),
    Metric(23, "strokes", "count", True),
    Metric(24, "strides", "count", True),
    Metric(25, "floors", "count", True),
    Metric(26, "ascent", "m", True),
    Metric(27, "descent", "m", True),
    Metric(30, "weight", "kg"),
    Metric(31, "body-fat", "%"),
    Metric(32, "muscle-percentage", "%"),
    Metric(33, "muscle-mass", "kg"),
    Metric(34, "fat-free-mass", "kg"),
    Metric(35, "soft-lean-mass", "kg"),
    Metric(36, "body-water", "kg"),
    Metric(37, "basal-metabolism", "kcal/d"),
    Metric(38, "impedance", "Ω"),
    Metric(39, "body-mass-index", "kg/m²"),
    Metric(40, "blood-pressure", "mmHg"),
    Metric(41, "systolic-pressure", "mmHg"),
    Metric(42, "diastolic-pressure", "mmHg"),
    Metric(43, "body-temperature", "°C"),
    Metric(44, "pulse-amplitude", "%"),
]
BY_NAME = {metric.name: metric for metric in METRICS}
BY_CODE = {metric.code: metric for metric in METRICS}


def add(code: int, id: str, unit: str, is_count: bool) -> None:
    """Adds a metric of a driver, as a journal knows it. Its name in exports is the id with hyphens."""
    name = ""
    for letter in id:
        name += "-" + letter if letter.isupper() and not name[-1:].isupper() else letter
    BY_CODE[code] = BY_NAME.setdefault(name.lower(), Metric(code, name.lower(), unit, is_count))


SOURCES = {1: "log", 2: "live", 3: "manual", 4: "push", 5: "algorithm"}

#: The computed metrics of days: number, name, unit.
DERIVED = {
    101: ("resting-heart-rate", "bpm"),
    102: ("night-heart-rate-variability", "ms"),
    103: ("time-asleep", "min"),
    104: ("time-napping", "min"),
    105: ("sleep-regularity", ""),
    106: ("daily-steps", "count"),
    107: ("daily-distance", "m"),
    108: ("active-minutes", "min"),
    109: ("night-account", ""),
    110: ("resting-heart-rate-trend", "bpm"),
    111: ("night-heart-rate-variability-trend", "ms"),
    112: ("time-asleep-trend", "min"),
    113: ("daily-steps-trend", "count"),
    114: ("own-time-asleep", "min"),
}

#: The channels and unit of each raw stream.
STREAMS = {
    "ecg": (["ecg"], "µV"),
    "ppg": (["ppg"], "counts"),
    "ppg2": (["ppg2"], "counts"),
    "ppg3": (["ppg3"], "counts"),
    "ambientLight": (["ambientLight"], "counts"),
    "redLight": (["redLight"], "counts"),
    "accelerometer": (["x", "y", "z"], "g"),
}
