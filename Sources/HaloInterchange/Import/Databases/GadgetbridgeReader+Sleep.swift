extension GadgetbridgeReader {
  /// Rows of one stage that follow each other. Times are in milliseconds since 1970.
  typealias Run = (stage: SleepStage?, times: Range<Int>, place: ImportPlace)

  private static let quarter = 900_000
  private static let longestSleep = Duration.minutes(DataBounds.longestSleep).milliseconds
  /// A stage between two rows that is longer has lost its end.
  private static let longestStage = Duration.minutes(6 * 60).milliseconds

  /// Reads a table of sleep.
  func read(_ table: GadgetbridgeSleepTable, _ receiver: any ImportReceiver) throws {
    // Tables of activity have seconds, all others milliseconds.
    let unit = table.name.contains("_ACTIVITY_") ? 1 : 1000
    var end = "DURATION"
    if case .at(let column) = table.end { end = column }
    let hasEnd = database.tables[table.name]?.contains(end) ?? false
    // The rows by device; a time of another table is one without a stage.
    var marks: [Int: [(time: Int, stage: SleepStage??, place: ImportPlace)]] = [:]
    try database.forEachRow(
      of: table.name, ["TIMESTAMP", "DEVICE_ID", end, "STAGE", "RAW_KIND"], by: "TIMESTAMP", receiver
    ) { row in
      func time(_ column: Int) -> Int? {
        Moment(importedSeconds: row.int(column).map { $0 / unit }, offset)?.milliseconds
      }
      let code = row.int(3) ?? row.int(4)
      let stage = table.stages.isEmpty ? .some(nil) : code.flatMap { table.stages[$0] } ?? table.other.map { .some($0) }
      if stage == nil, case .at = table.end { return }
      guard let device = row.int(1), devices[device] != nil else { return try row.place.refuse(.owner) }
      guard let start = time(0) else { return try row.place.refuse(.clock) }
      switch table.end {
      case .after(let unit):
        let units = hasEnd ? row.int(2) : 1
        guard let units, (0...Self.longestSleep / unit).contains(units) else { return try row.place.refuse(.clock) }
        guard let stage else { return try row.place.refuse(.value) }
        try add(stage, start..<start + units * unit, isStaged: true, device, row.place)
      case .at:
        if let end = time(2), start < end, let stage {
          if staged[device]?.contains((start + end) / 2 / Self.quarter) == true { return }
          try add(stage, start..<end, device, row.place)
        } else if table.stages.isEmpty {
          // Otherwise, it is an end of Huawei, which is a row too.
          try row.place.refuse(.clock)
        }
      case .row: marks[device, default: []].append((start, stage, row.place))
      }
    }
    guard case .row(let step, let other, let column) = table.end else { return }
    try database.forEachRow(of: other, [column, "DEVICE_ID", "EVENT", "EVENT_TYPE"], receiver) { row in
      // Of Garmin's events, 74 is sleep and 0 its start.
      guard let device = row.int(1), let time = Moment(imported: row.int(0), offset)?.milliseconds,
        [nil, 74].contains(row.int(2)), [nil, 0].contains(row.int(3))
      else { return }
      marks[device]?.append((time, nil, row.place))
    }
    var lost = 0
    for (device, marks) in marks.sorted(by: { $0.key < $1.key }) {
      let sorted = marks.sorted { ($0.time, $0.stage == nil ? 1 : 0) < ($1.time, $1.stage == nil ? 1 : 0) }
      for (index, mark) in sorted.enumerated() {
        guard let stage = mark.stage else { continue }
        let end = sorted.indices.contains(index + step) ? sorted[index + step].time : nil
        if let end, abs(end - mark.time) <= Self.longestStage {
          let times = min(mark.time, end)..<max(mark.time, end)
          try add(stage, times, isStaged: true, device, mark.place)
        } else if stage != .awake {
          lost += 1
        }
      }
    }
    if lost > 0 { try receiver.leaveOut(table.name, count: lost) }
  }

  /// Adds a stretch of sleep of a device.
  func add(_ stage: SleepStage?, _ times: Range<Int>, isStaged: Bool = false, _ device: Int, _ place: ImportPlace)
    throws
  {
    guard let source = try source(device, place) else { return }
    if isStaged {
      staged[device, default: []].formUnion(times.lowerBound / Self.quarter...times.upperBound / Self.quarter)
    }
    if let run = runs[source], run.stage == stage, run.times.contains(times.lowerBound - 1) {
      runs[source]?.times = run.times.lowerBound..<max(run.times.upperBound, times.upperBound)
    } else {
      try endRun(source)
      runs[source] = (stage, times, place)
    }
  }

  /// Hands a stretch over to the other sleep of its source.
  func endRun(_ source: Int) throws {
    guard let run = runs.removeValue(forKey: source), let start = Moment(imported: run.times.lowerBound, offset),
      let end = Moment(imported: run.times.upperBound, offset)
    else { return }
    if run.times.count > Self.longestSleep { return try run.place.refuse(.tooLong) }
    try sleep.add(run.stage, start: start, end: end, of: source, place: run.place.number)
  }
}
