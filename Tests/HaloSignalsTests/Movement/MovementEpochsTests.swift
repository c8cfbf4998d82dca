import HaloSignals
import Testing

@Suite struct MovementEpochsTests {
  /// Returns the epochs of a whole recording along the vertical; nil if half or more of one is missing.
  private static func epochs(_ z: [Double]) throws -> [MovementEpochs.Epoch?] {
    var epochs = try MovementEpochs(rate: 10)
    let all = z.map { epochs.add(0, 0, $0) }
    return stride(from: epochs.samples - 1, to: z.count, by: epochs.samples).map { all[$0] }
  }

  @Test func `a sensor at rest shows no movement in any position`() throws {
    for (x, z) in [(0.0, 1.0), (1, 0), (0, -1), (0.5.squareRoot(), 0.5.squareRoot())] {
      var epochs = try MovementEpochs(rate: 10)
      let all = (0..<100).compactMap { _ in epochs.add(x, 0, z) }
      #expect(all.count == 2 && all.allSatisfy { $0.mad < 1e-9 })
    }
  }

  @Test func `movement is measured in milli g`() throws {
    // Half the samples at 1.2 g, half at 1 g: 0.1 from the mean.
    let epoch = try #require(try Self.epochs((0..<50).map { $0 % 2 == 0 ? 1.2 : 1 }).first ?? nil)
    #expect(abs(epoch.mad - 100) < 1e-9)
  }

  @Test func `half an epoch is too little`() throws {
    for (missing, isThere) in [(24, true), (25, false), (50, false)] {
      let all = try Self.epochs((0..<100).map { $0 < missing ? .nan : 1 })
      #expect((all[0] != nil) == isThere)
      #expect(all[1] != nil)
    }
  }

  @Test func `rejects invalid lengths`() {
    for (rate, seconds) in [(0.0, 5.0), (-1, 5), (.nan, 5), (1, 1), (10, .infinity), (1e9, 5)] {
      #expect(throws: MovementProblem.self) { try MovementEpochs(rate: rate, seconds: seconds) }
    }
  }
}
