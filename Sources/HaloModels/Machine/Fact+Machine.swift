extension Fact {
  /// The present values that a machine reports.
  static func list(_ record: MachineRecord) -> [Fact] {
    let shown: [MachineQuantity] = [
      .speed, .inclinationPercent, .watts, .cadence, .strokeRate, .stepsPerMinute, .secondsPer500m, .resistance, .bpm,
      .meters, .floors, .elapsedSeconds, .kilocalories,
    ]
    return shown.compactMap { quantity in record[quantity].flatMap { Fact(quantity, $0, in: record) } }
  }

  /// Creates a row of a machine's value; `nil` for values that are not shown.
  init?(_ quantity: MachineQuantity, _ value: Double, in record: MachineRecord? = nil) {
    let row: (name: Phrase, value: Phrase)? =
      switch quantity {
      case .speed: (Metric.speed.title, MeasureWording.value(value / 3.6, of: .speed))
      case .inclinationPercent: (Phrase("Incline"), Phrase("\(MeasureWording.number(value)) %"))
      case .watts: (Metric.power.title, MeasureWording.value(value, of: .power))
      case .cadence: (Metric.cadence.title, MeasureWording.value(value, of: .cadence))
      case .strokeRate: (Phrase("Strokes"), MeasureWording.value(value, of: .cadence))
      case .stepsPerMinute: (Metric.steps.title, MeasureWording.value(value, of: .cadence))
      case .secondsPer500m: (Phrase("Pace"), MeasureWording.pace(value))
      case .resistance: (Phrase("Resistance"), MeasureWording.number(value))
      case .bpm: (Metric.heartRate.title, MeasureWording.value(value, of: .heartRate))
      case .meters: (Metric.distance.title, MeasureWording.distance(value, digits: 2))
      case .floors: (Phrase("Floors"), MeasureWording.number(value))
      case .elapsedSeconds: (Phrase("Time"), MeasureWording.clock(seconds: value))
      case .kilocalories: (Phrase("Energy"), MeasureWording.value(value, of: .activeEnergy))
      default: nil
      }
    guard let row else { return nil }
    let isDerived = record?.derived.contains(quantity) == true
    let caution = quantity == .kilocalories ? Metric.activeEnergy.caution : nil
    self.init(
      quantity.word.description, row.name, row.value, note: isDerived ? Phrase("Computed from a count.") : caution)
  }
}
