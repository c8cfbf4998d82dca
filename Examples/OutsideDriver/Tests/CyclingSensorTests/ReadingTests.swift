import CyclingSensor
import Foundation
import HaloTesting
import Testing

@Suite("Speed and cadence of recorded frames")
struct ReadingTests {
  /// Returns the samples of measurements that arrived at these seconds, with the numbers of their frames.
  private func samples(_ measurements: [(seconds: Double, hexadecimal: String)]) -> [Sample] {
    let frames = measurements.map { seconds, hexadecimal in
      RecordedFrame(
        device: DeviceID("D0:C5:C0:00:00:01"), direction: .received, characteristic: CyclingSensor.GATT.measurement,
        bytes: bytes(hexadecimal), time: Date(timeIntervalSince1970: 1_790_000_000 + seconds), zone: "GMT",
        secondsFromGMT: 0)
    }
    return CyclingDriver.read(frames, advertisedName: nil).statements.flatMap(\.readings.samples)
  }

  private func values(_ metric: Metric, _ samples: [Sample]) -> [Double] {
    samples.filter { $0.metric == metric }.map { ($0.value * 1000).rounded() / 1000 }
  }

  @Test func `computes speed and cadence from two counts, with the frames of both`() {
    // 3 turns of the wheel in 900/1024 s, 1 of the crank in 819/1024 s.
    let samples = samples([
      (0, "03 10 27 00 00 04 32 84 03 00 08"), (1, "03 13 27 00 00 88 35 85 03 33 0B"),
    ])
    #expect(values(.speed, samples) == [7.185])
    #expect(values(.cadence, samples) == [75.018])
    #expect(samples.map(\.provenance.frames) == [[0, 1], [0, 1]])
  }

  @Test func `handles the roll-over of counts and times`() {
    // The wheel from 2³²−2 to 1 (3 turns) and the crank from 65535 to 0 (1 turn), each in 512/1024 s.
    let samples = samples([
      (0, "03 FE FF FF FF 00 FF FF FF FF FF"), (1, "03 01 00 00 00 00 01 00 00 FF 01"),
    ])
    #expect(values(.speed, samples) == [12.63])
    #expect(values(.cadence, samples) == [120])
  }

  @Test func `a repeated count means standstill only after four seconds`() {
    let repeated = (1...6).map { (Double($0), "02 85 03 33 0B") }
    #expect(values(.cadence, samples([(0, "02 84 03 00 08")] + repeated)) == [75.018, 0, 0])
  }

  @Test func `the first count after a pause gives no speed, because event times may have rolled over`() {
    let samples = samples([
      (0, "02 84 03 00 08"), (1, "02 85 03 33 0B"), (100, "02 86 03 33 0F"), (101, "02 87 03 66 12"),
    ])
    #expect(values(.cadence, samples) == [75.018, 75.018])
  }

  @Test func `a wheel that is pushed backward has no speed`() {
    #expect(samples([(0, "01 10 27 00 00 04 32"), (1, "01 0F 27 00 00 88 35")]).isEmpty)
  }
}
