import HTTPTypes
import Hummingbird

/// Sets the response's language from `Accept-Language`, or from the query parameter `lang`, because `EventSource`
/// cannot set headers. A wearer's profile overrides it.
struct RequestLanguage: RouterMiddleware {
  func handle(
    _ request: Request, context: PageContext, next: (Request, PageContext) async throws -> Response
  ) async throws -> Response {
    let named = request.uri.queryParameters["lang"].map { [String($0)] } ?? []
    let tags = named + Self.tags(request.headers[.acceptLanguage] ?? "")
    return try await Wording.$current.withValue(Wording(Language(preferred: tags))) {
      try await next(request, context)
    }
  }

  /// Returns the tags of an `Accept-Language` header (RFC 9110, section 12.5.4) by descending weight; equal weights
  /// keep their order.
  static func tags(_ header: String) -> [String] {
    let weighted = header.split(separator: ",").enumerated().map { order, entry in
      let parts = entry.split(separator: ";", omittingEmptySubsequences: false).map {
        $0.trimmingPrefix { $0 == " " }
      }
      let weight = parts.dropFirst().first { $0.hasPrefix("q=") }.map { Double($0.dropFirst(2)) ?? 0 } ?? 1
      return (tag: parts.first.map(String.init) ?? "", weight: weight, order: order)
    }
    return weighted.filter { $0.weight > 0 }.sorted { ($1.weight, $0.order) < ($0.weight, $1.order) }.map(\.tag)
  }
}
