import GRDB

extension Journal {
  /// The sleep records of a wearer, or of all wearers, that begin within a time, from all devices, in order, as the
  /// devices reported them. `SleepEpisode.all(in:)` merges them.
  public func sleeps(of wearer: String?, in time: Range<Moment>) throws -> [SleepRecord] {
    try read { db in
      try Self.sleeps(db, in: time, devices: Self.devices(of: wearer), Self.argument(of: wearer))
    }
  }

  /// The nights and naps that ended on days from `first` to `last`, in order, merged by `SleepEpisode`. Provenance
  /// has the frames' numbers in the journal.
  public func nights(from first: CalendarDate, to last: CalendarDate, wearer: String? = nil) throws -> [Night] {
    try read { db in
      let episodes = try Self.episodes(
        db, from: first, to: last, devices: Self.devices(of: wearer), Self.argument(of: wearer))
      let origins = try StatementOrigins(of: episodes.flatMap(\.statements), db)
      return episodes.map { $0.night(origins.provenance(of: $0.statements)) }
    }
  }

  /// The nights and naps of one device that ended on days from `first` to `last`, in order, without doubtful ones.
  public func nights(of device: Device, from first: CalendarDate, to last: CalendarDate) throws -> [DeviceNight] {
    try read { db in
      let episodes = try Self.episodes(db, from: first, to: last, devices: ":device", ["device": device.id])
        .filter { !$0.isDoubtful }
      let origins = try StatementOrigins(of: episodes.flatMap(\.statements), db)
      return try episodes.map { episode in
        let reported = try episode.statements.compactMap { statement in
          try db.number(
            """
            SELECT max(coverage.received) FROM statement JOIN coverage ON coverage.log = statement.log
            WHERE statement.id = ? AND coverage.device = ? AND coverage.day >= ?
            """, [statement, device.id, episode.end.wallClock.date.description], in: StoredNumber.times)
        }.max()
        return DeviceNight(
          episode.night(origins.provenance(of: episode.statements)), start: episode.start,
          reported: reported.map { Moment(milliseconds: $0, secondsFromGMT: episode.start.secondsFromGMT) })
      }
    }
  }

  private static func episodes(
    _ db: Database, from first: CalendarDate, to last: CalendarDate, devices: String, _ arguments: StatementArguments
  ) throws -> [SleepEpisode] {
    // A sleep ends at most a day after its beginning, and its continuation begins within the longest break.
    let begin = first.earliestBeginning - .days(1)
    let end = last.latestEnd + .minutes(SleepEpisode.longestBreak + 1)
    let records = try sleeps(db, in: begin..<end, devices: devices, arguments)
    return SleepEpisode.all(in: records).filter { (first...last).contains($0.end.wallClock.date) }
  }

  /// Reads sleep records. `devices` is an SQL query for the devices' numbers.
  static func sleeps(
    _ db: Database, in time: Range<Moment>, devices: String, _ arguments: StatementArguments
  ) throws -> [SleepRecord] {
    // Every kind is named, so that the query uses the index instead of scanning all years.
    let kinds = Night.Kind.allCases.map { "'\($0.rawValue)'" }.joined(separator: ",")
    let sql = """
      SELECT night.*, (SELECT name FROM device WHERE device.id = night.device) AS name
      FROM night WHERE device IN (\(devices)) AND kind IN (\(kinds)) AND start >= :from AND start < :to
      ORDER BY start, id
      """
    let of: StatementArguments = ["from": time.lowerBound.milliseconds, "to": time.upperBound.milliseconds]
    let ranks = try DeviceRanks(db)
    return try db.all(sql, arguments &+ of) { row in
      // `nil` if the kind is from a newer version.
      try Night.Kind(rawValue: row.value("kind")).map { kind in
        let start = try row.moment(start: "start", wall: "wall")
        let device = try SourceDevice(id: row.value("device"), name: row.value("name"))
        return try SleepRecord(
          kind: kind, start: start, stages: Night.stages(row.value("stages")), device: device,
          statement: row.value("statement"), isDoubtful: row.value("doubtful"), rank: ranks[.sleep, device.id],
          inBed: Night.inBed(row, start: start))
      }
    }
  }
}
