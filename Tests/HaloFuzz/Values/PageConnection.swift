import Foundation

/// Sends requests to a page on this computer, one connection each.
struct PageConnection {
  let port: Int
  private var cookie = ""

  init(port: Int) { self.port = port }

  /// Signs in. Returns false if the page cannot read its journal.
  mutating func signIn(_ token: String) throws -> Bool {
    let answer = try send("POST", "/api/v2/session", Data("{\"token\":\"\(token)\",\"name\":\"fuzz\"}".utf8))
    if answer.status >= 500 { return false }
    guard answer.status == 200, let cookie = answer.headers["set-cookie"]?.split(separator: ";").first else {
      throw FuzzFailure(description: "the page answers \(answer.status) to a sign-in")
    }
    self.cookie = String(cookie)
    return true
  }

  func send(
    _ method: String, _ path: String, _ body: Data? = nil, type: String = "application/json"
  ) throws -> (status: Int, headers: [String: String], body: Data) {
    let socket = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    guard socket >= 0 else { throw FuzzFailure(description: "no socket: \(errno)") }
    defer { close(socket) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(port).bigEndian
    address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
    let connected = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard connected == 0 else { throw FuzzFailure(description: "the page does not accept: \(errno)") }
    var head = "\(method) \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nConnection: close\r\n"
    if !cookie.isEmpty { head += "Cookie: \(cookie)\r\n" }
    if let body {
      head += "Origin: http://127.0.0.1:\(port)\r\nContent-Type: \(type)\r\nContent-Length: \(body.count)\r\n"
    }
    let request = Data((head + "\r\n").utf8) + (body ?? Data())
    try request.withUnsafeBytes { bytes in
      var sent = 0
      while sent < bytes.count {
        let count = Foundation.send(
          socket, bytes.baseAddress?.advanced(by: sent), bytes.count - sent, Int32(MSG_NOSIGNAL))
        guard count > 0 else { throw FuzzFailure(description: "\(path): sending: \(errno)") }
        sent += count
      }
    }
    var answer = Data()
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = recv(socket, &buffer, buffer.count, 0)
      guard count > 0 else { break }
      answer += buffer[..<count]
    }
    guard let end = answer.firstRange(of: Data("\r\n\r\n".utf8)) else {
      throw FuzzFailure(description: "\(method) \(path): no answer")
    }
    let lines = String(decoding: answer[..<end.lowerBound], as: UTF8.self).components(separatedBy: "\r\n")
    var headers: [String: String] = [:]
    for line in lines.dropFirst() {
      let parts = line.split(separator: ":", maxSplits: 1)
      if parts.count == 2 { headers[parts[0].lowercased()] = parts[1].trimmingCharacters(in: .whitespaces) }
    }
    let status = lines[0].split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
    var body = Data(answer[end.upperBound...])
    if headers["transfer-encoding"] == "chunked" { body = Self.joined(body) }
    return (status, headers, body)
  }

  private static func joined(_ chunks: Data) -> Data {
    var (rest, all) = (chunks[...], Data())
    while let end = rest.firstRange(of: Data("\r\n".utf8)),
      let size = Int(String(decoding: rest[rest.startIndex..<end.lowerBound], as: UTF8.self), radix: 16), size > 0
    {
      let last = rest.index(end.upperBound, offsetBy: size)
      all += rest[end.upperBound..<last]
      rest = rest[rest.index(last, offsetBy: 2)...]
    }
    return all
  }
}
