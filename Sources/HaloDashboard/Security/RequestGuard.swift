import HTTPTypes
import Hummingbird

/// Checks every request before the router: Host, origin, session and rate limit. Adds the security headers to every
/// response.
struct RequestGuard: RouterMiddleware {
  let names: AllowedHosts
  let sessions: BrowserSessions
  let connectionLimiter: ConnectionLimiter
  /// True if browsers connect with TLS.
  let isSecure: Bool
  /// Sends HSTS if true: browsers then use only TLS for this host name.
  let sendsHSTS: Bool

  /// Rate limits: per signed-in session, and per address without a session.
  private let perSession = RateLimit(burst: 1000, perSecond: 200)
  private let unauthenticated = RateLimit(burst: 100, perSecond: 10)
  /// Sign-in attempts per connection, checked before the body is read. Not per address, because all clients on this
  /// computer share one, and someone guessing tokens must not block a valid link. Wrong tokens are limited per
  /// address, in ``Routes``.
  private let attempts = RateLimit(burst: 20, perSecond: 1)

  /// Prefix of the cookie's name; the port follows.
  private static let cookie = "halo-session"
  /// Prefix of the cookie's name with TLS. Browsers accept such a cookie only over TLS, from this host and for all of
  /// its paths (RFC 6265bis, section 4.1.3.2).
  private static let securePrefix = "__Host-"
  /// Base path of the API.
  static let api = "/api/v2"
  /// The paths that take a file. All others take JSON.
  private static let uploads: Set<String> = [api + "/import", api + "/import/preview"]

  func handle(
    _ request: Request, context: PageContext, next: (Request, PageContext) async throws -> Response
  ) async throws -> Response {
    var response: Response
    do {
      response = try await next(request, validated(request, context))
    } catch {
      let error = (error as? HTTPError).map(Self.words) ?? APIError(error)
      response = try error.response()
      if error.status == .tooManyRequests { response.headers[.retryAfter] = "10" }
      if error.status == .methodNotAllowed {
        response.headers[.allow] = error.allowed.map(\.rawValue).joined(separator: ", ")
      }
    }
    for (name, value) in Self.headers where response.headers[name] == nil { response.headers[name] = value }
    // Browsers ignore this header over plain HTTP (RFC 6797, section 7.2).
    if isSecure, sendsHSTS { response.headers[.strictTransportSecurity] = Self.strictTransport }
    if Self.isOfAPI(request.uri.path) {
      if response.headers[.cacheControl] == nil { response.headers[.cacheControl] = "no-store" }
      // If another page makes the browser navigate to the API, the response is downloaded and not shown as a page
      // (ASVS 14.4.2).
      if response.headers[.contentType] == "application/json", response.headers[.contentDisposition] == nil {
        response.headers[.contentDisposition] = "attachment; filename=\"api.json\""
      }
    }
    return response
  }

  /// Validates the request and returns its context.
  private func validated(_ request: Request, _ context: PageContext) throws -> PageContext {
    // The first Host header is the authority; a second one stays among the headers (RFC 9112, section 3.2).
    guard request.headers[.secondHost] == nil else { throw APIError.wrong("The request has two Host headers.") }
    guard let authority = request.head.authority, names.allows(authority) else {
      throw APIError(
        .misdirectedRequest, "foreignHost", Phrase("This host name is not allowed."),
        advice: Phrase("Use the link that 'halo serve' printed, or allow this name with --host."))
    }
    let changes = request.method != .get && request.method != .head
    let path = request.uri.path
    let allowed = Self.methods(of: path)
    guard allowed.contains(request.method) else {
      var error = APIError(
        .methodNotAllowed, "wrongMethod",
        Phrase(verbatim: "The method \(request.method.rawValue) is not allowed here."))
      error.allowed = allowed
      throw error
    }
    if changes { try checkOrigin(request, authority) }
    // The router ignores empty path components. Without this check, `//api` would be a second path to `/api`.
    guard !path.contains("//") else { throw APIError.missing("Not found.") }
    guard Self.isOfAPI(path) else { return context }
    if changes, !Self.uploads.contains(path) { try checkIsJSON(request) }
    // Requests from other sites carry no cookie (SameSite=Strict); they are refused as well.
    if let site = request.headers[.fetchSite], site != "same-origin", site != "none" {
      throw APIError(.forbidden, "foreignOrigin", Phrase("Requests from other pages are refused."))
    }
    // Older browsers do not send Sec-Fetch-Site; they may send Origin.
    if request.headers[.origin] != nil { try checkOrigin(request, authority) }
    var context = context
    context.session =
      Self.cookies(request.headers[values: .cookie], isSecure: isSecure).lazy.compactMap {
        sessions.session($0, address: context.address)
      }.first
    if let session = context.session {
      context.channel.map(connectionLimiter.markAuthenticated)
      guard perSession.allows(session.id) else { throw Self.rateLimitError }
      return context
    }
    if path == Self.api + "/session", request.method == .post {
      guard attempts.allows("\(context.channel.flatMap(connectionLimiter.number) ?? -1)") else {
        throw Self.rateLimitError
      }
      return context
    }
    guard unauthenticated.allows(context.address) else { throw Self.rateLimitError }
    if path == Self.api + "/openapi.json" || OldAPI.contains(path) { return context }
    throw APIError.noSession
  }

  /// Returns the methods that a path allows: those in the API's description, or GET and HEAD for the page's files.
  /// Unknown API paths allow all.
  private static func methods(of path: String) -> [HTTPRequest.Method] {
    guard isOfAPI(path) else { return [.get, .head] }
    let described = path.hasPrefix(api) ? AllowedMethods.described.methods(of: path.dropFirst(api.count)) : nil
    return described ?? [.get, .head, .post, .put, .patch, .delete]
  }

  /// True if the router would route a path to the API.
  private static func isOfAPI(_ path: String) -> Bool { path.split(separator: "/").first == "api" }

  /// Returns the Set-Cookie value. An empty value with 0 seconds deletes the cookie.
  ///
  /// Browsers share cookies between ports, and two journals may each be served on its own port, so the name contains
  /// the port.
  static func setCookie(_ value: String, seconds: Int, authority: String?, isSecure: Bool) -> String {
    let port = authority?.split(separator: ":").last.flatMap { UInt16($0) }
    let name = (isSecure ? securePrefix : "") + (port.map { "\(cookie)-\($0)" } ?? cookie)
    return "\(name)=\(value); Path=/; Max-Age=\(seconds); HttpOnly; SameSite=Strict" + (isSecure ? "; Secure" : "")
  }

  /// Returns the values of all cookies that may be Halo's. A page at another port of this computer may set a cookie
  /// of the same name, which would hide the right one. With TLS, cookies without the prefix are ignored, because a
  /// page without TLS may have set them.
  static func cookies(_ headers: [String], isSecure: Bool) -> [String] {
    let beginning = (isSecure ? securePrefix : "") + cookie
    return headers.flatMap { $0.split(separator: ";") }.compactMap { pair in
      guard let sign = pair.firstIndex(of: "=") else { return nil }
      let name = pair[..<sign].drop { $0 == " " }
      let value = pair[pair.index(after: sign)...]
      return name.hasPrefix(beginning) && value.utf8.count == Secret.length ? String(value) : nil
    }
  }

  private var scheme: String { isSecure ? "https" : "http" }

  private func checkOrigin(_ request: Request, _ authority: String) throws {
    guard let origin = request.headers[.origin], origin.lowercased() == "\(scheme)://\(authority.lowercased())" else {
      throw APIError(
        .forbidden, "foreignOrigin", Phrase("Only Halo's own page may change data."),
        advice: Phrase(verbatim: "Other programs must send the header 'Origin: \(scheme)://\(authority)'."))
    }
  }

  private func checkIsJSON(_ request: Request) throws {
    let type = request.headers[.contentType]?.split(separator: ";").first.map { $0.lowercased() }
    guard type == "application/json" else {
      throw APIError(
        .unsupportedMediaType, "wrongType",
        Phrase(verbatim: "Send a body in JSON (Content-Type: application/json)."))
    }
  }

  static let rateLimitError = APIError(
    .tooManyRequests, "tooOften", Phrase("Too many requests."), advice: Phrase("Wait ten seconds."))

  private static func words(_ error: HTTPError) -> APIError {
    switch error.status {
    case .notFound: .missing("Not found.")
    case .contentTooLarge: APIError(.contentTooLarge, "tooLarge", Phrase("The request is too large."))
    default: APIError(error.status, "refused", Phrase(verbatim: error.body ?? error.status.reasonPhrase))
    }
  }

  /// One year. Not for subdomains: this page does not own them.
  private static let strictTransport = "max-age=31536000"

  private static let headers: [(HTTPField.Name, String)] = [
    (
      .contentSecurityPolicy,
      """
      default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; manifest-src 'self'; \
      font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'
      """
    ),
    (.xContentTypeOptions, "nosniff"), (.referrerPolicy, "no-referrer"), (.frameOptions, "DENY"),
    (.openerPolicy, "same-origin"), (.resourcePolicy, "same-origin"),
    (.permissionsPolicy, "camera=(), microphone=(), geolocation=(), usb=(), payment=()"),
  ]
}

/// Requires a signed-in session. ``RequestGuard`` has checked the session already; this is a second check at the routes,
/// independent of the path.
struct RequireSession: RouterMiddleware {
  func handle(
    _ request: Request, context: PageContext, next: (Request, PageContext) async throws -> Response
  ) async throws -> Response {
    guard context.session != nil else { throw APIError.noSession }
    return try await next(request, context)
  }
}

extension HTTPField.Name {
  /// Makes a header name from a constant, which is always a valid token.
  private static func named(_ name: String) -> HTTPField.Name { HTTPField.Name(name) ?? .accept }
  static let secondHost = named("Host")
  static let fetchSite = named("Sec-Fetch-Site")
  static let referrerPolicy = named("Referrer-Policy")
  static let frameOptions = named("X-Frame-Options")
  static let openerPolicy = named("Cross-Origin-Opener-Policy")
  static let resourcePolicy = named("Cross-Origin-Resource-Policy")
  static let permissionsPolicy = named("Permissions-Policy")
}
