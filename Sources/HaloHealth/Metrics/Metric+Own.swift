/// Halo's own metrics. A number is never changed or reused.
extension Metric {
  public static let heartRate = Metric(own: 1)
  /// HRV in milliseconds, as the device computes it. Rings do not report whether theirs is RMSSD or SDNN.
  public static let heartRateVariability = Metric(own: 2)
  /// Lowest SpO₂ of an interval.
  public static let oxygenSaturationMinimum = Metric(own: 3)
  /// Highest SpO₂ of an interval.
  public static let oxygenSaturationMaximum = Metric(own: 4)
  /// The device's own stress score, 0…100; a proprietary estimate, not a physical quantity.
  public static let stress = Metric(own: 5)
  /// Steps within an interval.
  public static let steps = Metric(own: 6)
  /// Distance within an interval, estimated by the device.
  public static let distance = Metric(own: 7)
  /// Energy spent moving within an interval, estimated by the device.
  public static let activeEnergy = Metric(own: 8)
  /// Temperature of the skin under the device.
  public static let skinTemperature = Metric(own: 9)
  /// Time between two heart beats.
  public static let beatInterval = Metric(own: 10)
  /// HRV as the root mean square of successive differences of beat intervals (RMSSD).
  public static let heartRateVariabilityRMSSD = Metric(own: 11)
  /// HRV as the standard deviation of beat intervals (SDNN).
  public static let heartRateVariabilitySDNN = Metric(own: 12)
  /// SpO₂ (blood oxygen saturation) at a moment.
  public static let oxygenSaturation = Metric(own: 13)
  /// Charge of the device's battery.
  public static let battery = Metric(own: 14)
  /// Speed over ground.
  public static let speed = Metric(own: 15)
  /// Mechanical power.
  public static let power = Metric(own: 16)
  /// Steps, strokes or crank revolutions per minute.
  public static let cadence = Metric(own: 17)
  /// The charging state of the device's battery: 1 while it is charging, otherwise 0.
  public static let batteryCharging = Metric(own: 18)
  /// Resting heart rate of a day, as the device or an app reports it.
  public static let restingHeartRate = Metric(own: 19)
  /// Distance by bicycle within an interval, which is no part of ``distance``.
  public static let cyclingDistance = Metric(own: 20)
  /// Inclination of a machine, negative downhill.
  public static let inclination = Metric(own: 21)
  /// Resistance level of a machine, on its own scale.
  public static let resistance = Metric(own: 22)
  /// Rowing strokes within an interval.
  public static let strokes = Metric(own: 23)
  /// Strides on a machine within an interval, as it counts them: no standard says how many steps one has.
  public static let strides = Metric(own: 24)
  /// Floors climbed on a machine within an interval.
  public static let floors = Metric(own: 25)
  /// Height climbed within an interval.
  public static let ascent = Metric(own: 26)
  /// Height descended within an interval.
  public static let descent = Metric(own: 27)
  /// Weight of the body.
  public static let weight = Metric(own: 30)
  /// Share of fat in the weight.
  public static let bodyFat = Metric(own: 31)
  /// Share of muscle in the weight.
  public static let musclePercentage = Metric(own: 32)
  /// Mass of the muscles.
  public static let muscleMass = Metric(own: 33)
  /// Weight without fat, which others call lean body mass.
  public static let fatFreeMass = Metric(own: 34)
  /// Weight without fat and bones.
  public static let softLeanMass = Metric(own: 35)
  /// Mass of the water in the body.
  public static let bodyWater = Metric(own: 36)
  /// Energy that the body needs at rest, a day.
  public static let basalMetabolism = Metric(own: 37)
  /// Electrical impedance of the body, from which a scale estimates its composition.
  public static let impedance = Metric(own: 38)
  /// Weight divided by the square of the height, as a device or an app reports it.
  public static let bodyMassIndex = Metric(own: 39)
  /// Mean arterial pressure. Its chart has the systolic and the diastolic pressure.
  public static let bloodPressure = Metric(own: 40)
  /// Systolic blood pressure.
  public static let systolicPressure = Metric(own: 41)
  /// Diastolic blood pressure.
  public static let diastolicPressure = Metric(own: 42)
  /// Temperature inside the body, as a thermometer measures it.
  public static let bodyTemperature = Metric(own: 43)
  /// Pulse amplitude (perfusion) index: the share of the light that the pulse changes.
  public static let pulseAmplitude = Metric(own: 44)
}

extension Metric.Definition {
  /// Halo's own metrics, in display order.
  static let own = ofTimes + ofBody

  private static let ofTimes: [Metric.Definition] = [
    .init(
      .heartRate, "heartRate", .beatsPerMinute, title: Phrase("Heart rate"), phrase: Phrase("heart rate"),
      values: 1...400, longest: Metric.held, chart: .line, screens: [.day, .heart, .night], isExpected: true),
    .init(
      .steps, "steps", .count, title: Phrase("Steps"), phrase: Phrase("steps"), values: 0...200_000,
      aggregation: .count, chart: .bars, screens: [.day, .activity], isExpected: true),
    .init(
      .oxygenSaturation, "oxygenSaturation", .percent, title: Phrase("SpO₂"), shortName: "spo2", values: 0...100,
      longest: Metric.held, chart: .range, extremes: (.oxygenSaturationMinimum, .oxygenSaturationMaximum),
      screens: [.day, .heart, .night], isExpected: true),
    .init(
      .heartRateVariability, "heartRateVariability", .milliseconds, title: Phrase("HRV"),
      phrase: Phrase("heart-rate variability"), shortName: "hrv", values: 0...5000, chart: .dots,
      substitutes: [.heartRateVariabilityRMSSD, .heartRateVariabilitySDNN], screens: [.day, .heart, .night],
      isExpected: true, caution: Phrase("Computed by the device; the method of rings is not documented.")),
    .init(
      .stress, "stress", .score, title: Phrase("Stress score"), phrase: Phrase("stress"), values: 0...100,
      chart: .dots, screens: [.day, .heart], isExpected: true,
      caution: Phrase("The device's own score, not a physical quantity.")),
    .init(
      .skinTemperature, "skinTemperature", .degreesCelsius, title: Phrase("Skin temperature"),
      phrase: Phrase("skin temperature"), shortName: "temperature", values: -20...60, chart: .dots,
      screens: [.day, .heart, .night]),
    .init(
      .speed, "speed", .metersPerSecond, title: Phrase("Speed"), phrase: Phrase("speed"), values: 0...100,
      longest: Metric.held, chart: .line, screens: [.day, .activity]),
    .init(
      .cadence, "cadence", .perMinute, title: Phrase("Cadence"), phrase: Phrase("cadence"), values: 0...1000,
      longest: Metric.held, chart: .line, screens: [.day, .activity]),
    .init(
      .power, "power", .watts, title: Phrase("Power"), values: 0...5000, longest: Metric.held, chart: .line,
      screens: [.day, .activity]),
    .init(
      .inclination, "inclination", .percent, title: Phrase("Incline"), values: -100...100, longest: Metric.held,
      chart: .line, screens: [.day, .activity]),
    .init(
      .resistance, "resistance", .level, title: Phrase("Resistance"), values: -32_768...32_767, longest: Metric.held,
      chart: .line, screens: [.day, .activity], caution: Phrase("A level on the machine's own scale.")),
    .init(
      .heartRateVariabilityRMSSD, "heartRateVariabilityRMSSD", .milliseconds, title: Phrase("HRV (RMSSD)"),
      values: 0...5000),
    .init(
      .heartRateVariabilitySDNN, "heartRateVariabilitySDNN", .milliseconds, title: Phrase("HRV (SDNN)"),
      values: 0...5000),
    .init(
      .oxygenSaturationMinimum, "oxygenSaturationMinimum", .percent, title: Phrase("Lowest SpO₂"), values: 0...100),
    .init(
      .oxygenSaturationMaximum, "oxygenSaturationMaximum", .percent, title: Phrase("Highest SpO₂"), values: 0...100),
    .init(
      .beatInterval, "beatInterval", .milliseconds, title: Phrase("Beat intervals"), values: 1...10_000,
      longest: Metric.held),
    .init(
      .restingHeartRate, "restingHeartRate", .beatsPerMinute, title: Phrase("Resting heart rate (reported)"),
      values: 1...400),
    .init(
      .distance, "distance", .meters, title: Phrase("Distance"), values: 0...1_000_000, aggregation: .count,
      caution: Phrase("Estimated by the device.")),
    .init(
      .activeEnergy, "activeEnergy", .kilocalories, title: Phrase("Active energy"), values: 0...50_000,
      aggregation: .count, caution: Phrase("Estimated by the device.")),
    .init(
      .cyclingDistance, "cyclingDistance", .meters, title: Phrase("Cycling distance"), values: 0...1_000_000,
      aggregation: .count, caution: Phrase("Estimated by the device.")),
    .init(.strokes, "strokes", .count, title: Phrase("Strokes"), values: 0...200_000, aggregation: .count),
    .init(.strides, "strides", .count, title: Phrase("Strides"), values: 0...200_000, aggregation: .count),
    .init(.floors, "floors", .count, title: Phrase("Floors"), values: 0...10_000, aggregation: .count),
    .init(.ascent, "ascent", .meters, title: Phrase("Ascent"), values: 0...20_000, aggregation: .count),
    .init(.descent, "descent", .meters, title: Phrase("Descent"), values: 0...20_000, aggregation: .count),
    .init(
      .bloodPressure, "bloodPressure", .millimetersOfMercury, title: Phrase("Blood pressure"),
      phrase: Phrase("blood pressure"), values: 10...400, chart: .range,
      extremes: (.diastolicPressure, .systolicPressure), screens: [.day, .heart],
      caution: Phrase("The average is an estimate: the diastolic pressure plus a third of the difference.")),
    .init(
      .battery, "battery", .percent, title: Phrase("Battery"), values: 0...100,
      longest: Metric.held),
    .init(
      .batteryCharging, "batteryCharging", .flag, title: Phrase("Charging"), values: 0...1,
      longest: Metric.held),
  ]

  /// Metrics of the body that are measured now and then, and shown as dots; pressures are in the chart of blood pressure.
  private static let rows: [(Metric, String, Unit, Phrase, Phrase, ClosedRange<Double>)] = [
    (.weight, "weight", .kilograms, Phrase("Weight"), Phrase("weight"), 0.1...700),
    (.bodyFat, "bodyFat", .percent, Phrase("Body fat"), Phrase("body fat"), 1...90),
    (.musclePercentage, "musclePercentage", .percent, Phrase("Share of muscle"), Phrase("share of muscle"), 1...99),
    (.muscleMass, "muscleMass", .kilograms, Phrase("Muscle mass"), Phrase("muscle mass"), 0.1...700),
    (.fatFreeMass, "fatFreeMass", .kilograms, Phrase("Fat-free mass"), Phrase("fat-free mass"), 0.1...700),
    (.softLeanMass, "softLeanMass", .kilograms, Phrase("Soft lean mass"), Phrase("soft lean mass"), 0.1...700),
    (.bodyWater, "bodyWater", .kilograms, Phrase("Body water"), Phrase("body water"), 0.1...700),
    (.basalMetabolism, "basalMetabolism", daily, Phrase("Basal metabolism"), Phrase("basal metabolism"), 100...20_000),
    (.impedance, "impedance", Unit("Ω"), Phrase("Impedance"), Phrase("impedance"), 1...10_000),
    (.bodyMassIndex, "bodyMassIndex", Unit("kg/m²"), Phrase("Body mass index"), Phrase("body mass index"), 1...300),
    (.systolicPressure, "systolicPressure", hg, Phrase("Systolic pressure"), Phrase("systolic pressure"), 10...400),
    (.diastolicPressure, "diastolicPressure", hg, Phrase("Diastolic pressure"), Phrase("diastolic pressure"), 10...400),
    (.bodyTemperature, "bodyTemperature", celsius, Phrase("Body temperature"), Phrase("body temperature"), 15...50),
    (.pulseAmplitude, "pulseAmplitude", .percent, Phrase("Perfusion index"), Phrase("perfusion index"), 0.001...100),
  ]
  private static let ofBody = rows.map { metric, id, unit, title, phrase, values in
    Metric.Definition(
      metric, id, unit, title: title, phrase: phrase, values: values, chart: unit == hg ? nil : .dots,
      screens: [.day, .heart], caution: composition.contains(metric) ? impedance : nil)
  }
  private static let impedance = Phrase("Estimated by the device from the impedance of the body.")
  private static let composition: Set<Metric> = [
    .bodyFat, .musclePercentage, .muscleMass, .fatFreeMass, .softLeanMass, .bodyWater, .basalMetabolism,
  ]
  private static let daily = Unit("kcal/d", words: Phrase("kcal a day"))
  private static let (celsius, hg) = (Unit.degreesCelsius, Unit.millimetersOfMercury)

  static let ownByID = [String: Metric](uniqueKeysWithValues: own.map { ($0.id, $0.metric) })
  static let ownByCode: [Metric.Definition?] = own.reduce(
    into: Array(repeating: nil, count: 1 + (own.map(\.metric.code).max() ?? 0))
  ) { $0[$1.metric.code] = $1 }
}
