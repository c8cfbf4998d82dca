// Written by scripts/accuracy; do not change by hand.

extension MeasuredAccuracy {
  /// What was measured, by name.
  public static let figures: [MeasuredAccuracy] = [
    MeasuredAccuracy(
      name: "heart-rate.rest.error", value: 0.9669, unit: "bpm",
      data: "Welltory and ubicomplab finger-camera light at rest", people: 14,
      says: "at rest, the heart rate from light was off by 1.0 bpm on average"),
    MeasuredAccuracy(
      name: "heart-rate.rest.within-5", value: 98.0305, unit: "%",
      data: "Welltory and ubicomplab finger-camera light at rest", people: 14,
      says: "at rest, 98.0 % of the values were within 5 bpm"),
    MeasuredAccuracy(
      name: "heart-rate.rest.answered", value: 97.6965, unit: "%",
      data: "Welltory and ubicomplab finger-camera light at rest", people: 14,
      says: "at rest, 97.7 % of the windows had a value"),
    MeasuredAccuracy(
      name: "heart-rate.rest.within-5-of-all", value: 95.7724, unit: "%",
      data: "Welltory and ubicomplab finger-camera light at rest", people: 14,
      says: "at rest, 95.8 % of all windows had a value within 5 bpm"),
    MeasuredAccuracy(
      name: "heart-rate.four-samples.error", value: 0.9841, unit: "bpm",
      data: "Welltory and ubicomplab finger-camera light at rest", people: 14,
      says: "at rest with 4 samples a second it was off by 1.0 bpm on average"),
    MeasuredAccuracy(
      name: "heart-rate.no-pulse.answered", value: 2.0868, unit: "%",
      data: "made light without a pulse at 4 to 100 samples a second, and a ring on a table", people: nil,
      says: "of light without a pulse, 2.1 % of the windows had a value"),
    MeasuredAccuracy(
      name: "heart-rate.no-pulse.worst-kind", value: 6.4484, unit: "%",
      data: "made light without a pulse at 4 to 100 samples a second, and a ring on a table", people: nil,
      says: "of breath, the kind of light that deceives it most, 6.4 % had one"),
    MeasuredAccuracy(
      name: "heart-rate.movement.error", value: 1.2264, unit: "bpm",
      data: "made runs: light at rest, moved to 65–170 bpm, plus a made wrist's movement", people: 3,
      says: "on made runs with an accelerometer it was off by 1.2 bpm on average"),
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
      name: "hrv.rmssd.error", value: 5.6248, unit: "ms",
      data: "Welltory, 11 camera recordings, Polar H10", people: 11,
      says: "RMSSD from light was off by 5.6 ms (median of 10 recordings against a strap)"),
    MeasuredAccuracy(
      name: "hrv.answered", value: 90.9091, unit: "%",
      data: "Welltory, 11 camera recordings", people: 11,
      says: "10 of 11 recordings were clear enough for a value"),
    MeasuredAccuracy(
      name: "steps.error", value: 1.4004, unit: "%",
      data: "Oxford step counter, 54 recordings of phones", people: 4,
      says: "on walks, steps from acceleration were off by 1.4 % on average"),
    MeasuredAccuracy(
      name: "steps.worst", value: 5.9859, unit: "%",
      data: "Oxford step counter, 54 recordings of phones", people: 4,
      says: "on the worst walk they were off by 6.0 %"),
    MeasuredAccuracy(
      name: "steps.invented", value: 0.0, unit: "steps",
      data: "30 min of made sitting, typing and driving", people: nil,
      says: "where nobody walked, 0 steps were counted in half an hour"),
    MeasuredAccuracy(
      name: "sleep.stages.seen", value: 0.6296, unit: "kappa",
      data:
        "PhysioNet sleep-accel, 23 nights with polysomnography, a watch on the wrist, which the stager learned from",
      people: 23,
      says: "on the nights it learned from, kappa of four stages was 0.63, which says nothing about others"),
    MeasuredAccuracy(
      name: "sleep.stages.kappa", value: 0.458, unit: "kappa",
      data: "PhysioNet sleep-accel, 23 nights with polysomnography, a watch on the wrist", people: 23,
      says: "on people it had not seen, kappa of wake, light, deep and REM was 0.46 (95 % interval 0.42-0.50)"),
    MeasuredAccuracy(
      name: "sleep.wake.kappa", value: 0.568, unit: "kappa",
      data: "PhysioNet sleep-accel, 23 nights with polysomnography, a watch on the wrist", people: 23,
      says: "on people it had not seen, kappa of sleep and wake was 0.57 (95 % interval 0.49-0.64)"),
    MeasuredAccuracy(
      name: "sleep.wake.found", value: 52.1, unit: "%",
      data: "PhysioNet sleep-accel, 23 nights with polysomnography, a watch on the wrist", people: 23,
      says: "of the time awake in bed, 52 % was found"),
  ]
}
