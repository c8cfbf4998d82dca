import GRDB

extension Journal {
  /// Stores a device worn by `wearer`, who is added if unknown. A known device is paired again. `advertisedName` is its
  /// advertised name; `nil` keeps the stored one.
  ///
  /// - Throws: ``JournalError/otherWearer(device:wearer:)`` if the journal has data of the device from another wearer;
  ///   ``JournalError/nameTaken(name:)`` if another paired device has the name; ``JournalError/badName`` if the name is
  ///   not valid.
  public func pair(
    _ identifier: DeviceID, family: String, name: String, advertisedName: String? = nil, wearer: String,
    at time: Moment
  ) throws -> Device {
    try write { db in
      try Self.checkName(name, isFreeFor: identifier, db)
      guard DataBounds.isName(wearer) else { throw JournalError.badName }
      let earlier = try Self.device(identifier, db)
      if let known = earlier {
        if known.wearer != wearer, try Self.hasData(known, db) {
          throw JournalError.otherWearer(device: known.name, wearer: known.wearer)
        }
        // Older versions stored imported identifiers as they were in the file.
        try db.run("UPDATE device SET identifier = ? WHERE id = ?", [identifier.text, known.id])
      }
      try Self.addWearer(wearer, at: time, db)
      try db.run(
        """
        INSERT INTO device (wearer, identifier, family, name, advertised, paired)
        SELECT id, ?, ?, ?, ?, ? FROM wearer WHERE name = ?
        ON CONFLICT (identifier) DO UPDATE SET forgotten = NULL, family = excluded.family, wearer = excluded.wearer,
          name = excluded.name, advertised = coalesce(excluded.advertised, advertised)
        """,
        [identifier.text, family, name, Self.known(advertisedName), time.milliseconds, wearer])
      if let earlier, earlier.wearer != wearer { try Self.deleteUnused(wearer: earlier.wearer, db) }
      return try storedDevice(identifier, db)
    }
  }

  /// The device with an identifier that was just stored.
  func storedDevice(_ identifier: DeviceID, _ db: Database) throws -> Device {
    if let device = try Self.devices(db, "WHERE device.identifier = ?", [identifier.text]).first { return device }
    throw JournalError.other(path: path, reason: Phrase("the device \(identifier.text) could not be stored"))
  }

  /// Deletes a wearer without devices, computed values and workouts.
  private static func deleteUnused(wearer: String, _ db: Database) throws {
    try db.run(
      """
      DELETE FROM wearer WHERE name = ? AND id NOT IN (SELECT wearer FROM device)
        AND id NOT IN (SELECT wearer FROM derived) AND id NOT IN (SELECT wearer FROM workout)
      """, [wearer])
  }

  /// Adds a wearer unless it exists.
  static func addWearer(_ name: String, at time: Moment, _ db: Database) throws {
    try db.run(
      "INSERT INTO wearer (name, created) VALUES (?, ?) ON CONFLICT (name) DO NOTHING", [name, time.milliseconds])
  }

  /// Adds an unpaired device of a known wearer, whose data came from a file.
  static func addUnpaired(
    _ identifier: DeviceID, family: String, name: String, advertisedName: String? = nil, wearer: String,
    at time: Moment, _ db: Database
  ) throws {
    try db.run(
      """
      INSERT INTO device (wearer, identifier, family, name, advertised, paired, forgotten)
      SELECT id, ?, ?, ?, ?, ?, ? FROM wearer WHERE name = ?
      """,
      [identifier.text, family, name, advertisedName, time.milliseconds, time.milliseconds, wearer])
  }

  /// Stores the advertised traits of a device, and returns the updated device. Unknown ones change nothing.
  public func note(_ traits: DeviceTraits, of device: Device) throws -> Device {
    let name = Self.known(traits.advertisedName) ?? device.advertisedName
    let machines = traits.advertisedMachines.isEmpty ? device.traits.advertisedMachines : traits.advertisedMachines
    guard (name, machines) != (device.advertisedName, device.traits.advertisedMachines) else { return device }
    return try write { db in
      try db.run(
        "UPDATE device SET advertised = ?, machines = ? WHERE id = ?",
        [name, machines.isEmpty ? nil : machines.joined(separator: " "), device.id])
      return try Self.devices(db, "WHERE device.id = ?", [device.id]).first ?? device
    }
  }

  /// Stores a fact that decides how a device's frames are decoded, and returns the updated device. The journal decides
  /// whether the fact is new: `device` may be older.
  private func store<Value: DatabaseValueConvertible>(
    _ value: Value?, in column: String, of device: Device
  ) throws -> Device {
    try write { db in
      try db.run("UPDATE device SET \(column) = ? WHERE id = ? AND \(column) IS NOT ?", [value, device.id, value])
      if db.changesCount > 0 { try db.run("UPDATE session SET decoder = NULL WHERE device = ?", [device.id]) }
      return try Self.devices(db, "WHERE device.id = ?", [device.id]).first ?? device
    }
  }

  /// Stores the unit of a machine's speeds, `nil` if its model decides, and returns the updated device. Its sessions are
  /// decoded again with that unit when the device is used next, or by a rebuild.
  public func setSpeedUnit(_ unit: SpeedUnit?, of device: Device) throws -> Device {
    try store(unit?.rawValue, in: "speedUnit", of: device)
  }

  /// Stores the wearer's number on a device with several users, and returns the updated device. Its sessions are decoded
  /// again when the device is used next, or by a rebuild.
  public func setUser(_ user: Int, of device: Device) throws -> Device {
    try store(user, in: "user", of: device)
  }

  /// Stores the number of the user that the device of a session named, unless a number is known.
  public func note(user: Int, ofSession session: Int) throws {
    try run(
      "UPDATE device SET user = ? WHERE user IS NULL AND id = (SELECT device FROM session WHERE id = ?)",
      [user, session])
  }

  /// An advertised name as it is stored; `nil` if it is empty.
  package static func known(_ advertisedName: String?) -> String? {
    advertisedName.map(DataBounds.cleaned).flatMap { $0.allSatisfy(\.isWhitespace) ? nil : $0 }
  }

  /// Renames a device.
  ///
  /// - Throws: ``JournalError/nameTaken(name:)`` if another paired device has the name; ``JournalError/badName`` if the
  ///   name is not valid.
  public func rename(_ device: Device, to name: String) throws {
    try write { db in
      try Self.checkName(name, isFreeFor: device.identifier, db)
      try db.run("UPDATE device SET name = ? WHERE id = ?", [name, device.id])
    }
  }

  /// The name itself, or, if another paired device has it, the name with the first free number from 2 on.
  public func freeName(_ name: String, for identifier: DeviceID) throws -> String {
    try read { db in
      var free = name
      var number = 1
      while try Self.isName(free, takenBesides: identifier, db) {
        number += 1
        free = "\(name) \(number)"
      }
      return free
    }
  }

  private static func checkName(_ name: String, isFreeFor identifier: DeviceID, _ db: Database) throws {
    guard DataBounds.isName(name) else { throw JournalError.badName }
    if try isName(name, takenBesides: identifier, db) { throw JournalError.nameTaken(name: name) }
  }

  /// True if another paired device has a name, ignoring case.
  private static func isName(_ name: String, takenBesides identifier: DeviceID, _ db: Database) throws -> Bool {
    try String.fetchAll(
      db, sql: "SELECT name FROM device WHERE forgotten IS NULL AND identifier <> ? COLLATE NOCASE",
      arguments: [identifier.text]
    ).contains { $0.foldedName == name.foldedName }
  }

  /// True if the journal has any data from a device: samples, nights, totals, raw readings, workouts or frames.
  public func hasData(of device: Device) throws -> Bool { try read { try Self.hasData(device, $0) } }

  private static func hasData(_ device: Device, _ db: Database) throws -> Bool {
    try db.number(
      """
      SELECT EXISTS (SELECT 1 FROM sample WHERE device = :device) OR EXISTS (SELECT 1 FROM night WHERE device = :device)
        OR EXISTS (SELECT 1 FROM total WHERE device = :device)
        OR EXISTS (SELECT 1 FROM workout WHERE machine = :device OR heart = :device)
        OR EXISTS (SELECT 1 FROM session WHERE device = :device AND (EXISTS (SELECT 1 FROM frame WHERE frame.session = session.id)
          OR EXISTS (SELECT 1 FROM raw WHERE raw.session = session.id)))
      """, ["device": device.id]) == 1
  }

  /// Unpairs a device. Its data is kept unless `withData` is true.
  public func forget(_ device: Device, withData: Bool, at time: Moment) throws {
    try write { db in
      if withData {
        // All computed values of the wearer are deleted; they are computed again from other devices.
        try db.markDerivedOutdated(of: [device.wearer])
        try db.run("DELETE FROM derived WHERE wearer = (SELECT wearer FROM device WHERE id = ?)", [device.id])
        try db.run("DELETE FROM device WHERE id = ?", [device.id])
      } else {
        try db.run("UPDATE device SET forgotten = ? WHERE id = ?", [time.milliseconds, device.id])
      }
    }
    if withData { JournalLocks.removeOld(of: path) }
  }

  /// Stores the revisions that a device reported.
  public func setRevisions(of device: Device, hardware: String?, firmware: String?) throws {
    try run(
      "UPDATE device SET hardware = coalesce(?, hardware), firmware = coalesce(?, firmware) WHERE id = ?",
      [hardware, firmware, device.id])
  }
}
