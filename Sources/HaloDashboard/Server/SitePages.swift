import HTTPTypes
import Hummingbird

/// Serves the page's files.
struct SitePages: Sendable {
  let site: Site

  func add(to router: Router<PageContext>) {
    router.get("/") { request, _ in try answer(request) }
    router.get("**") { request, _ in try answer(request) }
  }

  private func answer(_ request: Request) throws -> Response {
    let path = String(request.uri.path.drop { $0 == "/" })
    guard !request.uri.path.hasPrefix("/api/") else { throw APIError.missing("Not found.") }
    let first = path.split(separator: "/").first.map(String.init) ?? ""
    // The page's own script shows the page of a script in pages/.
    let isPage = first == "" || site.file("pages/\(first).js") != nil
    guard let file = site.file(path) ?? (isPage ? site.file("index.html") : nil) else {
      let words = Phrase("Page not found. Halo's start page is at /.").text + "\n"
      return Response(ByteBuffer(string: words), type: "text/plain; charset=utf-8", status: .notFound)
    }
    // Browsers revalidate each file and download it only if it has changed, so a new version is used immediately.
    var headers: HTTPFields = [.contentType: file.type, .eTag: file.tag, .cacheControl: "no-cache"]
    if request.headers[.ifNoneMatch]?.contains(file.tag) == true {
      return Response(status: .notModified, headers: headers)
    }
    headers[.contentLength] = "\(file.buffer.readableBytes)"
    return Response(status: .ok, headers: headers, body: .init(byteBuffer: file.buffer))
  }
}
