#if Dashboard
  import Foundation
  import HaloHealth
  import HaloJournal
  import NIOCore
  import Testing

  #if canImport(Darwin)
    import Darwin
  #elseif canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #endif

  @testable import HaloDashboard

  /// Attacks and invalid requests, sent over a TCP port.
  // Serialized, because a hundred servers at once would compete for two cores.
  @Suite(.serialized) struct RefusalTests {
    @Test(arguments: [
      "evil.example", "evil.example:8080", "127.0.0.1.evil.example", "localhost.evil.example", "127.0.0.1@evil.example",
      "",
      "127.0.0.2", "[::2]", "localhost:80:80",
    ])
    func `foreign hosts are refused`(_ host: String) async throws {
      try await PageTestbed.run(isEmpty: true) { bed async throws in
        for path in ["/", "/api/v2/status", "/api/v2/openapi.json"] {
          let answer = try await bed.client.ask("GET", path, headers: ["Host": host])
          #expect([421, 400].contains(answer.status), "\(path)")
          #expect(!answer.text.contains("<html"))
        }
      }
    }

    @Test func `allowed hosts are accepted`() async throws {
      var configuration = Dashboard.Configuration()
      configuration.names = ["Halo.home"]
      try await PageTestbed.run(isEmpty: true, configuration: configuration) { bed async throws in
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

    @Test(
      arguments: [
        nil, "null", "http://evil.example", "https://127.0.0.1", "http://127.0.0.1", "http://127.0.0.1.evil.example",
        "http://localhost:1",
      ] as [String?])
    func `changes from other origins are refused`(_ origin: String?) async throws {
      try await PageTestbed.run(isEmpty: true) { bed async throws in
        let answer = try await bed.client.ask(
          "PUT", "/api/v2/settings", ["stepGoal": 9000], headers: ["Origin": origin])
        #expect(answer.status == 403)
        #expect(try await bed.client.get("/status").json["settings"]?["stepGoal"] == 8000)
      }
    }

    @Test(
      arguments: ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", nil]
        as [String?])
    func `changes without JSON are refused`(_ type: String?) async throws {
      try await PageTestbed.run(isEmpty: true) { bed async throws in
        let answer = try await bed.client.ask(
          "PUT", "/api/v2/settings", ["stepGoal": 9000], headers: ["Content-Type": type])
        #expect(answer.status == 415)
      }
    }

    @Test func `cross site requests are refused`() async throws {
      try await PageTestbed.run(isEmpty: true) { bed async throws in
        for site in ["cross-site", "same-site"] {
          let answer = try await bed.client.ask("GET", "/api/v2/status", headers: ["Sec-Fetch-Site": site])
          #expect(answer.status == 403)
        }
        #expect(
          try await bed.client.ask("GET", "/api/v2/status", headers: ["Sec-Fetch-Site": "same-origin"]).status == 200)
      }
    }

    @Test(
      arguments: [
        nil, "", "x", String(repeating: "A", count: 43), String(repeating: "A", count: 5000), "' OR 1=1",
        "../../etc/passwd",
      ] as [String?])
    func `missing and guessed cookies are refused`(_ cookie: String?) async throws {
      try await PageTestbed.run(isEmpty: true) { bed async throws in
        var client = bed.client
        client.cookie = cookie
        for path in ["/status", "/days/2026-11-20", "/events", "/backup", "/export?format=csv", "/nothing"] {
          let answer = try await client.get(path)
          #expect(answer.status == 401, "\(path)")
        }
        #expect(try await bed.client.get("/status").status == 200)
      }
    }

    @Test func `link is single use and guesses are limited`() async throws {
      try await PageTestbed.run(isEmpty: true) { bed async throws in
        let token = bed.page.link()
        var client = bed.client
        client.cookie = nil
        #expect(try await client.ask("POST", "/api/v2/session", ["token": .string(token)]).status == 200)
        #expect(try await client.ask("POST", "/api/v2/session", ["token": .string(token)]).status == 401)
        var statuses: [Int] = []
        for guess in 0..<20 {
          statuses.append(try await client.ask("POST", "/api/v2/session", ["token": .string("guess\(guess)")]).status)
        }
        #expect(statuses.contains(401))
        #expect(statuses.last == 429)
        // A signed-in browser is not blocked by other clients' guesses.
        #expect(try await bed.client.get("/status").status == 200)
      }
    }

    @Test func `guesses are limited before their bodies are read, and a valid link still works at the same address`()
      async throws
    {
      try await PageTestbed.run(isEmpty: true) { bed async throws in
        // On one connection. The body is not valid JSON, which is detected only when it is read.
        let request =
          "POST /api/v2/session HTTP/1.1\r\nHost: 127.0.0.1:\(bed.client.port)\r\nOrigin: http://127.0.0.1:\(bed.client.port)\r\n"
          + "Content-Type: application/json\r\nContent-Length: 1\r\n"
        let last = request + "Connection: close\r\n\r\n{"
        let requests = String(repeating: request + "\r\n{", count: 59) + last
        let text = try await bed.client.send([UInt8](requests.utf8)).whole
        let (read, refused) = (text.count(of: "HTTP/1.1 400"), text.count(of: "HTTP/1.1 429"))
        #expect(read >= 20)
        #expect(refused > 0 && read + refused == 60)
        var client = bed.client
        client.cookie = nil
        for guess in 0..<12 {
          _ = try await client.ask("POST", "/api/v2/session", ["token": .string("guess\(guess)")])
        }
        #expect(try await client.ask("POST", "/api/v2/session", ["token": .string(bed.page.link())]).status == 200)
      }
    }

    @Test func `a sign-in request is at most 1 kB`() async throws {
      try await PageTestbed.run(isEmpty: true) { bed async throws in
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

    @Test(arguments: [
      ("/api/v2/session", "", 413), ("/api/v2/erase", "", 401), ("/api/v2/import", "", 401), ("/nothing", "", 405),
      ("/api/v2/session", "Connection: close\r\n", 413),
    ])
    func `an endless body is not read to its end`(_ path: String, _ more: String, _ status: Int) async throws {
      try await PageTestbed.run(isEmpty: true) { bed async throws in
        let port = bed.client.port
        let head =
          "POST \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nOrigin: http://127.0.0.1:\(port)\r\n\(more)"
          + "Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
        let chunk = [UInt8]("10000\r\n".utf8) + [UInt8](repeating: 0x20, count: 1 << 16) + [UInt8]("\r\n".utf8)
        let (sent, answer) = await bed.client.flood([UInt8](head.utf8), chunk, most: 300 << 20)
        // Data in the system's socket buffers counts as sent.
        #expect(sent < 24 << 20, "\(sent) bytes")
        #expect(answer.hasPrefix("HTTP/1.1 \(status)"), "\(answer.prefix(60))")
        #expect(try await bed.client.get("/status").status == 200)
      }
    }

    @Test func `two Host headers are refused`() async throws {
      try await PageTestbed.run(isEmpty: true) { bed async throws in
        let own = "127.0.0.1:\(bed.client.port)"
        for (first, second) in [(own, own), (own, "evil.example"), ("evil.example", own)] {
          let answer = try await bed.client.ask(
            "GET", "/api/v2/status", headers: ["Host": first, "host": second])
          #expect(answer.status == 400)
        }
      }
    }

    @Test func `a target in absolute form determines the host`() async throws {
      try await PageTestbed.run(isEmpty: true) { bed async throws in
        let own = "127.0.0.1:\(bed.client.port)"
        for target in ["http://\(own)/api/v2/status", "HTTP://LOCALHOST/api/v2/status"] {
          #expect(try await bed.client.ask("GET", target).status == 200, "\(target)")
        }
        for target in [
          "http://evil.example/api/v2/status", "http://evil.example:\(bed.client.port)/api/v2/status",
          "http://\(own)@evil.example/api/v2/status", "https://evil.example/", "http://evil//api/v2/backup",
          "http:///api/v2/status", "evil:/api/v2/status", "api/v1/status",
        ] {
          #expect([400, 421].contains(try await bed.client.ask("GET", target).status), "\(target)")
        }
        // The target's host overrides the header.
        let answer = try await bed.client.ask(
          "GET", "http://\(own)/api/v2/status", headers: ["Host": "evil.example"])
        #expect(answer.status == 200)
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
      try await PageTestbed.run(isEmpty: true, configuration: configuration) { bed async throws in
        #expect(try await bed.client.ask("GET", "/").headers["strict-transport-security"] == nil)
      }
    }

    @Test func `cookie is restricted to this page`() async throws {
      try await PageTestbed.run(isEmpty: true) { bed async throws in
        let answer = try await bed.client.ask("POST", "/api/v2/session", ["token": .string(bed.page.link())])
        let cookie = try #require(answer.headers["set-cookie"])
        for part in ["HttpOnly", "SameSite=Strict", "Path=/", "Max-Age=2592000"] { #expect(cookie.contains(part)) }
        // Browsers share cookies between the ports of a host.
        #expect(cookie.hasPrefix("halo-session-\(bed.client.port)="))
        #expect(!answer.text.contains(try #require(answer.newCookie)))
      }
    }

    @Test(arguments: [
      "/../../../etc/passwd", "/..%2f..%2fetc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "//etc/passwd", "/site/..",
      "/.git/config",
      "/index.html/../../x", "/api/v2/../../etc/passwd", "/icons/../../Dashboard.swift", "/%00", "/index.html%00.js",
    ])
    func `path traversal is refused`(_ path: String) async throws {
      try await PageTestbed.run(isEmpty: true) { bed async throws in
        let answer = try await bed.client.ask("GET", path)
        #expect([400, 401, 404].contains(answer.status), "\(answer.status)")
        #expect(!answer.text.contains("root:"))
      }
    }

    @Test(arguments: [
      "", "{", "[]", "null", "{\"stepGoal\":}", "{\"stepGoal\":1e999}", "{\"stepGoal\":\"many\"}", "{\"nothing\":1}",
      "\u{0}",
      String(repeating: "[", count: 5000), "{\"stepGoal\":8000.5}", "{\"units\":\"furlongs\"}",
    ])
    func `malformed JSON is refused`(_ body: String) async throws {
      try await PageTestbed.run(isEmpty: true) { bed async throws in
        let bytes = [UInt8](body.utf8)
        let port = bed.client.port
        let head =
          "PUT /api/v2/settings HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nOrigin: http://127.0.0.1:\(port)\r\nConnection: close\r\n"
          + "Cookie: halo-session=\(bed.client.cookie ?? "")\r\nContent-Type: application/json\r\nContent-Length: \(bytes.count)\r\n\r\n"
        let answer = try await bed.client.send([UInt8](head.utf8) + bytes)
        #expect(answer.status == 400)
        #expect(answer.json["error"]?["message"]?.text?.isEmpty == false)
        #expect(try await bed.client.get("/status").json["settings"]?["stepGoal"] == 8000)
      }
    }

    @Test(arguments: ["Transfer-Encoding: chunked\r\n\r\nZZ\r\n", "Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n"])
    func `invalid body encoding is refused`(_ rest: String) async throws {
      try await PageTestbed.run(isEmpty: true) { bed async throws in
        let port = bed.client.port
        let head =
          "PUT /api/v2/settings HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nOrigin: http://127.0.0.1:\(port)\r\nConnection: close\r\n"
          + "Cookie: halo-session=\(bed.client.cookie ?? "")\r\nContent-Type: application/json\r\n"
        #expect(try await bed.client.send([UInt8]((head + rest).utf8)) { $0.contains("\r\n\r\n") }.status == 400)
      }
    }

    @Test func `huge bodies are refused`() async throws {
      try await PageTestbed.run(isEmpty: true) { bed async throws in
        let large = JSON.string(String(repeating: "x", count: 200_000))
        #expect(try await bed.client.ask("PUT", "/api/v2/settings", ["units": large]).status == 413)
        let claimed = try await bed.client.ask(
          "POST", "/api/v2/import?name=x", nil,
          headers: ["Content-Type": "application/octet-stream", "Content-Length": "99999999999"])
        #expect(claimed.status == 413)
        let header = try? await bed.client.ask("GET", "/", headers: ["X-Large": String(repeating: "x", count: 100_000)])
        #expect(header.map { $0.status >= 400 } ?? true)
        #expect(try await bed.client.get("/status").status == 200)
      }
    }

    @Test(arguments: [
      "GARBAGE\r\n\r\n", "GET / HTTP/9.9\r\n\r\n", "GET\r\n\r\n", "\u{16}\u{3}\u{1}\u{0}", "GET / HTTP/1.1\r\n\r\n",
    ])
    func `invalid request ends the connection`(_ text: String) async throws {
      try await PageTestbed.run(isEmpty: true) { bed async throws in
        let answer = try? await bed.client.send([UInt8](text.utf8) + [UInt8]("\r\n\r\n".utf8)) {
          $0.contains("\r\n\r\n")
        }
        #expect(answer.map { $0.status >= 400 } ?? true)
        #expect(try await bed.client.get("/status").status == 200)
      }
    }

    @Test(arguments: ["TRACE", "CONNECT", "OPTIONS", "PROPFIND"])
    func `other methods are refused`(_ method: String) async throws {
      try await PageTestbed.run(isEmpty: true) { bed async throws in
        let answer = try? await bed.client.ask(method, "/api/v2/status")
        #expect(answer.map { $0.status >= 400 } ?? true)
      }
    }

    @Test(arguments: [
      ("PUT", "/api/v2/status", "GET, HEAD"), ("GET", "/api/v2/workouts/now/end", "POST"),
      ("DELETE", "/api/v2/workouts/now", "GET, HEAD"), ("POST", "/api/v2/devices/1", "DELETE, PATCH"),
      ("TRACE", "/api/v2/days/2026-11-20", "GET, HEAD"), ("DELETE", "/today", "GET, HEAD"),
    ])
    func `a method that a path does not allow is refused with the allowed ones`(
      _ method: String, _ path: String, _ allowed: String
    ) async throws {
      try await PageTestbed.run(isEmpty: true) { bed async throws in
        for client in [bed.client, PageClient(port: bed.client.port)] {
          let answer = try await client.ask(method, path)
          #expect(answer.status == 405 && answer.headers["allow"] == allowed)
        }
        #expect(try await bed.client.ask("PUT", "/api/v2/nothing").status == 404)
      }
    }

    @Test func `streams of one session leave room for others`() async throws {
      try await PageTestbed.run(isEmpty: true) { bed async throws in
        let port = bed.client.port
        let request = [UInt8](
          "GET /api/v2/events HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nCookie: halo-session=\(bed.client.cookie ?? "")\r\n\r\n"
            .utf8)
        var sockets: [Int32] = []
        defer { for socket in sockets { close(socket) } }
        for _ in 0..<1000 {
          guard let socket = try? PageClient.connect(port) else { break }
          sockets.append(socket)
          _ = request.withUnsafeBytes { write(socket, $0.baseAddress, $0.count) }
        }
        // Another browser also receives events.
        var other = bed.client
        other.cookie = nil
        let answer = try await other.ask("POST", "/api/v2/session", ["token": .string(bed.page.link())])
        other.cookie = answer.newCookie
        #expect(try await other.get("/status").status == 200)
        let events = try await other.events("/events") { $0.contains("event: hello") }
        #expect(events.status == 200)
        // Further streams of the first browser are refused with a message.
        #expect(try await bed.client.get("/events").status == 429)
      }
    }

    @Test(arguments: [
      "", "GET / HTTP/1.1\r\nHost: x",
      "PUT /api/v2/settings HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 99\r\n\r\nslow",
    ])
    func `slow clients are disconnected`(_ beginning: String) async throws {
      var configuration = Dashboard.Configuration()
      configuration.slowClientTimeout.idle = .milliseconds(50)
      configuration.slowClientTimeout.request = .milliseconds(50)
      try await PageTestbed.run(isEmpty: true, configuration: configuration) { bed async throws in
        // The call returns because the server closed the connection.
        let answer = try? await bed.client.send([UInt8](beginning.utf8))
        #expect(answer?.status != 200)
        #expect(try await bed.client.get("/status").status == 200)
      }
    }

    @Test(arguments: [
      "//api/v2/backup", "///api/v2/backup", "/api//v1/backup", "//api//v1//backup",
      "//api/v2/devices/1/battery", "//api/v2/devices/1/settings", "//api/v2/devices/1/live/heart-rate",
      "/%61pi/v1/backup", "/./api/v2/backup", "/api/v2/backup/", "/x/../api/v2/backup",
    ])
    func `no path bypasses the request guard`(_ path: String) async throws {
      try await PageTestbed.run { bed async throws in
        var client = bed.client
        client.cookie = nil
        for method in ["GET", "HEAD"] {
          let answer = try await client.ask(method, path)
          #expect([401, 404].contains(answer.status))
          #expect(answer.body.count < 1000)
        }
      }
    }

    @Test func `guesses do not block a valid link`() async throws {
      try await PageTestbed.run(isEmpty: true) { bed async throws in
        var client = bed.client
        client.cookie = nil
        for guess in 0..<12 {
          _ = try await client.ask("POST", "/api/v2/session", ["token": .string("guess\(guess)")])
        }
        #expect(try await client.ask("POST", "/api/v2/session", ["token": "guess"]).status == 429)
        #expect(try await client.ask("POST", "/api/v2/session", ["token": .string(bed.page.link())]).status == 200)
      }
    }

    @Test func `cookies of other ports do not hide the right one`() async throws {
      try await PageTestbed.run(isEmpty: true) { bed async throws in
        var client = bed.client
        client.cookie = nil
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

    @Test(arguments: ["null", "http://127.0.0.1:9", "http://evil.example"])
    func `reads from other origins are refused`(_ origin: String) async throws {
      try await PageTestbed.run(isEmpty: true) { bed async throws in
        let answer = try await bed.client.ask("GET", "/api/v2/status", headers: ["Origin": origin])
        #expect(answer.status == 403)
      }
    }

    @Test func `incomplete request after its response times out`() async throws {
      var configuration = Dashboard.Configuration()
      configuration.slowClientTimeout.idle = .milliseconds(300)
      try await PageTestbed.run(isEmpty: true, configuration: configuration) { bed async throws in
        let head = "POST /api/v2/erase HTTP/1.1\r\nHost: 127.0.0.1:\(bed.client.port)\r\nContent-Length: 1\r\n\r\n"
        let isClosed = await bed.client.exchange([head, "x"])
        #expect(isClosed)
      }
    }

    @Test func `idle connections are closed for new ones`() async throws {
      var configuration = Dashboard.Configuration()
      let connectionLimiter = ConnectionLimiter(most: 12)
      configuration.connectionLimiter = connectionLimiter
      try await PageTestbed.run(isEmpty: true, configuration: configuration) { bed async throws in
        let known = try PageClient.connect(bed.client.port)
        defer { close(known) }
        let request = [UInt8](
          "GET /api/v2/events HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: halo-session=\(bed.client.cookie ?? "")\r\n\r\n"
            .utf8)
        _ = request.withUnsafeBytes { write(known, $0.baseAddress, $0.count) }
        var byte: UInt8 = 0
        #expect(recv(known, &byte, 1, 0) == 1)
        var sockets: [Int32] = []
        defer { for socket in sockets { close(socket) } }
        for _ in 0..<40 { sockets.append(try PageClient.connect(bed.client.port)) }
        // Signed-in connections are served and keep receiving events.
        #expect(try await bed.client.get("/status").status == 200)
        #expect(recv(sockets[0], &byte, 1, 0) <= 0)
        #expect(recv(known, &byte, 1, 0) == 1)
        #expect(connectionLimiter.count <= 6)
      }
    }

    @Test func `moved journal is reported`() async throws {
      try await PageTestbed.run(isEmpty: true) { bed async throws in
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
      func input(_ json: JSON) throws -> SettingsRequest { try SettingsRequest(request: json.bytes) }
      try input(["birthYear": 2031]).change(&settings, in: 2031)
      #expect(settings.birthYear == 2031)
      #expect(throws: APIError.self) { try input(["birthYear": 2032]).change(&settings, in: 2031) }
    }

    @Test func `every response has security headers`() async throws {
      try await PageTestbed.run(isEmpty: true) { bed async throws in
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
      try await PageTestbed.run(isEmpty: true) { bed async throws in
        let id = try #require(try await bed.client.get("/session").json["session"]?["id"]?.text)
        #expect(try await bed.client.ask("DELETE", "/api/v2/session/\(id)").status == 200)
        #expect(try await bed.client.get("/status").status == 401)
      }
    }
  }
#endif
