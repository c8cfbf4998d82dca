import Foundation
import HaloSignals
import Testing

extension BiquadCascade {
  /// Filters the next sample of a stream.
  fileprivate mutating func filter(_ sample: Double) -> Double {
    var samples = [sample]
    filter(&samples)
    return samples[0]
  }
}

/// Compares with values computed by SciPy 1.17.1 (`butter`, `sosfilt`, `sosfiltfilt`) for the signal below.
struct FilterTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let filter: BiquadCascade?
    /// Samples 0, 1, 20 and 39.
    let streamed: [Double]
    let zeroPhase: [Double]
  }

  static let signal = (0..<40).map { index in
    let time = Double(index)
    return 3 + sin(0.37 * time) + 0.5 * cos(1.9 * time) + 0.02 * time
  }

  static let cases = [
    Case(
      testDescription: "low 2, 3 of 25 Hz", filter: Butterworth.lowPass(order: 2, cutoff: 3, rate: 25),
      streamed: [0.3196021515254118, 1.2472146073764065, 3.7195549856955545, 4.61103008493496],
      zeroPhase: [3.4986517414163263, 3.593782418978621, 4.259053652587914, 4.872059242784595]),
    Case(
      testDescription: "low 5, 2 of 30 Hz", filter: Butterworth.lowPass(order: 5, cutoff: 2, rate: 30),
      streamed: [0.0007662921780409162, 0.007331281307259455, 2.5218096878495033, 2.7419932289238473],
      zeroPhase: [3.5196399977143553, 3.669757904141823, 4.058534919264617, 4.946734482421317]),
    Case(
      testDescription: "high 3, 0.5 of 25 Hz", filter: Butterworth.highPass(order: 3, cutoff: 0.5, rate: 25),
      streamed: [3.0864336950104505, 2.0642914947451563, 0.982860538091042, 0.9982787348631352],
      zeroPhase: [-0.044631425782846124, -0.2615968243829764, 1.7101913634376122, -0.29302639856944734]),
    Case(
      testDescription: "band 3, 0.5 to 4 of 30 Hz", filter: Butterworth.bandPass(order: 3, from: 0.5, to: 4, rate: 30),
      streamed: [0.09342659905908439, 0.49245244796261384, -0.12410480376835886, 1.3044768577861046],
      zeroPhase: [0.10879646649444966, 0.23162114715709717, 1.085316267182208, -0.31609753253065376]),
    Case(
      testDescription: "band 2, 0.5 to 8 of 125 Hz",
      filter: Butterworth.bandPass(order: 2, from: 0.5, to: 8, rate: 125),
      streamed: [0.0975091814099761, 0.42686727236922667, 1.330098650280812, 0.8888283463500395],
      zeroPhase: [-0.5797258252791169, -0.50342256821134, -0.7766449787426896, -1.0027559849604912]),
    Case(
      testDescription: "band 4, 1 to 3 of 10 Hz", filter: Butterworth.bandPass(order: 4, from: 1, to: 3, rate: 10),
      streamed: [0.16304017322755282, 0.4478044184206945, -0.3802632039703109, -0.03212512404333703],
      zeroPhase: [-0.0004674110116069108, -0.6998859782309046, 0.20920378165675127, 0.0011309010889970078]),
  ]

  @Test(arguments: cases) func `filters as SciPy does`(_ vector: Case) throws {
    var filter = try #require(vector.filter)
    let streamed = Self.signal.map { filter.filter($0) }
    for (index, expected) in zip([0, 1, 20, 39], vector.streamed) {
      #expect(abs(streamed[index] - expected) < 1e-9, "sample \(index)")
    }
  }

  @Test(arguments: cases) func `filters without shift as SciPy does`(_ vector: Case) throws {
    let filter = try #require(vector.filter)
    let filtered = filter.zeroPhase(Self.signal)
    #expect(filtered.count == Self.signal.count)
    for (index, expected) in zip([0, 1, 20, 39], vector.zeroPhase) {
      #expect(abs(filtered[index] - expected) < 1e-8, "sample \(index)")
    }
  }

  @Test(arguments: cases) func `samples one by one or together are the same`(_ vector: Case) throws {
    var single = try #require(vector.filter)
    var together = single
    var block = Self.signal
    together.filter(&block)
    let singles = Self.signal.map { single.filter($0) }
    #expect(block == singles)
    #expect(single == together)
  }

  @Test(arguments: cases) func `settled filters do not ring`(_ vector: Case) throws {
    var filter = try #require(vector.filter)
    filter.settle(at: 250)
    let first = filter.filter(250)
    for _ in 0..<50 {
      let next = filter.filter(250)
      #expect(abs(next - first) < 1e-7)
    }
  }

  @Test func `returns nil for invalid filter parameters`() {
    #expect(Butterworth.lowPass(order: 0, cutoff: 1, rate: 25) == nil)
    #expect(Butterworth.lowPass(order: 2, cutoff: 12.5, rate: 25) == nil)
    #expect(Butterworth.lowPass(order: 2, cutoff: .nan, rate: 25) == nil)
    #expect(Butterworth.highPass(order: 2, cutoff: 0, rate: 25) == nil)
    #expect(Butterworth.bandPass(order: 2, from: 4, to: 1, rate: 25) == nil)
    #expect(Butterworth.bandPass(order: 2, from: 0.5, to: 4, rate: .infinity) == nil)
    #expect(Butterworth.bandPass(order: 2, from: 0.5, to: 4, rate: 8) == nil)
  }

  @Test(arguments: [0, 1, 2, 5, 12]) func `short recordings keep their length`(_ count: Int) throws {
    let filter = try #require(Butterworth.bandPass(order: 3, from: 0.5, to: 4, rate: 30))
    let filtered = filter.zeroPhase(Array(Self.signal.prefix(count)))
    #expect(filtered.count == count)
    #expect(filtered.allSatisfy { $0.isFinite })
  }
}
