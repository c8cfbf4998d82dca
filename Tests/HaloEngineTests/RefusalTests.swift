import HaloBluetooth
import HaloDrivers
import HaloEngine
import HaloSimulatedRadio
import HaloWearables
import Synchronization
import Testing

@Suite("What is never written by hand")
struct RefusalTests {
  private static let ringCommands = BluetoothUUID(high: 0x6E40_FFF0_B5A3_F393, low: 0xE0A9_E50E_24DC_CA9E)
  private static let ringWrite = BluetoothUUID(high: 0x6E40_0002_B5A3_F393, low: 0xE0A9_E50E_24DC_CA9E)
  private static let bigData = BluetoothUUID(high: 0xDE5B_F728_D711_4E47, low: 0xAF26_65E3_012A_5DC7)
  private static let bigDataWrite = BluetoothUUID(high: 0xDE5B_F72A_D711_4E47, low: 0xAF26_65E3_012A_5DC7)

  private static func characteristic(_ uuid: BluetoothUUID, _ service: BluetoothUUID, _ instance: Int) -> Characteristic
  {
    Characteristic(
      uuid: uuid, service: service, instance: instance, properties: [.read, .write, .writeWithoutResponse],
      descriptors: [0x2901])
  }

  private static let characteristics = [
    characteristic(ringWrite, ringCommands, 1), characteristic(bigDataWrite, bigData, 2),
    characteristic(0x2AD9, 0x1826, 3), characteristic(0x2AD9, 0xFFF0, 4), characteristic(0x2A21, 0x1809, 5),
    characteristic(0x1234, 0xFE59, 6),
    // Another device's characteristic of the same number, as Nordic's UART has it.
    characteristic(ringWrite, BluetoothUUID(high: 0x6E40_0001_B5A3_F393, low: 0xE0A9_E50E_24DC_CA9E), 7),
  ]

  /// Whether a ring that puts together what it is sent, however that is cut, would find something forbidden at the beginning of a frame.
  private static func isForbidden(_ value: [UInt8], _ characteristic: Characteristic) -> Bool {
    switch characteristic.service {
    case ringCommands, bigData:
      guard let first = value.first else { return false }
      let second = value.count > 1 ? value[1] : 0
      switch first {
      case 0xBC: return [1, 2, 3, 4, 5, 6, 0x21, 0x22, 0x23, 0x24].contains(second) || (0x31...0x39).contains(second)
      case 0xA1: return second == 1 || second == 6
      default: return [0x0F, 0x20, 0x2E, 0x54, 0xC9, 0xCA, 0x08, 0xFF].contains(first)
      }
    case 0xFE59: return true
    default: return characteristic.uuid == 0x2AD9
    }
  }

  @Test(.timeLimit(.minutes(10)))
  func `of 100,000 random writes through a guarded connection, no refused value reaches the radio`() async throws {
    let radio = WriteList()
    let guarded = GuardedConnection(radio, .bundled)
    var random = SeededGenerator(seed: 8)
    let interesting: [UInt8] = [
      0x0F, 0x20, 0x2E, 0x54, 0xC9, 0xCA, 0x08, 0xFF, 0xBC, 0xA1, 0x01, 0x03, 0x05, 0x06, 0x21, 0x24, 0x27, 0x31, 0x39,
      0x00,
    ]
    var refusals = 0
    for _ in 0..<100_000 {
      let count = Bool.random(using: &random) ? 16 : Int.random(in: 0...24, using: &random)
      var value = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
      for index in value.indices.prefix(3) where Bool.random(using: &random) {
        value[index] = interesting.randomElement(using: &random) ?? 0
      }
      if value.count > 6, value[0] == 0xBC, Bool.random(using: &random) {
        (value[2], value[3]) = (UInt8(value.count - 6), 0)
      }
      let target = Self.characteristics.randomElement(using: &random) ?? Self.characteristics[0]
      let isDescriptor = Int.random(in: 0..<8, using: &random) == 0
      do {
        if isDescriptor {
          try await guarded.write(value, toDescriptor: 0x2901, of: target)
        } else {
          try await guarded.write(value, to: target, withResponse: Bool.random(using: &random))
        }
      } catch is WriteRefusal { refusals += 1 }
    }
    let written = radio.writes
    #expect(refusals > 10_000)
    #expect(written.count > 10_000)
    #expect(written.count + refusals == 100_000)
    for (value, target) in written {
      #expect(!Self.isForbidden(value, target), "\(value) went to \(target.uuid)")
      // Nothing that a later write could complete, and nothing behind what was looked at.
      if target.service == Self.ringCommands || target.service == Self.bigData {
        let isBigData = value.first == 0xBC
        #expect(isBigData ? value.count == 6 + Int(value[2]) + Int(value[3]) << 8 : value.count == 16)
        #expect(isBigData || target.service == Self.ringCommands)
      }
    }
    #expect(Set(written.map(\.1.instance)) == [1, 2, 5, 7])
  }

  @Test(
    "every forbidden command is refused in every length, and says why",
    arguments: [0x0F, 0x20, 0x2E, 0x54, 0xC9, 0xCA, 0x08, 0xFF] as [UInt8])
  func commands(command: UInt8) {
    for count in 1...32 {
      let value = [command] + [UInt8](repeating: 0x66, count: count - 1)
      let refusal = DriverRegistry.bundled.refusal(of: value, to: Self.characteristics[0])
      #expect(refusal?.description.contains("Command") == true)
    }
  }

  @Test("what a ring is asked every day is not refused")
  func allowed() {
    let battery: [UInt8] = [3] + [UInt8](repeating: 0, count: 14) + [3]
    #expect(DriverRegistry.bundled.refusal(of: battery, to: Self.characteristics[0]) == nil)
    #expect(
      DriverRegistry.bundled.refusal(of: [0xBC, 0x27, 2, 0, 0x81, 0x80, 0xFF, 1], to: Self.characteristics[1]) == nil)
    #expect(DriverRegistry.bundled.refusal(of: [0x0F], to: Self.characteristics[4]) == nil)
  }

  @Test(
    "a watch gets no new firmware, is not erased and keeps its history; what it is asked every day goes through",
    arguments: [0x7905_FF01_B5CE_4E99, 0xD0A2_FF01_2996_D38B] as [UInt64])
  func watch(_ half: UInt64) {
    let isUsual = half == 0x7905_FF01_B5CE_4E99
    let commands = Self.characteristic(
      BluetoothUUID(high: half, low: isUsual ? 0xA40F_4B1E_122D_00D0 : 0xE214_8651_5DF5_A1DF),
      BluetoothUUID(high: 0xD0A2_FF00_2996_D38B, low: 0xE214_8651_5DF5_A1DF), 1)
    let denied: [[UInt8]] = [
      [0xBE, 0xFE, 0x44, 0x46, 0x55], [0xBE, 0x01, 0x0D, 0xED], [0xBE, 0x02, 0x02, 0xFE, 7, 0xEA, 1, 1, 0],
    ]
    for value in denied { #expect(DriverRegistry.bundled.refusal(of: value, to: commands) != nil, "\(value)") }
    for value in [[0xBE, 0x01, 0x09, 0xED], [0xBE, 0x02, 0x03, 0xED]] as [[UInt8]] {
      #expect(DriverRegistry.bundled.refusal(of: value, to: commands) == nil, "\(value)")
    }
  }

  @Test("a packet that is too short is told as it would be whole")
  func advice() {
    let refusal = DriverRegistry.bundled.refusal(of: [3], to: Self.characteristics[0])
    #expect(refusal?.description.contains("03000000000000000000000000000003") == true)
  }
}

/// A connection that takes down what is written.
private final class WriteList: Connection {
  let device = DeviceID("C3")
  let label = "List"
  private let state = Mutex<[([UInt8], Characteristic)]>([])

  var writes: [([UInt8], Characteristic)] { state.withLock { $0 } }

  func write(_ value: [UInt8], to characteristic: Characteristic, withResponse: Bool) async throws {
    state.withLock { $0.append((value, characteristic)) }
  }

  func write(
    _ value: [UInt8], toDescriptor descriptor: BluetoothUUID, of characteristic: Characteristic
  ) async throws {
    state.withLock { $0.append((value, characteristic)) }
  }

  func services() async throws -> [Service] { [] }
  func read(_ characteristic: Characteristic) async throws -> ReceivedValue { ReceivedValue([]) }
  func read(descriptor: BluetoothUUID, of characteristic: Characteristic) async throws -> [UInt8] { [] }
  func notifications(
    of characteristic: Characteristic
  ) async throws -> AsyncThrowingStream<ReceivedValue, any Error> { AsyncThrowingStream { $0.finish() } }
  func maximumWriteLength(withResponse: Bool) async -> Int { 512 }
  func readRSSI() async throws -> Int { -50 }
  func bond() async throws -> Bool { false }
}
