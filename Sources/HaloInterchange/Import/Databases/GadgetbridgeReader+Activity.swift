extension GadgetbridgeReader {
  /// An amount of an interval. Times are in seconds since 1970.
  private typealias Interval = (source: Int, start: Int, length: Int, amount: Double, place: ImportPlace)

  /// Reads a table of activity.
  func readActivity(_ name: String, _ receiver: any ImportReceiver) throws {
    let table = GadgetbridgeTable(name)
    let meaning = try table.meaning ?? meaning(of: name, receiver)
    let amounts = meaning == nil ? [] : table.amounts
    let columns = ["TIMESTAMP", "DEVICE_ID", "RAW_KIND", "HEART_RATE", "OTHER_TIMESTAMP", "DEEP_SLEEP", "REM_SLEEP"]
    // By device and amount. An interval waits for the next one: it ends there, and rows of one time are one interval.
    var counters: [Int: [Int: GadgetbridgeCounter]] = [:]
    var waiting: [Int: [Int: Interval]] = [:]
    var kinds: [Int: Int] = [:]

    func take(_ interval: Interval?, _ index: Int, before end: Int) throws {
      guard let interval, let start = Moment(importedSeconds: interval.start, offset) else { return }
      let length = min(interval.length, end - interval.start) * 1000
      try interval.place.take(
        .sample(amounts[index].metric, interval.amount, start: start, length: length, .log), of: interval.source)
    }

    try database.forEachRow(of: name, columns + amounts.map(\.column), by: "TIMESTAMP", receiver) { row in
      if let kind = table.kind, row.int(2) != kind { return }
      let stage = stage(name, row, &kinds)
      // 0, -1 and 255 stand for no value; 254 is a watch that was not worn. Huawei's bytes have a sign.
      let rate = row.double(3).map { name.hasPrefix("HUAWEI") && $0 < -1 ? $0 + 256 : $0 }.flatMap {
        $0 > 0 && $0 < 254 ? $0 : nil
      }
      let added = amounts.indices.compactMap { index in
        row.double(columns.count + index).flatMap { $0 > 0 ? (index: index, amount: $0 * amounts[index].factor) : nil }
      }
      guard stage != nil || rate != nil || !added.isEmpty,
        let source = try source(row.int(1), row.place), let device = row.int(1)
      else { return }
      guard let seconds = row.int(0), let start = Moment(importedSeconds: seconds, offset),
        let clock = Moment(importedSeconds: seconds - 1, offset)?.wallClock
      else { return try row.place.refuse(.clock) }
      if let rate { try row.place.take(.sample(.heartRate, rate, start: start, length: 0, .log), of: source) }
      if let stage { try add(stage, start.milliseconds..<start.milliseconds + 60_000, device, row.place) }
      for (index, amount) in added {
        let most = amounts[index].mostPerMinute
        var interval: Interval?
        if case .interval(let minutes) = meaning {
          let end = Moment(importedSeconds: row.int(4), offset).map { $0.milliseconds / 1000 } ?? seconds
          let length = end > seconds ? end - seconds : minutes * 60
          if amount <= most * Double((length + 59) / 60) { interval = (source, seconds, length, amount, row.place) }
        } else {
          // A row at midnight belongs to the day before.
          interval = counters[device, default: [:]][index, default: GadgetbridgeCounter()].advance(
            to: amount, at: seconds, day: clock.date.daysSince1970, midnight: seconds - 1 - clock.secondOfDay,
            mostPerMinute: most
          ).map { (source, $0.from, seconds - $0.from, $0.added, row.place) }
        }
        if interval == nil { try row.place.refuse(.value) }
        guard var interval, interval.amount > 0 else { continue }
        if let earlier = waiting[device]?[index], earlier.start == interval.start {
          interval.length = max(earlier.length, interval.length)
          interval.amount += earlier.amount
        } else {
          try take(waiting[device]?[index], index, before: interval.start)
        }
        waiting[device, default: [:]][index] = interval
      }
    }
    for (_, intervals) in waiting.sorted(by: { $0.key < $1.key }) {
      for index in amounts.indices { try take(intervals[index], index, before: .max / 2) }
    }
  }

  /// The stage of a row that has it in its kind, as Gadgetbridge decodes it. `kinds` are the last ones of Mi Bands.
  private func stage(_ table: String, _ row: ImportRow, _ kinds: inout [Int: Int]) -> SleepStage? {
    guard let kind = row.int(2), let device = row.int(1), let type = devices[device]?.type else { return nil }
    switch table {
    case "FITBIT_ACTIVITY_SAMPLE": return [2: .light, 4: .deep, 0x100_0000: .rem, 0x200_0000: .awake][kind]
    case "HUAMI_EXTENDED_ACTIVITY_SAMPLE" where kind == 120:
      return (row.int(6) ?? 0) & 127 > 55 ? .rem : (row.int(5) ?? 0) & 127 > 42 ? .deep : .light
    case "MI_BAND_ACTIVITY_SAMPLE" where type == "MIBAND": return [4: .deep, 5: .light][kind]
    case "MI_BAND_ACTIVITY_SAMPLE":
      // 0 is the kind of the row before, 10 none.
      if ![0, 10].contains(kind & 15) { kinds[device] = kind & 15 }
      return kinds[device].flatMap { [9: .light, 11: .deep][$0] }
    default: return nil
    }
  }

  /// What the steps of an unknown table are: a counter since midnight hardly ever falls within a device's day, and steps of
  /// minutes fall as often as they rise. `nil` if the rows do not show it: the steps are then left out.
  private func meaning(of table: String, _ receiver: any ImportReceiver) throws -> GadgetbridgeTable.Meaning? {
    var last: [Int: (day: CalendarDate, steps: Double)] = [:]
    var rises = 0
    var falls = 0
    var pairs = 0
    var rows = 0
    try database.forEachRow(of: table, ["TIMESTAMP", "DEVICE_ID", "STEPS"], by: "TIMESTAMP", receiver) { row in
      guard let steps = row.double(2), steps > 0, let device = row.int(1), devices[device] != nil,
        let day = Moment(importedSeconds: row.int(0), offset)?.wallClock.date
      else { return }
      rows += 1
      if let last = last[device], last.day == day {
        pairs += 1
        if steps > last.steps { rises += 1 } else if steps < last.steps { falls += 1 }
      }
      last[device] = (day, steps)
    }
    if pairs == 0 || falls * 8 > rises { return .interval(minutes: 1) }
    if rises >= 7 { return .sinceMidnight }
    try receiver.leaveOut("\(table).STEPS", count: rows)
    return nil
  }
}
