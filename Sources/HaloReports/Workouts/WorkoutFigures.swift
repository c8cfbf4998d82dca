/// The figures of a workout, in display order. Figures without a value are omitted.
struct WorkoutFigures {
  let explain: String
  let workout: Workout
  let summary: WorkoutSummary
  /// The origins of values that were logged, or that another device measured.
  let notes: [Metric: Phrase]

  /// The figures for lists.
  var brief: [Figure] {
    known([
      figure(.duration, Phrase("Time"), seconds / 60, .minutes, note: paused) { _ in
        MeasureWording.clock(seconds: seconds)
      },
      figure(
        .distance, Phrase("Distance"), summary.meters, .meters,
        note: Self.doubt(workout.distanceCount) { MeasureWording.distance($0, digits: 2) }
          ?? (workout.meters == nil ? notes[.distance] : nil)
      ) { MeasureWording.distance($0, digits: 2) },
      figure(
        .workoutAverageHeartRate, Phrase("Average heart rate"), rate?.average.rounded(), .beatsPerMinute,
        note: Self.joined(notes[.heartRate], unmeasured)
      ) {
        MeasureWording.value($0, of: Metric.heartRate)
      },
      figure(
        .workoutHighestHeartRate, Phrase("Highest heart rate"), rate?.maximum, .beatsPerMinute, note: notes[.heartRate]
      ) {
        MeasureWording.value($0, of: Metric.heartRate)
      },
      figure(
        .energy, Phrase("Energy"), workout.kilocalories.flatMap { $0 > 0 ? $0 : nil }, .kilocalories,
        note: Self.doubt(workout.energyCount) { MeasureWording.value($0.rounded(), of: Metric.activeEnergy) }
          ?? Metric.activeEnergy.caution
      ) { MeasureWording.value($0.rounded(), of: Metric.activeEnergy) },
    ])
  }

  /// The figures for a full report.
  var whole: [Figure] {
    brief
      + known(
        [
          summary.speed == nil ? speed : spread(.averageSpeed, Phrase("Average speed"), summary.speed, .speed),
          spread(.averagePower, Phrase("Average power"), summary.power, .power),
          spread(.averageCadence, Phrase("Average cadence"), summary.cadence, .cadence),
          spread(.averageIncline, Phrase("Average incline"), summary.inclination, .inclination),
          spread(.averageResistance, Phrase("Average resistance"), summary.resistance, .resistance),
        ] + WorkoutRecording.counted.compactMap(count))
  }

  /// What the machine counted.
  private func count(_ metric: Metric) -> Figure? {
    guard let id = FigureID(rawValue: metric.id), let value = summary.counts[metric], value > 0 else { return nil }
    return figure(id, metric.title, value, metric.unit) {
      MeasureWording.value($0.rounded(), of: metric)
    }
  }

  /// The distance by the time without pauses.
  private var speed: Figure {
    figure(
      .averageSpeed, Phrase("Average speed"), seconds > 0 ? summary.meters.map { $0 / seconds } : nil,
      .metersPerSecond, note: Phrase("The distance divided by the time."), source: .algorithm
    ) { MeasureWording.value($0, of: Metric.speed) }
  }

  private var seconds: Double { Double(workout.activeLength) / 1000 }
  private var rate: WorkoutSummary.Spread? { summary.heartRate }

  /// The pauses, which the time does not include.
  private var paused: Phrase? {
    workout.paused.flatMap {
      $0 > 0 ? Phrase("Without \(MeasureWording.clock(seconds: Double($0) / 1000)) of pauses.") : nil
    }
  }

  private static func joined(_ first: Phrase?, _ second: Phrase?) -> Phrase? {
    first.map { first in second.map { Phrase("\(first) \($0)") } ?? first } ?? second
  }

  /// The time without heart rate data, if it is at least a minute.
  private var unmeasured: Phrase? {
    let missing = seconds - (rate?.seconds ?? seconds)
    return missing < 60 ? nil : Phrase("No heart rate for \(MeasureWording.clock(seconds: missing)).")
  }

  /// What speaks against a figure; `nil` if nothing does.
  private static func doubt(_ count: WorkoutCount?, _ text: (Double) -> Phrase) -> Phrase? {
    guard let doubt = count?.doubt else { return nil }
    guard let other = count?.other.map(text) else {
      return Phrase("Doubtful: the machine was not connected all the time.")
    }
    return switch doubt {
    case .speed: Phrase("Doubtful: the machine's speeds add up to \(other).")
    case .secondCount: Phrase("Doubtful: the machine also sends another count, \(other).")
    case .unseen: Phrase("Doubtful: the machine was not connected all the time. It may be \(other).")
    case .jump: Phrase("Doubtful: the machine's count jumped. With the jump it is \(other).")
    }
  }

  private func spread(_ id: FigureID, _ name: Phrase, _ spread: WorkoutSummary.Spread?, _ metric: Metric) -> Figure {
    let spread = spread.flatMap { $0.maximum > 0 ? $0 : nil }
    let maximum = spread.map { Phrase("Maximum \(MeasureWording.value($0.maximum, of: metric)).") }
    let isDerived = summary.derived.contains(metric)
    return figure(
      id, name, spread?.average, metric.unit,
      note: isDerived
        ? maximum.map { Phrase("\($0) Computed from a count, which the machine's own value contradicts.") }
        : Self.joined(maximum, notes[metric]), source: isDerived ? .algorithm : nil
    ) { MeasureWording.value($0, of: metric) }
  }

  private func figure(
    _ id: FigureID, _ name: Phrase, _ value: Double?, _ unit: Unit, note: Phrase? = nil,
    source: SampleSource? = nil, text: (Double) -> Phrase
  ) -> Figure {
    Figure(
      id, name, value, unit, text: value.map(text), source: (source ?? workout.source).rawValue, note: note,
      explain: explain,
      reason: Phrase("Not measured."))
  }

  private func known(_ figures: [Figure]) -> [Figure] { figures.filter { $0.value != nil } }
}
