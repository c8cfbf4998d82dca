import Foundation
import HaloBluetooth
import HaloTesting
import HaloWearables
import Testing

@testable import HaloColmiRing

@Suite("Byte maps of the ring's logs in several packets")
struct LogByteMapTests {
  /// The captured logs of several packets that are one message.
  private static let logs = Vector.all.filter { vector in
    !vector.isSent && vector.frames.count > 1 && vector.messages.count == 1
      && decode(vector.frames).first?.type != "incomplete" && vector.frames.contains { !byteMap($0).isEmpty }
  }

  private static func byteMap(_ frame: [UInt8]) -> [ByteField] {
    ColmiRing.Conversation.byteMap(of: frame, .received, of: nil)
  }

  /// Returns the values of a message by field, grouping list elements; `nil` if the frames are not such a message.
  private static func values(_ frames: [[UInt8]], type: String) throws -> [String: [String]]? {
    let messages = decode(frames)
    guard messages.count == 1, messages[0].type == type else { return nil }
    var values: [String: [String]] = [:]
    func add(_ value: Any, _ path: String) {
      switch value {
      case let object as [String: Any]: for (key, value) in object { add(value, path.isEmpty ? key : "\(path).\(key)") }
      case let list as [Any]: for value in list { add(value, path) }
      default: values[path, default: []].append("\(value)")
      }
    }
    add(try JSONSerialization.jsonObject(with: Data(line(messages[0]).utf8)), "")
    return values.mapValues { $0.sorted() }
  }

  /// Changes a byte in some packets, and updates their checksums.
  private static func changing(
    _ frames: [[UInt8]], _ indices: [Int], _ place: Int, by difference: UInt8
  ) -> [[UInt8]] {
    var frames = frames
    for index in indices {
      frames[index][place] ^= difference
      frames[index][15] = frames[index][..<15].reduce(0, &+)
    }
    return frames
  }

  /// Returns whether a field depends on another: totals are sums of the intervals, and the slot length determines
  /// sample times.
  private static func follows(_ path: String, _ name: String) -> Bool {
    path == name || path.hasPrefix("\(name).") || path == name.replacing("intervals.", with: "totals.")
      || name == "intervalMinutes" && path.hasPrefix("samples.")
  }

  @Test func `tests captured logs of at least three messages`() {
    #expect(Set(Self.logs.compactMap { decode($0.frames).first?.type }).count >= 3)
  }

  @Test(arguments: logs)
  func `each byte changes only the field that it belongs to`(log: Vector) throws {
    let type = try #require(decode(log.frames).first?.type)
    let original = try #require(try Self.values(log.frames, type: type))
    var changedFields: Set<String> = []
    var mappedFields: Set<String> = []
    for (index, frame) in log.frames.enumerated() {
      let fields = Self.byteMap(frame)
      mappedFields.formUnion(fields.map(\.name))
      for field in fields {
        for place in field.range {
          for difference: UInt8 in [0x01, 0x02, 0x10, 0x40] {
            // Every packet repeats the day: packets of two days are not one log.
            let indices =
              ["date", "daysAgo"].contains(field.name)
              ? log.frames.indices.filter { Self.byteMap(log.frames[$0]).contains(field) } : [index]
            let frames = Self.changing(log.frames, indices, place, by: difference)
            guard let changed = try Self.values(frames, type: type) else { continue }
            let paths = Set(original.keys).union(changed.keys).filter { original[$0] != changed[$0] }
            let wrong = paths.filter { !Self.follows($0, field.name) }
            #expect(wrong.isEmpty, "byte \(place) of packet \(index), '\(field.name)', changes \(wrong)")
            if !paths.isEmpty { changedFields.insert(field.name) }
          }
        }
      }
    }
    #expect(changedFields == mappedFields)
  }
}
