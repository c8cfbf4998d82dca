import HaloBluetooth
import HaloColmiRing
import HaloHeartRateMonitor
import HaloWearables
import Testing

@Suite("Recognizing a COLMI ring's advertisement")
struct MatchingTests {
  private func match(_ name: String?, services: [BluetoothUUID] = [], company: UInt16? = nil) -> WearableMatch? {
    ColmiRingDriver.match(
      Advertisement(
        device: DeviceID("C3"), name: name, services: services,
        manufacturerData: company.map { [$0: [1]] } ?? [:]))
  }

  private let own = ["6E40FFF0-B5A3-F393-E0A9-E50E24DCCA9E"].compactMap { BluetoothUUID($0) }

  @Test(arguments: [
    "R02_A1B2", "R03_0000", "R06_12", "R09_9D07", "R11C_19FE", "R10_", "COLMI R07_3F", "COLMI R12_33F0",
    "R13_A1B2", "R22_33F0", "H59_04C7", "Y25_0A1B", "Y91_FFFF", "DS_A1B2",
    "COLMI H59_04C7",
  ])
  func `accepts a ring's name`(name: String) {
    #expect(match(name) == .likely)
    #expect(match(name, company: 0x1234) == .certain)
    #expect(match(name, company: 0x004C) == .likely)
  }

  @Test(arguments: [
    "R99 54DC", "R02", "R2_A1", "R23_A1B2", "R01_A1B2", "RX2_11", "Polar H10 5FC", "HORIZON_7.4", "", "R02_XYZ",
    "R02_A1_B2", "DS", "QC", "DS_Sound", "QC_35", "Q_", "O_12", "H59", "Q_Active", "QCY_A1B2", "XQ_A1B2", "DS Lamp",
    "QC_19FE", "Q_04C7", "O_04C7",
  ])
  func `rejects names of other makers, and of other protocols in the same housings`(name: String) {
    #expect(match(name) == nil)
    // The company ID makes an unknown model of this family likely.
    #expect(match(name, company: 0x1234) == .likely)
    #expect(match(nil) == nil)
    #expect(match(nil, company: 0x1234) == .likely)
  }

  @Test func `is certain with the service, and rejects other services`() {
    #expect(match(nil, services: own) == .certain)
    #expect(match("R02_A1B2", services: [0xFDDA]) == nil)
    #expect(match("R02_A1B2", services: [0x56FF]) == nil)
    #expect(match("H59_A1B2", services: [0xFDDA], company: 0x1234) == nil)
    #expect(match("R02_A1B2", services: own) == .certain)
  }

  @Test(arguments: ["QC_A1B2", "O_04C7", "CY01", "G300_77", "R99 54DC", "Camera", ""])
  func `is not certain by the service alone if the name is not a ring's, and camera glasses are no rings`(name: String)
    throws
  {
    let glasses = try #require(BluetoothUUID("7905FFF0-B5CE-4E99-A40F-4B1E122D00D0"))
    #expect(match(name, services: own) == .likely)
    #expect(match(name, services: own + [glasses]) == nil)
    #expect(match("R09_A1B2", services: [glasses] + own, company: 0x1234) == nil)
    #expect(match(nil, services: own + [glasses]) == nil)
  }
}
