import Foundation

@testable import HaloDashboard

/// Connects to a page over TCP, for tests of connections and of the HTTP parser.
struct TCPTransport: PageTransport {
  let port: Int

  func send(
    _ method: String, _ path: String, _ headers: [String: String], _ body: [UInt8],
    until isEnough: (@Sendable (String) -> Bool)?
  ) async throws -> PageClient.Answer {
    let head = "\(method) \(path) HTTP/1.1\r\n" + headers.map { "\($0): \($1)\r\n" }.joined() + "\r\n"
    return try Self.parse(await send([UInt8](head.utf8) + body, until: isEnough ?? { _ in false }))
  }

  /// Sends a text unchanged, and parses the first response.
  func ask(
    _ text: String, until isEnough: @escaping @Sendable (String) -> Bool = { _ in false }
  ) async throws -> PageClient.Answer {
    try Self.parse(await send([UInt8](text.utf8), until: isEnough))
  }

  /// Sends bytes unchanged, and returns what is received until the server closes the connection or `isEnough` returns
  /// true.
  func send(
    _ bytes: [UInt8], until isEnough: @escaping @Sendable (String) -> Bool = { _ in false }
  ) async throws -> [UInt8] {
    try await withCheckedThrowingContinuation { continuation in
      // Use a new thread: the server uses Dispatch's threads, and blocking them would cause a deadlock.
      Thread.detachNewThread {
        continuation.resume(
          with: Result {
            try withConnection { socket in
              // The server may have closed the connection already.
              _ = socket.send(bytes)
              var answer: [UInt8] = []
              while let part = socket.receivedBytes() {
                answer += part
                if isEnough(String(decoding: answer, as: UTF8.self)) { break }
              }
              return answer
            }
          })
      }
    }
  }

  /// Calls `body` with an open connection.
  func withConnection<Result>(_ body: (TCPConnection) throws -> Result) throws -> Result {
    let socket = try connect()
    defer { socket.close() }
    return try body(socket)
  }

  /// Opens a connection. The caller must close it.
  func connect() throws -> TCPConnection {
    let connection = TCPConnection(number: socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(port).bigEndian
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    // Reached only if the server hangs, even on a busy machine.
    var timeout = timeval(tv_sec: 600, tv_usec: 0)
    for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
      setsockopt(connection.number, SOL_SOCKET, option, &timeout, socklen_t(MemoryLayout<timeval>.size))
    }
    let status = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        systemConnect(connection.number, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard status == 0 else {
      connection.close()
      throw PageClient.NoResponse()
    }
    return connection
  }

  private static func parse(_ bytes: [UInt8]) throws -> PageClient.Answer {
    let end: [UInt8] = [13, 10, 13, 10]
    guard let place = bytes.indices.first(where: { bytes[$0...].starts(with: end) }) else {
      throw PageClient.NoResponse()
    }
    let lines = String(decoding: bytes[..<place], as: UTF8.self).components(separatedBy: "\r\n")
    let words = lines[0].split(separator: " ")
    guard words.count > 1, let status = Int(words[1]) else { throw PageClient.NoResponse() }
    let headers = lines.dropFirst().reduce(into: [String: String]()) { headers, line in
      guard let colon = line.firstIndex(of: ":") else { return }
      headers[line[..<colon].lowercased()] = line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
    }
    return PageClient.Answer(status: status, headers: headers, body: [UInt8](bytes[(place + 4)...]))
  }
}

/// A connection, whose functions block the thread.
struct TCPConnection: Sendable {
  let number: Int32

  /// Sends all bytes. Returns false if the server has closed the connection.
  func send(_ bytes: [UInt8]) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { systemSend(number, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  func send(_ text: String) -> Bool { send([UInt8](text.utf8)) }

  /// Returns the next received bytes; nil if the server has closed the connection.
  func receivedBytes(most: Int = 1 << 16) -> [UInt8]? {
    var buffer = [UInt8](repeating: 0, count: most)
    let count = recv(number, &buffer, buffer.count, 0)
    return count > 0 ? [UInt8](buffer[..<count]) : nil
  }

  func receive(_ most: Int = 1 << 16) -> String? {
    receivedBytes(most: most).map { String(decoding: $0, as: UTF8.self) }
  }

  func close() { _ = systemClose(number) }
}

// The system's functions, whose names are shadowed by methods here.
private let systemConnect = connect
private let systemSend = send
private let systemClose = close
