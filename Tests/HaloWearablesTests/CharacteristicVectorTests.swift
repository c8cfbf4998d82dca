import Foundation
import HaloBluetooth
import HaloDrivers
import HaloFuzzing
import HaloTesting
import HaloWearables
import Testing

/// A value of a standard characteristic, captured or constructed, and its meaning as noted by its source.
struct CharacteristicVector: CustomTestStringConvertible, Sendable {
  let id: String
  let characteristic: String
  let value: [UInt8]
  /// The expected message as JSON with sorted keys, in the vocabulary of messages.
  let expected: String
  var testDescription: String { id }

  /// The vectors whose characteristics are known here.
  static let all: [CharacteristicVector] = {
    guard let url = Bundle.module.url(forResource: "gatt", withExtension: "json", subdirectory: "Vectors"),
      let data = try? Data(contentsOf: url),
      let objects = try? JSONSerialization.jsonObject(with: data) as? [[String: Any]]
    else { return [] }
    return objects.compactMap { object in
      guard let id = object["id"] as? String, let uuid = object["uuid"] as? String, let hex = object["hex"] as? String,
        let meaning = object["decode"] as? [String: Any],
        let expected = CharacteristicMeaning.translated(meaning, of: uuid, value: bytes(hex))
      else { return nil }
      return CharacteristicVector(
        id: id, characteristic: uuid, value: bytes(hex), expected: canonical(expected) ?? "")
    }
  }()

  var message: any MessageFields {
    BluetoothUUID(characteristic).map { DriverRegistry.bundled.message(value, of: $0) } ?? UndecodedValue.unknown(value)
  }
}

@Suite("Captured values of standard characteristics")
struct CharacteristicVectorTests {
  @Test func `all vectors are bundled`() {
    #expect(CharacteristicVector.all.count == 52)
  }

  @Test(arguments: CharacteristicVector.all)
  func `decode to the expected message`(vector: CharacteristicVector) {
    #expect(canonical(line: line(vector.message)) == vector.expected)
  }

  @Test(arguments: CharacteristicVector.all)
  func `encode the same fields with any Swift encoder`(vector: CharacteristicVector) throws {
    let encoded = try JSONEncoder().encode(vector.message)
    #expect(canonical(line: String(decoding: encoded, as: UTF8.self)) == vector.expected)
  }

  @Test(.enabled(if: SharedVectors.exist, "../shared/vectors does not exist"))
  func `are identical to ../shared`() throws {
    let here = Bundle.module.url(forResource: "gatt", withExtension: "json", subdirectory: "Vectors")
    let shared = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../../shared/vectors/gatt.json").standardized
    #expect(try here.map { try Data(contentsOf: $0) } == Data(contentsOf: shared))
  }
}
