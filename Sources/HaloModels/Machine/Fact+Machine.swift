import HaloHealth
import HaloReports
import HaloWearables

extension Fact {
  /// The present values that a machine reports, in a person's units.
  static func list(_ record: MachineRecord, _ units: UnitSystem) -> [Fact] {
    let words = MeasureWording(units)
    func fact(_ quantity: MachineQuantity, _ name: Phrase, note: Phrase? = nil, _ value: (Double) -> Phrase) -> Fact? {
      let note = record.derived.contains(quantity) ? Phrase("Computed from a count.") : note
      return record[quantity].map { Fact(quantity.word.description, name, value($0), note: note) }
    }
    return [
      fact(.speed, Metric.speed.title) { words.value($0 / 3.6, of: .speed) },
      fact(.inclinationPercent, Phrase("Incline")) { Phrase("\(MeasureWording.number($0)) %") },
      fact(.watts, Metric.power.title) { words.value($0, of: .power) },
      fact(.cadence, Metric.cadence.title) { words.value($0, of: .cadence) },
      fact(.strokeRate, Phrase("Strokes")) { words.value($0, of: .cadence) },
      fact(.stepsPerMinute, Metric.steps.title) { words.value($0, of: .cadence) },
      fact(.secondsPer500m, Phrase("Pace")) { Phrase("\(MeasureWording.clock(seconds: $0)) per 500 m") },
      fact(.resistance, Phrase("Resistance"), MeasureWording.number),
      fact(.bpm, Metric.heartRate.title) { words.value($0, of: .heartRate) },
      fact(.meters, Metric.distance.title) { words.distance($0, digits: 2) },
      fact(.floors, Phrase("Floors"), MeasureWording.number),
      fact(.elapsedSeconds, Phrase("Time"), MeasureWording.clock),
      fact(.kilocalories, Phrase("Energy"), note: Metric.activeEnergy.caution) { words.value($0, of: .activeEnergy) },
    ].compactMap(\.self)
  }
}
