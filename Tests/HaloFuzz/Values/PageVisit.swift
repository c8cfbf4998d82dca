import Foundation
import HaloDashboard
import HaloDrivers
import HaloJournal
import HaloSimulatedRadio
import HaloTesting
import Logging

/// Serves the page of a journal, as `halo serve` does, and sends all requests that read.
enum PageVisit {
  /// The paths that are read after an import.
  static let afterUpload = ["days", "nights", "activity"].map { "/api/v2/\($0)/\(ValueTemplates.days.last)" }

  /// Gets paths of the page of the journal at `path`; before that, imports `upload` there.
  ///
  /// - Throws: ``JournalError`` if the journal is refused.
  static func run(journal path: String, _ paths: [String], upload: Data? = nil) async throws {
    let journal = try Journal(path: path)
    try await Simulation.run(speed: 1) { clock in
      let home = try SimulatedHome(clock, registry: .bundled, start: ValueTemplates.wall, journal: journal)
      var configuration = Dashboard.Configuration()
      configuration.port = 0
      let page = Dashboard(
        configuration,
        .init(version: "fuzz", radio: "simulated", engine: home.engine, time: home.time, supervisor: nil),
        logger: Logger(label: "fuzz") { _ in SwiftLogNoOpLogHandler() })
      let (ports, continuation) = AsyncStream<Int>.makeStream()
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask {
          defer { continuation.finish() }
          try await page.run { continuation.yield($0) }
        }
        group.addTask {
          for await port in ports {
            let token = page.link()
            return try await inThread { try visit(PageConnection(port: port), token, upload, paths) }
          }
        }
        defer { group.cancelAll() }
        try await group.next()
      }
    }
  }

  /// Runs a body that blocks in a thread of its own.
  private static func inThread(_ body: @escaping @Sendable () throws -> Void) async throws {
    try await withCheckedThrowingContinuation { continuation in
      Thread.detachNewThread { continuation.resume(with: Result { try body() }) }
    }
  }

  private static func visit(_ connection: PageConnection, _ token: String, _ upload: Data?, _ paths: [String]) throws {
    var connection = connection
    guard try connection.signIn(token) else { return }
    if let upload {
      let preview = try connection.send("POST", "/api/v2/import/preview", upload, type: "application/octet-stream")
      if preview.status == 200, let object = try JSONSerialization.jsonObject(with: preview.body) as? [String: Any],
        let id = object["id"] as? String
      {
        _ = try connection.send("POST", "/api/v2/import/\(id)", Data("{}".utf8))
      }
    }
    for path in paths { _ = try connection.send("GET", path) }
  }

  /// The paths of every GET route of the API by route, from its description, with values for their parameters.
  static func routes() throws -> [(route: String, paths: [String])] {
    struct Description: Decodable {
      struct Method: Decodable {
        struct Response: Decodable { let content: [String: Ignored]? }
        struct Parameter: Decodable {
          let name: String
          let `in`: String
        }
        let parameters: [Parameter]?
        let responses: [String: Response]
      }
      struct Ignored: Decodable {}
      struct Path: Decodable { let get: Method? }
      let paths: [String: Path]
    }
    let last = ValueTemplates.days.last
    let ids: [String: [String]] = [
      "devices": ["1", "2"], "workouts": ["1", "1.tcx", "1.fit", "2"],
      "explain": [
        "heart-rate@\(last)T08:15:00%2B00:00", "resting-heart-rate@\(last)", "movement@\(last)", "sleep@\(last)",
        "workout@1",
      ],
    ]
    let queries = [
      "from,to": "from=2026-10-01&to=\(last)", "format,from,to": "format=csv", "": "",
    ]
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../../Sources/HaloDashboard/API/openapi.json")
    var all: [(String, [String])] = []
    for (path, methods) in try JSONDecoder().decode(Description.self, from: Data(contentsOf: file)).paths.sorted(by: {
      $0.key < $1.key
    }) {
      guard let method = methods.get else { continue }
      // The first ask the device, the others do not end.
      if path == "/devices/{id}/settings" { continue }
      if method.responses["200"]?.content?["text/event-stream"] != nil { continue }
      let names = (method.parameters ?? []).filter { $0.in == "query" }.map(\.name).sorted().joined(separator: ",")
      let first = String(path.split(separator: "/").first ?? "")
      guard let query = queries[names], !path.contains("{id}") || ids[first] != nil else {
        throw FuzzFailure(description: "GET \(path): say in PageVisit what its parameters are")
      }
      var filled = [path.replacing("{date}", with: last)]
      if path.contains("{date}") { filled.append(path.replacing("{date}", with: ValueTemplates.days.first)) }
      if path.contains("{id}") { filled = (ids[first] ?? []).map { path.replacing("{id}", with: $0) } }
      guard !filled.contains(where: { $0.contains("{") }) else {
        throw FuzzFailure(description: "GET \(path): say in PageVisit what its parameters are")
      }
      all.append(("GET \(path)", filled.map { "/api/v2\($0)\(query.isEmpty ? "" : "?\(query)")" }))
    }
    guard all.count > 15 else { throw FuzzFailure(description: "only \(all.count) routes were found") }
    return all
  }
}
