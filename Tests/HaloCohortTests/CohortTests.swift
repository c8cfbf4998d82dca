import Foundation
import HaloCohort
import HaloDrivers
import HaloHealth
import HaloJournal
import HaloTesting
import Testing

@Suite struct CohortTests {
  private struct Truth: Decodable {
    struct Day: Decodable {
      let date: String
      let steps: Int
      let isTold: Bool
      let isMoved: Bool
    }
    struct Light: Decodable {
      let bpm: [Double]
    }
    let days: [Day]
    let lights: [Light]
  }

  private func truth(_ folder: TemporaryFolder, _ name: String) throws -> Truth {
    try JSONDecoder().decode(Truth.self, from: Data(contentsOf: folder.url.appending(path: "\(name)/truth.json")))
  }

  @Test func `each person has a journal, whose complete days equal the true ones`() async throws {
    let folder = try TemporaryFolder()
    try await Cohort(count: 2, days: 6, seed: 1).simulate(in: folder.url, registry: .bundled)
    var (compared, lights) = (0, 0)
    for name in ["w1", "w2"] {
      let journal = try Journal(path: folder.path("\(name)/journal.sqlite"))
      #expect(try journal.wearers() == [name])
      let truth = try truth(folder, name)
      for day in truth.days where day.isTold && !day.isMoved {
        let date = try #require(CalendarDate(day.date))
        #expect(try journal.movement(of: name, from: date, to: date)[date]?.steps == day.steps, "\(name) \(day.date)")
        compared += 1
      }
      lights += truth.lights.count
      #expect(truth.lights.allSatisfy { $0.bpm.count == 120 && $0.bpm.allSatisfy { (40...200).contains($0) } })
    }
    #expect(compared > 5 && lights == 2)
  }

  @Test func `the same seed gives the same people, and existing folders are kept`() async throws {
    let (one, other) = (try TemporaryFolder(), try TemporaryFolder())
    try await Cohort(count: 2, days: 2, seed: 9).simulate(in: one.url, registry: .bundled)
    try FileManager.default.createDirectory(at: other.url.appending(path: "w2"), withIntermediateDirectories: true)
    try await Cohort(count: 2, days: 2, seed: 9).simulate(in: other.url, registry: .bundled)
    func file(_ folder: TemporaryFolder) throws -> Data {
      try Data(contentsOf: folder.url.appending(path: "w1/truth.json"))
    }
    let keys = try [file(one), file(other)].map { try JSONSerialization.jsonObject(with: $0) as? NSDictionary }
    #expect(keys[0] != nil && keys[0] == keys[1])
    #expect(try FileManager.default.contentsOfDirectory(atPath: other.path("w2")).isEmpty)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: one.path("w1")).sorted() == ["journal.sqlite", "truth.json"])
  }
}
