// Written by scripts/accuracy; do not change by hand.

extension MeasuredAccuracy {
  /// What was measured, by name.
  public static let figures: [MeasuredAccuracy] = [
    MeasuredAccuracy(
      name: "beats.bidmc_01.f1", value: 98.7603, unit: "%",
      data: "PhysioNet bidmc_01", people: 1,
      says: "of beats from light, F1 was 98.8 % on bidmc_01 (intensive care)"),
    MeasuredAccuracy(
      name: "beats.bidmc_01.lead", value: 0.0, unit: "points",
      data: "PhysioNet bidmc_01", people: 1,
      says: "that is -0.00 points from the best of 4 peers"),
    MeasuredAccuracy(
      name: "beats.a103l.f1", value: 97.18, unit: "%",
      data: "PhysioNet a103l", people: 1,
      says: "of beats from light, F1 was 97.2 % on a103l (intensive care)"),
    MeasuredAccuracy(
      name: "beats.a103l.lead", value: 0.3, unit: "points",
      data: "PhysioNet a103l", people: 1,
      says: "that is +0.30 points from the best of 4 peers"),
    MeasuredAccuracy(
      name: "r-peaks.mit-bih-100.f1", value: 100.0, unit: "%",
      data: "MIT-BIH 100, 30 min, 360 Hz", people: 1,
      says: "of R peaks, F1 was 100.00 % on MIT-BIH 100, 30 min, 360 Hz"),
    MeasuredAccuracy(
      name: "r-peaks.bidmc_01.f1", value: 100.0, unit: "%",
      data: "bidmc_01, 8 min, 125 Hz", people: 1,
      says: "of R peaks, F1 was 100.00 % on bidmc_01, 8 min, 125 Hz"),
    MeasuredAccuracy(
      name: "hrv.rmssd.error", value: 3.8034, unit: "ms",
      data: "Welltory, 11 camera recordings, Polar H10", people: 11,
      says: "RMSSD from light was off by 3.8 ms (median of 10 recordings against a strap)"),
    MeasuredAccuracy(
      name: "hrv.answered", value: 90.9091, unit: "%",
      data: "Welltory, 11 camera recordings", people: 11,
      says: "10 of 11 recordings were clear enough for a value"),
  ]
}
