import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import Synchronization

@testable import HaloDashboard

/// Calls the page's routes without a server, in the caller's task: the simulated clock waits for them.
struct MemoryTransport: PageTransport {
  let responder: RouterResponder<PageContext>
  let logger: Logger
  let port = 8080
  /// Called when half of a body has arrived.
  var atHalf: (@Sendable () async -> Void)?

  func send(
    _ method: String, _ path: String, _ headers: [String: String], _ body: [UInt8],
    until isEnough: (@Sendable (String) -> Bool)?
  ) async throws -> PageClient.Answer {
    guard let method = HTTPRequest.Method(method) else { throw PageClient.NoResponse() }
    var fields = HTTPFields()
    for (name, value) in headers where name != "Host" {
      if let name = HTTPField.Name(name) { fields.append(HTTPField(name: name, value: value)) }
    }
    let request = Request(
      head: HTTPRequest(
        method: method, scheme: "http", authority: headers["Host"], path: path, headerFields: fields),
      body: RequestBody(asyncSequence: pieces(body)))
    let context = PageContext(source: Source(logger: logger), channel: nil, address: "127.0.0.1")
    let response = try await responder.respond(to: request, context: context)
    let received = Received(isEnough)
    do { try await response.body.write(Writer(received: received)) } catch is Enough {}
    return PageClient.Answer(
      status: response.status.code,
      headers: Dictionary(response.headers.map { ($0.name.canonicalName, $0.value) }) { $1 },
      body: received.bytes.withLock { $0 })
  }

  /// A body as it arrives over a network.
  private func pieces(_ body: [UInt8]) -> AsyncStream<ByteBuffer> {
    let place = Mutex(0)
    return AsyncStream { [atHalf] in
      let start = place.withLock { $0 }
      if start > 0, start < body.count { await atHalf?() }
      let end = min(start + max(1, min(body.count / 2, 1 << 16)), body.count)
      place.withLock { $0 = end }
      return start < end ? ByteBuffer(bytes: body[start..<end]) : nil
    }
  }

  private struct Source: RequestContextSource { let logger: Logger }

  private struct Enough: Error {}

  private final class Received: Sendable {
    let bytes = Mutex<[UInt8]>([])
    let isEnough: (@Sendable (String) -> Bool)?
    init(_ isEnough: (@Sendable (String) -> Bool)?) { self.isEnough = isEnough }
  }

  private struct Writer: ResponseBodyWriter {
    let received: Received

    /// Throws once enough was received, as if the client had disconnected.
    func write(_ buffer: ByteBuffer) async throws {
      let all = received.bytes.withLock { bytes in
        bytes += buffer.readableBytesView
        return bytes
      }
      if received.isEnough?(String(decoding: all, as: UTF8.self)) == true { throw Enough() }
    }

    func finish(_: HTTPFields?) async throws {}
  }
}
