import HTTPTypes
import Hummingbird
import NIOCore

/// Routes for export, backup and erasing of data.
extension Routes {
  func addData(_ api: RouterGroup<PageContext>) {
    let serverContext = serverContext
    api.get("data") { _, context in
      let session = try session(context)
      if serverContext.data.mustCount { try await serverContext.reader.count { try serverContext.data.count($0) } }
      serverContext.countInBackground()
      return try await serverContext.reader.ask {
        try Response(serverContext.data.answer(serverContext.wearer(session, $0), $0))
      }
    }
    api.get("export") { request, context in
      let query = request.uri.queryParameters
      let formats: [String: ExportFormat] = ["csv": .csv, "json": .jsonLines]
      guard let format = query["format"].flatMap({ formats[String($0)] }) else {
        throw APIError.wrong("'format' must be csv or json.")
      }
      let first = try query["from"].map { try Self.date(String($0), "from") }
      let last = try query["to"].map { try Self.date(String($0), "to") }
      let session = try session(context)
      let (export, start, parts) = try await serverContext.reader.run { journal in
        let wearer = try serverContext.wearer(session, journal).name
        let export = Export(isJSON: format == .jsonLines, from: first, to: last, wearer: wearer)
        var parts = try export.parts(journal)[...]
        var start = export.header
        // An error before the first line has a status; a later one closes the connection before the end.
        while start.count == export.header.count, let part = parts.popFirst() {
          start += try export.lines(in: part, of: journal).bytes
        }
        return (export, start, parts)
      }
      return download(format) { write in
        try await write(start)
        // Each day is read when the browser has received those before. Meanwhile no thread and no snapshot waits for it.
        for part in parts { try await write(lines(in: part, of: export, for: session)) }
      }
    }
    api.get("backup") { _, _ in
      let file = try await serverContext.reader.run { journal in
        // SQLite must create the file itself; only the unique name is taken from this one.
        let file = try TemporaryFile("lock", of: journal.path)
        let path = file.path + ".sqlite"
        try journal.backUp(to: path)
        return try TemporaryFile(taking: path)
      }
      let size = try file.size()
      return download(.journal, size: size) { write in
        var offset = 0
        while offset < size {
          let bytes = try file.bytes(from: offset, count: min(Self.piece, size - offset))
          guard !bytes.isEmpty else { break }
          try await write(bytes)
          offset += bytes.count
        }
      }
    }
    api.post("erase") { request, context in
      let input = try await body(RequestFields.self, of: request)
      guard let what = input["what"].text, ["all", "wearer", "device"].contains(what) else {
        throw APIError.wrong("'what' must be all, wearer or device.")
      }
      let id = input["id"].text ?? ""
      return try await serverContext.workouts.withoutWorkout(Self.eraseLater) { exclusion in
        let wearers = try await serverContext.reader.ask { try $0.wearers() }
        if what == "wearer", !wearers.contains(id) { throw APIError.wrong("'id' must be the name of a wearer.") }
        let shown = try await ask(context) { wearer, _ in wearer.name }
        let device = what == "device" ? try await serverContext.reader.ask { try $0.device(numbered: id) } : nil
        let whose = device?.name ?? (what == "wearer" ? id : nil)
        try confirm(
          "erase \(what) \(id)", input["confirmation"].text, context,
          whose.map { Phrase("Erase all data of \($0)? You cannot undo this. Make a backup first to keep a copy.") }
            ?? Phrase("Erase all data of all wearers? You cannot undo this. Make a backup first to keep a copy."))
        return try await serverContext.change(exclusion) { journal in
          switch what {
          case "device":
            if let device {
              try journal.forget(device, withData: true, at: serverContext.engine.moment)
              try DerivedMetricsUpdater(journal).update(device.wearer, since: nil)
            }
          case "wearer": try journal.erase(wearer: id)
          // Also erase the settings of a wearer without a device.
          default: for wearer in try journal.wearers() + [shown] { try journal.erase(wearer: wearer) }
          }
          try journal.shrink()
          dataChanged()
          return try Response(
            words: whose.map { Phrase("All data of \($0) was erased.") }
              ?? Phrase("All data of all wearers was erased."))
        }
      }
    }
  }

  static let eraseLater = Phrase("A workout is being recorded. You can erase data after it.")

  /// Makes all processes and pages read everything again.
  func dataChanged() {
    serverContext.reload()
    serverContext.clearCaches()
    serverContext.hub.sendChanged(["everything"])
  }

  /// Reads a part of an export whose answer has begun. All pages show an error, because the answer cannot.
  private func lines(
    in part: Range<Moment>, of export: Export, for session: BrowserSessions.BrowserSession
  ) async throws -> [UInt8] {
    // A download may take hours: the browser's session may have ended.
    guard serverContext.sessions.has(session.id) else { throw APIError.noSession }
    do {
      return try await serverContext.reader.run { journal in
        let bytes = try export.lines(in: part, of: journal).bytes
        // Without this, the file would end as if it were whole.
        guard try export.wearer.map(journal.wearers().contains) ?? true else {
          throw APIError(.notFound, "notFound", Phrase("The data was erased during the export."))
        }
        return bytes
      }
    } catch {
      if !(error is CancellationError) { serverContext.hub.sendProblem(of: nil, APIError(error).what) }
      throw error
    }
  }

  /// The bytes that are sent at once. A slow browser must receive them before its connection times out.
  private static let piece = 1 << 16

  /// Streams a file as the response, at the speed at which the browser reads. `body` passes the file's bytes to its
  /// argument. If it throws an error, the connection is closed without the end of the file.
  private func download(
    _ format: ExportFormat, size: Int? = nil,
    _ body: @escaping @Sendable ((_ bytes: [UInt8]) async throws -> Void) async throws -> Void
  ) -> Response {
    let name = format.fileName(on: serverContext.time.wallClock.date)
    var headers: HTTPFields = [
      .contentType: format.mediaType, .contentDisposition: "attachment; filename=\"\(name)\"",
    ]
    if let size { headers[.contentLength] = "\(size)" }
    return Response(
      status: .ok, headers: headers,
      body: .init(contentLength: size) { writer in
        try await body { bytes in
          for start in stride(from: 0, to: bytes.count, by: Self.piece) {
            try await writer.write(ByteBuffer(bytes: bytes[start..<min(start + Self.piece, bytes.count)]))
            // If the browser reads as fast as this loop writes, the loop would otherwise never suspend.
            await Task.yield()
          }
        }
        try await writer.finish(nil)
      })
  }
}
