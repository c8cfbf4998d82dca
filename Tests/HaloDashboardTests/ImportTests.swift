import Foundation
import HaloBluetooth
import HaloHealth
import HaloJournal
import HaloTesting
import Synchronization
import Testing

@testable import HaloDashboard

struct ImportTests {
  private static let header = "start,end,metric,value,unit,source,device,identifier,wearer,doubtful,sleep\n"
  /// Two heart rates of a watch.
  private static let file = [UInt8](
    (header + "2026-11-18T08:00:00+01:00,,heart-rate,61,bpm,log,Watch,watch,Ada,0,\n"
      + "2026-11-19T08:00:00+01:00,,heart-rate,62,bpm,log,Watch,watch,Ada,0,\n").utf8)

  private func preview(_ client: PageClient, _ name: String = "pulse.csv", _ bytes: [UInt8] = file) async throws
    -> JSON
  {
    let answer = try await client.upload("/import/preview?name=\(name)", bytes)
    #expect(answer.status == 200, "\(answer.text)")
    // Otherwise browsers would send the next request on the connection, which is closed.
    #expect(answer.headers["connection"] == "close")
    return answer.json
  }

  @Test func `a preview imports nothing, and its id imports the file once`() async throws {
    try await PageTestbed.run { bed async throws in
      let before = try await bed.client.get("/export?format=csv").text
      let preview = try await preview(bed.client)
      #expect(try await bed.client.get("/export?format=csv").text == before)
      #expect(Schema.problems(preview, "ImportPreview") == [])
      #expect(preview["file"] == "pulse.csv" && preview["new"] == 2)
      let source = try #require(preview["sources"]?.items?.first)
      #expect(source["name"] == "Watch")
      let amount = try #require(source["amounts"]?.items?.first)
      #expect(amount["title"] == "Heart rate" && amount["all"] == 2 && amount["new"] == 2)
      #expect(amount["first"] == "2026-11-18" && amount["last"] == "2026-11-19")
      let id = try #require(preview["id"]?.text)
      let done = try await bed.client.ask("POST", "/api/v2/import/\(id)", [:])
      #expect(done.status == 200 && done.json["added"]?["Watch"] == 2)
      #expect(Schema.problems(done.json, "Imported") == [])
      #expect(try bed.journal.importRuns().map(\.file) == ["pulse.csv"])
      #expect(try await bed.client.ask("POST", "/api/v2/import/\(id)", [:]).status == 404)
      // The same file again has nothing new.
      #expect(try await self.preview(bed.client)["new"] == 0)
    }
  }

  @Test func `the preview and the result name the zone of local times, and that the file is cut off`() async throws {
    try await PageTestbed.run { bed async throws in
      let cut = """
        <HealthData>
        <Record type="HKQuantityTypeIdentifierRestingHeartRate" sourceName="Watch" unit="count/min" \
        startDate="2026-11-17 08:00:00 +0100" endDate="2026-11-17 20:00:00 +0100" value="57"/>

        """
      let preview = try await preview(bed.client, "export.xml", [UInt8](cut.utf8))
      #expect(Schema.problems(preview, "ImportPreview") == [])
      let notes = preview["notes"]?.items?.compactMap(\.text) ?? []
      #expect(notes.count == 2 && notes[0].contains("cut off") && notes[1].contains("may be an hour off"), "\(notes)")
      let id = try #require(preview["id"]?.text)
      let done = try await bed.client.ask("POST", "/api/v2/import/\(id)", [:])
      #expect(done.status == 200 && done.json["added"]?["Watch"] == 1)
      #expect(done.json["words"]?.text?.contains("cut off") == true, "\(done.text)")
    }
  }

  @Test func `a canceled preview and one of another browser cannot be imported`() async throws {
    try await PageTestbed.run { bed async throws in
      let id = try #require(try await preview(bed.client)["id"]?.text)
      let other = try await bed.client.signedIn(to: bed.page)
      #expect(try await other.ask("POST", "/api/v2/import/\(id)", [:]).status == 404)
      #expect(try await bed.client.ask("DELETE", "/api/v2/import/\(id)", [:]).status == 200)
      #expect(try await bed.client.ask("POST", "/api/v2/import/\(id)", [:]).status == 404)
      // A browser has one waiting file.
      let first = try #require(try await preview(bed.client)["id"]?.text)
      let second = try #require(try await preview(bed.client)["id"]?.text)
      #expect(try await bed.client.ask("POST", "/api/v2/import/\(first)", [:]).status == 404)
      #expect(try await bed.client.ask("POST", "/api/v2/import/\(second)", [:]).status == 200)
    }
  }

  @Test func `an import is listed, and undone after a confirmation`() async throws {
    try await PageTestbed.run { bed async throws in
      let before = try await bed.client.get("/export?format=csv").text
      let id = try #require(try await preview(bed.client)["id"]?.text)
      let number = try #require(try await bed.client.ask("POST", "/api/v2/import/\(id)", [:]).json["number"]?.double)
      let imports = try await bed.client.get("/imports").json
      #expect(Schema.problems(imports, "Imports") == [])
      let listed = try #require(imports["imports"]?.items)
      #expect(listed.count == 1 && listed[0]["file"] == "pulse.csv" && listed[0]["number"]?.double == number)
      #expect(listed[0]["devices"]?.items == ["Watch"])
      let path = "/api/v2/imports/\(Int(number))/undo"
      let asked = try await bed.client.ask("POST", path, [:])
      #expect(asked.status == 409)
      let confirmed = asked.confirming()
      #expect(try await bed.client.ask("POST", path, confirmed).status == 200)
      #expect(try await bed.client.get("/export?format=csv").text == before)
      #expect(try await bed.client.get("/imports").json["imports"]?.items == [])
      #expect(try await bed.client.ask("POST", path, confirmed).status == 404)
    }
  }

  // Over TCP: large files.
  @Test func `a journal is previewed and merged`() async throws {
    try await PageTestbed.run(tcpSpeed: 1) { bed async throws in
      let backup = try await bed.client.get("/backup").body
      let same = try await preview(bed.client, "backup.sqlite", backup)
      #expect(same["format"] == "Halo journal" && same["new"] == 0)
      #expect(Schema.problems(same, "ImportPreview") == [])
      try await PageTestbed.run(.empty, tcpSpeed: 1) { other async throws in
        let preview = try await preview(other.client, "backup.sqlite", backup)
        #expect(preview["sources"]?.items?.first?["name"] == "Ring")
        #expect(preview["notes"]?.items?.isEmpty == false)
        #expect(try other.journal.allDevices().isEmpty)
        let id = try #require(preview["id"]?.text)
        #expect(try await other.client.ask("POST", "/api/v2/import/\(id)", [:]).status == 200)
        #expect(try other.journal.facts().samples == bed.journal.facts().samples)
      }
    }
  }

  // MARK: Workouts, and the death of the process that reads

  @Test(arguments: ["/import?name=a.csv", "/import/preview?name=a.csv"])
  func `an upload that began before a workout is refused when it ends during the workout`(_ path: String) async throws {
    try await PageTestbed.run(isGym: true) { bed async throws in
      let begun = Mutex(0)
      var transport = try #require(bed.client.transport as? MemoryTransport)
      transport.atHalf = {
        guard begun.withLock({ $0 }) == 0 else { return }
        let status = try? await WorkoutTests.begin(bed).status
        begun.withLock { $0 = status ?? 0 }
      }
      let client = PageClient(transport: transport, cookie: bed.client.cookie)
      let answer = try await client.upload(path, Self.file)
      #expect(begun.withLock { $0 } == 202)
      #expect(answer.status == 409 && answer.json["error"]?["code"] == "workoutRuns", "\(answer.text)")
      #expect(try bed.journal.importRuns().isEmpty)
      #expect(try await bed.client.ask("POST", "/api/v2/workouts/now/end").status == 200)
      #expect(try await bed.client.upload(path, Self.file).status == 200)
    }
  }

  @Test func `a file that was read before a workout is imported after it`() async throws {
    try await PageTestbed.run(isGym: true) { bed async throws in
      let id = try #require(try await preview(bed.client)["id"]?.text)
      #expect(try await WorkoutTests.begin(bed).status == 202)
      let refused = try await bed.client.ask("POST", "/api/v2/import/\(id)", [:])
      #expect(refused.status == 409 && refused.json["error"]?["code"] == "workoutRuns", "\(refused.text)")
      #expect(try bed.journal.importRuns().isEmpty)
      #expect(try await bed.client.ask("POST", "/api/v2/workouts/now/end").status == 200)
      #expect(try await bed.client.ask("POST", "/api/v2/import/\(id)", [:]).status == 200)
    }
  }

  @Test func `no workout begins while a file is read, kept or undone`() async throws {
    let shared = Mutex<PageTestbed?>(nil)
    let refusals = Mutex<[String]>([])
    try await PageTestbed.run(
      isGym: true,
      imports: { _, answer in
        let bed = try #require(shared.withLock { $0 })
        let refused = try await WorkoutTests.begin(bed)
        refusals.withLock { $0.append("\(refused.status) \(refused.json["error"]?["message"]?.text ?? "")") }
        return answer()
      }
    ) { bed async throws in
      shared.withLock { $0 = bed }
      let id = try #require(try await preview(bed.client)["id"]?.text)
      let done = try await bed.client.ask("POST", "/api/v2/import/\(id)", [:])
      #expect(done.status == 200)
      let undo = "/api/v2/imports/\(Int(done.json["number"]?.double ?? 0))/undo"
      let asked = try await bed.client.ask("POST", undo, [:])
      #expect(try await bed.client.ask("POST", undo, asked.confirming()).status == 200)
      let words = "409 A file is being read, or data is being imported or erased."
      #expect(refusals.withLock { $0 } == [words, words, words])
      #expect(try await WorkoutTests.begin(bed).status == 202)
      shared.withLock { $0 = nil }
    }
  }

  @Test func `the death of the process that reads a file is an error that names the file`() async throws {
    let deaths = Mutex<[ImportProcessEnd]>([.unexpected("signal 4"), .tooSlow])
    try await PageTestbed.run(imports: { _, answer in
      if let death = deaths.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) { throw death }
      return answer()
    }) { bed async throws in
      let killed = try await bed.client.upload("/import/preview?name=evil.sqlite", Self.file)
      #expect(killed.status == 400)
      #expect(
        killed.json["error"]?["message"]
          == "The work on evil.sqlite ended unexpectedly (signal 4). Nothing was imported.")
      #expect(killed.json["error"]?["advice"]?.text?.isEmpty == false)
      let late = try await bed.client.upload("/import?name=evil.sqlite", Self.file)
      #expect(late.status == 400)
      #expect(
        late.json["error"]?["message"]
          == "The work on evil.sqlite took longer than 5 minutes and was ended. Nothing was imported.")
      #expect(try bed.journal.importRuns().isEmpty)
      #expect(try await bed.client.upload("/import?name=a.csv", Self.file).status == 200)
    }
  }

  @Test func `an error names what a process had done before it died`() async throws {
    let diesAfterwards = Mutex(true)
    try await PageTestbed.run(imports: { task, answer in
      if case .read = task { return answer() }
      if diesAfterwards.withLock({ $0 }) { _ = answer() }
      throw ImportProcessEnd.unexpected("signal 9")
    }) { bed async throws in
      func words(_ answer: PageClient.Answer) -> String? { answer.json["error"]?["message"]?.text }
      let kept = try await bed.client.upload("/import?name=a.csv", Self.file)
      #expect(words(kept) == "The work on a.csv ended unexpectedly (signal 9). It was imported.")
      let run = try #require(try bed.journal.importRuns().first)
      for (isDone, text) in [(false, "The import was not undone."), (true, "The import was undone.")] {
        diesAfterwards.withLock { $0 = isDone }
        let asked = try await bed.client.ask("POST", "/api/v2/imports/\(run.id)/undo", [:])
        let undone = try await bed.client.ask("POST", "/api/v2/imports/\(run.id)/undo", asked.confirming())
        #expect(words(undone) == "The work on a.csv ended unexpectedly (signal 9). \(text)")
        #expect(try bed.journal.importRuns().isEmpty == isDone)
      }
      diesAfterwards.withLock { $0 = false }
      let lost = try await bed.client.upload("/import?name=a.csv", Self.file)
      #expect(words(lost)?.contains("(signal 9). Nothing was imported, or, of a journal, ") == true)
    }
  }

  @Test func `a browser whose session ended during its upload imports nothing`() async throws {
    try await PageTestbed.run { bed async throws in
      let other = try await bed.client.signedIn(to: bed.page)
      var transport = try #require(bed.client.transport as? MemoryTransport)
      transport.atHalf = {
        let sessions = try? await bed.client.get("/sessions").json["sessions"]?.items
        for session in sessions ?? [] where session["current"] != true {
          _ = try? await bed.client.ask("DELETE", "/api/v2/session/\(session["id"]?.text ?? "")")
        }
      }
      let client = PageClient(transport: transport, cookie: other.cookie)
      #expect(try await client.upload("/import?name=a.csv", Self.file).status == 401)
      #expect(try bed.journal.importRuns().isEmpty)
    }
  }
}
