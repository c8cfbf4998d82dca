import GRDB

/// Copies frames of a session from another journal, which is attached as `other`.
struct SessionFrames {
  private let db: Database

  /// A frame, with the number of its characteristic here.
  private struct Key: Hashable, FetchableRecord {
    let characteristic: Int
    let sent, time, offset: Int
    let bytes: DatabaseValue

    init(row: Row) throws {
      characteristic = try row.value("characteristic")
      sent = try row.value("sent")
      time = try row.time("time")
      bytes = try row.value("bytes")
      offset = try row.value("offset", in: StoredNumber.offsets)
    }

    func insert(into session: Int, _ db: Database) throws {
      try db.run(
        "INSERT INTO frame (session, characteristic, sent, time, offset, bytes) VALUES (?, ?, ?, ?, ?, ?)",
        [session, characteristic, sent, time, offset, bytes])
    }
  }

  private static let columns = "sent, time, offset, bytes"
  /// SQL for the columns of the other journal's frames that can be right.
  private static func other(_ selecting: String) -> String {
    """
    SELECT \(selecting), \(columns) FROM other.frame AS frame
    JOIN temp.merge_characteristic AS map ON map.other = frame.characteristic
    WHERE session = :other AND sent IN (0, 1) AND \(JournalMerger.isTime("time"))
    ORDER BY frame.id
    """
  }

  init(_ db: Database) { self.db = db }

  /// Copies all frames of the other journal's session to a new session.
  ///
  /// - Returns: Their number.
  func copy(_ other: Int, to session: Int) throws -> (all: Int, new: Int) {
    try db.run(
      "INSERT INTO frame (session, characteristic, \(Self.columns)) \(Self.other(":own, map.own"))",
      ["own": session, "other": other])
    return (db.changesCount, db.changesCount)
  }

  /// Adds the frames that a session does not have. Usually one of both sessions was still going on in its journal: it
  /// has the first frames of the other.
  ///
  /// - Returns: The number of frames in the other session, and of those that are new.
  func merge(_ other: Int, into session: Int) throws -> (all: Int, new: Int) {
    let theirs = try Key.fetchAll(
      db.cachedStatement(sql: Self.other("map.own AS characteristic")), arguments: ["other": other])
    let ours = try Key.fetchAll(
      db.cachedStatement(sql: "SELECT characteristic, \(Self.columns) FROM frame WHERE session = ? ORDER BY id"),
      arguments: [session])
    if theirs == ours || Self.has(ours, theirs) { return (theirs.count, 0) }
    if theirs.starts(with: ours) {
      for frame in theirs[ours.count...] { try frame.insert(into: session, db) }
      return (theirs.count, theirs.count - ours.count)
    }
    let all = Self.has(theirs, ours) ? theirs : Self.union(ours, theirs)
    try db.run("DELETE FROM frame WHERE session = ?", [session])
    for frame in all { try frame.insert(into: session, db) }
    return (theirs.count, all.count - ours.count)
  }

  /// True if `all` has the frames `some` in the same order, perhaps with others between them.
  private static func has(_ all: [Key], _ some: [Key]) -> Bool {
    var rest = some[...]
    for frame in all where frame == rest.first { rest.removeFirst() }
    return rest.isEmpty
  }

  /// The frames of both in the order of time; a frame that both have counts once.
  private static func union(_ ours: [Key], _ theirs: [Key]) -> [Key] {
    var known = ours.reduce(into: [Key: Int]()) { $0[$1, default: 0] += 1 }
    let new = theirs.filter { frame in
      guard let count = known[frame], count > 0 else { return true }
      known[frame] = count - 1
      return false
    }
    // The order of frames at the same time must not depend on which journal has them.
    return (ours + new).enumerated().sorted {
      ($0.element.time, $0.element.sent, $0.element.characteristic, $0.offset)
        < ($1.element.time, $1.element.sent, $1.element.characteristic, $1.offset)
    }.map(\.element)
  }
}
