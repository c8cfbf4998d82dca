import HaloHealth
import HaloJournal
import HaloReports
import Testing

@testable import HaloDashboard

@Suite("The page's language")
struct LanguageTests {
  @Test(
    arguments: [
      ("", []), ("de", ["de"]), ("en;q=0.5, de-AT", ["de-AT", "en"]), ("fr, de;q=0.9,en;q=0.9", ["fr", "de", "en"]),
      ("de;q=0, en", ["en"]), (";;,,;q=", []), ("*;q=0.1,de;q=x", ["*"]),
    ] as [(String, [String])])
  func `languages are ordered by weight`(header: String, tags: [String]) {
    #expect(RequestLanguage.tags(header).filter { !$0.isEmpty } == tags)
  }

  @Test func `a report is in the browser's language, or in the profile's if it has one`() async throws {
    try await PageTestbed.run { bed async throws in
      func steps(_ accepted: String) async throws -> [String?] {
        let answer = try await bed.client.ask(
          "GET", "/api/v2/days/2026-11-20", headers: ["Accept-Language": accepted])
        let figure = answer.json["figures"]?.items?.first { $0["id"]?.text == "steps" }
        return [figure?["name"]?.text, answer.json["date"]?.text]
      }
      #expect(try await steps("en-GB,en;q=0.9") == ["Steps", "2026-11-20"])
      #expect(try await steps("de-DE,de;q=0.9,en;q=0.8") == ["Schritte", "2026-11-20"])
      try bed.journal.change(profileOf: "Ada") { $0.language = "de-CH" }
      #expect(try await steps("en-GB,en;q=0.9") == ["Schritte", "2026-11-20"])
    }
  }

  @Test func `an error is in the browser's language, also without a session`() async throws {
    try await PageTestbed.run(.empty) { bed async throws in
      func errorMessage(_ client: PageClient, _ path: String, _ accepted: String) async throws -> String? {
        try await client.ask("GET", path, headers: ["Accept-Language": accepted]).json["error"]?["message"]?.text
      }
      let otherClient = bed.client.signedOut
      #expect(
        try await errorMessage(otherClient, "/api/v2/status", "de")
          == "Dieser Browser ist nicht angemeldet, oder seine Sitzung ist abgelaufen.")  // prose:allow German
      #expect(
        try await errorMessage(otherClient, "/api/v2/status", "fr")
          == "This browser is not signed in, or its session has ended.")
      #expect(
        try await errorMessage(otherClient, "/api/v2/status?lang=de", "en")
          == "Dieser Browser ist nicht angemeldet, oder seine Sitzung ist abgelaufen.")  // prose:allow German
    }
  }

  @Test func `each listener receives events, including missed ones, in its own language`() async {
    let hub = EventHub()
    let german = Wording(.german)
    let streams = [
      hub.listen(after: nil, hello: [:]), Wording.$current.withValue(german) { hub.listen(after: nil, hello: [:]) },
    ]
    hub.send("device", [:])
    hub.sendProblem(of: nil, Phrase("Not worn."))
    let english = await EventTests.received(streams[0], 3)
    #expect(english[2].contains("Not worn."))
    #expect(await EventTests.received(streams[1], 3)[2].contains("Nicht getragen."))  // prose:allow German
    let last = english[1].split(separator: "\n")[0].dropFirst("id: ".count)
    let missed = Wording.$current.withValue(german) { hub.listen(after: String(last), hello: [:]) }
    #expect(await EventTests.received(missed, 2)[1].contains("Nicht getragen."))  // prose:allow German
  }

  @Test func `the catalog of each language is served without a session`() async throws {
    try await PageTestbed.run(.empty) { bed async throws in
      let otherClient = bed.client.signedOut
      let german = try await otherClient.ask("GET", "/texts/de.json")
      #expect(german.status == 200 && german.json["Sleep"]?.text == "Schlaf")
      #expect(german.body == Language.german.catalogJSON)
      #expect(try await otherClient.ask("GET", "/texts/en.json").body == [UInt8]("{}".utf8))
      #expect(try await otherClient.ask("GET", "/texts/fr.json").status == 404)
    }
  }
}
