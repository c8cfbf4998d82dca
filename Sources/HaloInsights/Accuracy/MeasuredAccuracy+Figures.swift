// Written by scripts/accuracy; do not change by hand.

extension MeasuredAccuracy {
  /// The measured accuracy, by name.
  public static let figures: [MeasuredAccuracy] = [
    MeasuredAccuracy(
      name: "heart-rate.rest.within-5", value: 97.813, unit: "%",
      data: "Welltory and ubicomplab finger-camera light at rest, each set with a confidence learned from the others",
      people: 14,
      says: "at rest, 97.8 % of 10,791 values were within 5 bpm"),
    MeasuredAccuracy(
      name: "heart-rate.rest.answered", value: 97.4797, unit: "%",
      data: "Welltory and ubicomplab finger-camera light at rest, each set with a confidence learned from the others",
      people: 14,
      says: "at rest, 97.5 % of 11,070 windows had a value"),
    MeasuredAccuracy(
      name: "heart-rate.rest.within-5-of-all", value: 95.3478, unit: "%",
      data: "Welltory and ubicomplab finger-camera light at rest, each set with a confidence learned from the others",
      people: 14,
      says: "at rest, 95.3 % of 11,070 windows had a value within 5 bpm"),
    MeasuredAccuracy(
      name: "heart-rate.rest.error", value: 1.0199, unit: "bpm",
      data: "Welltory and ubicomplab finger-camera light at rest", people: 14,
      says: "at rest, the heart rate from light was off by 1.0 bpm on average (3,615 values)"),
    MeasuredAccuracy(
      name: "heart-rate.four-samples.error", value: 0.9863, unit: "bpm",
      data: "Welltory and ubicomplab finger-camera light at rest", people: 14,
      says: "at rest with 4 samples a second it was off by 1.0 bpm on average (3,591 values)"),
    MeasuredAccuracy(
      name: "heart-rate.no-pulse.answered", value: 1.263, unit: "%",
      data: "made light without a pulse at 4 to 100 samples a second, and a ring on a table", people: nil,
      says: "of light without a pulse, 1.3 % of the windows had a value"),
    MeasuredAccuracy(
      name: "heart-rate.no-pulse.worst-kind", value: 3.9474, unit: "%",
      data: "made light without a pulse at 4 to 100 samples a second, and a ring on a table", people: nil,
      says: "of idle ring, the worst kind of such light, 3.9 % had one"),
    MeasuredAccuracy(
      name: "heart-rate.movement.error", value: 1.1369, unit: "bpm",
      data: "made runs: light at rest, moved to 65–170 bpm, plus a made wrist's movement", people: 3,
      says: "on made runs with an accelerometer it was off by 1.1 bpm on average (1,586 values)"),
    MeasuredAccuracy(
      name: "beats.bidmc_01.f1", value: 98.7603, unit: "%",
      data: "PhysioNet bidmc_01", people: 1,
      says: "of 730 beats from light, F1 was 98.8 % on bidmc_01 (intensive care)"),
    MeasuredAccuracy(
      name: "beats.bidmc_01.lead", value: 0.0, unit: "points",
      data: "PhysioNet bidmc_01", people: 1,
      says: "that is -0.00 points from the best of 4 peers"),
    MeasuredAccuracy(
      name: "beats.a103l.f1", value: 97.1056, unit: "%",
      data: "PhysioNet a103l", people: 1,
      says: "of 703 beats from light, F1 was 97.1 % on a103l (intensive care)"),
    MeasuredAccuracy(
      name: "beats.a103l.lead", value: 0.22, unit: "points",
      data: "PhysioNet a103l", people: 1,
      says: "that is +0.22 points from the best of 4 peers"),
    MeasuredAccuracy(
      name: "r-peaks.mit-bih-100.f1", value: 100.0, unit: "%",
      data: "MIT-BIH 100, 30 min, 360 Hz", people: 1,
      says: "of 2,273 R peaks, F1 was 100.00 % on MIT-BIH 100, 30 min, 360 Hz"),
    MeasuredAccuracy(
      name: "r-peaks.bidmc_01.f1", value: 100.0, unit: "%",
      data: "bidmc_01, 8 min, 125 Hz", people: 1,
      says: "of 730 R peaks, F1 was 100.00 % on bidmc_01, 8 min, 125 Hz"),
    MeasuredAccuracy(
      name: "r-peaks.noise-24-db.f1", value: 100.0, unit: "%",
      data: "MIT-BIH Noise Stress Test 118e24, two minutes", people: 1,
      says: "of 167 R peaks in noise at 24 dB, F1 was 100.0 %"),
    MeasuredAccuracy(
      name: "r-peaks.noise-6-db.f1", value: 91.4773, unit: "%",
      data: "MIT-BIH Noise Stress Test 118e06, two minutes", people: 1,
      says: "of 162 R peaks in noise at 6 dB, F1 was 91.5 %"),
    MeasuredAccuracy(
      name: "beats.count.neurokit-rest-5min-100hz", value: 0.2315, unit: "%",
      data: "neurokit-rest-5min-100hz.csv, beats as its source counts them", people: 1,
      says: "in ECG with two short artifacts, 5 min, 433 beats were found of 432"),
    MeasuredAccuracy(
      name: "beats.count.heartpy-data-100hz", value: 0.0, unit: "%",
      data: "heartpy-data-100hz.csv, beats as its source counts them", people: 1,
      says: "in pulses with strong second waves, 25 s, 24 beats were found of 24"),
    MeasuredAccuracy(
      name: "beats.count.heartpy-data3", value: 0.6195, unit: "%",
      data: "heartpy-data3.csv, beats as its source counts them", people: 1,
      says: "in pulses with strong second waves, 682 s, 1123 beats were found of 1130"),
    MeasuredAccuracy(
      name: "beats.confidence.light", value: 0.0058, unit: "",
      data: "13 recordings", people: 13,
      says: "the confidence of beats in light was off by 0.006 on average; worst on subject_11: 0.102"),
    MeasuredAccuracy(
      name: "beats.confidence.electrocardiogram", value: 0.0043, unit: "",
      data: "4 recordings", people: 4,
      says: "the confidence of beats in electrocardiograms was off by 0.004 on average; worst on 118e06: 0.114"),
    MeasuredAccuracy(
      name: "hrv.rmssd.error", value: 4.7764, unit: "ms",
      data: "Welltory, 11 camera recordings, Polar H10", people: 11,
      says: "RMSSD from light was off by 4.8 ms (median of 10 recordings against a strap)"),
    MeasuredAccuracy(
      name: "hrv.answered", value: 90.9091, unit: "%",
      data: "Welltory, 11 camera recordings", people: 11,
      says: "10 of 11 recordings were clear enough for a value"),
    MeasuredAccuracy(
      name: "hrv.faults.wrong", value: 1.1905, unit: "%",
      data: "14 series of intervals with faults put in", people: 12,
      says: "with 1 to 10 % missed, extra or ectopic beats, 2 of 168 RMSSD were more than 10 % off and not refused"),
    MeasuredAccuracy(
      name: "hrv.faults.answered", value: 98.2143, unit: "%",
      data: "14 series of intervals with faults put in", people: 12,
      says: "of series with 6 % faulty beats, 98 % had a value"),
    MeasuredAccuracy(
      name: "hrv.clean.refused", value: 0.0, unit: "%",
      data: "14 series of intervals with faults put in", people: 12,
      says: "of 14 series without faults, 0 were refused"),
    MeasuredAccuracy(
      name: "steps.error", value: 1.4706, unit: "%",
      data: "Oxford step counter, 54 recordings of phones", people: 4,
      says: "on walks, steps from acceleration were off by 1.5 % on average"),
    MeasuredAccuracy(
      name: "steps.worst", value: 5.9859, unit: "%",
      data: "Oxford step counter, 54 recordings of phones", people: 4,
      says: "on the worst walk they were off by 6.0 %"),
    MeasuredAccuracy(
      name: "steps.invented", value: 0.0, unit: "steps",
      data: "40 min of made sitting, typing, driving and a rough road", people: nil,
      says: "in forty minutes without a step, 0 steps were counted"),
    MeasuredAccuracy(
      name: "steps.runs", value: 0.0, unit: "%",
      data: "12 made runs", people: nil,
      says: "on made runs steps were off by 0.0 % on average"),
    MeasuredAccuracy(
      name: "steps.impaired", value: 2.1739, unit: "%",
      data: "an older person about a household (Mobilise-D example), 160 s, on which the constants were chosen",
      people: 1,
      says: "of 46 steps of an older person, 45 were counted"),
    MeasuredAccuracy(
      name: "steps.slow", value: 1.1608, unit: "%",
      data: "10 made slow, uneven walks", people: nil,
      says: "on made slow, uneven walks steps were off by 1.2 % on average"),
    MeasuredAccuracy(
      name: "steps.confidence", value: 0.042, unit: "",
      data: "walks of 6 people, made walks, runs and other movement", people: 6,
      says: "the confidence of steps was off by 0.042 on average (expected calibration error)"),
    MeasuredAccuracy(
      name: "sleep.stages.seen", value: 0.6296, unit: "kappa",
      data:
        "PhysioNet sleep-accel, 23 nights with polysomnography, a watch on the wrist, which the stager learned from",
      people: 23,
      says: "on the nights it learned from, kappa of four stages was 0.63, which says nothing about others"),
    MeasuredAccuracy(
      name: "sleep.stages.calibration", value: 0.046, unit: "",
      data: "PhysioNet sleep-accel, 23 nights with polysomnography, a watch on the wrist", people: 23,
      says: "the confidence of stages was off by 0.046 on average (expected calibration error)"),
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
      says: "of 1,503 epochs awake in bed, 52 % were found"),
  ]
}
