import Foundation
import Testing

@testable import HaloSignals

@Suite struct SleepStagerTests {
  struct Vectors: Decodable {
    struct Night: Decodable {
      var count: [Double]
      var heartRateSD: [Double?]
      var shares: [[Double]]
    }
    var nights: [Night]
  }

  @Test func `shares are those of the training script`() throws {
    let vectors = try VectorFile.read("sleep-stager.json", as: Vectors.self)
    #expect(vectors.nights.count == 4)
    for night in vectors.nights {
      let shares = try #require(
        SleepStager.smoothed(count: night.count, heart: night.heartRateSD.map { $0 ?? .nan })?.shares)
      var worst = 0.0
      for (index, expected) in night.shares.enumerated() {
        for stage in 0..<4 { worst = max(worst, abs(shares[stage][index] - expected[stage])) }
      }
      #expect(worst < 1e-4)
    }
  }

  /// Returns a night: awake and restless for half an hour, then cycles; REM with a variable heart rate.
  private func night(epochs: Int = 840, seed: UInt64 = 1) -> (movement: [Double], heart: [Double]) {
    var random = SeededRandom(seed: seed)
    var movement: [Double] = []
    var heart: [Double] = []
    for epoch in 0..<epochs {
      let awake = epoch < 60
      let rem = !awake && epoch % 180 > 140
      movement.append(awake ? 20 + 30 * random.unit() : random.unit() < 0.03 ? 5 * random.unit() : 0)
      heart.append((awake ? 0.9 : rem ? 0.5 : 0.15) * exp(0.2 * random.normal()))
    }
    return (movement, heart)
  }

  @Test func `scores restless as wake and still as sleep`() throws {
    let (movement, heart) = night()
    let epochs = try SleepStager.stages(movement: movement, heartRateDeviation: heart, epoch: 30)
    #expect(epochs.count == movement.count)
    #expect(epochs[5..<50].allSatisfy { $0?.stage == .wake })
    #expect(epochs[100..<840].count { $0?.stage == .wake } < 40)
    #expect(epochs.contains { $0?.stage == .rem } && epochs.contains { $0?.stage == .deep })
    for epoch in epochs {
      let epoch = try #require(epoch)
      #expect((0...1).contains(epoch.confidence))
      #expect(abs(epoch.shares.reduce(0, +) - 1) < 1e-9)
    }
  }

  @Test func `units do not matter`() throws {
    let (movement, heart) = night()
    let one = try SleepStager.stages(movement: movement, heartRateDeviation: heart, epoch: 30)
    let other = try SleepStager.stages(
      movement: movement.map { $0 * 1024 }, heartRateDeviation: heart.map { $0 / 32 }, epoch: 30)
    #expect(one.map { $0?.stage } == other.map { $0?.stage })
  }

  /// Of a night as a device records it whose movement is never zero.
  @Test(arguments: [0.2, 0.6, 1.4])
  func `the floor of a device changes few stages, but certainty`(floor: Double) throws {
    let (movement, heart) = night(seed: 3)
    let mean = movement.reduce(0, +) / Double(movement.count)
    var random = SeededRandom(seed: 9)
    let raised = movement.map { 0.003 * ($0 + floor * mean * (1 + 0.05 * random.normal())) }
    let one = try SleepStager.stages(movement: movement, heartRateDeviation: heart, epoch: 30)
    let other = try SleepStager.stages(movement: raised, heartRateDeviation: heart, epoch: 30)
    let same = one.indices.count { one[$0]?.stage == other[$0]?.stage }
    #expect(Double(same) / Double(one.count) > 0.85)
    func claim(_ epochs: [SleepStager.Epoch?]) -> Double {
      epochs.compactMap { $0?.confidence }.reduce(0, +) / Double(epochs.count)
    }
    #expect(claim(other) < claim(one) - 0.05)
  }

  @Test(arguments: [(150, 0), (0, 200), (300, 130)])
  func `hours out of bed in the recording leave the stages of the night`(before: Int, after: Int) throws {
    let (movement, heart) = night(seed: 5)
    var random = SeededRandom(seed: 4)
    func active(_ count: Int) -> [Double] { (0..<count).map { _ in 40 + 300 * random.unit() } }
    func lively(_ count: Int) -> [Double] { (0..<count).map { _ in 1 + random.unit() } }
    let night = try SleepStager.stages(movement: movement, heartRateDeviation: heart, epoch: 30)
    let all = try SleepStager.stages(
      movement: active(before) + movement + active(after), heartRateDeviation: lively(before) + heart + lively(after),
      epoch: 30)
    let inBed = before..<before + movement.count
    let same = inBed.count { all[$0]?.stage == night[$0 - before]?.stage }
    #expect(Double(same) / Double(movement.count) > 0.85)
    let awake = all.indices.count { !inBed.contains($0) && all[$0]?.stage == .wake }
    #expect(Double(awake) / Double(before + after) > 0.95)
  }

  @Test(arguments: [5, 15, 45, 60] as [Double])
  func `epochs of other lengths give the same stages`(length: Double) throws {
    let (movement, heart) = night()
    let reference = try SleepStager.stages(movement: movement, heartRateDeviation: heart, epoch: 30)
    let count = Int(840 * 30 / length)
    let from = { (index: Int) in min(Int((Double(index) + 0.5) * length / 30), 839) }
    let epochs = try SleepStager.stages(
      movement: (0..<count).map { movement[from($0)] }, heartRateDeviation: (0..<count).map { heart[from($0)] },
      epoch: length)
    #expect(epochs.count == count)
    let same = epochs.indices.count { epochs[$0]?.stage == reference[from($0)]?.stage }
    #expect(Double(same) / Double(count) > 0.8)
  }

  @Test func `without a heart rate, sleep is not divided into stages`() throws {
    let (movement, _) = night()
    let epochs = try SleepStager.stages(movement: movement, heartRateDeviation: [], epoch: 30)
    #expect(Set(epochs.compactMap { $0?.stage }) == [.wake, .sleep])
    #expect(epochs[5..<50].allSatisfy { $0?.stage == .wake })
  }

  @Test func `stages the rest if part of the heart rate is missing`() throws {
    var (movement, heart) = night()
    for index in 300..<500 { heart[index] = .nan }
    movement[600] = .nan
    let epochs = try SleepStager.stages(movement: movement, heartRateDeviation: heart, epoch: 30)
    #expect(epochs[320..<480].allSatisfy { $0?.stage == .sleep || $0?.stage == .wake })
    #expect(epochs[540..<590].allSatisfy { $0?.stage != .sleep })
    #expect(epochs[600] == nil)
  }

  @Test func `stages a night in progress`() throws {
    let (movement, heart) = night()
    let whole = try SleepStager.stages(movement: movement, heartRateDeviation: heart, epoch: 30)
    for end in [200, 500] {
      let part = try SleepStager.stages(
        movement: Array(movement[..<end]), heartRateDeviation: Array(heart[..<end]), epoch: 30)
      // Wake and sleep are stable after a quarter of an hour.
      let same = (0..<end - 30).count { (part[$0]?.stage == .wake) == (whole[$0]?.stage == .wake) }
      #expect(Double(same) / Double(end - 30) > 0.9)
    }
  }

  @Test func `throws a reason for invalid nights`() {
    let some = (0..<100).map { Double($0 % 7) }
    for epoch in [0, -30, 0.5, 301, .nan] as [Double] {
      #expect(throws: SleepProblem.self) {
        try SleepStager.stages(movement: some, heartRateDeviation: some, epoch: epoch)
      }
    }
    #expect(throws: SleepProblem.noMovement) {
      try SleepStager.stages(movement: [], heartRateDeviation: [], epoch: 30)
    }
    #expect(throws: SleepProblem.noMovement) {
      try SleepStager.stages(movement: some.map { _ in 3 }, heartRateDeviation: some, epoch: 30)
    }
    #expect(throws: SleepProblem.noMovement) {
      try SleepStager.stages(movement: some.map { _ in .nan }, heartRateDeviation: some, epoch: 30)
    }
    #expect(throws: SleepProblem.tooShort(minutes: 29.5, least: 30)) {
      try SleepStager.stages(movement: Array(some[..<59]), heartRateDeviation: some, epoch: 30)
    }
  }

  @Test func `accepts arbitrary input`() throws {
    var random = SeededRandom(seed: 8)
    let odd: [Double] = [.nan, .infinity, -1, 0, 1e300, 1e-300, 5]
    for _ in 0..<10 {
      let count = Int.random(in: 200..<300, using: &random)
      let values = { (random: inout SeededRandom) in
        (0..<count).map { _ in
          random.unit() < 0.3 ? odd[Int.random(in: 0..<odd.count, using: &random)] : random.unit() * 50
        }
      }
      let (movement, heart) = (values(&random), values(&random))
      let epochs = try SleepStager.stages(movement: movement, heartRateDeviation: heart, epoch: 30)
      #expect(epochs.count == count)
      #expect(epochs.allSatisfy { $0.map { $0.confidence.isFinite } ?? true })
    }
  }

  @Test func `a damaged model is refused`() throws {
    #expect(SleepModel(packed: []) == nil)
    #expect(SleepModel(packed: [0, 0, 0]) == nil)
    #expect(SleepModel(packed: Array("not a model of sleep".utf8)) == nil)
    let packed = SleepModel.packed
    #expect(SleepModel(packed: Array(packed.prefix(packed.count / 2))) == nil)
    #expect(SleepModel(packed: packed) != nil)
  }
}
