import Foundation
import HaloDrivers
import HaloTesting
import KitchenScale
import Testing
import VirtualKitchenScale

@Suite("A kitchen scale in a simulated home")
struct ScaleTests {
  private static let registry = DriverRegistry(DriverRegistry.bundled.drivers + [ScaleDriver.self])

  @Test func `is synced whenever it wakes`() { #expect(ScaleDriver.storesDays) }

  @Test func `a sync stores the stable weights, and tare sets them to 0`() async throws {
    try await SimulatedHome.run(registry: Self.registry) { home in
      let device = try await home.pair(VirtualScale(halfGrams: -37))
      _ = try await home.engine.sync(device)
      let weights = try home.samples(of: .grams)
      #expect(weights.count >= 18)
      #expect(weights.allSatisfy { $0.value == -18.5 })
      #expect(try home.bytes(of: try #require(weights.first)) == [[0x01, 0xDB, 0xFF]])

      let tare = try #require(ScaleDriver.actions.first).request()
      #expect(try await home.engine.perform(tare, on: device).english == "The scale shows 0 g.")
      _ = try await home.engine.sync(device)
      #expect(try home.samples(of: .grams).last?.value == 0)
    }
  }

  @Test(
    arguments: [[0x00, 0x10, 0x00], [0x01, 0x10], [], [0x01, 0x10, 0x00, 0x00], [0x01, 0x00, 0x80]] as [[UInt8]])
  func `bytes that are no stable weight in range become no sample`(bytes: [UInt8]) {
    let frame = RecordedFrame(
      device: DeviceID("D0:C5:C0:00:00:02"), direction: .received, characteristic: ScaleDriver.weight, bytes: bytes,
      time: Date(timeIntervalSince1970: 1_790_000_000), zone: "GMT", secondsFromGMT: 0)
    #expect(ScaleDriver.read([frame], advertisedName: nil).statements.isEmpty)
  }

  @Test func `has its own German texts`() {
    let german = Wording(.german)
    let texts =
      [ScaleDriver.family.name, ScaleDriver.family.searchAdvice, Metric.grams.title].compactMap(\.self)
      + ScaleDriver.actions.map(\.name)
    for text in texts { #expect(text.text(in: german) != text.english, "\(text) has no German") }
  }
}
