import HaloHealth

extension GadgetbridgeReader {
  /// Rows of one stage that follow each other. Times are in milliseconds since 1970.
  typealias Run = (stage: SleepStage?, times: Range<Int>, part: ImportPart, place: Int)

  private static let quarter = 900_000
  private static let longestSleep = Duration.minutes(DataBounds.longestSleep).milliseconds
  /// A stage between two rows that is longer has lost its end.
  private static let longestStage = Duration.minutes(6 * 60).milliseconds

  /// Reads a table of sleep.
  func read(_ table: GadgetbridgeSleepTable, _ receiver: any ImportReceiver) throws {
    // Tables of activity have seconds, all others milliseconds.
    let isInSeconds = table.name.contains("_ACTIVITY_")
    let start = table.name.hasSuffix("_OVERLAY") ? "TIMESTAMP_FROM" : "TIMESTAMP"
    var end = "DURATION"
    if case .at(let column) = table.end { end = column }
    let hasEnd = database.tables[table.name]?.contains(end) ?? false
    // The rows by device; a time of another table is one without a stage.
    var marks: [Int: [(time: Int, stage: SleepStage??, place: Int)]] = [:]
    try database.forEachRow(of: table.name, [start, "DEVICE_ID", end, "STAGE", "RAW_KIND"], by: start, receiver) { row in
      func refuse(_ problem: DataBounds.Problem) throws {
        try receiver.refuse(problem, in: .rows(of: table.name), place: row.number)
      }
      func time(_ column: Int) -> Int? {
        let time = row.int(column)
        return (isInSeconds ? Moment(importedSeconds: time, offset) : Moment(imported: time, offset))?.milliseconds
      }
      let code = row.int(3) ?? row.int(4)
      let stage = table.stages.isEmpty ? .some(nil) : code.flatMap { table.stages[$0] } ?? table.other.map { .some($0) }
      if stage == nil, case .at = table.end { return }
      guard let device = row.int(1), devices[device] != nil else { return try refuse(.owner) }
      guard let start = time(0) else { return try refuse(.clock) }
      switch table.end {
      case .after(let unit):
        let units = hasEnd ? row.int(2) : 1
        guard let units, (0...Self.longestSleep / unit).contains(units) else { return try refuse(.clock) }
        guard let stage else { return try refuse(.value) }
        try add(stage, start..<start + units * unit, isStaged: true, device, table.name, row.number, receiver)
      case .at:
        if let end = time(2), start < end, let stage {
          if staged[device]?.contains((start + end) / 2 / Self.quarter) == true { return }
          try add(stage, start..<end, isStaged: false, device, table.name, row.number, receiver)
        } else if table.stages.isEmpty {
          // Otherwise, it is an end of Huawei, which is a row too.
          try refuse(.clock)
        }
      case .row: marks[device, default: []].append((start, stage, row.number))
      }
    }
    guard case .row(let step, let other, let column) = table.end else { return }
    try database.forEachRow(of: other, [column, "DEVICE_ID", "EVENT", "EVENT_TYPE"], receiver) { row in
      // Of Garmin's events, 74 is sleep and 0 its start.
      guard let device = row.int(1), let time = Moment(imported: row.int(0), offset)?.milliseconds,
        [nil, 74].contains(row.int(2)), [nil, 0].contains(row.int(3))
      else { return }
      marks[device]?.append((time, nil, .max))
    }
    var lost = 0
    for (device, marks) in marks.sorted(by: { $0.key < $1.key }) {
      let sorted = marks.sorted { ($0.time, $0.place) < ($1.time, $1.place) }
      for (index, mark) in sorted.enumerated() {
        guard let stage = mark.stage else { continue }
        let end = sorted.indices.contains(index + step) ? sorted[index + step].time : nil
        if let end, abs(end - mark.time) <= Self.longestStage {
          let times = min(mark.time, end)..<max(mark.time, end)
          try add(stage, times, isStaged: true, device, table.name, mark.place, receiver)
        } else if stage != .awake {
          lost += 1
        }
      }
    }
    if lost > 0 { try receiver.leaveOut(table.name, count: lost) }
  }

  /// Adds a stretch of sleep of a device.
  func add(
    _ stage: SleepStage?, _ times: Range<Int>, isStaged: Bool, _ device: Int, _ table: String, _ place: Int,
    _ receiver: any ImportReceiver
  ) throws {
    guard let source = try source(device, table, place, receiver) else { return }
    if isStaged {
      staged[device, default: []].formUnion(times.lowerBound / Self.quarter...times.upperBound / Self.quarter)
    }
    if let run = runs[source], run.stage == stage, run.times.contains(times.lowerBound - 1) {
      runs[source]?.times = run.times.lowerBound..<max(run.times.upperBound, times.upperBound)
    } else {
      try endRun(source, receiver)
      runs[source] = (stage, times, .rows(of: table), place)
    }
  }

  private func endRun(_ source: Int, _ receiver: any ImportReceiver) throws {
    guard let run = runs.removeValue(forKey: source), let start = Moment(imported: run.times.lowerBound, offset),
      let end = Moment(imported: run.times.upperBound, offset)
    else { return }
    if run.times.count > Self.longestSleep { return try receiver.refuse(.tooLong, in: run.part, place: run.place) }
    sleeps[source, default: SleepAssembler()].add(stage: run.stage, start: start, end: end, place: run.place)
  }

  /// Hands over the sleep of all tables.
  func takeSleep(_ receiver: any ImportReceiver) throws {
    for source in runs.keys.sorted() { try endRun(source, receiver) }
    for (source, sleep) in sleeps.sorted(by: { $0.key < $1.key }) { try receiver.take(sleep.finish(), of: source) }
  }
}
