import GRDB
import HaloBluetooth
import HaloColmiRing
import HaloDrivers
import HaloEngine
import HaloHealth
import HaloReports
import HaloTesting
import HaloVirtualDevices
import HaloWearables
import Testing

@testable import HaloJournal

/// What the journal stores is an id, so a text can be changed without any loss of history.
@Suite("The ids and texts of every family")
struct FamilyIDTests {
  private static func isID(_ text: String) -> Bool { text.wholeMatch(of: #/[a-z0-9]+(-[a-z0-9]+)*/#) != nil }

  /// The families, by the devices that they are paired with.
  enum Kind: CaseIterable { case oldRing, ring, ringWithIntervals, watch, strap, treadmill }

  private func pair(_ kind: Kind, _ home: SimulatedHome) async throws -> Device {
    let (wearer, time) = (SimulatedPerson(seed: 1), home.time)
    return switch kind {
    case .oldRing: try await home.pair(VirtualColmiRing(.r02Old, wearer: wearer) { time.wallClock })
    case .ring: try await home.pair(VirtualColmiRing(.r12, wearer: wearer) { time.wallClock })
    case .ringWithIntervals: try await home.pair(VirtualColmiRing(.r10, wearer: wearer) { time.wallClock })
    case .watch: try await home.pair(VirtualEverestW311(wearer: wearer) { time.wallClock })
    case .strap: try await home.pair(VirtualHeartRateMonitor(.strap, seed: 1))
    case .treadmill: try await home.pair(VirtualFitnessMachine(.treadmill, device: DeviceID("T"), name: "Treadmill"))
    }
  }

  @Test(arguments: Kind.allCases)
  func `every stored log and setting of a sync is an id with a name`(kind: Kind) async throws {
    try await SimulatedHome.run(registry: .bundled) { home in
      let device = try await pair(kind, home)
      let family = try #require(home.engine.registry.family(device.family))
      let report = try await home.engine.sync(device)
      let stored = try home.journal.read {
        try String.fetchAll($0, sql: "SELECT log FROM statement UNION SELECT log FROM coverage")
      }
      for log in stored.map(LogID.init(rawValue:)) + report.unsupported + report.missed {
        #expect(Self.isID(log.rawValue), "\(log.rawValue)")
        #expect(family.name(of: log).key != "%@", "\(log.rawValue) has no name")
      }
      let settings = try home.journal.settingsHistory(of: device)
      #expect(settings.compactMap { AutomaticMeasurement(storedName: $1, value: $2) } == report.settings)
      switch kind {
      case .oldRing, .ring, .ringWithIntervals:
        #expect(Set(stored).isSuperset(of: ["activity", "heart-rate", "spo2"]) && !settings.isEmpty, "\(stored)")
      case .watch: #expect(Set(stored).isSuperset(of: ["activity", "heart-rate", "sleep"]), "\(stored)")
      case .strap, .treadmill: break
      }
    }
  }

  @Test(arguments: DriverRegistry.bundled.drivers.map { $0.family })
  func `a family's abilities have ids, and its texts are German`(family: WearableFamily) throws {
    let ids = [family.id] + family.abilities.map(\.id) + family.inabilities.map(\.id)
    #expect(ids.allSatisfy(Self.isID), "\(ids)")
    let driver = try #require(DriverRegistry.bundled.driver(family.id))
    let texts =
      [family.name, family.searchWords, family.searchAdvice, family.rawSearchWords, family.caution].compactMap(\.self)
      + family.abilities.map(\.words) + family.inabilities.flatMap { [$0.words, $0.reason] }
      + driver.pickerDescriptors.map(\.name)
    // A model's name is the same in every language.
    for text in texts where text.key != "%@" { #expect(Language.german.catalog[text.key] != nil, "\(text)") }
  }

  @Test func `the automatic measurements that a ring lists have their settings`() async throws {
    try await SimulatedHome.run(registry: .bundled) { home in
      let device = try await pair(.ring, home)
      _ = try await home.engine.sync(device)
      let report = try DeviceReport(device, home.journal, .bundled, now: Moment.noon)
      let words = Dictionary(uniqueKeysWithValues: report.can.map { ($0.id, $0.words) })
      #expect(words["heart-rate"]?.english == "Heart rate: every 5 minutes")
      #expect(words["spo2"]?.english == "SpO₂: on" && words["stress"]?.english == "Stress: on")
      #expect(words["hrv"]?.text(in: Wording(.german)) == "HRV: an")
    }
  }
}
