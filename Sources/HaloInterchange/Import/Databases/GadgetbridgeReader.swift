/// Reads the database of Gadgetbridge. Sources: the names of its tables and columns in its generator (GBDaoGenerator), and
/// ../shared/protocols/imports-and-exports.md.
final class GadgetbridgeReader: ImportReader {
  /// A table with a value at a moment, in milliseconds since 1970.
  private typealias Moments = (table: String, column: String, metric: Metric)

  private static let moments = [
    ("HEART_RATE", "HEART_RATE", .heartRate, ["COLMI", "GENERIC", "CMF", "MOYOUNG", "WENA3"]),
    ("HEART_RATE_MANUAL", "HEART_RATE", .heartRate, ["HUAMI"]),
    ("STRESS", "STRESS", .stress, ["COLMI", "GENERIC", "CMF", "GARMIN", "HUAMI", "HUAWEI", "MOYOUNG"]),
    ("SPO2", "SPO2", .oxygenSaturation, ["COLMI", "GENERIC", "CMF", "GARMIN", "HUAMI", "MOYOUNG"]),
    ("HRV_VALUE", "VALUE", .heartRateVariability, ["COLMI", "GENERIC", "GARMIN", "HUAWEI"]),
    ("TEMPERATURE", "TEMPERATURE", .skinTemperature, ["COLMI", "GENERIC"]),
  ].flatMap { (kind: String, column: String, metric: Metric, brands: [String]) in
    brands.map { ("\($0)_\(kind)_SAMPLE", column, metric) as Moments }
  }
  private static let workouts = "BASE_ACTIVITY_SUMMARY"

  let format = ImportFormat.gadgetbridge
  let database: ImportDatabase
  let offset: ImportDatabase.Offset
  private(set) var devices: [Int: (identifier: String, name: String, type: String)] = [:]
  /// The sleep of all tables while they are read, by source.
  var runs: [Int: Run] = [:]
  var sleep = FileSleep()
  /// The quarters of an hour since 1970 with a stage, by device.
  var staged: [Int: Set<Int>] = [:]

  init(_ database: ImportDatabase, _ offset: @escaping ImportDatabase.Offset) {
    self.database = database
    self.offset = offset
  }

  func read(into receiver: any ImportReceiver) throws {
    // Names such as HYBRID_HRACTIVITY_SAMPLE have no second underscore.
    let activities = database.tables.keys.filter { $0.hasSuffix("ACTIVITY_SAMPLE") }.sorted()
    let known = Self.moments.map(\.table) + GadgetbridgeSleepTable.all.map(\.name) + activities + [Self.workouts]
    try database.announce(Array(Set(known)))
    try readDevices(receiver)
    for table in Self.moments { try read(table, receiver) }
    for table in GadgetbridgeSleepTable.all where database.tables[table.name] != nil { try read(table, receiver) }
    for table in activities { try readActivity(table, receiver) }
    for source in runs.keys.sorted() { try endRun(source) }
    try sleep.finish(receiver)
    try readWorkouts(receiver)
    try database.leaveOut(
      database.tables.keys.filter { table in
        ["_SAMPLE", "_SUMMARY", "_OVERLAY"].contains { table.hasSuffix($0) } && !known.contains(table)
      }, receiver)
  }

  private func readDevices(_ receiver: any ImportReceiver) throws {
    let columns = ["_id", "IDENTIFIER", "ALIAS", "NAME", "TYPE", "TYPE_NAME"]
    try database.forEachRow(of: "DEVICE", columns, receiver) { row in
      guard let id = row.int(0), let identifier = row.text(1), devices.count < 1000 else { return }
      let name = [row.text(2), row.text(3)].compactMap(\.self).first { !$0.isEmpty }
      // Old versions have numbers of types, of which the first Mi Band's is 10.
      let type = row.text(5) ?? (row.int(4) == 10 ? "MIBAND" : "")
      devices[id] = (identifier, DataBounds.cleaned(name ?? identifier), type)
    }
  }

  /// The source of a row; `nil` after it was refused.
  func source(_ device: Int?, _ place: ImportPlace) throws -> Int? {
    guard let device = device.flatMap({ devices[$0] }) else {
      try place.refuse(.owner)
      return nil
    }
    let source = try place.add(
      ImportSource(
        identifier: device.identifier, name: device.name,
        family: place.table.hasPrefix("COLMI_") ? "colmi-ring" : "import", part: place.part))
    if source == nil { try place.refuse(.name) }
    return source
  }

  private func read(_ spec: Moments, _ receiver: any ImportReceiver) throws {
    try database.forEachRow(of: spec.table, ["TIMESTAMP", "DEVICE_ID", spec.column], receiver) { row in
      // Gadgetbridge stores a row also if the device measured nothing.
      guard let value = row.double(2), value > 0, value != 255 else { return }
      guard let source = try source(row.int(1), row.place) else { return }
      guard let start = Moment(imported: row.int(0), offset) else { return try row.place.refuse(.clock) }
      try row.place.take(.sample(spec.metric, value, start: start, length: 0, .log), of: source)
    }
  }

  private func readWorkouts(_ receiver: any ImportReceiver) throws {
    // The names and units of its ActivitySummaryEntries; its word for kilocalories is "calories_unit".
    let amounts = ["distanceMeters.value", "distanceMeters.unit", "caloriesBurnt.value", "caloriesBurnt.unit"]
    let columns = ["START_TIME", "END_TIME", "DEVICE_ID", "ACTIVITY_KIND"] + amounts.map { "SUMMARY_DATA.\($0)" }
    try database.forEachRow(of: Self.workouts, columns, receiver) { row in
      guard let source = try source(row.int(2), row.place) else { return }
      guard let start = Moment(imported: row.int(0), offset), let end = Moment(imported: row.int(1), offset)
      else { return try row.place.refuse(.clock) }
      let workout = Workout(
        Self.kind(row.int(3)), start: start, length: end.milliseconds - start.milliseconds,
        meters: row.text(5) == "meters" ? row.double(4) : nil,
        kilocalories: row.text(7) == "calories_unit" ? row.double(6) : nil, source: .log)
      try row.place.take(.workout(workout), of: source)
    }
  }

  /// The sport by Gadgetbridge's code of it (ActivityKind). Those from 0x04000000 on are since 2024.
  private static func kind(_ code: Int?) -> Workout.Kind {
    switch code {
    // Also on a treadmill, cross-country, indoors, outdoors, and on trails.
    case 0x10, 0x100, 0x0400_0067, 0x0400_00B0, 0x0400_00B1, 0x0400_00F2: .running
    // Also indoors, outdoors, and races.
    case 0x20, 0x0400_0012, 0x0400_00B2, 0x0400_00D5: .walking
    // Also indoors, with a motor, to work, on machines, and outdoors.
    case 0x80, 0x800, 0x0400_0003, 0x0400_0004, 0x0400_005F, 0x0400_00B3, 0x0400_00D9: .cycling
    case 0x40_0000, 0x0400_00E2, 0x0400_00F1: .hiking
    case 0x1_0000, 0x0400_0016: .rowing
    case 0x1000, 0x0400_005D: .elliptical
    // Steppers, floors and stairs.
    case 0x0400_0008, 0x0400_003B, 0x0400_0091, 0x0400_00DB, 0x0400_00DC: .stairs
    default: .other
    }
  }
}
