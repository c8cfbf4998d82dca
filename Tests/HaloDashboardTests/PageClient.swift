#if Dashboard
  import Foundation

  #if canImport(Darwin)
    import Darwin
  #elseif canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #endif

  @testable import HaloDashboard

  // The system's functions, whose names are shadowed by methods here.
  private let systemConnect = connect
  private let systemSend = send

  /// Sends HTTP requests to a page over a TCP port, including ones that no browser would send.
  struct PageClient: Sendable {
    struct Answer: Sendable {
      let status: Int
      let headers: [String: String]
      let body: [UInt8]
      /// All received text, including any further responses.
      let whole: String
      var text: String { String(decoding: body, as: UTF8.self) }
      var json: JSON { JSON(parsing: body) ?? .null }
      /// The new cookie's value.
      var newCookie: String? {
        headers["set-cookie"]?.split(separator: "=", maxSplits: 1).last?.split(separator: ";").first.map(String.init)
      }
    }

    struct NoResponse: Error {}

    let port: Int
    var cookie: String?

    /// Sends a request like the page's own script, and returns the response.
    func ask(
      _ method: String, _ path: String, _ body: JSON? = nil, headers: [String: String?] = [:]
    ) async throws -> Answer {
      var all: [String: String?] = ["Host": "127.0.0.1:\(port)", "Connection": "close"]
      if let cookie { all["Cookie"] = "halo-session=\(cookie)" }
      if method != "GET" && method != "HEAD" {
        all["Origin"] = "http://127.0.0.1:\(port)"
        all["Content-Type"] = "application/json"
      }
      let bytes = body?.bytes ?? []
      if method != "GET" { all["Content-Length"] = "\(bytes.count)" }
      for (name, value) in headers { all[name] = value }
      let head =
        "\(method) \(path) HTTP/1.1\r\n" + all.compactMap { name, value in value.map { "\(name): \($0)\r\n" } }.joined()
      return try await send([UInt8]((head + "\r\n").utf8) + bytes)
    }

    func get(_ path: String) async throws -> Answer { try await ask("GET", "/api/v2" + path) }

    /// Uploads a file like the page.
    func upload(_ path: String, _ bytes: [UInt8]) async throws -> Answer {
      let head =
        "POST /api/v2\(path) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nOrigin: http://127.0.0.1:\(port)\r\n"
        + "Connection: close\r\nContent-Type: application/octet-stream\r\nCookie: halo-session=\(cookie ?? "")\r\n"
        + "Content-Length: \(bytes.count)\r\n\r\n"
      return try await send([UInt8](head.utf8) + bytes)
    }

    /// Sends bytes unchanged, and reads until the server closes the connection or `isEnough` returns true.
    func send(_ bytes: [UInt8], until isEnough: @escaping @Sendable (String) -> Bool = { _ in false }) async throws
      -> Answer
    {
      let port = port
      return try await withCheckedThrowingContinuation { continuation in
        // Use a new thread: the server uses Dispatch's threads, and blocking them would cause a deadlock.
        Thread.detachNewThread {
          continuation.resume(with: Result { try Self.parse(Self.transfer(port, bytes, isEnough)) })
        }
      }
    }

    /// Sends the parts in order, each after a response to the previous one, and reads to the end.
    ///
    /// - Returns: True if the server closed the connection.
    func exchange(_ parts: [String]) async -> Bool {
      let port = port
      return await withCheckedContinuation { continuation in
        Thread.detachNewThread {
          guard let number = try? Self.connect(port) else { return continuation.resume(returning: false) }
          defer { close(number) }
          var buffer = [UInt8](repeating: 0, count: 1 << 16)
          for part in parts {
            let bytes = [UInt8](part.utf8)
            _ = systemSend(number, bytes, bytes.count, Int32(MSG_NOSIGNAL))
            _ = recv(number, &buffer, buffer.count, Int32(MSG_PEEK))
            if part != parts.last { _ = recv(number, &buffer, buffer.count, 0) }
          }
          var count = 1
          while count > 0 { count = recv(number, &buffer, buffer.count, 0) }
          continuation.resume(returning: count == 0 || errno == ECONNRESET)
        }
      }
    }

    /// Sends `beginning` and then `piece` repeatedly, until the server closes the connection or `most` bytes were sent.
    ///
    /// - Returns: The number of sent bytes, and the response.
    func flood(_ beginning: [UInt8], _ piece: [UInt8], most: Int) async -> (sent: Int, answer: String) {
      let port = port
      return await withCheckedContinuation { continuation in
        Thread.detachNewThread {
          guard let number = try? Self.connect(port) else { return continuation.resume(returning: (0, "")) }
          defer { close(number) }
          var count = systemSend(number, beginning, beginning.count, Int32(MSG_NOSIGNAL))
          var sent = 0
          while count > 0, sent < most {
            sent += count
            count = systemSend(number, piece, piece.count, Int32(MSG_NOSIGNAL))
          }
          var buffer = [UInt8](repeating: 0, count: 1 << 16)
          count = recv(number, &buffer, buffer.count, 0)
          continuation.resume(returning: (sent, String(decoding: buffer.prefix(max(count, 0)), as: UTF8.self)))
        }
      }
    }

    /// Reads an event stream until `isEnough` returns true.
    func events(
      _ path: String, method: String = "GET", until isEnough: @escaping @Sendable (String) -> Bool
    ) async throws -> Answer {
      var head =
        "\(method) /api/v2\(path) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nCookie: halo-session=\(cookie ?? "")\r\n"
      if method != "GET" {
        head += "Origin: http://127.0.0.1:\(port)\r\nContent-Type: application/json\r\nContent-Length: 0\r\n"
      }
      return try await send([UInt8]((head + "\r\n").utf8), until: isEnough)
    }

    /// Opens a connection. The caller must close it.
    static func connect(_ port: Int) throws -> Int32 {
      let number = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_port = in_port_t(port).bigEndian
      address.sin_addr.s_addr = inet_addr("127.0.0.1")
      // Reached only if the server hangs, even on a busy machine.
      var socketTimeout = timeval(tv_sec: 600, tv_usec: 0)
      setsockopt(number, SOL_SOCKET, SO_RCVTIMEO, &socketTimeout, socklen_t(MemoryLayout<timeval>.size))
      setsockopt(number, SOL_SOCKET, SO_SNDTIMEO, &socketTimeout, socklen_t(MemoryLayout<timeval>.size))
      let status = withUnsafePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          systemConnect(number, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
        }
      }
      guard status == 0 else {
        close(number)
        throw NoResponse()
      }
      return number
    }

    private static func transfer(_ port: Int, _ bytes: [UInt8], _ isEnough: (String) -> Bool) throws -> [UInt8] {
      let number = try connect(port)
      defer { close(number) }
      var sent = 0
      while sent < bytes.count {
        let count = bytes[sent...].withUnsafeBytes { systemSend(number, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
        // The server may have closed the connection already.
        guard count > 0 else { break }
        sent += count
      }
      var answer: [UInt8] = []
      var buffer = [UInt8](repeating: 0, count: 1 << 16)
      while true {
        let count = recv(number, &buffer, buffer.count, 0)
        guard count > 0 else { break }
        answer += buffer[..<count]
        if isEnough(String(decoding: answer, as: UTF8.self)) { break }
      }
      return answer
    }

    private static func parse(_ bytes: [UInt8]) throws -> Answer {
      let end: [UInt8] = [13, 10, 13, 10]
      guard let place = bytes.indices.first(where: { bytes[$0...].starts(with: end) }) else { throw NoResponse() }
      let lines = String(decoding: bytes[..<place], as: UTF8.self).components(separatedBy: "\r\n")
      let words = lines[0].split(separator: " ")
      guard words.count > 1, let status = Int(words[1]) else { throw NoResponse() }
      let headers = lines.dropFirst().reduce(into: [String: String]()) { headers, line in
        guard let colon = line.firstIndex(of: ":") else { return }
        headers[line[..<colon].lowercased()] = line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
      }
      var body = [UInt8](bytes[(place + 4)...])
      if headers["transfer-encoding"] == "chunked" { body = unchunked(body) }
      return Answer(status: status, headers: headers, body: body, whole: String(decoding: bytes, as: UTF8.self))
    }

    private static func unchunked(_ bytes: [UInt8]) -> [UInt8] {
      var (body, place) = ([UInt8](), 0)
      while let end = bytes[place...].firstIndex(of: 13) {
        guard let count = Int(String(decoding: bytes[place..<end], as: UTF8.self), radix: 16), count > 0 else { break }
        body += bytes[(end + 2)..<min(end + 2 + count, bytes.count)]
        place = end + 4 + count
        guard place < bytes.count else { break }
      }
      return body
    }
  }

  extension String {
    /// Returns the number of occurrences of a text.
    func count(of text: String) -> Int { components(separatedBy: text).count - 1 }
  }
#endif
