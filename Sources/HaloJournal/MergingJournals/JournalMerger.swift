import GRDB
import HaloFoundation

/// Copies what another journal, which is attached as `other`, has and this one does not have.
struct JournalMerger {
  let db: Database
  /// The other journal's name in messages.
  let file: String
  let now: Moment
  /// The amounts found and added.
  private(set) var summary = MergeSummary()
  /// The devices here that got frames or a statement about their clocks.
  private(set) var changedDevices: Set<Int> = []
  /// The wearers here, by their numbers in the other journal.
  private var wearers: [Int: String] = [:]
  /// The devices, by their numbers in the other journal.
  private var devices: [(other: Int, own: Int)] = []

  /// Tables with the numbers here for those of the other journal.
  private static let maps = ["merge_device", "merge_characteristic", "merge_run"]

  init(_ db: Database, file: String, now: Moment) throws {
    self.db = db
    self.file = file
    self.now = now
    db.add(
      function: DatabaseFunction("is_possible_value", argumentCount: 1, pure: true) { values in
        guard let value = try? values[0].checked() as DatabaseValue else { return false }
        guard case .string(let text) = value.storage else { return true }
        return DataBounds.isName(text) && StoredNumber.areBounded(in: text)
      })
    for map in Self.maps {
      try db.execute(sql: "CREATE TEMP TABLE \(map) (other INTEGER PRIMARY KEY, own INTEGER NOT NULL) STRICT")
    }
  }

  /// Removes the temporary tables.
  static func dropTables(_ db: Database) {
    for map in maps + ImportMerger.tables { try? db.execute(sql: "DROP TABLE IF EXISTS temp.\(map)") }
  }

  // MARK: Wearers

  /// Finds the wearers whose data is merged, and adds them if this journal is empty.
  mutating func mergeWearers(as wearer: String?) throws {
    let theirs = try db.rows("SELECT id, name, created FROM other.wearer ORDER BY id")
    let names: [String] = try theirs.map { try $0.value("name") }
    let ours = try String.fetchAll(db, sql: "SELECT name FROM wearer ORDER BY id")
    guard names.allSatisfy(DataBounds.isName) else {
      throw MergeError.unusable(file: file, reason: Phrase("a wearer has a name that is not possible"))
    }
    for (row, name) in zip(theirs, names) {
      if let wearer {
        guard name == wearer || names.count == 1 else { continue }
        wearers[try row.value("id")] = wearer
      } else {
        guard ours.isEmpty || ours.contains(name) else {
          throw MergeError.otherWearers(file: file, theirs: names, ours: ours)
        }
        wearers[try row.value("id")] = name
      }
    }
    if let wearer, wearers.isEmpty, !names.isEmpty {
      throw MergeError.severalWearers(file: file, theirs: names, wearer: wearer)
    }
    for (row, theirName) in zip(theirs, names) {
      guard let name = wearers[try row.value("id")] else { continue }
      let created = try row.moment("created")
      try Journal.addWearer(name, at: created, db)
      try db.run("UPDATE wearer SET created = min(created, ?) WHERE name = ?", [created.milliseconds, name])
      // A field that is set here stays.
      try db.run(
        """
        INSERT INTO profile (wearer, field, value) SELECT ?, field, value FROM other.profile
        WHERE wearer = ? AND is_possible_value(field) AND is_possible_value(value) ON CONFLICT DO NOTHING
        """, [name, theirName])
    }
  }

  // MARK: Devices

  /// Finds the other journal's devices here, and adds unknown ones. They are not paired here.
  mutating func mergeDevices() throws {
    for row in try db.rows("SELECT * FROM other.device ORDER BY id") {
      guard let wearer = wearers[try row.value("wearer")] else { continue }
      let number: Int = try row.value("id")
      let identifier: String = try row.value("identifier")
      let family: String = try row.value("family")
      let name: String = try row.value("name")
      let advertised: String? = try row.value("advertised")
      guard DataBounds.isIdentifier(identifier), DataBounds.isName(name) else { continue }
      let known = try device(identifier: identifier, family: family, advertised: advertised)
      if let known, known.wearer != wearer {
        let theirs = try String.fetchOne(
          db, sql: "SELECT name FROM other.wearer WHERE id = ?", arguments: [try row.value("wearer") as Int])
        throw MergeError.otherWearerOfDevice(
          file: file, device: known.name, theirs: theirs ?? wearer, ours: known.wearer)
      }
      if known == nil {
        try Journal.addUnpaired(
          DeviceID(identifier), family: family, name: name, advertisedName: Journal.known(advertised), wearer: wearer,
          at: now, db)
      }
      let own = known?.id ?? Int(db.lastInsertedRowID)
      // The revisions are those of the latest session.
      let isLater = try db.exists(
        "SELECT 1 WHERE (\(Self.lastSession("other"))) > ifnull((\(Self.lastSession("main"))), 0)", [number, own])
      let hardware: String? = try row.value("hardware")
      let firmware: String? = try row.value("firmware")
      try db.run(
        """
        UPDATE device SET hardware = coalesce(\(isLater ? "?, hardware" : "hardware, ?")),
          firmware = coalesce(\(isLater ? "?, firmware" : "firmware, ?")), advertised = coalesce(advertised, ?),
          speedUnit = coalesce(speedUnit, ?), machines = coalesce(machines, ?), user = coalesce(user, ?), paired = min(paired, ?) WHERE id = ?
        """,
        [
          hardware.map(DataBounds.cleaned), firmware.map(DataBounds.cleaned), Journal.known(advertised),
          (try row.value("speedUnit") as String?).flatMap(SpeedUnit.init)?.rawValue,
          (try row.value("machines") as String?).map(DataBounds.cleaned),
          (try row.value("user") as Int?).flatMap { 0...255 ~= $0 ? $0 : nil }, try row.time("paired") as Int, own,
        ])
      try db.run("INSERT INTO temp.merge_device (other, own) VALUES (?, ?)", [number, own])
      devices.append((number, own))
      summary.devices.append(
        .init(
          identifier: known?.identifier.text ?? identifier, name: known?.name ?? name, wearer: wearer,
          isNew: known == nil))
    }
  }

  private static func lastSession(_ schema: String) -> String {
    "SELECT max(begun) FROM \(schema).session WHERE device = ?"
  }

  /// The device here with an identifier. Apple systems identify a device by a number of their own and not by its
  /// address: such a device is the same if its advertised name is, and ends with the end of the address, as in `R02_A1B2`.
  private func device(identifier: String, family: String, advertised: String?) throws -> Device? {
    if let known = try Journal.device(DeviceID(identifier), db) { return known }
    guard let advertised else { return nil }
    return try Journal.devices(db, "WHERE device.family = ? AND device.advertised = ?", [family, advertised]).first {
      let texts = [identifier, $0.identifier.text]
      let address = texts.first { $0.split(separator: ":").count == 6 }
      guard let address, texts.contains(where: { UUID(uuidString: $0) != nil }) else { return false }
      return advertised.uppercased().hasSuffix("_" + address.filter(\.isHexDigit).suffix(4).uppercased())
    }
  }

  // MARK: Sessions

  /// Adds sessions, and frames of sessions that both journals have.
  mutating func mergeSessions(_ progress: (Double) throws -> Void) throws {
    try mapCharacteristics()
    let count = try db.number("SELECT count(*) FROM other.session") ?? 0
    var done = 0
    for index in devices.indices {
      let device = devices[index]
      try db.forEach(
        """
        SELECT id, purpose, begun, ended, zone, outcome FROM other.session AS session
        WHERE device = ? AND \(Self.isTime("begun")) AND (ended IS NULL OR \(Self.isTime("ended")))
        ORDER BY \(Journal.sessionOrder)
        """, [device.other]
      ) { session in
        if done.isMultiple(of: 64) { try progress(Double(done) / Double(max(count, 1))) }
        done += 1
        try merge(session, of: index)
      }
      if changedDevices.contains(device.own) { try removeCapturedTwice(of: device.own) }
      if changedDevices.contains(device.own) || summary.devices[index].sessions.new > 0 { noteChange(of: index) }
    }
  }

  /// Adds a session and its frames, or the frames that it does not have here.
  private mutating func merge(_ session: Row, of index: Int) throws {
    let own = devices[index].own
    let number: Int = try session.value("id")
    let begun: Int = try session.time("begun")
    let purpose = DataBounds.cleaned(try session.value("purpose"))
    let ended: Int? = try session.time("ended")
    let outcome: String? = try session.value("outcome")
    summary.devices[index].sessions.all += 1
    let known = try db.number(
      "SELECT id FROM session WHERE device = ? AND begun = ? AND purpose = ? ORDER BY id LIMIT 1",
      [own, begun, purpose])
    let frames: (all: Int, new: Int)
    if let known {
      frames = try SessionFrames(db).merge(number, into: known)
      if let ended {
        // It was still going on in the journal that does not have its end.
        try db.run(
          "UPDATE session SET ended = ?, outcome = ? WHERE id = ? AND ended IS NULL",
          [ended, outcome.map(DataBounds.cleaned), known])
      }
    } else {
      try db.run(
        "INSERT INTO session (device, purpose, begun, ended, zone, outcome) VALUES (?, ?, ?, ?, ?, ?)",
        [
          own, purpose, begun, ended, DataBounds.cleaned(try session.value("zone")), outcome.map(DataBounds.cleaned),
        ])
      summary.devices[index].sessions.new += 1
      frames = try SessionFrames(db).copy(number, to: Int(db.lastInsertedRowID))
    }
    summary.devices[index].frames.all += frames.all
    summary.devices[index].frames.new += frames.new
    if frames.new > 0 { changedDevices.insert(own) }
  }

  /// A condition for a time in milliseconds since 1970: it is after 1970 and not centuries ahead.
  static func isTime(_ column: String) -> String { "\(column) BETWEEN 0 AND \(200 * 365 * Milliseconds.day)" }

  private func mapCharacteristics() throws {
    for row in try db.rows("SELECT id, uuid FROM other.characteristic") {
      guard let uuid = BluetoothUUID(try row.value("uuid") as String) else { continue }
      try db.run(
        "INSERT INTO temp.merge_characteristic (other, own) VALUES (?, ?)",
        [try row.value("id") as Int, try FrameWriter.characteristic(uuid, db)])
    }
  }

  /// Removes frames of captures that Halo recorded itself in the meantime, or that an earlier capture has.
  private func removeCapturedTwice(of device: Int) throws {
    let captures = try db.numbers(
      "SELECT id FROM session WHERE device = ? AND purpose = 'capture' ORDER BY \(Journal.sessionOrder)", [device])
    for session in captures {
      let frames = try Journal.frames(db, "frame.session = ?", [session])
      let known = try KnownFrames(
        around: frames.map(\.frame), of: device,
        where: """
          session.id <> ? AND (session.purpose <> 'capture' OR (\(Journal.sessionOrder)) < (
            SELECT \(Journal.sessionOrder) FROM session WHERE session.id = ?))
          """, arguments: [session, session], db)
      let new = Set(known.new(frames.map(\.frame)))
      for (index, frame) in frames.enumerated() where !new.contains(index) {
        try db.run("DELETE FROM frame WHERE id = ?", [frame.id])
      }
      if new.isEmpty { try db.run("DELETE FROM session WHERE id = ?", [session]) }
    }
  }

  private mutating func noteChange(of index: Int) {
    summary.wearers.insert(summary.devices[index].wearer)
    summary.hasChanges = true
  }

  // MARK: Notes without frames

  /// Adds what the wearer stated about clocks, settings of devices, priorities, and recorded workouts.
  mutating func mergeNotes() throws {
    for (index, device) in devices.enumerated() {
      try db.run(
        """
        INSERT INTO clock (device, time, offset, zone) SELECT ?1, time, offset, zone FROM other.clock AS clock
        WHERE device = ?2 AND session IS NULL AND \(Self.isTime("time")) AND is_possible_value(zone)
          AND NOT EXISTS (SELECT 1 FROM main.clock WHERE device = ?1 AND session IS NULL)
        """, [device.own, device.other])
      if db.changesCount > 0 {
        changedDevices.insert(device.own)
        noteChange(of: index)
      }
      try mergeSettings(of: device)
    }
    try mergePriorities()
    try mergeWorkouts()
  }

  /// Adds the settings, without those that repeat the one before.
  private func mergeSettings(of device: (other: Int, own: Int)) throws {
    try db.run(
      """
      INSERT INTO setting (device, time, name, value) SELECT ?1, time, name, value FROM other.setting AS theirs
      WHERE device = ?2 AND \(Self.isTime("time")) AND is_possible_value(name) AND is_possible_value(value) AND NOT EXISTS (
        SELECT 1 FROM main.setting WHERE device = ?1 AND name = theirs.name AND time = theirs.time AND value = theirs.value)
      ORDER BY id
      """, [device.own, device.other])
    guard db.changesCount > 0 else { return }
    try db.run(
      """
      DELETE FROM setting WHERE id IN (
        SELECT id FROM (
          SELECT id, value, lag(value) OVER (PARTITION BY name ORDER BY time, id) AS before FROM setting WHERE device = ?)
        WHERE value = before)
      """, [device.own])
  }

  /// Adds the priorities of devices, for each wearer and subject without one here.
  private mutating func mergePriorities() throws {
    try db.run(
      """
      INSERT OR IGNORE INTO priority (subject, device, rank)
      SELECT theirs.subject, own, theirs.rank FROM other.priority AS theirs
      JOIN temp.merge_device AS known ON known.other = theirs.device
      WHERE NOT EXISTS (
        SELECT 1 FROM main.priority AS ours JOIN main.device ON device.id = ours.device
        WHERE ours.subject = theirs.subject AND device.wearer = (SELECT wearer FROM main.device WHERE id = known.own))
      """, [])
    guard db.changesCount > 0 else { return }
    for index in devices.indices { noteChange(of: index) }
  }

  /// Adds recorded workouts. Of two with the same kind and beginning, the longer one counts: the other was still going
  /// on.
  private mutating func mergeWorkouts() throws {
    let bounds = DataBounds(now: now)
    let rows = try db.rows(
      """
      SELECT workout.*, machine.own AS ownMachine, heart.own AS ownHeart FROM other.workout
      LEFT JOIN temp.merge_device AS machine ON machine.other = workout.machine
      LEFT JOIN temp.merge_device AS heart ON heart.other = workout.heart
      WHERE workout.import IS NULL ORDER BY start
      """)
    for row in rows {
      guard let wearer = wearers[try row.value("wearer")], let workout = try Workout(row),
        bounds.problem(workout) == nil
      else { continue }
      summary.workouts.all += 1
      let isNew = try !db.exists(
        "SELECT 1 FROM workout WHERE wearer = (SELECT id FROM wearer WHERE name = ?) AND kind = ? AND start = ?",
        [wearer, workout.kind.rawValue, workout.start.milliseconds])
      try db.run(
        """
        INSERT INTO workout (wearer, \(Workout.columns), distance_count, energy_count, machine, heart)
        SELECT id, \(Workout.places), ?, ?, ?, ? FROM wearer WHERE name = ?
        ON CONFLICT (wearer, kind, start) DO UPDATE SET length = excluded.length, meters = excluded.meters,
          kilocalories = excluded.kilocalories, paused = excluded.paused, source = excluded.source,
          machine = coalesce(excluded.machine, machine), distance_count = excluded.distance_count,
          energy_count = excluded.energy_count, heart = coalesce(excluded.heart, heart), import = NULL, place = NULL
        WHERE workout.import IS NOT NULL OR excluded.length > workout.length
        """,
        workout.values + [
          try workout.distanceCount?.text, try workout.energyCount?.text, try row.value("ownMachine") as Int?,
          try row.value("ownHeart") as Int?, wearer,
        ])
      guard isNew || db.changesCount > 0 else { continue }
      if isNew { summary.workouts.new += 1 }
      summary.wearers.insert(wearer)
      summary.hasChanges = true
    }
  }

  // MARK: Imports

  /// Adds the imported entries of the other journal.
  mutating func mergeImports() throws {
    let found = try ImportMerger(db, wearers: wearers, now: now).merge()
    summary.imported = found.amount
    summary.wearers.formUnion(found.wearers)
    if found.amount.new > 0 { summary.hasChanges = true }
  }
}
