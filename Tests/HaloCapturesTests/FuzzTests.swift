import HaloFuzzing
import Testing

@Suite("Made-up captures")
struct FuzzTests {
  @Test("trap nothing and end: 20,000 of them")
  func fuzz() async throws {
    let found = try await CaptureFuzzing.run(count: 20_000, seed: 2026)
    // The mutations leave most of each file whole, or they would prove little.
    #expect(found.refusedCount < 4_000)
    #expect(found.operationCount > 40_000)
    #expect(found.messageCount > 1_000)
  }

  @Test("depend on their seed alone")
  func sameAgain() async throws {
    let first = try await CaptureFuzzing.run(count: 1_000, seed: 3)
    let second = try await CaptureFuzzing.run(count: 1_000, seed: 3)
    #expect(first.operationCount == second.operationCount)
    #expect(first.recordCount == second.recordCount)
  }
}
