#if Dashboard
  import HTTPTypes
  import HaloReports
  import Hummingbird
  import NIOCore

  /// Answers requests to the API as it was before ``Gate/api``: it is gone.
  ///
  /// A page that was open while Halo was updated still asks there, and loads itself again as soon as its events come back and the status
  /// has another version. So these two are answered, without any data.
  struct OldAPI: RouterMiddleware {
    private static let path = "/api/v1"

    /// Whether a path belongs to it.
    static func contains(_ path: String) -> Bool { path == Self.path || path.hasPrefix(Self.path + "/") }

    func handle(
      _ request: Request, context: PageContext, next: (Request, PageContext) async throws -> Response
    ) async throws -> Response {
      let path = request.uri.path
      guard Self.contains(path) else { return try await next(request, context) }
      switch (request.method, path.dropFirst(Self.path.count)) {
      case (.get, "/status"): return Response(["version": .string(Gate.api)])
      case (.get, "/events"):
        return Response(
          status: .ok, headers: [.contentType: "text/event-stream"],
          body: .init(byteBuffer: ByteBuffer(string: "event: hello\ndata: {}\n\n")))
      default:
        throw APIError(
          .gone, "gone", Phrase("This address was part of an older version of Halo. The API is at \(Gate.api) now."),
          advice: Phrase("Reload the page. Programs find the new addresses in \(Gate.api)/openapi.json."))
      }
    }
  }
#endif
