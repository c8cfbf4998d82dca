import Foundation
import Testing
@testable import HaloVirtualWearables
@Suite struct Scratch {
  @Test func some() async throws {
    for seed in UInt64(ProcessInfo.processInfo.environment["SEED"]!)!...UInt64(ProcessInfo.processInfo.environment["LAST"]!)! {
      FileHandle.standardError.write(Data("seed \(seed) \(BadWeek(seed: seed).incidents)\n".utf8))
      let o = try await BadLinkTests().live(through: BadWeek(seed: seed))
      FileHandle.standardError.write(Data("   \(Date().timeIntervalSinceReferenceDate) \(o)\n".utf8))
    }
  }
}
