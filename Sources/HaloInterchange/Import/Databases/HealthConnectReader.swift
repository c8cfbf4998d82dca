/// Reads the database of a Health Connect export. Sources: ../shared/protocols/imports-and-exports.md; Android's
/// `ExerciseSessionType` for the codes of sports.
final class HealthConnectReader: ImportReader {
  /// A table with one value a row: its name, the column, what a unit of the column is in the metric's
  /// unit, and whether the value is of an interval.
  private typealias Values = (table: String, column: String, metric: Metric, factor: Double, isInterval: Bool)

  private static let values: [Values] = [
    ("steps_record_table", "count", .steps, 1, true), ("distance_record_table", "distance", .distance, 1, true),
    // Energies are in small calories.
    ("active_calories_burned_record_table", "energy", .activeEnergy, 0.001, true),
    ("oxygen_saturation_record_table", "percentage", .oxygenSaturation, 1, false),
    (
      "heart_rate_variability_rmssd_record_table", "heart_rate_variability_millis", .heartRateVariabilityRMSSD, 1, false
    ),
    ("resting_heart_rate_record_table", "beats_per_minute", .restingHeartRate, 1, false),
    // Masses are in grams, and the metabolism is in watts.
    ("weight_record_table", "weight", .weight, 0.001, false),
    ("lean_body_mass_record_table", "mass", .fatFreeMass, 0.001, false),
    ("body_water_mass_record_table", "body_water_mass", .bodyWater, 0.001, false),
    ("body_fat_record_table", "percentage", .bodyFat, 1, false),
    ("basal_metabolic_rate_record_table", "basal_metabolic_rate", .basalMetabolism, 86_400 / 4184, false),
    ("blood_pressure_record_table", "systolic", .systolicPressure, 1, false),
    ("blood_pressure_record_table", "diastolic", .diastolicPressure, 1, false),
    ("body_temperature_record_table", "temperature", .bodyTemperature, 1, false),
    ("basal_body_temperature_record_table", "temperature", .bodyTemperature, 1, false),
  ]
  private static let rates = "heart_rate_record_table"
  private static let rateSeries = "heart_rate_record_series_table"
  private static let sleeps = "sleep_session_record_table"
  private static let stages = "sleep_stages_table"
  private static let workouts = "exercise_session_record_table"
  /// The largest number of records whose series are read: those of decades.
  private static let mostRecords = 5_000_000

  let format = ImportFormat.healthConnect
  private let database: ImportDatabase
  private let here: ImportDatabase.Offset
  private var apps: [Int: String] = [:]
  private var devices: [Int: String] = [:]

  init(_ database: ImportDatabase, _ offset: @escaping ImportDatabase.Offset) {
    self.database = database
    here = offset
  }

  func read(into receiver: any ImportReceiver) throws {
    let known = Self.values.map(\.table) + [Self.rates, Self.rateSeries, Self.sleeps, Self.stages, Self.workouts]
    try database.announce(known)
    try database.forEachRow(of: "application_info_table", ["row_id", "app_name", "package_name"], receiver) { row in
      guard let id = row.int(0), apps.count < 1000 else { return }
      apps[id] = [row.text(1), row.text(2)].compactMap(\.self).first { !$0.isEmpty }
    }
    try database.forEachRow(of: "device_info_table", ["row_id", "manufacturer", "model"], receiver) { row in
      guard let id = row.int(0), devices.count < 1000 else { return }
      let names = [row.text(1), row.text(2)].compactMap(\.self).filter { !$0.isEmpty }
      if !names.isEmpty { devices[id] = names.joined(separator: " ") }
    }
    for table in Self.values { try read(table, receiver) }
    try readRates(receiver)
    try readSleeps(receiver)
    try readWorkouts(receiver)
    try database.leaveOut(
      database.tables.keys.filter { $0.hasSuffix("_record_table") && !known.contains($0) }, receiver)
  }

  private static let owner = ["app_info_id", "device_info_id"]

  /// The source of a record: the app, and the device if it is known, because one app may collect for several.
  private func source(_ app: Int?, _ device: Int?, _ place: ImportPlace) throws -> Int? {
    let names = [app.flatMap { apps[$0] }, device.flatMap { devices[$0] }].compactMap(\.self)
    let name = DataBounds.cleaned(names.isEmpty ? "Health Connect" : names.joined(separator: ", "))
    if let source = try place.add(ImportSource(named: name, part: place.part)) { return source }
    try place.refuse(.name)
    return nil
  }

  /// A time with the record's own offset, or the local one here.
  private func moment(_ milliseconds: Int?, _ offset: Int?) -> Moment? {
    Moment(imported: milliseconds) { seconds in
      offset.flatMap { (-18 * 3600...18 * 3600).contains($0) ? $0 : nil } ?? here(seconds)
    }
  }

  /// The times in two columns; refuses the row if they are not valid.
  private func interval(_ row: ImportRow, from first: Int, to last: Int, _ offset: Int?) throws -> (Moment, Moment)? {
    if let start = moment(row.int(first), offset), let end = moment(row.int(last), offset) { return (start, end) }
    try row.place.refuse(.clock)
    return nil
  }

  private func read(_ spec: Values, _ receiver: any ImportReceiver) throws {
    let times =
      spec.isInterval ? ["start_time", "start_zone_offset", "end_time"] : ["time", "zone_offset", "time"]
    try database.forEachRow(of: spec.table, Self.owner + times + [spec.column], receiver) { row in
      guard let source = try source(row.int(0), row.int(1), row.place) else { return }
      guard let (start, end) = try interval(row, from: 2, to: 4, row.int(3)) else { return }
      guard let value = row.double(5) else { return try row.place.refuse(.value) }
      let length = end.milliseconds - start.milliseconds
      try row.place.take(.sample(spec.metric, value * spec.factor, start: start, length: length, .log), of: source)
    }
  }

  /// The records of a table by their number, with the source and the offset, for the rows that belong to them.
  private func records(
    _ table: String, _ receiver: any ImportReceiver
  ) throws -> [Int: (source: Int, offset: Int?)] {
    var records: [Int: (source: Int, offset: Int?)] = [:]
    try database.forEachRow(of: table, Self.owner + ["row_id", "start_zone_offset"], receiver) { row in
      guard let id = row.int(2), records.count < Self.mostRecords,
        let source = try source(row.int(0), row.int(1), row.place)
      else { return }
      records[id] = (source, row.int(3))
    }
    return records
  }

  private func readRates(_ receiver: any ImportReceiver) throws {
    let records = try records(Self.rates, receiver)
    try database.forEachRow(
      of: Self.rateSeries, ["parent_key", "epoch_millis", "beats_per_minute"], receiver
    ) { row in
      guard let id = row.int(0), let record = records[id] else { return try row.place.refuse(.owner) }
      guard let start = moment(row.int(1), record.offset) else { return try row.place.refuse(.clock) }
      guard let rate = row.double(2) else { return try row.place.refuse(.value) }
      try row.place.take(.sample(.heartRate, rate, start: start, length: 0, .log), of: record.source)
    }
  }

  private func readSleeps(_ receiver: any ImportReceiver) throws {
    let records = try records(Self.sleeps, receiver)
    var sleep = FileSleep()
    var staged: Set<Int> = []
    let columns = ["parent_key", "stage_start_time", "stage_end_time", "stage_type"]
    try database.forEachRow(of: Self.stages, columns, receiver) { row in
      guard let id = row.int(0), let record = records[id] else { return try row.place.refuse(.owner) }
      guard let (start, end) = try interval(row, from: 1, to: 2, record.offset) else { return }
      guard let stage = row.int(3).flatMap({ Self.stageCodes[$0] }) else { return }
      staged.insert(id)
      try sleep.add(stage, start: start, end: end, of: record.source, place: id)
    }
    try database.forEachRow(of: Self.sleeps, ["row_id", "start_time", "end_time"], receiver) { row in
      guard let id = row.int(0), !staged.contains(id), let record = records[id] else { return }
      guard let (start, end) = try interval(row, from: 1, to: 2, record.offset) else { return }
      try sleep.add(nil, start: start, end: end, of: record.source, place: id)
    }
    try sleep.finish(receiver)
  }

  /// The stage by its code; `.some(nil)` for sleep without a stage, `nil` for an unknown code. Out of bed is awake.
  private static let stageCodes: [Int: SleepStage?] = [
    1: .awake, 2: nil, 3: .awake, 4: .light, 5: .deep, 6: .rem, 7: .awake,
  ]

  private func readWorkouts(_ receiver: any ImportReceiver) throws {
    let columns = Self.owner + ["start_time", "start_zone_offset", "end_time", "exercise_type"]
    try database.forEachRow(of: Self.workouts, columns, receiver) { row in
      guard let source = try source(row.int(0), row.int(1), row.place) else { return }
      guard let (start, end) = try interval(row, from: 2, to: 4, row.int(3)) else { return }
      let kind = row.int(5).flatMap { Self.kindCodes[$0] } ?? .other
      let length = end.milliseconds - start.milliseconds
      try row.place.take(.workout(Workout(kind, start: start, length: length, source: .log)), of: source)
    }
  }

  private static let kindCodes: [Int: Workout.Kind] = [
    4: .cycling, 5: .cycling, 21: .hiking, 31: .rowing, 33: .running, 34: .running, 44: .stairs, 53: .walking,
    59: .stairs, 60: .elliptical, 61: .rowing,
  ]
}
