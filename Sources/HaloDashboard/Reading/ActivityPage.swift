#if Dashboard
  import HaloWearables
  import HaloEngine
  import HaloHealth
  import HaloInsights
  import HaloInterchange
  import HaloJournal
  import HaloReports

  /// Movement of days, and workouts.
  struct ActivityPage {
    static func json(_ date: CalendarDate, _ wearer: Wearer, _ journal: Journal) throws -> JSON {
      let day = try wearer.reports(journal).day(date)
      let workouts = try day.start.moment.flatMap { start in
        try day.end.moment.map { try journal.workouts(of: wearer.name, in: start..<$0) }
      }
      let devices = try journal.allDevices()
      let figures = ["steps", "distance", "energy", "active-minutes"].compactMap(day.figure)
      let members: [JSON.Member] = [
        .init(name: "date", value: JSON(words: date)), .init(name: "start", value: JSON(words: day.start)),
        .init(name: "end", value: JSON(words: day.end)), .init(name: "complete", value: .bool(day.complete)),
        .init(name: "figures", value: try JSON(report: figures)),
        .init(name: "steps", value: try day.steps.map { try JSON(report: $0) } ?? .null),
        .init(name: "unknown", value: try JSON(report: day.unknown)),
        .init(
          name: "workouts",
          value: .array(
            try (workouts ?? []).map { .object(brief($0, devices, try WorkoutFigures($0, journal))) })),
      ]
      return .object(try NeighboringDays(of: date, wearer, journal).members + members)
    }

    /// Movement from one day to another, in order, each day there.
    static func json(
      from first: CalendarDate, to last: CalendarDate, _ wearer: Wearer, _ journal: Journal, _ cache: DayCache
    ) throws -> JSON {
      func points(_ metric: DerivedMetric) throws -> [CalendarDate: Double] {
        Dictionary(
          try journal.derivedPoints(metric, of: wearer.name, from: first, to: last).map { ($0.date, $0.value) }
        ) { $1 }
      }
      let minutes = try points(.activeMinutes)
      let movement = try cache.movement(from: first, to: last, wearer, journal)
      let steps = movement.mapValues { Double($0.steps) }
      let meters = movement.filter { $0.value.meters > 0 }.mapValues { Double($0.meters) }
      let energy = movement.filter { $0.value.kilocalories > 0 }.mapValues(\.kilocalories)
      let newest = try journal.newest(of: wearer.name)?.wallClock.date
      let coverage = try journal.coverage(of: wearer.name, from: first, to: last, withGaps: false)
      let dates = stride(from: first.daysSince1970, through: last.daysSince1970, by: 1).map {
        CalendarDate(daysSince1970: $0)
      }
      let days = dates.map { date -> JSON in
        [
          "date": JSON(words: date), "steps": JSON(steps[date]), "distance": JSON(meters[date]),
          "energy": JSON(energy[date]?.rounded()), "activeMinutes": JSON(minutes[date]),
          "complete": .bool(newest.map { date < $0 } ?? false && coverage[date]?.counts ?? true),
        ]
      }
      // A day that is known until its morning alone would make the means small.
      func whole(_ values: [CalendarDate: Double]) -> [CalendarDate: Double] {
        values.filter { coverage[$0.key]?.counts ?? true }
      }
      func mean(_ values: [CalendarDate: Double]) -> JSON {
        let values = whole(values)
        return values.isEmpty ? .null : .number((values.values.reduce(0, +) / Double(values.count)).rounded())
      }
      return [
        "from": JSON(words: first), "to": JSON(words: last), "stepGoal": JSON(wearer.settings.stepGoal),
        "days": .columns(days),
        "averages": whole(steps).isEmpty
          ? .null
          : [
            "steps": mean(steps), "distance": mean(meters), "energy": mean(energy), "activeMinutes": mean(minutes),
            "days": JSON(whole(steps).count),
          ],
      ]
    }

    /// The workouts that began on these days.
    static func workouts(
      from first: CalendarDate, to last: CalendarDate, _ wearer: Wearer, _ journal: Journal, _ cache: DayCache
    ) throws -> JSON {
      let midnights = try journal.midnights(of: wearer.name, from: first, to: last)
      guard let begin = midnights.first, let end = midnights.last, begin < end else { return ["workouts": []] }
      let devices = try journal.allDevices()
      let workouts = try journal.workouts(of: wearer.name, in: begin..<end).reversed()
      return [
        "workouts": .array(
          try workouts.map { .object(brief($0, devices, try cache.figures(of: $0, now: wearer.now, journal))) })
      ]
    }

    /// The workout of that number.
    static func find(_ id: Int, _ wearer: Wearer, _ journal: Journal) throws -> StoredWorkout {
      guard let workout = try journal.workout(id, of: wearer.name) else {
        throw APIError.missing("There is no workout \(id).")
      }
      return workout
    }

    /// A workout with its curves.
    static func workout(_ id: Int, _ wearer: Wearer, _ journal: Journal) throws -> JSON {
      let stored = try find(id, wearer, journal)
      let recording = try journal.recording(of: stored)
      let zones = wearer.settings.zones(in: stored.workout.start.wallClock.date.year)
      let summary = WorkoutSummary(recording, zones: zones)
      func series(_ metric: Metric, _ value: (WorkoutRecording.Point) -> Double?) -> JSON? {
        let points = recording.points.compactMap { point in
          value(point).map { PageSeries.Point(time: point.time, low: $0, high: $0, isOfMoment: true) }
        }
        guard !points.isEmpty || metric == .heartRate else { return nil }
        return PageSeries(metric, points: points).json(reason: "No heart rate came in this workout.")
      }
      let members: [JSON.Member] = [
        .init(name: "heartRate", value: series(.heartRate) { $0.heartRate.map(Double.init) } ?? .null),
        .init(name: "speed", value: series(.speed, \.speed) ?? .null),
        .init(name: "power", value: series(.power) { $0.watts.map(Double.init) } ?? .null),
        .init(name: "cadence", value: series(.cadence) { $0.cadence.map(Double.init) } ?? .null),
        .init(
          name: "zones",
          value: summary.heartRate == nil
            ? .null
            : try zones.map { try JSON(report: ZonesReport($0, seconds: summary.secondsInZones)) } ?? .null),
        .init(
          name: "zonesReason",
          value: zones == nil || summary.heartRate == nil ? .string(ZonesReport.reason(zones).english) : .null),
        .init(
          name: "exports",
          value: .array(
            ["FIT", "TCX", "CSV"].map {
              ["format": .string($0), "href": .string("\(Gate.api)/workouts/\(id).\($0.lowercased())")]
            })),
        .init(name: "explain", value: .string("workout@\(id)")),
      ]
      return .object(
        brief(stored, try journal.allDevices(), WorkoutFigures(recording, summary)) + members)
    }

    /// A workout as a file.
    static func file(_ id: Int, _ format: String, _ wearer: Wearer, _ journal: Journal) throws -> (
      bytes: [UInt8], type: String
    ) {
      let recording = try journal.recording(of: try find(id, wearer, journal))
      switch format {
      case "fit": return (FIT.bytes(recording), "application/vnd.ant.fit")
      case "tcx": return ([UInt8](TCX.text(recording).utf8), "application/vnd.garmin.tcx+xml")
      case "csv":
        let lines = recording.points.map { point in
          [
            "\(point.time)", point.heartRate.map { "\($0)" }, point.meters.map { PageWords.number($0) },
            point.speed.map { "\($0)" }, point.cadence.map { "\($0)" }, point.watts.map { "\($0)" },
          ].map { $0 ?? "" }.joined(separator: ",")
        }
        let all = ["time,heart-rate (bpm),distance (m),speed (m/s),cadence (/min),power (W)"] + lines
        return ([UInt8]((all.joined(separator: "\n") + "\n").utf8), "text/csv; charset=utf-8")
      default: throw APIError.missing("A workout is written as .fit, .tcx or .csv.")
      }
    }

    private static func brief(
      _ stored: StoredWorkout, _ devices: [Device], _ figures: WorkoutFigures
    ) -> [JSON.Member] {
      let workout = stored.workout
      let kind = workout.kind.rawValue
      let device = devices.first { $0.id == stored.machine } ?? devices.first { $0.id == stored.heart }
      let end = Moment(
        milliseconds: workout.start.milliseconds + workout.length, secondsFromGMT: workout.start.secondsFromGMT)
      return [
        .init(name: "id", value: JSON(stored.id)),
        .init(
          name: "name",
          value: .string(workout.kind == .other ? "Workout" : kind.prefix(1).uppercased() + kind.dropFirst())),
        .init(name: "sport", value: .string(kind)), .init(name: "start", value: JSON(words: workout.start)),
        .init(name: "end", value: JSON(words: end)),
        .init(name: "seconds", value: .number(Double(workout.length) / 1000)),
        .init(name: "distance", value: JSON(figures.meters)),
        .init(name: "energy", value: JSON(workout.kilocalories)),
        .init(name: "averageHeartRate", value: JSON(figures.averageHeartRate)),
        .init(name: "highestHeartRate", value: JSON(figures.highestHeartRate)),
        .init(name: "device", value: JSON(device?.name)),
      ]
    }
  }
#endif
