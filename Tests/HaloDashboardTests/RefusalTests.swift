import Foundation
import HaloEngine
import HaloHealth
import HaloJournal
import HaloTesting
import Testing

@testable import HaloDashboard

/// Attacks and invalid requests.
struct RefusalTests {
  @Test func `foreign hosts are refused`() async throws {
    try await PageTestbed.run(.empty) { bed async throws in
      for host in [
        "evil.example", "evil.example:8080", "127.0.0.1.evil.example", "localhost.evil.example",
        "127.0.0.1@evil.example", "", "127.0.0.2", "[::2]", "localhost:80:80",
      ] {
        for path in ["/", "/api/v2/status", "/api/v2/openapi.json"] {
          let answer = try await bed.client.ask("GET", path, headers: ["Host": host])
          #expect([421, 400].contains(answer.status) && !answer.text.contains("<html"), "\(host) \(path)")
        }
      }
    }
  }

  @Test func `allowed hosts are accepted`() async throws {
    var configuration = Dashboard.Configuration()
    configuration.names = ["Halo.home"]
    try await PageTestbed.run(.empty, configuration: configuration) { bed async throws in
      let names = [
        "localhost", "localhost:\(bed.client.port)", "LOCALHOST:1", "127.0.0.1", "[::1]:8080", "halo.home",
        "halo.home:9000",
      ]
      for name in names {
        let answer = try await bed.client.ask("GET", "/api/v2/status", headers: ["Host": name])
        #expect(answer.status == 200, "\(name)")
      }
    }
  }

  @Test func `changes from other origins are refused`() async throws {
    try await PageTestbed.run(.empty) { bed async throws in
      for origin in [
        nil, "null", "http://evil.example", "https://127.0.0.1", "http://127.0.0.1", "http://127.0.0.1.evil.example",
        "http://localhost:1",
      ] as [String?] {
        let answer = try await bed.client.ask(
          "PUT", "/api/v2/settings", ["stepGoal": 9000], headers: ["Origin": origin])
        #expect(answer.status == 403, "\(origin ?? "none")")
        #expect(try await bed.client.get("/status").json["settings"]?["stepGoal"] == 8000)
      }
    }
  }

  @Test func `a unit of speed is refused for devices other than machines`() async throws {
    try await PageTestbed.run(.ring) { bed async throws in
      let answer = try await bed.client.ask("PATCH", "/api/v2/devices/\(bed.ring)", ["speedUnit": "mph-reports"])
      #expect(answer.status == 400 && answer.text.contains("only for fitness machines"))
    }
  }

  @Test func `a number of the wearer is for devices that number their users`() async throws {
    try await PageTestbed.run(.ring) { bed async throws in
      let ring = try await bed.client.ask("PATCH", "/api/v2/devices/\(bed.ring)", ["user": 2])
      #expect(ring.status == 400 && ring.text.contains("only for devices that number"), "\(ring)")
      let scale = try bed.journal.pair(
        DeviceID("D0:00:00:00:18:1D"), family: "health-device", name: "Scale", wearer: "Ada", at: bed.home.engine.moment
      )
      let path = "/api/v2/devices/\(scale.id)"
      for wrong in [#""2""#, "1.5", "255", "-1", "null", "[2]"] {
        let request = #"{"name": "Bathroom", "user": \#(wrong)}"#
        let answer = try await bed.client.send("PATCH", path, [UInt8](request.utf8))
        #expect(answer.status == 400 && answer.text.contains("'user' must be a whole number from 0 to 254"), "\(wrong)")
      }
      // A refused request changes nothing.
      #expect(try bed.journal.device(scale.identifier)?.name == "Scale")
      #expect(try await bed.client.ask("PATCH", path, ["user": 3]).status == 200)
      let devices = try await bed.client.get("/devices").json["devices"]?.items ?? []
      #expect(devices.compactMap { $0["user"]?.integer } == [3])
      #expect(devices.compactMap { $0["numbersUsers"]?.flag }.filter { $0 }.count == 1)
    }
  }

  @Test func `changes without JSON are refused`() async throws {
    try await PageTestbed.run(.empty) { bed async throws in
      for type in ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", nil]
        as [String?]
      {
        let answer = try await bed.client.ask(
          "PUT", "/api/v2/settings", ["stepGoal": 9000], headers: ["Content-Type": type])
        #expect(answer.status == 415, "\(type ?? "none")")
      }
    }
  }

  @Test func `cross site requests are refused`() async throws {
    try await PageTestbed.run(.empty) { bed async throws in
      for site in ["cross-site", "same-site"] {
        let answer = try await bed.client.ask("GET", "/api/v2/status", headers: ["Sec-Fetch-Site": site])
        #expect(answer.status == 403)
      }
      #expect(
        try await bed.client.ask("GET", "/api/v2/status", headers: ["Sec-Fetch-Site": "same-origin"]).status == 200)
    }
  }

  @Test func `missing and guessed cookies are refused`() async throws {
    try await PageTestbed.run(.empty) { bed async throws in
      for cookie in [
        nil, "", "x", String(repeating: "A", count: 43), String(repeating: "A", count: 5000), "' OR 1=1",
        "../../etc/passwd",
      ] as [String?] {
        var client = bed.client
        client.cookie = cookie
        for path in ["/status", "/days/2026-11-20", "/events", "/backup", "/export?format=csv", "/nothing"] {
          #expect(try await client.get(path).status == 401, "\(path) \(cookie ?? "none")")
        }
        #expect(try await bed.client.get("/status").status == 200)
      }
    }
  }

  @Test func `link is single use and guesses are limited`() async throws {
    try await PageTestbed.run(.empty) { bed async throws in
      let token = bed.page.link()
      let client = bed.client.signedOut
      #expect(try await client.ask("POST", "/api/v2/session", ["token": .string(token)]).status == 200)
      #expect(try await client.ask("POST", "/api/v2/session", ["token": .string(token)]).status == 401)
      var statuses: [Int] = []
      for guess in 0..<15 {
        statuses.append(try await client.ask("POST", "/api/v2/session", ["token": .string("guess\(guess)")]).status)
      }
      #expect(statuses.contains(401))
      #expect(statuses.last == 429)
      // A signed-in browser is not blocked by other clients' guesses.
      #expect(try await bed.client.get("/status").status == 200)
    }
  }

  @Test func `a sign-in request is at most 1 kB`() async throws {
    try await PageTestbed.run(.empty) { bed async throws in
      func signIn(_ size: Int) async throws -> Int {
        let token = bed.page.link()
        let empty: JSON = ["token": .string(token), "more": ""]
        let filling = String(repeating: "x", count: size - empty.bytes.count)
        return try await bed.client.ask(
          "POST", "/api/v2/session", ["token": .string(token), "more": .string(filling)]
        )
        .status
      }
      #expect(try await signIn(1024) == 200)
      #expect(try await signIn(1025) == 413)
    }
  }

  @Test func `with TLS the cookie has the prefix __Host-, and cookies without it are ignored`() {
    let value = String(repeating: "A", count: 43)
    let header = RequestGuard.setCookie(value, seconds: 60, authority: "halo.home:8443", isSecure: true)
    #expect(
      header
        == "__Host-halo-session-8443=\(value); Path=/; Max-Age=60; HttpOnly; SameSite=Strict; Secure")
    let both = ["halo-session-8443=\(String(repeating: "B", count: 43)); __Host-halo-session-8443=\(value)"]
    #expect(RequestGuard.cookies(both, isSecure: true) == [value])
    #expect(RequestGuard.cookies(["halo-session-8443=\(value)"], isSecure: true) == [])
    #expect(RequestGuard.cookies(["halo-session-8443=\(value)"], isSecure: false) == [value])
  }

  @Test func `without TLS there is no Strict-Transport-Security, even if it is configured`() async throws {
    var configuration = Dashboard.Configuration()
    configuration.sendsHSTS = true
    try await PageTestbed.run(.empty, configuration: configuration) { bed async throws in
      #expect(try await bed.client.ask("GET", "/").headers["strict-transport-security"] == nil)
    }
  }

  @Test func `cookie is restricted to this page`() async throws {
    try await PageTestbed.run(.empty) { bed async throws in
      let answer = try await bed.client.ask("POST", "/api/v2/session", ["token": .string(bed.page.link())])
      let cookie = try #require(answer.headers["set-cookie"])
      for part in ["HttpOnly", "SameSite=Strict", "Path=/", "Max-Age=2592000"] { #expect(cookie.contains(part)) }
      // Browsers share cookies between the ports of a host.
      #expect(cookie.hasPrefix("halo-session-\(bed.client.port)="))
      #expect(!answer.text.contains(try #require(answer.newCookie)))
    }
  }

  @Test func `path traversal is refused`() async throws {
    try await PageTestbed.run(.empty) { bed async throws in
      for path in [
        "/../../../etc/passwd", "/..%2f..%2fetc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "//etc/passwd", "/site/..",
        "/.git/config", "/index.html/../../x", "/api/v2/../../etc/passwd", "/icons/../../Dashboard.swift", "/%00",
        "/index.html%00.js",
      ] {
        let answer = try await bed.client.ask("GET", path)
        #expect([400, 401, 404].contains(answer.status) && !answer.text.contains("root:"), "\(path)")
      }
    }
  }

  @Test func `malformed JSON is refused`() async throws {
    try await PageTestbed.run(.empty) { bed async throws in
      for body in [
        "", "{", "[]", "null", "{\"stepGoal\":}", "{\"stepGoal\":1e999}", "{\"stepGoal\":\"many\"}",
        "{\"nothing\":1}", "\u{0}", String(repeating: "[", count: 5000), "{\"stepGoal\":8000.5}",
        "{\"units\":\"furlongs\"}",
      ] {
        let answer = try await bed.client.send("PUT", "/api/v2/settings", [UInt8](body.utf8))
        #expect(answer.status == 400 && answer.json["error"]?["message"]?.text?.isEmpty == false, "\(body)")
        #expect(try await bed.client.get("/status").json["settings"]?["stepGoal"] == 8000)
      }
    }
  }

  @Test func `other methods are refused`() async throws {
    try await PageTestbed.run(.empty) { bed async throws in
      for method in ["TRACE", "CONNECT", "OPTIONS", "PROPFIND"] {
        #expect(try await bed.client.ask(method, "/api/v2/status").status >= 400, "\(method)")
      }
    }
  }

  @Test func `a method that a path does not allow is refused with the allowed ones`() async throws {
    try await PageTestbed.run(.empty) { bed async throws in
      for (method, path, allowed) in [
        ("PUT", "/api/v2/status", "GET, HEAD"), ("GET", "/api/v2/workouts/now/end", "POST"),
        ("DELETE", "/api/v2/workouts/now", "GET, HEAD"), ("POST", "/api/v2/devices/1", "DELETE, PATCH"),
        ("TRACE", "/api/v2/days/2026-11-20", "GET, HEAD"), ("DELETE", "/today", "GET, HEAD"),
      ] {
        for client in [bed.client, bed.client.signedOut] {
          let answer = try await client.ask(method, path)
          #expect(answer.status == 405 && answer.headers["allow"] == allowed, "\(method) \(path)")
        }
      }
      #expect(try await bed.client.ask("PUT", "/api/v2/nothing").status == 404)
    }
  }

  @Test func `no path bypasses the request guard`() async throws {
    try await PageTestbed.run(.ring) { bed async throws in
      for path in [
        "//api/v2/backup", "///api/v2/backup", "/api//v1/backup", "//api//v1//backup",
        "//api/v2/devices/1/battery", "//api/v2/devices/1/settings", "//api/v2/devices/1/live/heart-rate",
        "/%61pi/v1/backup", "/./api/v2/backup", "/api/v2/backup/", "/x/../api/v2/backup",
      ] {
        for method in ["GET", "HEAD"] {
          let answer = try await bed.client.signedOut.ask(method, path)
          #expect([401, 404].contains(answer.status) && answer.body.count < 1000, "\(method) \(path)")
        }
      }
    }
  }

  @Test func `guesses do not block a valid link`() async throws {
    try await PageTestbed.run(.empty) { bed async throws in
      let client = bed.client.signedOut
      for guess in 0..<12 {
        _ = try await client.ask("POST", "/api/v2/session", ["token": .string("guess\(guess)")])
      }
      #expect(try await client.ask("POST", "/api/v2/session", ["token": "guess"]).status == 429)
      #expect(try await client.ask("POST", "/api/v2/session", ["token": .string(bed.page.link())]).status == 200)
    }
  }

  @Test func `cookies of other ports do not hide the right one`() async throws {
    try await PageTestbed.run(.empty) { bed async throws in
      let client = bed.client.signedOut
      let (other, own) = (String(repeating: "A", count: 43), try #require(bed.client.cookie))
      for cookies in [
        "halo-session=\(other); halo-session-1=\(own)", "halo-session-1=\(own);halo-session-1=\(other)",
        "a=b; halo-session=; halo-session=\(other); halo-session=\(own)",
      ] {
        #expect(try await client.ask("GET", "/api/v2/status", headers: ["Cookie": cookies]).status == 200)
      }
      for cookies in ["halo-session=\(other); halo-session=x", "session=\(own)", "halo-session"] {
        #expect(try await client.ask("GET", "/api/v2/status", headers: ["Cookie": cookies]).status == 401)
      }
    }
  }

  @Test func `reads from other origins are refused`() async throws {
    try await PageTestbed.run(.empty) { bed async throws in
      for origin in ["null", "http://127.0.0.1:9", "http://evil.example"] {
        let answer = try await bed.client.ask("GET", "/api/v2/status", headers: ["Origin": origin])
        #expect(answer.status == 403, "\(origin)")
      }
    }
  }

  @Test func `moved journal is reported`() async throws {
    try await PageTestbed.run(.empty) { bed async throws in
      #expect(try await bed.client.get("/status").json["trouble"] == nil)
      let path = bed.journal.path
      try FileManager.default.moveItem(atPath: path, toPath: path + ".moved")
      #expect(try await bed.client.get("/status").json["trouble"]?.text?.contains("moved or deleted") == true)
      // A new file at the same path is not the open journal.
      #expect(FileManager.default.createFile(atPath: path, contents: nil))
      #expect(try await bed.client.get("/status").json["trouble"]?.text != nil)
      try FileManager.default.removeItem(atPath: path)
      try FileManager.default.moveItem(atPath: path + ".moved", toPath: path)
      #expect(try await bed.client.get("/status").json["trouble"] == nil)
    }
  }

  @Test func `year of birth cannot be in the future`() throws {
    var settings = Profile()
    func input(_ json: JSON) throws -> RequestFields { try RequestFields(request: json.bytes) }
    try input(["birthYear": 2031]).change(&settings, in: 2031)
    #expect(settings.birthYear == 2031)
    #expect(throws: APIError.self) { try input(["birthYear": 2032]).change(&settings, in: 2031) }
  }

  @Test func `every response has security headers`() async throws {
    try await PageTestbed.run(.empty) { bed async throws in
      for path in ["/", "/api/v2/status", "/api/v2/nothing", "/nothing", "/api/v2/openapi.json"] {
        let answer = try await bed.client.ask("GET", path)
        let policy = answer.headers["content-security-policy"] ?? ""
        #expect(
          policy.contains("default-src 'none'") && policy.contains("frame-ancestors 'none'")
            && !policy.contains("unsafe"))
        #expect(answer.headers["x-content-type-options"] == "nosniff")
        #expect(answer.headers["referrer-policy"] == "no-referrer")
        #expect(answer.headers["cross-origin-resource-policy"] == "same-origin")
        #expect(answer.headers["content-type"] != nil)
        for name in ["server", "access-control-allow-origin", "strict-transport-security"] {
          #expect(answer.headers[name] == nil, "\(name) of \(path)")
        }
        guard path.hasPrefix("/api") else { continue }
        #expect(answer.headers["cache-control"] == "no-store")
        #expect(answer.headers["content-disposition"] == "attachment; filename=\"api.json\"")
      }
    }
  }

  @Test func `ended session is refused`() async throws {
    try await PageTestbed.run(.empty) { bed async throws in
      let id = try #require(try await bed.client.get("/session").json["session"]?["id"]?.text)
      #expect(try await bed.client.ask("DELETE", "/api/v2/session/\(id)").status == 200)
      #expect(try await bed.client.get("/status").status == 401)
    }
  }
}
