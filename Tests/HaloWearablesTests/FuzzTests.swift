import HaloBluetooth
import HaloFuzzing
import HaloSimulatedRadio
import HaloWearables
import Testing

@Suite("Fuzzed input")
struct FuzzTests {
  @Test(arguments: FuzzTarget.allCases)
  func `decodes 10,000 random frames per decoder without a trap or a lost frame`(target: FuzzTarget) throws {
    try target.run(count: 10_000, seed: 2026)
  }

  @Test func `decodes 5,000 random frames of the watch without a trap or a lost frame, and encodes them unchanged`()
    throws
  {
    try WatchFuzzing.run(count: 5_000, seed: 2026)
  }

  @Test(arguments: CharacteristicFuzzing.entryPoints)
  func `of a characteristic does not trap, and is encoded unchanged`(uuid: BluetoothUUID) throws {
    try CharacteristicFuzzing.run(uuid, count: 1000, seed: 2026)
  }
}
