import HaloFuzzing
import Testing

@Suite("Made-up captures")
struct FuzzTests {
  @Test func `4,000 mutated captures trap nothing and end`() async throws {
    let found = try await CaptureFuzzing.run(count: 4_000, seed: 2026)
    // The mutations leave most of each file whole, or they would prove little.
    #expect(found.refusedCount < 800)
    #expect(found.operationCount > 8_000)
    #expect(found.messageCount > 200)
  }

  @Test("depend on their seed alone")
  func sameAgain() async throws {
    let first = try await CaptureFuzzing.run(count: 1_000, seed: 3)
    let second = try await CaptureFuzzing.run(count: 1_000, seed: 3)
    #expect(first.operationCount == second.operationCount)
    #expect(first.recordCount == second.recordCount)
  }
}
