#if Dashboard
  import HTTPTypes
  import Hummingbird

  /// Looks at every request before anything else does: whom it asks, where it comes from, who sent it, and how often. Puts the headers
  /// on every answer that keep browsers careful.
  struct Gate: RouterMiddleware {
    let names: OwnNames
    let sessions: Sessions
    /// `https` where certificates are used.
    let scheme: String

    /// Requests of a browser that was let in, of an address that was not, and guesses of tokens.
    private let known = RateLimit(burst: 1000, perSecond: 200)
    private let strangers = RateLimit(burst: 100, perSecond: 10)
    private let guesses = RateLimit(burst: 10, perSecond: 0.1)

    /// The cookie's name.
    static let cookie = "halo-session"
    /// Where the API is.
    static let api = "/api/v1"

    init(names: OwnNames, sessions: Sessions, scheme: String) {
      self.names = names
      self.sessions = sessions
      self.scheme = scheme
    }

    func handle(
      _ request: Request, context: PageContext, next: (Request, PageContext) async throws -> Response
    ) async throws -> Response {
      var response: Response
      do {
        response = try await next(request, admitted(request, context))
      } catch {
        let error = (error as? HTTPError).map(Self.words) ?? APIError(error)
        response = Response(error.json, status: error.status)
        if error.status == .tooManyRequests { response.headers[.retryAfter] = "10" }
      }
      for (name, value) in Self.headers where response.headers[name] == nil { response.headers[name] = value }
      if request.uri.path.hasPrefix("/api/"), response.headers[.cacheControl] == nil {
        response.headers[.cacheControl] = "no-store"
      }
      return response
    }

    /// The context of a request that may go on.
    private func admitted(_ request: Request, _ context: PageContext) throws -> PageContext {
      guard let authority = request.head.authority, names.contain(authority) else {
        throw APIError(
          .misdirectedRequest, "foreignHost", "Halo is not known by that name here.",
          advice: "Use the link that 'halo serve' printed, or name it with --host.")
      }
      guard [.get, .head, .post, .put, .patch, .delete].contains(request.method) else {
        throw APIError(.methodNotAllowed, "wrongMethod", "There is no \(request.method.rawValue) here.")
      }
      let changes = request.method != .get && request.method != .head
      let path = request.uri.path
      if changes { try checkOrigin(request, authority) }
      guard path.hasPrefix("/api/") else {
        guard !changes else { throw APIError(.methodNotAllowed, "wrongMethod", "The page is only read.") }
        return context
      }
      if changes, path != Self.api + "/import" { try checkIsJSON(request) }
      // What another page makes a browser ask for carries no cookie (SameSite=Strict); it is not answered either.
      if let site = request.headers[.fetchSite], site != "same-origin", site != "none" {
        throw APIError(.forbidden, "foreignOrigin", "Another page asked for this.")
      }
      var context = context
      context.session = request.cookies[Self.cookie].flatMap {
        sessions.session($0.value, address: context.address)
      }
      if let session = context.session {
        guard known.allows(session.id) else { throw Self.tooOften }
        return context
      }
      guard strangers.allows(context.address) else { throw Self.tooOften }
      if path == Self.api + "/openapi.json" { return context }
      if path == Self.api + "/session", request.method == .post {
        guard guesses.allows(context.address) else { throw Self.tooOften }
        return context
      }
      throw APIError(
        .unauthorized, "noSession", "This browser has not been let in, or its session has ended.",
        advice: "Open the link that 'halo serve' printed; 'halo serve --link' prints a new one.")
    }

    private func checkOrigin(_ request: Request, _ authority: String) throws {
      guard let origin = request.headers[.origin], origin.lowercased() == "\(scheme)://\(authority.lowercased())" else {
        throw APIError(
          .forbidden, "foreignOrigin", "Only Halo's own page may change something.",
          advice: "Programs send the header 'Origin: \(scheme)://\(authority)'.")
      }
    }

    private func checkIsJSON(_ request: Request) throws {
      let type = request.headers[.contentType]?.split(separator: ";").first.map { $0.lowercased() }
      guard type == "application/json" else {
        throw APIError(.unsupportedMediaType, "wrongType", "A body in JSON is wanted (Content-Type: application/json).")
      }
    }

    private static let tooOften = APIError(
      .tooManyRequests, "tooOften", "That was asked too often.", advice: "Wait ten seconds.")

    private static func words(_ error: HTTPError) -> APIError {
      switch error.status {
      case .notFound: .missing("There is nothing here.")
      case .contentTooLarge: APIError(.contentTooLarge, "tooLarge", "That is too large.")
      default: APIError(error.status, "refused", error.body ?? error.status.reasonPhrase)
      }
    }

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

  extension HTTPField.Name {
    /// Names as the standards have them; all are tokens.
    private static func named(_ name: String) -> HTTPField.Name { HTTPField.Name(name) ?? .accept }
    static let fetchSite = named("Sec-Fetch-Site")
    static let referrerPolicy = named("Referrer-Policy")
    static let frameOptions = named("X-Frame-Options")
    static let openerPolicy = named("Cross-Origin-Opener-Policy")
    static let resourcePolicy = named("Cross-Origin-Resource-Policy")
    static let permissionsPolicy = named("Permissions-Policy")
  }
#endif
