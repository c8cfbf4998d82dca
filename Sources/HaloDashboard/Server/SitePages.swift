#if Dashboard
  import HTTPTypes
  import HaloReports
  import Hummingbird

  /// Answers with the page's files.
  struct SitePages: Sendable {
    let site: Site

    /// The pages that the page's own script tells apart: all are one file.
    private static let pages: Set<String> = [
      "", "enter", "today", "sleep", "heart", "activity", "workouts", "live", "devices", "data", "settings", "explain",
    ]

    func add(to router: Router<PageContext>) {
      router.get("/") { request, _ in try answer(request) }
      router.get("**") { request, _ in try answer(request) }
    }

    private func answer(_ request: Request) throws -> Response {
      let path = String(request.uri.path.drop { $0 == "/" })
      guard !request.uri.path.hasPrefix("/api/") else { throw APIError.missing("There is nothing here.") }
      let first = path.split(separator: "/").first.map(String.init) ?? ""
      guard let file = site.file(path) ?? (Self.pages.contains(first) ? site.file("index.html") : nil) else {
        return Response(
          status: .notFound, headers: [.contentType: "text/plain; charset=utf-8"],
          body: .init(byteBuffer: ByteBuffer(string: Phrase("There is no such page. Halo is at /.").text + "\n")))
      }
      // A file is asked for again each time, and sent only where it is another one: a new version is there at once.
      var headers: HTTPFields = [.contentType: file.type, .eTag: file.tag, .cacheControl: "no-cache"]
      if request.headers[.ifNoneMatch]?.contains(file.tag) == true {
        return Response(status: .notModified, headers: headers)
      }
      headers[.contentLength] = "\(file.buffer.readableBytes)"
      return Response(status: .ok, headers: headers, body: .init(byteBuffer: file.buffer))
    }
  }
#endif
