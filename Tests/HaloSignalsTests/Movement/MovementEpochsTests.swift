import Foundation
import HaloSignals
import Testing

@Suite struct MovementEpochsTests {
  @Test func `a sensor at rest shows no movement, and its angle is measured`() throws {
    for (angle, x, z) in [(90.0, 0.0, 1.0), (0, 1, 0), (-90, 0, -1), (45, 0.5.squareRoot(), 0.5.squareRoot())] {
      var epochs = try MovementEpochs(rate: 10)
      let all = epochs.epochs(
        x: [Double](repeating: x, count: 100), y: [Double](repeating: 0, count: 100),
        z: [Double](repeating: z, count: 100))
      #expect(all.count == 2)
      let epoch = try #require(all[1])
      #expect(epoch.index == 1)
      #expect(epoch.enmo < 1e-9 && epoch.mad < 1e-9)
      #expect(abs(try #require(epoch.angleZ) - angle) < 1e-9)
      #expect(epoch.activity == .inactive)
    }
  }

  @Test func `movement is measured in milli g`() throws {
    // Half the samples at 1.2 g, half at 1 g: 0.1 above one on average, 0.1 from the mean.
    var epochs = try MovementEpochs(rate: 10)
    let zeros = [Double](repeating: 0, count: 50)
    let epoch = try #require(epochs.epochs(x: zeros, y: zeros, z: (0..<50).map { $0 % 2 == 0 ? 1.2 : 1 }).first ?? nil)
    #expect(abs(epoch.enmo - 100) < 1e-9)
    #expect(abs(epoch.mad - 100) < 1e-9)
    #expect(epoch.activity == .light)
  }

  @Test func `half an epoch is too little`() throws {
    let zeros = [Double](repeating: 0, count: 100)
    for (missing, isThere) in [(24, true), (25, false), (50, false)] {
      var epochs = try MovementEpochs(rate: 10)
      let z = (0..<100).map { $0 < missing ? Double.nan : 1 }
      let all = epochs.epochs(x: zeros, y: zeros, z: z)
      #expect((all[0] != nil) == isThere)
      #expect(all[1] != nil || missing == 100)
    }
  }

  @Test(
    arguments: [
      (0.0, .inactive), (44.7, .inactive), (44.8, .light), (100.6, .moderate), (428.8, .vigorous), (-1, nil),
      (.nan, nil),
    ] as [(Double, ActivityClass?)])
  func `classes follow the bounds`(enmo: Double, activity: ActivityClass?) {
    #expect(ActivityClass(enmo: enmo) == activity)
  }

  @Test func `rejects invalid lengths`() {
    for (rate, seconds) in [(0.0, 5.0), (-1, 5), (.nan, 5), (1, 1), (10, .infinity), (1e9, 5)] {
      #expect(throws: MovementProblem.self) { try MovementEpochs(rate: rate, seconds: seconds) }
    }
  }
}
