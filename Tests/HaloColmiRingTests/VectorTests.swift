import Foundation
import HaloFuzzing
import HaloTesting
import HaloWearables
import Testing

/// A packet, or the packets of one answer, captured from a real ring or its app, with the expected messages.
struct Vector: CustomTestStringConvertible, Sendable {
  let model: String
  let isSent: Bool
  let frames: [[UInt8]]
  /// The expected messages as JSON with sorted keys.
  let messages: [String]
  var testDescription: String { "\(model) \(Hexadecimal.string(frames[0]))" }

  static let all: [Vector] = {
    guard let url = Bundle.module.url(forResource: "colmi", withExtension: "jsonl", subdirectory: "Vectors"),
      let text = try? String(contentsOf: url, encoding: .utf8)
    else { return [] }
    return text.split(separator: "\n").compactMap { line in
      guard let object = try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any],
        let frames = object["frames"] as? [String], let messages = object["messages"] as? [[String: Any]]
      else { return nil }
      return Vector(
        model: object["model"] as? String ?? "", isSent: object["direction"] as? String == "sent",
        frames: frames.map(bytes), messages: messages.compactMap(canonical))
    }
  }()
}

@Suite("Captured packets")
struct VectorTests {
  @Test func `all vectors are bundled`() {
    #expect(Vector.all.count == 81)
  }

  @Test(arguments: Vector.all)
  func `decode to the expected messages`(vector: Vector) throws {
    let lines = vector.isSent ? decodeSent(vector.frames).map { line($0) } : decode(vector.frames).map { line($0) }
    #expect(lines.map { canonical(line: $0) } == vector.messages)
  }

  @Test(arguments: Vector.all)
  func `encode the same fields with any Swift encoder`(vector: Vector) throws {
    let encoder = JSONEncoder()
    let encoded =
      vector.isSent
      ? try decodeSent(vector.frames).map { try encoder.encode($0) }
      : try decode(vector.frames).map { try encoder.encode($0) }
    #expect(encoded.map { canonical(line: String(decoding: $0, as: UTF8.self)) } == vector.messages)
  }

  @Test(.enabled(if: SharedVectors.exist, "../shared/vectors does not exist"))
  func `include all vectors of ../shared`() throws {
    let here = Set(Vector.all.map { $0.frames.map(Hexadecimal.string) })
    for frames in try SharedVectors.frames() {
      #expect(here.contains(frames), "\(frames.prefix(2)) has no expectation in Vectors/colmi.jsonl")
    }
  }
}
