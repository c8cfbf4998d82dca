import HaloBluetooth
import HaloFuzzing
import HaloSimulatedRadio
import HaloWearables
import Testing

@Suite("Made-up input")
struct FuzzTests {
  @Test(arguments: FuzzTarget.allCases)
  func `10,000 random frames for each decoder trap nothing and lose nothing`(target: FuzzTarget) throws {
    try target.run(count: 10_000, seed: 2026)
  }

  @Test func `5,000 random frames of the watch trap nothing, lose nothing, and are encoded as they were decoded`()
    throws
  {
    try WatchFuzzing.run(count: 5_000, seed: 2026)
  }

  @Test(
    "of a characteristic traps nothing, and is written as it was read", arguments: CharacteristicFuzzing.entryPoints)
  func characteristics(uuid: BluetoothUUID) throws {
    try CharacteristicFuzzing.run(uuid, count: 1000, seed: 2026)
  }
}
