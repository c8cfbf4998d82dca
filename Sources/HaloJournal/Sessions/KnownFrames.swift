import GRDB
import HaloFoundation

/// The stored frames of a device around the time of others, to find those that are the same.
struct KnownFrames {
  /// The largest difference in milliseconds between two recordings of the same frame: a write waits before it is
  /// transmitted.
  private static let tolerance = 1000

  /// The times of the stored frames, by what identifies them.
  private let times: [Key: [Int]]

  /// The stored frames of a device around `frames`, of sessions for which `condition` is true.
  init(
    around frames: [RecordedFrame], of device: Int, where condition: String = "true",
    arguments: StatementArguments = [], _ db: Database
  ) throws {
    let times = frames.map(\.milliseconds)
    guard let first = times.min(), let last = times.max() else {
      self.times = [:]
      return
    }
    var known: [Key: [Int]] = [:]
    try db.forEach(
      """
      SELECT frame.time, frame.sent, characteristic.uuid, frame.bytes FROM frame
      JOIN characteristic ON characteristic.id = frame.characteristic JOIN session ON session.id = frame.session
      WHERE session.device = ? AND frame.time BETWEEN ? AND ? AND (\(condition))
      """, [device, first - Self.tolerance, last + Self.tolerance] + arguments
    ) { row in
      let key = try Key(isSent: row.value("sent") == 1, characteristic: row.value("uuid"), bytes: row.value("bytes"))
      known[key, default: []].append(try row.time("time"))
    }
    self.times = known
  }

  /// The indices of the frames that are not stored yet. Each stored frame matches at most one: the nearest in time.
  func new(_ frames: [RecordedFrame]) -> [Int] {
    var left = times
    return frames.indices.filter { index in
      let frame = frames[index]
      let time = frame.milliseconds
      let key = Key(
        isSent: frame.direction == .sent, characteristic: frame.characteristic.description, bytes: Data(frame.bytes))
      let candidates = left[key] ?? []
      let nearest = candidates.indices.min { (candidates[$0] - time).magnitude < (candidates[$1] - time).magnitude }
      guard let nearest, (candidates[nearest] - time).magnitude <= Self.tolerance else { return true }
      left[key]?.remove(at: nearest)
      return false
    }
  }

  /// The properties that identify a frame, besides its time.
  private struct Key: Hashable {
    let isSent: Bool
    let characteristic: String
    let bytes: Data
  }
}
