import HaloText
import Foundation
import HaloHealth
import HaloJournal
import HaloReports
import Testing

@testable import HaloDashboard

struct DescriptionTests {
  static let description = JSON(parsing: Site.description) ?? .null

  /// Paths with a GET method, with values for their parameters.
  static let asked: [(path: String, ask: String)] = [
    ("/openapi.json", "/openapi.json"), ("/session", "/session"), ("/sessions", "/sessions"), ("/status", "/status"),
    ("/days/{date}", "/days/2026-11-20"), ("/days/{date}", "/days/2026-11-19"), ("/days/{date}", "/days/2026-01-01"),
    ("/days/{date}", "/days/2026-12-24"), ("/nights/{date}", "/nights/2026-11-20"),
    ("/nights/{date}", "/nights/2026-11-18"), ("/nights/{date}", "/nights/2025-11-18"),
    ("/nights", "/nights?from=2026-10-20&to=2026-11-20"), ("/heart/{date}", "/heart/2026-11-19"),
    ("/heart/{date}", "/heart/2020-02-29"), ("/heart", "/heart?from=2025-11-21&to=2026-11-20"),
    ("/activity/{date}", "/activity/2026-11-19"), ("/activity/{date}", "/activity/2026-12-01"),
    ("/activity", "/activity?from=2026-11-01&to=2026-11-20"),
    ("/workouts", "/workouts?from=2026-11-01&to=2026-11-20"), ("/workouts/now", "/workouts/now"),
    ("/explain/{id}", "/explain/heart-rate@2026-11-19T12:00:00+01:00"),
    ("/explain/{id}", "/explain/heart-rate@2026-11-19T12%3A00%3A00%2B01%3A00"),
    ("/explain/{id}", "/explain/resting-heart-rate@2026-11-19"), ("/explain/{id}", "/explain/movement@2026-11-19"),
    ("/explain/{id}", "/explain/night-account@2026-11-19"), ("/devices", "/devices"),
    ("/devices/{id}/battery", "/devices/1/battery"), ("/data", "/data"),
    ("/imports", "/imports"),
  ]

  private func check(_ bed: PageTestbed, _ asked: [(path: String, ask: String)]) async throws {
    for (path, ask) in asked {
      let answer = try await bed.client.get(ask)
      #expect(answer.status == 200, "\(ask): \(answer.text.prefix(300))")
      let schema = Self.description["paths"]?[path]?["get"]?["responses"]?["200"]?["content"]?["application/json"]?[
        "schema"]
      let problems = Schema(root: Self.description).problems(answer.json, try #require(schema, "\(path)"), at: ask)
      #expect(problems.isEmpty, "\(problems.prefix(5))")
    }
  }

  @Test func `every read matches its schema`() async throws {
    try await PageTestbed.run { bed in try await check(bed, Self.asked) }
  }

  @Test func `every read of an empty journal matches its schema`() async throws {
    try await PageTestbed.run(.empty) { bed in
      try await check(bed, Self.asked.filter { !$0.path.contains("explain") && !$0.path.contains("{id}") })
    }
  }

  /// Optional members are in no response of a journal that lacks them, so the type itself is compared.
  @Test func `every member of a workout is described`() async throws {
    try await PageTestbed.run { bed in
      let stored = try #require(try bed.journal.workouts(of: "Ada").first)
      let report = try Reports(journal: bed.journal, wearer: "Ada").workout(stored)
      for (name, value) in [("Workout", report as Any), ("WorkoutCount", WorkoutCount(source: "rower"))] {
        let described = Self.description["components"]?["schemas"]?[name]?["properties"]?.names ?? []
        #expect(Set(Mirror(reflecting: value).children.compactMap(\.label)).subtracting(described) == [], "\(name)")
      }
    }
  }

  @Test func `every response object is closed, and requires only members that it describes`() {
    var objects = 0
    func check(_ schema: JSON, _ place: String) {
      let names = schema["properties"]?.names ?? []
      if schema["type"] == "object" {
        objects += 1
        #expect(schema["additionalProperties"] != nil, "\(place)")
      }
      let required = schema["required"]?.items?.compactMap(\.text) ?? []
      #expect(Set(required).isSubset(of: names), "\(place)")
      for name in names { check(schema["properties"]?[name] ?? .null, "\(place).\(name)") }
      if let items = schema["items"] { check(items, "\(place)[]") }
    }
    for name in Self.description["components"]?["schemas"]?.names ?? [] {
      check(Self.description["components"]?["schemas"]?[name] ?? .null, name)
    }
    #expect(objects > 50)
    for path in Self.description["paths"]?.names ?? [] {
      for method in Self.description["paths"]?[path]?.names ?? [] {
        let responses = Self.description["paths"]?[path]?[method]?["responses"]
        for status in responses?.names ?? [] {
          let response = responses?[status] ?? .null
          #expect(response["$ref"] != nil || (response["description"]?.text?.count ?? 0) > 5, "\(method) \(path)")
          for type in response["content"]?.names ?? [] {
            check(response["content"]?[type]?["schema"] ?? .null, "\(method) \(path) \(status)")
          }
        }
      }
    }
  }

  @Test func `every read path is tested`() {
    let own: Set<String> = [
      "/events", "/export", "/backup", "/workouts/{id}", "/devices/{id}/settings", "/devices/{id}/live/{kind}",
      "/workouts/now/live",
    ]
    let described = (Self.description["paths"]?.names ?? []).filter { Self.description["paths"]?[$0]?["get"] != nil }
    #expect(!described.isEmpty)
    #expect(Set(described).subtracting(own) == Set(Self.asked.map(\.path)))
  }

  @Test func `every described path is served`() async throws {
    try await PageTestbed.run(.empty) { bed async throws in
      let paths = Self.description["paths"]?.names ?? []
      #expect(paths.count > 25)
      for path in paths {
        for method in Self.description["paths"]?[path]?.names ?? []
        where !["/events", "/devices/scan"].contains(path) {
          let ask = path.replacingOccurrences(of: "{date}", with: "x").replacingOccurrences(of: "{id}", with: "999")
            .replacingOccurrences(of: "{order}", with: "reset").replacingOccurrences(of: "{kind}", with: "heart-rate")
          let answer = try await bed.client.ask(method.uppercased(), "/api/v2" + ask)
          // Invalid requests get the error of their route; unknown paths get this one.
          #expect(!answer.text.contains("Not found."), "\(method) \(path)")
          #expect(answer.status != 405, "\(method) \(path)")
          if answer.status >= 400 {
            #expect(
              Schema.problems(answer.json, "Error") == [] || answer.status == 409,
              "\(method) \(path): \(answer.text.prefix(200))")
          }
        }
      }
    }
  }

  @Test func `invalid requests get an error message`() async throws {
    try await PageTestbed.run(.empty) { bed async throws in
      for path in [
        "/days/2026-02-30", "/days/today", "/days/2026-11-20'", "/nights?from=2026-11-20",
        "/heart?from=2026-11-20&to=2026-11-19", "/heart?from=1990-01-01&to=2026-11-19", "/explain/heart-rate",
        "/explain/nothing@2026-11-20",
        "/explain/steps@yesterday", "/export?format=xml", "/export",
      ] {
        let answer = try await bed.client.get(path)
        #expect(answer.status == 400 && answer.json["error"]?["message"]?.text?.isEmpty == false, "\(path)")
      }
    }
  }
}
