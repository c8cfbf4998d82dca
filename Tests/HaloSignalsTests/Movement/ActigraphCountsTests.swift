import Foundation
import HaloSignals
import Testing

@Suite struct ActigraphCountsTests {
  struct Vectors: Decodable {
    struct Recording: Decodable {
      var rate: Int
      var epoch: Int
      var counts: [[Int]]
    }
    var recordings: [Recording]
  }

  /// The recording for which the vectors were computed.
  static func made(rate: Int) -> (x: [Double], y: [Double], z: [Double]) {
    var (x, y, z): ([Double], [Double], [Double]) = ([], [], [])
    for sample in 0..<rate * 30 {
      let t = Double(sample) / Double(rate)
      let turn = 2 * Double.pi * t
      x.append(0.3 * sin(1.7 * turn) * (sin(0.05 * turn) > 0 ? 1 : 0) + 0.1 * sin(7.3 * turn))
      y.append(-0.2 + 0.8 * sin(0.9 * turn + 1) * exp(-t / 20))
      z.append(
        1 + 0.05 * sin(0.31 * turn)
          + 0.5 * sin(3.1 * turn) * (t.truncatingRemainder(dividingBy: 7) < 2 ? 1 : 0))
    }
    return (x, y, z)
  }

  @Test func `counts are those of agcounts`() throws {
    let recordings = try VectorFile.read("actigraph-counts.json", as: Vectors.self).recordings
    #expect(recordings.count == 16)
    for recording in recordings {
      let (x, y, z) = Self.made(rate: recording.rate)
      var counts = try ActigraphCounts(rate: Double(recording.rate), seconds: recording.epoch)
      let epochs = counts.epochs(x: x, y: y, z: z)
      #expect(
        epochs.map { $0.map { [$0.x, $0.y, $0.z] } } == recording.counts,
        "\(recording.rate) a second, epochs of \(recording.epoch) s")
    }
  }

  @Test func `other rates have no counts`() {
    for rate in [25.0, 12.5, 33, 0, -1, .nan, 110] {
      #expect(throws: MovementProblem.self) { try ActigraphCounts(rate: rate) }
    }
    #expect(throws: MovementProblem.self) { try ActigraphCounts(rate: 30, seconds: 0) }
  }

  @Test func `an epoch with a gap has no counts and the next one has`() throws {
    var (x, y, z) = Self.made(rate: 50)
    x[75] = .nan
    var counts = try ActigraphCounts(rate: 50, seconds: 1)
    let epochs = counts.epochs(x: x, y: y, z: z)
    #expect(epochs.count == 30)
    #expect(epochs[1] == nil)
    #expect(epochs.count { $0 == nil } == 1)
  }

  @Test func `nothing moves in a sensor at rest`() throws {
    var counts = try ActigraphCounts(rate: 30, seconds: 1)
    let still = [Double](repeating: 0, count: 90)
    let epochs = counts.epochs(x: still, y: still, z: still.map { _ in 1 })
    #expect(epochs.map { $0?.magnitude } == [0, 0, 0])
  }
}
