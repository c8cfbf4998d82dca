import HaloHealth
import HaloInsights

/// The figures of a workout, in display order. Figures without a value are omitted.
struct WorkoutFigures {
  let explain: String
  let seconds: Double
  let meters: Double?
  let kilocalories: Double?
  let summary: WorkoutSummary
  let measures: MeasureWording

  /// The figures for lists.
  var brief: [Figure] {
    known([
      figure("duration", Phrase("Time"), seconds / 60, .minutes) { _ in MeasureWording.clock(seconds: seconds) },
      figure("distance", Phrase("Distance"), meters, .meters) { measures.distance($0, digits: 2) },
      figure(
        "average-heart-rate", Phrase("Average heart rate"), rate?.average.rounded(), .beatsPerMinute, note: unmeasured
      ) {
        measures.value($0, of: Metric.heartRate)
      },
      figure("highest-heart-rate", Phrase("Highest heart rate"), rate?.maximum, .beatsPerMinute) {
        measures.value($0, of: Metric.heartRate)
      },
      figure(
        "energy", Phrase("Energy"), kilocalories.flatMap { $0 > 0 ? $0 : nil }, .kilocalories,
        note: Metric.activeEnergy.caution
      ) { measures.value($0.rounded(), of: Metric.activeEnergy) },
    ])
  }

  /// The figures for a full report.
  var whole: [Figure] {
    brief
      + known([
        spread("average-speed", Phrase("Average speed"), summary.speed, .speed),
        spread("average-power", Phrase("Average power"), summary.power, .power),
        spread("average-cadence", Phrase("Average cadence"), summary.cadence, .cadence),
      ])
  }

  private var rate: WorkoutSummary.Spread? { summary.heartRate }

  /// The time without heart rate data, if it is at least a minute.
  private var unmeasured: Phrase? {
    let missing = seconds - (rate?.seconds ?? seconds)
    return missing < 60 ? nil : Phrase("No heart rate for \(MeasureWording.clock(seconds: missing)).")
  }

  private func spread(_ id: String, _ name: Phrase, _ spread: WorkoutSummary.Spread?, _ metric: Metric) -> Figure {
    let spread = spread.flatMap { $0.maximum > 0 ? $0 : nil }
    return figure(
      id, name, spread?.average, metric.unit,
      note: spread.map { Phrase("Maximum \(measures.value($0.maximum, of: metric)).") }
    ) { measures.value($0, of: metric) }
  }

  private func figure(
    _ id: String, _ name: Phrase, _ value: Double?, _ unit: Unit, note: Phrase? = nil, text: (Double) -> Phrase
  ) -> Figure {
    Figure(
      id, name, value, unit, text: value.map(text), source: SampleSource.live.rawValue, note: note, explain: explain,
      reason: Phrase("Not measured."))
  }

  private func known(_ figures: [Figure]) -> [Figure] { figures.filter { $0.value != nil } }
}
