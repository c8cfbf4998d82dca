import Foundation
@testable import HaloFitnessMachine
import HaloHealth
import HaloSimulatedRadio
import HaloTesting
import Testing

@testable import HaloWearables

@Suite("Limits of machines")
struct TargetWindowTests {
  private typealias Window = FitnessMachine.TargetWindow

  /// Returns an edge case or any other number.
  private static func number(_ random: inout SeededGenerator) -> Double {
    switch Int.random(in: 0..<12, using: &random) {
    case 0:
      [0, -0.0, .nan, .infinity, -.infinity, .greatestFiniteMagnitude, .leastNonzeroMagnitude][
        Int.random(in: 0..<7, using: &random)]
    case 1: Double(bitPattern: UInt64.random(in: .min ... .max, using: &random))
    case 2: Double.random(in: -1000...1000, using: &random)
    case 3...5: Double(Int.random(in: -200...300, using: &random)) / 10
    default: Double(Int.random(in: 0...2500, using: &random)) / 100
    }
  }

  /// More in 'make prove long-tests'.
  private static let seedCount: UInt64 = ProcessInfo.processInfo.environment["HALO_LONG_TESTS"] == nil ? 8 : 40

  @Test(arguments: 0..<seedCount)
  func `no command exceeds the limit or the machine's range, for any request`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var allowedCount = 0
    for _ in 0..<25_000 {
      // Any six bytes are a range that a machine may send.
      let isSane = Bool.random(using: &random)
      let bytes: [UInt8] = (0..<6).map { place in
        isSane ? [0x64, 0x00, 0xD0, 0x07, 0x0A, 0x00][place] : UInt8.random(in: .min ... .max, using: &random)
      }
      let hasRange = Int.random(in: 0..<4, using: &random) > 0
      let givenLimit = Self.number(&random)
      // NaN or a negative limit allows no speed.
      let limit = givenLimit > 0 ? givenLimit : 0
      let wanted = Self.number(&random)
      let isSpeed = Bool.random(using: &random)
      let unit: SpeedUnit =
        isSpeed ? SpeedUnit.allCases.randomElement(using: &random) ?? .specified : .specified
      let range = hasRange ? FitnessMachine.SupportedRange(isSpeed ? .speed : .inclination, value: bytes) : nil
      let window: Window =
        isSpeed
        ? .speed(SpeedLimit(kilometersPerHour: givenLimit), range, unit)
        : .inclination(InclinationLimit(percent: givenLimit), range)
      guard let allowed = try? window.allow(wanted) else { continue }
      allowedCount += 1
      let sent = allowed.bytes
      #expect(sent.count == 3 && sent[0] == (isSpeed ? 0x02 : 0x03))
      let word = UInt16(sent[1]) | UInt16(sent[2]) << 8
      if isSpeed {
        #expect(Double(word) / 100 * unit.accepted <= limit + 0.000_001, "\(sent) with a limit of \(limit)")
        if hasRange {
          #expect(Int(word) >= Int(bytes[0]) | Int(bytes[1]) << 8 && Int(word) <= Int(bytes[2]) | Int(bytes[3]) << 8)
        }
        #expect(Double(word) / 100 * unit.accepted <= wanted + 0.000_001, "faster than \(wanted)")
      } else {
        let number = Int16(bitPattern: word)
        #expect(abs(Double(number)) / 10 <= limit + 0.000_001)
        if hasRange {
          #expect(number >= Int16(bitPattern: UInt16(bytes[0]) | UInt16(bytes[1]) << 8))
          #expect(number <= Int16(bitPattern: UInt16(bytes[2]) | UInt16(bytes[3]) << 8))
        }
      }
    }
    #expect(allowedCount > 500, "too few allowed cases for a meaningful test")
  }

  @Test(arguments: 0..<10)
  func `no resistance or power is outside of the machine's range, or between its steps`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var allowedCount = 0
    for _ in 0..<10_000 {
      let isPower = Bool.random(using: &random)
      // 1 to 20 by 1, 25 to 600 W by 5, or any six bytes.
      let isSane = Bool.random(using: &random)
      let sane: [UInt8] = isPower ? [25, 0, 0x58, 0x02, 5, 0] : [10, 0, 200, 0, 10, 0]
      let bytes = isSane ? sane : (0..<6).map { _ in UInt8.random(in: .min ... .max, using: &random) }
      let range = try #require(FitnessMachine.SupportedRange(isPower ? .power : .resistance, value: bytes))
      guard let allowed = try? Window.effort(range).allow(Self.number(&random)) else { continue }
      allowedCount += 1
      let sent = allowed.bytes
      #expect(sent.count == (isPower ? 3 : 2) && sent[0] == (isPower ? 0x05 : 0x04))
      let number = isPower ? Int(Int16(bitPattern: UInt16(sent[1]) | UInt16(sent[2]) << 8)) : Int(sent[1])
      let least = Int(Int16(bitPattern: UInt16(bytes[0]) | UInt16(bytes[1]) << 8))
      let most = Int(Int16(bitPattern: UInt16(bytes[2]) | UInt16(bytes[3]) << 8))
      #expect(number >= least && number <= most, "\(sent) of \(bytes)")
      if isSane { #expect((number - least).isMultiple(of: isPower ? 5 : 10)) }
    }
    #expect(allowedCount > 500, "too few allowed cases for a meaningful test")
  }

  @Test func `rounds down to the machine's steps`() throws {
    let range = FitnessMachine.SupportedRange(.speed, value: bytes("6400d0070a00"))
    let window = Window.speed(SpeedLimit(kilometersPerHour: 20), range, .kilometersPerHour)
    #expect(try window.allow(5).bytes == bytes("02f401"))
    #expect(try window.allow(5.07).bytes == bytes("02f401"))
    #expect(try window.allow(0.1 * 3 + 4.7).bytes == bytes("02f401"))
    #expect(try window.allow(20).bytes == bytes("02d007"))
    #expect(try window.allow(1).bytes == bytes("026400"))
    #expect(throws: TargetRefusal.self) { try window.allow(0.99) }
    #expect(throws: TargetRefusal.self) { try window.allow(20.01) }
  }

  @Test func `the unit of speed depends only on the advertised name, case-insensitively`() {
    typealias Unit = SpeedUnit
    for name in ["FS-BT-T4", "fs-bt-t4", "Fs-Bt-T4 (1)", " FS-BT-T4"] {
      #expect(Unit(advertisedName: name) == .milesPerHour)
    }
    for name in ["UREVO", "urevo-1234", "Treadmill", "FS-BT-T3", "my FS-BT-T4", "🏃"] {
      #expect(Unit(advertisedName: name) == .kilometersPerHour)
    }
    for name in [nil, "", "  "] { #expect(Unit(advertisedName: name) == nil) }
  }

  @Test(arguments: FitnessMachine.MachineQuirk.known)
  func `every known quirk has a note, and applies to its own name`(quirk: FitnessMachine.MachineQuirk) {
    #expect(!quirk.note.isEmpty)
    #expect(SpeedUnit(advertisedName: quirk.namePrefix) == quirk.speedUnit)
  }

  @Test func `commands a machine that uses miles in miles, and shows its range in kilometers`() throws {
    #expect(SpeedUnit(advertisedName: "FS-BT-T4") == .milesPerHour)
    #expect(SpeedUnit(advertisedName: "Treadmill") == .kilometersPerHour)
    let range = FitnessMachine.SupportedRange(.speed, 0.6...3.8, step: 0.1)
    let window = Window.speed(.standard, range, .milesPerHour)
    // 5 km/h are 3.107 mph.
    #expect(try window.allow(5).bytes == bytes("023601"))
    #expect(throws: TargetRefusal.self) { try window.allow(6.2) }
  }

  @Test func `a NaN limit allows no speed`() throws {
    for limit in [Double.nan, -3, 0] {
      let window = Window.speed(SpeedLimit(kilometersPerHour: limit), nil, .kilometersPerHour)
      #expect(throws: TargetRefusal.self) { try window.allow(0.5) }
    }
  }
}
