import Foundation
import HaloSimulatedRadio

/// Random values for a ring's two channels, and the values that must never reach a ring. The list comes from the
/// protocol page and not from the driver, so that one tests the other.
package struct RingWrites: Sendable {
  private static let refusedCommands: Set<UInt8> = [0x08, 0x0F, 0x20, 0x2E, 0x54, 0xC9, 0xCA, 0xFF]
  private static let refusedBigData = Set<UInt8>(Array(0x01...0x06) + Array(0x21...0x24) + Array(0x31...0x39))
  private static let usualCommands: [UInt8] = [0x01, 0x03, 0x07, 0x15, 0x16, 0x21, 0x2C, 0x37, 0x43, 0x69, 0xA1, 0xBC]

  /// The number of values that a test tries, from the variable `HALO_WRITE_COUNT`; nil if the test chooses.
  package static let requestedCount = ProcessInfo.processInfo.environment["HALO_WRITE_COUNT"].flatMap { Int($0) }

  private var random: SeededGenerator

  /// Creates a generator whose values depend only on `seed`.
  package init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  /// Prints how many values were tried through an API and how many writes reached the radio, if the count was given.
  package static func report(_ way: String, _ count: Int, written: Int) {
    if requestedCount != nil {
      print("writes: \(way): \(count) tried, \(written) reached the radio, none of them refused")
    }
  }

  /// True if a ring that reassembles its input, however it is split, finds a refused frame at the beginning of a value.
  package static func isRefused(_ value: [UInt8]) -> Bool {
    guard let first = value.first else { return false }
    let second = value.count > 1 ? value[1] : nil
    switch first {
    case 0xBC: return second.map(refusedBigData.contains) ?? false
    case 0xA1: return second == 0x01 || second == 0x06
    default: return refusedCommands.contains(first)
    }
  }

  /// Returns the next value: a refused or usual command or big data, whole, padded, cut or too long, with or without
  /// its checksum; or random bytes.
  package mutating func next() -> [UInt8] {
    var value = (0..<number(0...24)).map { _ in UInt8(number(0...255)) }
    switch number(0...9) {
    case 0: return value
    case 1...3:
      let id = number(0...2) == 0 ? UInt8(number(0...255)) : pick(Array(Self.refusedBigData).sorted())
      value = [0xBC, id, UInt8(value.count), 0, UInt8(number(0...255)), UInt8(number(0...255))] + value
    default:
      let command = number(0...1) == 0 ? pick(Self.refusedCommands.sorted()) : pick(Self.usualCommands)
      value = [command, UInt8(number(0...7))] + value
      value = Array(value.prefix(15)) + [UInt8](repeating: 0, count: max(0, 15 - value.count))
      if number(0...3) > 0 { value.append(value.reduce(0, &+)) }
    }
    switch number(0...7) {
    case 0: value.removeLast(number(0...value.count))
    case 1: value += [UInt8](repeating: 0, count: number(1...230))
    case 2: value.removeFirst(number(0...min(2, value.count)))
    default: break
    }
    return value
  }

  /// Returns a random number from the same seed.
  package mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }

  /// Returns a random element.
  package mutating func pick<Element>(_ all: [Element]) -> Element { all[number(0...all.count - 1)] }
}
