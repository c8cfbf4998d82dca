import HaloBluetooth
import HaloTesting
import HaloWearables
import Testing

@testable import HaloColmiRing

/// Bytes that a person writes to a ring with 'halo explore'.
@Suite("What is not written to a ring by hand")
struct WriteRefusalTests {
  private func refusal(_ value: String, of service: BluetoothUUID = ColmiRing.GATT.commandService) -> String? {
    let characteristic = Characteristic(
      uuid: ColmiRing.GATT.commandWrite, service: service, instance: 0, properties: [.write])
    return ColmiRingDriver.refusal(of: bytes(value), to: characteristic).map { "\($0)" }
  }

  @Test(arguments: [
    ("0F", "wait for new firmware"), ("C9", "a test of the factory's"), ("CA", "a test of the factory's"),
    ("08", "'halo power-off' does that"), ("FF", "'halo factory-reset' does that"),
  ])
  func `commands that cannot be undone`(command: String, reason: String) throws {
    #expect(try #require(refusal(command)).contains(reason))
  }

  @Test func `what is no whole packet, with the packet that was meant`() throws {
    let short = try #require(refusal("0300"))
    #expect(short.contains("This has 2; as a packet it is 03000000000000000000000000000003"))
    #expect(try #require(refusal("")).contains("This has 0."))
    #expect(refusal("03000000000000000000000000000003") == nil)
  }

  @Test func `big data that replace firmware, or are not as long as they say`() throws {
    let bigData = ColmiRing.GATT.bigDataService
    #expect(try #require(refusal("BC270100FFFF", of: bigData)).contains("not as long as it says"))
    #expect(try #require(refusal("BC010000FFFF", of: bigData)).contains("replaces a ring's firmware"))
    #expect(try #require(refusal("27", of: bigData)).contains("Big data begin with BC"))
    #expect(refusal("BC270000FFFF", of: bigData) == nil)
  }

  @Test func `other services are not the ring's own`() {
    #expect(refusal("0F", of: 0x180F) == nil)
  }
}
