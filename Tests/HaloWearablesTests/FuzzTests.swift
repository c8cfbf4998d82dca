import HaloBluetooth
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

  @Test("of a watch traps nothing, loses nothing, and is written as it was read: 20,000 frames")
  func watch() throws {
    try WatchFuzzing.run(count: 20_000, seed: 2026)
  }

  @Test(
    "of a characteristic traps nothing, and is written as it was read", arguments: CharacteristicFuzzing.entryPoints)
  func characteristics(uuid: BluetoothUUID) throws {
    try CharacteristicFuzzing.run(uuid, count: 5000, seed: 2026)
  }
}
