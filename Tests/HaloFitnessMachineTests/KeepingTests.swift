import Foundation
import HaloBluetooth
import HaloHealth
import HaloTesting
import Testing

@testable import HaloFitnessMachine
@testable import HaloWearables

@Suite("Kept data of machines")
struct KeepingTests {
  private static func frame(_ kind: MachineKind, _ bytes: [UInt8], second: Double) -> RecordedFrame {
    RecordedFrame(
      device: DeviceID("A"), direction: .received, characteristic: FitnessMachine.GATT.data(of: kind), bytes: bytes,
      time: .init(timeIntervalSince1970: 1_800_000_000 + second), zone: "UTC", secondsFromGMT: 0)
  }

  /// Decodes a session with the values of each second.
  private static func samples(
    _ kind: MachineKind, seconds: Int, _ values: (Int) -> [MachineQuantity: Double]
  ) -> [Sample] {
    let frames = (0..<seconds).map { second in
      frame(kind, FitnessMachine.MachineData(kind, values(second)).value, second: Double(second))
    }
    return FitnessMachineDriver.read(frames, advertisedName: nil).statements.flatMap(\.readings.samples)
  }

  private static func values(_ samples: [Sample], _ metric: Metric, _ source: SampleSource? = nil) -> [Double] {
    samples.filter { $0.metric == metric && (source == nil || $0.source == source) }.map(\.value)
  }

  @Test(arguments: MachineKind.allCases)
  func `every field of a machine's data becomes samples, or has a reason why not`(kind: MachineKind) {
    let fields = FitnessMachine.DataTable.of(kind).flatMap(\.fields).map(\.quantity)
    for quantity in fields {
      // A count of nearly two minutes, or a value that changes a little.
      let samples = Self.samples(kind, seconds: 110) { [quantity: 20 + Double($0) / 4] }
      switch quantity.keeping {
      case .value(let metric, _), .substitute(let metric, _):
        #expect(Self.values(samples, metric).count == 110, "\(quantity)")
      case .count(let metric, _):
        let counted = Self.values(samples, metric)
        #expect(counted.count == 2, "\(quantity)")
        #expect(abs(counted.reduce(0, +) - 109 / 4) <= 1, "\(quantity): \(counted)")
      case .nothing(let reason):
        #expect(reason.count > 10 && samples.isEmpty, "\(quantity)")
      }
    }
    // No machine has two quantities of one metric, of which one would be lost.
    let metrics = fields.compactMap { quantity -> Metric? in
      if case .substitute = quantity.keeping { nil } else { quantity.keeping.metric }
    }
    #expect(metrics.count == Set(metrics).count)
  }

  @Test(arguments: MachineQuantity.allCases)
  func `values that mean the same have the same sample`(quantity: MachineQuantity) {
    let expected: [MachineQuantity: (Metric, Double)] = [
      .speed: (.speed, 12.5 / 3.6), .secondsPer500m: (.speed, 500 / 12.5), .kilometersPerMinute: (.speed, 12_500 / 60),
      .inclinationPercent: (.inclination, 12.5), .resistance: (.resistance, 12.5), .strokeRate: (.cadence, 12.5),
    ]
    guard let (metric, value) = expected[quantity] else { return }
    let record = MachineRecord(machine: .treadmill, values: [quantity: FixedDecimal(125, places: 1)])
    let kept = MachineQuantity.kept(of: record)
    #expect(kept.count == 1 && kept.first?.metric == metric)
    #expect(abs((kept.first?.value ?? 0) - value) < 1e-9)
  }

  @Test func `a speed wins over a pace, and a pace of 0 has no speed`() {
    let both = MachineRecord(
      machine: .treadmill, values: [.speed: FixedDecimal(9, places: 0), .secondsPer500m: FixedDecimal(100, places: 0)])
    #expect(MachineQuantity.kept(of: both).map(\.value) == [2.5])
    let none = MachineRecord(machine: .rower, values: [.secondsPer500m: FixedDecimal(0, places: 0)])
    #expect(MachineQuantity.kept(of: none).isEmpty && none.rowingPace == nil && none.kilometersPerHour == nil)
  }

  @Test func `the pace of a rower is its speed, unless its meters contradict it`() throws {
    // 2.5 m/s are 200 s per 500 m.
    for (pace, source) in [(200.0, SampleSource.live), (100, .algorithm), (400, .algorithm)] {
      let samples = Self.samples(.rower, seconds: 150) {
        [.meters: (Double($0) * 2.5).rounded(.down), .secondsPer500m: pace, .strokeRate: 28]
      }
      let speeds = Self.values(samples, .speed, source)
      #expect(speeds.count >= 149 && Self.values(samples, .speed).count == speeds.count)
      let average = speeds.reduce(0, +) / Double(speeds.count)
      #expect(abs(average - 2.5) < 0.05, "\(pace): \(average)")
    }
    // A rower that rests shows its last pace.
    let rest = Self.samples(.rower, seconds: 90) {
      [.meters: (Double(min($0, 40)) * 2.5).rounded(.down), .secondsPer500m: 200]
    }
    #expect(Self.values(rest, .speed).allSatisfy { $0 == 2.5 })
    #expect((42...47).contains(Self.values(rest, .speed).count))
  }

  @Test func `counts are kept by the minute, through a restart of the machine`() {
    let samples = Self.samples(.stepClimber, seconds: 200) { second in
      // It restarts after 130 s: 1.5 steps a second, a floor every 20 s.
      let counted = Double(second < 130 ? second : second - 130)
      return [
        .steps: 400 * (second < 130 ? 1 : 0) + (counted * 1.5).rounded(.down), .floors: (counted / 20).rounded(.down),
        .kilocalories: (counted / 5).rounded(.down), .ascentMeters: (counted / 6).rounded(.down),
      ]
    }
    for (metric, total) in [(Metric.steps, 297.0), (.floors, 9), (.activeEnergy, 38), (.ascent, 32)] {
      let minutes = samples.filter { $0.metric == metric }
      #expect(abs(minutes.map(\.value).reduce(0, +) - total) <= 4, "\(metric.id): \(minutes.map(\.value))")
      #expect(minutes.allSatisfy { $0.minutes == 1 && $0.source == .live })
    }
  }

  // MARK: Power meters

  /// A cycling power measurement with crank data.
  private static func power(_ watts: Int, turns: Int, time: Int) -> [UInt8] {
    var bytes: [UInt8] = [0x20, 0]
    for number in [watts, turns, time] { bytes.append(littleEndian: number, width: 2) }
    return bytes
  }

  @Test func `a power meter has power and cadence, through the ends of its counters`() {
    // 80 revolutions a minute; the count passes 65535 and the clock passes 64 s.
    let frames = (0..<200).map { second in
      let turns = second * 4 / 3
      return Self.frame(
        .powerMeter, Self.power(150 + second, turns: 65_500 + turns, time: 60_000 + turns * 768), second: Double(second)
      )
    }
    let samples = FitnessMachineDriver.read(frames, advertisedName: nil).statements.flatMap(\.readings.samples)
    #expect(Self.values(samples, .power) == (0..<200).map { Double(150 + $0) })
    let cadences = Self.values(samples, .cadence)
    #expect(cadences.count > 190 && cadences.allSatisfy { $0 == 80 })
    #expect(Set(samples.map(\.metric)) == [.power, .cadence])
  }

  @Test func `a slow crank has no zeros between its revolutions, and a resting one has`() {
    var crank = FitnessMachine.CrankCadence()
    // 40 revolutions a minute for a minute, then rest for 65 s, of which the sensor's clock shows one second.
    let cadences = (0...130).map { second in
      let turns = min(second * 2 / 3, 40) + max(0, second - 125)
      let time = second < 126 ? turns * 1536 : (40 * 1536 + (second - 60) * 1024)
      return crank.next(.init(count: turns, time: time & 0xFFFF), at: Double(second))
    }
    #expect(cadences[..<61].compactMap(\.self).allSatisfy { $0 == 40 })
    #expect(cadences[..<61].count { $0 != nil } >= 39)
    #expect(cadences[64...125].allSatisfy { $0 == 0 })
    #expect(cadences[126] == nil && cadences[127] == 60)
    // A sensor that was restarted counts from 0.
    #expect(crank.next(.init(count: 3, time: 200), at: 132) == nil)
  }

  @Test func `a trainer that also sends its power as a power meter is a bike`() {
    let frames = (0..<30).flatMap { second in
      [
        Self.frame(
          .indoorBike, FitnessMachine.MachineData(.indoorBike, [.speed: 31, .watts: 190]).value, second: Double(second)),
        Self.frame(.powerMeter, Self.power(188, turns: second, time: second * 1024), second: Double(second) + 0.2),
      ]
    }
    let samples = FitnessMachineDriver.read(frames, advertisedName: nil).statements.flatMap(\.readings.samples)
    #expect(Set(Self.values(samples, .power)) == [190])
    #expect(Self.values(samples, .cadence).count == 29)
  }

  @Test func `a power meter is recognized by its service`() {
    let meter = Advertisement(device: DeviceID("A"), name: "PM 1", services: [0x1818])
    #expect(FitnessMachineDriver.match(meter) == .certain)
    #expect(FitnessMachineDriver.advertisedMachine(meter)?.kinds == [.powerMeter])
    let trainer = Advertisement(device: DeviceID("A"), name: "T", services: [0x1826, 0x1818])
    #expect(FitnessMachineDriver.advertisedMachine(trainer) == nil)
  }
}
