import HaloText
import Testing

@testable import HaloSignals

@Suite("The check of beat intervals")
struct BeatCheckTests {
  /// Intervals in whole milliseconds that follow breathing and chance.
  private static let clean: [Double] = {
    var random = SplitMix(seed: 21)
    var drift = 0.0
    return (0..<240).map { index in
      drift = 0.9 * drift + Double.random(in: -14...14, using: &random)
      return (910 + drift + 22 * Double(index % 6 - 2) + Double.random(in: -9...9, using: &random)).rounded()
    }
  }()

  /// The ways in which a device sends intervals more than once.
  enum Fault: CaseIterable {
    case twiceInOnePacket, twiceInTwoPackets, everyThird, everyFifth, thrice, packetsOfTwo

    /// The packets of each beat or pair of beats, and how many intervals are repeats.
    func packets(_ intervals: [Double]) -> (packets: [[Double]], repeats: Int) {
      switch self {
      case .twiceInOnePacket: (intervals.map { [$0, $0] }, intervals.count)
      case .twiceInTwoPackets: (intervals.flatMap { [[$0], [$0]] }, intervals.count)
      case .everyThird: (partly(intervals, every: 3), intervals.count / 3)
      case .everyFifth: (partly(intervals, every: 5), intervals.count / 5)
      case .thrice: (intervals.map { [$0, $0, $0] }, 2 * intervals.count)
      case .packetsOfTwo: (pairs(intervals), intervals.count)
      }
    }

    private func pairs(_ intervals: [Double]) -> [[Double]] {
      stride(from: 0, to: intervals.count, by: 2).flatMap { index in
        [[Double]](repeating: Array(intervals[index...index + 1]), count: 2)
      }
    }

    private func partly(_ intervals: [Double], every step: Int) -> [[Double]] {
      intervals.enumerated().map { $0 % step == step - 1 ? [$1, $1] : [$1] }
    }
  }

  /// Packets with the arrival of beats that last as long as `clean`, `first` of them.
  private static func packets(_ values: [[Double]], of count: Int) -> [BeatCheck.Packet] {
    let step = clean.prefix(count).reduce(0, +) / Double(values.count)
    return values.enumerated().map { BeatCheck.Packet($1, arrival: 5e5 + Double($0 + 1) * step, rate: 66) }
  }

  @Test(arguments: Fault.allCases, [60, 240])
  func `repeats are left out if intervals last longer than the time in which they arrive`(fault: Fault, count: Int) {
    let (values, repeats) = fault.packets(Array(Self.clean.prefix(count)))
    let check = BeatCheck(Self.packets(values, of: count))
    #expect(check.refusal == nil && abs(check.repeats - repeats) <= count / 20)
    #expect(check.isUsable.joined().count { !$0 } == check.repeats && check.notice != nil)
  }

  @Test(arguments: Fault.allCases.filter { $0 != .packetsOfTwo })
  func `a file without times is repaired too, and its RMSSD is that of the beats`(fault: Fault) throws {
    let truth = try #require(VariabilityAnalysis(measured: Self.clean).variability)
    let analysis = VariabilityAnalysis(measured: fault.packets(Self.clean).packets.flatMap(\.self))
    #expect(abs(try #require(analysis.variability).rmssd - truth.rmssd) < 0.7)
    #expect(try #require(analysis.check?.repeats) > 40)
  }

  /// The resolutions of straps, in ms.
  @Test(arguments: [1, 4, 7.8125, 16])
  func `equal neighbors by chance stay`(resolution: Double) {
    let values = Self.clean.map { ($0 / resolution).rounded() * resolution }
    for packets in [[BeatCheck.Packet(values)], Self.packets(values.map { [$0] }, of: values.count)] {
      let check = BeatCheck(packets)
      #expect(check.repeats == 0 && check.refusal == nil && check.notice == nil)
    }
  }

  @Test func `intervals of a constant or of the rate are refused with the same words`() {
    let equal = BeatCheck([.init(Array(repeating: 937.5, count: 45))])
    let ofRate = BeatCheck(
      (0..<60).map { index in
        let rate = Double(70 + index % 9)
        return .init([60_000 / rate], arrival: Double(index) * 820, rate: rate)
      })
    for check in [equal, ofRate] {
      #expect(check.refusal == BeatCheck.constant && !check.isUsable.joined().contains(true))
    }
  }

  @Test func `too many different intervals are refused, by the time or by the rate`() {
    let crowded = BeatCheck(Self.packets(Self.clean.map { [$0, $0 + 13] }, of: Self.clean.count))
    let halves = BeatCheck(
      Self.clean.enumerated().map { .init([$1 / 2 + 3, $1 / 2 - 3], arrival: Double($0) * 910, rate: 66) })
    for check in [crowded, halves] {
      #expect(check.refusal?.english.hasPrefix("there are 2.0 times as many intervals") == true)
    }
  }

  @Test func `a gap, lost packets and a late burst are no excess`() {
    var packets = Self.packets(Self.clean.map { [$0] }, of: Self.clean.count)
    packets.insert(.init([.nan], arrival: packets[90].arrival), at: 90)
    packets.removeSubrange(120..<140)
    let burst = packets[160].arrival
    for index in 157..<160 { packets[index] = .init(packets[index].intervals, arrival: burst, rate: 66) }
    let check = BeatCheck(packets)
    #expect(check.refusal == nil && check.repeats == 0)
  }
}
