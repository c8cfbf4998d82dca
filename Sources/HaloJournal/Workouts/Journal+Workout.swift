import GRDB

extension Journal {
  /// Stores a workout of a wearer, with the devices that measured it. It replaces a workout of the same kind and
  /// beginning, or the one with the number `id`.
  ///
  /// - Returns: The workout's number.
  @discardableResult
  public func keep(
    _ workout: Workout, of wearer: String, machine: Device? = nil, heart: Device? = nil, as id: Int? = nil
  ) throws -> Int {
    try write { db in
      try db.run(
        """
        INSERT INTO workout (\(Workout.columns), id, wearer, machine, heart, distance_count, energy_count)
        SELECT \(Workout.places), ?, id, ?, ?, ?, ? FROM wearer WHERE name = ?
        ON CONFLICT DO UPDATE SET kind = excluded.kind, length = excluded.length, meters = excluded.meters,
          kilocalories = excluded.kilocalories, paused = excluded.paused, source = excluded.source,
          machine = excluded.machine, heart = excluded.heart, distance_count = excluded.distance_count,
          energy_count = excluded.energy_count
        """,
        workout.values + [
          id, machine?.id, heart?.id, try workout.distanceCount?.text, try workout.energyCount?.text, wearer,
        ])
      return try db.number(
        "SELECT workout.id FROM workout JOIN wearer ON wearer.id = wearer WHERE name = ? AND kind = ? AND start = ?",
        [wearer, workout.kind.rawValue, workout.start.milliseconds]) ?? 0
    }
  }

  /// Removes a workout. Its measurements are kept.
  public func remove(_ workout: StoredWorkout) throws {
    try run("DELETE FROM workout WHERE id = ?", [workout.id])
  }

  /// The workouts of a wearer, or of all wearers, that began within a time, in order.
  public func workouts(of wearer: String? = nil, in time: Range<Moment>? = nil) throws -> [StoredWorkout] {
    try workouts(
      "(:wearer IS NULL OR wearer.name = :wearer) AND start >= :from AND start < :to",
      [
        "wearer": wearer, "from": time?.lowerBound.milliseconds ?? Int.min,
        "to": time?.upperBound.milliseconds ?? Int.max,
      ])
  }

  /// The workout with that number if it belongs to the wearer.
  public func workout(_ id: Int, of wearer: String) throws -> StoredWorkout? {
    try workouts("wearer.name = :wearer AND workout.id = :id", ["wearer": wearer, "id": id]).first
  }

  private func workouts(_ condition: String, _ arguments: StatementArguments) throws -> [StoredWorkout] {
    try all(
      """
      SELECT workout.*, wearer.name AS wearerName, file.device AS importedFrom FROM workout
      JOIN wearer ON wearer.id = workout.wearer LEFT JOIN import AS file ON file.id = workout.import
      WHERE \(condition) ORDER BY start
      """, arguments
    ) { row in
      // `nil` if the kind or the source is from a newer version.
      try Workout(row).map { workout in
        try StoredWorkout(
          id: row.value("id"), workout: workout, wearer: row.value("wearerName"), machine: row.value("machine"),
          heart: row.value("heart"), importedFrom: row.value("importedFrom"))
      }
    }
  }

  /// A workout with its measurements: a point for each second with data, on this machine's clock, by the time of
  /// reception.
  ///
  /// A rate or speed that was measured live holds for up to three seconds until the next value. The distance is the
  /// machine's count per minute, distributed over each minute by its speeds. Only `metrics` are read; fewer are faster.
  ///
  /// If no device measured a metric for the workout, the values that its device or app logged during it are used, or
  /// those of another device of the wearer: the recording's origins name it. These have points at their own times only.
  public func recording(
    of stored: StoredWorkout, metrics: Set<Metric> = WorkoutRecording.metrics
  ) throws -> WorkoutRecording {
    try read { db in
      var curves: [Metric: [StoredSample]] = [:]
      // Only a machine counts for a workout: a ring's steps are of a day.
      let left = stored.machine == nil ? Set(WorkoutRecording.counted) : []
      for metric in metrics.subtracting(left) { curves[metric] = try Self.curve(metric, of: stored, db) }
      if stored.workout.kind == .cycling, metrics.contains(.distance) {
        let ridden = try Self.curve(.cyclingDistance, of: stored, db)
        if !ridden.isEmpty { curves[.distance] = ridden }
      }
      let track = WorkoutTrack(stored.workout, end: Self.span(of: stored).end, curves: curves)
      return WorkoutRecording(
        stored.workout, isIndoors: try Self.isIndoors(stored, db), points: track.points,
        beats: (curves[.beatInterval] ?? []).map { WorkoutRecording.Beat(time: $0.start, interval: $0.value) },
        derived: track.derived, origins: track.origins,
        counts: curves.filter { WorkoutRecording.counted.contains($0.key) && !$0.value.isEmpty }
          .mapValues { ($0.reduce(0) { $0 + $1.value } * 10).rounded() / 10 })
    }
  }

  /// Returns whether a workout was indoors: on a machine, but a power meter may be on any bicycle.
  public func isIndoors(_ stored: StoredWorkout) throws -> Bool { try read { try Self.isIndoors(stored, $0) } }

  private static func isIndoors(_ stored: StoredWorkout, _ db: Database) throws -> Bool {
    guard let machine = stored.machine else { return false }
    return try String.fetchOne(db, sql: "SELECT machines FROM device WHERE id = ?", arguments: [machine])
      != "powerMeter"
  }

  /// The samples of a workout during it, of the given metrics, in order of time: those of its ``recording(of:metrics:)``.
  public func samples(of stored: StoredWorkout, metrics: [Metric]) throws -> [StoredSample] {
    try read { db in
      let (begin, end) = Self.span(of: stored)
      return try metrics.flatMap { try Self.curve($0, of: stored, db) }
        .filter { begin...end ~= $0.milliseconds }.sorted { $0.start < $1.start }
    }
  }

  private static func span(of stored: StoredWorkout) -> (begin: Int, end: Int) {
    let begin = stored.workout.start.milliseconds
    return (begin, begin + max(0, stored.workout.length))
  }

  /// The longest interval of a logged value in a curve, in milliseconds: phones log walks in up to ten minutes.
  private static let longestInterval = 10 * Milliseconds.minute

  /// The values of one device that are a workout's curve of a metric: those that were measured live for it, otherwise
  /// what its own device has from its time, otherwise what the chosen one of the wearer's other devices has.
  private static func curve(_ metric: Metric, of stored: StoredWorkout, _ db: Database) throws -> [StoredSample] {
    let (begin, end) = span(of: stored)
    let isHeart = [.heartRate, .beatInterval].contains(metric)
    let own = (isHeart ? stored.heart : nil) ?? stored.machine ?? stored.importedFrom
    // One minute earlier, because fitness-machine/1 counted from full minutes of the clock; one minute later, because a
    // belt that is stopping runs a few more meters, perhaps in a minute of their own.
    let margin = metric.isCount ? Milliseconds.minute : 0
    let live = try samples(metric, of: stored, device: own, from: begin - margin, to: end + margin, db)
    guard live.isEmpty else { return live }
    let condition = """
      metric = :metric AND start > :from AND start < :end AND start + max(length, 1) > :begin AND doubtful = 0
      AND (:isHeart OR source = :log AND length <= :longest)
      """
    let arguments: StatementArguments = [
      "metric": metric.code, "from": begin - (metric.isCount ? longestInterval : 1), "begin": begin, "end": end,
      "isHeart": isHeart, "log": SampleSource.log.code, "longest": longestInterval,
    ]
    let all = try samples(db, condition, arguments, stored.wearer)
    let same = all.filter { $0.device == own }
    // What another device counted may be only a part of the workout, or none of it: a phone counts steps.
    let chosen = same.isEmpty && !metric.isCount ? all.fromChosenDevice() : same
    let logged = chosen.filter { $0.source == .log }
    return logged.isEmpty ? chosen : logged
  }

  /// The samples of the sessions that began within a workout, of a device or, if `device` is nil, of the device with the
  /// most samples. Sessions on the same machine a minute before or after do not belong to it. Imported samples have no
  /// session and count by their time.
  private static func samples(
    _ metric: Metric, of stored: StoredWorkout, device: Int?, from begin: Int, to last: Int, _ db: Database
  ) throws -> [StoredSample] {
    // The statements are collected once; looking up the session of each sample would take as long as reading it.
    let devices = device == nil ? Self.devices(of: stored.wearer) : ":device"
    let condition = """
      metric = :metric AND start BETWEEN :from AND :to AND source IN (:live, :derived)
      AND CASE WHEN statement IS NULL THEN start <= :end ELSE statement IN (
        SELECT statement.id FROM session JOIN statement ON statement.session = session.id
        WHERE session.device IN (\(devices)) AND begun BETWEEN :begin AND :last
      ) END
      """
    let (start, end) = span(of: stored)
    let arguments: StatementArguments = [
      "metric": metric.code, "from": begin, "to": last, "live": SampleSource.live.code,
      "derived": SampleSource.algorithm.code, "begin": start, "end": end,
      "last": max(start, end - 1),
    ]
    let owner = device.map { ["device": $0] } ?? argument(of: stored.wearer)
    let all = try samples(db, condition, devices: devices, arguments &+ owner)
    let byDevice = Dictionary(grouping: all, by: \.device)
    return byDevice.max { ($0.value.count, $1.key) < ($1.value.count, $0.key) }?.value ?? []
  }
}

extension Workout {
  /// The columns of a workout's own values, their places, and the values.
  static let columns = "kind, start, offset, length, meters, kilocalories, paused, source"
  static let places = "?, ?, ?, ?, ?, ?, ?, ?"
  var values: StatementArguments {
    [kind.rawValue, start.milliseconds, start.secondsFromGMT, length, meters, kilocalories, paused, source.code]
  }

  /// The workout in a row of the table `workout`; `nil` if the kind or the source is from a newer version.
  init?(_ row: Row) throws {
    guard let kind = try Kind(rawValue: row.value("kind")), let source = try SampleSource(code: row.value("source"))
    else { return nil }
    try self.init(
      kind, start: row.moment("start", offset: "offset"), length: row.value("length"), meters: row.value("meters"),
      kilocalories: row.value("kilocalories"), paused: row.value("paused"), source: source,
      distanceCount: WorkoutCount(text: row.value("distance_count")),
      energyCount: WorkoutCount(text: row.value("energy_count")))
  }
}
