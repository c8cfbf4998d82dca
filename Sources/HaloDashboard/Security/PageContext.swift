import Hummingbird
import NIOCore

/// A request's context: its address, its connection and its session.
struct PageContext: RequestContext {
  var coreContext: CoreRequestContextStorage
  /// The client's address.
  let address: String
  /// The client's connection; `nil` for a request from this program.
  let channel: (any Channel)?
  /// The browser session; `nil` if the request is not signed in.
  var session: BrowserSessions.BrowserSession?

  init(source: ApplicationRequestContextSource) {
    self.init(
      source: source, channel: source.channel, address: source.channel.remoteAddress?.ipAddress ?? "unknown")
  }

  init(source: some RequestContextSource, channel: (any Channel)?, address: String) {
    coreContext = .init(source: source)
    self.channel = channel
    self.address = address
  }

  /// Calls `operation` with the request's body, and cancels it if the client disconnects.
  func untilDisconnect<Result: Sendable>(
    _ request: Request, _ operation: (RequestBody) async throws -> Result
  ) async throws -> Result {
    guard channel != nil else { return try await operation(request.body) }
    return try await request.body.consumeWithCancellationOnInboundClose(operation)
  }
}
