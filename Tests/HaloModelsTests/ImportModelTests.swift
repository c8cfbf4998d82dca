import HaloTesting
import Foundation
import HaloBluetooth
import HaloDrivers
import HaloHealth
import HaloInterchange
import HaloJournal
import HaloModels
import HaloReports
import HaloSimulatedRadio
import HaloWearables
import Testing

@Suite("Merging another journal on the phone")
@MainActor
struct ImportModelTests {
  /// A journal at home with a week of the ring, exported to a file; the phone has nothing.
  private func atHome(_ place: ModelFixture) async throws -> (file: String, phone: ModelEnvironment) {
    try await place.fill()
    let file = place.folder.path("home.sqlite")
    try place.environment.journal.backUp(to: file)
    let phone = ModelEnvironment(
      journal: try Journal(path: place.folder.path("phone.sqlite")), radio: place.radio, registry: .bundled,
      driver: place.environment.driver)
    return (file, phone)
  }

  @Test func `says what is new, merges it on request, and finds nothing new the second time`() async throws {
    try await ModelFixture.run { place in
      let (file, phone) = try await atHome(place)
      let model = ImportModel(phone)
      try await running({ await model.run() }) {
        model.read(file, name: "home.sqlite")
        await until({ if case .found = model.state { true } else { false } }, on: place.clock)
        guard case .found(let sentences, hasNews: true) = model.state else {
          Issue.record("\(model.state)")
          return
        }
        #expect(sentences.contains { $0.english.contains("Ring") })
        let early = try phone.journal.allDevices()
        #expect(early.isEmpty, "a preview changes nothing")
        model.confirm()
        await until({ if case .done = model.state { true } else { false } }, on: place.clock)
        model.read(file, name: "home.sqlite", isTemporary: true)
        await until({ if case .found = model.state { true } else { false } }, on: place.clock)
        guard case .found(_, hasNews: false) = model.state else {
          Issue.record("\(model.state)")
          return
        }
        model.close()
        try await place.clock.sleep(for: .seconds(1))
      }
      #expect(!FileManager.default.fileExists(atPath: file), "a temporary copy is deleted")
      let (home, here) = (place.environment.journal, phone.journal)
      let date = SimulatedHome.morning.date.adding(days: -1)
      #expect(try here.nights(from: date, to: date) == home.nights(from: date, to: date))
      #expect(
        try here.healthDay(date, wearer: "me", .bundled).records == home.healthDay(date, wearer: "me", .bundled).records
      )
    }
  }

  @Test func `a file that is no journal, and a journal of several people, change nothing and say what to do`()
    async throws
  {
    try await ModelFixture.run { place in
      let (_, phone) = try await atHome(place)
      let model = ImportModel(phone)
      let text = place.folder.path("text.sqlite")
      try Data("no journal".utf8).write(to: URL(fileURLWithPath: text))
      let family = place.folder.path("family.sqlite")
      let other = try Journal(path: family)
      for (place, wearer) in [("A", "Ada"), ("B", "Bob")] {
        _ = try other.pair(
          DeviceID("C3:48:9A:00:00:0\(place)"), family: "colmi-ring", name: place, wearer: wearer, at: phone.now)
      }
      try await running({ await model.run() }) {
        for file in [text, family] {
          model.read(file, name: "it")
          await until({ if case .failed = model.state { true } else { false } }, on: place.clock)
          guard case .failed(let problem) = model.state else { return }
          #expect(problem.what.english.contains("it ") && !problem.advice.english.contains("halo"))
        }
      }
      #expect(try phone.journal.allDevices().isEmpty)
    }
  }
}
