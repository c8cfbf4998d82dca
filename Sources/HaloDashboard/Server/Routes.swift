import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

/// The API's routes. `openapi.json` describes them, and a test compares the two.
struct Routes: Sendable {
  let serverContext: ServerContext
  /// Rate limit of wrong tokens, per address.
  let wrongTokens = RateLimit(burst: 10, perSecond: 0.1)

  func add(to router: Router<PageContext>) {
    let publicRoutes = router.group(RouterPath(RequestGuard.api))
    publicRoutes.get("openapi.json") { _, _ in
      Response(ByteBuffer(bytes: Site.description), type: "application/json")
    }
    addPublicRoutes(publicRoutes)
    let api = router.group(RouterPath(RequestGuard.api)).add(middleware: RequireSession())
    addSessions(api)
    addReading(api)
    addWorkouts(api)
    addDevices(api)
    addData(api)
    addImports(api)
    api.get("events") { request, context in
      let last = request.headers[.lastEventID] ?? request.uri.queryParameters["after"].map(String.init)
      return try serverContext.streams.answer(request, context) { [serverContext] in
        serverContext.hub.listen(
          after: last, hello: HelloEvent(version: serverContext.parts.version, now: serverContext.engine.moment))
      }
    }
  }

  // MARK: Requests

  func ask<Value: Sendable>(
    _ context: PageContext, _ query: @escaping @Sendable (WearerContext, Journal) throws -> Value
  ) async throws -> Value {
    let session = try session(context)
    return try await serverContext.reader.ask { [serverContext] journal in
      let wearer = try serverContext.wearer(session, journal)
      return try Wording.$current.withValue(wearer.wording) { try query(wearer, journal) }
    }
  }

  /// The language, units and clock of a request's wearer.
  func wording(_ context: PageContext) async throws -> Wording {
    try await ask(context) { wearer, _ in wearer.wording }
  }

  /// Answers with an event stream in the language, units and clock of the request's wearer.
  func stream(
    _ request: Request, _ context: PageContext, _ events: @escaping @Sendable () -> AsyncStream<String>
  ) async throws -> Response {
    try Wording.$current.withValue(try await wording(context)) {
      try serverContext.streams.answer(request, context, events)
    }
  }

  static func date(_ text: String?, _ name: String) throws -> CalendarDate {
    guard let date = text.flatMap({ CalendarDate($0) }), (1970...2200).contains(date.year) else {
      throw APIError.wrong("'\(name)' must be a day such as 2026-11-20.")
    }
    return date
  }

  /// Validates and trims a name. Every name in a request goes through this function.
  static func name(_ given: String?, _ what: String) throws -> String {
    let text = given.map { String($0.filter { !$0.isNewline }.drop { $0.isWhitespace }.prefix(60)) } ?? ""
    guard DataBounds.isName(text) else {
      throw APIError(
        .badRequest, "wrongRequest",
        Phrase("'\(what)' must be a name of 1 to 60 characters, at most \(DataBounds.longestName) bytes."))
    }
    return text
  }

  /// Requires a confirmation for a dangerous request. Without one, throws an error that contains a new confirmation
  /// for this browser.
  func confirm(_ order: String, _ confirmation: String?, _ context: PageContext, _ words: Phrase) throws {
    let session = try session(context)
    if let confirmation, serverContext.confirmations.take(confirmation, for: order, session: session.id) { return }
    var error = APIError(
      .conflict, "confirmationNeeded", words,
      advice: Phrase("To confirm, send the same request with the confirmation's id within a minute."))
    let expires = serverContext.time.moment(at: Date().addingTimeInterval(Double(Confirmations.seconds)))
    error.confirmation = ErrorAnswer.Confirmation(
      id: serverContext.confirmations.ask(order, session: session.id), words: words, expires: expires)
    throw error
  }

  /// The session that ``RequestGuard`` found. Throws if the request has no session.
  func session(_ context: PageContext) throws -> BrowserSessions.BrowserSession {
    guard let session = context.session else { throw APIError.noSession }
    return session
  }

  /// Reads and decodes a request's body, of `most` bytes at most.
  func body<Body: Decodable>(_: Body.Type, of request: Request, most: Int = 64 << 10) async throws -> Body {
    var request = request
    let tooLarge = APIError(.contentTooLarge, "tooLarge", Phrase("The request is larger than \(most >> 10) kB."))
    if let length = request.headers[.contentLength].flatMap({ Int($0) }), length > most { throw tooLarge }
    let buffer: ByteBuffer
    do { buffer = try await request.collectBody(upTo: most) } catch is NIOTooManyBytesError {
      throw tooLarge
    } catch {
      throw APIError.wrong("The request's body is not valid HTTP, or it ended too early.")
    }
    return try Body(request: [UInt8](buffer: buffer))
  }
}

/// The beginning of the events.
private struct HelloEvent: Encodable {
  let version: String
  let now: Moment
}

extension PageContext {
  /// Returns a percent-decoded path parameter.
  func text(_ name: String) throws -> String {
    guard let text = parameters.get(name)?.removingPercentEncoding else {
      throw APIError.wrong("The address is not percent-encoded correctly.")
    }
    return text
  }
}

extension HTTPField.Name {
  fileprivate static let lastEventID = HTTPField.Name("Last-Event-ID") ?? .accept
}
