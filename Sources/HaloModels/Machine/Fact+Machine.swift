import HaloHealth
import HaloReports
import HaloWearables

extension Fact {
  /// The present values that a machine reports, in a person's units.
  static func list(_ record: MachineRecord, _ units: UnitSystem) -> [Fact] {
    let shown: [MachineQuantity] = [
      .speed, .inclinationPercent, .watts, .cadence, .strokeRate, .stepsPerMinute, .secondsPer500m, .resistance, .bpm,
      .meters, .floors, .elapsedSeconds, .kilocalories,
    ]
    return shown.compactMap { quantity in record[quantity].flatMap { Fact(quantity, $0, units, in: record) } }
  }

  /// Creates a row of a machine's value; `nil` for values that are not shown.
  init?(_ quantity: MachineQuantity, _ value: Double, _ units: UnitSystem, in record: MachineRecord? = nil) {
    let words = MeasureWording(units)
    let row: (name: Phrase, value: Phrase)? =
      switch quantity {
      case .speed: (Metric.speed.title, words.value(value / 3.6, of: .speed))
      case .inclinationPercent: (Phrase("Incline"), Phrase("\(MeasureWording.number(value)) %"))
      case .watts: (Metric.power.title, words.value(value, of: .power))
      case .cadence: (Metric.cadence.title, words.value(value, of: .cadence))
      case .strokeRate: (Phrase("Strokes"), words.value(value, of: .cadence))
      case .stepsPerMinute: (Metric.steps.title, words.value(value, of: .cadence))
      case .secondsPer500m: (Phrase("Pace"), Phrase("\(MeasureWording.clock(seconds: value)) per 500 m"))
      case .resistance: (Phrase("Resistance"), MeasureWording.number(value))
      case .bpm: (Metric.heartRate.title, words.value(value, of: .heartRate))
      case .meters: (Metric.distance.title, words.distance(value, digits: 2))
      case .floors: (Phrase("Floors"), MeasureWording.number(value))
      case .elapsedSeconds: (Phrase("Time"), MeasureWording.clock(seconds: value))
      case .kilocalories: (Phrase("Energy"), words.value(value, of: .activeEnergy))
      default: nil
      }
    guard let row else { return nil }
    let isDerived = record?.derived.contains(quantity) == true
    let caution = quantity == .kilocalories ? Metric.activeEnergy.caution : nil
    self.init(
      quantity.word.description, row.name, row.value, note: isDerived ? Phrase("Computed from a count.") : caution)
  }
}
