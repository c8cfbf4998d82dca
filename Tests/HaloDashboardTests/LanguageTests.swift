#if Dashboard
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
    func `languages are taken in the order of their weights`(header: String, tags: [String]) {
      #expect(RequestLanguage.tags(header).filter { !$0.isEmpty } == tags)
    }

    @Test func `a report is worded as the browser asks, and as the profile says if it names a language`() async throws {
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

    @Test func `the catalog of each language is a file of the page, without a session`() async throws {
      try await PageTestbed.run(isEmpty: true) { bed async throws in
        var stranger = bed.client
        stranger.cookie = nil
        let german = try await stranger.ask("GET", "/texts/de.json")
        #expect(german.status == 200 && german.json["Sleep"]?.text == "Schlaf")
        #expect(german.body == Language.german.catalogJSON)
        #expect(try await stranger.ask("GET", "/texts/en.json").body == [UInt8]("{}".utf8))
        #expect(try await stranger.ask("GET", "/texts/fr.json").status == 404)
      }
    }
  }
#endif
