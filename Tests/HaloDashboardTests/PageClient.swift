import Foundation

@testable import HaloDashboard

/// Sends a request to a page, and receives its response until it ends or `isEnough` returns true for its text so far.
protocol PageTransport: Sendable {
  /// The page's port, as browsers see it.
  var port: Int { get }
  func send(
    _ method: String, _ path: String, _ headers: [String: String], _ body: [UInt8],
    until isEnough: (@Sendable (String) -> Bool)?
  ) async throws -> PageClient.Answer
}

/// Sends requests like the page's own script, and ones that no browser would send.
struct PageClient: Sendable {
  struct Answer: Sendable {
    let status: Int
    let headers: [String: String]
    let body: [UInt8]
    var text: String { String(decoding: body, as: UTF8.self) }
    var json: JSON { JSON(parsing: body) ?? .null }
    /// Returns the body of the same request with the confirmation that this answer requires.
    func confirming(_ body: JSON = [:]) -> JSON {
      body.with(["confirmation": json["confirmation"]?["id"] ?? .null])
    }
    /// The new cookie's value.
    var newCookie: String? {
      headers["set-cookie"]?.split(separator: "=", maxSplits: 1).last?.split(separator: ";").first.map(String.init)
    }
  }

  struct NoResponse: Error {}

  let transport: any PageTransport
  var cookie: String?

  var port: Int { transport.port }

  /// The client of a browser that is not signed in.
  var signedOut: PageClient { PageClient(transport: transport) }

  /// Returns the client of another browser, which is signed in with a link to `page`.
  func signedIn(to page: Dashboard) async throws -> PageClient {
    let answer = try await signedOut.ask(
      "POST", "/api/v2/session", ["token": .string(page.link()), "name": "Test"])
    return PageClient(transport: transport, cookie: answer.newCookie)
  }

  func ask(
    _ method: String, _ path: String, _ body: JSON? = nil, headers: [String: String?] = [:]
  ) async throws -> Answer {
    try await send(method, path, body?.bytes ?? [], headers: headers)
  }

  func get(_ path: String) async throws -> Answer { try await ask("GET", "/api/v2" + path) }

  /// Uploads a file like the page.
  func upload(_ path: String, _ bytes: [UInt8]) async throws -> Answer {
    try await send("POST", "/api/v2" + path, bytes, headers: ["Content-Type": "application/octet-stream"])
  }

  /// Reads an event stream until `isEnough` returns true.
  func events(
    _ path: String, method: String = "GET", until isEnough: @escaping @Sendable (String) -> Bool
  ) async throws -> Answer {
    try await send(method, "/api/v2" + path, until: isEnough)
  }

  /// Scans for devices, and returns the data of the events.
  func scan() async throws -> [JSON] {
    let events = try await events("/devices/scan", method: "POST") { $0.contains("event: end") }
    return events.text.components(separatedBy: "\n").filter { $0.hasPrefix("data: ") }
      .compactMap { JSON(parsing: [UInt8]($0.dropFirst(6).utf8)) }
  }

  func send(
    _ method: String, _ path: String, _ body: [UInt8] = [], headers: [String: String?] = [:],
    until isEnough: (@Sendable (String) -> Bool)? = nil
  ) async throws -> Answer {
    var all: [String: String?] = ["Host": "127.0.0.1:\(port)", "Connection": "close"]
    if let cookie { all["Cookie"] = "halo-session=\(cookie)" }
    if method != "GET" && method != "HEAD" {
      all["Origin"] = "http://127.0.0.1:\(port)"
      all["Content-Type"] = "application/json"
    }
    if method != "GET" { all["Content-Length"] = "\(body.count)" }
    all.merge(headers) { $1 }
    return try await transport.send(method, path, all.compactMapValues { $0 }, body, until: isEnough)
  }
}
