extension Journal {
  /// The summary of a workout for lists. It reads as little as possible: an hour of training has about ten thousand
  /// values.
  public func summary(of stored: StoredWorkout) throws -> WorkoutSummary {
    let metrics: Set<Metric> = stored.workout.meters == nil ? [.heartRate, .speed, .distance] : [.heartRate]
    return WorkoutSummary(try recording(of: stored, metrics: metrics), zones: nil)
  }
}

extension Reports {
  /// Returns summaries of the wearer's workouts that began in a range of days, in order of time. `summary` returns a
  /// workout's numbers; `nil` reads the journal.
  public func workouts(
    from first: CalendarDate, to last: CalendarDate, summary: ((StoredWorkout) throws -> WorkoutSummary)? = nil
  ) throws -> [WorkoutReport] {
    let midnights = try journal.midnights(of: wearer, from: first, to: last)
    guard let begin = midnights.first, let end = midnights.last, begin < end else { return [] }
    let devices = try journal.allDevices()
    return try journal.workouts(of: wearer, in: begin..<end).map {
      WorkoutReport($0, try summary?($0) ?? journal.summary(of: $0), nil, zones: nil, devices)
    }
  }

  /// Returns the full report of a workout. `zones` overrides the zones of the wearer's profile.
  public func workout(_ stored: StoredWorkout, zones given: HeartRateZones? = nil) throws -> WorkoutReport {
    let zones = given ?? profile.zones(in: stored.workout.start.wallClock.date.year)
    let recording = try journal.recording(of: stored)
    return WorkoutReport(
      stored, WorkoutSummary(recording, zones: zones), recording, zones: zones, try journal.allDevices())
  }
}

extension WorkoutReport {
  /// Creates the full report, or only the summary if `recording` is nil.
  fileprivate init(
    _ stored: StoredWorkout, _ summary: WorkoutSummary, _ recording: WorkoutRecording?, zones: HeartRateZones?,
    _ devices: [Device]
  ) {
    let workout = stored.workout
    func name(_ id: Int?) -> String? { id.flatMap { id in devices.first { $0.id == id }?.name } }
    func named<Value>(_ values: [Metric: Value]) -> [String: Value]? {
      recording == nil ? nil : Dictionary(values.map { ($0.key.exportName, $0.value) }) { $1 }
    }
    let machine = name(stored.machine)
    let heart = name(summary.origins[.heartRate]?.device ?? stored.heart)
    let explain = "workout@\(stored.id)"
    let notes = summary.origins.compactMapValues { origin in
      origin.interval == nil && [stored.machine, stored.heart].contains(origin.device)
        ? nil : name(origin.device).map { origin.note($0) }
    }
    let figures = WorkoutFigures(
      explain: explain, workout: workout, summary: summary, notes: notes)
    func series(_ metric: Metric, _ value: (WorkoutRecording.Point) -> Double?) -> SeriesReport? {
      let start = workout.start.milliseconds.floorDivided(by: 1000)
      let hold = summary.origins[metric]?.hold
      let points = (recording?.points ?? []).compactMap { point in
        value(point).map {
          SeriesReport.Point(
            time: LocalTime(point.time), seconds: point.time.milliseconds.floorDivided(by: 1000) - start, low: $0,
            high: $0, source: hold == nil ? .live : .log, length: (hold ?? 0) / 1000)
        }
      }
      return SeriesReport(
        metric, .line, points, start: LocalTime(workout.start), most: DaySeries.most)
    }
    let all = [
      series(.heartRate) { $0.heartRate.map(Double.init) }, series(.speed, \.speed),
      series(.power) { $0.watts.map(Double.init) }, series(.cadence) { $0.cadence.map(Double.init) },
      series(.inclination, \.inclination), series(.resistance, \.resistance),
    ].compactMap(\.self)
    let times = summary.heartRate == nil ? nil : zones.map { ZonesReport($0, seconds: summary.secondsInZones) }
    let spreads = [
      Metric.heartRate: summary.heartRate, .speed: summary.speed, .power: summary.power, .cadence: summary.cadence,
      .inclination: summary.inclination, .resistance: summary.resistance,
    ].compactMapValues { $0?.rounded(parts: 100) }
    self.init(
      id: stored.id, name: workout.kind.title, sport: workout.kind, wearer: stored.wearer, start: workout.start,
      end: workout.start + .milliseconds(max(0, workout.length)),
      seconds: Double(workout.activeLength) / 1000, paused: workout.paused.map { Double($0) / 1000 },
      distance: summary.meters?.rounded(parts: 10), energy: workout.kilocalories,
      distanceCount: workout.distanceCount, energyCount: workout.energyCount,
      averageHeartRate: summary.heartRate?.average.rounded(), highestHeartRate: summary.heartRate?.maximum,
      machine: machine, heart: heart, device: machine ?? name(stored.importedFrom) ?? heart,
      figures: recording == nil ? figures.brief : figures.whole, explain: explain, series: recording == nil ? nil : all,
      heartRateReason: recording == nil || all.first?.id == .heartRate
        ? nil : Phrase("No heart rate was recorded in this workout."), zones: times,
      zonesReason: recording == nil || times != nil ? nil : ZonesReport.reason(zones),
      spreads: named(spreads), counts: named(summary.counts), notes: named(notes))
  }
}

extension WorkoutRecording.Origin {
  /// The device, the number of its values, and how often it logged one.
  fileprivate func note(_ device: String) -> Phrase {
    guard let interval else { return Phrase("Measured by \(device).") }
    if count == 1 { return Phrase("From 1 value of \(device).") }
    let seconds = (interval + 500) / 1000
    let time =
      seconds % 60 == 0 ? MeasureWording.duration(minutes: seconds / 60) : MeasureWording.duration(seconds: seconds)
    return Phrase("From \(count) values of \(device), about every \(time).")
  }
}
