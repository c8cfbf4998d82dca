import Foundation
import HaloBluetooth
import HaloHealth
import HaloJournal
import HaloTesting
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
}
