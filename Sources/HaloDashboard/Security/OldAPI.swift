import HTTPTypes
import Hummingbird
import NIOCore

/// Answers requests to the previous API version, which was removed, with 410 Gone.
///
/// A page that was open during an update still calls the old API. It reloads itself when its event stream reconnects
/// and the status reports another version. For that, these two endpoints are answered, without any data.
struct OldAPI: RouterMiddleware {
  private static let path = "/api/v1"

  /// True if a path belongs to the old API.
  static func contains(_ path: String) -> Bool { path == Self.path || path.hasPrefix(Self.path + "/") }

  func handle(
    _ request: Request, context: PageContext, next: (Request, PageContext) async throws -> Response
  ) async throws -> Response {
    let path = request.uri.path
    guard Self.contains(path) else { return try await next(request, context) }
    switch (request.method, path.dropFirst(Self.path.count)) {
    case (.get, "/status"): return try Response(["version": RequestGuard.api])
    case (.get, "/events"):
      return Response(ByteBuffer(string: "event: hello\ndata: {}\n\n"), type: "text/event-stream")
    default:
      throw APIError(
        .gone, "gone",
        Phrase("This address was part of an older version of Halo. The API is at \(RequestGuard.api) now."),
        advice: Phrase("Reload the page. The new API is described in \(RequestGuard.api)/openapi.json."))
    }
  }
}
