public import HaloBluetooth
import HaloDrivers
import HaloFitnessMachine
import HaloHealth
import HaloHeartRateMonitor
import HaloSimulatedRadio
import HaloWearables

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Runs nearly valid values of all known characteristics through their decoders.
public enum CharacteristicFuzzing {
  /// A violated invariant.
  public struct Failure: Error, CustomStringConvertible {
    /// A description, with the value that reproduces it.
    public let description: String
  }

  /// The characteristics; each is an entry point.
  public static let entryPoints = DriverRegistry.bundled.characteristics

  /// Runs `count` values through an entry point.
  ///
  /// Checked: every value gives one line of JSON, and encoding a decoded message gives exactly the original bytes.
  public static func run(_ characteristic: BluetoothUUID, count: Int, seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var lines = JSONLineWriter()
    for _ in 0..<count {
      let value = value(&random)
      let message = DriverRegistry.bundled.message(value, of: characteristic)
      message.appendJSONLine(to: &lines)
      let line = lines.bytes
      let isLine = line.first == UInt8(ascii: "{") && line.suffix(2).elementsEqual([UInt8(ascii: "}"), 10])
      if !isLine || line.dropLast().contains(where: { $0 < 0x20 }) {
        throw Failure(
          description:
            "\(characteristic) \(Hexadecimal.string(value)): no line: \(String(decoding: line, as: UTF8.self))")
      }
      lines.removeAll()
      let written =
        StandardValues.encode(message) ?? (message as? any CharacteristicMessage)?.value
        ?? (message as? FitnessMachine.MachineData)?.value ?? (message as? FitnessMachine.SupportedRange)?.value
      if let written, written != value {
        throw Failure(
          description: "\(characteristic) \(Hexadecimal.string(value)): written as \(Hexadecimal.string(written))")
      }
    }
  }

  /// Reads `count` sessions of a heart-rate monitor, with 30 generated frames each.
  ///
  /// Checked: every sample has a unique time, and every raw reading is within the minute of its chunk.
  public static func runSessions(count: Int, seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let places: [(characteristic: String, direction: RecordedFrame.Direction)] = [
      ("2A37", .received), ("2A19", .received), ("FB005C81-02E7-F387-1CAD-8ACD2D8DF0C8", .sent),
      ("FB005C81-02E7-F387-1CAD-8ACD2D8DF0C8", .received), ("FB005C82-02E7-F387-1CAD-8ACD2D8DF0C8", .received),
    ]
    for _ in 0..<count {
      let frames = (0..<30).compactMap { number -> RecordedFrame? in
        let place = places[Int.random(in: 0..<places.count, using: &random)]
        return BluetoothUUID(place.characteristic).map {
          RecordedFrame(
            device: DeviceID("A"), direction: place.direction, characteristic: $0, bytes: value(&random),
            time: Date(timeIntervalSince1970: 1_790_000_000 + Double(number)), zone: "GMT", secondsFromGMT: 0)
        }
      }
      let contents = HeartRateMonitorDriver.read(frames, advertisedName: nil)
      let text = frames.map { "\($0.characteristic) \(Hexadecimal.string($0.bytes))" }.joined(separator: "\n")
      for statement in contents.statements {
        guard case .moments(let moments) = statement.clock, moments.count == statement.readings.samples.count else {
          throw Failure(description: "samples without a moment:\n\(text)")
        }
      }
      for chunk in contents.raw where chunk.values.count != chunk.offsets.count * chunk.sensor.channels {
        throw Failure(description: "readings that are not whole:\n\(text)")
      }
    }
  }

  /// Short values of few distinct bytes cover most flag combinations; Polar headers reach the code after them.
  private static func value(_ random: inout SeededGenerator) -> [UInt8] {
    let heads: [[UInt8]] = [
      [], [], [], [0xF0, 0x02, 0x02, 0], [0x0F], [0x02, 0x02], polar(0, 0), polar(1, 0x80), polar(2, 0x81), polar(2, 1),
      polar(3, 0),
    ]
    let head = heads[Int.random(in: 0..<heads.count, using: &random)]
    let length = Int.random(in: 0...(Int.random(in: 0..<8, using: &random) == 0 ? 240 : 24), using: &random)
    let isSmall = Bool.random(using: &random)
    return head
      + (0..<length).map { _ in
        isSmall ? UInt8.random(in: 0...12, using: &random) : UInt8.random(in: .min ... .max, using: &random)
      }
  }

  private static func polar(_ kind: UInt8, _ type: UInt8) -> [UInt8] { [kind, 1, 2, 3, 4, 5, 6, 7, 8, type] }
}
