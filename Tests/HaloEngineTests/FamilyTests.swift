import HaloBluetooth
import HaloDrivers
import HaloEngine
import HaloText
import HaloWearables
import Testing

@Suite("Families of advertisements")
struct FamilyTests {
  @Test func `there are at least two hundred samples`() {
    #expect(SampleAdvertisement.all.count >= 200)
    for driver in DriverRegistry.bundled.drivers {
      #expect(SampleAdvertisement.all.contains { $0.family == driver.family.id }, "no sample of \(driver.family.id)")
    }
  }

  @Test func `every driver accepts its own family's, and no other's as certain`() {
    for made in SampleAdvertisement.all {
      let name = "\(made.advertisement.name ?? "(no name)") \(made.advertisement.services)"
      // No bundled driver accepts a family that this version does not support.
      let family = made.family.flatMap { DriverRegistry.bundled.driver($0)?.family.id }
      if made.family == nil || family != nil {
        #expect(DriverRegistry.bundled.driver(for: made.advertisement)?.family.id == family, "\(name)")
      }
      for driver in DriverRegistry.bundled.drivers where driver.family.id != made.family {
        // Machines and watches may also advertise a heart rate.
        let match = driver.match(made.advertisement)
        let isBeside = family != nil && made.advertisement.services.contains(0x180D)
        if made.family == nil || family != nil {
          #expect(match == nil || (isBeside && match == .likely), "\(driver.family.id) takes \(name)")
        }
      }
    }
  }

  @Test func `identification agrees with the driver, if there is one`() {
    for made in SampleAdvertisement.all {
      let what = Identification(made.advertisement, registry: .bundled)
      #expect((what.verdict == .supported) == (DriverRegistry.bundled.driver(for: made.advertisement) != nil))
      #expect(what.families.first?.id == DriverRegistry.bundled.driver(for: made.advertisement)?.family.id)
      #expect(!what.kind.english.isEmpty)
    }
  }
}

@Suite("Identification")
struct IdentificationTests {
  private func identify(
    _ name: String?, _ advertised: [BluetoothUUID] = [], company: UInt16? = nil, services: [BluetoothUUID]? = nil
  ) -> Identification {
    Identification(
      Advertisement(
        device: DeviceID("C3"), name: name, services: advertised, manufacturerData: company.map { [$0: [1]] } ?? [:]),
      services: services, registry: .bundled)
  }

  private static let ring = BluetoothUUID(high: 0x6E40_FFF0_B5A3_F393, low: 0xE0A9_E50E_24DC_CA9E)
  private static let smartHealth = BluetoothUUID(high: 0xBE94_0000_7333_BE46, low: 0xB7AE_689E_7172_2BD5)

  @Test func `a ring is likely by its name and certain by its services`() {
    let seen = identify("R02_A1B2")
    #expect(seen.verdict == .supported)
    #expect(!seen.isCertain)
    let visited = identify("R02_A1B2", services: [0x180A, Self.ring])
    #expect(visited.verdict == .supported)
    #expect(visited.isCertain)
    #expect(identify("Anything", services: [Self.ring]).families.map(\.id) == ["colmi-ring"])
  }

  @Test func `a ring with another protocol is identified by that protocol`() {
    for (services, word) in [([Self.smartHealth], "SmartHealth"), ([0xFDDA], "Da Rings"), ([0x56FF], "jring")] {
      for what in [identify("R02_A1B2", services), identify("R02_A1B2", services: services)] {
        #expect(what.verdict == .lookalike)
        #expect(what.kind.english.contains(word))
        #expect(what.families.isEmpty)
      }
    }
    let named = identify("R99 54DC")
    #expect(named.verdict == .lookalike)
    #expect(!named.isCertain)
  }

  @Test func `a ring's name and company without a ring's services are a lookalike`() {
    let what = identify("R02_A1B2", company: 0x1234, services: [0x180A, 0xFFF0])
    #expect(what.verdict == .lookalike)
    #expect(what.kind.english.contains("looks like a COLMI"))
  }

  @Test func `other kinds of devices`() {
    #expect(identify("Scale", [0x181D]).families.map(\.id) == ["health-device"])
    // Scales with a format of their own in the place of the standard one.
    #expect(identify("MI_SCALE", [0x181D]).verdict == .standard && identify("MIBCS", [0x181B]).verdict == .standard)
    #expect(identify("Sensor", [0x1816]).verdict == .standard)
    #expect(identify(nil, company: 0x004C).verdict == .other)
    #expect(identify("Thing").verdict == .unknown)
    #expect(identify("Thing", services: [0xFFF0]).verdict == .unknown)
    // A monitor that is also a treadmill is a treadmill first.
    #expect(identify("T", services: [0x180D, 0x1826]).families.map(\.id).first == "fitness-machine")
  }
}
