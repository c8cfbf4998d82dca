#if Dashboard
  import HTTPTypes
  import HaloReports
  import Hummingbird

  /// Looks at every request before anything else does: whom it asks, where it comes from, who sent it, and how often. Puts the headers
  /// on every answer that keep browsers careful.
  struct Gate: RouterMiddleware {
    let names: OwnNames
    let sessions: Sessions
    let crowd: Crowd
    /// Whether browsers connect with TLS.
    let isSecure: Bool
    /// Whether browsers are told to use TLS alone for this host name (HSTS).
    let sendsHSTS: Bool

    /// Requests of a browser that was let in, and of an address that was not.
    private let known = RateLimit(burst: 1000, perSecond: 200)
    private let strangers = RateLimit(burst: 100, perSecond: 10)
    /// Attempts to sign in, per connection: asked before the body is read. It is not per address, because everybody on this computer has
    /// the same one, and others who guess must not keep out the right link. Wrong tokens are limited per address, in ``Routes``.
    private let attempts = RateLimit(burst: 20, perSecond: 1)

    /// How the cookie's name begins; the port follows.
    private static let cookie = "halo-session"
    /// With TLS, the name has a prefix by which browsers take the cookie only over TLS, from this host and for all of its paths
    /// (RFC 6265bis, section 4.1.3.2).
    private static let securePrefix = "__Host-"
    /// Where the API is.
    static let api = "/api/v2"

    init(names: OwnNames, sessions: Sessions, crowd: Crowd, isSecure: Bool, sendsHSTS: Bool) {
      self.names = names
      self.sessions = sessions
      self.crowd = crowd
      self.isSecure = isSecure
      self.sendsHSTS = sendsHSTS
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
        if error.status == .methodNotAllowed {
          response.headers[.allow] = error.allowed.map(\.rawValue).joined(separator: ", ")
        }
      }
      for (name, value) in Self.headers where response.headers[name] == nil { response.headers[name] = value }
      // Over plain HTTP browsers ignore it (RFC 6797, section 7.2).
      if isSecure, sendsHSTS { response.headers[.strictTransportSecurity] = Self.strictTransport }
      if Self.isOfAPI(request.uri.path) {
        if response.headers[.cacheControl] == nil { response.headers[.cacheControl] = "no-store" }
        // An answer that somebody makes a browser open by itself is saved under this name, and never shown as a page (ASVS 14.4.2).
        if response.headers[.contentType] == "application/json", response.headers[.contentDisposition] == nil {
          response.headers[.contentDisposition] = "attachment; filename=\"api.json\""
        }
      }
      return response
    }

    /// The context of a request that may go on.
    private func admitted(_ request: Request, _ context: PageContext) throws -> PageContext {
      // The first one is the authority; a second one stays among the headers (RFC 9112, section 3.2).
      guard request.headers[.secondHost] == nil else { throw APIError.wrong("The request has two Host headers.") }
      guard let authority = request.head.authority, names.contain(authority) else {
        throw APIError(
          .misdirectedRequest, "foreignHost", Phrase("Halo is not known by that name here."),
          advice: Phrase("Use the link that 'halo serve' printed, or name it with --host."))
      }
      let changes = request.method != .get && request.method != .head
      let path = request.uri.path
      let allowed = Self.methods(of: path)
      guard allowed.contains(request.method) else {
        var error = APIError(
          .methodNotAllowed, "wrongMethod", Phrase(verbatim: "There is no \(request.method.rawValue) here."))
        error.allowed = allowed
        throw error
      }
      if changes { try checkOrigin(request, authority) }
      // The router leaves empty parts out, so `//api` would be another way to `/api`: there is one way to each thing.
      guard !path.contains("//") else { throw APIError.missing("There is nothing here.") }
      guard Self.isOfAPI(path) else { return context }
      if changes, path != Self.api + "/import" { try checkIsJSON(request) }
      // What another page makes a browser ask for carries no cookie (SameSite=Strict); it is not answered either.
      if let site = request.headers[.fetchSite], site != "same-origin", site != "none" {
        throw APIError(.forbidden, "foreignOrigin", Phrase("Another page asked for this."))
      }
      // So says a browser that is too old for the above, where it says anything.
      if request.headers[.origin] != nil { try checkOrigin(request, authority) }
      var context = context
      context.session =
        Self.cookies(request.headers[values: .cookie], isSecure: isSecure).lazy.compactMap {
          sessions.session($0, address: context.address)
        }.first
      if let session = context.session {
        crowd.letIn(context.channel)
        guard known.allows(session.id) else { throw Self.tooOften }
        return context
      }
      if path == Self.api + "/session", request.method == .post {
        guard attempts.allows("\(crowd.number(of: context.channel) ?? -1)") else { throw Self.tooOften }
        return context
      }
      guard strangers.allows(context.address) else { throw Self.tooOften }
      if path == Self.api + "/openapi.json" || OldAPI.contains(path) { return context }
      throw APIError.noSession
    }

    /// The methods of a path: of the API as it is described, and of the page, which is only read. An address that does not exist takes all.
    private static func methods(of path: String) -> [HTTPRequest.Method] {
      guard isOfAPI(path) else { return [.get, .head] }
      let described = path.hasPrefix(api) ? AllowedMethods.described.methods(of: path.dropFirst(api.count)) : nil
      return described ?? [.get, .head, .post, .put, .patch, .delete]
    }

    /// Whether a path leads to the API, as the router understands it.
    private static func isOfAPI(_ path: String) -> Bool { path.split(separator: "/").first == "api" }

    /// The header that sets the cookie for a number of seconds, or ends it with an empty value and 0 seconds.
    ///
    /// Browsers keep one cookie of a name for all ports, and two journals may have a page each, so the port is in the name.
    static func setCookie(_ value: String, seconds: Int, authority: String?, isSecure: Bool) -> String {
      let port = authority?.split(separator: ":").last.flatMap { UInt16($0) }
      let name = (isSecure ? securePrefix : "") + (port.map { "\(cookie)-\($0)" } ?? cookie)
      return "\(name)=\(value); Path=/; Max-Age=\(seconds); HttpOnly; SameSite=Strict" + (isSecure ? "; Secure" : "")
    }

    /// All cookies that may be ours. A page at another port of this computer may set one of the same name, which would hide the true one.
    /// With TLS, one without the prefix may be of a page without TLS, so it counts for nothing.
    static func cookies(_ headers: [String], isSecure: Bool) -> [String] {
      let beginning = (isSecure ? securePrefix : "") + cookie
      return headers.flatMap { $0.split(separator: ";") }.compactMap { pair in
        guard let sign = pair.firstIndex(of: "=") else { return nil }
        let (name, value) = (pair[..<sign].drop { $0 == " " }, pair[pair.index(after: sign)...])
        return name.hasPrefix(beginning) && value.utf8.count == Secret.length ? String(value) : nil
      }
    }

    private var scheme: String { isSecure ? "https" : "http" }

    private func checkOrigin(_ request: Request, _ authority: String) throws {
      guard let origin = request.headers[.origin], origin.lowercased() == "\(scheme)://\(authority.lowercased())" else {
        throw APIError(
          .forbidden, "foreignOrigin", Phrase("Only Halo's own page may change something."),
          advice: Phrase(verbatim: "Programs send the header 'Origin: \(scheme)://\(authority)'."))
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

    static let tooOften = APIError(
      .tooManyRequests, "tooOften", Phrase("That was asked too often."), advice: Phrase("Wait ten seconds."))

    private static func words(_ error: HTTPError) -> APIError {
      switch error.status {
      case .notFound: .missing("There is nothing here.")
      case .contentTooLarge: APIError(.contentTooLarge, "tooLarge", Phrase("That is too large."))
      default: APIError(error.status, "refused", Phrase(verbatim: error.body ?? error.status.reasonPhrase))
      }
    }

    /// A year; not for subdomains, which are no business of this page.
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

  /// Lets nobody further who was not let in. The gate has looked already; this stands where the answers are, whatever a path looks like.
  struct MembersOnly: RouterMiddleware {
    func handle(
      _ request: Request, context: PageContext, next: (Request, PageContext) async throws -> Response
    ) async throws -> Response {
      guard context.session != nil else { throw APIError.noSession }
      return try await next(request, context)
    }
  }

  extension HTTPField.Name {
    /// Names as the standards have them; all are tokens.
    private static func named(_ name: String) -> HTTPField.Name { HTTPField.Name(name) ?? .accept }
    static let secondHost = named("Host")
    static let fetchSite = named("Sec-Fetch-Site")
    static let referrerPolicy = named("Referrer-Policy")
    static let frameOptions = named("X-Frame-Options")
    static let openerPolicy = named("Cross-Origin-Opener-Policy")
    static let resourcePolicy = named("Cross-Origin-Resource-Policy")
    static let permissionsPolicy = named("Permissions-Policy")
  }
#endif
