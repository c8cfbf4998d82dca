import HaloBluetooth
import HaloHealth
import HaloTesting
import HaloWearables
import Testing

@testable import HaloHealthDevices

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The bytes are made by the specifications of the services and of IEEE 11073.
@Suite("Measurements of health devices")
struct MeasurementTests {
  /// 2025-01-15 at 14:30:45, as the bytes have it.
  private static let stamp = "e907010f0e1e2d"
  private static let stamped = WallClock(
    date: CalendarDate(daysSince1970: 20_103), secondOfDay: 14 * 3600 + 30 * 60 + 45)
  /// 2025-01-15 at 15:00 in UTC+1.
  private static let arrival = Moment(
    WallClock(date: CalendarDate(daysSince1970: 20_103), secondOfDay: 15 * 3600), secondsFromGMT: 3600)

  private static func frames(_ values: [(BluetoothUUID, String)], apart: Int = 1) -> [RecordedFrame] {
    values.enumerated().map { number, value in
      RecordedFrame(
        device: DeviceID("A"), direction: .received, characteristic: value.0, bytes: bytes(value.1),
        time: Date(timeIntervalSince1970: Double(arrival.milliseconds / 1000 + number * apart)), zone: "",
        secondsFromGMT: arrival.secondsFromGMT)
    }
  }

  /// The decoded values of some messages, by metric.
  private static func read(_ values: [(BluetoothUUID, String)], user: Int? = nil, apart: Int = 1) -> [Sample] {
    HealthDeviceDriver.read(frames(values, apart: apart), of: DeviceTraits(advertisedName: nil, user: user)).statements
      .flatMap(\.readings.samples)
  }

  private static func values(_ uuid: BluetoothUUID, _ value: String) -> [Metric: Double] {
    Dictionary(uniqueKeysWithValues: read([(uuid, value)]).map { ($0.metric, $0.value) })
  }

  @Test(
    arguments: [
      // 80 kg with an index of 23.5 and a height of 1.8 m, which the user entered.
      (0x2A9D, "0e803e\(stamp)01eb000807", [.weight: 80, .bodyMassIndex: 23.5]),
      // 197.76 lb.
      (0x2A9D, "01404d", [.weight: 89.702]),
      // All fields: 23.5 %, 7000 kJ, 40 %, 32 kg, 61 kg, 58 kg, 44 kg, 500 Ω, 80 kg, 1.8 m.
      (
        0x2A9C, "f80feb00 581b 9001 0019 a82f 502d 6022 8813 803e 0807",
        [
          .bodyFat: 23.5, .basalMetabolism: 1673.04, .musclePercentage: 40, .muscleMass: 32, .fatFreeMass: 61,
          .softLeanMass: 58, .bodyWater: 44, .impedance: 500, .weight: 80,
        ]
      ),
      // 23.5 % and 200 lb.
      (0x2A9C, "0104eb00204e", [.bodyFat: 23.5, .weight: 90.718]),
      (
        0x2A35, "1e780050005d00\(stamp)4800010400",
        [.systolicPressure: 120, .diastolicPressure: 80, .bloodPressure: 93, .heartRate: 72]
      ),
      // 16.0, 10.7 and 12.4 kPa.
      (
        0x2A35, "01a0f06bf07cf0", [.systolicPressure: 120.01, .diastolicPressure: 80.257, .bloodPressure: 93.008]
      ),
      // The mean is not a number, and the pulse is above the cuff's range.
      (0x2A35, "1478005000ff07fa000800", [.systolicPressure: 120, .diastolicPressure: 80]),
      (0x2A1C, "066c0100ff\(stamp)02", [.bodyTemperature: 36.4]),
      // 98.6 °F.
      (0x2A1C, "01da0300ff", [.bodyTemperature: 37]),
      (0x2A5E, "0961004800\(stamp)20f0", [.oxygenSaturation: 97, .heartRate: 72, .pulseAmplitude: 3.2]),
      // The fast pair is the same measurement; a low perfusion only qualifies it.
      (0x2A5F, "0961004800620049 00200000", [.oxygenSaturation: 97, .heartRate: 72]),
    ] as [(UInt16, String, [Metric: Double])])
  func `become values in Halo's units`(uuid: UInt16, value: String, expected: [Metric: Double]) {
    #expect(Self.values(BluetoothUUID(uuid), value) == expected)
  }

  @Test(
    arguments: [
      (0x2A9D, "00ffff", .failed), (0x2A9D, "000000", .failed), (0x2A9C, "0000ffff", .failed),
      // Formats of their own in the standard's place: reserved flags, trailing bytes, a year as body fat.
      (0x2A9D, "10803e", .unreadable), (0x2A9D, "00803e01", .unreadable), (0x2A9D, "02803e", .unreadable),
      (0x2A9C, "0024eb00", .unreadable), (0x2A9C, "0204e807010f0e1e2d0000803e", .unreadable),
      (0x2A35, "1078005000 5d00 0100", .moved), (0x2A35, "1078005000 5d00 0200", .looseCuff),
      (0x2A35, "1078005000 5d00 2000", .position), (0x2A35, "00ff0750005d00", .failed),
      (0x2A35, "00780000085d00", .failed), (0x2A1C, "00ffff7f00", .failed), (0x2A1C, "0000008000", .failed),
      (0x2A5E, "0061004800", nil), (0x2A5E, "02610048000080", .uncertain), (0x2A5E, "026100480040 00", .uncertain),
      (0x2A5E, "0461004800000800", .sensor), (0x2A5E, "0461004800 008000", .sensor), (0x2A5F, "00ff07ff07", .failed),
      (0x2A5F, "0000000000", .failed), (0x2A5F, "08 6100 4800 210200", nil),
    ] as [(UInt16, String, LeftOut?)])
  func `that the device does not vouch for are not stored`(uuid: UInt16, value: String, reason: LeftOut?) throws {
    let reading = try #require(
      MeasurementReader.read(
        [.init(bytes: bytes(value), characteristic: BluetoothUUID(uuid), arrival: Self.arrival, frame: 0)], user: nil
      ).first)
    #expect(reading.leftOut == reason)
    #expect(reading.values.isEmpty == (reason != nil))
  }

  @Test func `have the device's time, or that of their arrival`() throws {
    let stamped = try #require(Self.read([(0x2A9D, "02803e\(Self.stamp)")]).first)
    #expect(stamped.start == Self.stamped && stamped.source == .manual)
    // Without a time, with an unknown year, and with a clock that is not set.
    for (uuid, value) in [
      (0x2A9D, "00803e"), (0x2A9D, "02803e0000010f0e1e2d"), (0x2A5E, "1161004800\(Self.stamp)"),
    ] as [(BluetoothUUID, String)] {
      #expect(Self.read([(uuid, value)]).first?.start == Self.arrival.wallClock)
    }
  }

  @Test func `have the time that a wrong clock would have shown`() {
    // The clock shows 2018-01-01 00:10:20 at 15:00, and measured at 00:05:00.
    #expect(
      Self.read([(0x2A2B, "e2070101000a14010000"), (0x2A9D, "02803ee2070101000500")]).map(\.start)
        == [Self.arrival.wallClock.adding(minutes: -5)])
    // A clock that is a minute fast is right.
    #expect(
      Self.read([(0x2A2B, "e907010f0f0100030000"), (0x2A9D, "02803e\(Self.stamp)")]).map(\.start) == [Self.stamped])
    // A day later than it arrived.
    #expect(Self.read([(0x2A9D, "02803ee90701100e1e2d")]).isEmpty)
  }

  @Test func `that a scale without a clock repeats are one`() {
    let values = Array(repeating: (BluetoothUUID(0x2A9D), "00803e"), count: 5)
    #expect(Set(Self.read(values).map(\.start)).count == 1)
    #expect(Set(Self.read(values, apart: 60).map(\.start)).count == 5)
    #expect(Set(Self.read(Array(repeating: (BluetoothUUID(0x2A5F), "0061004800"), count: 5)).map(\.start)).count == 5)
  }

  @Test func `of several parts have one time and one user`() {
    let read = Self.read(
      [(0x2A9C, "0610eb00\(Self.stamp)01"), (0x2A9C, "0014eb00803e")], user: 1)
    #expect(read.map(\.metric) == [.bodyFat, .bodyFat, .weight])
    #expect(Set(read.map(\.start)) == [Self.stamped])
    #expect(Self.read([(0x2A9C, "0610eb00\(Self.stamp)01"), (0x2A9C, "0014eb00803e")], user: 2).isEmpty)
  }

  @Test(
    arguments: [
      // The wearer's number is known: no other, and no unknown user.
      (1, ["01", "02", "ff"], [nil, .otherUser, .unknownUser]),
      // Not chosen among several.
      (255, ["01", "01", "ff"], [.severalUsers, .severalUsers, .unknownUser]),
      // No number is known: the only one, several, and a scale that never knows its user.
      (nil, ["07", "07"], [nil, nil]), (nil, ["01", "02"], [.severalUsers, .severalUsers]),
      (nil, ["ff", "ff"], [nil, nil]), (nil, ["ff", "03"], [.unknownUser, nil]), (0, ["00", "01"], [nil, .otherUser]),
    ] as [(Int?, [String], [LeftOut?])])
  func `of another user are not the wearer's`(user: Int?, numbers: [String], expected: [LeftOut?]) {
    let values = numbers.map {
      MeasurementReader.Value(bytes: bytes("04803e\($0)"), characteristic: 0x2A9D, arrival: Self.arrival, frame: 0)
    }
    #expect(MeasurementReader.read(values, user: user).map(\.leftOut) == expected)
  }

  @Test func `name every field of a body composition but what the user entered`() {
    #expect(BodyComposition.Field.allCases.filter { $0.metric == nil } == [.height])
    let metrics = HealthDeviceDriver.family.liveQuantities
    #expect(Set(metrics).count == metrics.count && metrics.first == .weight)
    #expect(Set(metrics).isSuperset(of: BodyComposition.Field.allCases.compactMap(\.metric)))
    #expect(Set(metrics).isSuperset(of: [.systolicPressure, .bodyTemperature, .oxygenSaturation, .pulseAmplitude]))
  }

  @Test func `are of devices with a standard service`() {
    func match(_ name: String?, _ services: [BluetoothUUID]) -> WearableMatch? {
      HealthDeviceDriver.match(Advertisement(device: DeviceID("A"), name: name, services: services))
    }
    for service in [0x181D, 0x181B, 0x1810, 0x1809, 0x1822] as [BluetoothUUID] {
      #expect(match(nil, [service]) == .certain && match("X", [service, 0x1826]) == .likely)
    }
    #expect(match("Ring", [0x180D]) == nil && match("MIBCS", [0x181B]) == nil && match("MI_SCALE", [0x181D]) == nil)
  }
}
