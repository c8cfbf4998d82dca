import HaloFuzzing
import Testing

@Suite("Fuzzed captures")
struct FuzzTests {
  @Test func `4,000 mutated captures cause no trap and no endless loop`() async throws {
    let found = try await CaptureFuzzing.run(count: 4_000, seed: 2026)
    // The mutations leave most of each file intact; otherwise they would test little.
    #expect(found.refusedCount < 800)
    #expect(found.operationCount > 8_000)
    #expect(found.messageCount > 200)
  }

  @Test func `depend only on their seed`() async throws {
    let first = try await CaptureFuzzing.run(count: 1_000, seed: 3)
    let second = try await CaptureFuzzing.run(count: 1_000, seed: 3)
    #expect(first.operationCount == second.operationCount)
    #expect(first.recordCount == second.recordCount)
  }
}
