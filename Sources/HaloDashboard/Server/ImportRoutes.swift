import HTTPTypes
import Hummingbird
import NIOCore
import SystemPackage

/// Routes for the import of files, and for the list of imports.
extension Routes {
  func addImports(_ api: RouterGroup<PageContext>) {
    let serverContext = serverContext
    let imports = serverContext.imports
    let workouts = serverContext.workouts
    api.post("import") { request, context in
      try await read(request, context, id: nil) { read, _, exclusion in try await keep(read, exclusion) }
    }
    api.post("import/preview") { request, context in
      let id = Secret.random()
      return try await read(request, context, id: id) { read, preview, _ in
        imports.waiting.add(read, id: id, session: try session(context).id)
        return try Response(preview)
      }
    }
    api.post("import/{id}") { _, context in
      try await workouts.withoutWorkout(Self.importLater) { try await keep(try waitingImport(context), $0) }
    }
    api.delete("import/{id}") { _, context in
      await (try waitingImport(context)).process.end()
      return try Response(words: Phrase("Nothing was imported."))
    }
    api.get("imports") { _, _ in
      let runs = try await serverContext.reader.ask { try $0.importRuns() }
      return try Response(["imports": runs.map { ImportRunReport($0, now: serverContext.engine.moment) }])
    }
    api.post("imports/{number}/undo") { request, context in
      let input = try await body(RequestFields.self, of: request)
      let number = context.parameters.get("number").flatMap { Int($0) }
      return try await workouts.withoutWorkout(Self.importLater) { exclusion in
        let runs = try await serverContext.reader.ask { try $0.importRuns() }
        guard let run = runs.first(where: { $0.id == number }) else { throw APIError.noImport }
        try confirm(
          "undo \(run.id)", input["confirmation"].text, context,
          Phrase("Undo the import of \(run.file)? What only this file had is removed. You can import it again."))
        defer { dataChanged() }
        return try Response(try await imports.undo(run, exclusion))
      }
    }
  }

  private static let importLater = Phrase("A workout is being recorded. You can import data after it.")

  /// Calls `body` with an uploaded file that was read, and with its preview if it has an id. If the browser disconnects,
  /// the work ends.
  private func read(
    _ request: Request, _ context: PageContext, id: String?,
    _ body: (UploadedImport, ImportPreview?, WorkoutRecorder.Exclusion) async throws -> Response
  ) async throws -> Response {
    let name = try Self.name(request.uri.queryParameters["name"].map(String.init) ?? "the file", "name")
    let session = try session(context)
    let file = try await upload(request)
    // The upload may have taken hours: the browser's session may have ended, and a workout may have begun.
    guard serverContext.sessions.has(session.id) else { throw APIError.noSession }
    var response: Response
    do {
      response = try await context.untilDisconnect(request) { _ in
        return try await serverContext.workouts.withoutWorkout(Self.importLater) { exclusion in
          let wearer = try await serverContext.reader.ask { try serverContext.wearer(session, $0).name }
          let (read, preview) = try await serverContext.imports.read(
            file, name: name, wearer: wearer, id: id, exclusion)
          return try await body(read, preview, exclusion)
        }
      }
    } catch let error where !(error is HTTPError) {
      response = try APIError(error).response()
    }
    // After watching for the end of a connection, Hummingbird closes it.
    response.headers[.connection] = "close"
    return response
  }

  /// Imports a file that was read.
  private func keep(_ read: UploadedImport, _ exclusion: WorkoutRecorder.Exclusion) async throws -> Response {
    // Also after an error: the process may have ended after it had imported the file.
    defer { dataChanged() }
    return try Response(try await serverContext.imports.keep(read, exclusion))
  }

  /// The uploaded file of this browser that a request names.
  private func waitingImport(_ context: PageContext) throws -> UploadedImport {
    let id = context.parameters.get("id") ?? ""
    guard let file = serverContext.imports.waiting.take(id, session: try session(context).id) else {
      throw APIError(
        .notFound, "notFound", Phrase("This file is no longer waiting to be imported."),
        advice: Phrase("Choose the file again."))
    }
    return file
  }

  /// Stores the body of a request in a temporary file.
  private func upload(_ request: Request) async throws -> TemporaryFile {
    guard request.headers[.contentType]?.hasPrefix("application/octet-stream") == true else {
      throw APIError(
        .unsupportedMediaType, "wrongType",
        Phrase(verbatim: "Send a file (Content-Type: application/octet-stream)."))
    }
    // A workout may begin during the upload.
    try await serverContext.workouts.withoutWorkout(Self.importLater) { _ in }
    let tooLarge = APIError(
      .contentTooLarge, "tooLarge", Phrase("The file is larger than 4 GB."),
      advice: Phrase("Use 'halo import' for it."))
    if let length = request.headers[.contentLength].flatMap({ Int($0) }), length > SlowClientTimeout.largestFile {
      throw tooLarge
    }
    let file = try TemporaryFile("import", of: serverContext.engine.journal.path)
    var count = 0
    for try await buffer in request.body {
      count += buffer.readableBytes
      guard count <= SlowClientTimeout.largestFile else { throw tooLarge }
      do {
        // A slow disk must not delay live values.
        try await BlockingWork.run { try file.append([UInt8](buffer: buffer)) }
      } catch let error as Errno where error == .noSpace {
        throw APIError(
          .init(code: 507, reasonPhrase: "Insufficient Storage"), "noSpace",
          Phrase("There is not enough space on the disk for the file."),
          advice: Phrase("Free some space, then try again."))
      }
    }
    return file
  }
}
