import HaloHealth

/// Reads the database of Gadgetbridge. Sources: the names of its tables and columns in its generator (GBDaoGenerator), and
/// ../shared/protocols/imports-and-exports.md.
final class GadgetbridgeReader: ImportReader {
  /// A table with a value at a moment, in milliseconds since 1970.
  private struct Moments {
    let table: String
    let column: String
    let metric: Metric
  }

  private static let moments = ["COLMI", "GENERIC"].flatMap { brand in
    [
      Moments(table: "\(brand)_HEART_RATE_SAMPLE", column: "HEART_RATE", metric: .heartRate),
      Moments(table: "\(brand)_STRESS_SAMPLE", column: "STRESS", metric: .stress),
      Moments(table: "\(brand)_SPO2_SAMPLE", column: "SPO2", metric: .oxygenSaturation),
      Moments(table: "\(brand)_HRV_VALUE_SAMPLE", column: "VALUE", metric: .heartRateVariability),
      Moments(table: "\(brand)_TEMPERATURE_SAMPLE", column: "TEMPERATURE", metric: .skinTemperature),
    ]
  }
  private static let stages = "COLMI_SLEEP_STAGE_SAMPLE"
  private static let sessions = "COLMI_SLEEP_SESSION_SAMPLE"
  private static let workouts = "BASE_ACTIVITY_SUMMARY"

  let format = ImportFormat.gadgetbridge
  private let database: ImportDatabase
  private let offset: ImportDatabase.Offset
  private var devices: [Int: (identifier: String, name: String)] = [:]

  init(_ database: ImportDatabase, _ offset: @escaping ImportDatabase.Offset) {
    (self.database, self.offset) = (database, offset)
  }

  func read(into receiver: any ImportReceiver) throws {
    let activities = database.tables.keys.filter { $0.hasSuffix("_ACTIVITY_SAMPLE") }.sorted()
    let known =
      Self.moments.map(\.table).filter { database.tables[$0] != nil } + activities
      + [Self.stages, Self.sessions, Self.workouts]
    try database.announce(known)
    try readDevices(receiver)
    for table in Self.moments { try read(table, receiver) }
    for table in activities { try readActivity(table, receiver) }
    try readSleep(receiver)
    try readWorkouts(receiver)
    try database.leaveOut(
      database.tables.keys.filter { ($0.hasSuffix("_SAMPLE") || $0.hasSuffix("_SUMMARY")) && !known.contains($0) },
      receiver)
  }

  private func readDevices(_ receiver: any ImportReceiver) throws {
    try database.forEachRow(of: "DEVICE", ["_id", "IDENTIFIER", "ALIAS", "NAME"], receiver) { row in
      guard let id = row.int(0), let identifier = row.text(1), devices.count < 1000 else { return }
      let name = [row.text(2), row.text(3)].compactMap(\.self).first { !$0.isEmpty }
      devices[id] = (identifier, DataBounds.cleaned(name ?? identifier))
    }
  }

  /// The source of a row; `nil` after it was refused.
  private func source(
    _ device: Int?, _ table: String, _ number: Int, _ receiver: any ImportReceiver
  ) throws -> Int? {
    let part = ImportPart.rows(of: table)
    guard let device = device.flatMap({ devices[$0] }) else {
      try receiver.refuse(.owner, in: part, place: number)
      return nil
    }
    let source = try receiver.add(
      ImportSource(
        identifier: device.identifier, name: device.name,
        family: table.hasPrefix("COLMI_") ? "colmi-ring" : "import", part: part))
    if source == nil { try receiver.refuse(.name, in: part, place: number) }
    return source
  }

  private func read(_ spec: Moments, _ receiver: any ImportReceiver) throws {
    try database.forEachRow(of: spec.table, ["TIMESTAMP", "DEVICE_ID", spec.column], receiver) { row in
      // Gadgetbridge stores a row also if the device measured nothing.
      guard let value = row.double(2), value > 0, value != 255 else { return }
      guard let source = try source(row.int(1), spec.table, row.number, receiver) else { return }
      guard let start = Moment(imported: row.int(0), offset) else {
        return try receiver.refuse(.clock, in: .rows(of: spec.table), place: row.number)
      }
      try receiver.take(.sample(spec.metric, value, start: start, length: 0, .log), of: source, place: row.number)
    }
  }

  /// Rings count a quarter of an hour, all other devices a minute. Times are in seconds.
  private func readActivity(_ table: String, _ receiver: any ImportReceiver) throws {
    let isRing = table.hasPrefix("COLMI_")
    let length = Duration.minutes(isRing ? 15 : 1).milliseconds
    let columns = ["TIMESTAMP", "DEVICE_ID", "STEPS", "HEART_RATE"] + (isRing ? ["DISTANCE"] : [])
    try database.forEachRow(of: table, columns, receiver) { row in
      var entries: [(Metric, Double, length: Int)] = []
      if let steps = row.double(2), steps > 0 { entries.append((.steps, steps, length)) }
      // 0, -1 and 255 stand for no value; 254 is a watch that was not worn.
      if let rate = row.double(3), rate > 0, rate < 254 { entries.append((.heartRate, rate, 0)) }
      if isRing, let meters = row.double(4), meters > 0 { entries.append((.distance, meters, length)) }
      guard !entries.isEmpty, let source = try source(row.int(1), table, row.number, receiver) else { return }
      guard let start = Moment(importedSeconds: row.int(0), offset) else {
        return try receiver.refuse(.clock, in: .rows(of: table), place: row.number)
      }
      for (metric, value, length) in entries {
        try receiver.take(.sample(metric, value, start: start, length: length, .log), of: source, place: row.number)
      }
    }
  }

  private func readSleep(_ receiver: any ImportReceiver) throws {
    var sleeps: [Int: SleepAssembler] = [:]
    var staged: [Int: [Int]] = [:]
    try database.forEachRow(of: Self.stages, ["TIMESTAMP", "DEVICE_ID", "DURATION", "STAGE"], receiver) { row in
      guard let device = row.int(1), let source = try source(device, Self.stages, row.number, receiver) else { return }
      guard let start = Moment(imported: row.int(0), offset), let minutes = row.int(2),
        (0...DataBounds.longestSleep).contains(minutes)
      else { return try receiver.refuse(.clock, in: .rows(of: Self.stages), place: row.number) }
      guard let stage = Self.stage(row.int(3)) else {
        return try receiver.refuse(.value, in: .rows(of: Self.stages), place: row.number)
      }
      staged[device, default: []].append(start.milliseconds)
      sleeps[source, default: SleepAssembler()].add(
        stage: stage, start: start, end: start + .minutes(minutes), place: row.number)
    }
    // Sessions of firmware that reports no stages.
    let times = staged.mapValues { $0.sorted() }
    try database.forEachRow(of: Self.sessions, ["TIMESTAMP", "DEVICE_ID", "WAKEUP_TIME"], receiver) { row in
      guard let device = row.int(1), let start = Moment(imported: row.int(0), offset),
        let end = Moment(imported: row.int(2), offset), start < end
      else { return try receiver.refuse(.clock, in: .rows(of: Self.sessions), place: row.number) }
      let isStaged = times[device]?.contains { start.milliseconds <= $0 && $0 < end.milliseconds } ?? false
      guard !isStaged, let source = try source(device, Self.sessions, row.number, receiver) else { return }
      sleeps[source, default: SleepAssembler()].add(stage: nil, start: start, end: end, place: row.number)
    }
    for (source, sleep) in sleeps.sorted(by: { $0.key < $1.key }) { try receiver.take(sleep.finish(), of: source) }
  }

  /// The stage by the ring's code.
  private static func stage(_ code: Int?) -> SleepStage? {
    switch code {
    case 2: .light
    case 3: .deep
    case 4: .rem
    case 5: .awake
    default: nil
    }
  }

  private func readWorkouts(_ receiver: any ImportReceiver) throws {
    let columns = ["START_TIME", "END_TIME", "DEVICE_ID", "ACTIVITY_KIND"]
    try database.forEachRow(of: Self.workouts, columns, receiver) { row in
      guard let source = try source(row.int(2), Self.workouts, row.number, receiver) else { return }
      guard let start = Moment(imported: row.int(0), offset), let end = Moment(imported: row.int(1), offset) else {
        return try receiver.refuse(.clock, in: .rows(of: Self.workouts), place: row.number)
      }
      try receiver.take(
        .workout(
          Workout(
            Self.kind(row.int(3)), start: start, length: end.milliseconds - start.milliseconds, source: .log)),
        of: source, place: row.number)
    }
  }

  /// The sport by Gadgetbridge's code of the kind of activity.
  private static func kind(_ code: Int?) -> Workout.Kind {
    switch code {
    case 0x10, 0x100: .running
    case 0x20: .walking
    case 0x80, 0x800: .cycling
    case 0x1000: .elliptical
    default: .other
    }
  }
}
