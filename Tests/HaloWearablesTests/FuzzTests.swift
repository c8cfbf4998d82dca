import HaloFuzzing
import HaloSimulatedRadio
import HaloWearables
import Testing

@Suite("Made-up input")
struct FuzzTests {
  @Test("traps nothing and loses nothing: 100,000 frames an entry point", arguments: FuzzTarget.allCases)
  func fuzz(target: FuzzTarget) throws {
    try target.run(count: 100_000, seed: 2026)
  }
}
