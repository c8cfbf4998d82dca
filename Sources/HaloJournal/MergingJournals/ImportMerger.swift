import GRDB

/// Merges the imported entries of another journal, which is attached as `other`.
///
/// If the other journal has entries that this one does not have, the entries of both are collected for each import and
/// stored again, import by import in the order of their times: as if all files had been imported here.
struct ImportMerger {
  private let db: Database
  /// The wearers here, by their numbers in the other journal.
  private let wearers: [Int: String]
  private let bounds: DataBounds

  /// The temporary tables: samples, and nights and workouts, of each import; and the samples to store next.
  static let tables = ["merge_sample", "merge_entry", "merge_next"]

  init(_ db: Database, wearers: [Int: String], now: Moment) {
    self.db = db
    self.wearers = wearers
    let bounds = DataBounds(now: now)
    self.bounds = bounds
    db.add(
      function: DatabaseFunction("is_possible", argumentCount: 5, pure: true) { values in
        guard let metric = try Metric(code: values[0].checked()) else { return false }
        let start = try StoredNumber.moment(start: values[2], wall: values[3])
        return try bounds.problem(metric, values[1].checked(), start: start, length: values[4].checked()) == nil
      })
  }

  /// Merges the entries, and returns their number and the wearers with new ones.
  func merge() throws -> (amount: MergeSummary.Amount, wearers: Set<String>) {
    guard try db.exists("SELECT 1 FROM other.import", []) else { return (.init(), []) }
    let before = try count("main")
    let theirs = try count("other")
    guard try mapRuns() || hasMissing() else { return (.init(all: theirs.values.reduce(0, +), new: 0), []) }
    try collect()
    try deleteImported()
    try storeAll()
    try storeTotals()
    try deleteUnused()
    let after = try count("main")
    let changed = after.filter { $0.value != before[$0.key] ?? 0 }.keys
    let new = after.values.reduce(0, +) - before.values.reduce(0, +)
    return (.init(all: theirs.values.reduce(0, +), new: max(0, new)), Set(changed))
  }

  /// The number of imported entries of each wearer.
  private func count(_ schema: String) throws -> [String: Int] {
    let rows = try db.rows(
      """
      SELECT wearer.id, wearer.name, (
          SELECT count(*) FROM \(schema).sample JOIN \(schema).device ON device.id = sample.device
          WHERE device.wearer = wearer.id AND sample.import IS NOT NULL)
        + (SELECT count(*) FROM \(schema).night JOIN \(schema).device ON device.id = night.device
          WHERE device.wearer = wearer.id AND night.import IS NOT NULL)
        + (SELECT count(*) FROM \(schema).workout WHERE workout.wearer = wearer.id AND import IS NOT NULL) AS entries
      FROM \(schema).wearer
      """)
    return try rows.reduce(into: [:]) { counts, row in
      let name: String? = try schema == "main" ? row.value("name") : wearers[row.value("id")]
      if let name { counts[name, default: 0] += try row.value("entries") }
    }
  }

  // MARK: Imports

  /// Finds the other journal's imports here, and adds the others.
  ///
  /// - Returns: True if one was added.
  private func mapRuns() throws -> Bool {
    var hasNew = false
    for row in try db.rows("SELECT * FROM other.import_run ORDER BY time, digest, id") {
      let number: Int = try row.value("id")
      let time: Int = try row.time("time")
      let name: String = try row.value("file")
      let digest: String = try row.value("digest")
      let file = DataBounds.cleaned(name)
      // Versions before 0.11 stored no digest.
      let known = try db.row(
        "SELECT id, time FROM import_run WHERE CASE ?1 WHEN '' THEN file = ?2 AND time = ?3 ELSE digest = ?1 END",
        [digest, file, time])
      if let known, try time < known.time("time") {
        try db.run("UPDATE import_run SET file = ?, time = ? WHERE id = ?", [file, time, try known.value("id") as Int])
      } else if known == nil {
        hasNew = true
        try db.run(
          "INSERT INTO import_run (file, format, time, digest) VALUES (?, ?, ?, ?)",
          [file, DataBounds.cleaned(try row.value("format")), time, digest])
      }
      let own = try known.map { try $0.value("id") as Int } ?? Int(db.lastInsertedRowID)
      try db.run("INSERT INTO temp.merge_run (other, own) VALUES (?, ?)", [number, own])
    }
    return hasNew
  }

  /// True if this journal does not have an imported entry of the other one.
  private func hasMissing() throws -> Bool {
    try db.exists(
      """
      SELECT 1 FROM other.sample AS theirs JOIN temp.merge_device AS map ON map.other = theirs.device
      WHERE theirs.import IS NOT NULL AND NOT EXISTS (
        SELECT 1 FROM main.sample WHERE device = map.own AND metric = theirs.metric AND start = theirs.start
          AND source = theirs.source AND (statement IS NOT NULL OR value = theirs.value AND length = theirs.length))
      UNION ALL SELECT 1 FROM other.night AS theirs JOIN temp.merge_device AS map ON map.other = theirs.device
      WHERE theirs.import IS NOT NULL AND NOT EXISTS (
        SELECT 1 FROM main.night WHERE device = map.own AND kind = theirs.kind AND start = theirs.start
          AND (statement IS NOT NULL OR stages = theirs.stages))
      UNION ALL SELECT 1 FROM other.total AS theirs JOIN temp.merge_device AS map ON map.other = theirs.device
      WHERE theirs.import IS NOT NULL AND NOT EXISTS (
        SELECT 1 FROM main.total WHERE device = map.own AND day = theirs.day)
      UNION ALL SELECT 1 FROM other.workout AS theirs WHERE theirs.import IS NOT NULL AND NOT EXISTS (
        SELECT 1 FROM main.workout WHERE kind = theirs.kind AND start = theirs.start)
      UNION ALL SELECT 1 FROM other.import_spare AS theirs WHERE NOT EXISTS (
        SELECT 1 FROM main.import_spare WHERE entry = theirs.entry)
      """, [])
  }

  // MARK: Entries

  /// Collects the entries of both journals for each import.
  private func collect() throws {
    try db.execute(
      sql: """
        CREATE TEMP TABLE merge_sample (run INTEGER, device INTEGER, part TEXT, metric INTEGER, start INTEGER, source INTEGER,
          length INTEGER, wall INTEGER, value REAL, doubtful INTEGER, place INTEGER, again INTEGER,
          PRIMARY KEY (run, device, part, metric, start, source, again)) STRICT, WITHOUT ROWID;
        CREATE TEMP TABLE merge_entry (run INTEGER, device INTEGER, part TEXT, place INTEGER, entry TEXT,
          PRIMARY KEY (run, device, part, entry)) STRICT, WITHOUT ROWID;
        CREATE TEMP TABLE merge_next (start INTEGER, source INTEGER, length INTEGER, wall INTEGER, value REAL, doubtful INTEGER,
          place INTEGER) STRICT;
        """)
    try collect(from: "main", device: "import.device", run: "run.value", joining: "")
    try collect(
      from: "other", device: "device_map.own", run: "run_map.own",
      joining: """
        JOIN temp.merge_device AS device_map ON device_map.other = import.device
        JOIN temp.merge_run AS run_map ON run_map.other = run.value
        """)
  }

  /// Collects the entries of a journal. `device` and `run` are SQL for the numbers here.
  private func collect(from schema: String, device: String, run: String, joining maps: String) throws {
    // The place is that in the file that was imported first.
    let isFirst = "CASE WHEN run.value = import.run THEN entry.place END"
    let groups =
      "JOIN \(schema).import AS import ON import.id = entry.import JOIN json_each(import.runs) AS run \(maps)"
    try db.execute(
      sql: """
        INSERT INTO temp.merge_sample SELECT \(run), \(device), import.part, entry.metric, entry.start, entry.source, entry.length,
          entry.wall, entry.value, entry.doubtful, \(isFirst), entry.again FROM \(schema).sample AS entry \(groups) WHERE true
        ON CONFLICT DO UPDATE SET place = coalesce(place, excluded.place)
        """)
    func keep(_ row: Row, _ entry: ImportedEntry) throws {
      guard entry.problem(in: bounds) == nil else { return }
      try db.run(
        "INSERT INTO temp.merge_entry VALUES (?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET place = coalesce(place, excluded.place)",
        [
          try row.value("ownRun") as Int, try row.value("ownDevice") as Int, try row.value("part") as String,
          try row.value("ownPlace") as Int?, try StoredEntry.text(entry),
        ])
    }
    let columns = "\(run) AS ownRun, \(device) AS ownDevice, import.part, \(isFirst) AS ownPlace, entry.*"
    func forEach(_ table: String, _ body: (Row) throws -> Void) throws {
      try db.forEach("SELECT \(columns) FROM \(schema).\(table) AS entry \(groups)", body: body)
    }
    try forEach("night") { row in
      guard let kind = Night.Kind(rawValue: try row.value("kind")) else { return }
      let start = try row.moment(start: "start", wall: "wall")
      try keep(
        row,
        .sleep(
          kind, start: start, stages: Night.stages(row.value("stages")), isDoubtful: row.value("doubtful"),
          inBed: Night.inBed(row, start: start)))
    }
    try forEach("workout") { row in if let workout = try Workout(row) { try keep(row, .workout(workout)) } }
    try forEach("import_spare") { row in
      if let entry = StoredEntry.entry(try row.value("entry")) { try keep(row, entry) }
    }
  }

  /// Deletes all imported entries, which are stored again.
  private func deleteImported() throws {
    for table in ["sample", "night", "workout", "import_spare"] {
      try db.run("DELETE FROM \(table) WHERE import IS NOT NULL", [])
    }
  }

  private func storeAll() throws {
    let runs = try db.numbers("SELECT id FROM import_run ORDER BY time, digest, id")
    for run in runs {
      var writer = ImportWriter(db, run: run)
      let groups = try db.rows(
        """
        SELECT part.device, part.part, wearer.name AS wearer FROM (
          SELECT DISTINCT device, part FROM temp.merge_sample WHERE run = ?1
          UNION SELECT DISTINCT device, part FROM temp.merge_entry WHERE run = ?1) AS part
        JOIN device ON device.id = part.device JOIN wearer ON wearer.id = device.wearer ORDER BY part.device, part.part
        """, [run])
      for group in groups {
        try store(
          device: group.value("device"), part: group.value("part"), wearer: group.value("wearer"), run: run, &writer)
      }
    }
  }

  private func store(device: Int, part: String, wearer: String, run: Int, _ writer: inout ImportWriter) throws {
    let target = try writer.target(device: device, wearer: wearer, part: part)
    let metrics = try db.numbers(
      "SELECT DISTINCT metric FROM temp.merge_sample WHERE run = ? AND device = ? AND part = ?", [run, device, part])
    for metric in metrics.compactMap({ Metric(code: $0) }) {
      try db.run("DELETE FROM temp.merge_next", [])
      try db.run(
        """
        INSERT INTO temp.merge_next SELECT start, source, length, wall, value, doubtful, ifnull(place, 0) FROM temp.merge_sample
        WHERE run = ? AND device = ? AND part = ? AND metric = ? AND is_possible(metric, value, start, wall, length)
        """, [run, device, part, metric.code])
      _ = try Journal.insert(metric, from: "temp.merge_next", in: target, &writer)
    }
    let others = try db.rows(
      "SELECT ifnull(place, 0) AS place, entry FROM temp.merge_entry WHERE run = ? AND device = ? AND part = ? ORDER BY place, entry",
      [run, device, part])
    for other in others {
      guard let entry = StoredEntry.entry(try other.value("entry")) else { continue }
      _ = try writer.store(entry, place: other.value("place"), in: target)
    }
  }

  /// Stores the totals of days, which only versions before 0.11 imported.
  private func storeTotals() throws {
    let totals = try db.rows(
      """
      SELECT device_map.own AS ownDevice, min(run_map.own) AS ownRun, import.part, total.* FROM other.total
      JOIN other.import AS import ON import.id = total.import JOIN json_each(import.runs) AS run
      JOIN temp.merge_device AS device_map ON device_map.other = total.device
      JOIN temp.merge_run AS run_map ON run_map.other = run.value GROUP BY total.device, total.day
      """)
    for row in totals {
      let device: Int = try row.value("ownDevice")
      let group = try ImportWriter(db, run: row.value("ownRun")).group(device: device, part: row.value("part"))
      try db.run(
        """
        INSERT INTO total (device, day, steps, meters, kilocalories, minutes, import) VALUES (?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT DO NOTHING
        """,
        [
          device, try row.date("day").description, try row.value("steps") as Int, try row.value("meters") as Int,
          try row.value("kilocalories") as Double, try row.value("minutes") as Int, group,
        ])
    }
  }

  /// Deletes groups and imports without entries, and spare entries that are there with their place as well.
  private func deleteUnused() throws {
    try db.execute(
      sql: """
        DELETE FROM import_spare WHERE place = 0 AND EXISTS (SELECT 1 FROM import_spare AS other
          WHERE other.import = import_spare.import AND other.entry = import_spare.entry AND other.place > 0);
        DELETE FROM import WHERE \(ImportGroup.isUnused);
        DELETE FROM import_run WHERE NOT EXISTS (
          SELECT 1 FROM import JOIN json_each(import.runs) AS run WHERE run.value = import_run.id);
        """)
  }
}
