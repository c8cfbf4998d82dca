import HaloText
import HaloBluetooth
import HaloDrivers
import HaloEngine
import HaloFuzzing
import HaloSimulatedRadio
import HaloTesting
import HaloWearables
import Testing

@Suite("Refused writes")
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
    // The same characteristic on another device, with the service of Nordic's UART.
    characteristic(ringWrite, BluetoothUUID(high: 0x6E40_0001_B5A3_F393, low: 0xE0A9_E50E_24DC_CA9E), 7),
  ]

  /// True if a value must never reach a device, even if the user insists. A ring that reassembles its input, with any
  /// fragmentation, would find a forbidden command at the beginning of a frame.
  private static func isForbidden(_ value: [UInt8], _ characteristic: Characteristic) -> Bool {
    switch characteristic.service {
    case ringCommands, bigData: RingWrites.isForbidden(value)
    case 0xFE59: true
    default: characteristic.uuid == 0x2AD9
    }
  }

  /// True if a value is known to be harmless.
  private static func isListed(_ value: [UInt8], _ characteristic: Characteristic) -> Bool {
    switch characteristic.service {
    case ringCommands: value.first != 0xBC && RingWrites.isListed(value)
    case bigData: value.first == 0xBC && RingWrites.isListed(value)
    default: characteristic.uuid == 0x2A21 && value.count == 2
    }
  }

  @Test(.timeLimit(.minutes(60)), arguments: [false, true])
  func
    `of random writes through a guarded connection, only listed ones reach the radio, and with insistence unknown ones`(
      insists: Bool
    ) async throws
  {
    let count = RingWrites.requestedCount ?? 20_000
    let radio = RecordedWrites()
    let guarded = GuardedConnection(radio, .bundled) { _ in insists }
    var values = RingWrites(seed: 8)
    var refusals = 0
    for _ in 0..<count {
      let value = values.next()
      let target = values.pick(Self.characteristics)
      let isDescriptor = values.number(0...7) == 0
      do {
        if isDescriptor {
          try await guarded.write(value, toDescriptor: 0x2901, of: target)
        } else {
          try await guarded.write(value, to: target, withResponse: values.number(0...1) == 0)
        }
      } catch let refusal as WriteRefusal {
        refusals += 1
        if insists, refusal.isUnknown { Issue.record("\(value) was refused") }
      }
    }
    let written = radio.all
    #expect(refusals > count / 10)
    #expect(written.count > count / 50)
    #expect(written.count + refusals == count)
    for (value, target) in written {
      // No incomplete value, which a later write could complete, and no data after the checked part.
      let isOfRing = target.service == Self.ringCommands || target.service == Self.bigData
      let length = value.first == 0xBC && value.count > 3 ? 6 + Int(value[2]) + Int(value[3]) << 8 : 16
      // A macro for each of a million values would take most of the time.
      if Self.isForbidden(value, target) || !insists && !Self.isListed(value, target)
        || isOfRing && value.count != length
      {
        Issue.record("\(value) went to \(target.uuid)")
      }
    }
    let places = Set(written.map(\.characteristic.instance))
    #expect(
      places.isSubset(of: insists ? [1, 2, 5, 7] : [1, 2, 5]) && (count < 20_000 || places.count == (insists ? 4 : 3)))
    RingWrites.report("guarded connection", count, written: written.count)
  }

  @Test func `unknown values are written as typed if the user insists, and otherwise not`() async throws {
    var values = RingWrites(seed: 40)
    let radio = RecordedWrites()
    let (guarded, insisting) = (
      GuardedConnection(radio, .bundled), GuardedConnection(radio, .bundled) { $0.isUnknown }
    )
    for _ in 0..<1000 {
      let value = values.nextUnknown()
      let target = Self.characteristics[value[0] == 0xBC ? values.number(0...1) : 0]
      await #expect(throws: WriteRefusal.self) { try await guarded.write(value, to: target, withResponse: true) }
      let before = radio.all.count
      try await insisting.write(value, to: target, withResponse: true)
      #expect(radio.all.count == before + 1 && radio.all.last?.value == value)
    }
    #expect(radio.all.count == 1000)
  }

  @Test func `a device without a list is only read until the user insists`() async throws {
    let scale = Self.characteristic(0x2A9F, 0x181C, 9)
    let refusal = try #require(DriverRegistry.bundled.refusal(of: [1, 2], to: scale))
    #expect(refusal.isUnknown && refusal.description.contains("No driver knows"))
    #expect(DriverRegistry.bundled.refusal(of: [2], to: Self.characteristic(0x2A06, 0x1802, 9)) == nil)
    #expect(DriverRegistry.bundled.refusal(of: [3], to: Self.characteristic(0x2A06, 0x1802, 9))?.isUnknown == true)
  }

  @Test(arguments: [0x0F, 0x20, 0x2E, 0x54, 0x93, 0xBF, 0xC0, 0xC3, 0xC9, 0xCA, 0xCD, 0xFE, 0x08, 0xFF] as [UInt8])
  func `every forbidden command is refused in every length, with a reason`(command: UInt8) {
    for count in 1...32 {
      let value = [command] + [UInt8](repeating: 0x66, count: count - 1)
      let refusal = DriverRegistry.bundled.refusal(of: value, to: Self.characteristics[0])
      #expect(refusal?.description.contains("Command") == true && refusal?.isUnknown == false)
    }
  }

  @Test func `everyday requests to a ring are not refused`() {
    let battery: [UInt8] = [3] + [UInt8](repeating: 0, count: 14) + [3]
    #expect(DriverRegistry.bundled.refusal(of: battery, to: Self.characteristics[0]) == nil)
    #expect(
      DriverRegistry.bundled.refusal(of: [0xBC, 0x27, 2, 0, 0x81, 0x80, 0xFF, 1], to: Self.characteristics[1]) == nil)
    #expect(DriverRegistry.bundled.refusal(of: [0x0F, 0], to: Self.characteristics[4]) == nil)
  }

  @Test(arguments: [0x7905_FF01_B5CE_4E99, 0xD0A2_FF01_2996_D38B] as [UInt64])
  func `firmware updates and erasing of a watch and its history are refused; everyday requests are not`(_ half: UInt64)
  {
    let isUsual = half == 0x7905_FF01_B5CE_4E99
    let commands = Self.characteristic(
      BluetoothUUID(high: half, low: isUsual ? 0xA40F_4B1E_122D_00D0 : 0xE214_8651_5DF5_A1DF),
      BluetoothUUID(high: 0xD0A2_FF00_2996_D38B, low: 0xE214_8651_5DF5_A1DF), 1)
    let denied: [[UInt8]] = [
      [0xBE, 0xFE, 0x44, 0x46, 0x55], [0xBE, 0x01, 0x0D, 0xED], [0xBE, 0x02, 0x02, 0xFE, 7, 0xEA, 1, 1, 0],
    ]
    for value in denied {
      #expect(DriverRegistry.bundled.refusal(of: value, to: commands)?.isUnknown == false, "\(value)")
    }
    for value in [[0xBE, 0x01, 0x09, 0xED], [0xBE, 0x02, 0x03, 0xED]] as [[UInt8]] {
      #expect(DriverRegistry.bundled.refusal(of: value, to: commands) == nil, "\(value)")
    }
    // Requests with hidden bytes, and alarms at an hour that does not exist.
    for value in [
      [0xBE, 0x07, 0x77, 0xED], [0xBE, 0x01, 0x09, 0xFE, 0xFF, 0xEE, 1], [0xBE, 0x01, 0x08, 0xFE, 1, 99, 0, 1],
    ] as [[UInt8]] {
      #expect(DriverRegistry.bundled.refusal(of: value, to: commands)?.isUnknown == true, "\(value)")
    }
  }

  @Test func `a packet that is too short is shown in its complete form`() {
    let refusal = DriverRegistry.bundled.refusal(of: [3], to: Self.characteristics[0])
    #expect(refusal?.description.contains("03000000000000000000000000000003") == true)
  }
}
