import Foundation
import NIOCore
import Testing

@testable import HaloDashboard

/// Attacks and invalid requests over TCP: connections, and the HTTP parser.
struct ConnectionTests {
  /// The head of a request like those of the page's script, without its end.
  private static func head(_ request: String, _ bed: PageTestbed, signedIn isSignedIn: Bool = false) -> String {
    "\(request) HTTP/1.1\r\nHost: 127.0.0.1:\(bed.client.port)\r\nOrigin: http://127.0.0.1:\(bed.client.port)\r\n"
      + (isSignedIn ? "Cookie: halo-session=\(bed.client.cookie ?? "")\r\n" : "")
      + "Content-Type: application/json\r\n"
  }

  @Test func `guesses are limited before their bodies are read, and a valid link still works at the same address`()
    async throws
  {
    try await PageTestbed.run(.empty, tcpSpeed: 1) { bed async throws in
      // On one connection. The body is not valid JSON, which is detected only when it is read.
      let request = Self.head("POST /api/v2/session", bed) + "Content-Length: 1\r\n"
      let last = request + "Connection: close\r\n\r\n{"
      let requests = String(repeating: request + "\r\n{", count: 59) + last
      let text = String(decoding: try await bed.tcp.send([UInt8](requests.utf8)), as: UTF8.self)
      func count(_ status: Int) -> Int { text.components(separatedBy: "HTTP/1.1 \(status)").count - 1 }
      let (read, refused) = (count(400), count(429))
      #expect(read >= 20)
      #expect(refused > 0 && read + refused == 60)
      let client = bed.client.signedOut
      for guess in 0..<12 {
        _ = try await client.ask("POST", "/api/v2/session", ["token": .string("guess\(guess)")])
      }
      #expect(try await client.ask("POST", "/api/v2/session", ["token": .string(bed.page.link())]).status == 200)
    }
  }

  @Test func `a client that sends a thousand requests ahead is disconnected`() async throws {
    try await PageTestbed.run(.empty, tcpSpeed: 1) { bed async throws in
      let text = try bed.tcp.withConnection { socket in
        _ = socket.send(String(repeating: "GET / HTTP/1.1\r\nHost: a\r\n\r\n", count: 1000))
        var text = ""
        while let more = socket.receive() { text += more }
        return text
      }
      #expect(text.components(separatedBy: "HTTP/1.1 421").count < 500)
      #expect(try await bed.client.get("/status").status == 200)
    }
  }

  @Test func `an endless body is not read to its end`() async throws {
    var configuration = Dashboard.Configuration()
    configuration.slowClientTimeout.unread = .milliseconds(500)
    try await PageTestbed.run(.empty, tcpSpeed: 1, configuration: configuration) { bed async throws in
      let chunk = "10000\r\n\(String(repeating: " ", count: 1 << 16))\r\n"
      for (path, more, status) in [
        ("/api/v2/session", "", 413), ("/api/v2/erase", "", 401), ("/api/v2/import", "", 401), ("/nothing", "", 405),
        ("/api/v2/session", "Connection: close\r\n", 413),
      ] {
        let head = Self.head("POST \(path)", bed) + "\(more)Transfer-Encoding: chunked\r\n\r\n"
        let (sent, answer) = try bed.tcp.withConnection { socket in
          var sent = 0
          if socket.send(head) { while sent < 300 << 20, socket.send(chunk) { sent += chunk.utf8.count } }
          return (sent, socket.receive() ?? "")
        }
        // Data in the system's socket buffers counts as sent.
        #expect(sent < 24 << 20, "\(path): \(sent) bytes")
        #expect(answer.hasPrefix("HTTP/1.1 \(status)"), "\(path): \(answer.prefix(60))")
        #expect(try await bed.client.get("/status").status == 200)
      }
    }
  }

  @Test func `two Host headers are refused`() async throws {
    try await PageTestbed.run(.empty, tcpSpeed: 1) { bed async throws in
      let own = "127.0.0.1:\(bed.client.port)"
      for (first, second) in [(own, own), (own, "evil.example"), ("evil.example", own)] {
        let answer = try await bed.client.ask(
          "GET", "/api/v2/status", headers: ["Host": first, "host": second])
        #expect(answer.status == 400)
      }
    }
  }

  @Test func `a target in absolute form determines the host`() async throws {
    try await PageTestbed.run(.empty, tcpSpeed: 1) { bed async throws in
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

  @Test func `invalid body encoding is refused`() async throws {
    try await PageTestbed.run(.empty, tcpSpeed: 1) { bed async throws in
      for rest in ["Transfer-Encoding: chunked\r\n\r\nZZ\r\n", "Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n"] {
        let request = Self.head("PUT /api/v2/settings", bed, signedIn: true) + "Connection: close\r\n" + rest
        #expect(try await bed.tcp.ask(request) { $0.contains("\r\n\r\n") }.status == 400, "\(rest)")
      }
    }
  }

  @Test func `huge bodies are refused`() async throws {
    try await PageTestbed.run(.empty, tcpSpeed: 1) { bed async throws in
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

  @Test func `invalid request ends the connection`() async throws {
    try await PageTestbed.run(.empty, tcpSpeed: 1) { bed async throws in
      for text in [
        "GARBAGE", "GET / HTTP/9.9", "GET", "\u{16}\u{3}\u{1}\u{0}", "GET / HTTP/1.1",
        "CONNECT /api/v2/status HTTP/1.1",
      ] {
        let answer = try? await bed.tcp.ask(text + "\r\n\r\n\r\n\r\n") { $0.contains("\r\n\r\n") }
        #expect(answer.map { $0.status >= 400 } ?? true, "\(text)")
        #expect(try await bed.client.get("/status").status == 200)
      }
    }
  }

  @Test func `streams of one session leave room for others`() async throws {
    try await PageTestbed.run(.empty, tcpSpeed: 1) { bed async throws in
      let request = Self.head("GET /api/v2/events", bed, signedIn: true) + "\r\n"
      let sockets = try (0..<150).map { _ in try bed.tcp.connect() }
      defer { for socket in sockets { socket.close() } }
      for socket in sockets { #expect(socket.send(request)) }
      // Another browser also receives events.
      let other = try await bed.client.signedIn(to: bed.page)
      #expect(try await other.get("/status").status == 200)
      #expect(try await other.events("/events") { $0.contains("event: hello") }.status == 200)
      // Further streams of the first browser are refused with a message.
      #expect(try await bed.client.get("/events").status == 429)
    }
  }

  @Test func `slow clients are disconnected`() async throws {
    var configuration = Dashboard.Configuration()
    configuration.slowClientTimeout.idle = .milliseconds(50)
    configuration.slowClientTimeout.request = .milliseconds(50)
    configuration.slowClientTimeout.unread = .milliseconds(50)
    try await PageTestbed.run(.empty, tcpSpeed: 1, configuration: configuration) { bed async throws in
      for beginning in [
        "", "GET / HTTP/1.1\r\nHost: x",
        "PUT /api/v2/settings HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 99\r\n\r\nslow",
      ] {
        // The call returns because the server closed the connection.
        #expect((try? await bed.tcp.ask(beginning))?.status != 200, "\(beginning)")
        #expect(try await bed.client.get("/status").status == 200)
      }
    }
  }

  @Test func `incomplete request after its response times out`() async throws {
    var configuration = Dashboard.Configuration()
    configuration.slowClientTimeout.idle = .milliseconds(300)
    try await PageTestbed.run(.empty, tcpSpeed: 1, configuration: configuration) { bed async throws in
      try bed.tcp.withConnection { socket in
        #expect(socket.send(Self.head("POST /api/v2/erase", bed) + "Content-Length: 1\r\n\r\n"))
        #expect(socket.receive()?.hasPrefix("HTTP/1.1 401") == true)
        _ = socket.send("x")
        // The server closes the connection.
        while socket.receive() != nil {}
      }
    }
  }

  @Test func `idle connections are closed for new ones`() async throws {
    var configuration = Dashboard.Configuration()
    let connectionLimiter = ConnectionLimiter(most: 12)
    configuration.connectionLimiter = connectionLimiter
    try await PageTestbed.run(.empty, tcpSpeed: 1, configuration: configuration) { bed async throws in
      let known = try bed.tcp.connect()
      #expect(known.send(Self.head("GET /api/v2/events", bed, signedIn: true) + "\r\n"))
      #expect(known.receive(1) != nil)
      let others = try (0..<40).map { _ in try bed.tcp.connect() }
      defer { for socket in others + [known] { socket.close() } }
      // Signed-in connections are served and keep receiving events. Before the last of the others has been accepted, a
      // new one may be closed for it.
      var status: Int?
      for _ in 0..<40 where status == nil { status = try? await bed.client.get("/status").status }
      #expect(status == 200)
      #expect(others[0].receive() == nil)
      #expect(known.receive(1) != nil)
      #expect(connectionLimiter.count <= 6)
    }
  }
}
