import Foundation
import HaloBluetooth
import HaloHealth
import HaloWearables
import Testing

@testable import HaloFitnessMachine

@Suite("Evidence about machines")
struct EvidenceTests {
  private static func record(_ kind: MachineKind, _ values: [MachineQuantity: Int]) -> MachineRecord {
    MachineRecord(machine: kind, values: values.mapValues { FixedDecimal($0, places: 0) })
  }

  struct Case: Sendable {
    var listed: [MachineKind]
    var advertised: [MachineKind] = []
    var sent: [MachineKind] = []
    var zeros: [MachineKind] = []
    let kind: MachineKind
    let hasBelt: Bool
  }

  static let cases = [
    Case(listed: [.treadmill], kind: .treadmill, hasBelt: true),
    Case(listed: [.treadmill, .rower, .crossTrainer, .indoorBike], sent: [.rower], kind: .rower, hasBelt: false),
    Case(listed: [.treadmill, .rower], advertised: [.rower], kind: .rower, hasBelt: false),
    Case(listed: [.treadmill, .indoorBike], advertised: [.treadmill], kind: .treadmill, hasBelt: true),
    Case(listed: [.treadmill, .indoorBike], kind: .treadmill, hasBelt: false),
    Case(
      listed: [.treadmill, .indoorBike], advertised: [.indoorBike], sent: [.treadmill], kind: .treadmill, hasBelt: true),
    Case(
      listed: [.treadmill, .crossTrainer], sent: [.crossTrainer, .indoorBike], kind: .crossTrainer, hasBelt: false),
    Case(
      listed: [.treadmill, .crossTrainer], advertised: [.indoorBike], sent: [.crossTrainer, .indoorBike],
      kind: .indoorBike, hasBelt: false),
    Case(
      listed: [.treadmill, .crossTrainer], sent: [.treadmill], zeros: [.crossTrainer], kind: .treadmill, hasBelt: true),
    Case(
      listed: [.crossTrainer, .indoorBike], advertised: [.treadmill], sent: [.indoorBike], kind: .indoorBike,
      hasBelt: false),
  ]

  @Test(arguments: cases)
  func `what is sent decides, then what is advertised, then the table`(example: Case) {
    var evidence = FitnessMachine.MachineEvidence(
      listed: example.listed, advertised: example.advertised.map(\.rawValue))
    for kind in example.sent { evidence.take(Self.record(kind, [.meters: 12])) }
    for kind in example.zeros { evidence.take(Self.record(kind, [.meters: 0, .elapsedSeconds: 9])) }
    #expect(evidence.kind == example.kind && evidence.hasBelt == example.hasBelt)
  }

  @Test func `a rate that is 0 while its counter grows is computed, and a real 0 is kept`() {
    func speeds(_ rate: (Int) -> Int, meters: (Int) -> Int) -> [(value: Double?, isDerived: Bool)] {
      var check = FitnessMachine.RecordCheck()
      return (0...40).map { second in
        let record = check.check(
          Self.record(.crossTrainer, [.speed: rate(second), .meters: meters(second)]),
          at: Moment(milliseconds: second * 1000, secondsFromGMT: 0))
        return (record[.speed], record.derived.contains(.speed))
      }
    }
    let absent = speeds { _ in
      0
    } meters: {
      $0 * 3
    }
    #expect(absent[40].isDerived && absent[40].value == 10.8)
    let resting = speeds {
      $0 < 20 ? 9 : 0
    } meters: {
      min($0, 22) * 2
    }
    #expect(resting[40].value == 0 && !resting.contains { $0.isDerived })
    let stuck = speeds {
      $0 < 10 ? 7 : 0
    } meters: {
      $0 * 2
    }
    #expect(stuck[40].isDerived && stuck[40].value == 7.2)
    let begun = speeds {
      $0 < 20 ? 0 : 7
    } meters: {
      max(0, $0 - 20) * 2
    }
    #expect(begun[10].value == 0 && begun[40].value == 7 && !begun.contains { $0.isDerived })
  }

  @Test func `a stroke rate that the strokes do not confirm is left out`() {
    var check = FitnessMachine.RecordCheck()
    let rates = (0...60).map { second in
      // A stroke every two and a half seconds, and twice a rate that cannot be.
      check.check(
        Self.record(.rower, [.strokeRate: [31, 32].contains(second) ? 71 : 24, .strokes: second * 2 / 5]),
        at: Moment(milliseconds: second * 1000, secondsFromGMT: 0))[.strokeRate]
    }
    #expect(rates[31] == nil && rates[32] == nil && rates.compactMap(\.self).allSatisfy { $0 == 24 })
    #expect(rates.count { $0 != nil } == 59)
  }

  @Test func `a session with two streams has each metric from one of them`() {
    var frames: [RecordedFrame] = []
    for second in 0..<150 {
      for (kind, bytes) in [
        // Its power is always 0, the bike's is not.
        (MachineKind.crossTrainer, [0x04, 0x01, 0x00, 0xD0, 0x02, UInt8(second), 0, 0, 0, 0]),
        (.indoorBike, [0x50, 0x00, 0x70, 0x08, UInt8(second), 1, 0, 95, 0]),
      ] {
        frames.append(
          RecordedFrame(
            device: DeviceID("A"), direction: .received, characteristic: FitnessMachine.GATT.data(of: kind),
            bytes: bytes,
            time: .init(timeIntervalSince1970: 1_800_000_000 + Double(second)), zone: "UTC", secondsFromGMT: 0))
      }
    }
    let samples = FitnessMachineDriver.read(frames, advertisedName: nil).statements.flatMap(\.readings.samples)
    #expect(Set(samples.filter { $0.metric == .speed }.map(\.value)) == [2])
    #expect(samples.filter { $0.metric == .power }.map(\.value) == Array(repeating: 95, count: 150))
    #expect(samples.filter { $0.metric == .distance }.map(\.value).reduce(0, +) == 149)
  }
}
