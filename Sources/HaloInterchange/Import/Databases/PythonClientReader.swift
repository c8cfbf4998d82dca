/// Reads the database of the common Python client of COLMI rings (colmi_r02_client). Its times are in UTC, as in
/// `2024-11-02 15:05:00.000000`.
///
/// Activity is in quarter hours. Its calories are left out, because their meaning depends on the ring's firmware, which is
/// not in the file. No published version of the client describes a table of nights.
struct PythonClientReader: ImportReader {
  let format = ImportFormat.pythonClient
  let database: ImportDatabase
  let offset: ImportDatabase.Offset

  func read(into receiver: any ImportReceiver) throws {
    let known = ["rings", "heart_rates", "sport_details", "syncs"]
    try database.announce(known)
    var rings: [Int: String] = [:]
    try database.forEachRow(of: "rings", ["ring_id", "address"], receiver) { row in
      guard let id = row.int(0), let address = row.text(1), DataBounds.isIdentifier(address), rings.count < 1000 else {
        return try row.place.refuse(.name)
      }
      rings[id] = address
    }
    // A heart rate of 0 is no value.
    try read("heart_rates", ["reading"], [.heartRate], least: 1, length: 0, rings, receiver)
    try read(
      "sport_details", ["steps", "distance"], [.steps, .distance], least: 0,
      length: Duration.minutes(15).milliseconds, rings, receiver)
    try database.leaveOut(database.tables.keys.filter { !known.contains($0) }, receiver)
  }

  private func read(
    _ table: String, _ columns: [String], _ metrics: [Metric], least: Double, length: Int, _ rings: [Int: String],
    _ receiver: any ImportReceiver
  ) throws {
    try database.forEachRow(of: table, ["ring_id", "timestamp"] + columns, receiver) { row in
      guard let address = row.int(0).flatMap({ rings[$0] }) else { return }
      for (index, metric) in metrics.enumerated() {
        guard let value = row.double(index + 2), value >= least else { continue }
        guard let start = moment(row.text(1)) else { return try row.place.refuse(.clock) }
        let name = address.allSatisfy(\.isASCII) ? address.uppercased() : address
        let source = ImportSource(identifier: address, name: name, family: "colmi-ring", part: row.place.part)
        guard let source = try row.place.add(source) else { return try row.place.refuse(.name) }
        try row.place.take(.sample(metric, value, start: start, length: length, .log), of: source)
      }
    }
  }

  private func moment(_ text: String?) -> Moment? {
    guard let text, text.utf8.count <= 40, let date = CalendarDate(text.prefix(10)),
      let time = TimeOfDay.seconds(text.dropFirst(11).prefix(8))
    else { return nil }
    let utc = WallClock(date: date, secondOfDay: time)
    return Moment(imported: Moment(utc, secondsFromGMT: 0).milliseconds, offset)
  }
}
