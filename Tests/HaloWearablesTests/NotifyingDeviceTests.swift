import HaloTesting
import HaloWearables
import Synchronization
import Testing

/// A device with two characteristics, of which the second has two values.
private struct Meter: NotifyingDevice {
  static let family = WearableFamily(id: "meter", name: "meter", liveQuantities: [.power, .speed, .cadence])
  static let decoderName = "meter/1"
  static let service: BluetoothUUID = 0xFFD0
  static let values = [
    NotifiedValue(0xFFD1, .power, bytes: 0..<1) { $0.first.map { Double($0) * 100 } },
    NotifiedValue(
      0xFFD2, [.speed, .cadence], byteMap: [ByteField("speed", 0..<1), ByteField("cadence", 1..<2)]
    ) { bytes in
      bytes.count == 2 ? [(.speed, Double(bytes[0]) / 10), (.cadence, Double(bytes[1]))] : []
    },
  ]
  let link: DeviceLink
}

private final class VirtualMeter: VirtualPeripheral {
  let profile: PeripheralProfile
  init(_ characteristics: [BluetoothUUID], battery: Bool = true) {
    profile = PeripheralProfile(
      device: DeviceID("D0:C5:C0:00:00:09"), name: "M-1", advertisedServices: [Meter.service],
      services: [Service(Meter.service, from: 0x10, characteristics.map { ($0, .notify) })]
        + (battery
          ? [Service(HeartRateService.GATT.batteryService, from: 0x40, [(HeartRateService.GATT.batteryLevel, .read)])]
          : []))
  }

  func value(of characteristic: Characteristic) async throws(AttributeError) -> [UInt8] {
    BatteryLevel(percent: 63).value
  }

  func serve(_ link: VirtualLink) async {
    for count in 0..<UInt8.max where (try? await link.clock.sleep(for: .seconds(1))) != nil {
      await link.notify([count % 2 == 0 ? 2 : 90], on: 0xFFD1)
      await link.notify(count % 2 == 0 ? [35, 77] : [35], on: 0xFFD2)
    }
  }
}

@Suite("A device that notifies complete values")
struct NotifyingDeviceTests {
  private static let registry = DriverRegistry([Meter.self])

  @Test func `a sync stores the values of all characteristics, and the charge`() async throws {
    try await SimulatedHome.run(registry: Self.registry) { home in
      let report = try await home.engine.sync(try await home.pair(VirtualMeter([0xFFD1, 0xFFD2])))
      #expect(report.battery?.percent == 63)
      #expect(report.missed.isEmpty)
      // 9,000 W are not plausible, and a value of one byte has no speed.
      let powers = try home.samples(of: .power).map(\.value)
      #expect((4...6).contains(powers.count) && powers.allSatisfy { $0 == 200 })
      #expect(Set(try home.samples(of: .speed).map(\.value)) == [3.5])
      #expect(Set(try home.samples(of: .cadence).map(\.value)) == [77])
      #expect(try home.samples(of: .battery).map(\.value) == [63])
      #expect(try home.bytes(of: try #require(try home.samples(of: .cadence).first)) == [[35, 77]])
    }
  }

  @Test func `a device measures live what its characteristics have`() async throws {
    try await SimulatedHome.run(registry: Self.registry) { home in
      let device = try await home.pair(VirtualMeter([0xFFD2], battery: false))
      let values = Mutex<[Double]>([])
      _ = try await TimeLimit.within(.seconds(8), home.clock) {
        try await home.engine.watch(.quantity(.cadence), of: device) { news in
          guard case .reading(let reading, _) = news, case .value(let value) = reading.state else { return }
          values.withLock { $0.append(value) }
        }
      }
      #expect(values.withLock(\.self).count >= 3)
      #expect(values.withLock { $0.allSatisfy { $0 == 77 } })
      await #expect(throws: LiveMeasuringError.unsupported(device: device.name, what: Metric.power.phrase)) {
        try await home.engine.watch(.quantity(.power), of: device) { _ in }
      }
      let report = try await home.engine.sync(device)
      #expect(report.battery == nil)
      #expect(report.identity.capabilities.map(\.english) == [Metric.speed, .cadence].map(\.phrase.english))
    }
  }

  @Test func `a device without the characteristics is not of the family`() async throws {
    try await SimulatedHome.run(registry: Self.registry) { home in
      let device = try await home.pair(VirtualMeter([0xFFD3]))
      await #expect(throws: WearableError.notOfFamily(device: device.name, Meter.family)) {
        _ = try await home.engine.sync(device)
      }
    }
  }

  @Test(
    arguments: [
      (
        [35, 77], 0xFFD2,
        #"{"type":"meter","values":[{"metric":"speed","unit":"m/s","value":3.5},{"metric":"cadence","unit":"/min","value":77}]}"#
      ),
      ([2], 0xFFD1, #"{"type":"meter","values":[{"metric":"power","unit":"W","value":200}]}"#),
      ([35], 0xFFD2, #"{"hex":"23","type":"unknown"}"#), ([2], nil, #"{"hex":"02","type":"unknown"}"#),
    ] as [([UInt8], UInt16?, String)])
  func `a frame is decoded into its values, or keeps its bytes`(_ bytes: [UInt8], _ uuid: UInt16?, _ line: String)
    throws
  {
    var lines = JSONLineWriter()
    var decoder = try #require(Meter.frameDecoder).init()
    decoder.receive(bytes, .received, of: uuid.map { BluetoothUUID($0) }, into: &lines)
    #expect(String(decoding: lines.bytes, as: UTF8.self) == line + "\n")
  }

  @Test func `the bytes of a value are named as far as the frame reaches`() {
    func names(_ bytes: [UInt8]) -> [String] {
      Meter.frameDecoder?.byteMap(of: bytes, .received, of: 0xFFD2).map(\.name) ?? []
    }
    #expect(names([1, 2]) == ["speed", "cadence"])
    #expect(names([1]) == ["speed"])
  }
}
